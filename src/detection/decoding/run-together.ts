import type { Span } from '../../chat/segment.ts';
import type { TextFacts } from '../facts/facts.ts';
import { codeAt, createCodeUnits } from '../text/code-units.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';
import { type Segmentation, segmentLetters } from './words/segment-letters.ts';
import { hasTellingWord } from './words/sentence-words.ts';

/** Names in programs run words together, too, and begin each with a capital. */
const MIN_HUMP = 10;
const MAX_PIECE = 4096;
/** So many letters in a row. */
const MANY_LETTERS = 12;

const OTHER = 0;
const SMALL = 1;
const CAPITAL = 2;
/** A path, an address or a name beside it. */
const PATH = 3;
const KINDS = new Uint8Array(0x10000);
KINDS.fill(SMALL, 97, 123);
KINDS.fill(CAPITAL, 65, 91);
for (const sign of '/\\_=$') KINDS[sign.charCodeAt(0)] = PATH;

const kindAt = (text: string, at: number): number => KINDS[codeAt(text, at)] ?? OTHER;

const CODE_UNITS = createCodeUnits();
const kindIn = (units: Uint16Array, at: number): number => KINDS[units[at] ?? 0] ?? OTHER;

const isLetter = (kind: number): boolean => kind === SMALL || kind === CAPITAL;

/** Whether so many letters stand in a row: where the last of them would stand few signs tell. */
const hasManyLetters = (units: Uint16Array, start: number, end: number): boolean => {
  for (let last = start + MANY_LETTERS - 1; last < end; last += MANY_LETTERS) {
    const floor = last - MANY_LETTERS;
    let at = last;
    while (at > floor && isLetter(kindIn(units, at))) at--;
    if (at === floor) return true;
    last = at;
  }
  return false;
};

/** Whether so many letters stand in a row in a long run. @param units Those of the text. */
export const holdsManyLetters = (units: Uint16Array, start: number, end: number): boolean =>
  hasManyLetters(units, start, Math.min(end, start + MAX_PIECE));

/** Whether a long run of letters may be a sentence. @param units Those of the text. */
const mayBeSentence = (text: string, units: Uint16Array, { start, end }: Span): boolean => {
  if (!holdsManyLetters(units, start, end)) return false;
  if (kindAt(text, start - 1) === PATH || kindAt(text, end) === PATH) return false;
  const last = Math.min(end, start + MAX_PIECE);
  // How many capitals it may have behind small letters.
  let humps = Math.floor((last - start) / MIN_HUMP) - 1;
  let before = OTHER;
  for (let at = start; at < last; at++) {
    const kind = kindIn(units, at);
    if (kind === PATH) return false;
    if (kind === CAPITAL && before === SMALL) humps--;
    if (humps < 0) return false;
    before = kind;
  }
  return true;
};

const isBlank = (code: number): boolean => code === 32 || code === 10;

/** Between the blanks around a run. */
const pieceAround = (text: string, run: Span, floor: number): Span => {
  let { start, end } = run;
  while (start > floor && !isBlank(text.charCodeAt(start - 1))) start--;
  const last = Math.min(text.length, start + MAX_PIECE);
  while (end < last && !isBlank(text.charCodeAt(end))) end++;
  return { start, end: Math.max(run.end, end) };
};

const LETTERS = /\p{L}{2,1024}/gu;
const MIN_RUN = 2;
const MAX_RUN = 1024;
const ASCII_END = 0x80;
const MIN_WORDS = 3;
/** Nats for a letter; a jumble has about 3. */
const MAX_COST = 2.5;

/** How runs of letters were cut since somebody forgot them: a text has the same names over and over, and its views have them again. */
const cutBefore = { inEnglish: new Map<string, Segmentation>(), inAny: new Map<string, Segmentation>() };

/** To be called once no further view of a window is looked for, so that none of its text is kept. */
export const forgetCuts = (): void => {
  if (cutBefore.inEnglish.size > 0) cutBefore.inEnglish.clear();
  if (cutBefore.inAny.size > 0) cutBefore.inAny.clear();
};

/** To cut a shorter run anew costs less than to look it up. */
const LEAST_KEPT = 10;

