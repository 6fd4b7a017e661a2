import { followersOf } from '../text/unit-writer.ts';
import { isWritten, textIn } from './bytes/written.ts';

/**
 * A text in a code with other signs of the same run right in front of it or behind it, so that the run as a whole is no text: base64,
 * base32 in all its alphabets, hex and bits, base64 from its last sign on as well. Wherever it begins, it is read.
 */

/** Shorter runs are names and paths, and hold no text besides other signs. */
const LEAST = 32;

type Code = Readonly<{
  values: Uint8Array;
  /** Of a sign, and of what becomes a byte, in bits. */
  width: number;
  byteWidth: number;
  /** From one way to cut the signs into bytes to the next are all ways. */
  ways: number;
}>;

const NO_VALUE = 0xff;
const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const CAPITAL = SMALL.toUpperCase();
const DIGITS = '0123456789';

const codeOf = (alphabets: readonly string[], width: number, ways: number, byteWidth = 8): Code => {
  const values = new Uint8Array(128).fill(NO_VALUE);
  for (const alphabet of alphabets)
    for (const [value, sign] of [...alphabet].entries()) values[sign.charCodeAt(0)] = value;
  return { values, width, byteWidth, ways };
};

const LETTERS = `${CAPITAL}${SMALL}${DIGITS}`;
const BASE64 = codeOf([`${LETTERS}+/`, `${LETTERS}-_`], 6, 4);
const CODES: readonly Code[] = [
  codeOf([`${CAPITAL}234567`], 5, 8),
  codeOf([`${SMALL}234567`], 5, 8),
  codeOf([`${DIGITS}${CAPITAL.slice(0, 22)}`], 5, 8),
  codeOf([`${DIGITS}${CAPITAL.replace(/[ILOU]/gu, '')}`], 5, 8),
  codeOf(['ybndrfg8ejkmcpqxot1uwisza345h769'], 5, 8),
  codeOf([`${DIGITS}ABCDEF`, `${DIGITS}abcdef`], 4, 2),
  codeOf(['01'], 1, 8),
  codeOf(['01'], 1, 7, 7),
];

/** Bytes that are looked at together; every other such group is. */
const PROBE = 12;
const APART = 2;
/** So many of them are letters, or parts of some: of a text half are. */
const LEAST_LETTERS = 5;

const IS_LETTER = new Uint8Array(256).fill(1, 0x80);
IS_LETTER.fill(1, 0x41, 0x5b).fill(1, 0x61, 0x7b);

/** The values of the signs that were gathered last, from the first one on and from the last. */
const gathered = { forth: new Uint8Array(4096), back: new Uint8Array(4096), length: 0 };

const gather = (signs: Uint8Array, values: Uint8Array): void => {
  const { length } = signs;
  if (length > gathered.forth.length) {
    gathered.forth = new Uint8Array(2 * length);
    gathered.back = new Uint8Array(2 * length);
  }
  const { forth, back } = gathered;
  gathered.length = length;
  for (let i = 0; i < length; i++) {
    const value = values[signs[i] ?? 0] ?? 0;
    forth[i] = value;
    back[length - 1 - i] = value;
  }
};

/** In front of the first character, whose bytes may have begun before; between two; within one, so many bytes still to come; nowhere in a text. */
const OPEN = 0;
const BETWEEN = 1;
const LAST_WITHIN = 4;
const NOWHERE = 5;

const nextState = (state: number, byte: number): number => {
  if ((byte & 0xc0) === 0x80) return state === OPEN ? OPEN : state === BETWEEN ? NOWHERE : state - 1;
  const followers = followersOf(byte);
  return state > BETWEEN || followers < 0 || !isWritten(byte) ? NOWHERE : BETWEEN + followers;
};

/** By state and byte. */
const NEXT = Uint8Array.from({ length: (LAST_WITHIN + 1) << 8 }, (_, i) => nextState(i >> 8, i & 0xff));

/** Whether the bytes that begin with a sign may be those of a text. */
const mayBeText = (signs: Uint8Array, from: number, width: number, byteWidth: number): boolean => {
  const mask = (1 << byteWidth) - 1;
  let bits = 0;
  let value = 0;
  let letters = 0;
  let state = OPEN;
  for (let at = from, count = 0; count < PROBE; at++) {
    value = (value << width) | (signs[at] ?? 0);
    bits += width;
    if (bits < byteWidth) continue;
    bits -= byteWidth;
    count++;
    const byte = (value >> bits) & mask;
    letters += IS_LETTER[byte] ?? 0;
    state = NEXT[(state << 8) | byte] ?? NOWHERE;
    if (state === NOWHERE) return false;
  }
  return letters >= LEAST_LETTERS;
};

