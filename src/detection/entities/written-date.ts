import { isDigit } from './letters.ts';

const ZERO = 0x30;
const SEPARATORS: ReadonlySet<number> = new Set([...' ./-'].map((sign) => sign.charCodeAt(0)));

const MONTHS = 12;
const DAYS = 31;

/** The number that two digits are; -1 where others stand there. */
const pairAt = (units: Uint16Array, at: number): number => {
  const tens = units[at] ?? 0;
  const ones = units[at + 1] ?? 0;
  return isDigit(tens) && isDigit(ones) ? 10 * (tens - ZERO) + ones - ZERO : -1;
};

const isWithin = (number: number, most: number): boolean => number >= 1 && number <= most;

/**
 * Whether a day of this century or of the last one stands there, its year first, as programs write it: `2026-04-15`.
 *
 * @param units Those of a text, with a 0 behind them.
 */
export const isDateAt = (units: Uint16Array, at: number): boolean => {
  const century = pairAt(units, at);
  return (
    (century === 19 || century === 20) &&
    pairAt(units, at + 2) !== -1 &&
    SEPARATORS.has(units[at + 4] ?? 0) &&
    isWithin(pairAt(units, at + 5), MONTHS) &&
    SEPARATORS.has(units[at + 7] ?? 0) &&
    isWithin(pairAt(units, at + 8), DAYS) &&
    !isDigit(units[at + 10] ?? 0)
  );
};
