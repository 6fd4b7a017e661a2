import type { TextFacts } from '../facts/facts.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';
import { readWithin } from './base64.ts';
import { textIn } from './bytes/written.ts';
import { IN_HEX, type RowWord, rowsIn } from './runs/blank-words.ts';

/** Base64 or hex that blanks cut into words of the same length, be it one sign: `U 1 R P U C`, `5354 4f50 2e20`. */

const MIN_WORDS = 3;
/** More words make a text without the rest. */
const MOST_WITH_REST = 32;
/** In front of the last cut, blanks included. */
const MIN_LENGTH = 20;

/** Bytes by themselves are read where they stand, by another decoder. */
const LENGTH_OF_BYTE = 2;

/** Words of the same length so far; a shorter one is the last. */
type Cut = { start: number; end: number; rest: number; length: number; count: number; codes: number };

const withoutBlanks = (text: string): string => text.replace(/[^\w+/=-]/gu, '');

const readCoded = (coded: string, codes: number): string | undefined =>
  (codes & IN_HEX) === 0 ? readWithin(coded) : textIn(Buffer.from(coded, 'hex'));

type Reading = Readonly<{ out: string; end: number }>;

/** A shorter word behind the others may be their rest, and may be none of them. */
const readCut = (text: string, { start, end, rest, length, count, codes }: Cut): Reading | undefined => {
  if (count < MIN_WORDS || end - start < MIN_LENGTH || codes === 0) return undefined;
  if ((codes & IN_HEX) !== 0 && length === LENGTH_OF_BYTE) return undefined;
  const coded = withoutBlanks(text.slice(start, end));
  const out = readCoded(coded, codes);
  const mayEnd = rest > end && (out !== undefined || count <= MOST_WITH_REST);
  const whole = mayEnd ? readCoded(coded + withoutBlanks(text.slice(end, rest)), codes) : undefined;
  if (whole !== undefined && whole.length > (out?.length ?? 0)) return { out: whole, end: rest };
  return out === undefined ? undefined : { out, end };
};

const begin = (cut: Cut, { start, end, codes }: RowWord): void => {
  cut.start = start;
  cut.end = end;
  cut.rest = end;
  cut.length = end - start;
  cut.count = 1;
  cut.codes = codes;
};

/** Whether a word goes on with the others; a shorter one is noted as what may be their rest. */
const goesOn = (cut: Cut, { start, end, codes }: RowWord): boolean => {
  const length = end - start;
  if ((cut.codes & codes) === 0 || length > cut.length) return false;
  cut.rest = end;
  if (length < cut.length) return false;
  cut.end = end;
  cut.count++;
  cut.codes &= codes;
  return true;
};

/** @returns What was decoded and nothing else; undefined where that is nothing. */
export const decodeCutWords = (facts: TextFacts): MappedText | undefined => {
  const { text } = facts;
  let builder: MapBuilder | undefined;
  const cut: Cut = { start: 0, end: 0, rest: 0, length: 0, count: 0, codes: 0 };
  const close = (): void => {
    const reading = readCut(text, cut);
    if (reading === undefined) return;
    builder ??= createMapBuilder(text);
    builder.put(`${reading.out}\n`, cut.start, reading.end);
  };
  for (const row of rowsIn(facts)) {
    for (const word of row) {
      if (goesOn(cut, word)) continue;
      close();
      begin(cut, word);
    }
    close();
    cut.codes = 0;
  }
  return builder?.build();
};
