import type { TextFacts } from '../facts/facts.ts';
import { CHARS, SHORT_TEXT, SIGNAL_BITS } from '../facts/signs.ts';
import { codeAt } from '../text/code-units.ts';
import { type LineFeeds, lineFeedsIn } from '../text/line-feeds.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { strangeShare } from './letters/strange-letters.ts';
import { segmentLetters } from './words/segment-letters.ts';
import { isSentence } from './words/sentence-words.ts';

/** An order in the first letters of lines or words, or in every second word: as somebody says who asks for it, or lines by themselves. */

const MAX_CHARS = 16_384;
/** With fewer lines a long text is not looked for what asks to read it otherwise. */
const FEW_LINES = 8;
/** On average: paragraphs are longer. */
const LONGEST_LINE = 120;

type Part = Readonly<{ start: number; end: number }>;

const LINE_FEED = 0x0a;
const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 13 || code === LINE_FEED;
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

/** Fewer lines or letters say nothing. */
const MIN_LETTERS = 14;
/** Nats for each letter, of what is cut into words: below it stand sentences. */
const MOST_COST = 2.2;
const MOST_STRANGE = 0.4;

/** What letters in a row say, cut into words; undefined where that is nothing. */
const spelled = (letters: string): string | undefined => {
  if (letters.length < MIN_LETTERS || strangeShare(letters, 0, letters.length) > MOST_STRANGE)
    return undefined;
  const { cuts, costPerLetter } = segmentLetters(letters);
  if (costPerLetter > MOST_COST) return undefined;
  const words = [0, ...cuts].map((from, at) => letters.slice(from, cuts[at] ?? letters.length));
  return isSentence(words.join(' ')) ? words.join(' ') : undefined;
};

type Row = Readonly<Part & { letters: string }>;
const NO_ROWS: readonly Row[] = [];
const SMALL = 0x20;
/** Longer orders need not be read to their end. */
const MOST_READ = 1000;

const behindBlanks = (text: string, from: number, end: number): number => {
  let at = from;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
};

/** In front of an item of a list, or of what is quoted. */
const MARK = /(?:[-*+>•]|\d{1,3}[.)])[ \t]/uy;
/** By code unit: most lines that begin with no letter begin with no mark either. */
const BEGINS_MARK = new Uint8Array(0x10000);
for (const sign of '-*+>•0123456789') BEGINS_MARK[sign.charCodeAt(0)] = 1;
/** Where the mark ends that stands there; -1 where none does. */
const endOfMark = (text: string, at: number): number => {
  if (BEGINS_MARK[codeAt(text, at)] !== 1) return -1;
  MARK.lastIndex = at;
  return MARK.test(text) ? MARK.lastIndex : -1;
};

/** Where the first sign of a line stands, or of an item; its end where it has none. */
const signIn = (text: string, from: number, end: number): number => {
  const at = behindBlanks(text, from, end);
  if (at === end || isLetter(text.charCodeAt(at))) return at;
  const behind = endOfMark(text, at);
  return behind === -1 ? at : behindBlanks(text, behind, end);
};

const SAMPLES = 16;
const FEW_SAMPLES = 13;

const beginsWithLetter = (text: string, at: number): boolean =>
  isLetter(text.charCodeAt(at)) ||
  isLetter(text.charCodeAt(at + 1)) ||
  isLetter(text.charCodeAt(endOfMark(text, at)));

/** Whether nearly all lines of a long text begin with a letter, or with an item of a list that does, as far as some of them tell: in programs and records fewer do. */
export const hasLines = ({ text, chars }: TextFacts): boolean => {
  if ((chars & CHARS.lineFeed) === 0) return false;
  if (text.length <= SHORT_TEXT) return true;
  const { count, places } = lineFeedsIn(text);
  let missed = 0;
  for (let sample = 0, line = 0; sample < SAMPLES; sample++) {
    const from = Math.floor((sample * text.length) / SAMPLES);
    while (line < count && (places[line] ?? 0) < from) line++;
    // Samples behind the last line feed tell nothing, and count as if they were none.
    if (line === count || !beginsWithLetter(text, (places[line] ?? 0) + 1)) missed++;
    if (missed > SAMPLES - FEW_SAMPLES) return false;
  }
  return true;
};

const MOST_LINES = MAX_CHARS;
/** The first letters of the row of lines that is read. */
const codes = new Uint8Array(MOST_LINES);

/** Rows of lines that begin with a letter; empty lines between them do not count. */
const firstLetters = (
  text: string,
  { count: feeds, places }: LineFeeds,
): Readonly<{ rows: readonly Row[]; lines: number }> => {
  let rows = NO_ROWS;
  let count = 0;
  let start = 0;
  let last = 0;
  const close = (): void => {
    if (count >= MIN_LETTERS && last - start < count * LONGEST_LINE) {
      const letters = String.fromCharCode(...codes.subarray(0, Math.min(count, MOST_READ)));
      rows = [...rows, { letters, start, end: last }];
    }
    count = 0;
  };
  for (let from = 0, line = 0; line <= feeds; line++) {
    const end = places[line] ?? 0;
    const at = signIn(text, from, end);
    if (at < end && !isLetter(text.charCodeAt(at))) close();
    else if (at < end) {
      if (count === 0) start = at;
      codes[count] = text.charCodeAt(at) | SMALL;
      count++;
      last = end;
    }
    from = end + 1;
  }
  close();
  return { rows, lines: feeds + 1 };
};

