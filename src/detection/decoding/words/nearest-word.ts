import { createLru } from '../../cache/lru.ts';
import { RULESETS } from '../../rulesets/all.ts';
import { createForms, type Forms, NO_WORD, OF_FORM } from './form-table.ts';
import { isVocabularyWord } from './known-words.ts';
import { FORMS, MAX_WORD, MIN_TWICE, readForms } from './lacking-letters.ts';
import { distance } from './letter-distance.ts';
import { createSketch } from './sketch.ts';
import { eachWord } from './vocabulary.ts';

/** Shorter words have too many neighbours. */
const MIN_WORD = 4;
const COMMON_WORDS = 8000;
const WORD = /[a-z]{4,20}/gu;

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
