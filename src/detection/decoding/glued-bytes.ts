import type { Span } from '../../chat/segment.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';
import { textIn } from './bytes/written.ts';
import { digitsOf, pairsIn } from './hex-pairs.ts';

/** A text among bytes in hexadecimal digits that are none as a whole: others stand right in front of it or behind it. */

const ESCAPED = /(?:\\{1,4}x[\da-f]{2}){12,4096}/giu;

const escapedIn = (text: string): readonly Span[] =>
  text.includes('\\x')
    ? Array.from(text.matchAll(ESCAPED), ({ 0: row, index }) => ({ start: index, end: index + row.length }))
    : [];

/**
 * @param read What is read as a whole, and is left alone.
 * @returns What was decoded and nothing else; undefined where that is nothing.
 */
export const decodeGluedBytes = (
  text: string,
  read: (digits: string) => string | undefined,
): MappedText | undefined => {
  let builder: MapBuilder | undefined;
  let last = 0;
  const spans = [...pairsIn(text), ...escapedIn(text)].sort((a, b) => a.start - b.start);
  for (const { start, end } of spans) {
    const digits = start < last ? '' : digitsOf(text.slice(start, end));
    const out = digits === '' || read(digits) !== undefined ? undefined : textIn(Buffer.from(digits, 'hex'));
    if (out === undefined) continue;
    builder ??= createMapBuilder(text);
    builder.put(`${out}\n`, start, end);
    last = end;
  }
  return builder?.build();
};
