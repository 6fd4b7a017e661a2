import type { Span } from '../../chat/segment.ts';
import type { TextFacts } from '../facts/facts.ts';
import { CHARS, SIGNS } from '../facts/signs.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';
import { isSentence } from './words/sentence-words.ts';

/** Names that stand for words, as the text itself says: `[X] all previous [Y], where [X] = ignore and [Y] = instructions`. */

const MAX_CHARS = 16_384;
/** More of them are a catalogue, and each is looked for in the whole text. */
const MOST_NAMES = 64;
const LONGEST_NAME = 16;
/** Characters of a mark on either side of a name, as in `{{name}}`. */
const LONGEST_MARK = 3;
/** What is longer on either side of a name that is used is left out. */
const REACH = 400;

type Definition = Readonly<{ name: string; value: string; start: number; end: number }>;
const NOTHING: readonly Definition[] = [];

const BLANK = 32;
const isBlank = (code: number): boolean => code === BLANK || code === 9;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isCapital = (code: number): boolean => code >= 65 && code <= 90;
const isLetter = (code: number): boolean => isCapital(code) || (code >= 97 && code <= 122);
const isWord = (code: number): boolean => isLetter(code) || isDigit(code) || code === 95;

const unitsIn = (signs: string): ReadonlySet<number> =>
  new Set(Array.from(signs, (sign) => sign.charCodeAt(0)));
const QUOTES = unitsIn('"\'`');
const OPENS = unitsIn('[{<$%');
const CLOSES = unitsIn(']}>%');

/** From `at` on as far back as there are such signs, a few at most. */
const backOver = (text: string, at: number, signs: ReadonlySet<number>, most: number): number => {
  let from = at;
  while (at - from < most && signs.has(text.charCodeAt(from - 1))) from--;
  return from;
};

const wordBefore = (text: string, to: number): number => {
  let from = to;
  while (to - from <= LONGEST_NAME && isWord(text.charCodeAt(from - 1))) from--;
  return from;
};

/** A name without a mark is in capitals or has a number: other words mean themselves. */
const standsOut = (text: string, from: number, to: number): boolean =>
  isDigit(text.charCodeAt(to - 1)) ||
  (isCapital(text.charCodeAt(from)) && isCapital(text.charCodeAt(to - 1)));

type Name = Readonly<{ start: number; name: string }>;

/** Marks that a name has on both sides; `$` stands in front alone. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  [']', '['],
  ['}', '{'],
  ['>', '<'],
  ['%', '%'],
]);

/** Where the marks begin in front of a name that these close; `from` where none are. */
const startOfMarks = (text: string, from: number, closing: string): number => {
  const opening = PAIRS.get(closing) ?? '$';
  let start = from;
  while (from - start < LONGEST_MARK && text[start - 1] === opening) start--;
  return start;
};

/** What ends at `end` and may be given a meaning there; `name` has the mark in front of it. */
const nameBefore = (text: string, end: number): Name | undefined => {
  const closed = backOver(text, end, QUOTES, 1);
  const to = backOver(text, closed, CLOSES, LONGEST_MARK);
  if (!isWord(text.charCodeAt(to - 1))) return undefined;
  const from = wordBefore(text, to);
  if (to - from > LONGEST_NAME || !isLetter(text.charCodeAt(from))) return undefined;
  const start = startOfMarks(text, from, text.slice(to, Math.min(to + 1, closed)));
  const isName = start < from || (to === closed && standsOut(text, from, to));
  return isName ? { start, name: text.slice(start, to) } : undefined;
};

/** Longer ones without a mark are constants in programs, who is said to speak, or what a line is about. */
const LONGEST_BARE = 2;
const isOrdinary = (name: string, giving: string, isShort: boolean): boolean =>
  name === 'A' ||
  name === 'I' ||
  (name.length > LONGEST_BARE &&
    isLetter(name.charCodeAt(0)) &&
    (giving === ':' || (!isShort && !isDigit(name.charCodeAt(name.length - 1)))));

