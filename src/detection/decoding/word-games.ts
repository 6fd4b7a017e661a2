import type { MappedText } from '../mapped-text.ts';
import { replaceMatches } from './replaced.ts';
import { knownShare } from './stretches.ts';

/** Languages of children, in which every vowel or every consonant has a syllable of its own: `ubignuborube`, `igognonorore`, `igopnopore`. */

type Game = Readonly<{ pattern: RegExp; keep: (matched: string) => string }>;

const behind = (syllable: string): Game => ({
  pattern: new RegExp(`[bcdfghjklmnpqrstvwxz]${syllable}`, 'giu'),
  keep: (matched) => matched.charAt(0),
});
const inFront = (syllable: string): Game => ({
  pattern: new RegExp(`${syllable}(?=[aeiouy])`, 'giu'),
  keep: () => '',
});

const GAMES: readonly Game[] = [
  inFront('ub'),
  inFront('(?:id|itt)?[io]d?[ig]g'),
  inFront('ab'),
  behind('op'),
  { pattern: /([bcdfghjklmnpqrstvwxz])o\1/giu, keep: (matched) => matched.charAt(0) },
];

/** From one to the next in UTF-16 code units, where each word has some. */
const REACH = 9;
const MIN_SYLLABLES = 8;
/** Of the letters in words that are long enough. */
const LEAST_KNOWN = 0.6;
const MIN_GAIN = 0.3;

const isPlayed = (text: string, { pattern }: Game): boolean => {
  const count = text.match(pattern)?.length ?? 0;
  return count >= Math.max(MIN_SYLLABLES, text.length / REACH);
};

/** @returns A text in which so many syllables are of a game that all of it is, without them. */
export const decodeWordGames = (text: string): MappedText | undefined => {
  for (const game of GAMES) {
    if (!isPlayed(text, game)) continue;
    const played = replaceMatches(text, game.pattern, game.keep);
    if (played === undefined) continue;
    const share = knownShare(played.text);
    if (share >= LEAST_KNOWN && share >= knownShare(text) + MIN_GAIN) return played;
  }
  return undefined;
};
