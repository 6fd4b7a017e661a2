import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createForms, OF_FORM } from '../../../../src/detection/decoding/words/form-table.ts';

/** For each word its forms, some of them twice. */
const WORDS = fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 12 }), { maxLength: 20 });

describe('the table of forms', () => {
  it('gives all words of a form, in their order and each once', () => {
    fc.assert(
      fc.property(WORDS, (words) => {
        const forms = createForms();
        for (const [word, of] of words.entries()) for (const form of of) forms.put(form, word);
        for (let form = -9; form <= 9; form++) {
          const expected = words.flatMap((of, word) => (of.includes(form) ? [word] : []));
          expect([...OF_FORM.subarray(0, forms.read(form))]).toEqual(expected);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('says where it has no more room', () => {
    const forms = createForms();
    const fill = (): void => {
      for (let form = 0; form < 1 << 18; form++) forms.put(form, 1);
    };
    expect(fill).toThrow('235930 forms of words in a table of 262144');
    const share = (): void => {
      for (let form = 0; form < 1 << 15; form++) forms.put(form, 2);
    };
    expect(share).toThrow('29492 forms of words in a table of 32768');
  });
});
