import type { Span } from '../../chat/segment.ts';
import type { Candidates } from '../matching/candidates.ts';
import type { LiteralHits } from './literals.ts';

/**
 * All that the detectors and decoders need to know of a text before they look closer, gathered in one pass: whoever
 * looks for something asks here first, so that a plain text is passed over only once.
 */
export type TextFacts = Readonly<{
  text: string;
  /** Where the literals of rules end, by their number in `LITERALS`. */
  hits: LiteralHits;
  /** Where runs of ASCII digits begin, and where signs stand that look like letters: `@ $ ! |`. */
  marks: readonly number[];
  /** What occurs in it: bits of `SIGNS` and `SIGNAL_BITS`. */
  signs: number;
  /** Which characters occur in it: bits of `CHARS`. */
  chars: number;
  /** Where letters follow each other as in no language: ciphers, keys, mistyped words. */
  strange: readonly Span[];
  /** Runs of the base64 alphabet of `MIN_RUN` characters or more; lines of them are one. */
  runs: readonly Span[];
  /** The text in lower case, made when somebody first asks; offsets are those of `text`. */
  lower: () => string;
}> & {
  /**
   * Where rules have to be tried, of those that are always asked and of those that a request gives a reason to ask, once somebody has
   * asked: in memory for as long as the text is, and no longer.
   */
  candidates: Candidates | undefined;
  contextCandidates: Candidates | undefined;
};
