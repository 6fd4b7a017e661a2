import type { Span } from '../../chat/segment.ts';
import { codeAt, codePointAt, createCodeUnits } from '../text/code-units.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { knownShare } from './words/stretches.ts';

/** Text turned upside down, which reads from right to left then, or seen in a mirror. */

/** Pairs of a letter and the upright one: first those that no upright text has, then those that are other letters when turned. */
const UPSIDE_DOWN = [
  'ɔcǝeɟfƃgᵷgɥhᴉiɾjʞkɯmɹrʇtʌvʍwʎy∀AᗺBꓭBƆCᗡDꓷDƎEℲFꓞF⅁GꓨG⅂L˥LꓶLꓤRᴚRꓕT⊥T∩UՈUꓵUΛVꓥV⅄Y',
  "unnudppdbqqbMWWM6996¿?¡!())([]][{}}{<>><,'',",
] as const;
const MIRRORED = ['ɔcɘeʇfɒaɿrƨsʞkƚtꟻfᎸfᴎnИNЯRƎEƆCᗡDᖷFᗺBɈtᑫPƧS', 'bddbqppq())([]][{}}{<>><'] as const;

type Turn = Readonly<{ marks: Uint8Array; upright: Uint16Array }>;

const createTurn = ([marking, others]: readonly [marking: string, others: string]): Turn => {
  const upright = new Uint16Array(0x10000);
  const marks = new Uint8Array(0x10000);
  const pairs = marking + others;
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    upright[pairs.charCodeAt(i)] = pairs.charCodeAt(i + 1);
    if (i < marking.length) marks[pairs.charCodeAt(i)] = 1;
  }
  return { marks, upright };
};

const TURNS: readonly Turn[] = [createTurn(UPSIDE_DOWN), createTurn(MIRRORED)];

const LINE_FEED = 0x0a;
const BLANK = 0x20;
/** Words that nothing marks stand between others: `pou` upside down is `nod`. */
const LONGEST_GAP = 40;
const LONGEST_WORD = 24;

const isMark = (code: number): boolean => TURNS.some(({ marks }) => marks[code] === 1);

/** From the first to the last mark of those that are near to each other in a line, with the words that they stand in. */
const stretchesIn = (text: string): readonly Span[] => {
  const stretches: { start: number; end: number }[] = [];
  let line = 0;
  for (let at = 0; at < text.length; at++) {
    const code = codeAt(text, at);
    if (code === LINE_FEED) line = at + 1;
    if (code <= BLANK || !isMark(code)) continue;
    const last = stretches.at(-1);
    if (last !== undefined && last.start >= line && at - last.end <= LONGEST_GAP) last.end = at + 1;
    else stretches.push({ start: at, end: at + 1 });
  }
  return stretches;
};

/** With what belongs to the words at the ends; `floor` is where the one before ends. */
const withWholeWords = (text: string, span: Span, floor: number): Span => {
  let { start, end } = span;
  while (start > floor && span.start - start < LONGEST_WORD && codeAt(text, start - 1) > BLANK) start--;
  while (end < text.length && end - span.end < LONGEST_WORD && codeAt(text, end) > BLANK) end++;
  return { start, end };
};

const CODE_UNITS = createCodeUnits();

const turn = (text: string, { upright }: Turn): string => {
  const units = CODE_UNITS.read(text);
  for (let at = 0; at < text.length; at++) units[at] = upright[units[at] ?? 0] || (units[at] ?? 0);
  return CODE_UNITS.write(text.length);
};

/** As long as the text, with its letters upright, in the order in which they stand; null where none is upside down. */
export const uprightOf = (text: string): string | null => {
  const [upsideDown] = TURNS;
  if (upsideDown === undefined) return null;
  for (let at = 0; at < text.length; at++)
    if (upsideDown.marks[codeAt(text, at)] === 1) return turn(text, upsideDown);
  return null;
};

const HALVES = /[\ud800-\udfff]/;

const backwards = (text: string): string => {
  if (HALVES.test(text)) return [...text].reverse().join('');
  CODE_UNITS.read(text).subarray(0, text.length).reverse();
  return CODE_UNITS.write(text.length);
};

/** An apostrophe that was not turned, or a comma that was. */
const INNER_COMMA = /(?<=[a-z]),(?=[a-z])/giu;

