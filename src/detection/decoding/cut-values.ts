import type { Span } from '../../chat/segment.ts';
import type { TextFacts } from '../facts/facts.ts';
import { CHARS } from '../facts/signs.ts';
import { codeAt, unitsOf } from '../text/code-units.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';

const TAG = String.raw`</?[a-z][^<>\n]{0,60}>`;
/** Signs of Markdown by which a number may be cut; one star alone is a product, and an underscore within a word is of a name. */
const LOOK = String.raw`(?:\*{2,3}|[\x60~]{1,2}|\*(?=[\s-])|(?<=[\s-])\*|_(?=[\s*\x60~-])|(?<=[\s*\x60~-])_|${TAG})`;
/** The next item of a list. */
const ITEM = String.raw`\n[ \t]{0,4}(?:[-*+]|\d{1,2}[.)])[ \t]{1,3}`;
const GAP = String.raw`(?:${LOOK}|[ \t.\/-]){1,9}`;
/** Each can be read in one way only: of eight groups of digits, each with as many ways as it has digits, nobody sees the end. */
const LETTERS_FIRST = String.raw`[A-Za-z]{1,4}(?:\d{1,12}(?!\d)[A-Za-z\d]{0,12}|\d{13}[A-Za-z\d]{0,11})`;
const DIGITS_FIRST = String.raw`(?:\d{1,24}|\d{1,12}[A-Za-z]{1,4}\d{0,12})`;
const PIECE = String.raw`(?:${LETTERS_FIRST}|${DIGITS_FIRST})(?![A-Za-z\d])`;
const NUMBER = new RegExp(`${PIECE}(?:${GAP}${PIECE}){1,11}`, 'y');
const SIGNS = String.raw`[*\x60~]{0,3}`;
const BETWEEN = String.raw`${SIGNS}(?:[ \t]{0,4}\|[ \t]{0,4}|${ITEM})${SIGNS}`;
const GROUP = String.raw`(?:\d{3,6}|[A-Z\d]{4})(?![A-Za-z\d])`;
/** Cells of a row, or items of a list, that are groups of a number and nothing else. */
const GROUPS_APART = new RegExp(
  `(?:[A-Z]{2}\\d{2}|\\d{3,6})(?:${BETWEEN}${GROUP}){2,8}(?:${BETWEEN}[A-Z\\d]{1,4}(?![A-Za-z\\d]))?`,
  'y',
);
const GAPS = new RegExp(`(?<=[A-Za-z\\d])(?:${BETWEEN}|${GAP})(?=[A-Za-z\\d])`, 'gu');
const LOOKS = new RegExp(LOOK, 'gu');
const TAGS = new RegExp(TAG, 'gu');

/** As many digits as accounts and cards have, and telephone numbers. */
const LEAST_DIGITS = 9;
const MOST_CHARACTERS = 36;
/** Cells and items with values have groups as they are written. */
const GROUPS = /^(?:[A-Z]{2}\d{2}(?: [A-Z\d]{1,4}){3,8}|\d{3,6}(?: \d{3,6}){2,4})$/u;
const MARKUP = /[*\x60~_|<\n]/u;
const STRUCTURE = /[|\n]/u;
/** The same by code unit. */
const STRUCTURE_SIGNS = new Uint8Array(128);
for (const sign of '|\n') STRUCTURE_SIGNS[sign.charCodeAt(0)] = 1;
const NOT_OF_VALUE = /[^A-Za-z\d]/gu;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isAlphanumeric = (code: number): boolean => isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 122);

const wordStart = (units: Uint16Array, end: number): number => {
  let at = end;
  while (isAlphanumeric(units[at - 1] ?? 0)) at--;
  return at;
};
const wordEnd = (units: Uint16Array, start: number): number => {
  let at = start;
  while (isAlphanumeric(units[at] ?? 0)) at++;
  return at;
};

