import { RULESETS } from '../rulesets/all.ts';
import { eachWord, isKnownWord } from './vocabulary.ts';

/** Shorter words have too many neighbours. */
const MIN_WORD = 4;
/** From this length on two letters may be wrong. */
const MIN_TWICE = 7;
const COMMON_WORDS = 4000;
const WORD = /[a-z]{4,20}/gu;

/** Words that a mistyped one may have been: those of the samples of rules, and then the commonest ones. */
const collectWords = (): ReadonlySet<string> => {
  const words = new Set<string>();
  for (const { category, rules } of RULESETS) {
    if (category !== 'prompt_injection') continue;
    for (const { starts, match } of rules) {
      for (const word of [...starts, ...match].join(' ').toLowerCase().match(WORD) ?? []) {
        // Samples are mistyped, too.
        if (isKnownWord(word, 0, word.length)) words.add(word);
      }
    }
  }
  eachWord((word, rank) => {
    if (rank <= COMMON_WORDS && word.length >= MIN_WORD && /^[a-z]+$/u.test(word)) words.add(word);
  });
  return words;
};

const PRIME = 0x01000193;

const hashWithout = (word: string, one: number, two: number): number => {
  let hash = 0;
  for (let i = 0; i < word.length; i++) {
    if (i !== one && i !== two) hash = Math.imul(hash, PRIME) + word.charCodeAt(i);
  }
  return hash;
};

/** Hashes of a word as it is, with one letter less, and with two less where it is long. */
const shorterForms = (word: string, visit: (hash: number) => void): void => {
  visit(hashWithout(word, -1, -1));
  for (let one = 0; one < word.length; one++) {
    visit(hashWithout(word, one, -1));
    if (word.length < MIN_TWICE) continue;
    for (let two = one + 1; two < word.length; two++) visit(hashWithout(word, one, two));
  }
};

type Index = Readonly<{ words: readonly string[]; byForm: ReadonlyMap<number, number> }>;

/** Of words that share a form the first one has it: words of rules go first. */
const buildIndex = (): Index => {
  const words = [...collectWords()];
  const byForm = new Map<number, number>();
  for (const [number, word] of words.entries()) {
    shorterForms(word, (form) => {
      if (!byForm.has(form)) byForm.set(form, number);
    });
  }
  return { words, byForm };
};

let index: Index | undefined;

/** The next row of the table of distances; `before` is the row two letters ago. */
const nextRow = (
  a: string,
  i: number,
  b: string,
  row: readonly number[],
  before: readonly number[],
): number[] => {
  const next = [i];
  for (let j = 1; j <= b.length; j++) {
    const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
    const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : replaced;
    next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced, swapped));
  }
  return next;
};

/** Letters to add, drop, replace, or change with the next to make one word the other. */
const distance = (a: string, b: string): number => {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = nextRow(a, i, b, row, before);
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
};

/**
 * @param word In lower case; none of the vocabulary.
 * @returns The word that was meant: one letter away, or two from a long word. Undefined where there is none.
 */
export const nearestWord = (word: string): string | undefined => {
  index ??= buildIndex();
  const { words, byForm } = index;
  const most = word.length >= MIN_TWICE - 1 ? 2 : 1;
  let best: string | undefined;
  let bestDistance = most + 1;
  let bestNumber = words.length;
  shorterForms(word, (form) => {
    const number = byForm.get(form);
    const candidate = number === undefined ? undefined : words[number];
    if (number === undefined || candidate === undefined || candidate === best) return;
    const away = distance(word, candidate);
    if (away > bestDistance || (away === bestDistance && number > bestNumber)) return;
    best = candidate;
    bestDistance = away;
    bestNumber = number;
  });
  return bestDistance <= most ? best : undefined;
};
