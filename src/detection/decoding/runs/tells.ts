import type { Span } from '../../../chat/segment.ts';
import type { TextFacts } from '../../facts/facts.ts';
import { CHARS, SIGNS } from '../../facts/signs.ts';
import { unitsOf } from '../../text/code-units.ts';
import { mayBeBase64 } from '../base64.ts';
import { mayBeGlued } from '../glued-codes.ts';
import { holdsManyLetters } from '../run-together.ts';
import { areChained, digitMarks, digitsAt } from './digit-runs.ts';

/**
 * What the digits and the long runs of a text tell, a bit for each: without some of them a decoder has nothing to do and is not asked. They
 * are told in one pass, since a call of code that is not in the processor's caches costs more than what it then looks at.
 */
export const TELLS = {
  /** `ROW` numbers of which each begins near the one before. */
  row: 1 << 0,
  /** `LIST` numbers of which each begins not far from the one before. */
  list: 1 << 1,
  /** Four zeros in a row. */
  zeros: 1 << 2,
  /** Runs of digits that are long enough for the bits of `CHARACTERS`. */
  bits: 1 << 3,
  /** A run of digits as long as the bytes of `LIST`. */
  digits: 1 << 4,
  /** What may be `CHARACTERS` numbers as arguments or behind casts. */
  arguments: 1 << 5,
  /** This one and the next ones: a long run that may be of the kind. */
  base64: 1 << 6,
  hex: 1 << 7,
  base32: 1 << 8,
  glued: 1 << 9,
  letters: 1 << 10,
} as const;

/** As decoders of numbers have them: how many there are at least, and from the beginning of one to that of the next one at most. */
const ROW = 8;
const ROW_STEP = 10;
const LIST = 12;
const LIST_STEP = 40;
const CHARACTERS = 8;
const BITS = 6;
const LONG_DIGITS = 3 * LIST;

const ZERO = 48;
const BLANK = 0x20;
const ROUND = 0x28;
const CLOSES_SQUARE = 0x5d;

const holdsZeros = (units: Uint16Array, start: number, end: number): boolean => {
  let zeros = 0;
  for (let at = start; at < end && zeros < 4; at++) zeros = units[at] === ZERO ? zeros + 1 : 0;
  return zeros === 4;
};

const isArgument = (units: Uint16Array, mark: number): boolean => {
  const before = units[mark - 1] === BLANK ? units[mark - 2] : units[mark - 1];
  return before === ROUND || before === CLOSES_SQUARE;
};

/** What runs of digits longer than those of most numbers tell. */
const tellsOfLong = (units: Uint16Array, start: number, end: number): number =>
  (end - start >= LONG_DIGITS ? TELLS.digits : 0) | (holdsZeros(units, start, end) ? TELLS.zeros : 0);

const LONG = 4;

/** What the digits say by themselves, wherever they stand. @param places Where runs of them begin. @param lengths Of these, as decoders ask for them, too. */
const tellsOfEach = (units: Uint16Array, places: readonly number[], lengths: Int32Array): number => {
  let [tells, bits, calls] = [0, 0, 0];
  for (let i = 0; i < places.length; i++) {
    const start = places[i] ?? 0;
    if (isArgument(units, start)) calls++;
    const length = lengths[i] ?? 0;
    if (length < LONG) continue;
    tells |= tellsOfLong(units, start, start + length);
    bits += Math.floor(length / BITS);
  }
  return tells | (bits >= CHARACTERS ? TELLS.bits : 0) | (calls >= CHARACTERS ? TELLS.arguments : 0);
};

const tellsOfDigits = (text: string, units: Uint16Array, places: readonly number[]): number =>
  tellsOfEach(units, places, digitsAt(text, places)) |
  (areChained(places, ROW, ROW_STEP) ? TELLS.row : 0) |
  (areChained(places, LIST, LIST_STEP) ? TELLS.list : 0);

/** By code unit what stands against a run's being of the kind: small letters and capitals only where it has both. */
const NOT_HEX = 1;
const NOT_BASE32 = 2;
const SMALL = 4;
const CAPITAL = 8;
const AGAINST = new Uint8Array(0x80);
for (let code = 0; code < AGAINST.length; code++) {
  const sign = String.fromCharCode(code);
  AGAINST[code] =
    (/[\da-f]/iu.test(sign) ? 0 : NOT_HEX) |
    (/[a-z2-7]/iu.test(sign) ? 0 : NOT_BASE32) |
    (/[a-z]/u.test(sign) ? SMALL : 0) |
    (/[A-Z]/u.test(sign) ? CAPITAL : 0);
}
const BOTH = SMALL | CAPITAL;
/** Characters that are looked at; of digits the second may be the `x` of `0x`. */
const BASE32_PROBE = 16;
const HEX_PROBE = 12;

const againstIn = (units: Uint16Array, from: number, to: number): number => {
  let against = 0;
  for (let at = from; at < to; at++) against |= AGAINST[units[at] ?? 0] ?? 0;
  return against;
};

const tellsOfBeginning = (units: Uint16Array, start: number): number => {
  const behind = againstIn(units, start + 2, start + HEX_PROBE);
  const first = AGAINST[units[start] ?? 0] ?? 0;
  const all =
    first |
    behind |
    againstIn(units, start + 1, start + 2) |
    againstIn(units, start + HEX_PROBE, start + BASE32_PROBE);
  const isBase32 = (all & NOT_BASE32) === 0 && (all & BOTH) !== BOTH;
  return (((first | behind) & NOT_HEX) === 0 ? TELLS.hex : 0) | (isBase32 ? TELLS.base32 : 0);
};

/** What a long run tells that is not told already. */
const tellsOfRun = (text: string, units: Uint16Array, { start, end }: Span, told: number): number =>
  tellsOfBeginning(units, start) |
  ((told & TELLS.base64) === 0 && mayBeBase64(text, start) ? TELLS.base64 : 0) |
  ((told & TELLS.letters) === 0 && holdsManyLetters(units, start, end) ? TELLS.letters : 0) |
  ((told & TELLS.glued) === 0 && mayBeGlued(text, start, end) ? TELLS.glued : 0);

const tellsOfRuns = ({ text, runs }: TextFacts, units: Uint16Array): number => {
  let tells = 0;
  for (const run of runs) tells |= tellsOfRun(text, units, run, tells);
  return tells;
};

const ROUND_AND_AMPERSAND = CHARS.round | CHARS.ampersand;

/** Numbers in hex that Basic has as arguments may have no digit among their letters. */
const hasHexArgument = ({ text, chars }: TextFacts): boolean =>
  (chars & ROUND_AND_AMPERSAND) === ROUND_AND_AMPERSAND && (text.includes('(&') || text.includes('( &'));

export const tellsOf = (facts: TextFacts): number => {
  const { text, signs, marks } = facts;
  const ofArguments = hasHexArgument(facts) ? TELLS.arguments : 0;
  if ((signs & (SIGNS.digit | SIGNS.longRun)) === 0) return ofArguments;
  const units = unitsOf(text);
  const ofRuns = (signs & SIGNS.longRun) === 0 ? 0 : tellsOfRuns(facts, units);
  const ofDigits = (signs & SIGNS.digit) === 0 ? 0 : tellsOfDigits(text, units, digitMarks(text, marks));
  return ofRuns | ofDigits | ofArguments;
};
