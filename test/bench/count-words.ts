import { readdirSync, readFileSync } from 'node:fs';
import { CORE_WORDS, mistype } from '../../src/detection/decoding/words/mistyped.ts';
import { VOCABULARY_WORDS } from '../../src/detection/decoding/words/vocabulary-words.ts';
import { normalize } from '../../src/detection/text/normalize.ts';
import { loadSeeds } from '../../src/training/seeds.ts';

/**
 * Prints `src/detection/decoding/words/vocabulary-words.ts`: the words of training texts, commonest first; or `foreign-words.ts` there, what
 * else there is in languages of Latin letters.
 *
 *     node test/bench/count-words.ts FOLDER > src/detection/decoding/words/vocabulary-words.ts
 *     node test/bench/count-words.ts FOLDER foreign > src/detection/decoding/words/foreign-words.ts
 */

const MAX_CHARS = 190_000;
const LINE_CHARS = 140;
/** Of the shortest words only those that are words: abbreviations would turn up in every jumble of letters. */
const SHORT = new Set(
  (
    'a i o e y à и я в с к у о to of in is it be on as an or if by do at no me my so he we up go us am ok hi un en la du ' +
    'le di um el es zu se da al il et je ne ex oh tu ma su ad li va te ti ja im wo er ob ai id os de as os na em um ao que ' +
    'не на по из до за от ты вы мы он но же то их ее бы ли'
  ).split(' '),
);
/** Attacks are mistyped often. */
const MISTYPED_FORMS = new Set(CORE_WORDS.flatMap(mistype).filter((form) => !CORE_WORDS.includes(form)));
const WORD = /(?<![\p{L}\p{N}_])[\p{sc=Latin}\p{sc=Cyrillic}]{1,20}(?![\p{L}\p{N}_])/gu;
/** Names in code run words together. */
const JOINED = /\p{Ll}\p{Lu}/u;

type Count = { rows: number; attacks: number };
const counts = new Map<string, Count>();

const countRow = (text: string, isAttack: boolean): void => {
  const words = new Set(normalize(text.slice(0, 6000)).text.match(WORD) ?? []);
  for (const each of new Set([...words].filter((word) => !JOINED.test(word)).map((w) => w.toLowerCase()))) {
    const count = counts.get(each) ?? { rows: 0, attacks: 0 };
    count.rows++;
    if (isAttack) count.attacks++;
    counts.set(each, count);
  }
};

type Row = Readonly<{ text: string; label: number; lang: string | null }>;

const [folder = '.', which] = process.argv.slice(2);
const rows: readonly Row[] = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').split('\n'))
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line));

const isKept = (word: string, { rows: count, attacks }: Count): boolean => {
  if (word.length < 3) return SHORT.has(word);
  if (MISTYPED_FORMS.has(word)) return false;
  if (/^(.)\1+$/u.test(word)) return false;
  return word.length === 3 ? count >= 12 || attacks >= 4 : count >= 4 || attacks >= 2;
};

const print = (about: string, name: string, words: readonly string[]): void => {
  const lines: string[] = [''];
  let left = MAX_CHARS;
  for (const word of words) {
    left -= word.length + 1;
    if (left < 0) break;
    const line = lines.at(-1) ?? '';
    if (line.length + word.length < LINE_CHARS)
      lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
    else lines.push(word);
  }
  process.stdout.write(`/**
 * ${about}
 */
export const ${name} = \`
${lines.join('\n')}
\`;
`);
};

const printVocabulary = (): void => {
  for (const { text, label } of rows) countRow(text, label === 1);
  const words = [...counts]
    .filter(([word, count]) => isKept(word, count))
    .sort(([, a], [, b]) => b.rows - a.rows);
  print(
    'Words in lower case without marks, commonest first: counted in the training texts by `test/bench/count-words.ts`.',
    'VOCABULARY_WORDS',
    words.map(([word]) => word),
  );
};

/** Languages of Latin letters of which there are texts enough to tell words from slips. */
const FOREIGN = new Set(
  'de fr es it pt nl pl tr sv da no fi hu cs ro id vi hi-Latn sw tl ca sk sl hr ms'.split(' '),
);
/** Texts of one language that a word has to be in. */
const MIN_TEXTS = 2;

const printForeign = (): void => {
  const known = new Set(VOCABULARY_WORDS.trim().split(/\s+/u));
  const texts = [...rows.map(({ text, lang }) => ({ text: text.slice(0, 6000), lang })), ...loadSeeds(2, 1)];
  const inAll = new Map<string, number>();
  for (const language of FOREIGN) {
    const inLanguage = new Map<string, number>();
    for (const { text } of texts.filter(({ lang }) => lang === language)) {
      const words =
        normalize(text)
          .text.toLowerCase()
          .match(/[a-z]{3,20}/gu) ?? [];
      for (const word of new Set(words)) inLanguage.set(word, (inLanguage.get(word) ?? 0) + 1);
    }
    for (const [word, count] of inLanguage)
      if (count >= MIN_TEXTS && !known.has(word)) inAll.set(word, (inAll.get(word) ?? 0) + count);
  }
  const words = [...inAll].sort(([, a], [, b]) => b - a).map(([word]) => word);
  print(
    `Words of ${FOREIGN.size} languages that are not in the vocabulary, without marks: counted in the training texts by \`test/bench/count-words.ts\`.`,
    'FOREIGN_WORDS',
    words,
  );
};

if (which === 'foreign') printForeign();
else printVocabulary();
