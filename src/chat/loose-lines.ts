import type { Span } from './segment.ts';
import { eachLine, isDataLine, isInert, type SseEvent } from './sse.ts';

/** A line of an event as clients find it that do not keep to the standard. */
export type LooseLine = Readonly<{
  /** Where it stands in the event's bytes. */
  place: Span;
  /** Whether it is in a data line of the standard's. */
  isData: boolean;
  /** Whether it is all of one. */
  isStandard: boolean;
}>;

/** An event is read in one go: of more lines or documents than take some tenths of a second no more than one too many is looked at. */
export const MOST_PARTS = 20_000;

/**
 * What ends a line for some beside the line ends of the standard: `splitlines` of Python, and clients that copied it.
 * For bytes that are read as latin1.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the line ends
const OTHER_END = /[\v\f\x1c-\x1e]|\xc2\x85|\xe2\x80[\xa8\xa9]/g;

/** Adds the parts of a line that say something. */
const addParts = (lines: LooseLine[], raw: Buffer, from: number, to: number): void => {
  const isData = isDataLine(raw, from, to);
  let start = from;
  const add = (end: number, isStandard: boolean): void => {
    const isEmpty = isData ? start === end : isInert(raw, start, end);
    if (!isEmpty) lines.push({ place: { start, end }, isData, isStandard });
  };
  for (const { 0: ending, index } of raw.toString('latin1', from, to).matchAll(OTHER_END)) {
    if (lines.length > MOST_PARTS) return;
    add(from + index, false);
    start = from + index + ending.length;
  }
  add(to, isData && start === from);
};

/** The lines of an event that say something, by every line end that some client knows. */
export const looseLines = ({ raw, start }: Pick<SseEvent, 'raw' | 'start'>): readonly LooseLine[] => {
  const lines: LooseLine[] = [];
  eachLine(raw, start, (from, to) => {
    if (lines.length <= MOST_PARTS) addParts(lines, raw, from, to);
  });
  return lines;
};

/** `data:` in any case, whatever stands before it: some look for it with `includes` and `split`. */
const DATA = /data[ \t]{0,8}:/i;
const FIELD = /^[\w-]{0,32}:/;

/** Where a client may find the document of a line, the likeliest first: behind `data:` or another field's name, or all of it. */
export const documentPlaces = (raw: Buffer, place: Span): readonly Span[] => {
  const line = raw.toString('latin1', place.start, place.end);
  const data = DATA.exec(line);
  const field = FIELD.exec(line);
  const starts = new Set([data === null ? 0 : data.index + data[0].length, 0, field?.[0].length ?? 0]);
  return [...starts].map((start) => withoutBlanks(raw, { start: place.start + start, end: place.end }));
};

const BLANKS: ReadonlySet<number | undefined> = new Set([0x09, 0x0a, 0x0d, 0x20]);

export const withoutBlanks = (raw: Buffer, span: Span): Span => {
  let { start, end } = span;
  while (start < end && BLANKS.has(raw[start])) start += 1;
  while (end > start && BLANKS.has(raw[end - 1])) end -= 1;
  return { start, end };
};

const SEPARATOR = /^[\s,]*$/;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** How much deeper one is behind a bracket. */
const STEPS: ReadonlyMap<number, number> = new Map([
  [0x5b, 1],
  [0x7b, 1],
  [0x5d, -1],
  [0x7d, -1],
]);

/** Behind the string that begins here, whose end may be missing. No pattern, since those of long strings use up the stack. */
export const endOfString = (text: string, start: number): number => {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return Math.min(at + 1, text.length);
};

/** What stands between the outermost brackets, them included; null where they do not match up. */
const outermost = (text: string): readonly Span[] | null => {
  const found: Span[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length && found.length <= MOST_PARTS; at += 1) {
    const code = text.charCodeAt(at);
    const step = STEPS.get(code) ?? 0;
    if (step > 0 && depth === 0) start = at;
    depth += step;
    if (depth < 0) return null;
    if (step < 0 && depth === 0) found.push({ start, end: at + 1 });
    if (code === QUOTE) at = endOfString(text, at) - 1;
  }
  return depth === 0 ? found : null;
};

/**
 * What may be JSON documents, one behind the other, as decoders of streams of JSON read them. None where anything else
 * stands between them.
 */
export const documentsIn = (raw: Buffer, { start, end }: Span): readonly Span[] => {
  const text = raw.toString('latin1', start, end);
  if (STEPS.get(text.charCodeAt(0)) !== 1) return [];
  const found = outermost(text) ?? [];
  const ends = [0, ...found.map((each) => each.end)];
  const isAll =
    found.length > MOST_PARTS ||
    ends.every((behind, i) => SEPARATOR.test(text.slice(behind, found[i]?.start)));
  return isAll ? found.map((each) => ({ start: start + each.start, end: start + each.end })) : [];
};
