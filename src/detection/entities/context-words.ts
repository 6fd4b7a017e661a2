import { foldLetters } from '../normalize.ts';
import { isLetter, isUpper } from './letters.ts';

/** Words and what they announce. `tele*` stands for all words that begin so; `social security` for two words in a row. */
export type Vocabulary<Topic> = readonly (readonly [topic: Topic, words: readonly string[]])[];

/** How far in front of a value a word may begin. The holder of streams keeps more text than that for context. */
export const CONTEXT_REACH = 64;
const MAX_WORDS = 10;
const MAX_LINES = 1;
const LONGEST_WORD = 24;
/** Between a value and a word behind it: a blank, a bracket, a hyphen. */
export const LONGEST_GAP_BEHIND = 3;
/** Stems are looked up by their first letters; none is shorter. */
const STEM_KEY = 4;
/** Words whose topics are remembered. */
const MAX_KNOWN = 4096;
/** Scripts that write no blanks between words: there a word is looked for within a run. */
const FIRST_UNSPACED = 0x2e80;
const LONGEST_UNSPACED = 6;
const UNSPACED_REACH = 12;

const LINE_FEED = 0x0a;
const UNDERSCORE = 0x5f;

const isForeignLetter = (code: number): boolean =>
  code >= 0xc0 && (code < 0x2000 || code >= 0x2c00) && (code < 0x3000 || code >= 0x3040) && code < 0xff00;

const isWordLetter = (code: number): boolean => isLetter(code) || isForeignLetter(code);

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
}>;

export type ContextReader<Topic> = Readonly<{
  /** What the words in front of `start` announce, the nearest first. */
  before: (start: number) => readonly Announcement<Topic>[];
  /** What the word behind `end` announces. */
  behind: (end: number) => readonly Topic[];
}>;

type Index<Topic> = Readonly<{
  topics: ReadonlyMap<string, readonly Topic[]>;
  secondWords: ReadonlySet<string>;
  stems: ReadonlyMap<string, readonly (readonly [stem: string, topic: Topic])[]>;
  known: Map<string, readonly Topic[]>;
}>;

const indexOf = <Topic>(vocabulary: Vocabulary<Topic>): Index<Topic> => {
  const topics = new Map<string, Topic[]>();
  const stems = new Map<string, (readonly [string, Topic])[]>();
  for (const [topic, words] of vocabulary) {
    for (const word of words) {
      const folded = foldLetters(word).toLowerCase();
      if (folded.endsWith('*')) {
        const stem = folded.slice(0, -1);
        const key = stem.slice(0, STEM_KEY);
        stems.set(key, [...(stems.get(key) ?? []), [stem, topic]]);
      } else {
        topics.set(folded, [...(topics.get(folded) ?? []), topic]);
      }
    }
  }
  const pairs = [...topics.keys()].filter((word) => word.includes(' '));
  const secondWords = new Set(pairs.map((pair) => pair.slice(pair.indexOf(' ') + 1)));
  return { topics, stems, secondWords, known: new Map() };
};

type Words = Readonly<{ words: readonly string[]; lines: readonly number[] }>;

/** The words in front of `start`, in small letters, the last one first. */
const wordsBefore = (text: string, start: number): Words => {
  const words: string[] = [];
  const lines: number[] = [];
  const lowest = Math.max(0, start - CONTEXT_REACH);
  let line = 0;
  for (let at = start - 1; at >= lowest && words.length < MAX_WORDS; at--) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED) line++;
    if (line > MAX_LINES) break;
    if (!isWordLetter(code)) continue;
    const end = at + 1;
    const bound = Math.max(0, end - LONGEST_WORD);
    while (at > bound && isWordLetter(text.charCodeAt(at - 1))) {
      if (isSeam(text.charCodeAt(at - 1), text.charCodeAt(at))) break;
      at--;
    }
    words.push(text.slice(at, end).toLowerCase());
    lines.push(line);
  }
  return { words, lines };
};

const NOTHING: readonly never[] = [];

const lookUp = <Topic>({ topics, stems }: Index<Topic>, word: string): readonly Topic[] => {
  const known = topics.get(word);
  if (known !== undefined) return known;
  if (word.charCodeAt(0) >= FIRST_UNSPACED) return topicsWithin(topics, word);
  const found = stems.get(word.slice(0, STEM_KEY)) ?? NOTHING;
  return found.filter(([stem]) => word.startsWith(stem)).map(([, topic]) => topic);
};

/** Most words come again and again. */
const topicsOf = <Topic>(index: Index<Topic>, word: string): readonly Topic[] => {
  const before = index.known.get(word);
  if (before !== undefined) return before;
  const topics = lookUp(index, word);
  if (index.known.size >= MAX_KNOWN) index.known.clear();
  index.known.set(word, topics);
  return topics;
};

const topicsWithin = <Topic>(
  topics: ReadonlyMap<string, readonly Topic[]>,
  run: string,
): readonly Topic[] => {
  const found: Topic[] = [];
  for (let at = Math.max(0, run.length - UNSPACED_REACH); at < run.length; at++) {
    for (let length = 1; length <= LONGEST_UNSPACED && at + length <= run.length; length++) {
      found.push(...(topics.get(run.slice(at, at + length)) ?? NOTHING));
    }
  }
  return found;
};

const announcementsIn = <Topic>(index: Index<Topic>, { words, lines }: Words): Announcement<Topic>[] => {
  const found: Announcement<Topic>[] = [];
  for (let distance = 0; distance < words.length; distance++) {
    const word = words[distance] ?? '';
    const line = lines[distance] ?? 0;
    for (const topic of topicsOf(index, word)) found.push({ topic, line, distance });
    if (!index.secondWords.has(word)) continue;
    for (const topic of index.topics.get(`${words[distance + 1] ?? ''} ${word}`) ?? NOTHING)
      found.push({ topic, line, distance });
  }
  return found;
};

const wordBehind = (text: string, end: number): string => {
  let at = end;
  while (at < end + LONGEST_GAP_BEHIND && !isWordLetter(text.charCodeAt(at))) {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code) || code === LINE_FEED || (code >= 48 && code <= 57) || code === UNDERSCORE)
      return '';
    at++;
  }
  let to = at;
  while (to < at + LONGEST_WORD && isWordLetter(text.charCodeAt(to))) to++;
  return text.slice(at, to).toLowerCase();
};

/**
 * @param before Words that stand in front of what they announce.
 * @param behind Words that stand right behind it.
 * @returns What reads one text. A look costs what its words cost, at most ten, and is kept until the next place is asked about.
 */
export const createContextReaders = <Topic>(before: Vocabulary<Topic>, behind: Vocabulary<Topic>) => {
  const indexBefore = indexOf(before);
  const indexBehind = indexOf(behind);
  return (text: string): ContextReader<Topic> => {
    let start = -1;
    let announced: readonly Announcement<Topic>[] = NOTHING;
    let end = -1;
    let named: readonly Topic[] = NOTHING;
    return {
      before: (at) => {
        if (at !== start) announced = announcementsIn(indexBefore, wordsBefore(text, at));
        start = at;
        return announced;
      },
      behind: (at) => {
        if (at !== end) named = topicsOf(indexBehind, wordBehind(text, at));
        end = at;
        return named;
      },
    };
  };
};
