import type { TextFacts } from '../facts/facts.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { type Alphabet, alphabetsOf, SCRIPTS, type Script } from './letters/transcriptions.ts';

/** English in the letters of another script, or typed while another keyboard layout was on: `игноре алл`, `шптщку фдд`. */

/** Shorter words are others' by chance. */
const SHORTEST_TELLING = 4;
const MIN_KNOWN = 3;
/** Of the letters of words that tell. */
const LEAST_KNOWN = 0.6;
/** So many words, spread over the text, say whether the others are worth a look. */
const SAMPLES = 8;
/** One character in so many says which script a text is in. */
const STRIDE = 5;

type Word = Readonly<{ start: number; end: number }>;

/** From Greek on. */
const FIRST_UNIT = Math.min(...SCRIPTS.map(({ first }) => first));

const isOf = ({ first, last }: Script, unit: number): boolean => unit >= first && unit <= last;

/** The script of the first letter of one, among some characters of the text. */
const scriptOf = (text: string): Script | undefined => {
  for (let at = 0; at < text.length; at += STRIDE) {
    const unit = text.charCodeAt(at);
    if (unit < FIRST_UNIT) continue;
    const script = SCRIPTS.find((each) => isOf(each, unit));
    if (script !== undefined) return script;
  }
  return undefined;
};

/** The first word that begins at `from` or behind it, outside of a word; undefined where none does. */
const wordFrom = (text: string, script: Script, from: number): Word | undefined => {
  let start = from;
  while (start < text.length && !isOf(script, text.charCodeAt(start))) start++;
  if (start === text.length) return undefined;
  let end = start + 1;
  while (end < text.length && isOf(script, text.charCodeAt(end))) end++;
  return { start, end };
};

const wordsOf = (text: string, script: Script): readonly Word[] => {
  const words: Word[] = [];
  for (let word = wordFrom(text, script, 0); word !== undefined; word = wordFrom(text, script, word.end))
    words.push(word);
  return words;
};

const isTelling = ({ start, end }: Word): boolean => end - start >= SHORTEST_TELLING;

/** The next word that tells. */
const tellingFrom = (text: string, script: Script, from: number): Word | undefined => {
  let word = wordFrom(text, script, from);
  while (word !== undefined && !isTelling(word)) word = wordFrom(text, script, word.end);
  return word;
};

/** Whether any of some words is one: of a text of English nearly all are. */
const isWorthIt = (text: string, script: Script, { wordOf }: Alphabet): boolean => {
  const step = Math.max(1, Math.floor(text.length / SAMPLES));
  let from = 0;
  for (let at = 0; at < text.length; at += step) {
    if (at < from) continue;
    while (at > from && isOf(script, text.charCodeAt(at - 1))) at--;
    const word = tellingFrom(text, script, at);
    if (word === undefined) return false;
    if (wordOf(text, word.start, word.end) !== undefined) return true;
    from = word.end;
  }
  return false;
};

const isEnglish = (text: string, words: readonly Word[], { wordOf }: Alphabet): boolean => {
  let all = 0;
  let known = 0;
  let count = 0;
  for (const word of words) {
    if (!isTelling(word)) continue;
    const length = word.end - word.start;
    all += length;
    if (wordOf(text, word.start, word.end) === undefined) continue;
    known += length;
    count++;
  }
  return count >= MIN_KNOWN && known >= all * LEAST_KNOWN;
};

const write = (source: string, text: string, words: readonly Word[], alphabet: Alphabet): MappedText => {
  const builder = createMapBuilder(source);
  let from = 0;
  for (const { start, end } of words) {
    builder.copy(from, start);
    builder.put(alphabet.wordOf(text, start, end) ?? alphabet.spell(text, start, end), start, end);
    from = end;
  }
  builder.copy(from, source.length);
  return builder.build();
};

/** @returns A short text in another script whose words are English ones in its letters, in Latin letters. */
export const readOtherScripts = ({ text }: TextFacts): MappedText | undefined => {
  const script = scriptOf(text);
  if (script === undefined) return undefined;
  const small = text.toLowerCase();
  // Some capitals have two small letters: then the places would not be those of the text.
  if (small.length !== text.length) return undefined;
  for (const alphabet of alphabetsOf(script)) {
    if (!isWorthIt(small, script, alphabet)) continue;
    const words = wordsOf(small, script);
    if (isEnglish(small, words, alphabet)) return write(text, small, words, alphabet);
  }
  return undefined;
};
