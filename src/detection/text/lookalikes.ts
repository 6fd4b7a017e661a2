import { codePointAt, createCodeUnits } from './code-units.ts';
import { CYRILLIC_TWINS, GREEK_TWINS, LOOKALIKES } from './confusables.ts';

const NON_LATIN = /[\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u13a0-\u13f4]/u;

/** What a unit tells of the word that it stands in. */
const IN_WORD = 1;
const LATIN = 2;
const OTHER_SCRIPT = 4;
/** A letter that looks like no Latin one. */
const REAL = 8;
/** A real one of this script. */
const REAL_CYRILLIC = 16;
const REAL_GREEK = 32;

const SIGNS = new Uint8Array(0x10000);
/** The Latin letter that a unit looks like, or 0. */
const LATIN_FORMS = new Uint16Array(0x10000);

/** A script that Latin letters may hide in, and for each of them the one that it stands for there. */
type Script = Readonly<{
  first: number;
  last: number;
  forms: Uint16Array;
  twins: ReadonlyMap<string, string>;
}>;

const CYRILLIC: Script = {
  ...{ first: 0x400, last: 0x52f },
  forms: new Uint16Array(0x80),
  twins: CYRILLIC_TWINS,
};
const GREEK: Script = { first: 0x370, last: 0x3ff, forms: new Uint16Array(0x80), twins: GREEK_TWINS };

const isOf = ({ first, last }: Script, code: number): boolean => code >= first && code <= last;

/** The script that a word has real letters of; of two it has none. */
const scriptOf = (signs: number): Script | undefined => {
  if ((signs & REAL_CYRILLIC) !== 0) return (signs & REAL_GREEK) === 0 ? CYRILLIC : undefined;
  return (signs & REAL_GREEK) === 0 ? undefined : GREEK;
};

const realSignOf = (code: number): number => {
  if (isOf(CYRILLIC, code)) return REAL | REAL_CYRILLIC;
  return isOf(GREEK, code) ? REAL | REAL_GREEK : REAL;
};

