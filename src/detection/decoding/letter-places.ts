import { createCodeUnits, unitsOf } from '../text/code-units.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { isOfWords } from './bytes/written.ts';
import { knownShare } from './words/stretches.ts';

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

/** How many of the places from 0 to `length` are `first`, or `step` behind one that is. */
const countOf = (length: number, first: number, step: number): number =>
  length <= first ? 0 : Math.ceil((length - first) / step);

/** Writes the characters of a text, at most so many, in an order of their own. @returns How many. */
type Order = (text: Uint16Array, length: number, most: number, out: Uint16Array) => number;

/** Behind the rails above stand those of one; in the middle two of each period. */
const railOrder = (rails: number): Order => {
  const period = 2 * (rails - 1);
  const onRail = (rail: number, length: number): number => {
    const falling = countOf(length, rail, period);
    return rail === 0 || rail === rails - 1 ? falling : falling + countOf(length, period - rail, period);
  };
  /** For each rail where the next of its characters stands. */
  const places = new Int32Array(rails);
  return (text, length, most, out) => {
    places[0] = 0;
    for (let rail = 1; rail < rails; rail++)
      places[rail] = (places[rail - 1] ?? 0) + onRail(rail - 1, length);
    const count = Math.min(most, length);
    for (let at = 0; at < count; at++) {
      const step = at % period;
      const rail = Math.min(step, period - step);
      const place = places[rail] ?? 0;
      out[at] = text[place] ?? 0;
      places[rail] = place + 1;
    }
    return count;
  };
};

const stepOrder =
  (step: number, first: number): Order =>
  (text, length, most, out) => {
    const count = Math.min(most, countOf(length, first, step));
    for (let at = 0; at < count; at++) out[at] = text[first + at * step] ?? 0;
    return count;
  };

const ORDERS: readonly Order[] = [
  ...[2, 3, 4, 5].map(railOrder),
  ...[2, 3].flatMap((step) => Array.from({ length: step }, (_, first) => stepOrder(step, first))),
];

/** The first characters tell of most orders that they are not the one. */
const PROBE = 64;
const LEAST_PROBE = 0.4;

const OUT = createCodeUnits();

/** @returns What a short text in which hardly any word is one says then. */
export const readPlaces = (text: string): MappedText | undefined => {
  if (text.length < MIN_TEXT || !isPlain(text)) return undefined;
  const least = Math.max(LEAST_KNOWN, knownShare(text) + MIN_GAIN);
  if (least > 1) return undefined;
  const out = OUT.read(text);
  const written = (order: Order, most: number): string =>
    OUT.write(order(unitsOf(text), text.length, most, out));
  for (const order of ORDERS) {
    if (knownShare(written(order, PROBE)) < LEAST_PROBE) continue;
    const all = written(order, text.length);
    if (knownShare(all) < least || !isOfWords(all)) continue;
    const builder = createMapBuilder(text);
    builder.put(all, 0, text.length);
    return builder.build();
  }
  return undefined;
};
