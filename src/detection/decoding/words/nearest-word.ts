import { createLru } from '../../cache/lru.ts';
import { RULESETS } from '../../rulesets/all.ts';
import { isVocabularyWord } from './known-words.ts';
import { createSketch } from './sketch.ts';
import { eachWord, LONGEST_WORD } from './vocabulary.ts';

/** Shorter words have too many neighbours. */
const MIN_WORD = 4;
/** From this length on two letters may be wrong. */
const MIN_TWICE = 7;
const COMMON_WORDS = 8000;
const WORD = /[a-z]{4,20}/gu;
/** No word is near a longer one, whose forms would be without number. */
const MAX_WORD = LONGEST_WORD + 2;

/** Literals and samples of rules, since samples are mistyped, too. */
const textsOfRules = (): readonly string[] =>
  RULESETS.filter(({ category }) => category === 'prompt_injection').flatMap(
    ({ rules, isEveryday: areEveryday = false }) =>
      rules
        .filter(({ isEveryday = areEveryday }) => !isEveryday)
        .flatMap(({ starts, match }) => [...starts, ...match]),
  );

const wordsOfRules = (): ReadonlySet<string> =>
  new Set(
    (textsOfRules().join(' ').toLowerCase().match(WORD) ?? []).filter((word) =>
      isVocabularyWord(word, 0, word.length),
    ),
  );

const commonWords = (): readonly string[] => {
  const words: string[] = [];
  eachWord((word, rank) => {
    if (rank <= COMMON_WORDS && word.length >= MIN_WORD && /^[a-z]+$/u.test(word)) words.push(word);
  });
  return words;
};

const PRIME = 0x01000193;
const POWERS = new Int32Array(MAX_WORD + 1);
POWERS[0] = 1;
for (let i = 1; i <= MAX_WORD; i++) POWERS[i] = Math.imul(POWERS[i - 1] ?? 0, PRIME);

/**
 * For each letter of the word in hand what its hash becomes more without it, and what it becomes more where another one behind it is missing,
 * too: with both that of any form is a step or two away.
 */
const WITHOUT = new Int32Array(MAX_WORD);
const WITHOUT_BOTH = new Int32Array(MAX_WORD);

const SMALL = 0x20;
/** @returns The hash of a word as it is. */
const readLetters = (text: string, from: number, to: number): number => {
  let hash = 0;
  for (let at = from, rest = to - from - 1; at < to; at++, rest--) {
    const before = hash;
    hash = (Math.imul(hash, PRIME) + (text.charCodeAt(at) | SMALL)) | 0;
    const less = (before - hash) | 0;
    WITHOUT[at - from] = Math.imul(less, POWERS[rest] ?? 0);
    WITHOUT_BOTH[at - from] = Math.imul(less, POWERS[rest - 1] ?? 0);
  }
  return hash;
};

/** Hashes of the forms of the word in hand. */
const FORMS = new Int32Array(1 + (MAX_WORD * (MAX_WORD + 1)) / 2);

/**
 * Puts hashes of the forms of a word of at most `MAX_WORD` letters into `FORMS`: as it is, with one letter less, and with two less where it is
 * long.
 *
 * @param text ASCII letters stand there, in either case.
 * @returns How many.
 */
const readForms = (text: string, from: number, to: number): number => {
  const length = to - from;
  const whole = readLetters(text, from, to);
  let count = 0;
  FORMS[count++] = whole;
  for (let one = 0; one < length; one++) {
    FORMS[count++] = whole + (WITHOUT[one] ?? 0);
    if (length < MIN_TWICE) continue;
    const first = whole + (WITHOUT_BOTH[one] ?? 0);
    for (let two = one + 1; two < length; two++) FORMS[count++] = first + (WITHOUT[two] ?? 0);
  }
  return count;
};

/** Numbers of words by the hashes of their forms, in a hash table. */
type Forms = Readonly<{ put: (form: number, word: number) => void; wordOf: (form: number) => number }>;

const NO_WORD = 0xffff;
const FORM_BITS = 18;

const createForms = (): Forms => {
  const keys = new Int32Array(1 << FORM_BITS);
  const words = new Uint16Array(1 << FORM_BITS).fill(NO_WORD);
  const slotOf = (form: number): number => {
    let slot = Math.imul(form, 0x9e3779b1 | 0) >>> (32 - FORM_BITS);
    while (words[slot] !== NO_WORD && keys[slot] !== form) slot = (slot + 1) & (keys.length - 1);
    return slot;
  };
  return {
    // Of words that share a form the first one has it.
    put: (form, word) => {
      const slot = slotOf(form);
      if (words[slot] !== NO_WORD) return;
      keys[slot] = form;
      words[slot] = word;
    },
    wordOf: (form) => words[slotOf(form)] ?? NO_WORD,
  };
};

/** The forms of words of rules: most words of a text are near none of them. */
const SKETCH = createSketch();

/** Of the first `count` of `FORMS` those that words of rules may have come first. Nothing branches: each is a guess. @returns How many. */
const keepSketched = (count: number): number => {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const form = FORMS[i] ?? 0;
    FORMS[kept] = form;
    kept += Number(SKETCH.has(form));
  }
  return kept;
};

