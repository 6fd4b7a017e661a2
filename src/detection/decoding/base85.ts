import type { TextFacts } from '../facts/facts.ts';
import { unitsOf } from '../text/code-units.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';
import {
  ALPHABETS,
  ANY,
  ASCII_ONLY,
  BEGINS,
  BYTES,
  byteOf,
  GROUP,
  IS_RARE,
  mayBeWritten,
  NO_VALUE,
  numberAt,
} from './bytes/base85-groups.ts';
import { hasWritten, isText, writtenStretches } from './bytes/written.ts';
import { longWordsIn } from './runs/blank-words.ts';

/** Four bytes as five signs: Ascii85, the base85 of RFC 1924, and Z85. */

const BLANK = 0x20;
/** Groups in a row that are looked at first, and signs in them. */
const PROBE_GROUPS = 4;
const PROBE = GROUP * PROBE_GROUPS;
/** Of the bytes in them so many in a row are characters where there is a text. */
const PROBE_WRITTEN = 10;
/** Bits of a group: below this one for each alphabet in which it was looked at, from this on one for each in which it may be of a text. */
const WRITTEN = 1 << ALPHABETS.length;
/** In a longer word only some places are looked at: a text of twice that length can't hide between them. */
const SHORT_WORD = 128;

/**
 * The signs of a word without the breaks of lines, each with its place in the text, and what is known of the group that begins with it;
 * until the next word.
 */
type Signs = { codes: Uint8Array; places: Int32Array; looked: Uint8Array; length: number };

const FIRST_ROOM = 16_384;
const SIGNS: Signs = {
  codes: new Uint8Array(FIRST_ROOM),
  places: new Int32Array(FIRST_ROOM),
  looked: new Uint8Array(FIRST_ROOM),
  length: 0,
};

const makeRoom = (length: number): void => {
  if (length <= SIGNS.codes.length) return;
  SIGNS.codes = new Uint8Array(2 * length);
  SIGNS.places = new Int32Array(2 * length);
  SIGNS.looked = new Uint8Array(2 * length);
};

const signsOf = (units: Uint16Array, start: number, end: number): Signs => {
  makeRoom(end - start);
  const { codes, places } = SIGNS;
  let length = 0;
  for (let at = start; at < end; at++) {
    const code = units[at] ?? 0;
    if (code <= BLANK) continue;
    codes[length] = code;
    places[length++] = at;
  }
  SIGNS.length = length;
  return SIGNS;
};

const probe = new Uint8Array(BYTES * PROBE_GROUPS);

/** Whether the group at `at` may be one of a text: each way to cut a word asks about the same ones. */
const mayBeGroup = (
  { codes, looked, length }: Signs,
  values: Uint8Array,
  number: number,
  at: number,
): boolean => {
  const bits = looked[at] ?? 0;
  if ((bits & (1 << number)) !== 0) return (bits & (WRITTEN << number)) !== 0;
  const isOne = mayBeWritten(numberAt(codes, values, at, length));
  looked[at] = bits | ((isOne ? WRITTEN | 1 : 1) << number);
  return isOne;
};

const beginsText = (signs: Signs, values: Uint8Array, number: number, at: number): boolean => {
  for (let group = 0; group < PROBE_GROUPS; group++)
    if (!mayBeGroup(signs, values, number, at + GROUP * group)) return false;
  for (let group = 0; group < PROBE_GROUPS; group++) {
    const four = numberAt(signs.codes, values, at + GROUP * group, signs.length);
    for (let i = 0; i < BYTES; i++) probe[BYTES * group + i] = byteOf(four, i);
  }
  return hasWritten(probe, PROBE_WRITTEN);
};

/** As far as its groups may be those of a text. */
type Stretch = Readonly<{ from: number; to: number }>;

/** Where a short group at the end of a word or of a line ends. */
const endOfShort = ({ codes, places, length }: Signs, values: Uint8Array, from: number): number => {
  let to = from;
  while (to < length && to < from + GROUP - 1) {
    const isBehind = places[to] === (places[to - 1] ?? 0) + 1;
    if (!isBehind || values[codes[to] ?? 0] === NO_VALUE) break;
    to++;
  }
  return to;
};

const widen = (signs: Signs, values: Uint8Array, at: number, floor: number): Stretch => {
  let from = at;
  while (from - GROUP >= floor && mayBeWritten(numberAt(signs.codes, values, from - GROUP, from)))
    from -= GROUP;
  let to = at + PROBE;
  while (to + GROUP <= signs.length && mayBeWritten(numberAt(signs.codes, values, to, to + GROUP)))
    to += GROUP;
  return { from, to: endOfShort(signs, values, to) };
};

type Reading = Stretch & Readonly<{ out: string }>;

