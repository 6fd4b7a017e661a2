import type { MappedText } from '../text/mapped-text.ts';
import { writeLetters } from './letter-numbers.ts';
import { chainsOf, createIsGap, type Token } from './letters/chains.ts';
import { unreadRows } from './number-codes.ts';

/**
 * Letters by where they stand in a grid: row and column (`24 22 33 34 42 15`), as knocks (`.. .... / .. ..`), as how often a key of a
 * telephone is pressed (`444 4 66 666 777 33`), and in two signs, five of them each (`ABAAA AABBA`).
 */

const MIN_LETTERS = 14;
/** Of the numbers of a row. */
const LEAST_SHARE = 0.9;
const SQUARE = 'abcdefghiklmnopqrstuvwxyz';
const KNOCKED = 'abcdefghijlmnopqrstuvwxyz';
const SIDE = 5;
const KEYS = ['', '', 'abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];

const isSide = (digit: number): boolean => digit >= 1 && digit <= SIDE;

/** '' where a number is no letter. */
type Grid = (code: number, digits: number) => string;

const inSquare: Grid = (code, digits) => {
  const row = Math.floor(code / 10);
  const column = code % 10;
  return digits === 2 && isSide(row) && isSide(column) ? SQUARE.charAt(SIDE * (row - 1) + column - 1) : '';
};

/** Its digits are all the same. */
const onKeys: Grid = (code, digits) => {
  const key = code % 10;
  const isRepeated = code * 9 === key * (10 ** digits - 1);
  return isRepeated ? (KEYS[key] ?? '').charAt(digits - 1) : '';
};

const NUMBER = /\d+/gu;
const tokensOf = (text: string, start: number, end: number, grid: Grid): readonly Token[] =>
  Array.from(text.slice(start, end).matchAll(NUMBER), ({ 0: number, index }) => ({
    start: start + index,
    end: start + index + number.length,
    out: grid(Number(number), number.length),
  })).filter(({ out }) => out !== '');

const isOf = (grid: Grid, codes: readonly number[], digits: readonly number[]): boolean => {
  if (codes.length < MIN_LETTERS) return false;
  let others = codes.length * (1 - LEAST_SHARE);
  for (let at = 0; at < codes.length && others >= 0; at++) {
    const code = codes[at] ?? 0;
    // A zero may stand between two words.
    if (code !== 0 && grid(code, digits[at] ?? 0) === '') others--;
  }
  return others >= 0;
};

/**
 * @param marks Where runs of digits begin, among other places.
 * @returns What is written in this way and nothing else.
 */
export const decodeNumberGrids = (text: string, marks: readonly number[]): MappedText | undefined =>
  writeLetters(
    text,
    unreadRows(text, marks).flatMap(({ start, end, codes, digits }) => {
      const grid = [inSquare, onKeys].find((each) => isOf(each, codes, digits));
      return grid === undefined ? [] : [tokensOf(text, start, end, grid)];
    }),
  );

const IS_GAP = createIsGap(' \n,;|/-', 4);
const KNOCKS = /(?<!\S)(\.{1,5}) (\.{1,5})(?!\S)/gu;
const TWO_SIGNS = /(?<![A-Za-z])[ab]{5}(?![A-Za-z])/giu;
const A = 97;
const LETTERS = 26;

const knocksIn = (text: string): readonly Token[] =>
  Array.from(text.matchAll(KNOCKS), ({ 0: knocks, 1: row = '', 2: column = '', index }) => ({
    start: index,
    end: index + knocks.length,
    out: KNOCKED.charAt(SIDE * (row.length - 1) + column.length - 1),
  }));

const twoSignsIn = (text: string): readonly Token[] =>
  Array.from(text.matchAll(TWO_SIGNS), ({ 0: signs, index }) => {
    const number = Number.parseInt(signs.toLowerCase().replaceAll('a', '0').replaceAll('b', '1'), 2);
    return {
      start: index,
      end: index + signs.length,
      out: number < LETTERS ? String.fromCharCode(A + number) : '',
    };
  }).filter(({ out }) => out !== '');

const readChains = (text: string, tokens: readonly Token[]): MappedText | undefined =>
  writeLetters(text, chainsOf(text, tokens, IS_GAP, MIN_LETTERS));

/** The same for knocks. */
export const decodeKnocks = (text: string): MappedText | undefined =>
  text.includes('.. ..') ? readChains(text, knocksIn(text)) : undefined;

/** Chains of them, of which none hides between two looks: each takes six characters at least. */
const LOOK = 6 * MIN_LETTERS - 8;
const IN_CHAIN = new Uint8Array(0x10000);
for (const sign of 'abAB \n,;|/-') IN_CHAIN[sign.charCodeAt(0)] = 1;
const LOOKED_AT = 8;

const mayHoldTwoSigns = (text: string): boolean => {
  for (let at = LOOK; at + LOOKED_AT < text.length; at += LOOK) {
    let to = at;
    while (to < at + LOOKED_AT && IN_CHAIN[text.charCodeAt(to)] === 1) to++;
    if (to === at + LOOKED_AT) return true;
  }
  return false;
};

/** The same for letters of two signs. */
export const decodeTwoSigns = (text: string): MappedText | undefined =>
  mayHoldTwoSigns(text) ? readChains(text, twoSignsIn(text)) : undefined;