type Index = Readonly<{
  words: readonly string[];
  ofRules: ReadonlySet<string>;
  forms: Forms;
}>;

/** Words that a mistyped one may have been: those of the samples of rules, and then the commonest ones. */
const buildIndex = (): Index => {
  const ofRules = wordsOfRules();
  const words = [...new Set([...ofRules, ...commonWords()])];
  const forms = createForms();
  for (const [number, word] of words.entries()) {
    const count = readForms(word, 0, word.length);
    for (let i = 0; i < count; i++) {
      const form = FORMS[i] ?? 0;
      forms.put(form, number);
      // Words of rules come first.
      if (number < ofRules.size) SKETCH.put(form);
    }
  }
  return { words, ofRules, forms };
};

let index: Index | undefined;

/** The rows of the table of distances: this one, the last one, and that before it. */
let rows: [Uint8Array, Uint8Array, Uint8Array] = [
  new Uint8Array(MAX_WORD + 1),
  new Uint8Array(MAX_WORD + 1),
  new Uint8Array(MAX_WORD + 1),
];

/** Fills the first of `rows` for the `i`-th letter of `a`. */
const fillRow = (a: string, i: number, b: string): void => {
  const [next, row, before] = rows;
  next[0] = i;
  const letter = a.charCodeAt(i - 1);
  for (let j = 1; j <= b.length; j++) {
    const other = b.charCodeAt(j - 1);
    let least = (row[j - 1] ?? 0) + (letter === other ? 0 : 1);
    least = Math.min(least, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    const isSwapped = i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other;
    next[j] = isSwapped ? Math.min(least, (before[j - 2] ?? 0) + 1) : least;
  }
};

/** Letters to add, drop, replace, or change with the next to make one word the other. */
const distance = (a: string, b: string): number => {
  for (let j = 0; j <= b.length; j++) rows[0][j] = j;
  for (let i = 1; i <= a.length; i++) {
    rows = [rows[2], rows[0], rows[1]];
    fillRow(a, i, b);
  }
  return rows[0][b.length] ?? 0;
};

/** Whether rules against injections are made of such words. */
export const isWordOfRules = (word: string): boolean => {
  index ??= buildIndex();
  return index.ofRules.has(word);
};

/** Letters that may be wrong in a word of so many. */
const mostWrong = (letters: number): number => (letters >= MIN_TWICE - 1 ? 2 : 1);

/** False: `nearestWord` gives no word of rules. @param word ASCII letters, in either case; none of the vocabulary. */
export const mayBeOfRules = (text: string, start: number, end: number): boolean => {
  if (end - start > MAX_WORD) return false;
  index ??= buildIndex();
  const count = keepSketched(readForms(text, start, end));
  if (count === 0) return false;
  const word = text.slice(start, end).toLowerCase();
  for (let i = 0; i < count; i++) if (isFormOfRules(FORMS[i] ?? 0, word, index)) return true;
  return false;
};

/** Words of rules come first, and have all of their forms. */
const isFormOfRules = (form: number, word: string, { words, ofRules, forms }: Index): boolean => {
  const number = forms.wordOf(form);
  return number < ofRules.size && distance(word, words[number] ?? '') <= mostWrong(word.length);
};

const findNearest = (word: string): string | undefined => {
  index ??= buildIndex();
  const { words, forms } = index;
  const most = mostWrong(word.length);
  let best: string | undefined;
  let bestDistance = most + 1;
  let bestNumber = words.length;
  let isBestLonger = false;
  const count = readForms(word, 0, word.length);
  for (let i = 0; i < count; i++) {
    const number = forms.wordOf(FORMS[i] ?? 0);
    const candidate = words[number];
    if (candidate === undefined || number === bestNumber) continue;
    const away = distance(word, candidate);
    if (away > bestDistance) continue;
    const isLonger = candidate.length - word.length === away;
    if (away === bestDistance && (isLonger === isBestLonger ? number > bestNumber : isBestLonger)) continue;
    best = candidate;
    bestDistance = away;
    bestNumber = number;
    isBestLonger = isLonger;
  }
  return bestDistance <= most ? best : undefined;
};

/** Names and words of a trade come again and again. */
const REMEMBERED = 4096;
/** Pieces of a text that are longer would keep all of it in memory: V8 makes no copies of them. */
const MAX_REMEMBERED = 12;
const NONE = '';
const remembered = createLru<string>(REMEMBERED);

/**
 * @param word In lower case; none of the vocabulary.
 * @returns The word that was meant: one letter away, or two from a long word. Undefined where there is none.
 */
export const nearestWord = (word: string): string | undefined => {
  if (word.length > MAX_WORD) return undefined;
  if (word.length > MAX_REMEMBERED) return findNearest(word);
  let nearest = remembered.get(word);
  if (nearest === undefined) {
    nearest = findNearest(word) ?? NONE;
    remembered.set(word, nearest);
  }
  return nearest === NONE ? undefined : nearest;
};
