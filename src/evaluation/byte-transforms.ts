import { pick, type Random } from '../training/random.ts';
import { isNamed, mapLetters, type Transform } from './transform.ts';

const bytesOf = (text: string): readonly number[] => [...Buffer.from(text)];
const inHex = (code: number, digits: number): string => code.toString(16).toUpperCase().padStart(digits, '0');

const LINE_BYTES = 45;
const SIX_BITS = 0x3f;
/** Six bits as a character; that of none is no blank, which would be lost at the end of a line. */
const sixBits = (value: number): string => String.fromCharCode(value === 0 ? 0x60 : 0x20 + value);

/** As POSIX has it (`uuencode`). */
const uuencode = (text: string): string => {
  const bytes = Buffer.from(text);
  const lines: string[] = [];
  for (let from = 0; from < bytes.length; from += LINE_BYTES) {
    const line = bytes.subarray(from, from + LINE_BYTES);
    let out = sixBits(line.length);
    for (let at = 0; at < line.length; at += 3) {
      const group = ((line[at] ?? 0) << 16) | ((line[at + 1] ?? 0) << 8) | (line[at + 2] ?? 0);
      for (const shift of [18, 12, 6, 0]) out += sixBits((group >> shift) & SIX_BITS);
    }
    lines.push(out);
  }
  return ['begin 644 note.txt', ...lines, '`', 'end'].join('\n');
};

/** Of Adobe: five characters for four bytes, `z` for four zeros. */
const ascii85 = (text: string): string => {
  const bytes = Buffer.from(text);
  let out = '';
  for (let from = 0; from < bytes.length; from += 4) {
    const left = Math.min(4, bytes.length - from);
    let value = 0;
    for (let i = 0; i < 4; i++) value = value * 256 + (bytes[from + i] ?? 0);
    let group = '';
    for (let i = 0; i < 5; i++, value = Math.floor(value / 85))
      group = String.fromCharCode(33 + (value % 85)) + group;
    out += group === '!!!!!' && left === 4 ? 'z' : group.slice(0, left + 1);
  }
  return `<~${out}~>`;
};

const BRAILLE = '⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵';
const UPSIDE_DOWN = 'ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz';
const SYLLABICS = 'ᗩᗷᑕᗪEᖴGᕼIᒍKᒪᗰᑎOᑭᑫᖇᔕTᑌᐯᗯ᙭YZ';

/** Each letter of the English alphabet by another one, in either case. */
const byAlphabet =
  (alphabet: string) =>
  (text: string): string => {
    const letters = [...alphabet];
    return mapLetters(text, (letter) => letters[letter.toLowerCase().charCodeAt(0) - 97] ?? letter);
  };

const MARKS = ['\u0300', '\u0301', '\u0316', '\u0323', '\u0338', '\u0489', '\u035c'];
const zalgo = (text: string, random: Random): string =>
  mapLetters(text, (letter) => letter + Array.from({ length: 5 }, () => pick(random, MARKS)).join(''));

const hiddenBits = (zero: string, one: string) => (text: string) =>
  `Hello there!${bytesOf(text)
    .flatMap((byte) => [...byte.toString(2).padStart(8, '0')])
    .map((bit) => (bit === '1' ? one : zero))
    .join('')}`;

const letterNumbers = (text: string): string =>
  text
    .toLowerCase()
    .split(/\s+/u)
    .map((word) => (word.match(/[a-z]/gu) ?? []).map((letter) => letter.charCodeAt(0) - 96).join('-'))
    .filter((word) => word !== '')
    .join(' ');

/** Characters and bytes as other characters. */
export const BYTE_TRANSFORMS: readonly Transform[] = [
  { name: 'zalgo', apply: zalgo },
  { name: 'braille', apply: byAlphabet(BRAILLE) },
  { name: 'upside-down', apply: (text) => [...byAlphabet(UPSIDE_DOWN)(text)].reverse().join('') },
  { name: 'syllabics', apply: byAlphabet(SYLLABICS) },
  { name: 'bits-of-zero-width', apply: hiddenBits('\u200b', '\u200c') },
  { name: 'bits-of-invisible-signs', apply: hiddenBits('\u2062', '\u2064') },
  { name: 'uuencoded', apply: uuencode },
  { name: 'ascii85', apply: ascii85 },
  {
    name: 'base64-of-words',
    apply: (text) =>
      text
        .split(' ')
        .map((word) => Buffer.from(word).toString('base64'))
        .join(' '),
  },
  {
    name: 'code-points',
    apply: (text) => [...text].map((sign) => `U+${inHex(sign.codePointAt(0) ?? 0, 4)}`).join(' '),
  },
  { name: 'calls-of-chr', apply: (text) => [...text].map((sign) => `chr(${sign.codePointAt(0)})`).join('+') },
  { name: 'numbers-of-letters', apply: letterNumbers, canSay: isNamed },
];