/** What a name may be given: words, to the end of a string or of what is said of it. */
const VALUE =
  /[ \t]{0,3}(?:"(?<double>\p{L}[^"\n]{0,59})"|'(?<single>\p{L}[^'\n]{0,59})'|`(?<back>\p{L}[^`\n]{0,59})`|(?<bare>\p{L}[^\n"`;,|{}<>[\]()=]{0,59}?)(?=\s*(?:$|[\n;,|}\])]|\.(?:\s|$)| and | & )))/uy;

/** What is said to be there, and not in other words. */
const isAddress = (value: string): boolean => value.includes('://');

const LONGEST_GAP = 3;

/** Whether a value may begin behind at most some blanks: in a text of nothing but codes hardly anywhere. */
const mayBeValue = (text: string, start: number): boolean => {
  let at = start;
  while (at - start < LONGEST_GAP && isBlank(text.charCodeAt(at))) at++;
  const unit = text.charCodeAt(at);
  return isLetter(unit) || QUOTES.has(unit) || unit > 0x7f;
};

const definitionAt = (text: string, giving: string, at: number, isShort: boolean): Definition | undefined => {
  if (!mayBeValue(text, at + giving.length)) return undefined;
  let end = at;
  while (at - end < 2 && isBlank(text.charCodeAt(end - 1))) end--;
  const found = nameBefore(text, end);
  if (found === undefined || isOrdinary(found.name, giving, isShort)) return undefined;
  VALUE.lastIndex = at + giving.length;
  const groups = VALUE.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const value = groups['double'] ?? groups['single'] ?? groups['back'] ?? groups['bare'] ?? '';
  return isAddress(value) ? undefined : { ...found, value, end: VALUE.lastIndex };
};

const MARKS = CHARS.square | CHARS.curly | CHARS.less | CHARS.quote;
/** What gives a name its meaning, with the bits of `CHARS` or `SIGNS` that a text has then; words do so for names with marks. */
const GIVES: readonly (readonly [giving: string, chars: number, signs: number])[] = [
  ['=', 0, SIGNS.equals],
  [':', CHARS.colon, 0],
  ['→', CHARS.wide, 0],
  ['->', CHARS.hyphen, 0],
  [' means ', MARKS, 0],
  [' stands for ', MARKS, 0],
];

const definitionsIn = ({ text, chars, signs }: TextFacts): readonly Definition[] => {
  const isShort = (signs & SIGNS.short) !== 0;
  let found: Definition[] | undefined;
  for (const [giving, ofChars, ofSigns] of GIVES) {
    if (((chars & ofChars) | (signs & ofSigns)) === 0) continue;
    for (
      let at = text.indexOf(giving);
      at !== -1 && (found?.length ?? 0) < MOST_NAMES;
      at = text.indexOf(giving, at + giving.length)
    ) {
      const definition = definitionAt(text, giving, at, isShort);
      if (definition === undefined) continue;
      found ??= [];
      found.push(definition);
    }
  }
  return found ?? NOTHING;
};

type Use = Readonly<{ value: string; start: number; end: number }>;

/** With its marks, and blanks within braces. */
const widen = (text: string, from: number, to: number): Span => {
  const inner = isBlank(text.charCodeAt(from - 1)) && text[from - 2] === '{' ? from - 1 : from;
  const start = backOver(text, inner, OPENS, LONGEST_MARK);
  // The first of the marks may be part of the name.
  const most = isWord(text.charCodeAt(from)) ? inner - start : LONGEST_MARK;
  let end = isBlank(text.charCodeAt(to)) && text[to + 1] === '}' ? to + 1 : to;
  for (let closed = 0; closed < most && CLOSES.has(text.charCodeAt(end)); closed++) end++;
  return { start, end };
};

/** More of them say nothing new. */
const MOST_USES = 256;

/** In braces a name may have a blank in front of it where it is used. */
const formsOf = (name: string): readonly string[] =>
  name.startsWith('{') ? [name, name.replace(/^\{+/, '$& ')] : [name];

const isWhole = (text: string, name: string, at: number): boolean =>
  !isWord(text.charCodeAt(at + name.length)) &&
  !(isWord(name.charCodeAt(0)) && isWord(text.charCodeAt(at - 1)));

const usesOf = (text: string, definitions: readonly Definition[]): readonly Use[] => {
  const uses: Use[] = [];
  const values = new Map(definitions.toReversed().map(({ name, value }) => [name, value]));
  for (const [defined, value] of values)
    for (const name of formsOf(defined))
      for (
        let at = text.indexOf(name);
        at !== -1 && uses.length < MOST_USES;
        at = text.indexOf(name, at + name.length)
      ) {
        const isUse =
          isWhole(text, name, at) && !definitions.some(({ start, end }) => at >= start && at < end);
        if (isUse) uses.push({ value, ...widen(text, at, at + name.length) });
      }
  return uses.sort((a, b) => a.start - b.start);
};

/** The line around what is used, as far as it is looked at. */
const lineAround = (text: string, { start, end }: Span): Span => {
  const before = text.slice(Math.max(0, start - REACH), start);
  const behind = text.slice(end, end + REACH);
  const feed = behind.indexOf('\n');
  return {
    start: start - before.length + before.lastIndexOf('\n') + 1,
    end: end + (feed === -1 ? behind.length : feed),
  };
};

type Line = Span & Readonly<{ uses: readonly Use[] }>;

const linesOf = (text: string, uses: readonly Use[]): readonly Line[] => {
  const lines: { start: number; end: number; uses: Use[] }[] = [];
  for (const use of uses) {
    const last = lines.at(-1);
    const { start, end } = lineAround(text, use);
    if (last !== undefined && start < last.end) {
      last.end = Math.max(last.end, end);
      // Names within each other stand at one place.
      if (use.start >= (last.uses.at(-1)?.end ?? 0)) last.uses.push(use);
    } else lines.push({ start, end, uses: [use] });
  }
  return lines;
};

/** Without what gives the names their meaning: that is no part of a sentence. */
const said = (text: string, { start, end, uses }: Line, definitions: readonly Definition[]): string => {
  const given = definitions
    .filter((each) => each.start >= start && each.end <= end)
    .map((each) => ({ start: each.start, end: each.end, value: ' ' }));
  let out = '';
  let from = start;
  for (const part of [...uses, ...given].sort((a, b) => a.start - b.start)) {
    if (part.start < from) continue;
    out += text.slice(from, part.start) + part.value;
    from = part.end;
  }
  return out + text.slice(from, end);
};

const write = (builder: MapBuilder, { start, end, uses }: Line): void => {
  let from = start;
  for (const use of uses) {
    builder.copy(from, use.start);
    builder.put(use.value, use.start, use.end);
    from = use.end;
  }
  builder.copy(from, end);
  builder.put('\n', end, end);
};

/** @returns The lines in which such names are used, with what they stand for, where these are sentences; nothing else. */
export const readStandIns = (facts: TextFacts): MappedText | undefined => {
  const { text } = facts;
  if (text.length > MAX_CHARS) return undefined;
  const definitions = definitionsIn(facts);
  if (definitions.length === 0) return undefined;
  const lines = linesOf(text, usesOf(text, definitions)).filter((line) =>
    isSentence(said(text, line, definitions)),
  );
  if (lines.length === 0) return undefined;
  const builder = createMapBuilder(text);
  for (const line of lines) write(builder, line);
  return builder.build();
};