const MIN_LETTERS = 8;
/** Of all letters, so that phonetic spelling and names are left as they are. */
const MIN_KNOWN = 0.6;

const LETTER = /\p{L}/u;
const LETTER_OF_ASCII = /[a-z]/iu;
/** What was found out about characters of the first plane so far, 0 where nothing was; letters of ASCII are letters, too. */
const kinds = new Uint8Array(0x10000);
const IS_NONE = 1;
const IS_LETTER = 2;
const IS_OF_ASCII = 4;

const kindOf = (codePoint: number): number => {
  const character = String.fromCodePoint(codePoint);
  if (!LETTER.test(character)) return IS_NONE;
  return LETTER_OF_ASCII.test(character) ? IS_LETTER | IS_OF_ASCII : IS_LETTER;
};

/** How many letters a text has, and how many of these are letters of ASCII. */
const countLetters = (text: string): Readonly<{ letters: number; ofAscii: number }> => {
  let letters = 0;
  let ofAscii = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    let kind = kinds[code] ?? 0;
    if (kind === 0) {
      const codePoint = codePointAt(text, at);
      kind = kindOf(codePoint);
      if (codePoint > 0xffff) at++;
      else if (code < 0xd800 || code > 0xdfff) kinds[code] = kind;
    }
    if ((kind & IS_LETTER) !== 0) letters++;
    if ((kind & IS_OF_ASCII) !== 0) ofAscii++;
  }
  return { letters, ofAscii };
};

type Read = Readonly<{ text: string; share: number }>;

/** The best of the readings, upside down or mirrored, in either direction. */
const readTurned = (text: string): Read | undefined => {
  if (text.length < MIN_LETTERS) return undefined;
  let best: Read | undefined;
  for (const each of TURNS) {
    const forward = turn(text, each);
    // Letters that no turn made upright stand in no known word, so that the share of the others is the most there can be.
    const { letters, ofAscii } = countLetters(forward);
    if (ofAscii / Math.max(1, letters) <= (best?.share ?? MIN_KNOWN)) continue;
    // Behind a line feed lengths differ, so that a place in what is read from the end stands for the whole of it.
    for (const out of [forward, `${backwards(forward)}\n`]) {
      const share = (knownShare(out) * ofAscii) / Math.max(1, letters);
      if (share > (best?.share ?? MIN_KNOWN)) best = { text: out.replace(INNER_COMMA, "'"), share };
    }
  }
  return best;
};

/** A reading of a part of a text. */
type Reading = Span & Read;

const readSpan = (text: string, { start, end }: Span): Reading | undefined => {
  const read = readTurned(text.slice(start, end));
  return read === undefined ? undefined : { start, end, ...read };
};

const better = (reading: Reading, wider: Reading | undefined): Reading =>
  wider === undefined || reading.share > wider.share ? reading : wider;

/** Takes words at either end of a line into a stretch where that reads no worse with them. */
const readStretch = (text: string, stretch: Span, floor: number): Reading | undefined => {
  const span = withWholeWords(text, stretch, floor);
  let { start, end } = span;
  while (start > floor && span.start - start < LONGEST_GAP && codeAt(text, start - 1) !== LINE_FEED) start--;
  while (end < text.length && end - span.end < LONGEST_GAP && codeAt(text, end) !== LINE_FEED) end++;
  const narrow = readSpan(text, span);
  if (narrow === undefined) return undefined;
  const left = start < span.start ? better(narrow, readSpan(text, { start, end: span.end })) : narrow;
  return end > span.end ? better(left, readSpan(text, { start: left.start, end })) : left;
};

/** Text turned upside down or mirrored; what stands around it stays. */
export const readTurnedLetters = (text: string): MappedText | undefined => {
  const builder = createMapBuilder(text);
  let from = 0;
  for (const stretch of stretchesIn(text)) {
    if (stretch.start < from) continue;
    const reading = readStretch(text, stretch, from);
    if (reading === undefined) continue;
    builder.copy(from, reading.start);
    builder.put(reading.text, reading.start, reading.end);
    from = reading.end;
  }
  if (from === 0) return undefined;
  builder.copy(from, text.length);
  return builder.build();
};
