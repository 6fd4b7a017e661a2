import { createMapBuilder, type MapBuilder, type MappedText } from '../mapped-text.ts';
import { isAttackWord, LONGEST_ATTACK_WORD, mayBeAttackWord } from '../split-words.ts';

const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '8': 'b',
  '9': 'g',
  '+': 't',
};
const SIGN = /[a-z][013457@$!|]{1,3}[a-z]|\b[0134579@$!][a-z]{2,16}\b/iu;
const MAX_CHUNK = 32;

const LETTER = 1;
const STANDS_FOR_LETTER = 2;
const OTHER = 4;
const KINDS = new Uint8Array(0x10000);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')
  KINDS[character.charCodeAt(0)] = LETTER;
for (const character of '0134578@$!|') KINDS[character.charCodeAt(0)] = STANDS_FOR_LETTER;
for (const character of '269+') KINDS[character.charCodeAt(0)] = OTHER;

const readSign = (sign: string): string => LETTERS[sign] ?? sign.toLowerCase();

/** Two ones are read as two l, and one as an i. */
const endsOf = (body: string): string => {
  const first = body.startsWith('11') ? 'l' : readSign(body.charAt(0));
  return first + (body.endsWith('11') ? 'l' : readSign(body.charAt(body.length - 1)));
};

/** Only words of attacks are worth reading so: identifiers and units are full of digits. */
const readWord = (word: string): string | undefined => {
  const body = word.endsWith('!') ? word.slice(0, -1) : word;
  if (!mayBeAttackWord(endsOf(body), body.length) && !body.includes('111')) return undefined;
  const out = body.replace(/11/gu, 'll').replace(/[0134578@$!|9+]/gu, (sign) => LETTERS[sign] ?? sign);
  return isAttackWord(out.toLowerCase()) ? out + word.slice(body.length) : undefined;
};

/** @returns How many words were read in `[start, end)`, a run of letters and signs; it is read in chunks. */
const readRun = (text: string, start: number, end: number, builder: MapBuilder, copied: number): number => {
  let from = copied;
  for (let at = start; at < end; at += MAX_CHUNK) {
    const chunkEnd = Math.min(end, at + MAX_CHUNK);
    let kinds = 0;
    for (let i = at; i < chunkEnd; i++) kinds |= KINDS[text.charCodeAt(i)] ?? 0;
    const isMixed = (kinds & LETTER) !== 0 && (kinds & STANDS_FOR_LETTER) !== 0;
    // A last exclamation mark is not part of the word.
    if (!isMixed || chunkEnd - at > LONGEST_ATTACK_WORD + 1) continue;
    const out = readWord(text.slice(at, chunkEnd));
    if (out === undefined) continue;
    builder.copy(from, at);
    builder.put(out, at, chunkEnd);
    from = chunkEnd;
  }
  return from;
};

/** @param marks Where digits and signs stand that may be meant for letters, at least one in each run of them. */
export const decodeLeet = (text: string, marks: readonly number[]): MappedText | undefined => {
  const builder = createMapBuilder(text);
  let end = 0;
  let copied = 0;
  for (const mark of marks) {
    if (mark < end) continue;
    let start = mark;
    while (KINDS[text.charCodeAt(start - 1)] ?? 0) start--;
    end = mark + 1;
    while (KINDS[text.charCodeAt(end)] ?? 0) end++;
    copied = readRun(text, start, end, builder, copied);
  }
  if (copied === 0 || !SIGN.test(text)) return undefined;
  builder.copy(copied, text.length);
  return builder.build();
};
