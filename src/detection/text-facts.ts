import type { Span } from '../chat/segment.ts';
import { createAutomaton, isBreakLetter } from './automaton.ts';
import { createCodeUnits } from './code-units.ts';
import { findStrange } from './decoding/strange-letters.ts';
import { type LiteralHits, listHits, sortHits, walkEscaped } from './literals.ts';
import { LITERALS } from './rule-literals.ts';
import {
  BACKSLASH,
  CHARACTER_KINDS,
  DIGIT,
  SIGN,
  SIGN_BITS,
  STATES,
  type Traits,
  traitsFrom,
} from './traits.ts';

/**
 * All that the detectors and decoders need to know of a text before they look closer, gathered in one pass: whoever
 * looks for something asks here first, so that a plain text is passed over only once.
 */
export type TextFacts = Readonly<{
  text: string;
  /** Where the literals of rules end, by their number in `LITERALS`. */
  hits: LiteralHits;
  traits: Traits;
  /** Where runs of ASCII digits begin, and where signs stand that look like letters: `@ $ ! |`. */
  marks: readonly number[];
  /** Bits of `SIGNS` that occur. */
  signs: number;
  /** Where letters follow each other as in no language: ciphers, keys, mistyped words. */
  strange: readonly Span[];
  /** The text in lower case, made when somebody first asks; offsets are those of `text`. */
  lower: () => string;
}>;

const AUTOMATON = createAutomaton(LITERALS.map(({ text }) => text));

const KIND_SHIFT = 12;
const COLUMN_MASK = (1 << KIND_SHIFT) - 1;
/** Column and kind of each UTF-16 code unit in one look-up. */
const ENTRIES = Uint16Array.from(
  CHARACTER_KINDS,
  (kind, code) => (kind << KIND_SHIFT) | (AUTOMATON.columns[code] ?? 0),
);

/** From this entry on a character is worth a closer look. */
const RARE = BACKSLASH << KIND_SHIFT;

const CODE_UNITS = createCodeUnits();

/** Escaped line breaks, behind which a word begins: few texts have them. */
const withEscaped = (text: string, breaks: readonly number[], hits: LiteralHits): LiteralHits => {
  const all = [...hits];
  for (const at of breaks) walkEscaped(AUTOMATON, text, at + 2, all);
  return all.length > hits.length ? sortHits(AUTOMATON, all) : hits;
};

const kindAt = (units: Uint16Array, at: number): number => CHARACTER_KINDS[units[at] ?? 0] ?? 0;

type Rare = Readonly<{ marks: number[]; breaks: number[]; signs: number }>;

/** Tells digits that begin a run and signs like letters from escaped line breaks. */
const sortRare = (units: Uint16Array, rare: readonly number[]): Rare => {
  const marks: number[] = [];
  const breaks: number[] = [];
  let signs = 0;
  for (const at of rare) {
    const kind = kindAt(units, at);
    if (kind === SIGN) {
      signs |= SIGN_BITS[units[at] ?? 0] ?? 0;
    } else if (kind !== BACKSLASH) {
      if (kind !== DIGIT || at === 0 || kindAt(units, at - 1) !== DIGIT) marks.push(at);
    } else if (isBreakLetter(units[at + 1] ?? 0)) {
      breaks.push(at);
    }
  }
  return { marks, breaks, signs };
};

/** @param text A window in the form that `normalize` gives. */
export const readFacts = (text: string): TextFacts => {
  const units = CODE_UNITS.read(text);
  const { length } = text;
  const { next, start } = AUTOMATON;
  const entered: number[] = [];
  const rare: number[] = [];
  let row = start;
  let state = 0;
  let marks = 0;
  // A sign that no literal holds ends the last word.
  units[length] = 0;
  for (let i = 0; i <= length; i++) {
    const entry = ENTRIES[units[i] ?? 0] ?? 0;
    row = next[row + (entry & COLUMN_MASK)] ?? 0;
    if (row < 0) {
      row = ~row;
      entered.push(row, i + 1);
    }
    state = STATES[state + (entry >> KIND_SHIFT)] ?? 0;
    marks |= state;
    if (entry >= RARE) rare.push(i);
  }
  const { marks: marked, breaks, signs } = sortRare(units, rare);
  const hits = listHits(AUTOMATON, entered);
  let lower: string | undefined;
  return {
    text,
    hits: breaks.length > 0 ? withEscaped(text, breaks, hits) : hits,
    traits: traitsFrom(marks),
    marks: marked,
    signs,
    strange: findStrange(units, length),
    lower: () => {
      lower ??= text.toLowerCase();
      return lower;
    },
  };
};
