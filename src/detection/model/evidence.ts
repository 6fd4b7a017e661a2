import type { Span } from '../../chat/segment.ts';

/**
 * Sizes of the windows that are scored, in words. An attack of one sentence shows in a small window of a long text, one that
 * is spread out shows in what stands around.
 */
export const WINDOW_WORDS = [16, 40] as const;
/** Words of a passage. A second tier of 128 tokens can mostly read so many. */
export const PASSAGE_WORDS = 90;
/**
 * What the first tier makes of one text. A long text is judged by its worst passage: what is harmless far away from an attack
 * is no excuse for it.
 */
export type Evidence = Readonly<{
  /**
   * Log-odds of the worst small window of the passage, of the worst middle window of the text, of the passage, of the text's worst
   * sentence, and of the worst sentence that has words enough or is taken together with the next.
   */
  logOdds: readonly [small: number, middle: number, passage: number, sentence: number, clause: number];
  words: number;
  sentences: number;
  /** The words of the worst small window. */
  worst: Span;
}>;
