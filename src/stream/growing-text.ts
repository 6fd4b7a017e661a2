import type { Span } from '../chat/segment.ts';

/** A word longer than this is cut. */
const LONGEST_WORD = 256;
/** Beyond this nobody is shown an excerpt: so many blanks would cost more than it is worth. */
const MAX_BLANK_CHARS = 16_777_216;

/**
 * A text that grows at its end and is let go from its beginning. Offsets count UTF-16 code units from its beginning, whether that is
 * still there or not.
 */
export type GrowingText = Readonly<{
  /** Adds a piece. @returns Where it stands. */
  append: (piece: string) => Span;
  /** What is still there. */
  kept: () => string;
  /** Where that begins. */
  start: () => number;
  end: () => number;
  /** Where its last whole character ends: half a character is none yet. */
  wholeEnd: () => number;
  slice: (from: number, until: number) => string;
  /** The same, with no half of a character in it. */
  wellFormed: (from: number, until: number) => string;
  /** The next blank before an offset: half a word may be another word, which a rule asks for. */
  wordStart: (offset: number) => number;
  /** Lets go of what stands before an offset within what is kept. */
  forget: (until: number) => void;
  /** The text from its beginning up to an offset; blanks stand for what was let go, and for all behind it. */
  shown: (until: number) => string;
}>;

export const createGrowingText = (): GrowingText => {
  /** What is kept, and where it begins. */
  let text = '';
  let base = 0;
  /** Whether it ends with the first half of a character; there are no other halves in it. */
  let isCut = false;
  let shown = { end: 0, until: 0, text: '' };

  const end = (): number => base + text.length;

  /** Adds a piece that ends or begins within a character. */
  const appendHalves = (piece: string): void => {
    const begun = isCut ? text.slice(-1) : '';
    const added = begun + piece;
    isCut = /[\ud800-\udbff]$/.test(added);
    const whole = isCut ? added.slice(0, -1).toWellFormed() + added.slice(-1) : added.toWellFormed();
    text = text.slice(0, text.length - begun.length) + whole;
  };

  return {
    append: (piece) => {
      const start = end();
      if (isCut || !piece.isWellFormed()) appendHalves(piece);
      else text += piece;
      return { start, end: end() };
    },
    kept: () => text,
    start: () => base,
    end,
    wholeEnd: () => (isCut ? end() - 1 : end()),
    slice: (from, until) => text.slice(from - base, until - base),
    wellFormed: (from, until) => {
      const part = text.slice(from - base, until - base);
      return isCut ? part.toWellFormed() : part;
    },
    wordStart: (offset) => {
      const lowest = Math.max(base, offset - LONGEST_WORD);
      let at = Math.max(base, offset);
      while (at > lowest && !/\s/u.test(text.charAt(at - base))) at -= 1;
      return at;
    },
    forget: (until) => {
      text = text.slice(until - base);
      base = until;
    },
    shown: (until) => {
      if (shown.end !== end() || shown.until !== until) {
        const decided = text.slice(0, Math.max(0, until - base)).padEnd(text.length);
        shown = { end: end(), until, text: base > MAX_BLANK_CHARS ? '' : ' '.repeat(base) + decided };
      }
      return shown.text;
    },
  };
};
