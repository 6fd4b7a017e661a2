import { isUtf8 } from 'node:buffer';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { isText } from './bytes/written.ts';
import { textOfBytes, textOfEscaped } from './loose-text.ts';
import { knownShare } from './words/stretches.ts';

/** Ways to write bytes besides base64 and hex. */

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const PROBE = 16;
const MAX_BASE32 = 16_384;
const NO_VALUE = 0xff;
const BLANKS = /\s/u;

const isCapital = (code: number): boolean => code >= 65 && code <= 90;
const isSmall = (code: number): boolean => code >= 97 && code <= 122;
const isBase32Digit = (code: number): boolean => code >= 50 && code <= 55;

/** In letters of either case. */
export const mayBeBase32 = (text: string, start: number): boolean => {
  let small = 0;
  let capital = 0;
  for (let i = 0; i < PROBE; i++) {
    const code = text.charCodeAt(start + i);
    if (isSmall(code)) small++;
    else if (isCapital(code)) capital++;
    else if (!isBase32Digit(code)) return false;
  }
  return small === 0 || capital === 0;
};

/** The value of each sign, in letters of either case. */
const VALUES = new Uint8Array(128).fill(NO_VALUE);
for (const [value, sign] of [...BASE32].entries()) {
  VALUES[sign.charCodeAt(0)] = value;
  VALUES[sign.toLowerCase().charCodeAt(0)] = value;
}

const bytesOfBase32 = (signs: string): Buffer | undefined => {
  if (signs.length < PROBE || signs.length > MAX_BASE32) return undefined;
  const bytes = Buffer.allocUnsafe((signs.length * 5) >> 3);
  let count = 0;
  let bits = 0;
  let value = 0;
  for (let at = 0; at < signs.length; at++) {
    const next = VALUES[signs.charCodeAt(at)] ?? NO_VALUE;
    if (next === NO_VALUE) return undefined;
    value = ((value << 5) | next) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[count++] = (value >> bits) & 0xff;
  }
  return bytes;
};

export const readBase32 = (run: string): string | undefined => {
  const bytes = bytesOfBase32(BLANKS.test(run) ? run.replace(/\s/gu, '') : run);
  if (bytes === undefined) return undefined;
  const text = textOfBytes(bytes);
  // Small letters are words, too.
  return text === undefined || !/[a-z]/u.test(run) || isText(text) ? text : undefined;
};

/** One alone is a letter of windows-1252 in mail, and much else where capitals and digits follow, as in settings. */
const QUOTED = /(?:=[\da-fA-F]{2}|=\n ?){2,2048}|(?<=[A-Za-z\s])=[C-F][\dA-F](?![A-Z\d]|[a-z]\d)/gu;
const MIN_QUOTED = 4;
const LINE_FEED = 0x0a;

const isHex = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);

const isCapitalHex = (code: number): boolean => code >= 67 && code <= 70;

/** Two in a row, or one that may be a letter, at any place. */
const hasQuoted = (text: string): boolean => {
  for (let at = text.indexOf('='); at !== -1; at = text.indexOf('=', at + 1)) {
    const first = text.charCodeAt(at + 1);
    if (!isHex(first) || !isHex(text.charCodeAt(at + 2))) continue;
    if (text[at + 3] === '=' || isCapitalHex(first)) return true;
  }
  return false;
};

/** In UTF-8 a letter that is none of ASCII takes two bytes. */
const LETTER_BYTES = 2;

const readQuoted = (bytes: Buffer): string | undefined =>
  isUtf8(bytes) ? bytes.toString('utf8') : textOfEscaped(bytes);

const HEX = new Uint8Array(128);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  HEX[digit.charCodeAt(0)] = value;
  HEX[digit.toUpperCase().charCodeAt(0)] = value;
}

const MOST_QUOTED = 2048;
/** Those of the run that was read last. */
const quoted = Buffer.alloc(MOST_QUOTED);

const bytesOfQuoted = (run: string): Buffer => {
  let count = 0;
  for (let at = run.indexOf('='); at !== -1; at = run.indexOf('=', at + 1)) {
    if (run.charCodeAt(at + 1) === LINE_FEED) continue;
    quoted[count++] = ((HEX[run.charCodeAt(at + 1)] ?? 0) << 4) | (HEX[run.charCodeAt(at + 2)] ?? 0);
  }
  return quoted.subarray(0, count);
};

