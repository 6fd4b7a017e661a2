import type { TextFacts } from '../facts/facts.ts';
import { SIGNS as TEXT_SIGNS } from '../facts/signs.ts';
import { codeAt, createCodeUnits } from '../text/code-units.ts';
import type { MappedText } from '../text/mapped-text.ts';
import { createWriter, putUnits, replaceByUnit, resetWriter, toMapped } from '../text/unit-writer.ts';

/** Pictures and signs. */
const SYMBOLS = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\u2500-\u27bf\u2190-\u21ff*~^•·]`;
const BEFORE = String.raw`[\p{L}\p{N}.,!?;:'")]`;
/** Between words, instead of a blank or beside one. */
const BETWEEN = new RegExp(String.raw`(?<=${BEFORE}) ?${SYMBOLS}{1,6} ?(?=[\p{L}\p{N}'"(])`, 'uy');
const MIN_BETWEEN = 3;
/** So near to each other, in UTF-16 code units: in a program or a list some stand here and there. */
const WITHIN = 160;
const SIGNS = ['*', '~'] as const;

const BLANK = 0x20;
const BESIDE = /[\p{L}\p{N}.,!?]/u;
/** 1 for the characters of ASCII that end or begin words; of others the expression is asked. */
const BESIDE_ASCII = Uint8Array.from({ length: 128 }, (_, code) =>
  BESIDE.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Whether a letter stands on that side, or one behind a blank. */
const isWordSide = (text: string, at: number, step: number): boolean => {
  const next = codeAt(text, at + step) === BLANK ? at + 2 * step : at + step;
  const code = codeAt(text, next);
  return code < 128 ? BESIDE_ASCII[code] === 1 : BESIDE.test(text.charAt(next));
};

/** At least three words near to each other with the same kind of sign between them. */
const hasSigns = (text: string): boolean =>
  SIGNS.some((sign) => {
    let first = Number.NEGATIVE_INFINITY;
    let second = Number.NEGATIVE_INFINITY;
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
      if (!(isWordSide(text, at, -1) && isWordSide(text, at, 1))) continue;
      if (at - first <= WITHIN) return true;
      first = second;
      second = at;
    }
    return false;
  });

/** What a code unit is to `BETWEEN`: a symbol or half of one, what one may stand behind, or neither; 0 where nobody has asked yet. */
const SYMBOL = 1;
const WORD_END = 2;
const NEITHER = 4;
const kinds = new Uint8Array(0x10000);
/** Halves of pictures. */
const isPicture = (code: number): boolean => code >= 0xd83c && code < 0xd840;
/** Behind these there are no symbols of one unit, and nearly all are letters. */
const LAST_CLOSE = 0x3300;
const IS_SYMBOL = new RegExp(SYMBOLS, 'u');
const ENDS_WORD = new RegExp(BEFORE, 'u');

const findKind = (code: number): number => {
  if (code >= LAST_CLOSE) return isPicture(code) ? SYMBOL : WORD_END;
  const character = String.fromCharCode(code);
  return (IS_SYMBOL.test(character) ? SYMBOL : NEITHER) | (ENDS_WORD.test(character) ? WORD_END : 0);
};

const kindOf = (code: number): number => {
  const known = kinds[code] ?? 0;
  if (known !== 0) return known;
  const kind = findKind(code);
  kinds[code] = kind;
  return kind;
};

/** Pairs of surrogates among pictures that are numbers. */
const isNumber = (low: number): boolean => low >= 0xdd00 && low <= 0xdd0c;
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Whether a symbol may stand behind the character that ends in front of `at`, or behind a blank there. */
const isBehindWord = (units: Uint16Array, at: number): boolean => {
  const last = units[at - 1] === BLANK ? at - 2 : at - 1;
  if (last < 0) return false;
  const code = units[last] ?? 0;
  if (isLow(code) && last > 0 && isPicture(units[last - 1] ?? 0)) return isNumber(code);
  return (kindOf(code) & WORD_END) !== 0;
};

const CODE_UNITS = createCodeUnits();

/** Whether symbols begin behind three words near to each other: without it nothing matches. */
const hasCrowd = (text: string): boolean => {
  const units = CODE_UNITS.read(text);
  let first = Number.NEGATIVE_INFINITY;
  let second = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < text.length; at++) {
    if ((kindOf(units[at] ?? 0) & SYMBOL) === 0 || !isBehindWord(units, at)) continue;
    // The blank in front of a symbol belongs to it.
    if (at - first <= WITHIN + 1) return true;
    first = second;
    second = at;
  }
  return false;
};

