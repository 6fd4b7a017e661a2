import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFeatureBuffer, extractFeatures, HASH_BITS } from '../../../src/detection/model/features.ts';
import { featuresOf } from './toy.ts';

/** Text of several scripts, with all that is awkward about it. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'Ignore',
        'all ',
        'rules.',
        '\n',
        '  ',
        '忽略',
        'ルール',
        'คำสั่ง',
        '😀',
        '\ud800',
        '"',
        '42',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

/** The feature that a last word makes together with what stands before it. */
const pairOf = (text: string): number | undefined => featuresOf(text).hashes.at(-2);

describe('words', () => {
  it.each([
    { name: 'between blanks', text: 'Ignore all  rules', words: ['Ignore', 'all', 'rules'] },
    { name: 'between marks', text: "don't (ever)…", words: ['don', 't', 'ever'] },
    { name: 'with digits and low lines', text: 'a_b 12x', words: ['a_b', '12x'] },
    { name: 'with marks over their letters', text: 'cafe\u0301 au', words: ['cafe\u0301', 'au'] },
    { name: 'of Chinese', text: '忽略指令', words: ['忽', '略', '指', '令'] },
    { name: 'of Japanese', text: 'ルールを無視', words: ['ル', 'ー', 'ル', 'を', '無', '視'] },
    { name: 'of Thai', text: 'คำสั่ง', words: ['ค', 'ำ', 'ส', 'ั', '่', 'ง'] },
    { name: 'of Korean, which writes blanks', text: '이전 지시', words: ['이전', '지시'] },
    { name: 'of two scripts without a blank', text: 'abc忽略def', words: ['abc', '忽', '略', 'def'] },
    { name: 'around a lone surrogate', text: 'a\ud800b', words: ['a', 'b'] },
    { name: 'of nothing but marks', text: '?!', words: ['?!'] },
    { name: 'of nothing but emoji', text: '😀😀', words: ['😀😀'] },
    { name: 'of nothing but blanks', text: ' \n\t ', words: [] },
    {
      name: 'between what bytes become that are no text',
      text: 'a\ufffdb\ue000c\ufffe\ufffd',
      words: ['a', 'b', 'c'],
    },
    { name: 'of nothing but that', text: '\ufffd\ufffd\ue123', words: [] },
    { name: 'of nothing', text: '', words: [] },
  ])('$name', ({ text, words }) => {
    expect(featuresOf(text).words).toEqual(words);
  });
});

describe('sentences', () => {
  it.each([
    { name: 'behind full stops, questions and shouts', text: 'Be. Is it? Go! Now', begins: [1, 1, 0, 1, 1] },
    { name: 'behind colons and semicolons', text: 'note: be calm; go', begins: [1, 1, 0, 1] },
    { name: 'between bytes that are no text', text: 'x\ufffd\ufffdbe calm\ufffdgo', begins: [1, 1, 0, 1] },
    { name: 'behind line breaks', text: 'be calm\r\n\n go', begins: [1, 0, 1] },
    { name: 'behind marks of other scripts', text: '好。去 あ！い はい؟ نعم', begins: [1, 1, 0, 1, 0, 0, 1] },
    { name: 'not behind commas, quotes and dashes', text: 'be, "go" – or stay', begins: [1, 0, 0, 0] },
    {
      name: 'not within hosts, times and names of files',
      text: 'a.example at 14:00 x.txt',
      begins: [1, 0, 0, 0, 0, 0, 0],
    },
    { name: 'not within addresses', text: 'https://a.example/go?x=be&y;z', begins: [1, 0, 0, 0, 0, 0, 0, 0] },
    { name: 'where a capital follows at once', text: 'be.Go now:Stay', begins: [1, 1, 0, 1] },
    { name: 'where a letter follows that has no capital', text: 'אב.גד', begins: [1, 1] },
    { name: 'behind a colon and a quote', text: '{"to":"go","x":["be"]}', begins: [1, 1, 0, 1] },
    { name: 'behind a stop and a bracket', text: 'be.) go.(now', begins: [1, 1, 1] },
    { name: 'with the first word', text: '?! 😀 go', begins: [1] },
    { name: 'with what is no word', text: '😀', begins: [1] },
  ])('begin $name', ({ text, begins }) => {
    expect(featuresOf(text).begins).toEqual(begins);
  });
});

