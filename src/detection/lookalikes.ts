import { codePointAt, createCodeUnits } from './code-units.ts';
import { LOOKALIKES } from './confusables.ts';

const NON_LATIN = /[\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u13a0-\u13f4]/u;

/** What a unit tells of the word that it stands in. */
const IN_WORD = 1;
const LATIN = 2;
const OTHER_SCRIPT = 4;
/** A letter that looks like no Latin one. */
const REAL = 8;

const SIGNS = new Uint8Array(0x10000);
/** The Latin letter that a unit looks like, or 0. */
const LATIN_FORMS = new Uint16Array(0x10000);

const signOf = (code: number): number => {
  const character = String.fromCharCode(code);
  if (code < 0x7f) return /[a-z]/iu.test(character) ? IN_WORD | LATIN : /\d/u.test(character) ? IN_WORD : 0;
  if (!/[\p{L}\p{N}]/u.test(character)) return 0;
  return IN_WORD | (NON_LATIN.test(character) ? OTHER_SCRIPT : 0) | (LOOKALIKES.has(character) ? 0 : REAL);
};

const fillTables = (): void => {
  SIGNS.fill(IN_WORD | REAL, 0x3400, 0x4dc0);
  SIGNS.fill(IN_WORD | REAL, 0x4e00, 0xa000);
  SIGNS.fill(IN_WORD | REAL, 0xac00, 0xd7a4);
  for (let code = 0; code < 0x10000; code++) {
    if (code === 0x3400) code = 0xa000; // ideographs
    if (code === 0xac00) code = 0xd7a4; // Hangul syllables
    if (code === 0xd800) code = 0xf900; // no characters of their own
    SIGNS[code] = signOf(code);
  }
  SIGNS.fill(0, 0x4dc0, 0x4e00);
  for (const [letter, latin] of LOOKALIKES) LATIN_FORMS[letter.charCodeAt(0)] = latin.charCodeAt(0);
};

const CODE_UNITS = createCodeUnits();
const LETTER = /[\p{L}\p{N}]/u;

/** The sign of a unit of a pair is that of the whole character. */
const signAt = (text: string, units: Uint16Array, at: number): number => {
  const code = units[at] ?? 0;
  if (code < 0xd800 || code > 0xdfff) return SIGNS[code] ?? 0;
  const codePoint = codePointAt(text, code >= 0xdc00 && at > 0 ? at - 1 : at);
  return codePoint > 0xffff && LETTER.test(String.fromCodePoint(codePoint)) ? IN_WORD | REAL : 0;
};

type Words = { mixed: number[]; lookalike: number[]; hasReal: boolean };

const addWord = (words: Words, signs: number, start: number, end: number): void => {
  if ((signs & REAL) !== 0) words.hasReal = true;
  else if ((signs & LATIN) !== 0) words.mixed.push(start, end);
  else if (end - start > 1) words.lookalike.push(start, end);
};

/** Words with letters of another script, as pairs of (start, end); of real ones only whether there are any. */
const sortWords = (text: string, units: Uint16Array): Words => {
  const words: Words = { mixed: [], lookalike: [], hasReal: false };
  let start = 0;
  let signs = 0;
  for (let i = 0; i <= text.length; i++) {
    const sign = i < text.length ? signAt(text, units, i) : 0;
    signs |= sign;
    if (sign !== 0) continue;
    if ((signs & OTHER_SCRIPT) !== 0) addWord(words, signs, start, i);
    signs = 0;
    start = i + 1;
  }
  return words;
};

const writeLatin = (units: Uint16Array, words: readonly number[]): boolean => {
  let changed = false;
  for (let i = 0; i < words.length; i += 2) {
    for (let at = words[i] ?? 0; at < (words[i + 1] ?? 0); at++) {
      const latin = LATIN_FORMS[units[at] ?? 0] ?? 0;
      if (latin === 0) continue;
      units[at] = latin;
      changed = true;
    }
  }
  return changed;
};

let filled = false;

/**
 * Lookalike letters become Latin in words that mix scripts, and in words made of nothing else unless the text has
 * real words of that script beside them.
 *
 * @returns Undefined where nothing changes; else a text of the same length.
 */
export const foldLookalikes = (text: string): string | undefined => {
  if (!NON_LATIN.test(text)) return undefined;
  if (!filled) fillTables();
  filled = true;
  const units = CODE_UNITS.read(text);
  const { mixed, lookalike, hasReal } = sortWords(text, units);
  const changed = writeLatin(units, hasReal ? mixed : [...mixed, ...lookalike]);
  return changed ? CODE_UNITS.write(text.length) : undefined;
};
