import { isUtf8 } from 'node:buffer';
import { codePointAt } from '../../text/code-units.ts';

const MIN_TEXT = 8;

/** Whether the high bytes of UTF-16 stand there, none of which letters of ASCII have. */
const isWide = (bytes: Buffer, first: 0 | 1): boolean =>
  bytes[first] === 0 && bytes[first + 2] === 0 && bytes[first + 4] === 0 && bytes[1 - first] !== 0;

const bigEndian = (bytes: Buffer): string => Buffer.from(bytes).swap16().toString('utf16le');

/** Whether bytes begin with the mark that says in which order those of UTF-16 follow, whatever their script. */
export const hasOrderMark = (first = 0, second = 0): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

export const toText = (bytes: Buffer): string | undefined => {
  if (bytes.length >= MIN_TEXT && hasOrderMark(bytes[0], bytes[1])) {
    const even = bytes.subarray(2, bytes.length & ~1);
    return bytes[0] === 0xff ? even.toString('utf16le') : bigEndian(even);
  }
  if (bytes.length >= MIN_TEXT && isWide(bytes, 1)) return bytes.toString('utf16le');
  if (bytes.length >= MIN_TEXT && isWide(bytes, 0) && bytes.length % 2 === 0) return bigEndian(bytes);
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
};

const LETTER = 1;
const USUAL = 2;
const ODD = 3;
/** What was found out about characters of the first plane so far; 0 where nothing was. */
const kinds = new Uint8Array(0x10000);

const findKind = (character: string): number => {
  if (/\p{L}/u.test(character)) return LETTER;
  return /[\p{N}\p{P}\p{M}\p{Sm}\p{Zs}\n\r\t$`^|]/u.test(character) ? USUAL : ODD;
};

/** The kind of a character that nothing is known of so far, or of one beyond the first plane. */
const lookUp = (codePoint: number): number => {
  const kind = findKind(String.fromCodePoint(codePoint));
  if (codePoint < 0xd800 || (codePoint > 0xdfff && codePoint <= 0xffff)) kinds[codePoint] = kind;
  return kind;
};

/** Of all characters, at least and at most. */
const LEAST_LETTERS = 0.5;
const MOST_ODD = 0.1;

/** Decoded bytes are only worth a scan when they read like something somebody wrote; what can't any more is not read to its end. */
export const readable = (text: string | undefined): text is string => {
  if (text === undefined || text.length < MIN_TEXT) return false;
  const { length } = text;
  const mostOdd = length * MOST_ODD;
  /** Letters that may still be missing. */
  let spare = length - length * LEAST_LETTERS;
  let odd = 0;
  for (let i = 0; i < length; i++) {
    let kind = kinds[text.charCodeAt(i)] ?? 0;
    if (kind === 0) {
      const codePoint = codePointAt(text, i);
      kind = lookUp(codePoint);
      if (codePoint > 0xffff) {
        i++;
        spare--;
      }
    }
    if (kind !== LETTER && --spare < 0) return false;
    if (kind === ODD && ++odd > mostOdd) return false;
  }
  return spare >= 0;
};