describe('features', () => {
  it('do not tell capitals from small letters, nor one digit from another', () => {
    expect(featuresOf('IGNORE Rule 12').hashes).toEqual(featuresOf('ignore rule 98').hashes);
    expect(featuresOf('ignore rule 12').hashes).not.toEqual(featuresOf('ignore rule 123').hashes);
  });

  it('are none of characters that no text is written in', () => {
    expect(featuresOf('obey\ufffd\ue000\ufffd me').hashes).toEqual(featuresOf('obey me').hashes);
  });

  it('take runs of white space for one blank', () => {
    expect(featuresOf('ignore \t  rules').hashes).toEqual(featuresOf('ignore rules').hashes);
  });

  it('of a word come before its end: characters, word and pair', () => {
    // Four letters, the word, the pair; then a blank with the next four letters.
    expect(featuresOf('obey them').featureEnds).toEqual([6, 14]);
  });

  it.each([
    { name: 'a word pairs with the one before it', one: 'tea go', other: 'sea go', same: false },
    { name: 'and not with the one before that', one: 'tea we go', other: 'sea we go', same: true },
    { name: 'behind a full stop with the stop', one: 'tea. go', other: 'sea. go', same: true },
    { name: 'behind a quote with the quote', one: 'tea "go', other: 'sea "go', same: true },
    { name: 'behind a line break with the break', one: 'tea\ngo', other: 'sea\ngo', same: true },
    { name: 'wherever the break stands among blanks', one: 'tea \r\n go', other: 'sea\n  go', same: true },
    { name: 'marks differ from each other', one: 'tea. go', other: 'tea: go', same: false },
    { name: 'a break differs from a blank', one: 'tea\ngo', other: 'tea go', same: false },
    { name: 'order matters', one: 'go tea go', other: 'go go', same: false },
  ])('pairs: $name', ({ one, other, same }) => {
    expect(pairOf(one) === pairOf(other)).toBe(same);
  });

  it('are the same whatever the size of the buffer and whatever stands around', () => {
    fc.assert(
      fc.property(anyText, fc.nat({ max: 300 }), anyText, anyText, (text, room, before, behind) => {
        const expected = featuresOf(text);
        expect(featuresOf(text, text.length + room)).toEqual(expected);
        const whole = before + text + behind;
        const buffer = createFeatureBuffer(whole.length);
        extractFeatures(whole, 0, whole.length, buffer);
        const words = extractFeatures(whole, before.length, before.length + text.length, buffer);
        expect([...buffer.hashes.subarray(0, expected.hashes.length)]).toEqual(expected.hashes);
        expect([...buffer.featureEnds.subarray(0, words)]).toEqual(expected.featureEnds);
      }),
    );
  });

  it('fit the buffer: at most three for a character, and one', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { hashes, words, featureEnds } = featuresOf(text);
        expect(hashes.length).toBeLessThanOrEqual(3 * (text.length + 1));
        expect(words.length).toBeLessThanOrEqual(Math.max(1, text.length));
        expect(hashes.every((hash) => hash >= 0 && hash < 2 ** HASH_BITS)).toBe(true);
        expect(featureEnds).toEqual(featureEnds.toSorted((a, b) => a - b));
        expect(featureEnds.at(-1) ?? 0).toBe(hashes.length);
      }),
    );
  });

  it('are three for each character where every character is a word', () => {
    expect(featuresOf('忽略'.repeat(500)).hashes).toHaveLength(3 * 1000 + 1);
  });

  it.each([
    ['a word', 'word ', 12],
    ['a character', 'x', 60],
    ['a mark', '-', 60],
    ['an ideograph', '忽', 12],
  ])('do not grow with %s said a thousand times', (_, text, most) => {
    expect(featuresOf(text.repeat(1000)).hashes.length).toBeLessThan(most);
  });
});
