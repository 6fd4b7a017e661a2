import { END, type LoosePattern } from '../matching/loose-pattern.ts';
import type { CharRanges } from '../text/char-ranges.ts';
import { isDigit, isLetter, isUpper } from './letters.ts';

/** What the pattern of a code says about its beginning, so that it need not be tried where something else stands. */

const LAST_LETTER = 0x7a;

const isLetters = (ranges: CharRanges): boolean =>
  ranges.every(
    ([first, last]) => (isUpper(first) && isUpper(last)) || (isLetter(first) && last <= LAST_LETTER),
  );

/** Among how many of the first characters of each match there is a letter of ASCII; infinity where there may be none. */
export const letterWithin = ({ first, steps }: LoosePattern): number => {
  const known = new Map<number, number>();
  const from = (number: number): number => {
    const step = steps[number];
    const before = known.get(number);
    if (before !== undefined || number === END || step === undefined)
      return before ?? Number.POSITIVE_INFINITY;
    // What leads back here may take any number of characters without a letter.
    known.set(number, Number.POSITIVE_INFINITY);
    const chars =
      'forks' in step ? Math.max(...step.forks.map(from)) : isLetters(step.ranges) ? 1 : 1 + from(step.to);
    known.set(number, chars);
    return chars;
  };
  return from(first);
};

const isWordOnly = (ranges: CharRanges): boolean =>
  ranges.every(([first, last]) => (isDigit(first) && isDigit(last)) || isLetters([[first, last]]));

/**
 * The fewest and the most characters of a match, which are all of a word: letters of ASCII and digits. Undefined for a pattern that
 * takes others.
 */
export const widthsOf = ({ first, steps, longest }: LoosePattern): readonly [number, number] | undefined => {
  if (!steps.every((step, number) => number === END || 'forks' in step || isWordOnly(step.ranges)))
    return undefined;
  const fewest = steps.map((_, number) => (number === END ? 0 : Number.POSITIVE_INFINITY));
  // Each pass knows ways that are longer by a step.
  for (let pass = 0; pass < steps.length; pass++)
    for (const [number, step] of steps.entries())
      if (number !== END)
        fewest[number] =
          'forks' in step
            ? Math.min(...step.forks.map((way) => fewest[way] ?? 0))
            : 1 + (fewest[step.to] ?? 0);
  return [fewest[first] ?? 0, longest];
};

/** Places in the tables of {@link followersOf}: the characters of ASCII, and one for all others. */
const OTHERS = 128;
export const FOLLOWERS = OTHERS + 1;

const holdsAny = (ranges: CharRanges, [least, most]: readonly [number, number]): boolean =>
  ranges.some(([first, last]) => first <= most && least <= last);

const SETS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  L: [
    [0x41, 0x5a],
    [0x61, 0x7a],
  ],
  D: [[0x30, 0x39]],
  '-': [
    [0x20, 0x20],
    [0x2d, 0x2d],
  ],
};

/** All steps that take a character, or end the match, without one in between. */
const closureOf = ({ steps }: LoosePattern, from: Iterable<number>): ReadonlySet<number> => {
  const reached = new Set(from);
  for (const number of reached) {
    const step = steps[number];
    if (number !== END && step !== undefined && 'forks' in step)
      for (const way of step.forks) reached.add(way);
  }
  return reached;
};

/** The sets of characters that the steps take which are reached, each with where it leads. */
const takersOf = ({ steps }: LoosePattern, reached: ReadonlySet<number>) =>
  Array.from(reached).flatMap((number) => {
    const step = steps[number];
    return number === END || step === undefined || 'forks' in step ? [] : [step];
  });

const holds = (ranges: CharRanges, code: number): boolean => holdsAny(ranges, [code, code]);

/**
 * What may stand behind the head of a match: 1 for each character of ASCII, and in the last place for all others.
 *
 * @param pattern Blind to case.
 * @param head Its characters: `L` for letters, `D` for digits, `-` for a blank or a hyphen.
 */
export const followersOf = (pattern: LoosePattern, head: string): Uint8Array => {
  let reached = closureOf(pattern, [pattern.first]);
  for (const kind of head) {
    const takers = takersOf(pattern, reached).filter(({ ranges }) =>
      SETS[kind]?.some((range) => holdsAny(ranges, range)),
    );
    reached = closureOf(
      pattern,
      takers.map(({ to }) => to),
    );
  }
  if (reached.has(END)) return new Uint8Array(FOLLOWERS).fill(1);
  const sets = takersOf(pattern, reached).map(({ ranges }) => ranges);
  return Uint8Array.from({ length: FOLLOWERS }, (_, code) => {
    const isTaken = (ranges: CharRanges): boolean =>
      code === OTHERS
        ? holdsAny(ranges, [OTHERS, 0xffff])
        : holds(ranges, code) || (isLetter(code) && holds(ranges, code ^ 0x20));
    return sets.some(isTaken) ? 1 : 0;
  });
};

/** The place of a character in such tables. */
export const followerOf = (code: number): number => Math.min(code, OTHERS);

/** Whether a character is one of {@link followersOf}. */
export const mayFollow = (followers: Uint8Array, code: number): boolean => followers[followerOf(code)] === 1;
