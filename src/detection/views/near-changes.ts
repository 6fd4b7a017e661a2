import { compose, createMapBuilder, type MappedText } from '../text/mapped-text.ts';

/**
 * How much of what a decoder took over stands on either side of what it changed, in UTF-16 code units: what is further away reads as it
 * did before. The first is more than a second tier reads; the others are for a text that was changed here and there all along, as
 * by somebody who wants the views of it to fill up.
 */
const REACHES = [600, 240, 96, 40] as const;
/** To leave less out saves nothing. */
const MIN_LEFT_OUT = 40;
const LONGEST_STEP = 40;
const BLANK = 0x20;
/** In place of what is left out. */
const GAP = '\n';

const isLowHalf = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** The nearest place from `at` on, in steps of 1 or -1, at which no word is cut in two. */
const breakNear = (text: string, at: number, step: 1 | -1): number => {
  for (let i = 0, near = at; i < LONGEST_STEP; i++, near += step)
    if (text.charCodeAt(near) <= BLANK) return near;
  return isLowHalf(text.charCodeAt(at)) ? at + 1 : at;
};

/** How far into a copied part its beginning is near to a change; the text's own beginning is none. */
const headOf = (start: number, reach: number): number => (start === 0 ? 0 : reach);

/** The same for its end. */
const tailOf = (end: number, length: number, reach: number): number => (end === length ? 0 : reach);

/** How much of a part would be left out. */
const farIn = (start: number, end: number, length: number, reach: number): number => {
  const far = end - start - headOf(start, reach) - tailOf(end, length, reach);
  return far >= MIN_LEFT_OUT ? far : 0;
};

/** Where each part that is long enough to leave some of it out starts and where it ends, by turns. */
type Parts = readonly number[];

const farChars = (parts: Parts, length: number, reach: number): number => {
  let chars = 0;
  for (let i = 0; i < parts.length; i += 2) chars += farIn(parts[i] ?? 0, parts[i + 1] ?? 0, length, reach);
  return chars;
};

const cut = (text: string, parts: Parts, reach: number): MappedText => {
  const builder = createMapBuilder(text);
  let from = 0;
  for (let i = 0; i < parts.length; i += 2) {
    const [first = 0, last = 0] = [parts[i], parts[i + 1]];
    if (farIn(first, last, text.length, reach) === 0) continue;
    const head = headOf(first, reach);
    const tail = tailOf(last, text.length, reach);
    const start = head === 0 ? first : breakNear(text, first + head, -1);
    const end = tail === 0 ? last : breakNear(text, last - tail, 1);
    builder.copy(from, start);
    if (start > from && end < text.length) builder.put(GAP, start, start);
    from = end;
  }
  builder.copy(from, text.length);
  return builder.build();
};

/**
 * Leaves out what a decoder has taken over far from all that it changed.
 *
 * @param room Where more would stay, less is kept around the changes.
 */
export const nearChanges = (decoded: MappedText, room: number): MappedText => {
  const parts = decoded.copied?.(MIN_LEFT_OUT) ?? [];
  const { text } = decoded;
  const isWhole = parts.length === 2 && parts[0] === 0 && parts[1] === text.length;
  if (isWhole) return decoded;
  for (const reach of REACHES) {
    const far = farChars(parts, text.length, reach);
    if (text.length - far > room && reach !== REACHES.at(-1)) continue;
    return far === 0 ? decoded : compose(decoded, cut(text, parts, reach));
  }
  return decoded;
};
