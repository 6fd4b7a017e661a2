import type { Span } from '../../chat/segment.ts';
import { copyText } from '../../platform/copy-text.ts';
import { createLru } from '../cache/lru.ts';
import type { TextFacts } from '../facts/facts.ts';
import { SIGNAL_BITS } from '../facts/signs.ts';
import { unitsOf } from '../text/code-units.ts';
import { onForget } from '../text/in-hand.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { mirrorLetters, reverse, reverseOrderOfWords, shiftLetters } from './letters/letter-order.ts';
import { strangeShare } from './letters/strange-letters.ts';
import { hashLetter, isKnownHash, NO_LETTERS } from './words/known-words.ts';
import { aroundSignals, suspectSpans } from './words/stretches.ts';
import { endOf, startOf, type UnknownStretch, unknownStretches } from './words/unknown-stretches.ts';
import { LONGEST_WORD } from './words/vocabulary.ts';

/** Ciphers of letters that need no key, told by the words that come out. */
export type Cipher = 'rot13' | 'caesar' | 'atbash' | 'reversed';

/** A stretch of a text that a cipher makes sense of. */
type Solved = Readonly<{ cipher: Cipher; span: Span; out: string }>;

/** What each letter stands for, as a small letter by its code with the sixth bit set. */
type Alphabet = Uint8Array;

/** An alphabet, and the end at which words begin. */
type Direction = Readonly<{ letters: Alphabet; isReversed: boolean }>;

type Reading = Direction & Readonly<{ cipher: Cipher; read: (text: string) => string }>;

const A = 97;
const LETTERS = 26;
const SMALL = 0x20;

const alphabet = (change: (letter: number) => number): Alphabet =>
  Uint8Array.from({ length: A + LETTERS }, (_, code) => (code < A ? 0 : A + change(code - A)));

const SHIFTS = Array.from({ length: LETTERS }, (_, shift) =>
  alphabet((letter) => (letter + shift) % LETTERS),
);
const PLAIN = alphabet((letter) => letter);
const MIRROR = alphabet((letter) => LETTERS - 1 - letter);

/** Whether the letters from one offset up or down to another, without the last, make a word in this alphabet. */
const isWordIn = (text: string, from: number, to: number, letters: Alphabet): boolean => {
  const step = from < to ? 1 : -1;
  let hash = NO_LETTERS;
  for (let at = from; at !== to; at += step)
    hash = hashLetter(hash, letters[text.charCodeAt(at) | SMALL] ?? 0);
  return isKnownHash(hash);
};

const isKnownIn = (text: string, { start, end }: Span, letters: Alphabet, isReversed: boolean): boolean => {
  if (end - start > LONGEST_WORD) return false;
  return isReversed ? isWordIn(text, end - 1, start - 1, letters) : isWordIn(text, start, end, letters);
};

const MIN_WORD = 3;

/** Words one behind the other, by the number of the first one and of what follows the last one. */
type Words = Readonly<{ first: number; end: number }>;

const lettersIn = ({ first, end }: Words): number => {
  let all = 0;
  for (let word = first; word < end; word++) {
    const length = endOf(word) - startOf(word);
    if (length >= MIN_WORD) all += length;
  }
  return all;
};

/**
 * Of the letters in words of three and more the share that is in known words, in this alphabet and direction.
 *
 * @param all How many letters they have.
 * @param least What is less need not be told exactly.
 */
const shareOf = (
  text: string,
  { first, end }: Words,
  { letters, isReversed }: Direction,
  all: number,
  least: number,
): number => {
  if (all === 0) return 0;
  let left = all;
  for (let word = first; word < end; word++) {
    const span = { start: startOf(word), end: endOf(word) };
    const length = span.end - span.start;
    if (length < MIN_WORD || isKnownIn(text, span, letters, isReversed)) continue;
    left -= length;
    if (left / all < least) break;
  }
  return left / all;
};

