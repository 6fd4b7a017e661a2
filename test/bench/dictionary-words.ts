import { readFileSync } from 'node:fs';
import { findUnknown } from '../../src/detection/decoding/words/known-words.ts';
import { MISTYPED } from '../../src/detection/decoding/words/mistyped.ts';
import { isWordOfRules, nearestWord } from '../../src/detection/decoding/words/nearest-word.ts';
import { foldLetters } from '../../src/detection/text/normalize.ts';

/**
 * Prints `src/detection/decoding/words/dictionary-words.ts`: the words of dictionaries (one a line) that the vocabulary lacks and that a
 * mistyped word of rules would look like. The shipped ones are those of SCOWL, English, American and British, sizes 10 to 60.
 *
 *     node test/bench/dictionary-words.ts WORDS.txt ... > src/detection/decoding/words/dictionary-words.ts
 */

const LINE_CHARS = 138;
const MIN_WORD = 3;
const mistyped = new Set(MISTYPED);

const isMistakable = (word: string): boolean =>
  /^[a-z]{3,20}$/u.test(word) &&
  findUnknown(word, MIN_WORD).wanted > 0 &&
  !mistyped.has(word) &&
  isWordOfRules(nearestWord(word) ?? '');

const read = (file: string): readonly string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((word) => foldLetters(word.trim().toLowerCase()));

const words = [...new Set(process.argv.slice(2).flatMap(read))].filter(isMistakable).toSorted();
const lines: string[] = [];
for (const word of words) {
  const line = lines.at(-1);
  if (line !== undefined && line.length + word.length < LINE_CHARS)
    lines[lines.length - 1] = `${line} ${word}`;
  else lines.push(word);
}
process.stdout.write(`/**
 * English words that the vocabulary lacks, and that a mistyped word of rules would look like: chosen by \`test/bench/dictionary-words.ts\` from
 * SCOWL's lists of sizes 10 to 60, Copyright 2000-2016 by Kevin Atkinson. Permission to use, copy, modify, distribute and sell these word
 * lists, the associated scripts, the output created from the scripts, and its documentation for any purpose is hereby granted without fee,
 * provided that the above copyright notice appears in all copies and that both that copyright notice and this permission notice appear in
 * supporting documentation. Kevin Atkinson makes no representations about the suitability of this array for any purpose. It is provided
 * "as is" without express or implied warranty.
 */
export const DICTIONARY_WORDS = \`
${lines.join('\n')}
\`;
`);
