import { readdirSync, readFileSync } from 'node:fs';
import { CORE_WORDS, mistype } from '../../src/detection/decoding/mistyped.ts';
import { normalize } from '../../src/detection/normalize.ts';

/**
 * Prints `src/detection/decoding/vocabulary-words.ts`: the words of training texts, commonest first.
 *
 *     node test/bench/count-words.ts FOLDER > src/detection/decoding/vocabulary-words.ts
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

const [folder = '.'] = process.argv.slice(2);
for (const name of readdirSync(folder).filter((each) => each.endsWith('.jsonl'))) {
  for (const line of readFileSync(`${folder}/${name}`, 'utf8').split('\n')) {
    if (line.trim() === '') continue;
    const { text, label } = JSON.parse(line);
    countRow(text, label === 1);
  }
}

const isKept = (word: string, { rows, attacks }: Count): boolean => {
  if (word.length < 3) return SHORT.has(word);
  if (MISTYPED_FORMS.has(word)) return false;
  if (/^(.)\1+$/u.test(word)) return false;
  return word.length === 3 ? rows >= 12 || attacks >= 4 : rows >= 4 || attacks >= 2;
};

const lines: string[] = [''];
let left = MAX_CHARS;
for (const [word] of [...counts].filter(([w, c]) => isKept(w, c)).sort(([, a], [, b]) => b.rows - a.rows)) {
  left -= word.length + 1;
  if (left < 0) break;
  const line = lines.at(-1) ?? '';
  if (line.length + word.length < LINE_CHARS)
    lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  else lines.push(word);
}
process.stdout.write(`/**
 * Words in lower case without marks, commonest first: counted in the training texts by \`test/bench/count-words.ts\`.
 */
export const VOCABULARY_WORDS = \`
${lines.join('\n')}
\`;
`);
