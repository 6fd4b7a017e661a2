import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { followersOf, isCharacter } from '../text/unit-writer.ts';

/** UTF-8 that some program took for an older encoding: `Ð¸Ð³Ð½` in windows-1252, `РёРіРЅ` in windows-1251. Models read it. */

const FIRST_HIGH = 0x80;
/** Latin-1 has controls in front of it, where windows-1252 has punctuation. */
const FIRST_PRINTED = 0xa0;

/** The trade mark sign. */
const LAST_OF_PAGES = 0x2122;

/** For each UTF-16 code unit the byte that it is; 0 for those that are none or one of ASCII. */
type Page = Uint8Array;

const pageOf = (label: string): Page => {
  const decoder = new TextDecoder(label);
  const page = new Uint8Array(0x10000);
  for (let byte = FIRST_HIGH; byte < 0x100; byte++)
    page[decoder.decode(Uint8Array.of(byte)).charCodeAt(0)] = byte;
  return page;
};

const LATIN = pageOf('windows-1252');
for (let byte = FIRST_HIGH; byte < FIRST_PRINTED; byte++) LATIN[byte] = byte;
const PAGES = [LATIN, pageOf('windows-1251')] as const;

const isFollower = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** For each UTF-16 code unit a bit for each page in which it is a byte, and behind these one for each in which it is no first one. */
const KINDS = new Uint8Array(0x10000);
for (const [number, page] of PAGES.entries())
  for (let code = FIRST_HIGH; code <= LAST_OF_PAGES; code++) {
    const byte = page[code] ?? 0;
    if (byte !== 0) KINDS[code] = (KINDS[code] ?? 0) | ((isFollower(byte) ? 0b101 : 1) << number);
  }

/** The UTF-16 code units of a text. */
type Units = Readonly<{ units: Uint16Array; length: number }>;

/** The character that was read last, and where what it was taken for ends. */
const read = { codePoint: 0, end: 0 };

/** Whether two units may begin a character of several bytes, as far as their kinds tell: in plain text and in a jumble hardly any do. */
const mayBegin = (units: Uint16Array, at: number, number: number): boolean =>
  ((KINDS[units[at] ?? 0] ?? 0) & (0b101 << number)) === 1 << number &&
  ((KINDS[units[at + 1] ?? 0] ?? 0) & (0b100 << number)) !== 0;

/** @returns Whether a character of several bytes begins at `at`. */
const readCharacter = ({ units, length }: Units, at: number, page: Page): boolean => {
  const lead = page[units[at] ?? 0] ?? 0;
  const followers = followersOf(lead);
  if (followers <= 0 || at + followers >= length) return false;
  let codePoint = lead & (0x3f >> followers);
  for (let i = 1; i <= followers; i++) {
    const byte = page[units[at + i] ?? 0] ?? 0;
    if (!isFollower(byte)) return false;
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  read.codePoint = codePoint;
  read.end = at + followers + 1;
  return isCharacter(codePoint, followers);
};

/** The same by the number of the page, with a look at two units first. */
const beginsCharacter = (text: Units, at: number, number: number): boolean => {
  const page = PAGES[number];
  return page !== undefined && mayBegin(text.units, at, number) && readCharacter(text, at, page);
};

/** Two characters side by side are no shorter, so that they can't hide between two probes. */
const SHORTEST_PAIR = 4;

const isPairIn = (text: Units, first: number, number: number): boolean =>
  beginsCharacter(text, first, number) && beginsCharacter(text, read.end, number);

/**
 * Whether two characters stand side by side, of which the first one begins at `at` or up to three units before.
 *
 * @param pages A bit for each one in question.
 */
const isPairAround = (text: Units, at: number, pages: number): boolean => {
  for (let number = 0; number < PAGES.length; number++) {
    if ((pages & (1 << number)) === 0) continue;
    for (let first = at; first > at - SHORTEST_PAIR; first--) if (isPairIn(text, first, number)) return true;
  }
  return false;
};

/** Whether two characters stand side by side somewhere. */
const hasPair = (text: Units): boolean => {
  const { units, length } = text;
  for (let at = SHORTEST_PAIR - 1; at < length; at += SHORTEST_PAIR) {
    const kind = KINDS[units[at] ?? 0] ?? 0;
    if (kind === 0) continue;
    const before = KINDS[units[at - 1] ?? 0] ?? 0;
    const behind = KINDS[units[at + 1] ?? 0] ?? 0;
    const pages = ((kind >> PAGES.length) & before) | (kind & (behind >> PAGES.length));
    if (pages !== 0 && isPairAround(text, at, pages)) return true;
  }
  return false;
};

/** Side by side so many are never there by chance: in a text that is what it looks like, letters of ASCII or other ones stand between them. */
const MIN_PAIRS = 3;

const isMistaken = (text: Units, number: number): boolean => {
  let pairs = 0;
  let before = -1;
  for (let at = 0; at < text.length; ) {
    if (!beginsCharacter(text, at, number)) {
      at++;
      continue;
    }
    if (before === at) pairs++;
    if (pairs === MIN_PAIRS) return true;
    before = read.end;
    at = read.end;
  }
  return false;
};

/** The number of the page that a text was read by in place of UTF-8; -1 where that is none. */
const mistakenPage = (text: Units): number =>
  hasPair(text) ? PAGES.findIndex((_, number) => isMistaken(text, number)) : -1;

/** Whether there is something to repair. */
export const hasMojibake = (units: Uint16Array, length: number): boolean =>
  mistakenPage({ units, length }) !== -1;

/**
 * @param units Those of the text.
 * @returns Undefined where nothing is of this kind.
 */
export const repairMojibake = (text: string, units: Uint16Array): MappedText | undefined => {
  const all = { units, length: text.length };
  const number = mistakenPage(all);
  if (number === -1) return undefined;
  const builder = createMapBuilder(text);
  let copied = 0;
  for (let at = 0; at < text.length; at++) {
    if (!beginsCharacter(all, at, number)) continue;
    builder.copy(copied, at);
    builder.put(String.fromCodePoint(read.codePoint), at, read.end);
    copied = read.end;
    at = read.end - 1;
  }
  builder.copy(copied, text.length);
  return builder.build();
};