const separatorOf = (gap: string): string => {
  if (STRUCTURE.test(gap)) return ' ';
  const left = gap.replaceAll(LOOKS, '').replaceAll(/\s+/gu, ' ');
  return left.trim() === '' ? left : left.trim();
};

const isOfNumbers = (line: string): boolean => (line.match(/\|\s*[\d.,]+\s*(?=\|)/gu)?.length ?? 0) > 1;

const breakFrom = (text: string, from: number): number => {
  const at = text.indexOf('\n', from);
  return at === -1 ? text.length : at;
};

/** Says whether the lines around a row hold numbers, too, as in a table of them. */
type Table = (start: number, end: number) => boolean;

/** Rows are asked about in ascending order; each line is sought and looked at once, however many stand in it. */
const createTable = (text: string): Table => {
  let previous = -1;
  let first = -1;
  let next = breakFrom(text, 0);
  const above = { at: -1, isOfNumbers: false };
  const below = { at: -1, isOfNumbers: false };
  const goTo = (start: number): void => {
    while (next < start) {
      previous = first;
      first = next;
      next = breakFrom(text, next + 1);
    }
  };
  const isBelow = (end: number): boolean => {
    const last = end <= next ? next : breakFrom(text, end);
    if (below.at !== last) {
      below.at = last;
      below.isOfNumbers = isOfNumbers(text.slice(last + 1, breakFrom(text, last + 1)));
    }
    return below.isOfNumbers;
  };
  return (start, end) => {
    goTo(start);
    if (above.at !== first) {
      above.at = first;
      above.isOfNumbers = first > 0 && isOfNumbers(text.slice(previous + 1, first));
    }
    return above.isOfNumbers || isBelow(end);
  };
};

type Edit = Readonly<{ out: string; start: number; end: number }>;

const editsIn = (found: string, start: number): readonly Edit[] =>
  Array.from(found.matchAll(GAPS), ({ 0: gap, index }) => ({
    out: separatorOf(gap),
    start: start + index,
    end: start + index + gap.length,
  }));

const withEdits = (found: string, start: number, edits: readonly Edit[]): string =>
  edits.reduceRight(
    (rest, { out, start: from, end }) => rest.slice(0, from - start) + out + rest.slice(end - start),
    found,
  );

const NO_EDITS: readonly Edit[] = [];

/** Characters of the first group, as `GROUPS_APART` has it, which is all of a word. */
const SHORTEST_GROUP = 3;
const LONGEST_GROUP = 6;

/** Borders between groups of digits, as `GROUPS` has them: one of cells or of items each. */
const MOST_BORDERS = 4;

/** Whether a row begins with digits and has more groups than any value has: it is no use to join them. */
const isTooLong = (row: string): boolean => {
  if (!isDigit(row.charCodeAt(0))) return false;
  let borders = 0;
  for (let at = 0; at < row.length; at++) if (STRUCTURE_SIGNS[row.charCodeAt(at)] === 1) borders++;
  return borders > MOST_BORDERS;
};

const groupsAt = (text: string, { start, end }: Span, isInTable: Table): readonly Edit[] => {
  if (end - start < SHORTEST_GROUP || end - start > LONGEST_GROUP) return NO_EDITS;
  GROUPS_APART.lastIndex = start;
  const found = GROUPS_APART.exec(text)?.[0];
  if (found === undefined || isTooLong(found) || isInTable(start, start + found.length)) return NO_EDITS;
  const edits = editsIn(found, start);
  return GROUPS.test(withEdits(found, start, edits)) ? edits : NO_EDITS;
};

/** Whether what is left without markup has as many digits and characters as a number has. */
const hasLength = (found: string): boolean => {
  const bare = found.includes('<') ? found.replaceAll(TAGS, '') : found;
  let digits = 0;
  let characters = 0;
  for (let at = 0; at < bare.length; at++) {
    const code = bare.charCodeAt(at);
    if (isDigit(code)) digits++;
    if (isAlphanumeric(code)) characters++;
  }
  return digits >= LEAST_DIGITS && characters <= MOST_CHARACTERS;
};

