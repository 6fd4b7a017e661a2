import { LONGEST_GAP_BEHIND } from './context-words.ts';
import { BEHIND_WORDS } from './find-numbers.ts';
import { isAlphanumeric, isLetter, isUpper } from './letters.ts';
import { EXTENSION_WORDS } from './phone-words.ts';
import { DOTS, withoutBreaks } from './plain-signs.ts';

/** The longest value, a telephone number with its extension, with all its separators. */
export const LONGEST_VALUE = 72;
/** 34 characters, and as many separators less one. */
const LONGEST_IBAN = 67;
/** What a word behind it may announce has at least so many characters. */
const SHORTEST_ANNOUNCED = 7;
/** What goes on with a single letter has at least so many. */
const SHORTEST_LETTERED = 5;
/** How many capitals may stand in front of the first digit. */
const LEADS: ReadonlySet<number> = new Set([1, 2, 3, 6]);
const MAX_SEPARATORS = 3;

const SEPARATORS = ` \n.()+/_-№${DOTS}`;
/** A comma and a colon stand in front of an extension and behind its word: `, ext: 12`. */
const EXTENSION_SEPARATORS = ',:';

const EXTENSIONS: ReadonlySet<string> = new Set(EXTENSION_WORDS);
const prefixesOf = (word: string): string[] => Array.from(word, (_, i) => word.slice(0, i + 1));
const BEHIND_PREFIXES: ReadonlySet<string> = new Set(
  [...BEHIND_WORDS, ...EXTENSION_WORDS].flatMap(prefixesOf),
);

const hasDigit = (token: string): boolean => /\d/.test(token);

const wordStart = (text: string, end: number): number => {
  let at = end;
  while (at > 0 && isAlphanumeric(text.charCodeAt(at - 1))) at--;
  return at;
};

type Gap = Readonly<{ start: number; hasOdd: boolean }>;

const gapBefore = (text: string, end: number): Gap => {
  let start = end;
  let hasOdd = false;
  while (start > Math.max(0, end - MAX_SEPARATORS)) {
    const character = text.charAt(start - 1);
    const isOdd = EXTENSION_SEPARATORS.includes(character);
    if (!isOdd && !SEPARATORS.includes(character)) break;
    hasOdd ||= isOdd;
    start--;
  }
  return { start, hasOdd };
};

/** Capitals in front of digits: `AB 12 34 56 C`, `RSS MRA 85T10`. */
const leadFrom = (text: string, start: number, end: number): number => {
  const isLead = (from: number, to: number): boolean => {
    if (!LEADS.has(to - from)) return false;
    for (let at = from; at < to; at++) if (!isUpper(text.charCodeAt(at))) return false;
    return true;
  };
  if (!isLead(start, end)) return end;
  const before = start - 1;
  const isSplit = end - start <= 3 && /[ -]/.test(text.charAt(before));
  const first = isSplit ? wordStart(text, before) : before;
  return isSplit && before - first === 3 && isLead(first, before) ? first : start;
};

/** What stands between groups of one value: a letter or two, a word for a number. */
const JOINT = /(?<![\p{L}\p{N}])(?:н(?:о(?:м(?:ер?)?)?)?|[Nn]o?|[A-Z]{1,2})$/u;
const LONGEST_JOINT = 6;

/** Where such a one begins that ends at `end`, or `end`. */
const jointBefore = (text: string, end: number): number => {
  const tail = text.slice(Math.max(0, end - LONGEST_JOINT), end);
  const at = tail.search(JOINT);
  return at === -1 ? end : end - tail.length + at;
};

type Chain = Readonly<{ start: number; characters: number }>;