/** Shares of the letters in English, in thousandths; near enough to its neighbours. */
const SHARES = [
  82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 8, 40, 24, 67, 75, 19, 1, 60, 63, 91, 28, 10, 24, 2, 20, 1,
];
/** Twice over, so that no shift goes beyond the end. */
const SHIFTED_SHARES = Int32Array.from([...SHARES, ...SHARES]);
const SHIFTS_TRIED = 3;

const countLetters = (text: string, { first, end }: Words): Int32Array => {
  const counts = new Int32Array(LETTERS);
  for (let word = first; word < end; word++) {
    for (let at = startOf(word); at < endOf(word); at++) {
      const letter = (text.charCodeAt(at) | SMALL) - A;
      counts[letter] = (counts[letter] ?? 0) + 1;
    }
  }
  return counts;
};

const fitOf = (counts: Int32Array, shift: number): number => {
  let fit = 0;
  for (let letter = 0; letter < LETTERS; letter++)
    fit += (counts[letter] ?? 0) * (SHIFTED_SHARES[letter + shift] ?? 0);
  return fit;
};

const COMMONEST = 13;
const fits = new Float64Array(LETTERS);

/** The commonest of all shifts, and those that make letters common that are. */
const likelyShifts = (counts: Int32Array): readonly number[] => {
  const shifts = [COMMONEST];
  for (let shift = 1; shift < LETTERS; shift++) fits[shift] = fitOf(counts, shift);
  for (let tried = 0; tried < SHIFTS_TRIED; tried++) {
    let best = 1;
    for (let shift = 2; shift < LETTERS; shift++) if ((fits[shift] ?? 0) > (fits[best] ?? 0)) best = shift;
    if (best !== COMMONEST) shifts.push(best);
    fits[best] = -1;
  }
  return shifts;
};

/** Languages have 60 and more; other letters took the place of theirs where a text has less. */
const MAX_FIT = 54;

const REVERSED: Reading = { cipher: 'reversed', letters: PLAIN, isReversed: true, read: reverse };
const ATBASH: Reading = { cipher: 'atbash', letters: MIRROR, isReversed: false, read: mirrorLetters };
const SHIFTED: readonly Reading[] = SHIFTS.map((letters, shift) => ({
  ...{ cipher: shift === COMMONEST ? 'rot13' : 'caesar', letters, isReversed: false },
  read: (text) => shiftLetters(text, shift),
}));

/** How a text of these words may be read, the likeliest first. */
const readingsOf = (text: string, words: Words): readonly Reading[] => {
  const counts = countLetters(text, words);
  const letters = counts.reduce((sum, count) => sum + count, 0);
  if (fitOf(counts, 0) > letters * MAX_FIT) return [REVERSED];
  return [REVERSED, ...likelyShifts(counts).flatMap((shift) => SHIFTED[shift] ?? []), ATBASH];
};

/** Words enough to tell a cipher by. */
const SAMPLE_WORDS = 24;
const MIN_SHARE = 0.55;
const MIN_GAIN = 0.3;
/** Languages that the vocabulary has too few words of are below. */
const MIN_STRANGE = 0.03;
const AS_IT_IS: Direction = { letters: PLAIN, isReversed: false };

/** The reading that makes most of the letters words, and enough of them; null where none does. */
const bestReading = (text: string, words: Words): Reading | null => {
  const all = lettersIn(words);
  let share = Math.max(MIN_SHARE, shareOf(text, words, AS_IT_IS, all, 0) + MIN_GAIN);
  if (share > 1) return null;
  let best: Reading | null = null;
  for (const reading of readingsOf(text, words)) {
    const known = shareOf(text, words, reading, all, share);
    if (known < share || (best !== null && known === share)) continue;
    share = known;
    best = reading;
  }
  return best;
};

/** Views hold the same stretches over and over, of which twelve of each are looked at. */
const MAX_REMEMBERED = 128;
const remembered = createLru<Reading | null>(MAX_REMEMBERED);
onForget(remembered.clear);