const numberAt = (text: string, start: number): readonly Edit[] => {
  NUMBER.lastIndex = start;
  const found = NUMBER.exec(text)?.[0];
  return found !== undefined && MARKUP.test(found) && hasLength(found) ? editsIn(found, start) : NO_EDITS;
};

const IN_KEY = new Uint8Array(0x10000);
for (let code = 0; code < 0x80; code++) if (/[\w-]/.test(String.fromCharCode(code))) IN_KEY[code] = 1;
const isInKey = (text: string, at: number): boolean => IN_KEY[codeAt(text, at)] === 1;
const KEY_LOOK = new RegExp(String.raw`\*{1,3}|\x60{1,2}|~~|${TAG}`, 'gu');
const CUT_KEY = new RegExp(
  String.raw`[\w-]{1,80}(?:(?:\*{1,3}|\x60{1,2}|~~|${TAG}){1,3}[\w-]{1,80}){1,24}`,
  'y',
);
const LEAST_KEY = 20;
const HAS_BOTH = /^(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])/u;
const LONGEST_BEFORE = 160;
const LOOKS_OF_KEY = '*`~>';

/** Where a word begins that signs of Markdown cut, of which this place is in the middle. */
const keyStart = (text: string, from: number, lowest: number): number => {
  let at = from;
  const least = Math.max(lowest, from - LONGEST_BEFORE);
  for (;;) {
    while (at > least && isInKey(text, at - 1)) at--;
    let look = at;
    // A text of such signs alone is not looked through from each of them to its beginning.
    if (text[look - 1] === '>') look = least + Math.max(0, text.slice(least, look).lastIndexOf('<'));
    else while (look > least && '*`~'.includes(text.charAt(look - 1))) look--;
    if (look === at || look <= least || !isInKey(text, look - 1)) return at;
    at = look;
  }
};

const LONGEST_PIECE = 80;
const MOST_CUTS = 24;
const MOST_STARS = 3;
/** What other looks than stars begin with. */
const OTHER_LOOKS = new Set(['`', '~', '<']);

const isAsciiLetter = (code: number): boolean => (code | 0x20) >= 97 && (code | 0x20) <= 122;

const endOfStars = (text: string, from: number): number => {
  let end = from;
  while (text[end] === '*') end++;
  return end;
};

/** Whether stars alone, as many as `CUT_KEY` takes at once, stand in front of a further piece; undefined where the pattern has to say. */
const areOnlyStars = (text: string, from: number, end: number): boolean | undefined => {
  const next = text.charAt(end);
  if (end - from > MOST_STARS || OTHER_LOOKS.has(next)) return undefined;
  return end > from && isInKey(text, end);
};

const endOfPiece = (text: string, from: number): number => {
  let end = from;
  while (end < from + LONGEST_PIECE && isInKey(text, end)) end++;
  return end;
};

/** Whether what stands there has the length of a key, digits and letters, but for what cuts it. */
const isLikeKey = (text: string, start: number, end: number): boolean => {
  let length = 0;
  let digits = 0;
  let letters = 0;
  for (let at = start; at < end; at++) {
    if (!isInKey(text, at)) continue;
    length++;
    const code = codeAt(text, at);
    if (isDigit(code)) digits++;
    else if (isAsciiLetter(code)) letters++;
  }
  return length >= LEAST_KEY && digits > 0 && letters > 0;
};

/** What `keyAt` finds of a key that only stars cut; undefined where other signs do. */
const starredKeyAt = (text: string, start: number): readonly Edit[] | undefined => {
  const edits: Edit[] = [];
  for (let at = endOfPiece(text, start); ; ) {
    const end = endOfStars(text, at);
    const goesOn = areOnlyStars(text, at, end);
    if (goesOn === undefined) return undefined;
    if (!goesOn || edits.length === MOST_CUTS)
      return edits.length > 0 && isLikeKey(text, start, at) ? edits : NO_EDITS;
    edits.push({ out: '', start: at, end });
    at = endOfPiece(text, end);
  }
};

