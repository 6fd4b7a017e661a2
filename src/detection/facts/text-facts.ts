import type { Span } from '../../chat/segment.ts';
import { findStrange } from '../decoding/letters/strange-letters.ts';
import { addRun, NO_RUNS, type Run } from '../decoding/runs/alphabet-runs.ts';
import { hasCrowdedDigits } from '../decoding/runs/crowded-digits.ts';
import { VOCABULARY_WORDS } from '../decoding/words/vocabulary-words.ts';
import { putText } from '../kernel/text-kernel.ts';
import { AT_WORD, isBreakLetter } from '../matching/automaton.ts';
import { LITERALS } from '../matching/rule-literals.ts';
import { codeAt, createCodeUnits } from '../text/code-units.ts';
import { onForget } from '../text/in-hand.ts';
import { MOST_KEPT_CHARS } from '../text/normalize.ts';
import type { TextFacts } from './facts.ts';
import { type LiteralHits, listHits, sortHits, walkEscaped } from './literals.ts';
import {
  CHARS_AT,
  createReader,
  MARKS_AT,
  PIECE_UNITS,
  ROW_AT,
  ROWS_AT,
  SIGNS_AT,
  SIGNS_SHIFT,
  TWICE_AT,
} from './reader.ts';
import { MANY_DIGITS, SHORT_TEXT, SIGNAL_BITS, SIGNS } from './signs.ts';
import { traitsFrom } from './traits.ts';

/** All signs that a code unit can bring. */
const UNIT_SIGNS = (1 << 15) - 1;

/** What each literal tells of a text. */
const LITERAL_SIGNS = Int32Array.from(LITERALS, ({ signal }) =>
  signal === undefined ? 0 : SIGNAL_BITS[signal],
);

const READER = createReader(
  LITERALS.map(({ text }) => text),
  VOCABULARY_WORDS.trim().split(/\s+/u),
);
const { automaton: AUTOMATON } = READER;

const CODE_UNITS = createCodeUnits();

/** Literals behind escaped line breaks, where a word begins, too: few texts have them. */
const withEscaped = (text: string, hits: LiteralHits): LiteralHits => {
  const all = [...hits];
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at + 1))
    if (isBreakLetter(codeAt(text, at + 1))) walkEscaped(AUTOMATON, text, at + 2, all);
  return all.length > hits.length ? sortHits(AUTOMATON, all) : hits;
};

/** Puts a piece into the kernel's memory, behind the text's end a sign that no literal holds. @returns Its length. */
const writePiece = (text: string, from: number): number => {
  const to = Math.min(text.length, from + PIECE_UNITS);
  putText(to - from === text.length ? text : text.slice(from, to));
  if (to - from === PIECE_UNITS) return PIECE_UNITS;
  READER.units[to - from] = 0;
  return to - from + 1;
};

/** Takes over the runs of a piece behind those of the pieces before. */
const readRuns = (text: string, count: number, before: Run[] | undefined): Run[] | undefined => {
  if (count === 0) return before;
  const runs = before ?? [];
  const { runs: found } = READER;
  for (let i = 0; i < 2 * count; i += 2) addRun(runs, text, found[i] ?? 0, found[i + 1] ?? 0);
  return runs;
};

/** What the characters of the text that was gathered last say of it, and how they follow each other. */
const signsOf = (text: string, marks: readonly number[], strange: readonly Span[]): number => {
  const { state } = READER;
  let signs = ((state[SIGNS_AT] ?? 0) >>> SIGNS_SHIFT) & UNIT_SIGNS;
  signs |= traitsFrom(state[MARKS_AT] ?? 0, state[TWICE_AT] ?? 0);
  if (strange.length > 0) signs |= SIGNS.strange;
  if (text.length <= SHORT_TEXT) signs |= SIGNS.short;
  if (marks.length >= MANY_DIGITS) signs |= SIGNS.numbers;
  if (strange.length > 0 || hasCrowdedDigits(text, marks)) signs |= SIGNS.coded;
  return signs;
};

/** As in `normalize`. */
let last: TextFacts | undefined;
onForget(() => {
  last = undefined;
});

/** @param text A window in the form that `normalize` gives. */
export const readFacts = (text: string): TextFacts => {
  if (last?.text === text) return last;
  const facts = gatherFacts(text);
  if (text.length <= MOST_KEPT_CHARS) last = facts;
  return facts;
};

/** Of a text that stood in a longer one: what is looked for in short texts only is not looked for in it. */
export const asPartOfLong = (facts: TextFacts): TextFacts => ({
  ...facts,
  signs: facts.signs & ~SIGNS.short,
});

const gatherFacts = (text: string): TextFacts => {
  const { state, entered, rare } = READER;
  const { length } = text;
  let runs: Run[] | undefined;
  const found: number[] = [];
  const marks: number[] = [];
  state.fill(0);
  state[ROW_AT] = AT_WORD;
  for (let from = 0; from <= length; from += PIECE_UNITS) {
    const units = writePiece(text, from);
    READER.gather(units, from);
    listHits(AUTOMATON, entered, 2 * (state[ROWS_AT] ?? 0), found);
    const places = READER.findRare(units, from);
    for (let i = 0; i < places; i++) marks.push(rare[i] ?? 0);
    runs = readRuns(text, READER.findRuns(units, from), runs);
  }
  const strange = findStrange(length < PIECE_UNITS ? READER.units : CODE_UNITS.read(text), length);
  let signs = signsOf(text, marks, strange);
  if (runs !== undefined) signs |= SIGNS.longRun;
  const hits = signs & SIGNS.backslash ? withEscaped(text, found) : found;
  for (let i = 0; i < hits.length; i += 2) signs |= LITERAL_SIGNS[hits[i] ?? 0] ?? 0;
  let lower: string | undefined;
  return {
    text,
    hits,
    marks,
    signs,
    chars: state[CHARS_AT] ?? 0,
    strange,
    runs: runs ?? NO_RUNS,
    lower: () => {
      lower ??= text.toLowerCase();
      return lower;
    },
    candidates: undefined,
    contextCandidates: undefined,
  };
};
