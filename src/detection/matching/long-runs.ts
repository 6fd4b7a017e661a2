import { type CharRanges, readCharRanges } from '../text/char-ranges.ts';
import { codeAt } from '../text/code-units.ts';
import { onForget } from '../text/in-hand.ts';

/**
 * Patterns that are one long run of characters, as of most tokens. Where a run holds the beginnings of many, each would be read to the
 * end of the run: so the end is sought once for all of them.
 */

/** A look back, if any; a class, how many of it; and nothing that could go on with a token. */
const SHAPE = /^(\(\?<=.+\))?(\[(?:\\.|[^\]\\])+\])\{(\d+),(\d+)\}\(\?!\[A-Za-z0-9\]\)$/su;
/** Shorter runs are read anew as fast. */
const LEAST_MOST = 150;
const ASCII = 128;

/** Where the pattern's match ends that begins at a place; -1 where there is none. */
export type EndOfRun = (text: string, at: number) => number;

const signsOf = (ranges: CharRanges): Uint8Array => {
  const signs = new Uint8Array(ASCII);
  for (const [first, last] of ranges) signs.fill(1, first, last + 1);
  return signs;
};

const IS_ALPHANUMERIC = Uint8Array.from({ length: ASCII }, (_, code) =>
  Number(/[A-Za-z0-9]/.test(String.fromCharCode(code))),
);
const isAlphanumeric = (text: string, at: number): boolean => IS_ALPHANUMERIC[codeAt(text, at)] === 1;

/** Finds where a run ends, the one of the place that was asked about last included. */
const createRunEnd = (signs: Uint8Array): EndOfRun => {
  const last = { text: '', start: 0, end: 0 };
  onForget(() => {
    last.text = '';
  });
  return (text, at) => {
    if (at >= last.start && at < last.end && text === last.text) return last.end;
    let end = at;
    while (end < text.length && signs[codeAt(text, end)] === 1) end++;
    last.text = text;
    last.start = at;
    last.end = end;
    return end;
  };
};

/** Runs of one class have the same ends, whatever rule asks. */
const runEnds = new Map<string, EndOfRun>();

const runEndOf = (characters: string): EndOfRun | undefined => {
  const ranges = readCharRanges(characters);
  if (ranges.some(([, last]) => last >= ASCII)) return undefined;
  const known = runEnds.get(characters) ?? createRunEnd(signsOf(ranges));
  runEnds.set(characters, known);
  return known;
};

/** @returns Undefined for a pattern that is something else than a long run. */
export const longRunOf = (source: string): EndOfRun | undefined => {
  const [, back = '', characters = '', least = '', most = ''] = SHAPE.exec(source) ?? [];
  if (Number(most) < LEAST_MOST) return undefined;
  const runEnd = runEndOf(characters);
  if (runEnd === undefined) return undefined;
  const lookBack = back === '' ? undefined : new RegExp(back, 'y');
  return (text, at) => {
    if (lookBack !== undefined) {
      lookBack.lastIndex = at;
      if (!lookBack.test(text)) return -1;
    }
    let end = Math.min(runEnd(text, at), at + Number(most));
    const lowest = at + Number(least);
    while (end >= lowest && isAlphanumeric(text, end)) end--;
    return end >= lowest ? end : -1;
  };
};
