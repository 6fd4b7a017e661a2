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

const KIND_BITS = 3;
/** For the kinds of two neighbours whether the second is worth a closer look; of a run of digits only the first one is. */
const IS_RARE = Uint8Array.from({ length: 1 << (2 * KIND_BITS) }, (_, pair) => {
  const kind = pair & ((1 << KIND_BITS) - 1);
  return kind >= BACKSLASH && !(kind === DIGIT && pair >> KIND_BITS === DIGIT) ? 1 : 0;
});

const CODE_UNITS = createCodeUnits();

/** Where something is worth a closer look, and the rows where literals end with their ends; filled anew for each text. */
let rarePlaces = new Int32Array(16_384);
let enteredRows = new Int32Array(2 * 16_384);
/** Larger ones are not kept for the next text. */
const MAX_KEPT = 1 << 18;

/** Room for a text of so many units and the sign behind it. */
const makeRoom = (length: number): void => {
  const wanted = Math.max(16_384, 2 ** Math.ceil(Math.log2(length + 2)));
  if (rarePlaces.length >= wanted && rarePlaces.length <= Math.max(MAX_KEPT, wanted)) return;
  rarePlaces = new Int32Array(wanted);
  enteredRows = new Int32Array(2 * wanted);
};

/** Escaped line breaks, behind which a word begins: few texts have them. */
const withEscaped = (text: string, breaks: readonly number[], hits: LiteralHits): LiteralHits => {
  const all = [...hits];
  for (const at of breaks) walkEscaped(AUTOMATON, text, at + 2, all);
  return all.length > hits.length ? sortHits(AUTOMATON, all) : hits;
};

const kindAt = (units: Uint16Array, at: number): number => CHARACTER_KINDS[units[at] ?? 0] ?? 0;

type Rare = Readonly<{ marks: number[]; breaks: number[]; signs: number }>;

/** Tells digits and signs like letters from escaped line breaks. */
const sortRare = (units: Uint16Array, count: number): Rare => {
  const marks: number[] = [];
  const breaks: number[] = [];
  const rare = rarePlaces;
  let signs = 0;
  for (let i = 0; i < count; i++) {
    const at = rare[i] ?? 0;
    const kind = kindAt(units, at);
    if (kind === SIGN) {
      signs |= SIGN_BITS[units[at] ?? 0] ?? 0;
    } else if (kind !== BACKSLASH) {
      marks.push(at);
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
  const { next, others, width, start } = AUTOMATON;
  makeRoom(length);
  const entered = enteredRows;
  const rare = rarePlaces;
  let rows = 0;
  let rares = 0;
  let before = 0;
  let row = start;
  let state = 0;
  let marks = 0;
  // A sign that no literal holds ends the last word.
  units[length] = 0;
  for (let i = 0; i <= length; i++) {
    const entry = ENTRIES[units[i] ?? 0] ?? 0;
    const column = entry & COLUMN_MASK;
    row = (column < width ? next[row + column] : others[(next[row + width] ?? 0) + column]) ?? 0;
    if (row < 0) {
      row = ~row;
      entered[rows] = row;
      entered[rows + 1] = i + 1;
      rows += 2;
    }
    const kind = entry >> KIND_SHIFT;
    state = STATES[state + kind] ?? 0;
    marks |= state;
    // Without a branch, which digits and signs would have guessed wrong.
    rare[rares] = i;
    rares += IS_RARE[(before << KIND_BITS) | kind] ?? 0;
    before = kind;
  }
  const { marks: marked, breaks, signs } = sortRare(units, rares);
  const hits = listHits(AUTOMATON, entered, rows);
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
