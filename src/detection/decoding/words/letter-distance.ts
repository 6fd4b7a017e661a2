import { MAX_WORD } from './lacking-letters.ts';

/** The rows of the table of distances: this one, the last one, and that before it. */
let rows: [Uint8Array, Uint8Array, Uint8Array] = [
  new Uint8Array(MAX_WORD + 1),
  new Uint8Array(MAX_WORD + 1),
  new Uint8Array(MAX_WORD + 1),
];

/** Fills the first of `rows` for the `i`-th letter of `a`. */
const fillRow = (a: string, i: number, b: string): void => {
  const [next, row, before] = rows;
  next[0] = i;
  const letter = a.charCodeAt(i - 1);
  for (let j = 1; j <= b.length; j++) {
    const other = b.charCodeAt(j - 1);
    let least = (row[j - 1] ?? 0) + (letter === other ? 0 : 1);
    least = Math.min(least, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    const isSwapped = i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other;
    next[j] = isSwapped ? Math.min(least, (before[j - 2] ?? 0) + 1) : least;
  }
};

/** Letters to add, drop, replace, or change with the next to make one word the other. */
export const distance = (a: string, b: string): number => {
  for (let j = 0; j <= b.length; j++) rows[0][j] = j;
  for (let i = 1; i <= a.length; i++) {
    rows = [rows[2], rows[0], rows[1]];
    fillRow(a, i, b);
  }
  return rows[0][b.length] ?? 0;
};
