import { VOCABULARY_WORDS } from '../detection/decoding/words/vocabulary-words.ts';
import { harmless } from './blobs.ts';
import { below, pick, type Random } from './random.ts';
import type { TrainingRow } from './rows.ts';

const ENGLISH = VOCABULARY_WORDS.trim().split(/\s+/u).toSorted();

/** What words of a language are made of: letters that begin a syllable, and what follows them. */
type Syllables = Readonly<{ begins: readonly string[]; ends: readonly string[] }>;
const LATIN_BEGINS = ['', 'b', 'c', 'd', 'f', 'g', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v'] as const;
const LANGUAGES: readonly Syllables[] = [
  { begins: LATIN_BEGINS, ends: ['a', 'an', 'ar', 'e', 'en', 'er', 'i', 'in', 'o', 'on', 'os', 'u', 'us'] },
  {
    begins: [...LATIN_BEGINS, 'đ', 'kh', 'nh', 'ph', 'th', 'tr'],
    ends: ['a', 'à', 'á', 'ả', 'ạ', 'ăn', 'ang', 'âm', 'ào', 'ê', 'ình', 'iêu', 'ông', 'ơ', 'ưu', 'uyên'],
  },
  {
    begins: [...LATIN_BEGINS, 'sch', 'st', 'z'],
    ends: ['ä', 'ach', 'au', 'ei', 'eln', 'ieg', 'ung', 'ö', 'üß'],
  },
  {
    begins: [...LATIN_BEGINS, 'č', 'š', 'ž', 'ł'],
    ends: ['ą', 'ać', 'ek', 'ę', 'ić', 'ník', 'ost', 'ý', 'ową'],
  },
  {
    begins: ['б', 'в', 'г', 'д', 'ж', 'к', 'л', 'м', 'н', 'п', 'р', 'с', 'т', 'ч'],
    ends: ['а', 'ать', 'е', 'ение', 'и', 'ий', 'о', 'ок', 'у', 'ый', 'я'],
  },
  {
    begins: ['β', 'γ', 'δ', 'κ', 'λ', 'μ', 'ν', 'π', 'ρ', 'σ', 'τ'],
    ends: ['α', 'άς', 'ε', 'ία', 'ος', 'ού', 'ω'],
  },
];
const madeUp =
  ({ begins, ends }: Syllables) =>
  (random: Random): string =>
    Array.from({ length: 1 + below(random, 4) }, () => pick(random, begins) + pick(random, ends)).join('');

const SORTED = [20, 60, 200, 500] as const;
/** Words beside each other in a dictionary; some with a second word, some in capitals. */
const headwords = (random: Random): readonly string[] => {
  const count = pick(random, SORTED);
  if (random() < 0.3) {
    const at = below(random, ENGLISH.length - count);
    return ENGLISH.slice(at, at + count);
  }
  const language = pick(random, LANGUAGES);
  const word = madeUp(language);
  // Of a long dictionary one finds oneself among words with the same first letters.
  const first = random() < 0.5 ? pick(random, language.begins) + pick(random, language.ends) : '';
  const [paired, between] = [random() * 0.6, pick(random, [' ', ' ', '-'])];
  const capital = random() < 0.3;
  const entry = (): string => {
    const text = `${first}${word(random)}${random() < paired ? `${between}${word(random)}` : ''}`;
    return capital ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  };
  return Array.from({ length: count }, entry).toSorted();
};
const BETWEEN_WORDS = ['\n', '\n', '\n', ' ', ', ', ' | ', '\n- '] as const;

const UNITS = [
  ...'aeioumnxzhkäöа',
  'ha',
  'la',
  'no',
  'na',
  'la la',
  'blah',
  'test',
  'ah',
  '字',
  'あ',
] as const;
const BETWEEN_UNITS = ['', '', ' ', ' ', '\n', ', ', '-'] as const;
const LONGEST_RUN = 6000;
/** One letter, syllable or word again and again, short runs as often as long ones by order of magnitude. */
const writeRun = (random: Random): string => {
  const [unit, between] = [pick(random, UNITS), pick(random, BETWEEN_UNITS)];
  const count = 3 + Math.floor(Math.exp(random() * Math.log(LONGEST_RUN)));
  return Array.from({ length: count }, () => unit).join(between);
};

const LISTS = 240;
const RUNS = 160;

/** Columns of a dictionary, and what a sleeping cat types, harmless. */
export const createWordLists = (random: Random): readonly TrainingRow[] => [
  ...Array.from({ length: LISTS }, (_, i) =>
    harmless(headwords(random).join(pick(random, BETWEEN_WORDS)), 'lists of words', 'headwords', i),
  ).flat(),
  ...Array.from({ length: RUNS }, (_, i) => harmless(writeRun(random), 'lists of words', 'runs', i)).flat(),
];
