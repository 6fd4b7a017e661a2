import type { Span } from '../../chat/segment.ts';
import { codeAt } from '../text/code-units.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { knownShare } from './words/stretches.ts';

const FIRST = 0x2800;
const LAST = 0x28ff;
/** Dots seven and eight only mark a cell. */
const SIX_DOTS = 0x3f;
/** With dot seven a letter is a capital. */
const DOT_SEVEN = 0x40;

const CAPITAL = 0x20;
const NUMBER = 0x3c;
/** Ends a number in front of a letter. */
const LETTER = 0x30;

/** By the number of a cell what it says. */
const CELLS: string[] = Array.from({ length: SIX_DOTS + 1 }, () => '');
const cellOf = (cell: string): number => cell.charCodeAt(0) - FIRST;

for (const [index, cell] of [...'⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵'].entries())
  CELLS[cellOf(cell)] = String.fromCharCode(0x61 + index);
/** Punctuation, and cells that stand for several letters of English. */
const OTHERS =
  '⠀ |⠂,|⠆;|⠒:|⠲.|⠖!|⠦?|⠄\'|⠤-|⠌/|⠶"|⠮the|⠯and|⠿for|⠷of|⠾with|⠡ch|⠩sh|⠹th|⠱wh|⠳ou|⠪ow|⠫ed|⠻er|⠬ing|⠜ar|⠣gh|⠢en|⠔in';
for (const pair of OTHERS.split('|')) CELLS[cellOf(pair)] = pair.slice(1);

const DIGITS = '1234567890';
const A = 97;
/** The first letter that is no digit. */
const K = A + DIGITS.length;
const BLANK = 0x20;

/** What one cell says, and in which state it leaves the reader. */
type State = { isNumber: boolean; isCapital: boolean };

const readCell = (cell: number, state: State): string => {
  const dots = cell & SIX_DOTS;
  if (dots === NUMBER || dots === LETTER) {
    state.isNumber = dots === NUMBER;
    return '';
  }
  if (dots === CAPITAL) {
    state.isCapital = true;
    return '';
  }
  const said = CELLS[dots] ?? '';
  const code = said.length === 1 ? said.charCodeAt(0) : 0;
  const isPunctuation = code > BLANK && code < A;
  if (code < A || code >= K) state.isNumber &&= isPunctuation;
  if (state.isNumber && !isPunctuation) return DIGITS.charAt(code - A);
  const isCapital = state.isCapital || (cell & DOT_SEVEN) !== 0;
  state.isCapital = false;
  return isCapital ? said.charAt(0).toUpperCase() + said.slice(1) : said;
};

const isCell = (code: number): boolean => code >= FIRST && code <= LAST;

/** What is not braille ends a number, and stands for itself: blanks, often, and punctuation. */
const read = (text: string, { start, end }: Span): string => {
  const state: State = { isNumber: false, isCapital: false };
  let out = '';
  for (let at = start; at < end; at++) {
    const code = codeAt(text, at);
    if (isCell(code)) {
      out += readCell(code - FIRST, state);
      continue;
    }
    state.isNumber = false;
    out += text.charAt(at);
  }
  return out;
};

/** Between cells of one text. */
const LONGEST_GAP = 16;

/** A word without cells, which belongs to no text in braille. */
const OTHER_WORD = /(?:^|[\s\u2800])[a-z]+(?:[\s\u2800]|$)/iu;

const stretchesIn = (text: string): readonly Span[] => {
  const stretches: { start: number; end: number }[] = [];
  for (let at = 0; at < text.length; at++) {
    if (!isCell(codeAt(text, at))) continue;
    const last = stretches.at(-1);
    const gap = last === undefined ? Number.POSITIVE_INFINITY : at - last.end;
    const goesOn = gap === 0 || (gap <= LONGEST_GAP && !OTHER_WORD.test(text.slice(at - gap, at)));
    if (last !== undefined && goesOn) last.end = at + 1;
    else stretches.push({ start: at, end: at + 1 });
  }
  return stretches;
};

const MIN_CELLS = 4;
/** Of the letters in words: pictures and bars of progress are made of cells, too. */
const MIN_KNOWN = 0.5;

/** Braille of six dots, letter by letter; what stands around it stays. */
export const decodeBraille = (text: string): MappedText | undefined => {
  const builder = createMapBuilder(text);
  let from = 0;
  let found = false;
  for (const span of stretchesIn(text)) {
    if (span.end - span.start < MIN_CELLS) continue;
    const out = read(text, span);
    if (knownShare(out) < MIN_KNOWN) continue;
    found = true;
    builder.copy(from, span.start);
    builder.put(out, span.start, span.end);
    from = span.end;
  }
  if (!found) return undefined;
  builder.copy(from, text.length);
  return builder.build();
};
