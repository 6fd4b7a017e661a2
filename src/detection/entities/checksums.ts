import type { Digits } from './entity.ts';

const digitAt = (digits: Digits, at: number): number => digits[at] ?? 0;

/** The digits of a string of digits. */
export const digitsOf = (text: string): readonly number[] => Array.from(text, Number);

export const passesLuhn = (digits: Digits, length: number, from = 0): boolean => {
  let sum = 0;
  for (let i = length - 1, double = false; i >= from; i--, double = !double) {
    const digit = digitAt(digits, i) * (double ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
};

/** Digits times weights, added up; as many as there are weights. */
export const weighted = (digits: Digits, weights: readonly number[]): number => {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += (weights[i] ?? 0) * digitAt(digits, i);
  return sum;
};

/** The number that `[from, to)` stands for, modulo something below 2^40. */
export const modulo = (digits: Digits, from: number, to: number, modulus: number): number => {
  let rest = 0;
  for (let i = from; i < to; i++) rest = (rest * 10 + digitAt(digits, i)) % modulus;
  return rest;
};

export const isOneDigit = (digits: Digits, length: number): boolean => {
  for (let i = 1; i < length; i++) if (digits[i] !== digits[0]) return false;
  return true;
};

/** ISO 7064, MOD 11,10. */
export const passesMod1110 = (digits: Digits, length: number): boolean => {
  let product = 10;
  for (let i = 0; i < length - 1; i++) {
    const sum = (digitAt(digits, i) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === digitAt(digits, length - 1);
};

/** The multiplication of the dihedral group of a pentagon. */
const D5 = ['0123456789', '1234067895', '2340178956', '3401289567', '4012395678'].concat([
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
]);
const PERMUTATIONS = ['0123456789', '1576283094', '5803796142', '8916043527'].concat([
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]);

export const passesVerhoeff = (digits: Digits, length: number): boolean => {
  let state = 0;
  for (let i = 0; i < length; i++) {
    const permuted = PERMUTATIONS[i % 8]?.charCodeAt(digitAt(digits, length - 1 - i)) ?? 48;
    state = (D5[state]?.charCodeAt(permuted - 48) ?? 48) - 48;
  }
  return state === 0;
};

/** Two digits as a number. */
export const pairAt = (digits: Digits, at: number): number =>
  digitAt(digits, at) * 10 + digitAt(digits, at + 1);

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether a day of this number exists in some year. */
export const isDate = (day: number, month: number): boolean => day >= 1 && day <= (DAYS[month - 1] ?? 0);