const cutKeyAt = (text: string, start: number): readonly Edit[] => {
  CUT_KEY.lastIndex = start;
  const found = CUT_KEY.exec(text)?.[0] ?? '';
  const bare = found.replaceAll(KEY_LOOK, '');
  if (bare.length < LEAST_KEY || !HAS_BOTH.test(bare)) return NO_EDITS;
  return Array.from(found.matchAll(KEY_LOOK), ({ 0: look, index }) => ({
    out: '',
    start: start + index,
    end: start + index + look.length,
  }));
};

const keyAt = (text: string, from: number, lowest: number): readonly Edit[] => {
  const start = keyStart(text, from, lowest);
  return starredKeyAt(text, start) ?? cutKeyAt(text, start);
};

/** What stands behind a word that markup cuts: its look, the border of a cell or an item, or nothing of that. */
type Cut = 'look' | 'border' | 'none';

const LOOK_SIGN = 1;
const SEPARATOR = 2;
const BAR = 4;
const BREAK = 8;
const KEY_SIGN = 16;
/** By code unit, for ASCII. */
const SIGN_KINDS = new Uint8Array(128);
for (const sign of '*`~<_') SIGN_KINDS[sign.charCodeAt(0)] = LOOK_SIGN;
for (const sign of LOOKS_OF_KEY)
  SIGN_KINDS[sign.charCodeAt(0)] = (SIGN_KINDS[sign.charCodeAt(0)] ?? 0) | KEY_SIGN;
for (const sign of ' -/.') SIGN_KINDS[sign.charCodeAt(0)] = SEPARATOR;
SIGN_KINDS['|'.charCodeAt(0)] = BAR;
SIGN_KINDS['\n'.charCodeAt(0)] = BREAK;

const kindAt = (units: Uint16Array, at: number): number => SIGN_KINDS[units[at] ?? 0] ?? 0;

const NEXT_ITEM = /\n[ \t]{0,4}(?:[-*+]|\d{1,2}[.)])[ \t]/uy;

/** What the next line of `NEXT_ITEM` may begin with. */
const BEGINS_ITEM = new Uint8Array(128);
for (const sign of ' \t-*+0123456789') BEGINS_ITEM[sign.charCodeAt(0)] = 1;

const isItemBehind = (text: string, end: number): boolean => {
  if (BEGINS_ITEM[codeAt(text, end + 1)] !== 1) return false;
  NEXT_ITEM.lastIndex = end;
  return NEXT_ITEM.test(text);
};

const cutBehind = (text: string, units: Uint16Array, end: number): Cut => {
  const behind = kindAt(units, end);
  if (behind === BREAK) return isItemBehind(text, end) ? 'border' : 'none';
  const kind = behind === SEPARATOR ? kindAt(units, end + 1) : behind;
  if (kind === BAR) return 'border';
  return (kind & LOOK_SIGN) === 0 ? 'none' : 'look';
};

const isCutBefore = (units: Uint16Array, start: number): boolean =>
  (kindAt(units, start - 1) & KEY_SIGN) !== 0;

const editsAt = (text: string, word: Span, lowest: number, cut: Cut, isInTable: Table): readonly Edit[] => {
  const { start } = word;
  const ofGroups = cut === 'none' ? NO_EDITS : groupsAt(text, word, isInTable);
  if (ofGroups.length > 0 || cut === 'border') return ofGroups;
  const ofNumber = cut === 'look' ? numberAt(text, start) : NO_EDITS;
  return ofNumber.length > 0 ? ofNumber : keyAt(text, start, lowest);
};

/** Signs of which one cuts words, but for the break of a line. */
const CUTTING = CHARS.star | CHARS.backtick | CHARS.tilde | CHARS.stroke | CHARS.less | CHARS.underscore;

const hasItem = (text: string): boolean => {
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1))
    if (isItemBehind(text, at)) return true;
  return false;
};

