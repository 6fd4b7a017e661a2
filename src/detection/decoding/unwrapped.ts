import type { Span } from '../../chat/segment.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { stringsIn } from './runs/quoted.ts';

/** In a longer text the model judges passages anyway. */
const MAX_CHARS = 3072;
const MAX_PIECES = 16;

const COMMENTS = [
  { open: '<!--', close: '-->' },
  { open: '/*', close: '*/' },
] as const;
const HIDDEN =
  /<\w{1,16}\b[^<>]{0,200}\b(?:hidden|none|font-size ?: ?0|opacity ?: ?0|color ?: ?(?:white|#fff))[^<>]{0,200}>([^<]{8,3000})</giu;

/** One of the words without which `HIDDEN` finds nothing. */
const HIDING = /hidden|none|font-size|opacity|color/iu;
/** With the shortest of them and a name of one letter. */
const SHORTEST_TAG = '<a none'.length;
const LONGEST_TAG = 450;

/** Whether there is a tag with such a word in it: one ends before another begins, and soon. */
const hasHidingTag = (text: string): boolean => {
  let end = -1;
  for (let at = text.indexOf('<'); at !== -1; ) {
    if (end < at) end = text.indexOf('>', at);
    if (end === -1) return false;
    const next = text.indexOf('<', at + 1);
    const isTag = (next === -1 || end < next) && end - at >= SHORTEST_TAG && end - at <= LONGEST_TAG;
    if (isTag && HIDING.test(text.slice(at, end))) return true;
    at = next;
  }
  return false;
};

const hasWords = (piece: string): boolean =>
  /\p{L}\P{L}{1,3}\p{L}+\P{L}{1,3}\p{L}|\p{sc=Han}{6}/u.test(piece);

const commentsIn = (text: string): readonly Span[] =>
  COMMENTS.flatMap(({ open, close }) => {
    const spans: Span[] = [];
    for (let at = text.indexOf(open); at !== -1 && spans.length < MAX_PIECES; ) {
      const start = at + open.length;
      const end = text.indexOf(close, start);
      if (end === -1) break;
      spans.push({ start, end });
      at = text.indexOf(open, end);
    }
    return spans;
  });

const hiddenIn = (text: string): readonly Span[] =>
  hasHidingTag(text)
    ? Array.from(text.matchAll(HIDDEN), ({ 0: all, 1: inner = '', index }) => {
        const end = index + all.length - 1;
        return { start: end - inner.length, end };
      })
    : [];

/** What stands before a value of JSON, of an attribute or of an assignment; elsewhere somebody quotes, which is read with its context. */
const VALUE = /(?:["']:|=|["'],|\[)$/u;
const isValue = (text: string, at: number): boolean =>
  VALUE.test(text.slice(Math.max(0, at - 5), at - 1).trimEnd());

/** Shorter ones say nothing. */
const SHORTEST = 12;

const isDocument = (text: string): boolean => /^\s{0,4}[{[<]/u.test(text);

const valuesIn = (text: string): readonly Span[] =>
  isDocument(text)
    ? stringsIn(text).filter(({ start, end }) => end - start >= SHORTEST && isValue(text, start))
    : [];

const piecesIn = (text: string): readonly Span[] => {
  const all = [...valuesIn(text), ...commentsIn(text), ...hiddenIn(text)];
  const pieces: Span[] = [];
  for (const { start, end } of all.sort((a, b) => a.start - b.start)) {
    const isApart = start >= (pieces.at(-1)?.end ?? 0);
    if (isApart && end - start >= SHORTEST && hasWords(text.slice(start, end))) pieces.push({ start, end });
    if (pieces.length >= MAX_PIECES) break;
  }
  return pieces;
};

const ESCAPED_BREAK = /\\[nrt]/gu;

/**
 * What stands in comments and hidden elements of a short text, and in the values of a document: read without what is around it.
 *
 * @returns One piece a paragraph, and nothing else.
 */
export const unwrap = (text: string): MappedText | undefined => {
  if (text.length > MAX_CHARS) return undefined;
  if (!(isDocument(text) || text.includes('<') || text.includes('/*'))) return undefined;
  const pieces = piecesIn(text);
  if (pieces.length === 0) return undefined;
  const builder = createMapBuilder(text);
  for (const { start, end } of pieces) {
    builder.put(text.slice(start, end).replace(ESCAPED_BREAK, ' \n').replaceAll('\\"', ' "'), start, end);
    builder.put('\n\n', end, end);
  }
  return builder.build();
};
