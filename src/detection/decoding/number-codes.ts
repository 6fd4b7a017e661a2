import { createCodeUnits } from '../code-units.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../mapped-text.ts';
import { areCrowded } from './digit-runs.ts';
import { toText as bytesToText, readable } from './readable.ts';
import { knownShare } from './stretches.ts';

/** Characters as numbers: `73 103 110`, `111, 147, 156`, `\151\147`. */

const MIN_NUMBERS = 8;
const MAX_GAP = 3;
const MAX_DIGITS = 3;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const endOfNumber = (units: Uint16Array, from: number): number => {
  let end = from;
  while (end - from <= MAX_DIGITS && isDigit(units[end] ?? 0)) end++;
  return end;
};

const isOctal = (number: string): boolean => /^[0-7]{2,3}$/u.test(number);

const toText = (numbers: readonly string[], radix: number): string | undefined => {
  const codes = numbers.map((number) => Number.parseInt(number, radix));
  if (codes.some((code) => code > 255 || (code < 32 && code !== 10 && code !== 13 && code !== 9)))
    return undefined;
  const out = bytesToText(Buffer.from(codes));
  return readable(out) && isWritten(out) ? out : undefined;
};

/** Numbers of a table may be letters by chance, but not mostly; what has more signs is told by its words. */
const LETTERS_SHARE = 0.8;
const LETTERS_SHARE_OF_WORDS = 0.55;
const KNOWN_SHARE = 0.6;

const isWritten = (out: string): boolean => {
  const letters = out.match(/[\p{L} ]/gu)?.length ?? 0;
  if (letters >= out.length * LETTERS_SHARE) return true;
  return letters >= out.length * LETTERS_SHARE_OF_WORDS && knownShare(out) >= KNOWN_SHARE;
};

const readNumbers = (numbers: readonly string[]): string | undefined =>
  toText(numbers, 10) ?? (numbers.every(isOctal) ? toText(numbers, 8) : undefined);

const DOT = 0x2e;
const GAP = new Uint8Array(0x10000);
for (const sign of ' \n,;|/\\-_[]().') GAP[sign.charCodeAt(0)] = 1;

/** No letter, and no sign of a time, an amount or an address. */
const isGap = (units: Uint16Array, from: number, to: number): boolean => {
  if (to <= from || to - from > MAX_GAP) return false;
  for (let at = from; at < to; at++) if (GAP[units[at] ?? 0] !== 1) return false;
  return to - from > 1 || units[from] !== DOT;
};

const MAX_NUMBERS = 4096;
/** From the beginning of one number to that of the last of the fewest that are read, at most. */
const REACH = (MIN_NUMBERS - 1) * (MAX_DIGITS + MAX_GAP);

type Run = Readonly<{ start: number; end: number }>;

const CODE_UNITS = createCodeUnits();

/** Runs of numbers with two or three digits. */
const findRuns = (text: string, marks: readonly number[]): readonly Run[] => {
  const units = CODE_UNITS.read(text);
  units[text.length] = 0;
  const runs: Run[] = [];
  let count = 0;
  let start = 0;
  let end = 0;
  for (let i = 0; i < marks.length; i++) {
    const mark = marks[i] ?? 0;
    const numberEnd = endOfNumber(units, mark);
    const isCode = numberEnd - mark >= 2 && numberEnd - mark <= MAX_DIGITS;
    if (count > 0 && !(isCode && count < MAX_NUMBERS && isGap(units, end, mark))) {
      if (count >= MIN_NUMBERS) runs.push({ start, end });
      count = 0;
    }
    if (!isCode) continue;
    if (count === 0) start = mark;
    count++;
    end = numberEnd;
  }
  if (count >= MIN_NUMBERS) runs.push({ start, end });
  return runs;
};

/** @param marks Where runs of digits begin, among other places. */
export const decodeNumbers = (text: string, marks: readonly number[]): MappedText | undefined => {
  if (!areCrowded(marks, MIN_NUMBERS, REACH)) return undefined;
  let builder: MapBuilder | undefined;
  for (const { start, end } of findRuns(text, marks)) {
    const out = readNumbers(text.slice(start, end).match(/\d{2,3}/gu) ?? []);
    if (out === undefined) continue;
    builder ??= createMapBuilder(text);
    builder.put(`${out}\n`, start, end);
  }
  return builder?.build();
};
