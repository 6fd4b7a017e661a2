import { unitsOf } from '../text/code-units.ts';
import type { MappedText } from '../text/mapped-text.ts';
import { replaceMatches } from './replaced.ts';
import { knownShare } from './words/stretches.ts';

/** Languages of children, in which every vowel or every consonant has a syllable of its own: `ubignuborube`, `igognonorore`, `igopnopore`. */

/** `letter`: one that each of its syllables has. */
type Game = Readonly<{ pattern: RegExp; letter: string; keep: (matched: string) => string }>;

const behind = (syllable: string, letter: string): Game => ({
  pattern: new RegExp(`[bcdfghjklmnpqrstvwxz]${syllable}`, 'giu'),
  letter,
  keep: (matched) => matched.charAt(0),
});
const inFront = (syllable: string, letter: string): Game => ({
  pattern: new RegExp(`${syllable}(?=[aeiouy])`, 'giu'),
  letter,
  keep: () => '',
});

const GAMES: readonly Game[] = [
  inFront('ub', 'b'),
  inFront('(?:id|itt)?[io]d?[ig]g', 'g'),
  inFront('ab', 'b'),
  behind('op', 'p'),
  { pattern: /([bcdfghjklmnpqrstvwxz])o\1/giu, letter: 'o', keep: (matched) => matched.charAt(0) },
];

/** From one to the next in UTF-16 code units, where each word has some. */
const REACH = 9;
const MIN_SYLLABLES = 8;
/** Of the letters in words that are long enough. */
const LEAST_KNOWN = 0.6;
const MIN_GAIN = 0.3;

const LETTERS = [...new Set(GAMES.map(({ letter }) => letter))];
const counts = new Int32Array(LETTERS.length);
/** In a sum of these each of the letters has eight bits, which so many code units do not overflow: a look-up for each, and no branch. */
const COUNT_BITS = 8;
const TOGETHER = 2 ** COUNT_BITS - 1;
const ADDED = new Int32Array(0x10000);
for (const [i, letter] of LETTERS.entries())
  for (const form of [letter, letter.toUpperCase()]) ADDED[form.charCodeAt(0)] = 1 << (COUNT_BITS * i);

/** Fills in how often a text has each of the letters. */
const countLetters = (text: string): void => {
  const units = unitsOf(text);
  counts.fill(0);
  for (let from = 0; from < text.length; from += TOGETHER) {
    let sum = 0;
    for (let at = from, to = Math.min(text.length, from + TOGETHER); at < to; at++)
      sum = (sum + (ADDED[units[at] ?? 0] ?? 0)) | 0;
    for (let i = 0; i < counts.length; i++)
      counts[i] = (counts[i] ?? 0) + ((sum >>> (COUNT_BITS * i)) & TOGETHER);
  }
};

const isPlayed = (text: string, { pattern, letter }: Game, least: number): boolean =>
  (counts[LETTERS.indexOf(letter)] ?? 0) >= least && (text.match(pattern)?.length ?? 0) >= least;

/** @returns A text in which so many syllables are of a game that all of it is, without them. */
export const decodeWordGames = (text: string): MappedText | undefined => {
  const least = Math.max(MIN_SYLLABLES, text.length / REACH);
  countLetters(text);
  for (const game of GAMES) {
    if (!isPlayed(text, game, least)) continue;
    const played = replaceMatches(text, game.pattern, game.keep);
    if (played === undefined) continue;
    const share = knownShare(played.text);
    if (share >= LEAST_KNOWN && share >= knownShare(text) + MIN_GAIN) return played;
  }
  return undefined;
};
