import { isCharacter } from '../text/unit-writer.ts';
import { inflate } from './bytes/inflated.ts';
import { readable, toText } from './bytes/readable.ts';
import { wideTextOf } from './bytes/wide-text.ts';
import { characterAt, isText, isWritten } from './bytes/written.ts';
import { knownShare } from './words/stretches.ts';

/** Text in bytes not all of which are UTF-8: one that strays among them hides nothing, and older mail is in windows-1252. */

/** Of all bytes those that may stray. */
const MOST_STRAY = 0.25;
const FIRST_LETTER = 0xc0;
const FIRST_PRINTED = 0xa0;
const NEVER_LETTERS = 0xfe;

/** What windows-1252 has where Latin-1 has controls, as far as texts are made of it. */
const PUNCTUATION: ReadonlyMap<number, string> = new Map([
  [0x85, '…'],
  [0x91, '‘'],
  [0x92, '’'],
  [0x93, '“'],
  [0x94, '”'],
  [0x96, '–'],
  [0x97, '—'],
]);

/** The last two are no letters of anything that is written. */
const inLatin = (byte: number): string =>
  byte >= FIRST_PRINTED && byte < NEVER_LETTERS ? String.fromCharCode(byte) : (PUNCTUATION.get(byte) ?? '');

/** How many bytes the character takes that begins at `at`; 0 where none does. */
const sizeAt = (bytes: Uint8Array, at: number): number => {
  const size = characterAt(bytes, at, bytes.length);
  if (size <= 1) return size;
  let codePoint = (bytes[at] ?? 0) & (0x7f >> size);
  for (let i = at + 1; i < at + size; i++) codePoint = (codePoint << 6) | ((bytes[i] ?? 0) & 0x3f);
  return isCharacter(codePoint, size - 1) ? size : 0;
};

/** Where bytes stand that are no part of a character, `most` of them and one at most. */
const strayIn = (bytes: Uint8Array, most: number): readonly number[] => {
  const stray: number[] = [];
  for (let at = 0; at < bytes.length && stray.length <= most; ) {
    const size = sizeAt(bytes, at);
    if (size === 0) stray.push(at);
    at += Math.max(1, size);
  }
  return stray;
};

/** Of all bytes those that may be letters, or parts of some. */
const LEAST_LETTERS = 0.4;
const FIRST_HIGH = 0x80;

const IS_NO_LETTER = new Uint8Array(256).fill(1, 0, FIRST_HIGH);
IS_NO_LETTER.fill(0, 0x41, 0x5b).fill(0, 0x61, 0x7b);

const mayBeText = (bytes: Uint8Array): boolean => {
  let spare = bytes.length - Math.ceil(bytes.length * LEAST_LETTERS);
  for (let at = 0; at < bytes.length && spare >= 0; at++) spare -= IS_NO_LETTER[bytes[at] ?? 0] ?? 0;
  return spare >= 0;
};

const withStray = (bytes: Buffer, stray: readonly number[], read: (byte: number) => string): string => {
  let out = '';
  let from = 0;
  for (const at of stray) {
    out += bytes.toString('utf8', from, at) + read(bytes[at] ?? 0);
    from = at + 1;
  }
  return out + bytes.toString('utf8', from);
};

const nothing = (): string => '';

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Words are known by their letters without accents. */
const bare = (text: string): string =>
  BEYOND_ASCII.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text;

/** What bytes say that are not all UTF-8: stray ones are letters of windows-1252 where that makes more words, and nothing elsewhere. */
const readLoose = (bytes: Buffer): string | undefined => {
  if (!mayBeText(bytes)) return undefined;
  const most = bytes.length * MOST_STRAY;
  const stray = strayIn(bytes, most);
  if (stray.length === 0 || stray.length > most) return undefined;
  const latin = withStray(bytes, stray, inLatin);
  const dropped = withStray(bytes, stray, nothing);
  const [bareLatin, bareDropped] = [bare(latin), bare(dropped)];
  // Most bytes that somebody takes for a text are none in either way.
  if (!readable(bareLatin) && !readable(bareDropped)) return undefined;
  const isLatin = latin === dropped || knownShare(bareLatin) >= knownShare(dropped);
  return isText(isLatin ? bareLatin : bareDropped) ? (isLatin ? latin : dropped) : undefined;
};

/** The text that bytes are; undefined where they are none, or nothing that somebody wrote. */
export const textOfBytes = (bytes: Buffer): string | undefined => {
  const inflated = inflate(bytes);
  if (inflated !== undefined) return textOfBytes(inflated);
  const text = toText(bytes);
  return readable(text) ? text : (wideTextOf(bytes) ?? readLoose(bytes));
};

/** Escapes in a row within a text; fewer say nothing of what they are. */
const FEW = 4;

const isLetter = (byte: number): boolean => byte >= FIRST_LETTER && byte < NEVER_LETTERS;

const lettersOnly = (byte: number): string => (isLetter(byte) ? inLatin(byte) : '');

const readFew = (bytes: Buffer): string | undefined => {
  if (bytes.every(isLetter)) return Array.from(bytes, inLatin).join('');
  const stray = strayIn(bytes, bytes.length);
  return stray.length < bytes.length && bytes.every(isWritten)
    ? withStray(bytes, stray, lettersOnly)
    : undefined;
};

/** The text of bytes that are escaped within one, and not all UTF-8; a few are letters of windows-1252 or nothing at all. */
export const textOfEscaped = (bytes: Buffer): string | undefined =>
  bytes.length <= FEW ? readFew(bytes) : readLoose(bytes);
