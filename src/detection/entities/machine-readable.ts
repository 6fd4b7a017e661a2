import { codeAt } from '../text/code-units.ts';
import { digitsOf, isDate, pairAt } from './checksums.ts';
import type { Candidate, Samples } from './entity.ts';
import { isDigit, isUpper, sticky } from './letters.ts';

/**
 * The lines that machines read on passports, identity cards and visas (ICAO 9303): name, number and dates of a person, with a check digit
 * behind each.
 */

const FILLER = 0x3c;
const FILLERS = '<<';

const inLine = (code: number): boolean => isDigit(code) || isUpper(code) || code === FILLER;

/** A break, also one that is written out, with what indents or quotes the next line; what was scanned may have a blank for it. */
const BREAK = String.raw`(?:[ \t]{0,4}(?:\r?\n|\\r\\n|\\n)[ \t>]{0,8}|[ \t]{1,3})`;
const LINE_BREAK = new RegExp(BREAK, 'y');
const BREAK_BEFORE = new RegExp(`${BREAK}$`, 'u');
const LONGEST_BREAK = 17;

/** Characters in a line of passports, of larger cards and smaller visas, and of cards in the form of those of banks. */
const OF_PASSPORT = 44;
const OF_LARGE_CARD = 36;
const OF_CARD = 30;
const LENGTHS: ReadonlySet<number> = new Set([OF_PASSPORT, OF_LARGE_CARD, OF_CARD]);

const WEIGHTS = [7, 3, 1] as const;
const LETTERS_FROM = 55;

const numberOf = (code: number): number =>
  code === FILLER ? 0 : isDigit(code) ? code - 0x30 : code - LETTERS_FROM;

/** Whether the character at `check` is the check digit of these characters. */
const passes = (characters: string, check: string): boolean => {
  let sum = 0;
  for (let i = 0; i < characters.length; i++)
    sum += numberOf(characters.charCodeAt(i)) * (WEIGHTS[i % WEIGHTS.length] ?? 0);
  return check === String(sum % 10);
};

const isDay = (yymmdd: string): boolean => {
  if (!/^\d{6}$/.test(yymmdd)) return false;
  const digits = digitsOf(yymmdd);
  return isDate(pairAt(digits, 4), pairAt(digits, 2));
};

/** A date of birth, a sex and the end of validity, as they follow each other on all papers. */
const hasDates = (dates: string): boolean =>
  /^.{7}[MFX<]/.test(dates) &&
  isDay(dates.slice(0, 6)) &&
  passes(dates.slice(0, 6), dates.charAt(6)) &&
  isDay(dates.slice(8, 14)) &&
  passes(dates.slice(8, 14), dates.charAt(14));

/** The second of two lines; on visas nothing stands for the whole of it. */
const isSecondLine = (line: string, isVisa: boolean): boolean => {
  const last = line.length - 1;
  return (
    passes(line.slice(0, 9), line.charAt(9)) &&
    hasDates(line.slice(13, 28)) &&
    (isVisa || passes(line.slice(0, 10) + line.slice(13, 20) + line.slice(21, last), line.charAt(last)))
  );
};

/** Where a number has more than nine characters a filler stands for its check digit. */
const isCard = (first: string, second: string): boolean =>
  (first.charAt(14) === '<' || passes(first.slice(5, 14), first.charAt(14))) &&
  hasDates(second.slice(0, 15)) &&
  passes(first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29), second.charAt(29));

type Line = Readonly<{ start: number; end: number; text: string }>;

/** The run of such characters around `at`, if it is as long as a line. */
const lineAround = (text: string, at: number): Line | undefined => {
  let start = at;
  while (inLine(codeAt(text, start - 1)) && at - start <= OF_PASSPORT) start--;
  let end = at;
  while (inLine(codeAt(text, end)) && end - start <= OF_PASSPORT) end++;
  return LENGTHS.has(end - start) ? { start, end, text: text.slice(start, end) } : undefined;
};

