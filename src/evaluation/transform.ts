import type { Random } from '../training/random.ts';

/** One way in which an attack is disguised; the same text comes out each time. */
export type Transform = Readonly<{
  name: string;
  apply: (text: string, random: Random) => string;
  /** Whether it can say such a text at all; absent where it can say any. */
  canSay?: (text: string) => boolean;
}>;

export const mapLetters = (text: string, replace: (letter: string) => string): string =>
  text.replace(/[a-zA-Z]/gu, replace);

/** Of a text whose letters have no names next to nothing would be left, and nothing to find. */
const MIN_NAMED = 0.95;
export const isNamed = (text: string): boolean =>
  (text.match(/[a-z]/giu)?.length ?? 0) >= MIN_NAMED * (text.match(/\p{L}/gu)?.length ?? 0);