/** Whether anything cuts words: records, identifiers and addresses, one a line, have many digits and nothing of the kind. */
export const mayBeCut = ({ text, chars }: TextFacts): boolean => (chars & CUTTING) !== 0 || hasItem(text);

/**
 * Values without the markup that cuts them: `**4111** **1111** …`, the cells of one row, items of a list, a key that
 * backticks divide.
 *
 * @param marks As facts of a text have them.
 */
export const joinCutValues = (text: string, marks: readonly number[]): MappedText | undefined => {
  const units = unitsOf(text);
  const edits: Edit[] = [];
  const isInTable = createTable(text);
  let behind = 0;
  // Of a word without end, too, only the first mark is looked at.
  let known = 0;
  for (const mark of marks) {
    if (mark < behind || mark < known || !isDigit(units[mark] ?? 0)) continue;
    const start = wordStart(units, mark);
    const end = wordEnd(units, mark);
    known = end;
    const cut = cutBehind(text, units, end);
    if (cut === 'none' && !isCutBefore(units, start)) continue;
    const lowest = behind;
    behind = end;
    const found = editsAt(text, { start, end }, lowest, cut, isInTable);
    // Of cells with short numbers, which most are, there is nothing to be put anywhere.
    if (found.length === 0) continue;
    edits.push(...found);
    behind = Math.max(end, found.at(-1)?.end ?? 0);
  }
  if (edits.length === 0) return undefined;
  const builder = createMapBuilder(text);
  let copied = 0;
  for (const { out, start, end } of edits) {
    builder.copy(copied, start);
    builder.put(out, start, end);
    copied = end;
  }
  builder.copy(copied, text.length);
  return builder.build();
};

/** The most of a text's end that a value with its markup takes up. */
const LONGEST_OPEN = 160;
/** Signs of which the last ones may still be the first half of others. */
const OPEN_GAP = String.raw`(?:[*\x60~_| \t.\/-]|${TAG}|\n[ \t]{0,4}(?:[-*+]|\d{1,2}[.)])[ \t]){1,12}`;
const OPEN_END = String.raw`(?:<[^<>\n]{0,60}|\n[ \t]{0,4}(?:[-*+]|\d{1,2}[.)]?)?[ \t]?|(?:[A-Za-z]{0,4}\d[A-Za-z\d]{0,14})?)$`;
const OPEN_NUMBER = new RegExp(
  `(?<![A-Za-z\\d])(?:${PIECE}${OPEN_GAP}){0,11}${PIECE}(?:${OPEN_GAP})?${OPEN_END}`,
);
const OPEN_KEY = new RegExp(
  String.raw`(?<![\w-])(?=[A-Za-z]{0,12}[\d_-])[\w-]{1,80}(?:(?:[*\x60~]|${TAG})[\w-]{0,80}){0,80}(?:<[^<>\n]{0,60})?$`,
);
/** One of these is in all that a number or a key begins with. */
const OF_KEY = /[\d_-]/u;
const A_DIGIT = /\d/u;
const MAY_BE_OPEN = /[*\x60~|<]|\n[ \t]{0,4}[-*+\d]/u;

/**
 * Where a value that markup cuts may begin, which a text ends in the middle of.
 *
 * @returns `text.length` where none may.
 */
export const openCutValueFrom = (text: string): number => {
  const from = Math.max(0, text.length - LONGEST_OPEN);
  const tail = text.slice(from);
  if (!MAY_BE_OPEN.test(tail) || !OF_KEY.test(tail)) return text.length;
  const number = A_DIGIT.test(tail) ? OPEN_NUMBER.exec(tail) : null;
  const isOpen =
    number !== null &&
    MARKUP.test(number[0]) &&
    number[0].replaceAll(LOOKS, '').replaceAll(NOT_OF_VALUE, '').length <= MOST_CHARACTERS;
  const key = OPEN_KEY.exec(tail)?.index ?? tail.length;
  return from + Math.min(isOpen ? number.index : tail.length, key);
};
