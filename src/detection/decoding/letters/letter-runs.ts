import { HAS, isClassic, KINDS, TRAITS } from './letter-kinds.ts';
import { choices, searchWord } from './letter-search.ts';

/** A run of letters, and of digits between them; one for all, written anew for each. */
export const run = { start: 0, end: 0, has: 0, isWord: false };

export const kindAt = (units: Uint16Array, at: number): number => KINDS[units[at] ?? 0] ?? 0;
export const traitAt = (units: Uint16Array, at: number): number => TRAITS[units[at] ?? 0] ?? 0;

/** Looks for a word in the run; digits at its ends may be none of it. */
export const searchRun = (units: Uint16Array): void => {
  run.isWord = searchWord(units, run.start, run.end);
  if (run.isWord) return;
  let { start, end } = run;
  while (start < end && traitAt(units, start) === HAS.digit) start++;
  while (end > start && traitAt(units, end - 1) === HAS.digit) end--;
  if (end - start === run.end - run.start) return;
  run.start = start;
  run.end = end;
  run.isWord = searchWord(units, start, end);
};

/**
 * @param units Those of a text, with a 0 behind them.
 * @returns Where the run ends that starts at `start`.
 */
export const findRun = (units: Uint16Array, start: number): number => {
  let has = 0;
  let at = start;
  for (let trait = traitAt(units, at); trait !== 0; trait = traitAt(units, at)) {
    has |= trait;
    at++;
  }
  run.start = start;
  run.end = at;
  run.has = has;
  run.isWord = false;
  return at;
};

/** Whether the run has letters of other scripts, and all of them may be Latin ones. */
export const mayBeRead = (): boolean =>
  (run.has & (HAS.classic | HAS.foreign)) !== 0 && (run.has & HAS.other) === 0;

/** Digits in other scripts are those of ASCII by now, so that a word may have nothing else of these. */
export const hasDigitsOnly = (): boolean => run.has === (HAS.latin | HAS.digit);

/** Whether letters of Greek or Cyrillic stand for others than they mostly do. */
export const isUnlikely = (units: Uint16Array): boolean => {
  for (let at = run.start; at < run.end; at++)
    if (choices[at - run.start] !== 0 && isClassic(units[at] ?? 0)) return true;
  return false;
};