const toBytes = (signs: Uint8Array, from: number, to: number, { width, byteWidth }: Code): Uint8Array => {
  const mask = (1 << byteWidth) - 1;
  const bytes = new Uint8Array(Math.floor(((to - from) * width) / byteWidth));
  let bits = 0;
  let value = 0;
  let count = 0;
  for (let at = from; at < to; at++) {
    value = (value << width) | (signs[at] ?? 0);
    bits += width;
    if (bits < byteWidth) continue;
    bits -= byteWidth;
    bytes[count++] = (value >> bits) & mask;
  }
  return bytes;
};

/** Whether all bytes of the group that begins with a sign may be those of a text. */
const isWrittenGroup = (signs: Uint8Array, from: number, { width, byteWidth, ways }: Code): boolean => {
  const mask = (1 << byteWidth) - 1;
  let bits = 0;
  let value = 0;
  for (let at = from; at < from + ways; at++) {
    value = (value << width) | (signs[at] ?? 0);
    bits += width;
    if (bits < byteWidth) continue;
    bits -= byteWidth;
    if (!isWritten((value >> bits) & mask)) return false;
  }
  return true;
};

/** Reads texts among bytes that are cut in one way: none that takes three groups can hide between two looks. */
const readWay = (signs: Uint8Array, way: number, code: Code, out: string[]): void => {
  const { length } = gathered;
  const { width, byteWidth, ways } = code;
  const probe = Math.ceil((PROBE * byteWidth) / width);
  const group = Math.ceil(probe / ways) * ways;
  for (let at = way, floor = way; at + probe <= length; at += APART * group) {
    if (!mayBeText(signs, at, width, byteWidth)) continue;
    let from = at;
    while (from - ways >= floor && isWrittenGroup(signs, from - ways, code)) from -= ways;
    let to = at + group;
    while (to + ways <= length && isWrittenGroup(signs, to, code)) to += ways;
    floor = to;
    at = to - APART * group;
    const text = textIn(toBytes(signs, from, to + ways > length ? length : to, code));
    if (text !== undefined) out.push(text);
  }
};

const readSigns = (signs: Uint8Array, code: Code, out: string[]): void => {
  for (let way = 0; way < code.ways; way++) readWay(signs, way, code, out);
};

const readStretch = (signs: Uint8Array, code: Code, out: string[]): void => {
  gather(signs, code.values);
  readSigns(gathered.forth, code, out);
  // Other codes are turned round by nobody.
  if (code === BASE64) readSigns(gathered.back, code, out);
};

/** Reads every stretch of a run that is of a code; none hides between two looks. */
const readStretches = (run: Uint8Array, code: Code, out: string[]): void => {
  const { values } = code;
  let floor = 0;
  for (let look = LEAST - 1; look < run.length; look += LEAST) {
    if (values[run[look] ?? 0] === NO_VALUE) continue;
    let start = look;
    while (start > floor && values[run[start - 1] ?? 0] !== NO_VALUE) start--;
    let end = look + 1;
    while (end < run.length && values[run[end] ?? 0] !== NO_VALUE) end++;
    floor = end;
    look = end;
    if (end - start >= LEAST) readStretch(run.subarray(start, end), code, out);
  }
};

/** Names in programs have no digits, and a text of this length in base64 has letters of both kinds. */
const hasKinds = (run: string): boolean => /[a-z]/u.test(run) && /[A-Z]/u.test(run) && /\d/u.test(run);

const IS_SMALL = 1;
const IS_CAPITAL = 2;
const IS_DIGIT = 4;
const ALL_KINDS = IS_SMALL | IS_CAPITAL | IS_DIGIT;
/** Signs of base64 that no other of the codes has. */
const PARTS = 8;
const KINDS = new Uint8Array(0x10000);
for (const letter of SMALL) KINDS[letter.charCodeAt(0)] = IS_SMALL;
for (const letter of CAPITAL) KINDS[letter.charCodeAt(0)] = IS_CAPITAL;
for (const digit of DIGITS) KINDS[digit.charCodeAt(0)] = IS_DIGIT;
for (const sign of '+/-_') KINDS[sign.charCodeAt(0)] = PARTS;

/** Whether a run is long enough, and may be of base64 or holds so many letters and digits in a row as make any other code: blanks are none of it. */
export const mayBeGlued = (text: string, start: number, end: number): boolean => {
  if (end - start < LEAST) return false;
  let kinds = 0;
  let row = 0;
  for (let at = start; at < end; at++) {
    const kind = KINDS[text.charCodeAt(at)] ?? 0;
    kinds |= kind;
    if (kind === PARTS) row = 0;
    else if (kind !== 0) row++;
    if (row === LEAST || (kinds & ALL_KINDS) === ALL_KINDS) return true;
  }
  return false;
};

export const readGlued = (run: string): string | undefined => {
  const compact = run.replace(/\s/gu, '');
  const out: string[] = [];
  const signs = Buffer.from(compact, 'latin1');
  if (hasKinds(compact)) readStretch(signs, BASE64, out);
  for (const code of CODES) readStretches(signs, code, out);
  return out.length === 0 ? undefined : out.join('\n');
};