const segment = (run: string, inAny: boolean): Segmentation => {
  if (run.length < LEAST_KEPT) return segmentLetters(run, inAny);
  const before = inAny ? cutBefore.inAny : cutBefore.inEnglish;
  const found = before.get(run) ?? segmentLetters(run, inAny);
  before.set(run, found);
  return found;
};

type Cut = Readonly<{ at: number; cuts: readonly number[]; end: number }>;

/** What English puts behind an apostrophe. */
const CLITICS = ['s', 't', 're', 'll', 've', 'd', 'm'];
const APOSTROPHE = /[a-z]['’]$/iu;
const isApostrophe = (code: number): boolean => code === 0x27 || code === 0x2019;
/** In nats, as a word that is as common. */
const COST_OF_CLITIC = 2;

/** Reads letters behind an apostrophe: `'retoo` is `'re too`. */
const segmentBehind = (run: string, inAny: boolean): Segmentation => {
  let best = segmentLetters(run, inAny);
  for (const clitic of CLITICS) {
    if (!run.startsWith(clitic) || run.length === clitic.length) continue;
    const rest = segmentLetters(run.slice(clitic.length), inAny);
    const cost = COST_OF_CLITIC + rest.costPerLetter * (run.length - clitic.length);
    if (cost >= best.costPerLetter * run.length) continue;
    const cuts = [clitic.length, ...rest.cuts.map((cut) => cut + clitic.length)];
    best = { ...rest, cuts, costPerLetter: cost / run.length };
  }
  return best;
};

/** Characters of a sentence: shorter ones may be compounds (`Rechtsschutzversicherung`), which are nothing to be cut. */
const MIN_FOREIGN = 40;

/** So many blanks are lacking in nobody's name: in all, and where no capital shows that a word begins. */
const MANY_CUTS = 5;
const MANY_UNSHOWN = 3;

const wordsOf = (text: string, { at, cuts, end }: Cut): readonly string[] =>
  [...cuts, end - at].map((cut, i) => text.slice(at + (cuts[i - 1] ?? 0), at + cut));

/** Whether somebody's sentence may stand in runs of letters: in names, links and addresses no word holds others together, and few blanks are lacking. */
const saysSomething = (text: string, runs: readonly Cut[]): boolean => {
  let cuts = 0;
  let unshown = 0;
  for (const run of runs) {
    cuts += run.cuts.length;
    for (const cut of run.cuts) if (kindAt(text, run.at + cut) !== CAPITAL) unshown++;
  }
  if (cuts >= MANY_CUTS || unshown >= MANY_UNSHOWN) return true;
  return runs.some((run) => hasTellingWord(wordsOf(text, run)));
};

/** As `LETTERS` matches; undefined where a piece has others than those of ASCII. */
const asciiRunsIn = (units: Uint16Array, { start, end }: Span): readonly number[] | undefined => {
  const runs: number[] = [];
  for (let at = start; at < end; ) {
    const code = units[at] ?? 0;
    if (code >= ASCII_END) return undefined;
    if (!isLetter(KINDS[code] ?? OTHER)) {
      at++;
      continue;
    }
    const first = at;
    const last = Math.min(end, first + MAX_RUN);
    while (at < last && isLetter(kindIn(units, at))) at++;
    if (at - first >= MIN_RUN) runs.push(first, at);
  }
  return runs;
};

/** Where runs of letters start and where they end, by turns. */
const runsIn = (text: string, units: Uint16Array, piece: Span): readonly number[] =>
  asciiRunsIn(units, piece) ??
  Array.from(text.slice(piece.start, piece.end).matchAll(LETTERS), ({ 0: run, index }) => [
    piece.start + index,
    piece.start + index + run.length,
  ]).flat();

const isBehindApostrophe = (text: string, start: number, at: number): boolean =>
  at > start &&
  isApostrophe(codeAt(text, at - 1)) &&
  APOSTROPHE.test(text.slice(Math.max(start, at - 2), at));

const readPiece = (text: string, units: Uint16Array, piece: Span): readonly Cut[] | undefined => {
  const inAny = piece.end - piece.start >= MIN_FOREIGN;
  const spans = runsIn(text, units, piece);
  let letters = 0;
  for (let i = 0; i < spans.length; i += 2) letters += (spans[i + 1] ?? 0) - (spans[i] ?? 0);
  const runs: Cut[] = [];
  let words = 0;
  let cost = 0;
  for (let i = 0; i < spans.length; i += 2) {
    const [at = 0, end = 0] = [spans[i], spans[i + 1]];
    const run = text.slice(at, end);
    const isBehind = isBehindApostrophe(text, piece.start, at);
    const { cuts, costPerLetter } = isBehind ? segmentBehind(run, inAny) : segment(run, inAny);
    cost += costPerLetter * run.length;
    if (cost > letters * MAX_COST) return undefined;
    runs.push({ at, cuts, end });
    words += cuts.length + 1;
  }
  return words >= MIN_WORDS && saysSomething(text, runs) ? runs : undefined;
};

const writeCut = (builder: MapBuilder, { at, cuts, end }: Cut): void => {
  let from = at;
  for (const cut of cuts) {
    builder.copy(from, at + cut);
    builder.put(' ', at + cut, at + cut);
    from = at + cut;
  }
  builder.copy(from, end);
};

/**
 * Words that were written without blanks, with the blanks back in their places.
 *
 * @returns The pieces that are made of words, and nothing else.
 */
export const splitRunTogether = ({ text, runs: all }: TextFacts): MappedText | undefined => {
  let builder: MapBuilder | undefined;
  let done = 0;
  const units = CODE_UNITS.read(text);
  for (const run of all) {
    if (run.start < done || !mayBeSentence(text, units, run)) continue;
    const piece = pieceAround(text, run, done);
    done = piece.end;
    const runs = readPiece(text, units, piece);
    if (runs === undefined) continue;
    builder ??= createMapBuilder(text);
    writePiece(text, builder, piece, runs);
  }
  return builder?.build();
};

/** Behind these a word begins; what follows anything else belongs to it, as in names of files and hosts. */
const BLANK_AFTER = /[\d,;:!?)\]}>”»…]/u;
const UPPER = /\p{Lu}/u;
/** In front of these a word has ended. */
const OPENING = /[("“«]/u;
const ENDS_BEFORE = /[\p{L}\d.,;:!?)]/u;

/** So many words behind a full stop are no name of a file or a host. */
const SENTENCE_WORDS = 3;

/**
 * Writes what stands between two runs of letters, with the blanks that it lacks.
 *
 * @param words Of the second run.
 * @param isOpen Whether a quotation mark before is open.
 */
const writeBetween = (
  text: string,
  builder: MapBuilder,
  { start, end }: Span,
  words: number,
  isOpen: boolean,
): boolean => {
  let from = start;
  let isQuoted = isOpen;
  const addBlank = (at: number): void => {
    builder.copy(from, at);
    builder.put(' ', at, at);
    from = at;
  };
  for (let at = start; at < end; at++) {
    const isClosing = isQuoted && text[at] === '"';
    if (text[at] === '"') isQuoted = !isQuoted;
    if (isClosing && at === end - 1) addBlank(end);
    else if (!isClosing && OPENING.test(text.charAt(at)) && ENDS_BEFORE.test(text.charAt(at - 1)))
      addBlank(at);
  }
  const last = text.charAt(end - 1);
  const isSentence = last === '.' && (words >= SENTENCE_WORDS || UPPER.test(text.charAt(end)));
  if (start < end && (isSentence || BLANK_AFTER.test(last))) addBlank(end);
  builder.copy(from, end);
  return isQuoted;
};

const writePiece = (text: string, builder: MapBuilder, { start, end }: Span, runs: readonly Cut[]): void => {
  let from = start;
  let isQuoted = false;
  for (const run of runs) {
    const words = run.cuts.length + 1;
    isQuoted = writeBetween(text, builder, { start: from, end: run.at }, words, isQuoted);
    writeCut(builder, run);
    if (/\d/u.test(text.charAt(run.end))) builder.put(' ', run.end, run.end);
    from = run.end;
  }
  builder.copy(from, end);
  builder.put('\n', end, end);
};
