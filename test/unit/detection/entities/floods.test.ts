import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pii } from '../../../../src/detection/detectors/pii.ts';
import { passesLuhn } from '../../../../src/detection/entities/checksums.ts';
import {
  followersOf,
  letterWithin,
  mayFollow,
  widthsOf,
} from '../../../../src/detection/entities/code-heads.ts';
import { createContextReaders } from '../../../../src/detection/entities/context-words.ts';
import { createDigitRun, MAX_DIGITS } from '../../../../src/detection/entities/digit-run.ts';
import { loosen } from '../../../../src/detection/matching/loose-pattern.ts';
import { USER } from '../samples.ts';

/** What makes whoever looks for numbers work, and is none. */
const BAITS = [
  ...['4 4 4 4 ', '4111 1111 ', '12 12 12 ', '1.2.3.', '555-1234 ', '7', 'iban 1 ', 'card 4 '],
  ...['4111\n1111\n', '4\n', 'mac 001b44113abx '],
];

const found = (text: string): readonly string[] =>
  pii.detect(text, USER).map(({ subType, span }) => `${subType} ${text.slice(span.start, span.end)}`);

describe.each(BAITS)('behind ten thousand times "%s"', (bait) => {
  const flood = bait.repeat(10_000);

  it.each([
    { text: '4111 1111 1111 1111', entity: 'CREDIT_CARD', value: '4111 1111 1111 1111' },
    { text: 'card 4111 1111\n1111 1111', entity: 'CREDIT_CARD', value: '4111 1111\n1111 1111' },
    { text: 'VISA4532015112830366', entity: 'CREDIT_CARD', value: '4532015112830366' },
    { text: '12.ABC.345/01DE-35', entity: 'BR_CNPJ', value: '12.ABC.345/01DE-35' },
    { text: 'mac 001b44113ab7', entity: 'MAC_ADDRESS', value: '001b44113ab7' },
    { text: 'my SSN: 536904399', entity: 'US_SSN', value: '536904399' },
    { text: 'passport 912803456', entity: 'US_PASSPORT', value: '912803456' },
    { text: 'call me at 0171 2345678', entity: 'PHONE_NUMBER', value: '0171 2345678' },
    { text: '+49 30 901820123', entity: 'PHONE_NUMBER', value: '+49 30 901820123' },
    { text: '106.31.73.20', entity: 'IP_ADDRESS', value: '106.31.73.20' },
    { text: 'DE89 3704 0044 0532 0130 00', entity: 'IBAN_CODE', value: 'DE89 3704 0044 0532 0130 00' },
    { text: '3D-F2-C9-A6-B3-4F', entity: 'MAC_ADDRESS', value: '3D-F2-C9-A6-B3-4F' },
  ])('$entity is found', ({ text, entity, value }) => {
    expect(found(`${flood}\n${text}`)).toContain(`${entity} ${value}`);
    expect(found(`${flood}\n${text}\n${flood}`)).toContain(`${entity} ${value}`);
  });
});

it('finds a card among digits that touch it', () => {
  const digits = '7 '.repeat(10_000);
  expect(found(`${digits}4111 1111 1111 1111 ${digits}`)).toContain('CREDIT_CARD 4111 1111 1111 1111');
});

/** Behind each of them what follows is one more of a list. */
const LISTS = ['12 7 12 7 12 7 ', '1.2.3.4.5.6 ', '123 45 '];

describe.each([...LISTS, '7/7/', '9-9-'])('behind "%s"', (list) => {
  it.each([
    'CREDIT_CARD 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
    'CREDIT_CARD 3782 822463 10005',
    'CREDIT_CARD 4111111111111111',
    'IP_ADDRESS 106.31.73.20',
    'MAC_ADDRESS 31-12-49-56-53-41',
  ])('%s is found', (wanted) => {
    expect(found(list + wanted.slice(wanted.indexOf(' ') + 1))).toContain(wanted);
  });
});

describe.each(LISTS)('behind "%s"', (list) => {
  it.each([
    { text: '415-555-2671', wanted: 'PHONE_NUMBER 415-555-2671' },
    { text: '110101199003074514', wanted: 'CN_RESIDENT_ID 110101199003074514' },
    { text: '12345678Z', wanted: 'ES_NIF 12345678Z' },
  ])('$wanted is found', ({ text, wanted }) => {
    expect(found(list + text)).toContain(wanted);
  });
});

it.each([
  { source: String.raw`\d{7,8}[ -]?[a-z]`, head: 'DDDDDDD', followers: ' -0123456789AaBbCc' },
  { source: String.raw`(?:\d{7,8}|\d{1,2}\.\d{3})[ -]?[a-z]`, head: 'DD', followers: '.0123456789' },
  { source: String.raw`[xyz][ -]?\d\.\d`, head: 'L-D', followers: '.' },
  { source: '[a-c]{3}', head: 'L', followers: 'AaBbCc' },
  { source: '[a-c]{3}', head: 'D', followers: '' },
  { source: String.raw`[\dé]{3}`, head: 'D', followers: '0123456789é' },
])('behind $head of $source may stand "$followers"', ({ source, head, followers }) => {
  const may = followersOf(loosen(source), head);
  for (const character of ' -.0123456789AaBbCcé')
    expect(mayFollow(may, character.charCodeAt(0))).toBe(followers.includes(character));
});

it('a code may end behind its head', () => {
  expect(mayFollow(followersOf(loosen(String.raw`\d{9}`), 'DDDDDDDDD'), 0)).toBe(true);
});

