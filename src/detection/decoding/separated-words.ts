import { unitsOf } from '../code-units.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../mapped-text.ts';
import { SHORT_TEXT, SIGNS } from '../signs.ts';
import type { TextFacts } from '../text-facts.ts';
import { denseRuns } from './dense-runs.ts';
import { isSentence } from './sentence-words.ts';

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

const SIGN = 0;
const BLANK = 1;
const LETTER = 2;
const DIGIT = 3;
/** Ends a sentence, or stands in front of a list. */
const STOP = 4;
const LAST_LETTER = 0x52f;
const kindOf = (sign: string): number => {
  if (/[\p{L}'’]/u.test(sign)) return LETTER;
  if (/\d/u.test(sign)) return DIGIT;
  if (/[.!?:]/u.test(sign)) return STOP;
  return /[\s,]/u.test(sign) ? BLANK : SIGN;
};
const KINDS = new Uint8Array(0x10000);
for (let code = 0; code <= LAST_LETTER; code++) KINDS[code] = kindOf(String.fromCharCode(code));

/** Hashes of the last gaps with signs in them; most are the same where the same signs stand between words again and again. */
const RING = MIN_WORDS + 1;
const ring = new Int32Array(RING);
/** So many gaps without signs in a row end that. */
const MOST_PLAIN = 2;
const LONGEST_STOP = 2;

const gaps = { next: 0, plain: 0 };

const notePlain = (): void => {
  gaps.plain++;
  if (gaps.plain === MOST_PLAIN + 1) ring.fill(0);
};

/** @returns Whether most of the last gaps were this one. */
const noteGap = (hash: number): boolean => {
  gaps.plain = 0;
  ring[gaps.next] = hash;
  gaps.next = (gaps.next + 1) % RING;
  let count = 0;
  for (let i = 0; i < RING; i++) if (ring[i] === hash) count++;
  return count >= MIN_WORDS - 1;
};

const isTellingKind = (kind: number, length: number): boolean =>
  kind === SIGN || kind === DIGIT || (kind === STOP && length >= LONGEST_STOP);

/** @returns Whether what stands between two words is what stood between most of the last ones. */
const noteBetween = (hash: number, length: number, isTelling: boolean): boolean => {
  if (isTelling && length <= LONGEST_GAP) return noteGap(hash);
  notePlain();
  return false;
};

/** Whether the same signs, other than those that end sentences, stand between words again and again. */
const hasRepeatedGaps = (text: string): boolean => {
  const units = unitsOf(text);
  ring.fill(0);
  let wordEnd = 0;
  let hash = 0;
  let isTelling = false;
  for (let at = 0; at < text.length; at++) {
    const code = units[at] ?? 0;
    const kind = KINDS[code] ?? SIGN;
    if (kind !== LETTER) {
      isTelling ||= isTellingKind(kind, at - wordEnd);
      hash = (Math.imul(hash, 31) + (kind === DIGIT ? 1 : code)) | 0;
      continue;
    }
    if (at > wordEnd && noteBetween(hash, at - wordEnd, isTelling)) return true;
    wordEnd = at + 1;
    hash = 0;
    isTelling = false;
  }
  return false;
};

const DIGITS = /\d+/gu;

type Words = readonly RegExpExecArray[];

/** What stands in front of each word but the first, numbers aside; nothing where that is a single character, which is usual. */
const gapsOf = (text: string, words: Words): readonly string[] =>
  words.slice(1).map(({ index }, i) => {
    const before = words[i];
    const end = before === undefined ? index : before.index + before[0].length;
    return index - end < SHORTEST_GAP || index - end > LONGEST_GAP
      ? ''
      : text.slice(end, index).replace(DIGITS, '0');
  });

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
  for (const [i, { 0: word, index }] of words.entries()) {
    builder.copy(index, index + word.length);
    const next = words[i + 1]?.index;
    if (next === undefined) break;
    const gap = gaps[i] ?? '';
    // Of `. -> ` the full stop stays.
    const kept = gap.endsWith(common) ? gap.length - common.length : next - index - word.length;
    const end = index + word.length;
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

const mayRepeat = ({ text, signs }: TextFacts): boolean => {
  for (const [telling, sign] of TELLING)
    if ((sign === 0 || (signs & sign) !== 0) && hasMany(text, telling)) return true;
  return (signs & SIGNS.digit) !== 0 && hasNumbers(text);
};

/** @returns Whether some words with this between them are a sentence. */
const readAround = (builder: MapBuilder, words: Words, gaps: readonly string[], common: string): boolean => {
  const areSame = gaps.map((gap) => gap.endsWith(common));
  let found = false;
  for (const { first, last } of denseRuns(areSame, SAME_SHARE)) {
    // A gap stands between two words.
    const inner = words.slice(first, last + 2);
    if (inner.length < MIN_WORDS || !isSentence(inner.map(([word]) => word).join(' '))) continue;
    found = true;
    write(builder, inner, gaps.slice(first, last + 1), common);
    const end = (inner.at(-1)?.index ?? 0) + (inner.at(-1)?.[0].length ?? 0);
    builder.put('\n', end, end);
  }
  return found;
};

/** @returns What such words of a short text say, with blanks between them, and nothing else. */
export const readSeparated = (facts: TextFacts): MappedText | undefined => {
  const { text } = facts;
  if (text.length > SHORT_TEXT || !mayRepeat(facts) || !hasRepeatedGaps(text)) return undefined;
  const words = [...text.matchAll(WORD)];
  const gaps = gapsOf(text, words);
  for (const common of commonest(gaps)) {
    const builder = createMapBuilder(text);
    if (readAround(builder, words, gaps, common)) return builder.build();
  }
  return undefined;
};
