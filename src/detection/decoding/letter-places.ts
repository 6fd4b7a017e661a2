import { createMapBuilder, type MappedText } from '../mapped-text.ts';
import { knownShare } from './stretches.ts';
import { isOfWords } from './written.ts';

/** A text whose characters stand in other places: on the rails of a fence one below the other, or others between each two of them. */

const MIN_TEXT = 24;
/** Of the letters in words that are long enough, and how many more than without. */
const LEAST_KNOWN = 0.7;
const MIN_GAIN = 0.4;

/** Letters of ASCII and blanks, of all characters: what is in a code has fewer. */
const LEAST_PLAIN = 0.85;
const IS_PLAIN = new Uint8Array(128).fill(1, 0x41, 0x5b).fill(1, 0x61, 0x7b);
IS_PLAIN[0x20] = 1;

const isPlain = (text: string): boolean => {
  let others = text.length * (1 - LEAST_PLAIN);
  for (let at = 0; at < text.length && others >= 0; at++) if (IS_PLAIN[text.charCodeAt(at)] !== 1) others--;
  return others >= 0;
};

/** How many characters are read, and where each of them stands. */
type Order = Readonly<{ count: (length: number) => number; place: (at: number, length: number) => number }>;

/** How many of the places from 0 to `length` are `first`, or `step` behind one that is. */
const countOf = (length: number, first: number, step: number): number =>
  length <= first ? 0 : Math.ceil((length - first) / step);

/** Behind the rails above stand those of one; in the middle two of each period. */
const railOrder = (rails: number): Order => {
  const period = 2 * (rails - 1);
  const onRail = (rail: number, length: number): number => {
    const falling = countOf(length, rail, period);
    return rail === 0 || rail === rails - 1 ? falling : falling + countOf(length, period - rail, period);
  };
  const place = (at: number, length: number): number => {
    const rail = Math.min(at % period, period - (at % period));
    let above = 0;
    for (let other = 0; other < rail; other++) above += onRail(other, length);
    return above + onRail(rail, at);
  };
  return { count: (length) => length, place };
};

const stepOrder = (step: number, first: number): Order => ({
  count: (length) => countOf(length, first, step),
  place: (at) => first + at * step,
});

const ORDERS: readonly Order[] = [
  ...[2, 3, 4, 5].map(railOrder),
  ...[2, 3].flatMap((step) => Array.from({ length: step }, (_, first) => stepOrder(step, first))),
];

/** The first characters tell of most orders that they are not the one. */
const PROBE = 64;
const LEAST_PROBE = 0.4;

const write = (text: string, { count, place }: Order, most: number): string => {
  let out = '';
  const to = Math.min(most, count(text.length));
  for (let at = 0; at < to; at++) out += text.charAt(place(at, text.length));
  return out;
};

/** @returns What a short text in which hardly any word is one says then. */
export const readPlaces = (text: string): MappedText | undefined => {
  if (text.length < MIN_TEXT || !isPlain(text)) return undefined;
  const least = Math.max(LEAST_KNOWN, knownShare(text) + MIN_GAIN);
  if (least > 1) return undefined;
  for (const order of ORDERS) {
    if (knownShare(write(text, order, PROBE)) < LEAST_PROBE) continue;
    const out = write(text, order, text.length);
    if (knownShare(out) < least || !isOfWords(out)) continue;
    const builder = createMapBuilder(text);
    builder.put(out, 0, text.length);
    return builder.build();
  }
  return undefined;
};
