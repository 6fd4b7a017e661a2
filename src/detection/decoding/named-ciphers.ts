import type { TextFacts } from '../facts/facts.ts';
import { SHORT_TEXT, SIGNS } from '../facts/signs.ts';
import { createCodeUnits, textOf } from '../text/code-units.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { strangeShare } from './letters/strange-letters.ts';
import { knownShare } from './words/stretches.ts';

/** Ciphers whose key stands beside them: signs for letters one by one, an alphabet in another order, a word for Vigenère's, two numbers. */

const MAX_CHARS = 16_384;
const MIN_TEXT = 16;
/** Of the letters in words that are long enough, and how many more than without. */
const LEAST_KNOWN = 0.6;
const MIN_GAIN = 0.3;
const FIRST_LETTER = 0x61;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

type Decoded = Readonly<{ start: number; said: string }>;

const isBetter = (said: string, than: string): boolean =>
  said.trim().length >= MIN_TEXT && knownShare(said) >= Math.max(LEAST_KNOWN, knownShare(than) + MIN_GAIN);

const PAIR =
  /(?<![\p{L}\p{N}])["'`]?([A-Za-z])["'`]?\s?(?:=>|=|:|->|→)\s?["'`]?(\p{L}|\d{1,3}|[^\s\p{L}\p{N},;"'`]{1,8})(?![\p{L}\p{N}])/gu;
const MIN_PAIRS = 15;

/** The letter of each sign, and where the list of them ends; null where there is none. */
const pairsIn = (text: string): Readonly<{ letters: ReadonlyMap<string, string>; end: number }> | null => {
  const letters = new Map<string, string>();
  let end = 0;
  for (const { 0: all, 1: letter = '', 2: sign = '', index } of text.matchAll(PAIR)) {
    if (letters.has(sign.toLowerCase())) continue;
    letters.set(sign.toLowerCase(), letter.toLowerCase());
    end = index + all.length;
  }
  return new Set(letters.values()).size < MIN_PAIRS ? null : { letters, end };
};

const SIGN = /\d+|\p{L}|[^\s\p{L}\p{N}]/gu;

/** With its letters in place of signs, of which some are several characters. */
const withLetters = (text: string, letters: ReadonlyMap<string, string>): string => {
  const longest = Math.max(...[...letters.keys()].map(({ length }) => length));
  let out = '';
  let end = 0;
  for (const { 0: first, index } of text.matchAll(SIGN)) {
    if (index < end) continue;
    out += text.slice(end, index);
    let sign = text.slice(index, index + Math.max(longest, first.length)).toLowerCase();
    while (sign.length > first.length && !letters.has(sign)) sign = sign.slice(0, -1);
    out += letters.get(sign) ?? sign;
    end = index + sign.length;
  }
  return out + text.slice(end);
};

const BETWEEN = ['=', ':', '->', '→'] as const;
const BLANK = 0x20;
const QUOTES: ReadonlySet<number> = new Set([0x22, 0x27, 0x60]);
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

/** Whether a letter by itself stands in front, in quotes or not. */
const isBehindLetter = (text: string, at: number): boolean => {
  let to = at - 1;
  if (text.charCodeAt(to) === BLANK) to--;
  if (QUOTES.has(text.charCodeAt(to))) to--;
  return isLetter(text.charCodeAt(to)) && !isLetter(text.charCodeAt(to - 1));
};

/** What the pattern of pairs is too dear to be asked about. */
const mayHavePairs = (text: string): boolean => {
  let count = 0;
  for (const sign of BETWEEN) {
    for (let at = text.indexOf(sign); at !== -1 && count < MIN_PAIRS; at = text.indexOf(sign, at + 1))
      if (isBehindLetter(text, at)) count++;
  }
  return count >= MIN_PAIRS;
};

/** Of a long text what stands in front of the longest stretch of strange letters, which the list would be of. */
const LIST_REACH = 2048;

const listPlace = ({ text, strange }: TextFacts): number => {
  if (text.length <= SHORT_TEXT) return 0;
  let longest = { start: text.length, end: text.length };
  for (const span of strange) if (span.end - span.start > longest.end - longest.start) longest = span;
  return Math.max(0, longest.start - LIST_REACH);
};

const bySigns = (facts: TextFacts): Decoded | undefined => {
  const from = listPlace(facts);
  const text = facts.text.slice(from, from + 2 * LIST_REACH);
  const pairs = mayHavePairs(text) ? pairsIn(text) : null;
  if (pairs === null) return undefined;
  const rest = text.slice(pairs.end);
  const said = withLetters(rest, pairs.letters);
  return isBetter(said, rest) ? { start: from + pairs.end, said } : undefined;
};

/** Two of them, one below the other, are one run. */
const LONGEST_RUN = 64;

type Alphabet = Readonly<{ letters: string; end: number }>;

const NO_ALPHABETS: readonly Alphabet[] = [];

const isAlphabet = (letters: string): boolean =>
  letters.length === LETTERS.length && new Set(letters).size === LETTERS.length;

const alphabetsOf = (text: string, start: number, end: number): readonly Alphabet[] => {
  let found = NO_ALPHABETS;
  for (let at = start; at < end; at++) {
    const from = at;
    while (at < end && isLetter(text.charCodeAt(at))) at++;
    if (at - from !== LETTERS.length) continue;
    const letters = text.slice(from, at).toLowerCase();
    if (isAlphabet(letters)) found = [...found, { letters, end: at }];
  }
  return found;
};

