import { isDigit, isLetter, isUpper } from './letters.ts';
import { isEscapeLetter } from './plain-signs.ts';
import {
  createMeanings,
  FIRST_UNSPACED,
  type Meaning,
  type Meanings,
  type Vocabulary,
} from './word-meanings.ts';

/** How far in front of a value a word may begin. The holder of streams keeps more text than that for context. */
export const CONTEXT_REACH = 64;
const MAX_WORDS = 10;
const MAX_LINES = 1;
const LONGEST_WORD = 24;
/** In Latin letters: `Steueridentifikationsnummer`. */
const LONGEST_LATIN_WORD = 32;
const FIRST_BEYOND_LATIN = 0x250;
const longestWord = (last: number): number => (last < FIRST_BEYOND_LATIN ? LONGEST_LATIN_WORD : LONGEST_WORD);
const MOST_CODE_LETTERS = 3;
/** Between a value and a word behind it: a blank, a bracket, a hyphen. */
export const LONGEST_GAP_BEHIND = 3;
const LINE_FEED = 0x0a;
const UNDERSCORE = 0x5f;

const isForeignLetter = (code: number): boolean =>
  code >= 0xc0 && (code < 0x2000 || code >= 0x2c00) && (code < 0x3000 || code >= 0x3040) && code < 0xff00;

/** Each character is looked at: 1 for those that words are made of. */
const WORD_LETTERS = Uint8Array.from({ length: 0x10000 }, (_, code) =>
  isLetter(code) || isForeignLetter(code) ? 1 : 0,
);

/** Whether words that announce values are made of it. */
export const isWordLetter = (code: number): boolean => WORD_LETTERS[code] === 1;

/** Between a small letter and a capital, as in `taxId`, and between scripts. */
const isSeam = (left: number, right: number): boolean =>
  (isUpper(right) && isLetter(left) && !isUpper(left)) || left >= FIRST_UNSPACED !== right >= FIRST_UNSPACED;

/** What a word announces, and how far away it stands. */
export type Announcement<Topic> = Readonly<{
  topic: Topic;
  /** 0 for the line of the value, 1 for the line before it. */
  line: number;
  /** Words between it and the value. */
  distance: number;
  /** Where it ends. */
  end: number;
}>;

export type ContextReader<Topic> = Readonly<{
  /** What the words in front of `start` announce, the nearest first. */
  before: (start: number) => readonly Announcement<Topic>[];
  /** What the word behind `end` announces. */
  behind: (end: number) => readonly Topic[];
}>;

const NOTHING: readonly never[] = [];

/**
 * The words in front of a place, in their order. A place further on keeps them and adds those in between, so that each
 * word is looked up once, however many values stand behind it.
 */
type Words<Topic> = {
  readonly text: string;
  readonly units: Uint16Array;
  /** The place, and the number of its line. */
  to: number;
  line: number;
  readonly starts: number[];
  readonly ends: number[];
  readonly lines: number[];
  readonly meanings: Meaning<Topic>[];
};

const startOfWord = (units: Uint16Array, last: number, bound: number): number => {
  let at = last;
  while (at > bound && isWordLetter(units[at - 1] ?? 0)) {
    if (isSeam(units[at - 1] ?? 0, units[at] ?? 0)) break;
    at--;
  }
  return isEscapeLetter(units, at) ? at + 1 : at;
};

/** A few letters with digits on both sides, as `cc` in `43024cc9`, are part of a code and no word. */
const isWithinCode = (units: Uint16Array, start: number, end: number): boolean =>
  end - start <= MOST_CODE_LETTERS && isDigit(units[start - 1] ?? 0) && isDigit(units[end] ?? 0);

/** Words that are not known yet, the last one first. One memory serves all texts: what is in it is taken at once. */
const fresh = {
  count: 0,
  starts: new Int32Array(MAX_WORDS),
  ends: new Int32Array(MAX_WORDS),
  /** Line breaks between each word and the place, and between all that was read and the place. */
  breaks: new Uint8Array(MAX_WORDS),
  allBreaks: 0,
};

/**
 * Reads the words in front of `start` until there are enough of them. A word that reaches over a place that was asked about
 * before, as in `кодA12`, is two.
 *
 * @param known Words before it are known.
 * @returns Whether it came so far.
 */
const readBack = (units: Uint16Array, start: number, known: number): boolean => {
  const lowest = Math.max(known, start - CONTEXT_REACH);
  let at = start - 1;
  fresh.count = 0;
  fresh.allBreaks = 0;
  for (; at >= lowest && fresh.count < MAX_WORDS; at--) {
    const code = units[at] ?? 0;
    if (code === LINE_FEED) fresh.allBreaks++;
    if (fresh.allBreaks > MAX_LINES) return false;
    if (!isWordLetter(code)) continue;
    const end = at + 1;
    const first = startOfWord(units, at, Math.max(known, end - longestWord(code)));
    // The letter of a break that is written out.
    if (first === end) continue;
    at = first;
    if (isWithinCode(units, at, end)) continue;
    fresh.starts[fresh.count] = at;
    fresh.ends[fresh.count] = end;
    fresh.breaks[fresh.count++] = fresh.allBreaks;
  }
  return at < known;
};