it.each([
  { text: 'from abcd.efab.3456, then', wanted: 'MAC_ADDRESS abcd.efab.3456' },
  { text: 'aa-bb-cc-dd-ee-12;', wanted: 'MAC_ADDRESS aa-bb-cc-dd-ee-12' },
  { text: 'AB 12 34 56 C', wanted: 'UK_NINO AB 12 34 56 C' },
])('a few digits may end $wanted, or stand in it', ({ text, wanted }) => {
  expect(found(text)).toContain(wanted);
});

it('a word behind a list announces the number that ends it', () => {
  expect(found('12 7 1.2.3.4.5.6 416 60 039 office')).toContain('PHONE_NUMBER 416 60 039');
});

it.each([
  { text: '12 7 1.2.3.4.5.6 416 600 039 (mobile)', wanted: '416 600 039' },
  { text: '7 9 416 600 039, ext. 12 office', wanted: '416 600 039, ext. 12' },
  { text: '7 9 416 600 039 x 12 mobile', wanted: '416 600 039 x 12' },
])('and so it does behind a sign or an extension: $text', ({ text, wanted }) => {
  expect(found(text)).toContain(`PHONE_NUMBER ${wanted}`);
});

it('a word in front of a list announces the numbers in it', () => {
  expect(found('card 7 12 9026 0426 0700')).toContain('CREDIT_CARD 9026 0426 0700');
  expect(found('passport 7 12 912803456')).toContain('US_PASSPORT 912803456');
});

it.each([
  { source: String.raw`\d{7,8}[ -]?[a-z]`, within: 10 },
  { source: '[xyz][ -]?\\d{3}', within: 1 },
  { source: String.raw`(?:\d{2}\.\d|\d{3})[ab]`, within: 5 },
  { source: String.raw`\d{6}[-a]\d`, within: Number.POSITIVE_INFINITY },
  { source: String.raw`\d+[a-z]`, within: Number.POSITIVE_INFINITY },
  { source: String.raw`\d{3}[a-z]?`, within: Number.POSITIVE_INFINITY },
])('a letter stands among the first $within characters of $source', ({ source, within }) => {
  expect(letterWithin(loosen(source))).toBe(within);
});

it.each([
  { source: '(?=[a-z\\d]{0,5}\\d)[c-k][c-k\\d]{7}\\d', widths: [9, 9] },
  { source: String.raw`(?:[a-z]\d{7}|[a-z]{2,3}\d{6})`, widths: [8, 9] },
  { source: String.raw`[a-z]{8}\d{2}\d?`, widths: [10, 11] },
  { source: String.raw`[a-z]\d{3}[ -]?\d{3}`, widths: undefined },
])('words are as long as $widths for $source', ({ source, widths }) => {
  expect(widthsOf(loosen(source))).toEqual(widths);
});

const numbers = fc
  .array(
    fc.constantFrom(
      '1',
      '4',
      '9',
      '05',
      '123456789',
      ' ',
      '-',
      ' - ',
      '. ',
      '  ',
      'x',
      '_',
      '/',
      '+',
      '\n',
      ' \n',
    ),
    {
      maxLength: 400,
    },
  )
  .map((parts) => parts.join('').repeat(3));

const digitsFrom = (text: string, start: number): RegExpMatchArray | null =>
  text.slice(start).match(/^\d(?:(?: ?[-./_] ?|[ \n+])?\d){0,18}/);

it('reads from every place the digits that a number there would have', () => {
  fc.assert(
    fc.property(numbers, (text) => {
      const units = Uint16Array.from([...text, '\0'], (character) => character.charCodeAt(0));
      const run = createDigitRun(units);
      for (const { index: start } of text.matchAll(/\d/g)) {
        const index = run.indexOf(start);
        const digits = (digitsFrom(text, start)?.[0] ?? '').replace(/\D/g, '');
        const count = Math.min(MAX_DIGITS, run.restOf(index));
        const read = Array.from({ length: count }, (_, i) => run.digitAt(index + i));
        expect(read.join('')).toBe(digits);
        for (let length = 1; length <= count; length++)
          expect(run.passesLuhn(index, length)).toBe(passesLuhn(read, length));
      }
    }),
    { numRuns: 60 },
  );
});

const createReader = createContextReaders<string>(
  [
    ['card', ['card', 'credit card', 'kreditkarten*', 'карта', '卡号']],
    ['phone', ['tele*', 'mobile', 'phone number']],
  ],
  [['office', ['office']]],
);

const readersOf = (text: string) =>
  createReader(
    text,
    Uint16Array.from({ length: text.length + 1 }, (_, i) => text.charCodeAt(i) || 0),
  );

const WORDS = [
  'card',
  'credit',
  'Kreditkartennummer',
  'карта',
  '卡号',
  'telephone',
  'phoneNumber',
  'the',
  'a',
];
const announcing = fc
  .array(fc.constantFrom(...WORDS, ' ', ' ', '\n', '. ', '12', '7', 'z'.repeat(30), ': '), { maxLength: 120 })
  .map((parts) => parts.join(''));

it('says of a place what it would say had it been asked about no other', () => {
  fc.assert(
    fc.property(announcing, (text) => {
      const context = readersOf(text);
      for (const { index } of text.matchAll(/(?<!\d)\d/g))
        expect(context.before(index)).toEqual(readersOf(text).before(index));
    }),
  );
});

it('goes back to a place before the last one', () => {
  const text = 'credit card AB 12 card';
  const context = readersOf(text);
  const at = text.indexOf('AB');
  const first = readersOf(text).before(at);
  context.before(text.indexOf('12'));
  expect(context.before(at)).toEqual(first);
  expect(first.map(({ topic }) => topic)).toContain('card');
});