/** Quoted-printable, as mail has it: `=69=67=6E`, with `=` at the end of a line that goes on. */
export const decodeQuotedPrintable = (text: string): MappedText | undefined => {
  if (!hasQuoted(text)) return undefined;
  const builder = createMapBuilder(text);
  let from = 0;
  let read = 0;
  for (const { 0: run, index } of text.matchAll(QUOTED)) {
    const bytes = bytesOfQuoted(run);
    const out = readQuoted(bytes);
    if (out === undefined) continue;
    read += Math.max(LETTER_BYTES, bytes.length);
    builder.copy(from, index);
    builder.put(out, index, index + run.length);
    from = index + run.length;
  }
  if (read < MIN_QUOTED) return undefined;
  builder.copy(from, text.length);
  return builder.build();
};

/** A line of a mail that goes on in the next one; programs indent that one by more. */
const SOFT_BREAK = /(?<=[^\s=] ?)=\r?\n(?= ?[^\s=])/gu;
const WITHIN_WORD = /\p{L}=\r?\n\p{L}/u;
/** In UTF-16 code units; mail has lines of 76. */
const LONG_LINE = 40;
/** Of shorter ones so many, which must cut words. */
const MIN_BREAKS = 4;
const MIN_GAIN = 0.1;

const isLongLine = (text: string, end: number): boolean => {
  const start = text.lastIndexOf('\n', end - 1) + 1;
  return end - start >= LONG_LINE && text.slice(start, end).includes(' ');
};

/** Quoted-printable of which nothing is coded: lines that go on, some of them within a word. */
export const joinSoftBreaks = (text: string): MappedText | undefined => {
  // Nearly all texts are left by the first question.
  if (!text.includes('=\n') && !text.includes('=\r\n')) return undefined;
  if (!WITHIN_WORD.test(text)) return undefined;
  const breaks = [...text.matchAll(SOFT_BREAK)];
  const builder = createMapBuilder(text);
  let from = 0;
  for (const { 0: softBreak, index } of breaks) {
    builder.copy(from, index);
    from = index + softBreak.length;
  }
  builder.copy(from, text.length);
  const joined = builder.build();
  const isMail = breaks.some(({ index }) => isLongLine(text, index));
  const isCut = () => breaks.length >= MIN_BREAKS && knownShare(joined.text) >= knownShare(text) + MIN_GAIN;
  return isMail || isCut() ? joined : undefined;
};

/** A word of a mail's header (RFC 2047): quoted-printable, in which `_` is a blank. */
const ENCODED_WORD = /=\?[\w-]{2,24}\?q\?([^?\s]{1,512})\?=/giu;

/** @returns The text with such words decoded. */
export const decodeEncodedWords = (text: string): MappedText | undefined => {
  if (!/\?q\?/iu.test(text)) return undefined;
  const builder = createMapBuilder(text);
  let from = 0;
  for (const { 0: word, 1: coded = '', index } of text.matchAll(ENCODED_WORD)) {
    const bytes = Buffer.from(
      coded
        .replaceAll('_', ' ')
        .replace(/=([\da-f]{2})/giu, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
      'latin1',
    );
    builder.copy(from, index);
    builder.put(bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1'), index, index + word.length);
    from = index + word.length;
  }
  if (from === 0) return undefined;
  builder.copy(from, text.length);
  return builder.build();
};

/** Base64 of UTF-16 with the high byte first between `+` and `-`. */
const UTF7 = /\+(A[A-Za-z\d+/]{7,4096})-?/gu;

export const decodeUtf7 = (text: string): MappedText | undefined => {
  if (!text.includes('+A')) return undefined;
  const builder = createMapBuilder(text);
  let from = 0;
  for (const { 0: run, 1: coded = '', index } of text.matchAll(UTF7)) {
    const bytes = Buffer.from(coded, 'base64');
    const even = bytes.subarray(0, bytes.length & ~1);
    const out = even.swap16().toString('utf16le');
    if (!/^[\t\n\r -\u04ff]+$/u.test(out)) continue;
    builder.copy(from, index);
    builder.put(out, index, index + run.length);
    from = index + run.length;
  }
  if (from === 0) return undefined;
  builder.copy(from, text.length);
  return builder.build();
};