/** What of it is a text, and where that stands; undefined where that is nothing. */
const readStretch = (signs: Signs, values: Uint8Array, { from, to }: Stretch): Reading | undefined => {
  const bytes = new Uint8Array(BYTES * Math.ceil((to - from) / GROUP));
  for (let at = from, out = 0; at < to; at += GROUP, out += BYTES) {
    const number = numberAt(signs.codes, values, at, to);
    for (let i = 0; i < BYTES && number >= 0; i++) bytes[out + i] = byteOf(number, i);
  }
  const written = writtenStretches(bytes, Math.floor(((to - from) * BYTES) / GROUP));
  const out = written
    .map(({ start, end }) => Buffer.from(bytes.buffer, start, end - start).toString('utf8'))
    .join('\n');
  if (!isText(out)) return undefined;
  const groupOf = (byte: number): number => Math.floor(byte / BYTES);
  const first = written[0]?.start ?? 0;
  const last = (written.at(-1)?.end ?? 1) - 1;
  return { out, from: from + GROUP * groupOf(first), to: Math.min(to, from + GROUP * (groupOf(last) + 1)) };
};

/** For each alphabet and each way to cut the word into groups, how far it was read and is no text. */
const noText = new Int32Array(ALPHABETS.length * GROUP);

/** @returns Undefined where no text stands at `at` in any of the alphabets that `begins` has bits of. */
const readAt = (signs: Signs, at: number, floor: number, begins: number): Reading | undefined => {
  for (let number = 0; number < ALPHABETS.length; number++) {
    const way = number * GROUP + (at % GROUP);
    const values = ALPHABETS[number];
    if (values === undefined || ((begins >> (2 * number)) & 3) === 0 || at < (noText[way] ?? 0)) continue;
    if (!beginsText(signs, values, number, at)) continue;
    const stretch = widen(signs, values, at, floor);
    const reading = readStretch(signs, values, stretch);
    if (reading !== undefined) return reading;
    noText[way] = stretch.to;
  }
  return undefined;
};

/** Where the first of such signs stands in `[from, to)`; `to` where there is none. */
const firstRare = (codes: Uint8Array | Uint16Array, from: number, to: number): number => {
  let at = from;
  while (at < to && IS_RARE[codes[at] ?? 0] !== 1) at++;
  return at;
};

const beginsWith = (code: number | undefined): number => BEGINS[code ?? 0] ?? 0;

/** What all groups that are looked at first may begin, as bits. */
const beginsAt = (codes: Uint8Array, at: number): number =>
  beginsWith(codes[at]) &
  beginsWith(codes[at + GROUP]) &
  beginsWith(codes[at + 2 * GROUP]) &
  beginsWith(codes[at + 3 * GROUP]);

/** In a longer word one of each way to cut it into groups, then on to the next probe. */
const nextPlace = (at: number, length: number): number =>
  length > SHORT_WORD && at % PROBE === GROUP ? at + PROBE - GROUP : at;

/** Each way to cut the word into groups is tried: something may stand in front, be it only a quotation mark. */
const readWord = (signs: Signs, take: (reading: Reading) => void): void => {
  const { codes, looked, length } = signs;
  noText.fill(0);
  looked.fill(0, 0, length);
  let floor = 0;
  let rare = 0;
  for (let at = 0; at + PROBE <= length; at = nextPlace(at + 1, length)) {
    const asked = at % PROBE < GROUP ? ANY : ASCII_ONLY;
    const all = asked & beginsAt(codes, at);
    if (all === 0) continue;
    rare = firstRare(codes, Math.max(rare, at), length);
    if (rare === length) return;
    if (rare >= at + PROBE) continue;
    const reading = readAt(signs, at, floor, all);
    if (reading === undefined) continue;
    take(reading);
    floor = reading.to;
    at = floor - 1;
  }
};

/** Signs that bytes in hexadecimal digits are made of, as in `=E4=BD` and `\xe4`: of base85 no text of four groups is made of these alone. */
const OF_BYTES = new Uint8Array(0x10000);
for (const sign of '0123456789abcdefABCDEF=%\\x') OF_BYTES[sign.charCodeAt(0)] = 1;

const areOfBytes = (units: Uint16Array, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) if (OF_BYTES[units[at] ?? 0] !== 1) return false;
  return true;
};

/** @returns What was decoded and nothing else; undefined where that is nothing. */
export const decodeBase85 = (facts: TextFacts): MappedText | undefined => {
  const { text } = facts;
  const words = longWordsIn(facts);
  if (words.length === 0) return undefined;
  const units = unitsOf(text);
  let builder: MapBuilder | undefined;
  const take = ({ out, from, to }: Reading): void => {
    builder ??= createMapBuilder(text);
    builder.put(`${out}\n`, SIGNS.places[from] ?? 0, (SIGNS.places[to - 1] ?? 0) + 1);
  };
  for (const { start, end } of words)
    if (firstRare(units, start, end) < end && !areOfBytes(units, start, end))
      readWord(signsOf(units, start, end), take);
  return builder?.build();
};
