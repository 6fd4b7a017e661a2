import type { LiteralHits } from '../facts/literals.ts';
import { LITERALS } from '../matching/rule-literals.ts';
import { foldLetters } from '../text/normalize.ts';
import { likelyIn } from './beside.ts';
import { ENTITY_COLUMNS, SPOKEN_CARDS } from './column-names.ts';
import type { Candidate } from './entity.ts';

/** Digits as they are said, in what a program wrote down of speech. */
const WORDS_OF_DIGITS: readonly string[] = [
  'zero|oh|nought|null|cero|nul',
  'one|eins|un|uno|um|een',
  'two|zwei|zwo|deux|dos|due|dois|twee',
  'three|drei|trois|tres|tre|drie',
  'four|vier|quatre|cuatro|quattro|quatro',
  'five|funf|cinq|cinco|cinque|vijf',
  'six|sechs|seis|sei|zes',
  'seven|sieben|sept|siete|sette|sete|zeven',
  'eight|acht|huit|ocho|otto|oito',
  'nine|neun|neuf|nueve|nove|negen',
];
const TIMES: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['doble', 2],
  ['triple', 3],
  ['treble', 3],
]);
const DIGIT_OF: ReadonlyMap<string, string> = new Map(
  WORDS_OF_DIGITS.flatMap((words, digit) => words.split('|').map((word) => [word, String(digit)] as const)),
);

const DIGIT = `(?:${WORDS_OF_DIGITS.join('|')})(?![A-Za-z])`;
const SAID = `(?:(?:double|doble|triple|treble) )?${DIGIT}`;
const FIRST = new RegExp(`(?<![A-Za-z])${SAID}`, 'iu');
const RUN = new RegExp(`${SAID}(?:[ ,.-]{1,3}${SAID}){5,23}`, 'iuy');
/** How far behind the word that announces it a number may begin. */
const REACH = 48;

const ANNOUNCES: ReadonlySet<string> = new Set(
  [...ENTITY_COLUMNS, ...SPOKEN_CARDS].map((name) => foldLetters(name).toLowerCase()),
);
const IS_ANNOUNCING = Uint8Array.from(LITERALS, ({ text }) => Number(ANNOUNCES.has(text)));

const digitsOf = (said: string): string => {
  let times = 1;
  let digits = '';
  for (const word of said.toLowerCase().split(/[ ,.-]+/u)) {
    digits += (DIGIT_OF.get(word) ?? '').repeat(times);
    times = TIMES.get(word) ?? 1;
  }
  return digits;
};

/** Somebody who counts, up or down, and values that are nothing: `phone: null, null, null`. */
const isCounting = (digits: string): boolean =>
  [0, 1, 9].some((step) => {
    const steps = Array.from(digits.slice(1), (digit, at) => (10 + Number(digit) - Number(digits[at])) % 10);
    return steps.every((each) => each === step);
  });

const spokenBehind = (text: string, announcing: string, at: number): Candidate | undefined => {
  const first = FIRST.exec(text.slice(at, at + REACH));
  if (first === null) return undefined;
  RUN.lastIndex = at + first.index;
  const said = RUN.exec(text)?.[0];
  if (said === undefined) return undefined;
  const digits = digitsOf(said);
  if (isCounting(digits)) return undefined;
  const lead = `${announcing}: `;
  const piece = lead + digits;
  const whole = likelyIn(piece, { start: 0, end: piece.length }).find(
    ({ span }) => span.start === lead.length && span.end === piece.length,
  );
  const start = at + first.index;
  return whole === undefined ? undefined : { ...whole, span: { start, end: start + said.length } };
};

/**
 * Numbers whose digits are said one by one behind the word that announces them: `my card number is four one one one …`.
 *
 * @param text Made plain.
 * @param hits As in `TextFacts`.
 */
export const spokenNumbersIn = (text: string, hits: LiteralHits, found: Candidate[]): void => {
  let done = 0;
  for (let i = 0; i < hits.length; i += 2) {
    const at = hits[i + 1] ?? 0;
    if (IS_ANNOUNCING[hits[i] ?? 0] !== 1 || at < done) continue;
    const spoken = spokenBehind(text, LITERALS[hits[i] ?? 0]?.text ?? '', at);
    if (spoken === undefined) continue;
    found.push(spoken);
    done = spoken.span.end;
  }
};
