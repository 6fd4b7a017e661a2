import type { Span } from '../../chat/segment.ts';
import type { TextFacts } from '../facts/facts.ts';
import { CHARS, SHORT_TEXT, SIGNS } from '../facts/signs.ts';
import { codeAt } from '../text/code-units.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';
import { denseRuns } from './runs/dense-runs.ts';
import { isSentence } from './words/sentence-words.ts';
import { mayBeSeparated } from './words/word-gaps.ts';

/** Words with the same signs between each two: `ignore -> all -> previous`, `{ignore}{all}`, `1. ignore 2. all`, `"ignore": 0, "all": 1`. */

const MIN_WORDS = 5;
/** Of the places between the words of a stretch; sentences end within it, and some words have an apostrophe. */
const SAME_SHARE = 0.75;
/** So many of the gaps between the fewest words. */
const LEAST = (MIN_WORDS - 1) * SAME_SHARE;
const LONGEST_GAP = 12;
const WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)?/gu;
/** What stands between words anyway; a single sign is looked for by itself, in longer texts, too (`joined-words.ts`). */
const USUAL = /^[\s,]*$/u;
const SHORTEST_GAP = 2;
const isUsual = (gap: string): boolean => gap.length < SHORTEST_GAP || USUAL.test(gap);

const DIGITS = /\d+/gu;

type Words = readonly Span[];

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
const BEYOND_ASCII = /[^\x00-\x7f]/;
const APOSTROPHE = 0x27;
const isAsciiLetter = (code: number): boolean => (code | 0x20) >= 97 && (code | 0x20) <= 122;

const endOfLetters = (text: string, from: number): number => {
  let at = from;
  while (isAsciiLetter(codeAt(text, at))) at++;
  return at;
};

/** What `WORD` finds, by hand where all letters are of ASCII. */
const wordsOf = (text: string): Words => {
  if (BEYOND_ASCII.test(text))
    return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
      start: index,
      end: index + word.length,
    }));
  const words: Span[] = [];
  for (let at = 0; at < text.length; ) {
    let end = endOfLetters(text, at);
    if (end === at) {
      at++;
      continue;
    }
    if (codeAt(text, end) === APOSTROPHE && isAsciiLetter(codeAt(text, end + 1)))
      end = endOfLetters(text, end + 1);
    words.push({ start: at, end });
    at = end;
  }
  return words;
};

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const hasDigit = (text: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (isDigit(text.charCodeAt(at))) return true;
  return false;
};

/** What stands in `[from, to)` between two words, numbers aside; nothing where that is a single character, which is usual. */
const gapOf = (text: string, from: number, to: number): string => {
  if (to - from < SHORTEST_GAP || to - from > LONGEST_GAP) return '';
  const gap = text.slice(from, to);
  return hasDigit(text, from, to) ? gap.replace(DIGITS, '0') : gap;
};

/** What stands in front of each word but the first. */
const gapsOf = (text: string, words: Words): readonly string[] => {
  const gaps: string[] = [];
  for (let i = 1; i < words.length; i++) gaps.push(gapOf(text, words[i - 1]?.end ?? 0, words[i]?.start ?? 0));
  return gaps;
};

/** Sentences end, too, and somebody's may be many. */
const MOST_KINDS = 4;

const commonest = (gaps: readonly string[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const gap of gaps) if (!isUsual(gap)) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= LEAST)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_KINDS)
    .map(([gap]) => gap);
};

const write = (builder: MapBuilder, words: Words, gaps: readonly string[], common: string): void => {
  for (const [i, { start, end }] of words.entries()) {
    builder.copy(start, end);
    const next = words[i + 1]?.start;
    if (next === undefined) break;
    const gap = gaps[i] ?? '';
    // Of `. -> ` the full stop stays.
    const kept = gap.endsWith(common) ? gap.length - common.length : next - end;
    builder.copy(end, Math.min(next, end + kept));
    if (gap.endsWith(common)) builder.put(' ', end + kept, next);
  }
};

/** Where such signs stand between words again and again, one of these is among them; with the sign of a text that has it, if there is one. */
const TELLING: readonly (readonly [telling: string, sign: number])[] = [
  ['-', SIGNS.dash],
  ['"', SIGNS.quote],
  ['/', SIGNS.slash],
  ['*', SIGNS.star],
  ['+', SIGNS.plus],
  ['=', SIGNS.equals],
  ['~', SIGNS.star],
  ['\\', SIGNS.backslash],
  ['•', SIGNS.picture],
  ...['|', ';', '>', '}', ']', ')', '#', '..', '&', '·', '^', '_'].map((sign) => [sign, 0] as const),
];

/** By indices, which is faster than to look at each character. */
const hasMany = (text: string, sign: string): boolean => {
  let at = text.indexOf(sign);
  for (let found = 1; found < MIN_WORDS - 1 && at !== -1; found++) at = text.indexOf(sign, at + 1);
  return at !== -1;
};

/** Numbers of a list. */
const hasNumbers = (text: string): boolean => text.includes('2') && text.includes('3') && text.includes('4');

const SIGNS_OF_TELLING = TELLING.reduce((all, [, sign]) => all | sign, 0);
const CHARS_OF_TELLING =
  CHARS.stroke | CHARS.closesSquare | CHARS.ampersand | CHARS.dot | CHARS.underscore | CHARS.between;

/** Whether any of `TELLING` is in a text, or a list's number. */
const hasTelling = ({ text, signs, chars }: TextFacts): boolean =>
  (signs & SIGNS_OF_TELLING) !== 0 ||
  (chars & CHARS_OF_TELLING) !== 0 ||
  ((chars & CHARS.point) !== 0 && text.includes('..')) ||
  ((signs & SIGNS.digit) !== 0 && hasNumbers(text));

const mayRepeat = ({ text, signs }: TextFacts): boolean => {
  for (const [telling, sign] of TELLING)
    if ((sign === 0 || (signs & sign) !== 0) && hasMany(text, telling)) return true;
  return (signs & SIGNS.digit) !== 0 && hasNumbers(text);
};

/** @returns Whether some words with this between them are a sentence. */
const readAround = (
  builder: MapBuilder,
  text: string,
  words: Words,
  gaps: readonly string[],
  common: string,
): boolean => {
  const areSame = gaps.map((gap) => gap.endsWith(common));
  let found = false;
  for (const { first, last } of denseRuns(areSame, SAME_SHARE)) {
    // A gap stands between two words.
    const inner = words.slice(first, last + 2);
    if (inner.length < MIN_WORDS) continue;
    if (!isSentence(inner.map(({ start, end }) => text.slice(start, end)).join(' '))) continue;
    found = true;
    write(builder, inner, gaps.slice(first, last + 1), common);
    const end = inner.at(-1)?.end ?? 0;
    builder.put('\n', end, end);
  }
  return found;
};

/** @returns What such words of a short text say, with blanks between them, and nothing else. */
export const readSeparated = (facts: TextFacts): MappedText | undefined => {
  const { text } = facts;
  if (text.length > SHORT_TEXT || !hasTelling(facts)) return undefined;
  if (!mayBeSeparated(text) || !mayRepeat(facts)) return undefined;
  const words = wordsOf(text);
  const gaps = gapsOf(text, words);
  for (const common of commonest(gaps)) {
    const builder = createMapBuilder(text);
    if (readAround(builder, text, words, gaps, common)) return builder.build();
  }
  return undefined;
};