const ASKED =
  /\b(first|last|initial|second|third|fourth|other|\dth|2nd|3rd)s? +(letter|word|character|initial)s? +(?:of|in|from|on) +(?:each|every|all|the)\b[^.:\n]{0,24}?\b(line|word|sentence|row|verse)|\bevery +(second|other|third|fourth|fifth|\dth|2nd|3rd) +(word|letter|character)|\b(acrostic|initials of)\b/i;

const STEPS: Readonly<Record<string, number>> = {
  second: 2,
  other: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
  fifth: 5,
  '5th': 5,
};

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu;

const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? [];
const linesOf = (text: string): readonly (readonly string[])[] =>
  text
    .split(/\n+/)
    .map(wordsOf)
    .filter(({ length }) => length > 0);
const sentencesOf = (text: string): readonly (readonly string[])[] =>
  text
    .split(/[.!?\n]+/)
    .map(wordsOf)
    .filter(({ length }) => length > 0);

const everyNth = <T>(items: readonly T[], step: number, first: number): readonly T[] =>
  items.filter((_, at) => at % step === first);

const initialsOf = (words: readonly string[], at: 0 | -1): string | undefined =>
  spelled(words.map((word) => (word.at(at) ?? '').toLowerCase()).join(''));

/** Whatever stands in that place of each line or sentence. */
const ofGroups = (
  groups: readonly (readonly string[])[],
  at: number,
  isLetters: boolean,
): string | undefined => {
  const chosen = groups.flatMap((words) => words.at(at) ?? []);
  if (isLetters) return initialsOf(chosen, at === -1 ? -1 : 0);
  const said = chosen.join(' ');
  return isSentence(said) ? said : undefined;
};

const everyWord = (text: string, step: number, isLetters: boolean): string | undefined => {
  const items = isLetters ? Array.from(text.replaceAll(/[^A-Za-z]/g, '').toLowerCase()) : wordsOf(text);
  for (let first = step - 1; first >= 0; first--) {
    const chosen = everyNth(items, step, first);
    const said = isLetters ? spelled(chosen.join('')) : chosen.join(' ');
    if (said !== undefined && isSentence(said)) return said;
  }
  return undefined;
};

/** What the words of somebody choose from a text. */
const chosenBy = (asked: RegExpExecArray, text: string): string | undefined => {
  const [, place, unit, of, step, stepped] = asked;
  if (step !== undefined)
    return everyWord(text, STEPS[step.toLowerCase()] ?? 2, stepped?.toLowerCase() !== 'word');
  if (place === undefined || of === undefined) {
    return ofGroups(linesOf(text), 0, true) ?? initialsOf(wordsOf(text), 0);
  }
  const at = /^last$/i.test(place) ? -1 : (STEPS[place.toLowerCase()] ?? 1) - 1;
  const isLetters = unit?.toLowerCase() !== 'word';
  if (/^word$/i.test(of)) return isLetters ? initialsOf(wordsOf(text), at === -1 ? -1 : 0) : undefined;
  const groups = /^sentence$/i.test(of) ? sentencesOf(text) : linesOf(text);
  return ofGroups(groups, at, isLetters);
};

/** Whoever asks does so in front of the text or behind it. */
const ASKED_WITHIN = 400;

const askIn = (text: string, from = 0): RegExpExecArray | null => {
  const asked = ASKED.exec(text.slice(from));
  if (asked !== null) asked.index += from;
  return asked;
};

/** The text may stand behind what asks for it, or before. */
const askedFor = (text: string): string | undefined => {
  const asked = askIn(text.slice(0, ASKED_WITHIN)) ?? askIn(text, Math.max(0, text.length - ASKED_WITHIN));
  if (asked === null) return undefined;
  const behind = text.slice(asked.index + asked[0].length).replace(/^[^\n:.]{0,80}[\n:.]/, '');
  return chosenBy(asked, behind) ?? chosenBy(asked, text.slice(0, asked.index).replace(/[^\n.!?]*$/, ''));
};

const all = (text: string, said: string, { start, end }: Part): MappedText => {
  const builder = createMapBuilder(text);
  builder.put(said, start, end);
  return builder.build();
};

const isShortRequest = (text: string, signs: number): boolean =>
  text.length <= SHORT_TEXT && (signs & SIGNAL_BITS.choice) !== 0;

/** @returns What is said by letters or words in such places, and nothing else. */
export const readSelected = (facts: TextFacts): MappedText | undefined => {
  const { text, signs } = facts;
  if (text.length > MAX_CHARS || !(hasLines(facts) || isShortRequest(text, signs))) return undefined;
  const feeds = lineFeedsIn(text);
  if (feeds.count + 1 < MIN_LETTERS && (signs & SIGNAL_BITS.choice) === 0) return undefined;
  const { rows, lines } = firstLetters(text, feeds);
  for (const row of rows) {
    const said = spelled(row.letters);
    if (said !== undefined) return all(text, said, row);
  }
  if (!(signs & SIGNAL_BITS.choice)) return undefined;
  const mayAsk = text.length <= SHORT_TEXT || (lines >= FEW_LINES && text.length < lines * LONGEST_LINE);
  const said = mayAsk ? askedFor(text) : undefined;
  return said === undefined ? undefined : all(text, said, { start: 0, end: text.length });
};