const readUpTo = <Topic>(meanings: Meanings<Topic>, words: Words<Topic>, start: number): void => {
  const { text, units } = words;
  const isBehind = start < words.to;
  const isJoined = readBack(units, start, isBehind ? 0 : words.to);
  if (isBehind || !isJoined) words.ends.length = 0;
  let count = words.ends.length;
  words.to = start;
  words.line += fresh.allBreaks;
  for (let i = fresh.count - 1; i >= 0; i--) {
    const from = fresh.starts[i] ?? 0;
    const end = fresh.ends[i] ?? 0;
    words.starts[count] = from;
    words.ends[count] = end;
    words.lines[count] = words.line - (fresh.breaks[i] ?? 0);
    words.meanings[count++] = meanings.of(text, from, end);
  }
};

/**
 * Goes on to a place behind which no word begins since the last one: all that changes is how far away the known words are.
 *
 * @returns False where a word stands in between, or the place is further back.
 */
const goOnTo = <Topic>(words: Words<Topic>, start: number): boolean => {
  const { units, to } = words;
  if (start < to) return false;
  let breaks = 0;
  for (let at = to; at < start; at++) {
    const code = units[at] ?? 0;
    if (isWordLetter(code)) return false;
    if (code === LINE_FEED) breaks++;
  }
  words.to = start;
  words.line += breaks;
  return true;
};

/** The first word that is near enough to `to` to announce what begins there. */
const firstNear = <Topic>({ ends, lines, to, line }: Words<Topic>): number => {
  const least = Math.max(0, ends.length - MAX_WORDS);
  let first = ends.length;
  while (first > least && (ends[first - 1] ?? 0) > to - CONTEXT_REACH) {
    if (line - (lines[first - 1] ?? 0) > MAX_LINES) break;
    first--;
  }
  return first;
};

/** What a word announces by itself, and together with the word before it where that is not in front of `first`. */
const topicsAt = <Topic>(
  { together }: Meanings<Topic>,
  { text, starts, ends, meanings }: Words<Topic>,
  i: number,
  first: number,
): readonly Topic[] => {
  const { topics, isSecond } = meanings[i] ?? { topics: NOTHING, isSecond: false };
  if (!isSecond || i === first || meanings[i - 1]?.isFirst !== true) return topics;
  const before = text.slice(starts[i - 1], ends[i - 1]);
  const both = together(`${before} ${text.slice(starts[i], ends[i])}`.toLowerCase());
  return both.length === 0 ? topics : [...topics, ...both];
};

/** What the words from `first` on announce, the nearest first. */
const announcementsIn = <Topic>(
  meanings: Meanings<Topic>,
  words: Words<Topic>,
  first: number,
): readonly Announcement<Topic>[] => {
  const { ends, lines, line } = words;
  const last = ends.length - 1;
  let found: Announcement<Topic>[] | undefined;
  for (let i = last; i >= first; i--) {
    const topics = topicsAt(meanings, words, i, first);
    if (topics.length === 0) continue;
    found ??= [];
    for (const topic of topics)
      found.push({ topic, line: line - (lines[i] ?? 0), distance: last - i, end: ends[i] ?? 0 });
  }
  return found ?? NOTHING;
};

const endsGap = (code: number): boolean =>
  code === 0 || code === LINE_FEED || isDigit(code) || code === UNDERSCORE;

const topicsBehind = <Topic>(
  meanings: Meanings<Topic>,
  { text, units }: Words<Topic>,
  end: number,
): readonly Topic[] => {
  let at = end;
  while (at < end + LONGEST_GAP_BEHIND && !isWordLetter(units[at] ?? 0)) {
    if (endsGap(units[at] ?? 0)) return NOTHING;
    at++;
  }
  let to = at;
  while (to < at + LONGEST_WORD && isWordLetter(units[to] ?? 0)) to++;
  return meanings.of(text, at, to).topics;
};

/**
 * @param before Words that stand in front of what they announce.
 * @param behind Words that stand right behind it.
 * @returns What reads one text, whose places are asked about in ascending order, give or take some letters. Each word is
 *   read once, however many values stand behind it. It takes the text's code units as well, with a 0 behind them.
 */
export const createContextReaders = <Topic>(before: Vocabulary<Topic>, behind: Vocabulary<Topic>) => {
  const meaningsBefore = createMeanings(before);
  const meaningsBehind = createMeanings(behind);
  return (text: string, units: Uint16Array): ContextReader<Topic> => {
    const words: Words<Topic> = {
      text,
      units,
      to: 0,
      line: 0,
      starts: [],
      ends: [],
      lines: [],
      meanings: [],
    };
    let start = -1;
    let line = 0;
    let first = 0;
    let announced: readonly Announcement<Topic>[] = NOTHING;
    let end = -1;
    let named: readonly Topic[] = NOTHING;

    /** What was announced at the place before holds here as well, unless a word is new, or too far away now. */
    const look = (at: number): void => {
      const isSame = goOnTo(words, at);
      if (!isSame) readUpTo(meaningsBefore, words, at);
      start = at;
      const near = firstNear(words);
      if (isSame && near === first && words.line === line) return;
      first = near;
      ({ line } = words);
      announced = announcementsIn(meaningsBefore, words, near);
    };

    return {
      before: (at) => {
        if (at !== start) look(at);
        return announced;
      },
      behind: (at) => {
        if (at !== end) named = topicsBehind(meaningsBehind, words, at);
        end = at;
        return named;
      },
    };
  };
};
