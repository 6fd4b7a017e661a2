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

const NO_WORD = 0xffff;
/** Beside the number of a form's first word: there are others. */
const SHARED = 0x8000;
const FORM_BITS = 18;
const OTHER_BITS = 15;

/** Words of the form that was read last. */
const OF_FORM = new Uint16Array(64);

/** What looks for a form ends at a slot that is free: hardly any would be. */
const checkRoom = (used: number, bits: number): void => {
  if (used > 0.9 * (1 << bits)) throw new Error(`${used} forms of words in a table of ${1 << bits}`);
};

const firstSlot = (form: number, bits: number): number => Math.imul(form, 0x9e3779b1 | 0) >>> (32 - bits);

/** Words that share a form with one before them: those of a form stand in their order, up to the next slot without one, others among them. */
const createOthers = () => {
  const keys = new Int32Array(1 << OTHER_BITS);
  const words = new Uint16Array(1 << OTHER_BITS).fill(NO_WORD);
  const behind = (slot: number): number => (slot + 1) & (keys.length - 1);
  let used = 0;
  return {
    put: (form: number, word: number): void => {
      let slot = firstSlot(form, OTHER_BITS);
      for (; words[slot] !== NO_WORD; slot = behind(slot))
        if (words[slot] === word && keys[slot] === form) return;
      checkRoom(++used, OTHER_BITS);
      keys[slot] = form;
      words[slot] = word;
    },
    /** Puts them behind the first one. @returns How many there are with it. */
    read: (form: number): number => {
      let count = 1;
      for (let slot = firstSlot(form, OTHER_BITS); words[slot] !== NO_WORD; slot = behind(slot))
        if (keys[slot] === form) OF_FORM[count++] = words[slot] ?? NO_WORD;
      return count;
    },
  };
};

/** Numbers of words by the hashes of their forms; one form in twelve is that of several words. */
type Forms = Readonly<{
  put: (form: number, word: number) => void;
  /** Puts the words of a form into `OF_FORM`, the first one first. @returns How many. */
  read: (form: number) => number;
}>;

const createForms = (): Forms => {
  const keys = new Int32Array(1 << FORM_BITS);
  const words = new Uint16Array(1 << FORM_BITS).fill(NO_WORD);
  const others = createOthers();
  let used = 0;
  const slotOf = (form: number): number => {
    let slot = firstSlot(form, FORM_BITS);
    while (words[slot] !== NO_WORD && keys[slot] !== form) slot = (slot + 1) & (keys.length - 1);
    return slot;
  };
  return {
    put: (form, word) => {
      const slot = slotOf(form);
      const known = words[slot] ?? NO_WORD;
      if (known === NO_WORD) {
        checkRoom(++used, FORM_BITS);
        keys[slot] = form;
        words[slot] = word;
      } else if ((known & ~SHARED) !== word) {
        words[slot] = known | SHARED;
        others.put(form, word);
      }
    },
    read: (form) => {
      const word = words[slotOf(form)] ?? NO_WORD;
      if (word === NO_WORD) return 0;
      OF_FORM[0] = word & ~SHARED;
      return (word & SHARED) === 0 ? 1 : others.read(form);
    },
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

const isFormOfRules = (form: number, word: string, { words, ofRules, forms }: Index): boolean => {
  const count = forms.read(form);
  for (let i = 0; i < count; i++) {
    const number = OF_FORM[i] ?? NO_WORD;
    // Words of rules come first.
    if (number >= ofRules.size) return false;
    if (distance(word, words[number] ?? '') <= mostWrong(word.length)) return true;
  }
  return false;
};

/** When each word was compared last, by the number of the look: most are met in several forms. */
const compared = { looks: 0, of: new Float64Array(0) };

const startLook = (words: number): void => {
  if (compared.of.length < words) compared.of = new Float64Array(words);
  compared.looks++;
};

const isCompared = (number: number): boolean => {
  if (compared.of[number] === compared.looks) return true;
  compared.of[number] = compared.looks;
  return false;
};

/** What a word may have been, how far away that is, and whether it has lost letters and nothing else. */
type Near = Readonly<{ number: number; away: number; isLonger: boolean }>;

/** Of two that are as near the one that lost letters, and then the first one. */
const isNearer = (one: Near, other: Near): boolean => {
  if (one.away !== other.away) return one.away < other.away;
  return one.isLonger === other.isLonger ? one.number < other.number : one.isLonger;
};

/** Undefined where it was compared in the same look before, or more letters than `most` are away. */
const compare = (word: string, number: number, words: readonly string[], most: number): Near | undefined => {
  const candidate = words[number];
  if (candidate === undefined || isCompared(number)) return undefined;
  const longer = candidate.length - word.length;
  if (Math.abs(longer) > most) return undefined;
  const away = distance(word, candidate);
  return away > most ? undefined : { number, away, isLonger: longer === away };
};

const findNearest = (word: string): string | undefined => {
  index ??= buildIndex();
  const { words, forms } = index;
  const most = mostWrong(word.length);
  let best: Near | undefined;
  startLook(words.length);
  const count = readForms(word, 0, word.length);
  for (let i = 0; i < count; i++) {
    const shared = forms.read(FORMS[i] ?? 0);
    for (let j = 0; j < shared; j++) {
      const near = compare(word, OF_FORM[j] ?? NO_WORD, words, best?.away ?? most);
      if (near !== undefined && (best === undefined || isNearer(near, best))) best = near;
    }
  }
  return best === undefined ? undefined : words[best.number];
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