const signOf = (code: number): number => {
  const character = String.fromCharCode(code);
  if (code < 0x7f) return /[a-z]/iu.test(character) ? IN_WORD | LATIN : /\d/u.test(character) ? IN_WORD : 0;
  if (!/[\p{L}\p{N}]/u.test(character)) return 0;
  return (
    IN_WORD |
    (NON_LATIN.test(character) ? OTHER_SCRIPT : 0) |
    (LOOKALIKES.has(character) ? 0 : realSignOf(code))
  );
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
  for (const { forms, twins } of [CYRILLIC, GREEK])
    for (const [latin, letter] of twins) forms[latin.charCodeAt(0)] = letter.charCodeAt(0);
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

type Words = {
  readonly mixed: number[];
  readonly lookalike: number[];
  /** Words with Latin letters in them, of which each stands for one of the word's script. */
  readonly disguised: Readonly<{ start: number; end: number; script: Script }>[];
  hasReal: boolean;
  /** The script of the word before, and whether that is the last one of `mixed`. */
  before: Script | undefined;
  isMixedBefore: boolean;
};

/** Whether all letters of a word are of the script, or stand for such. */
const readsAs = (units: Uint16Array, start: number, end: number, script: Script): boolean => {
  for (let at = start; at < end; at++) {
    const code = units[at] ?? 0;
    if (!isOf(script, code) && (script.forms[code] ?? 0) === 0) return false;
  }
  return true;
};

/** A mixed word belongs to the script of a real word beside it, if it can. */
const addMixed = (words: Words, units: Uint16Array, start: number, end: number): void => {
  const { before } = words;
  if (before !== undefined && readsAs(units, start, end, before)) {
    words.disguised.push({ start, end, script: before });
    return;
  }
  words.mixed.push(start, end);
  words.isMixedBefore = true;
};

const addReal = (words: Words, units: Uint16Array, signs: number, start: number, end: number): void => {
  const script = scriptOf(signs);
  words.hasReal = true;
  if (script === undefined) return;
  if ((signs & LATIN) !== 0 && readsAs(units, start, end, script))
    words.disguised.push({ start, end, script });
  const { mixed } = words;
  const [from = 0, to = 0] = words.isMixedBefore ? mixed.slice(-2) : [];
  if (from === to || !readsAs(units, from, to, script)) return;
  mixed.length -= 2;
  words.disguised.push({ start: from, end: to, script });
};

const addWord = (words: Words, units: Uint16Array, signs: number, start: number, end: number): void => {
  const isOther = (signs & OTHER_SCRIPT) !== 0;
  const isMixed = isOther && (signs & (REAL | LATIN)) === LATIN;
  if (isMixed) {
    words.isMixedBefore = false;
    addMixed(words, units, start, end);
  } else {
    if (isOther && (signs & REAL) !== 0) addReal(words, units, signs, start, end);
    else if (isOther && end - start > 1) words.lookalike.push(start, end);
    words.isMixedBefore = false;
  }
  words.before = scriptOf(signs);
};

/** Where the next letter of another script is, or the end of the text. */
const nextOther = (units: Uint16Array, from: number, length: number): number => {
  let at = from;
  while (at < length && ((SIGNS[units[at] ?? 0] ?? 0) & OTHER_SCRIPT) === 0) at++;
  return at;
};

const startOfWord = (text: string, units: Uint16Array, at: number, from: number): number => {
  let start = at;
  while (start > from && signAt(text, units, start - 1) !== 0) start--;
  return start;
};

/** Whether a word ends between `from` and the beginning of another one. */
const hasWord = (text: string, units: Uint16Array, from: number, start: number): boolean => {
  for (let at = start - 1; at >= from; at--) if (signAt(text, units, at) !== 0) return true;
  return false;
};

/** Words with letters of another script, as pairs of (start, end); of real ones only whether there are any. */
const sortWords = (text: string, units: Uint16Array): Words => {
  const words: Words = {
    ...{ mixed: [], lookalike: [], disguised: [], hasReal: false },
    ...{ before: undefined, isMixedBefore: false },
  };
  const { length } = text;
  for (let from = 0, at = nextOther(units, 0, length); at < length; at = nextOther(units, from, length)) {
    const start = startOfWord(text, units, at, from);
    if (hasWord(text, units, from, start)) {
      words.before = undefined;
      words.isMixedBefore = false;
    }
    let signs = 0;
    let end = start;
    for (let sign = signAt(text, units, end); sign !== 0; sign = signAt(text, units, end)) {
      signs |= sign;
      end++;
      if (end === length) break;
    }
    addWord(words, units, signs, start, end);
    from = end;
  }
  return words;
};

const writeScripts = (units: Uint16Array, { disguised }: Words): void => {
  for (const { start, end, script } of disguised)
    for (let at = start; at < end; at++) {
      const form = script.forms[units[at] ?? 0] ?? 0;
      if (form !== 0) units[at] = form;
    }
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
 * Latin letters become those of another script in words that have a real letter of it, and beside such words. All other
 * lookalike letters become Latin in words that mix scripts, and in words made of nothing else unless the text has
 * real words of that script beside them.
 *
 * @returns Undefined where nothing changes; else a text of the same length.
 */
export const foldLookalikes = (text: string): string | undefined => {
  if (!NON_LATIN.test(text)) return undefined;
  if (!filled) fillTables();
  filled = true;
  const units = CODE_UNITS.read(text);
  const words = sortWords(text, units);
  const { mixed, lookalike, disguised, hasReal } = words;
  writeScripts(units, words);
  const isLatin = writeLatin(units, hasReal ? mixed : [...mixed, ...lookalike]);
  return isLatin || disguised.length > 0 ? CODE_UNITS.write(text.length) : undefined;
};
