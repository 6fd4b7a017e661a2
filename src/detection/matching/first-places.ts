import type { CharRanges } from '../text/char-ranges.ts';
import { END, type LoosePattern } from './loose-pattern.ts';

/** So many characters behind a literal are looked at before anybody walks through the text: of a third one hardly any place is ruled out. */
const PLACES = 2;
/** Numbers that say of one place which characters of ASCII may stand there, a bit for each. */
const NUMBERS_OF_PLACE = 4;
export const NUMBERS = PLACES * NUMBERS_OF_PLACE;
const ASCII = 32 * NUMBERS_OF_PLACE;
const ALL = -1;

/** The same steps, and all that they lead to without taking a character. */
const withForks = ({ steps }: LoosePattern, numbers: Iterable<number>): ReadonlySet<number> => {
  const reached = new Set(numbers);
  for (const number of reached) {
    const step = steps[number];
    if (number !== END && step !== undefined && 'forks' in step)
      for (const way of step.forks) reached.add(way);
  }
  return reached;
};

const noteCode = (into: Int32Array, place: number, code: number): void => {
  const at = place * NUMBERS_OF_PLACE + (code >> 5);
  into[at] = (into[at] ?? 0) | (1 << (code & 31));
};

const lowerOf = (code: number): number => String.fromCharCode(code).toLowerCase().charCodeAt(0);
const AS_READ = Uint8Array.from({ length: ASCII }, (_, code) => code);
const IN_LOWER_CASE = Uint8Array.from({ length: ASCII }, (_, code) => lowerOf(code));

/** @param exact As for `noteFirsts`. */
const noteSet = (into: Int32Array, place: number, ranges: CharRanges, exact: boolean): void => {
  for (const [code, read] of (exact ? AS_READ : IN_LOWER_CASE).entries())
    if (ranges.some(([first, last]) => first <= read && read <= last)) noteCode(into, place, code);
};

/**
 * Adds which characters may stand at the first places of a match, whatever stands at the others; all of them from where a match may end.
 *
 * @param exact False: the pattern is meant for text in lower case, and finds that of capitals too.
 * @param into As many as `NUMBERS`.
 */
export const noteFirsts = (pattern: LoosePattern, exact: boolean, into: Int32Array): void => {
  let reached = withForks(pattern, [pattern.first]);
  for (let place = 0; place < PLACES; place++) {
    if (reached.has(END)) {
      into.fill(ALL, place * NUMBERS_OF_PLACE);
      return;
    }
    const next: number[] = [];
    for (const number of reached) {
      const step = pattern.steps[number];
      if (step === undefined || 'forks' in step) continue;
      noteSet(into, place, step.ranges, exact);
      next.push(step.to);
    }
    reached = withForks(pattern, next);
  }
};

/**
 * Whether what stands at `at` may be the beginning of a match, by `noteFirsts` of its patterns.
 *
 * @param firsts From `from` on those of the patterns.
 */
export const mayBegin = (firsts: Int32Array, from: number, text: string, at: number): boolean => {
  for (let place = 0; place < PLACES; place++) {
    const code = text.charCodeAt(at + place);
    // Neither of others nor of the text's end anything is noted.
    if (!(code < ASCII)) return true;
    const bits = firsts[from + place * NUMBERS_OF_PLACE + (code >> 5)] ?? 0;
    if (((bits >> (code & 31)) & 1) === 0) return false;
  }
  return true;
};