/** The groups of characters that end at `end`, with what stands in front of the first one: a plus, a bracket, capitals. */
const chainFrom = (text: string, end: number): Chain => {
  let start = end;
  let characters = 0;
  let isExtension = false;
  for (let at = end; end - at < LONGEST_VALUE; ) {
    const gap = gapBefore(text, at);
    const from = wordStart(text, gap.start);
    const token = text.slice(from, gap.start);
    const isExtensionWord = EXTENSIONS.has(token.toLowerCase());
    const isGroup = hasDigit(token);
    const mayBeOdd = isExtension || isExtensionWord || at === end;
    const before = isGroup || isExtensionWord ? from : jointBefore(text, gap.start);
    const opened = Math.min(openingIn(text, gap.start, start), leadIn(text, from, gap, start));
    if (before === gap.start || token.length > LONGEST_VALUE || (gap.hasOdd && !mayBeOdd))
      return { start: opened, characters };
    start = isGroup || isExtensionWord ? from : opened;
    if (isGroup) characters += token.length;
    at = before;
    isExtension = isExtensionWord;
  }
  return { start: openingIn(text, Math.max(0, start - MAX_SEPARATORS), start), characters };
};

/** The first plus or bracket in `[from, start)`, or `start`. */
const openingIn = (text: string, from: number, start: number): number => {
  const at = text.slice(from, start).search(/[+(]/);
  return at === -1 ? start : from + at;
};

const leadIn = (text: string, from: number, gap: Gap, start: number): number => {
  const isOneGap = start - gap.start <= 1 && !gap.hasOdd;
  const lead = isOneGap ? leadFrom(text, from, gap.start) : gap.start;
  return lead === gap.start ? start : lead;
};

const isGapBehind = (character: string): boolean =>
  character !== '\n' && character !== '_' && !isAlphanumeric(character.charCodeAt(0)) && character < '\u00c0';

/** Where a word at the end begins that may announce what stands in front of it, and the gap before that word. */
const announcedEnd = (text: string): number => {
  let word = text.length;
  while (word > 0 && isLetter(text.charCodeAt(word - 1))) word--;
  const isOpen =
    word === text.length || text.length - word === 1 || BEHIND_PREFIXES.has(text.slice(word).toLowerCase());
  if (!isOpen) return text.length;
  let end = word;
  while (end > Math.max(0, word - LONGEST_GAP_BEHIND) && isGapBehind(text.charAt(end - 1))) end--;
  return end;
};

/** In capitals however it is divided, in small letters in fours. */
const OPEN_IBAN = new RegExp(
  `(?<![A-Za-z\\d])[A-Z]{2}[ -]?\\d{2}(?:[ \\n./_+${DOTS}-]{0,3}[A-Z\\d])*[ \\n./_+${DOTS}-]{0,3}$`,
  'u',
);
const OPEN_LOWER_IBAN = /(?<![a-z\d])[a-z]{2}\d{2}(?:[ \n-][a-z\d]{4})*(?:[ \n-][a-z\d]{0,4})?$/i;

const ibanFrom = (text: string): number => {
  const tail = withoutBreaks(text.slice(-LONGEST_IBAN));
  if (!hasDigit(tail)) return text.length;
  const found = [OPEN_IBAN, OPEN_LOWER_IBAN].map((pattern) => tail.search(pattern)).filter((at) => at >= 0);
  return text.length - tail.length + Math.min(tail.length, ...found);
};

/**
 * Where a value of several words begins that more text could complete, change, or announce: groups of digits and of
 * digits with letters, capitals in front of them, and the beginning of a word behind them.
 *
 * @returns An index `0..text.length`. Looks at the last hundred characters or so.
 */
export const openValueFrom = (text: string): number => {
  const last = chainFrom(text, text.length).start;
  const end = announcedEnd(text);
  const chain = end < text.length ? chainFrom(text, end) : undefined;
  const least = isLetter(text.charCodeAt(text.length - 2)) ? SHORTEST_ANNOUNCED : SHORTEST_LETTERED;
  const isOpen = chain !== undefined && chain.characters >= least;
  return Math.min(last, isOpen ? chain.start : text.length, ibanFrom(text));
};
