/** A set of UTF-16 code units: ascending, disjoint, each from first to last. */
export type CharRanges = readonly (readonly [first: number, last: number])[];

const LAST = 0xffff;

const DIGITS: CharRanges = [[0x30, 0x39]];
const WORD: CharRanges = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const SPACE: CharRanges = [
  [0x9, 0xd],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const LINE_ENDS: CharRanges = [
  [0xa, 0xa],
  [0xd, 0xd],
  [0x2028, 0x2029],
];

const merge = (ranges: CharRanges): CharRanges => {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
};

const complement = (ranges: CharRanges): CharRanges => {
  const rest: [number, number][] = [];
  let from = 0;
  for (const [first, last] of ranges) {
    if (first > from) rest.push([from, first - 1]);
    from = last + 1;
  }
  if (from <= LAST) rest.push([from, LAST]);
  return rest;
};

const NAMED: Readonly<Record<string, CharRanges>> = {
  d: DIGITS,
  D: complement(DIGITS),
  w: WORD,
  W: complement(WORD),
  s: SPACE,
  S: complement(SPACE),
  n: [[0xa, 0xa]],
  r: [[0xd, 0xd]],
  t: [[0x9, 0x9]],
};

const PIECE = /\\(?:u[\da-f]{4}|x[\da-f]{2}|.)|[\s\S]/gi;

const readPiece = (piece: string): CharRanges => {
  const named = piece.startsWith('\\') ? NAMED[piece.slice(1)] : undefined;
  if (named !== undefined) return named;
  const isCode = /^\\(?:u[\da-f]{4}|x[\da-f]{2})$/i.test(piece);
  const code = isCode ? Number.parseInt(piece.slice(2), 16) : piece.charCodeAt(piece.length - 1);
  return [[code, code]];
};

/** Rules are made of the same few classes over and over. Many more than ours have would be somebody's expressions, one after the other. */
const MAX_KNOWN = 4096;
const known = new Map<string, CharRanges>();

/**
 * Reads one character, escape or class of a regular expression that has neither the flag `i` nor `u`.
 *
 * @returns For the same token mostly the same array.
 */
export const readCharRanges = (token: string): CharRanges => {
  let ranges = known.get(token);
  if (ranges === undefined) {
    ranges = parseRanges(token);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(token, ranges);
  }
  return ranges;
};

const parseRanges = (token: string): CharRanges => {
  if (token === '.') return complement(LINE_ENDS);
  if (!token.startsWith('[')) return readPiece(token);
  const negated = token.startsWith('[^');
  const pieces = token.slice(negated ? 2 : 1, -1).match(PIECE) ?? [];
  const ranges: (readonly [number, number])[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const from = readPiece(pieces[i] ?? '');
    const isRange = pieces[i + 1] === '-' && i + 2 < pieces.length;
    if (!isRange) ranges.push(...from);
    else ranges.push([from[0]?.[0] ?? 0, readPiece(pieces[i + 2] ?? '')[0]?.[0] ?? 0]);
    if (isRange) i += 2;
  }
  const merged = merge(ranges);
  return negated ? complement(merged) : merged;
};
