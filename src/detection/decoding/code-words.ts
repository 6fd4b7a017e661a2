import { SHORT_TEXT } from '../facts/signs.ts';
import { codeAt } from '../text/code-units.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { isOfWords } from './bytes/written.ts';

/** Letters as sounds or as words: Morse code and the NATO alphabet. */

const MORSE_LETTERS =
  '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..';
const MORSE_DIGITS = '----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----.';
const MORSE = new Map<string, string>([
  ...MORSE_LETTERS.split(' ').map((code, i): [string, string] => [code, String.fromCharCode(97 + i)]),
  ...MORSE_DIGITS.split(' ').map((code, i): [string, string] => [code, String(i)]),
  ['.-.-.-', '.'],
  ['--..--', ','],
  ['..--..', '?'],
  ['-.-.--', '!'],
  ['.----.', "'"],
  ['-....-', '-'],
  ['---...', ':'],
]);

/** Points and strokes, as keyboards and fonts have them. */
const MORSE_RUN = /(?<![^\s|/])[.·•∙⋅_-]{1,6}(?:(?: |\n| ?[/|]{1,2} ?)[.·•∙⋅_-]{1,6}){7,2000}(?![^\s|/])/gu;
const MORSE_TOKEN = /[.·•∙⋅_-]{1,6}|[/|\n]/gu;
const POINT = /[·•∙⋅]/gu;
/** Ends of letters that most texts in Morse code have one of; the last ones, with the rarer of their signs, are looked for in short texts alone. */
const ENDS = ['.- ', '-. '] as const;
const OTHER_ENDS = [
  ['·', '-· '],
  ['•', '-• '],
  ['_', '_. '],
] as const;
/** Where there are more strokes, to look at one after the other is dear. */
const FEW_STROKES = 24;
const POINT_CODE = 46;
const SPACE = 32;

/** Whether one of `ENDS` has its stroke there. */
const isEndAt = (text: string, at: number): boolean => {
  const next = codeAt(text, at + 1);
  if (next === SPACE) return codeAt(text, at - 1) === POINT_CODE;
  return next === POINT_CODE && codeAt(text, at + 2) === SPACE;
};

const hasEnds = (text: string): boolean => {
  let at = text.indexOf('-');
  for (let strokes = 0; at !== -1 && strokes < FEW_STROKES; strokes++) {
    if (isEndAt(text, at)) return true;
    at = text.indexOf('-', at + 1);
  }
  return at !== -1 && ENDS.some((end) => text.includes(end, at - 1));
};

const mayHoldMorse = (text: string): boolean =>
  hasEnds(text) ||
  (text.length <= SHORT_TEXT && OTHER_ENDS.some(([sign, end]) => text.includes(sign) && text.includes(end)));
/** Of the tokens of a run; tables and rulers are made of these signs, too. */
const MIN_READ = 0.9;

const readMorse = (run: string): string | undefined => {
  const tokens = run.match(MORSE_TOKEN) ?? [];
  const letters = tokens.map((token) =>
    /[/|\n]/u.test(token) ? ' ' : MORSE.get(token.replace(POINT, '.').replaceAll('_', '-')),
  );
  const read = letters.filter((letter) => letter !== undefined);
  const kinds = new Set(read);
  return read.length >= tokens.length * MIN_READ && kinds.size >= 5 ? read.join('') : undefined;
};

/** Points and strokes as digits; fewer letters are a row of a table. */
const DIGITS_RUN = /(?<![^\s|/])[01]{1,6}(?:(?: |\n| ?[/|]{1,2} ?)[01]{1,6}){11,2000}(?![^\s|/])/gu;

/** Which of the digits is the point is told by what they say. */
const readMorseDigits = (run: string): string | undefined =>
  ['.-', '-.']
    .map((signs) => readMorse(run.replace(/[01]/gu, (digit) => signs.charAt(Number(digit)))))
    .find((out) => out !== undefined && isOfWords(out));

const NATO =
  'alfa|alpha|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett|juliet|kilo|lima|mike|november|oscar|papa|quebec|romeo|sierra|tango|uniform|victor|whiskey|whisky|x-ray|xray|yankee|zulu';
const NATO_RUN = new RegExp(String.raw`\b(?:${NATO})(?:[\s,./|-]{1,3}(?:${NATO})\b){4,800}`, 'gi');
const NATO_WORD = new RegExp(NATO, 'gi');

/** A line break or a stroke stands between two words; where there is none the letters are told apart later. */
const readNato = (run: string): string => {
  let out = '';
  let end = 0;
  for (const { 0: word, index } of run.matchAll(NATO_WORD)) {
    const gap = run.slice(end, index);
    if (/[\n/|]/u.test(gap)) out += ' ';
    out += word.charAt(0).toLowerCase();
    end = index + word.length;
  }
  return out;
};

const replaceRuns = (
  text: string,
  pattern: RegExp,
  read: (run: string) => string | undefined,
): MappedText | undefined => {
  const builder = createMapBuilder(text);
  let found = false;
  for (const { 0: run, index } of text.matchAll(pattern)) {
    const out = read(run);
    if (out === undefined) continue;
    found = true;
    builder.put(`${out}\n`, index, index + run.length);
  }
  return found ? builder.build() : undefined;
};

/** @returns What was sent in Morse code and nothing else. */
export const decodeMorse = (text: string): MappedText | undefined =>
  mayHoldMorse(text) ? replaceRuns(text, MORSE_RUN, readMorse) : undefined;

/** @returns What was spelled with the NATO alphabet and nothing else. */
export const decodeNato = (text: string): MappedText | undefined => replaceRuns(text, NATO_RUN, readNato);

const BLANK = 0x20;
/** Whether a group of digits begins so; not looked for by the blank in front, which stands before every word. */
const beginsGroup = (text: string, digits: string): boolean => {
  for (let at = text.indexOf(digits); at !== -1; at = text.indexOf(digits, at + 1))
    if (text.charCodeAt(at - 1) === BLANK) return true;
  return false;
};

/** What `DIGITS_RUN` is made of, and how many of these it has at least. */
const IN_DIGITS_RUN = new Uint8Array(128);
for (const sign of '01 \n/|') IN_DIGITS_RUN[sign.charCodeAt(0)] = 1;
const SHORTEST_DIGITS_RUN = 12 + 11;

/** Whether so many of these signs stand in a row: few of the text's signs tell. */
const mayHoldDigitsRun = (text: string): boolean => {
  for (let last = SHORTEST_DIGITS_RUN - 1; last < text.length; last += SHORTEST_DIGITS_RUN) {
    const floor = last - SHORTEST_DIGITS_RUN;
    let at = last;
    while (at > floor && IN_DIGITS_RUN[text.charCodeAt(at)] === 1) at--;
    if (at === floor) return true;
    last = at;
  }
  return false;
};

/** @returns What was sent in Morse code with digits, and nothing else. */
export const decodeMorseDigits = (text: string): MappedText | undefined =>
  mayHoldDigitsRun(text) && (beginsGroup(text, '01') || beginsGroup(text, '10'))
    ? replaceRuns(text, DIGITS_RUN, readMorseDigits)
    : undefined;