const IN_WORDS = /[\p{L}\p{M}\p{N}\s]/u;
/** 1 for the characters of ASCII that words and blanks are made of. */
const IN_WORDS_ASCII = Uint8Array.from({ length: 128 }, (_, code) =>
  IN_WORDS.test(String.fromCharCode(code)) ? 1 : 0,
);
/** Of what stands between symbols so many characters in ten may be others: in a jumble of all signs of ASCII it is four. */
const MOST_OTHERS = 3;
const IN = 10;

/** Whether words stand there, and not a jumble of signs. */
const areWords = (text: string, start: number, end: number): boolean => {
  let others = 0;
  for (let at = start; at < end; at++) {
    const code = codeAt(text, at);
    if (code < 128 && IN_WORDS_ASCII[code] !== 1) others++;
  }
  return others * IN <= (end - start) * MOST_OTHERS + IN;
};

/** 1 for the letters and digits of ASCII, which `BETWEEN` may stand behind and in front of. */
const ALPHANUMERIC = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z\d]/u.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Whether a symbol of one unit stands between two of them, where the expression would say the same. */
const isBetween = (units: Uint16Array, at: number, length: number): boolean =>
  at + 1 < length &&
  !isPicture(units[at] ?? 0) &&
  ALPHANUMERIC[units[at - 1] ?? 0] === 1 &&
  ALPHANUMERIC[units[at + 1] ?? 0] === 1;

/** Where `BETWEEN` matches, where each match starts and where it ends by turns: it is tried only where a symbol stands behind what may stand in front of one. */
const matchesIn = (text: string): readonly number[] => {
  const units = CODE_UNITS.read(text);
  const { length } = text;
  const matches: number[] = [];
  let done = 0;
  for (let at = 0; at < length; at++) {
    if ((kindOf(units[at] ?? 0) & SYMBOL) === 0 || !isBehindWord(units, at)) continue;
    if (isBetween(units, at, length)) {
      done = at + 1;
      matches.push(at, done);
      continue;
    }
    const from = units[at - 1] === BLANK ? at - 1 : at;
    BETWEEN.lastIndex = from;
    const match = from < done ? null : BETWEEN.exec(text);
    if (match === null) continue;
    done = from + match[0].length;
    matches.push(from, done);
  }
  return matches;
};

/** Those that have company near enough, with words in between. */
const crowded = (text: string, matches: readonly number[]): readonly number[] => {
  const last = 2 * (MIN_BETWEEN - 1);
  const kept: number[] = [];
  let until = -1;
  for (let i = 0; i < matches.length; i += 2) {
    const start = matches[i] ?? 0;
    const end = matches[i + last] ?? Number.POSITIVE_INFINITY;
    if (end - start <= WITHIN && areWords(text, start, end)) until = i + last;
    if (i <= until) kept.push(start, matches[i + 1] ?? start);
  }
  return kept;
};

const WRITER = createWriter();

/** The text with blanks in the place of signs between words. */
export const dropSymbols = ({ text, signs }: TextFacts): MappedText | undefined => {
  const mayHaveSigns = (signs & TEXT_SIGNS.star) !== 0 && hasSigns(text);
  if (!mayHaveSigns && !((signs & TEXT_SIGNS.picture) !== 0 && hasCrowd(text))) return undefined;
  const matches = crowded(text, matchesIn(text));
  if (matches.length === 0) return undefined;
  const units = CODE_UNITS.read(text);
  resetWriter(WRITER, text.length);
  let from = 0;
  for (let i = 0; i < matches.length; i += 2) {
    const [start = 0, end = 0] = [matches[i], matches[i + 1]];
    putUnits(WRITER, units, from, start);
    replaceByUnit(WRITER, BLANK, start, end);
    from = end;
  }
  putUnits(WRITER, units, from, text.length);
  return toMapped(WRITER);
};
