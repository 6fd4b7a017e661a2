import { followersOf } from '../text/unit-writer.ts';
import { beginsDeflated } from './bytes/inflated.ts';
import { hasOrderMark } from './bytes/readable.ts';
import { beginsWide, mayBeginWide } from './bytes/wide-text.ts';
import { textIn } from './bytes/written.ts';
import { textOfBytes } from './loose-text.ts';

const VALUES = new Uint8Array(128);
for (const [value, character] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries())
  VALUES[character.charCodeAt(0)] = value;
VALUES['-'.charCodeAt(0)] = 62;
VALUES['_'.charCodeAt(0)] = 63;

/** Signs that stand for whole bytes. */
const GROUP = 4;
/** Whole groups, of which every run that is read has at least this many characters. */
export const PROBE_CHARS = 12;
const PROBE_BYTES = 9;
const probe = new Uint8Array(PROBE_BYTES);

/** Of the bytes of a probe; one in some hundred has no more of them by chance. */
const MOST_STRAY = 2;

const isPrinted = (byte = 0): boolean => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a;

const readGroup = (run: string, at: number, step: number, out: number): void => {
  const group =
    ((VALUES[run.charCodeAt(at)] ?? 0) << 18) |
    ((VALUES[run.charCodeAt(at + step)] ?? 0) << 12) |
    ((VALUES[run.charCodeAt(at + 2 * step)] ?? 0) << 6) |
    (VALUES[run.charCodeAt(at + 3 * step)] ?? 0);
  probe[out] = group >> 16;
  probe[out + 1] = group >> 8;
  probe[out + 2] = group;
};

/**
 * Whether the first bytes of a run can be those of a text. Names and paths have the alphabet of base64 as well, and
 * only one in some hundred passes.
 *
 * @param step -1 where the run is read from its end.
 */
export const beginsLikeText = (run: string, skip: number, step = 1): boolean => {
  readGroup(run, skip, step, 0);
  if (hasOrderMark(probe[0], probe[1]) || beginsDeflated(probe[0], probe[1])) return true;
  // The first group tells of most runs.
  const isStray = followersOf(probe[0] ?? 0) < 0 && !(isPrinted(probe[1]) && isPrinted(probe[2]));
  if (isStray && probe[1] !== 0 && !mayBeginWide(probe[0] ?? 0, probe[1] ?? 0, probe[2] ?? 0)) return false;
  for (let group = 1; group * GROUP < PROBE_CHARS; group++)
    readGroup(run, skip + step * group * GROUP, step, 3 * group);
  const hasZeros = probe[1] === 0 && probe[3] === 0 && probe[5] === 0;
  return hasZeros || isUtf8Probe() || isNearlyPrinted() || beginsWide(probe);
};

/** Whether what was read begins with whole characters, as far as it goes. */
const isUtf8Probe = (): boolean => {
  for (let i = 0; i < PROBE_BYTES; i++) {
    let followers = followersOf(probe[i] ?? 0);
    if (followers < 0) return false;
    for (; followers > 0 && i + 1 < PROBE_BYTES; followers--) {
      i++;
      if (((probe[i] ?? 0) & 0xc0) !== 0x80) return false;
    }
  }
  return true;
};

/** Whether hardly any byte of what was read strays among printed ones. */
const isNearlyPrinted = (): boolean => {
  let stray = 0;
  for (let i = 0; i < PROBE_BYTES; i++) if (!isPrinted(probe[i])) stray++;
  return stray <= MOST_STRAY;
};

/** Whether a first sign stands for bits that a text may begin with. */
const mayBegin = (code: number): boolean => {
  const value = VALUES[code] ?? 0;
  return (value >= 8 && value < 32) || value >= 48;
};

/** What is none of the alphabet ends a line, whatever sign does. */
const backwards = (run: string): string =>
  Buffer.from(run.replace(/[^!-~]/gu, '\n'), 'latin1')
    .reverse()
    .toString('latin1');

/** Digits of another code, in which the text may be. */
const CODED = /^(?:(?:0x|\\x)?[\da-f]{2}[\s,:]{0,2}){8,}$/iu;

const fromBase64 = (run: string): string | undefined => {
  const bytes = Buffer.from(run, 'base64');
  const text = textOfBytes(bytes);
  if (text !== undefined) return text;
  const digits = isPrinted(bytes[0]) ? bytes.toString('latin1') : '';
  return CODED.test(digits) ? digits : undefined;
};

/** A text that begins in the middle of a run may begin in the middle of a group, too. */
export const mayBeBase64 = (text: string, start: number): boolean =>
  start === 0 || beginsLikeText(text, start);

/** What does not fill a group at the end may be none of the run; where nothing is left over there is no second way to read it. */
const readFrom = (run: string, skip: number): string | undefined => {
  const left = (run.length - skip) % GROUP;
  const text = fromBase64(run.slice(skip));
  return text === undefined && left > 0 ? fromBase64(run.slice(skip, run.length - left)) : text;
};

/** The tail of a short last line is not a long run of its own, so the whole is also read up to the next blank. */
export const readBase64 = (run: string, isAtEdge: boolean): string | undefined => {
  if (!/[a-z]/u.test(run) || !/[A-Z]/u.test(run)) return undefined;
  const hasBreaks = /\s/u.test(run);
  const compact = hasBreaks ? run.replace(/\s/gu, '') : run;
  const whole = compact.length % 4 === 1 ? compact.slice(0, -1) : compact;
  for (let skip = 0; skip < (isAtEdge ? 4 : 1); skip++) {
    if (!beginsLikeText(whole, skip)) continue;
    const out = readFrom(whole, skip);
    if (out !== undefined) return out;
  }
  return hasBreaks ? fromBase64(run.split(/\s/u)[0] ?? '') : undefined;
};

/** The same for a run that is read from its end. */
export const mayBeReversedBase64 = (text: string, _start: number, end: number): boolean =>
  mayBegin(text.charCodeAt(end - 1)) && beginsLikeText(text, end - 1, -1);

export const readReversedBase64 = (run: string): string | undefined => readBase64(backwards(run), false);

/** A text anywhere in base64, whatever stands in front of it. */
export const readWithin = (coded: string): string | undefined => {
  for (let skip = 0; skip < GROUP; skip++) {
    const out = textIn(Buffer.from(coded.slice(skip), 'base64'));
    if (out !== undefined) return out;
  }
  return undefined;
};
