import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNumberLists, NO_LIST } from '../../../src/detection/matching/number-lists.ts';

const numbers = fc.oneof(fc.nat(5), fc.nat(200), fc.nat(2 ** 30));
const lists = fc.uniqueArray(numbers, { maxLength: 12 }).map((list) => list.sort((a, b) => a - b));
const entries = fc.array(fc.record({ heads: fc.tuple(numbers, numbers), list: lists }), { maxLength: 300 });

describe('lists of numbers', () => {
  it('are found again, each by itself, and can be read back', () => {
    fc.assert(
      fc.property(entries, (given) => {
        const kept = createNumberLists(2);
        const known = new Map<string, number>();
        for (const [value, { heads, list }] of given.entries()) {
          const key = `${heads.join()}:${list.join()}`;
          const number = kept.find(heads, list);
          expect(number === NO_LIST ? undefined : kept.valueOf(number)).toBe(known.get(key));
          if (number !== NO_LIST) continue;
          expect(kept.read(kept.add(value))).toEqual(list);
          known.set(key, value);
        }
        for (const { heads, list } of given) {
          const number = kept.find(heads, list);
          expect(kept.valueOf(number)).toBe(known.get(`${heads.join()}:${list.join()}`));
          expect(kept.read(number)).toEqual(list);
        }
      }),
    );
  });

  it('stay apart where they end in what others begin with', () => {
    const kept = createNumberLists(1);
    kept.find([1], [2, 3]);
    kept.add(7);
    expect(kept.find([1], [2])).toBe(NO_LIST);
    expect(kept.find([1], [2, 3, 4])).toBe(NO_LIST);
    expect(kept.find([2], [2, 3])).toBe(NO_LIST);
    expect(kept.valueOf(kept.find([1], [2, 3]))).toBe(7);
  });
});