const sameLength = (line: Line, other: Line | undefined): Line | undefined =>
  other?.text.length === line.text.length ? other : undefined;

const lineBehind = (text: string, line: Line): Line | undefined => {
  const gap = sticky(text, LINE_BREAK, line.end)?.length ?? 0;
  return gap === 0 ? undefined : sameLength(line, lineAround(text, line.end + gap));
};

const lineBefore = (text: string, line: Line): Line | undefined => {
  const from = Math.max(0, line.start - LONGEST_BREAK);
  const gap = BREAK_BEFORE.exec(text.slice(from, line.start))?.[0].length ?? 0;
  return gap === 0 ? undefined : sameLength(line, lineAround(text, line.start - gap - 1));
};

/** Where the lines begin and end of which this one is the first or the second. */
const cardWith = (text: string, line: Line): Readonly<{ start: number; end: number }> | undefined => {
  for (const first of [line, lineBefore(text, line)]) {
    const second = first === undefined ? undefined : lineBehind(text, first);
    if (first === undefined || second === undefined || !isCard(first.text, second.text)) continue;
    return { start: first.start, end: lineBehind(text, second)?.end ?? second.end };
  }
  return undefined;
};

/** The same of papers with two lines. The second has everything but the name. */
const paperWith = (text: string, line: Line): Readonly<{ start: number; end: number }> | undefined => {
  const second = lineBehind(text, line);
  if (second !== undefined && isSecondLine(second.text, line.text.startsWith('V')))
    return { start: line.start, end: second.end };
  return isSecondLine(line.text, false) ? { start: line.start, end: line.end } : undefined;
};

/** Fillers follow the name, and mostly the number or what stands behind the dates. */
export const machineReadableIn = (text: string, found: Candidate[]): void => {
  for (let at = text.indexOf(FILLERS); at !== -1; ) {
    const line = lineAround(text, at);
    const span =
      line === undefined
        ? undefined
        : line.text.length === OF_CARD
          ? cardWith(text, line)
          : paperWith(text, line);
    if (span !== undefined) found.push({ name: 'PASSPORT_NUMBER', score: 0.97, span, isChecked: true });
    let next = span?.end ?? at;
    while (inLine(codeAt(text, next))) next++;
    at = text.indexOf(FILLERS, next);
  }
};

const CHARACTER = String.raw`[A-Z\d<]`;
const WHOLE_LINE = `(?:${CHARACTER}{${OF_PASSPORT}}|${CHARACTER}{${OF_LARGE_CARD}}|${CHARACTER}{${OF_CARD}})`;
/** Whole lines and the beginning of one more, or of a break. */
const OPEN_LINES = new RegExp(
  `(?<!${CHARACTER})(?:${WHOLE_LINE}${BREAK}){0,2}(?:${WHOLE_LINE}[ \\t\\r\\n\\\\nr>]{0,${LONGEST_BREAK}}|${CHARACTER}{1,${OF_PASSPORT}})$`,
  'u',
);
const LONGEST_OPEN = 3 * (OF_PASSPORT + LONGEST_BREAK);

/** Where lines begin that more text may complete, or the end of the text. */
export const openLinesFrom = (text: string): number => {
  const from = Math.max(0, text.length - LONGEST_OPEN - 1);
  const tail = text.slice(from);
  if (!tail.includes('<')) return text.length;
  const at = tail.search(OPEN_LINES);
  return at === -1 ? text.length : from + at;
};

export const MACHINE_READABLE_SAMPLES: Samples = {
  match: [
    'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10',
    'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<< L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    'I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    'I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\r\nD231458907UTO7408122F1204159<<<<<<<6',
    '{"mrz":"V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\\nL8988901C4XXX4009078F96121096ZE184226B<<<<<<"}',
  ],
  noMatch: [
    'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
    'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<11',
    'L898902C36UTO7413122F1204159ZE184226B<<<<<10',
    'I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<7\nERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    '<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<',
    'cout << A << B;\nP<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<',
  ],
};