const alphabetsIn = ({ text, runs }: TextFacts): readonly Alphabet[] =>
  runs.flatMap(({ start, end }) => {
    if (end - start < LETTERS.length || end - start > LONGEST_RUN) return [];
    return alphabetsOf(text, start, end);
  });

const substituted = (text: string, from: string, to: string): string =>
  text.replaceAll(/[A-Za-z]/g, (letter) => to[from.indexOf(letter.toLowerCase())] ?? letter);

const byAlphabet = (facts: TextFacts): Decoded | undefined => {
  const found = alphabetsIn(facts);
  const start = found.at(-1)?.end;
  const other = found.find(({ letters }) => letters !== LETTERS)?.letters;
  if (start === undefined || other === undefined) return undefined;
  const rest = facts.text.slice(start);
  return firstBetter(rest, start, [substituted(rest, other, LETTERS), substituted(rest, LETTERS, other)]);
};

const firstBetter = (rest: string, start: number, readings: Iterable<string>): Decoded | undefined => {
  for (const said of readings) if (isBetter(said, rest)) return { start, said };
  return undefined;
};

const AFFINE = /\ba\s?=\s?(\d{1,2})\b.{1,12}?\bb\s?=\s?(\d{1,2})\b/is;

const byNumbers = (text: string): Decoded | undefined => {
  const found = text.includes('ffine') || text.includes('FFINE') ? AFFINE.exec(text) : null;
  if (found === null) return undefined;
  const start = found.index + found[0].length;
  const rest = text.slice(start);
  const cipher = Array.from(
    LETTERS,
    (_, at) => LETTERS[(at * Number(found[1]) + Number(found[2])) % LETTERS.length],
  ).join('');
  return firstBetter(rest, start, [substituted(rest, cipher, LETTERS)]);
};

const KEY_NAMES = ['key', 'Key', 'KEY', 'igen', 'IGEN'] as const;
const KEY =
  /^(?:key(?:word)?|igen[eè]re)(?: (?:is|word|of))?["'`]?\s?[:=]?\s?(?:cipher )?(?:with )?["'`(]{0,2}([A-Za-z]{2,16})\b/i;
const LONGEST_KEY = 64;
const MOST_KEYS = 16;
/** The first letters tell whether a key begins where it is tried. */
const PROBE = 96;
const LEAST_PROBE = 0.4;

const CODE_UNITS = createCodeUnits();

/** As if the key began with its letter number `phase`. */
const unkeyed = (text: string, key: string, phase: number): string => {
  const units = CODE_UNITS.read(text);
  let at = phase;
  for (let i = 0; i < text.length; i++) {
    const code = units[i] ?? 0;
    if (!isLetter(code)) continue;
    const letter = (code | 0x20) - key.charCodeAt(at) + LETTERS.length;
    units[i] = FIRST_LETTER + (letter >= LETTERS.length ? letter - LETTERS.length : letter);
    at = at + 1 === key.length ? 0 : at + 1;
  }
  return textOf(units, text.length);
};

type Key = Readonly<{ word: string; end: number }>;

const keysIn = (text: string): readonly Key[] => {
  const keys: Key[] = [];
  for (const name of KEY_NAMES) {
    for (let at = text.indexOf(name); at !== -1 && keys.length < MOST_KEYS; at = text.indexOf(name, at + 1)) {
      const found = KEY.exec(text.slice(at, at + LONGEST_KEY));
      if (found !== null) keys.push({ word: (found[1] ?? '').toLowerCase(), end: at + found[0].length });
    }
  }
  return keys;
};

const GAP = /^[^\n:]{0,100}[\n:]/;
const LONGEST_GAP = 101;
/** Of the letters behind a key, or they are in no such cipher. */
const LEAST_STRANGE = 0.33;

/** Where the text in the cipher begins is not said: behind the next line end or colon, or what is there began before. */
const byKey = (text: string): Decoded | undefined => {
  for (const { word, end } of keysIn(text)) {
    const start = end + (GAP.exec(text.slice(end, end + LONGEST_GAP))?.[0].length ?? 0);
    const probe = text.slice(start, start + PROBE);
    if (strangeShare(probe, 0, probe.length) < LEAST_STRANGE) continue;
    const rest = text.slice(start);
    for (let phase = 0; phase < word.length; phase++) {
      if (knownShare(unkeyed(probe, word, phase)) < LEAST_PROBE) continue;
      const said = unkeyed(rest, word, phase);
      if (isBetter(said, rest)) return { start, said };
    }
  }
  return undefined;
};

const PROBED = 80;
/** Of the letters at an end of a stretch. */
const LEAST_AT_END = 0.3;

/** Whether letters are as strange as those of a cipher; words of many languages are strange now and then. */
const mayBeCipher = ({ text, strange, signs }: TextFacts): boolean =>
  (signs & SIGNS.picture) !== 0 ||
  strange.some(
    ({ start, end }) =>
      strangeShare(text, start, Math.min(end, start + PROBED)) >= LEAST_AT_END ||
      strangeShare(text, Math.max(start, end - PROBED), end) >= LEAST_AT_END,
  );

/** @returns What such a cipher says, and nothing else. */
export const decodeNamedCipher = (facts: TextFacts): MappedText | undefined => {
  const { text } = facts;
  if (text.length > MAX_CHARS || !mayBeCipher(facts)) return undefined;
  const found = byKey(text) ?? byNumbers(text) ?? byAlphabet(facts) ?? bySigns(facts);
  if (found === undefined) return undefined;
  const builder = createMapBuilder(text);
  builder.put(found.said, found.start, text.length);
  return builder.build();
};
