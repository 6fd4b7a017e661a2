import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFarTooDeep } from '../../../src/chat/json-depth.ts';
import { expectCheap } from '../cost.ts';

const nested = (levels: number, core = ''): string => `${'['.repeat(levels)}${core}${']'.repeat(levels)}`;

it.each([
  { name: 'as deep as may be', text: nested(100_000), isDeep: false },
  { name: 'deeper', text: nested(100_001), isDeep: true },
  { name: 'never closed', text: '{"a":'.repeat(200_000), isDeep: true },
  { name: 'wide', text: `[${'[],{},'.repeat(200_000)}0]`, isDeep: false },
  { name: 'brackets in a string', text: JSON.stringify('["\\'.repeat(200_000)), isDeep: false },
  { name: 'behind a string', text: `[${JSON.stringify('a"\\')},${nested(100_000)}]`, isDeep: true },
  { name: 'a string without an end', text: `"${'['.repeat(200_000)}`, isDeep: false },
])('$name', ({ text, isDeep }) => {
  expect(isFarTooDeep(text)).toBe(isDeep);
});

it('takes no string for structure', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const behind = `[${JSON.stringify(text)},`;
      expect(isFarTooDeep(`${behind}${nested(99_999)}]`)).toBe(false);
      expect(isFarTooDeep(`${behind}${nested(100_000)}]`)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

it('costs little, whatever the text', () => {
  const texts = ['['.repeat(2_000_000), `"${'\\'.repeat(2_000_000)}`, `["${'\\"'.repeat(1_000_000)}"]`];
  for (const text of texts) expectCheap(100, () => isFarTooDeep(text));
});
