import type { TextFacts } from '../facts/facts.ts';
import { unitsOf } from '../text/code-units.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';
import { beginsLikeText, PROBE_CHARS, readWithin } from './base64.ts';
import { textIn, writtenStretches } from './bytes/written.ts';
import { longWordsIn } from './runs/blank-words.ts';

/** Base64 or hex that a sign cuts into pieces: `U1RPUC.4gRElT.UkVHQV`. */

const MIN_CUTS = 2;
const MIN_SIGNS = 16;
const LEAST = MIN_SIGNS + MIN_CUTS;
const LINE_FEED = 0x0a;
const IS_LETTER = 1;
const IS_DIGIT = 2;
const IS_PART = new Uint8Array(0x10000);
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
  IS_PART[sign.charCodeAt(0)] = IS_LETTER;
for (const sign of '0123456789+/') IS_PART[sign.charCodeAt(0)] = IS_DIGIT;

const IS_HEX = new Uint8Array(0x10000);
const HEX_VALUES = new Uint8Array(0x100);
for (const digit of '0123456789abcdefABCDEF') {
  IS_HEX[digit.charCodeAt(0)] = 1;
  HEX_VALUES[digit.charCodeAt(0)] = Number.parseInt(digit, 16);
}
/** Signs between two looks, a multiple of a group of base64. */
const STEP = 24;
const GROUP = 4;

/** The pieces without what stands between them, and whether they are bytes in hex; until the next ones. */
const pieces = { codes: Buffer.alloc(16_384), length: 0, isHex: false };

const gather = (units: Uint16Array, start: number, end: number): void => {
  if (end - start > pieces.codes.length) pieces.codes = Buffer.alloc(2 * (end - start));
  const { codes } = pieces;
  let length = 0;
  let hex = 0;
  for (let at = start; at < end; at++) {
    const code = units[at] ?? 0;
    if (IS_PART[code] === 0) continue;
    codes[length++] = code;
    hex += IS_HEX[code] ?? 0;
  }
  pieces.length = length;
  pieces.isHex = hex === length && length % 2 === 0;
};

/** Whether a text may begin in the first group of signs, or go on from one look to the next. */
const mayHoldBase64 = (coded: string): boolean => {
  for (let skip = 0; skip < GROUP; skip++) {
    // Where a text begins in front, nothing needs to have gone before.
    let isText = true;
    for (let at = skip; at + PROBE_CHARS <= coded.length; at += STEP) {
      const goesOn = beginsLikeText(coded, at);
      if (goesOn && isText) return true;
      isText = goesOn;
    }
  }
  return false;
};

/** What pieces in hex stand for, which are written over: identifiers are such, and a text for each would cost more than all else. */
const readHex = (): string | undefined => {
  const { codes } = pieces;
  const count = pieces.length / 2;
  for (let i = 0; i < count; i++)
    codes[i] = ((HEX_VALUES[codes[2 * i] ?? 0] ?? 0) << 4) | (HEX_VALUES[codes[2 * i + 1] ?? 0] ?? 0);
  return writtenStretches(codes, count).length === 0 ? undefined : textIn(codes.subarray(0, count));
};

const readPieces = (units: Uint16Array, start: number, end: number): string | undefined => {
  gather(units, start, end);
  if (pieces.length < MIN_SIGNS) return undefined;
  if (pieces.isHex) return readHex();
  const coded = pieces.codes.toString('latin1', 0, pieces.length);
  return mayHoldBase64(coded) ? readWithin(coded) : undefined;
};

/** Names in programs have hardly any digits, and a code always has. */
const isWorthwhile = (cuts: number, length: number, parts: number): boolean =>
  cuts >= MIN_CUTS && length >= LEAST && (parts & IS_DIGIT) !== 0;

/** Calls `take` for pieces that the same sign stands between. */
const eachCut = (
  units: Uint16Array,
  from: number,
  to: number,
  take: (start: number, end: number) => void,
): void => {
  let start = from;
  let piece = from;
  let sign = 0;
  let cuts = 0;
  let parts = 0;
  for (let at = from; at < to; at++) {
    const code = units[at] ?? 0;
    const part = IS_PART[code] ?? 0;
    parts |= part;
    if (part !== 0) continue;
    if (code !== sign) {
      if (isWorthwhile(cuts, at - start, parts)) take(start, at);
      // The last piece may be the first one of the next, where that is in the same line.
      start = code === LINE_FEED ? at + 1 : piece;
      cuts = 0;
      parts = 0;
      sign = code;
    }
    cuts++;
    piece = at + 1;
  }
  if (isWorthwhile(cuts, to - start, parts)) take(start, to);
};

/** @returns What was decoded and nothing else; undefined where that is nothing. */
export const decodeCutCodes = (facts: TextFacts): MappedText | undefined => {
  const { text } = facts;
  const words = longWordsIn(facts);
  if (words.length === 0) return undefined;
  const units = unitsOf(text);
  let builder: MapBuilder | undefined;
  let last = 0;
  const take = (start: number, end: number): void => {
    const out = start < last ? undefined : readPieces(units, start, end);
    if (out === undefined) return;
    builder ??= createMapBuilder(text);
    builder.put(`${out}\n`, start, end);
    last = end;
  };
  for (const { start, end } of words) eachCut(units, start, end, take);
  return builder?.build();
};