/** How a stretch is read, of which nothing counts but the characters from `from` to the end of its first words. */
const readingAt = (text: string, from: number, { first, last }: UnknownStretch): Reading | null => {
  const sample = { first, end: Math.min(last + 1, first + SAMPLE_WORDS) };
  const end = endOf(sample.end - 1);
  if (strangeShare(text, from, end) < MIN_STRANGE) return null;
  const key = `${startOf(first) - from} ${text.slice(from, end)}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const reading = bestReading(text, sample);
  remembered.set(copyText(key), reading);
  return reading;
};

/** @param floor No cipher is followed back beyond it. */
const solve = (text: string, span: Span, stretch: UnknownStretch, floor: number): Solved | undefined => {
  const reading = readingAt(text, span.start, stretch);
  if (reading === null) return undefined;
  const grown = grow(text, span, reading, floor);
  return { cipher: reading.cipher, span: grown, out: reading.read(text.slice(grown.start, grown.end)) };
};

/** Characters on either side of what a cipher was told by that may have been written in it, too. */
const REACH = 600;
/** Words one behind the other that are none in the cipher: there it ends. */
const MAX_MISSES = 2;

const isLetter = (code: number): boolean => {
  const small = code | SMALL;
  return small >= A && small < A + LETTERS;
};

/** The next word from `from` to `to`, up or down the text; an empty one at `to` where there is none. */
const nextWord = (text: string, from: number, to: number): Span => {
  const step = from < to ? 1 : -1;
  const isLetterAt = (at: number): boolean => isLetter(text.charCodeAt(step > 0 ? at : at - 1));
  let edge = from;
  while (edge !== to && !isLetterAt(edge)) edge += step;
  let at = edge;
  while (at !== to && isLetterAt(at)) at += step;
  return step > 0 ? { start: edge, end: at } : { start: at, end: edge };
};

/**
 * How far a cipher goes on from `from` to `to`, up or down the text: the last word that is one in it and none without it; null
 * where there is none.
 */
const lastInCipher = (
  text: string,
  from: number,
  to: number,
  { letters, isReversed }: Reading,
): Span | null => {
  let last: Span | null = null;
  let misses = 0;
  for (let at = from; at !== to; ) {
    const word = nextWord(text, at, to);
    at = from < to ? word.end : word.start;
    if (word.end - word.start < MIN_WORD) continue;
    const isInCipher = isKnownIn(text, word, letters, isReversed);
    misses = isInCipher ? 0 : misses + 1;
    if (misses === MAX_MISSES) break;
    if (isInCipher && !isKnownIn(text, word, PLAIN, false)) last = word;
  }
  return last;
};

/** The stretch that a cipher was told by with what stands around it in the same cipher. */
const grow = (text: string, { start, end }: Span, reading: Reading, floor: number): Span => {
  const least = Math.max(Math.min(floor, start), start - REACH);
  const most = Math.min(text.length, end + REACH);
  return {
    start: lastInCipher(text, start, least, reading)?.start ?? start,
    end: lastInCipher(text, end, most, reading)?.end ?? end,
  };
};

/** The longest ones, since jumbles are short and cheap to write: a dozen of them would hide what follows. */
const MAX_STRETCHES = 12;

/** What is written in other letters has no vocabulary here: a word of attacks that is reversed tells enough. */
const REVERSED_MARGIN = 160;

const reversedScripts = (facts: TextFacts): readonly Solved[] =>
  aroundSignals(facts, (signal) => signal === 'reversed-script', REVERSED_MARGIN).map((span) => ({
    cipher: 'reversed',
    span,
    out: reverse(facts.text.slice(span.start, span.end)),
  }));

const lengthOf = ({ first, last }: UnknownStretch): number => endOf(last) - startOf(first);

const candidatesIn = (facts: TextFacts): readonly UnknownStretch[] => {
  const { length } = facts.text;
  const units = unitsOf(facts.text);
  const all = unknownStretches(units, length, suspectSpans(facts, units));
  if (all.length <= MAX_STRETCHES) return all;
  const longest = new Set(all.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MAX_STRETCHES));
  return all.filter((each) => longest.has(each));
};

const solveAll = (facts: TextFacts): readonly Solved[] => {
  const { text } = facts;
  const solved = facts.signs & SIGNAL_BITS['reversed-script'] ? [...reversedScripts(facts)] : [];
  let done = 0;
  for (const stretch of candidatesIn(facts)) {
    // What the cipher before went on through is read already.
    if (endOf(stretch.last) <= done) continue;
    const found = solve(text, withNeighbours(text, stretch), stretch, done);
    if (found === undefined) continue;
    solved.push(found);
    done = found.span.end;
  }
  return solved;
};

/** Words of a cipher that happen to be known ones stand at its ends, too. */
const NEIGHBOURS = 2;

const withNeighbours = (text: string, { first, last, around }: UnknownStretch): Span => {
  const from = Math.max(around.first, first - NEIGHBOURS);
  const to = Math.min(around.last, last + NEIGHBOURS);
  // What stands behind the last word of a text came with it; reversed it is the beginning.
  const end = to === around.last && text.length - endOf(last) < 8 ? text.length : endOf(to);
  return { start: startOf(from), end };
};

/** Several decoders ask about each text one after the other. */
const known: { facts: TextFacts | undefined; solved: readonly Solved[] } = { facts: undefined, solved: [] };
onForget(() => {
  known.facts = undefined;
  known.solved = [];
});

const solvedIn = (facts: TextFacts): readonly Solved[] => {
  if (known.facts !== facts) {
    known.solved = solveAll(facts);
    known.facts = facts;
  }
  return known.solved;
};

const solvedOf = (facts: TextFacts, cipher: Cipher): readonly Solved[] => {
  const solved = solvedIn(facts);
  return solved.length === 0 ? solved : solved.filter((each) => each.cipher === cipher);
};

const ofCipher = (
  facts: TextFacts,
  cipher: Cipher,
  change: (text: string) => string,
): MappedText | undefined => {
  const solved = solvedOf(facts, cipher);
  if (solved.length === 0) return undefined;
  const builder = createMapBuilder(facts.text);
  for (const { span, out } of solved) {
    builder.put(change(out), span.start, span.end);
    builder.put('\n', span.end, span.end);
  }
  return builder.build();
};

/** @returns The stretches that the cipher makes sense of, and nothing else. */
export const decodeCipher = (facts: TextFacts, cipher: Exclude<Cipher, 'reversed'>): MappedText | undefined =>
  ofCipher(facts, cipher, (out) => out);

/** The same for reversed text, where the last letter is the first one. */
export const decodeReversed = (facts: TextFacts): MappedText | undefined => {
  const solved = solvedOf(facts, 'reversed');
  if (solved.length === 0) return undefined;
  const starts: number[] = [];
  let text = '';
  for (const { out } of solved) {
    starts.push(text.length);
    text += `${out}\n`;
  }
  const toSource = (at: number, end: number): Span => {
    const number = Math.max(
      0,
      starts.findLastIndex((start) => start <= at),
    );
    const { span } = solved[number] ?? { span: { start: 0, end: 0 } };
    const from = starts[number] ?? 0;
    return {
      start: Math.max(span.start, span.end - (end - from)),
      end: Math.max(span.start, span.end - (at - from)),
    };
  };
  return {
    text,
    toSource: ({ start, end }) => {
      const first = toSource(start, start + 1);
      const last = toSource(Math.max(start, end - 1), end);
      return { start: Math.min(first.start, last.start), end: Math.max(first.end, last.end) };
    },
  };
};

/** The same for words that were reversed one by one: the words of a reversed text, in the order in which they stand. */
export const decodeReversedWords = (facts: TextFacts): MappedText | undefined =>
  ofCipher(facts, 'reversed', reverseOrderOfWords);
