import { createCodeUnits } from '../code-units.ts';
import { createMapBuilder, type MappedText } from '../mapped-text.ts';
import type { TextFacts } from '../text-facts.ts';
import { beginsLikeText, PROBE_CHARS, readWithin } from './base64.ts';
import { longWordsIn } from './blank-words.ts';
import { textIn } from './written.ts';

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

const IS_HEX = /^(?:[\da-f]{2})+$/iu;
/** Signs between two looks, a multiple of a group of base64. */
const STEP = 24;
const GROUP = 4;

const withoutCuts = (text: string): string => text.replace(/[^\dA-Za-z+/]/gu, '');

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

const readPieces = (cut: string): string | undefined => {
  const coded = withoutCuts(cut);
  if (coded.length < MIN_SIGNS) return undefined;
  if (IS_HEX.test(coded)) return textIn(Buffer.from(coded, 'hex'));
  return mayHoldBase64(coded) ? readWithin(coded) : undefined;
};

const CODE_UNITS = createCodeUnits();

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
  const units = CODE_UNITS.read(text);
  const builder = createMapBuilder(text);
  let last = 0;
  for (const word of words)
    eachCut(units, word.start, word.end, (start, end) => {
      const out = start < last ? undefined : readPieces(text.slice(start, end));
      if (out === undefined) return;
      builder.put(`${out}\n`, start, end);
      last = end;
    });
  return last > 0 ? builder.build() : undefined;
};
