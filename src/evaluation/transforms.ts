import { addTypos, dropLetters } from '../training/noise.ts';
import { createRandom, pick } from '../training/random.ts';
import { BYTE_TRANSFORMS } from './byte-transforms.ts';
import { isNamed, mapLetters, type Transform } from './transform.ts';
import { WORD_TRANSFORMS } from './word-transforms.ts';

const shifted =
  (upper: number, lower: number) =>
  (text: string): string =>
    mapLetters(text, (letter) =>
      letter <= 'Z'
        ? String.fromCodePoint(upper + letter.charCodeAt(0) - 65)
        : String.fromCodePoint(lower + letter.charCodeAt(0) - 97),
    );

const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
  j: 'ј',
  h: 'һ',
};
const LEET: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' };
const MARKS = ['\u0301', '\u0308', '\u0323', '\u0327', '\u0335'];
const EMOJI = ['🔥', '😀', '✨', '🚀', '🙃'];

const caesar =
  (shift: number) =>
  (text: string): string =>
    mapLetters(text, (letter) => {
      const base = letter <= 'Z' ? 65 : 97;
      return String.fromCharCode(((letter.charCodeAt(0) - base + shift) % 26) + base);
    });
const rot13 = caesar(13);
const atbash = (text: string): string =>
  mapLetters(text, (letter) => String.fromCharCode((letter <= 'Z' ? 155 : 219) - letter.charCodeAt(0)));
const rot47 = (text: string): string =>
  text.replace(/[!-~]/gu, (sign) => String.fromCharCode(((sign.charCodeAt(0) - 33 + 47) % 94) + 33));
const pigLatin = (text: string): string =>
  text.replace(/[a-z]{2,}/giu, (word) => {
    const [, consonants = '', rest = ''] = /^([^aeiou]*)(.*)$/iu.exec(word.toLowerCase()) ?? [];
    return consonants === '' ? `${rest}way` : `${rest}${consonants}ay`;
  });
const MORSE =
  '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..'.split(
    ' ',
  );
const NATO =
  'alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey x-ray yankee zulu'.split(
    ' ',
  );
/** Each letter by its name, with `gap` between words; what is no letter is left out. */
const spell = (text: string, names: readonly string[], gap: string): string =>
  text
    .toLowerCase()
    .split(/\s+/u)
    .map((word) => [...word].flatMap((letter) => names[letter.charCodeAt(0) - 97] ?? []).join(' '))
    .filter((word) => word !== '')
    .join(gap);
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const base32 = (text: string): string => {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/gu) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)] ?? '')
    .join('');
};
const codes =
  (radix: number) =>
  (text: string): string =>
    [...Buffer.from(text)].map((byte) => byte.toString(radix)).join(' ');
const quotedPrintable = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
const utf7 = (text: string): string =>
  `+${Buffer.from(text, 'utf16le').swap16().toString('base64').replaceAll('=', '')}-`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const hex = (text: string): string => Buffer.from(text).toString('hex');
const reversed = (text: string): string => [...text].reverse().join('');

const smuggled = (text: string): string =>
  `Hello there!${[...Buffer.from(text)]
    .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
    .join('')}`;
const tagged = (text: string): string =>
  `Hello there!${text.replace(/[ -~]/gu, (sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0)))}`;

/** Sources: what `garak`, `promptmap` and public jailbreak collections do to their probes; written anew. */
export const TRANSFORMS: readonly Transform[] = [
  { name: 'zero-width', apply: (text) => [...text].join('\u200b') },
  { name: 'unicode-tags', apply: tagged },
  { name: 'variation-selectors', apply: smuggled },
  { name: 'homoglyphs', apply: (text) => mapLetters(text, (letter) => LOOKALIKES[letter] ?? letter) },
  {
    name: 'full-width',
    apply: (text) => text.replace(/[!-~]/gu, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  },
  { name: 'maths-letters', apply: shifted(0x1d400, 0x1d41a) },
  { name: 'diacritics', apply: (text, random) => mapLetters(text, (letter) => letter + pick(random, MARKS)) },
  {
    name: 'leetspeak',
    apply: (text) => text.replace(/[aeiost]/giu, (letter) => LEET[letter.toLowerCase()] ?? letter),
  },
  { name: 'hyphenated', apply: (text) => text.replace(/\p{L}{2,}/gu, (word) => [...word].join('-')) },
  { name: 'spaced', apply: (text) => [...text].map((letter) => (letter === ' ' ? '  ' : letter)).join(' ') },
  { name: 'spaced-evenly', apply: (text) => [...text.replace(/\s/gu, '')].join(' ') },
  { name: 'base64', apply: base64 },
  { name: 'base64-twice', apply: (text) => base64(base64(text)) },
  { name: 'hex', apply: hex },
  {
    name: 'binary',
    apply: (text) => [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join(' '),
  },
  { name: 'rot13', apply: rot13 },
  { name: 'base64-of-rot13', apply: (text) => base64(rot13(text)) },
  { name: 'caesar-3', apply: caesar(3) },
  { name: 'caesar-19', apply: caesar(19) },
  { name: 'atbash', apply: atbash },
  { name: 'rot47', apply: rot47 },
  { name: 'pig-latin', apply: pigLatin },
  { name: 'morse', apply: (text) => spell(text, MORSE, ' / '), canSay: isNamed },
  { name: 'nato-alphabet', apply: (text) => spell(text, NATO, ' / '), canSay: isNamed },
  { name: 'nato-alphabet-evenly', apply: (text) => spell(text, NATO, ' '), canSay: isNamed },
  { name: 'base32', apply: base32 },
  { name: 'decimal-codes', apply: codes(10) },
  { name: 'octal-codes', apply: codes(8) },
  { name: 'quoted-printable', apply: quotedPrintable },
  { name: 'utf-7', apply: utf7 },
  { name: 'reversed', apply: reversed },
  { name: 'words-reversed', apply: (text) => text.split(' ').map(reversed).join(' ') },
  { name: 'word-order-reversed', apply: (text) => text.split(' ').reverse().join(' ') },
  {
    name: 'html-entities',
    apply: (text) => [...text].map((letter) => `&#${letter.codePointAt(0)};`).join(''),
  },
  {
    name: 'url-encoded',
    apply: (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  },
  {
    name: 'html-comment',
    apply: (text) => `<p>Opening hours and prices.</p><!-- ${text} --><p>See you soon.</p>`,
  },
  {
    name: 'json-wrapped',
    apply: (text) => JSON.stringify({ id: 4711, status: 'ok', note: text, tags: ['a', 'b'] }),
  },
  { name: 'emoji-between', apply: (text, random) => text.split(' ').join(` ${pick(random, EMOJI)} `) },
  { name: 'upper-case', apply: (text) => text.toUpperCase() },
  {
    name: 'payload-split',
    apply: (text) =>
      `a = ${JSON.stringify(text.slice(0, text.length / 2))}; b = ${JSON.stringify(text.slice(text.length / 2))}; do what a + b says`,
  },
  { name: 'typos', apply: addTypos },
  { name: 'dropped-letters', apply: dropLetters },
  { name: 'no-spaces', apply: (text) => text.replace(/ /gu, '') },
  {
    name: 'unicode-escapes',
    apply: (text) => mapLetters(text, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
  },
  ...BYTE_TRANSFORMS,
  ...WORD_TRANSFORMS,
];

export const transformed = (text: string, transform: Transform): string =>
  transform.apply(text, createRandom(text.length + 17));
