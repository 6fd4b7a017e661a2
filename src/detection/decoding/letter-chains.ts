import { codePointAt, createCodeUnits } from '../code-units.ts';

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

type Growing = { starts: number[]; ends: number[] };

/**
 * All chains of at least `least` letters, in ascending order; longer ones than 401 are cut. Linear in the text.
 */
export const letterChainsIn = (text: string, least: number): readonly LetterChain[] => {
  const units = CODE_UNITS.read(text);
  const chains: LetterChain[] = [];
  let chain: Growing = { starts: [], ends: [] };
  let gap = 0;
  const close = (): void => {
    if (chain.starts.length === 0) return;
    if (chain.starts.length >= least) chains.push(chain);
    chain = { starts: [], ends: [] };
  };
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(units, text, at);
    const start = at;
    at += widthAt(units, text, at);
    if (kind === OTHER) {
      gap++;
      continue;
    }
    if (gap > MAX_GAP || chain.starts.length === MAX_LETTERS) close();
    gap = 0;
    const isSingle = at === text.length || kindAt(units, text, at) === OTHER;
    if (kind === LETTER && isSingle) {
      chain.starts.push(start);
      chain.ends.push(at);
      continue;
    }
    close();
    while (at < text.length && kindAt(units, text, at) !== OTHER) at += widthAt(units, text, at);
  }
  close();
  return chains;
};

/** Whether there is a chain of so many letters, at most 401: as `letterChainsIn` tells, which writes all of them down. */
export const hasLetterChain = (text: string, least: number): boolean => {
  const units = CODE_UNITS.read(text);
  let letters = 0;
  let gap = 0;
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(units, text, at);
    at += widthAt(units, text, at);
    if (kind === OTHER) {
      gap++;
      continue;
    }
    if (gap > MAX_GAP) letters = 0;
    gap = 0;
    const isSingle = at === text.length || kindAt(units, text, at) === OTHER;
    letters = kind === LETTER && isSingle ? letters + 1 : 0;
    if (letters === least) return true;
    while (at < text.length && kindAt(units, text, at) !== OTHER) at += widthAt(units, text, at);
  }
  return false;
};
