import type { Span } from '../../../chat/segment.ts';
import { codePointAt, createCodeUnits } from '../../text/code-units.ts';
import { onForget } from '../../text/in-hand.ts';
import { MOST_KEPT_CHARS } from '../../text/normalize.ts';

/** Letters that stand by themselves, with up to three signs between each two: `i-g n o r e`. */
export type LetterChain = Readonly<{
  /** For each letter where it begins and ends, in UTF-16 code units. */
  starts: readonly number[];
  ends: readonly number[];
}>;

const LETTER = 1;
const NUMBER = 2;
const OTHER = 3;
/** What was found out about characters of the first plane so far; 0 where nothing was. */
const kinds = new Uint8Array(0x10000);

const findKind = (character: string): number => {
  if (/\p{L}/u.test(character)) return LETTER;
  return /\p{N}/u.test(character) ? NUMBER : OTHER;
};

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

const CODE_UNITS = createCodeUnits();

const kindAt = (units: Uint16Array, text: string, at: number): number => {
  const code = units[at] ?? 0;
  const known = kinds[code] ?? 0;
  if (known !== 0) return known;
  const kind = findKind(String.fromCodePoint(codePointAt(text, at)));
  if (!isSurrogate(code)) kinds[code] = kind;
  return kind;
};

const widthAt = (units: Uint16Array, text: string, at: number): number =>
  isSurrogate(units[at] ?? 0) && codePointAt(text, at) > 0xffff ? 2 : 1;

const MAX_GAP = 3;
const MAX_LETTERS = 401;

/** From the first letter of a chain to behind its last one. */
type Chain = Span & Readonly<{ letters: number }>;

/** A chain as far as it was read. */
const open = { letters: 0, first: 0, last: 0 };

/** Nobody asks for shorter ones. */
const LEAST_LETTERS = 3;

const closeChain = (chains: Chain[]): void => {
  const { letters, first, last } = open;
  if (letters >= LEAST_LETTERS) chains.push({ start: first, end: last, letters });
  open.letters = 0;
};

const addLetter = (start: number, end: number): void => {
  if (open.letters === 0) open.first = start;
  open.letters++;
  open.last = end;
};

/** Behind the letters and numbers that go on at `from`. */
const endOfWord = (units: Uint16Array, text: string, from: number): number => {
  let at = from;
  while (at < text.length) {
    const kind = kinds[units[at] ?? 0] ?? 0;
    if (kind === OTHER) break;
    if (kind !== 0) {
      at++;
      continue;
    }
    if (kindAt(units, text, at) === OTHER) break;
    at += widthAt(units, text, at);
  }
  return at;
};

const findChains = (units: Uint16Array, text: string): readonly Chain[] => {
  const chains: Chain[] = [];
  let gap = 0;
  open.letters = 0;
  for (let at = 0; at < text.length; ) {
    const end = endOfWord(units, text, at);
    if (end === at) {
      gap++;
      at += widthAt(units, text, at);
      continue;
    }
    if (gap > MAX_GAP || open.letters === MAX_LETTERS) closeChain(chains);
    gap = 0;
    const isSingle = end - at <= 2 && end - at === widthAt(units, text, at);
    if (isSingle && kindAt(units, text, at) === LETTER) addLetter(at, end);
    else closeChain(chains);
    at = end;
  }
  closeChain(chains);
  return chains;
};

/** Several decoders ask about each text one after the other. Longer texts are not kept. */
const NO_TEXT: Readonly<{ text: string; chains: readonly Chain[] }> = { text: '', chains: [] };
let known = NO_TEXT;
onForget(() => {
  known = NO_TEXT;
});

const chainsIn = (text: string): readonly Chain[] => {
  if (known.text === text) return known.chains;
  const chains = findChains(CODE_UNITS.read(text), text);
  if (text.length <= MOST_KEPT_CHARS) known = { text, chains };
  return chains;
};

/** Spans of the chains of at least `least` letters, of three or more. */
export const letterChainSpans = (text: string, least: number): readonly Span[] =>
  chainsIn(text).filter(({ letters }) => letters >= least);

/** Within a chain all that is no sign is one of its letters. */
const lettersIn = (units: Uint16Array, text: string, { start, end }: Span): LetterChain => {
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = start; at < end; ) {
    const width = widthAt(units, text, at);
    if (kindAt(units, text, at) !== OTHER) {
      starts.push(at);
      ends.push(at + width);
    }
    at += width;
  }
  return { starts, ends };
};

/**
 * All chains of at least `least` letters, of three or more, in ascending order; longer ones than 401 are cut. Linear in the text.
 */
export const letterChainsIn = (text: string, least: number): readonly LetterChain[] => {
  const spans = letterChainSpans(text, least);
  const units = CODE_UNITS.read(text);
  return spans.map((span) => lettersIn(units, text, span));
};

/** How many letters tell that a text is spelled somewhere. */
export const LETTERS_OF_SIGN = 5;

/** In a gap so many signs long, behind so many letters of a chain; or behind one letter more, or within a longer word. */
const GAPS = MAX_GAP + 2;
const KINDS = 4;
const inGap = (letters: number, gap: number): number => letters * GAPS + gap;
const behindLetter = (letters: number): number => LETTERS_OF_SIGN * GAPS + letters;
const IN_WORD = behindLetter(LETTERS_OF_SIGN);
const FOUND = IN_WORD + 1;

/** The state after a character of a kind is at `state * 4 + kind`: a way through a text without branches. */
const STEPS = new Uint8Array((FOUND + 1) * KINDS);
const setStep = (from: number, kind: number, to: number): void => {
  STEPS[from * KINDS + kind] = to;
};
for (let letters = 0; letters < LETTERS_OF_SIGN; letters++) {
  for (let gap = 0; gap < GAPS; gap++) {
    setStep(inGap(letters, gap), OTHER, inGap(letters, Math.min(gap + 1, GAPS - 1)));
    setStep(inGap(letters, gap), LETTER, behindLetter(gap > MAX_GAP ? 0 : letters));
    setStep(inGap(letters, gap), NUMBER, IN_WORD);
  }
  const isEnough = letters + 1 === LETTERS_OF_SIGN;
  setStep(behindLetter(letters), OTHER, isEnough ? FOUND : inGap(letters + 1, 1));
  for (const kind of [LETTER, NUMBER]) setStep(behindLetter(letters), kind, IN_WORD);
}
setStep(IN_WORD, OTHER, inGap(0, 1));
for (const kind of [LETTER, NUMBER]) setStep(IN_WORD, kind, IN_WORD);
for (const kind of [LETTER, NUMBER, OTHER]) setStep(FOUND, kind, FOUND);

/** Whether there is a chain of `LETTERS_OF_SIGN` letters: as `letterChainsIn` tells, which writes all of them down. */
export const hasLetterChain = (text: string): boolean => {
  const units = CODE_UNITS.read(text);
  let state = 0;
  for (let at = 0; at < text.length; at++) {
    let kind = kinds[units[at] ?? 0] ?? 0;
    if (kind === 0) {
      kind = kindAt(units, text, at);
      at += widthAt(units, text, at) - 1;
    }
    state = STEPS[state * KINDS + kind] ?? 0;
  }
  return state === FOUND || state === behindLetter(LETTERS_OF_SIGN - 1);
};
