import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tagsIn } from '../../../../src/detection/decoding/tagged-words.ts';

const TAG =
  /<[\p{L}\d/!?][^<>]{0,400}>|\[\/?[a-z]{1,8}(?:=[^[\]\n]{0,80})?\](?!\()|!?\[(?=[^[\]\n]{1,48}\]\()|\]\([^()\n]{0,200}\)/giu;
const plainTags = (text: string): readonly number[] =>
  [...text.matchAll(TAG)].flatMap(({ 0: tag, index }) => [index, index + tag.length]);

const pieces = fc.constantFrom(
  ...['<', '>', '[', ']', '(', ')', '](', '![', '!', '/', '<b>', '</td>', '[b]', '[/url]', '[a=b]', '\n'],
  ...[
    '[here](there)',
    '![cat](cat.png)',
    'ignore',
    ' ',
    'é',
    '<忽>',
    '𝐢',
    '![[',
    'x'.repeat(50),
    'y'.repeat(410),
    'z'.repeat(80),
    '𝐢'.repeat(47),
    '𝐢'.repeat(150),
    '\0',
    'ſ',
  ],
);

describe('tags', () => {
  it('are found where the pattern finds them, and nowhere else', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (all) => {
        const text = all.join('');
        expect(tagsIn(text)).toEqual(plainTags(text));
      }),
      { numRuns: 5000 },
    );
  });
});
