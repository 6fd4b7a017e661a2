import { isUtf8 } from 'node:buffer';
import { isNobodysJson } from '../chat/json.ts';
import {
  documentPlaces,
  documentsIn,
  type LooseLine,
  looseLines,
  MOST_PARTS,
  withoutBlanks,
} from '../chat/loose-lines.ts';
import type { Span } from '../chat/segment.ts';
import type { SseEvent } from '../chat/sse.ts';
import { readStreamChunk, type StreamChunk } from '../chat/stream-chunk.ts';
import { GatewayError } from '../errors.ts';

export type DocumentLimits = Readonly<{ maxDepth: number; maxSegments: number; maxTextChars: number }>;

/** Something that a client may read of an event, by the standard or not. */
export type Document = Readonly<{
  /** Where it stands in the event's bytes; null for the event's data by the standard. */
  place: Span | null;
  /** Whether no client finds it that keeps to the standard. */
  isLoose: boolean;
}> &
  (
    | Readonly<{ kind: 'chunk'; chunk: StreamChunk }>
    | Readonly<{ kind: 'end' }>
    /** `isBroken`: it begins like JSON, so that some client may make more of it than a text. */
    | Readonly<{ kind: 'text'; text: string; isBroken: boolean }>
  );

const DONE = '[DONE]';
const NONE: readonly Document[] = [];
const DATA = { place: null, isLoose: false } as const;

export const isDone = ({ data }: SseEvent): boolean => data === DONE;

/** Throws as `readStreamChunk` does. */
type ReadChunk = (data: string) => StreamChunk;

/** Null where it is no JSON. Of what is more JSON than is read clients find the texts all the same. */
const parse = (
  text: string,
  limits: DocumentLimits,
  read: ReadChunk = (data) => readStreamChunk(data, limits),
): StreamChunk | null => {
  try {
    return read(text);
  } catch (error) {
    if (isNobodysJson(error)) return null;
    throw error;
  }
};

const textAt = (raw: Buffer, { start, end }: Span): string => raw.toString('utf8', start, end);

const bounded = <T>(list: readonly T[]): readonly T[] => {
  if (list.length <= MOST_PARTS) return list;
  throw new GatewayError('SCAN_UNAVAILABLE', `An event has more than ${MOST_PARTS} lines or documents.`);
};

/** Null where not all of it is JSON. */
const chunksAt = (
  raw: Buffer,
  place: Span,
  isLoose: boolean,
  limits: DocumentLimits,
): readonly Document[] | null => {
  const read: Document[] = [];
  for (const each of bounded(documentsIn(raw, place))) {
    const chunk = parse(textAt(raw, each), limits);
    if (chunk === null) return null;
    read.push({ kind: 'chunk', chunk, place: each, isLoose });
  }
  return read.length === 0 ? null : read;
};

const isEndAt = (raw: Buffer, { start, end }: Span): boolean =>
  end - start === DONE.length && raw.toString('latin1', start, end) === DONE;

const BROKEN = /(?:^|:)\s{0,8}(?:\{\s{0,8}["}]|\[\s{0,8}[{[])/;
const LOOKED_AT = 64;

/** Where the stream ended in the middle of a document, nobody has it. */
const isBroken = (raw: Buffer, { start, end }: Span): boolean =>
  end < raw.length && BROKEN.test(raw.toString('latin1', start, Math.min(end, start + LOOKED_AT)));

const documentsOfLine = (
  raw: Buffer,
  line: Omit<LooseLine, 'isData'>,
  limits: DocumentLimits,
): readonly Document[] => {
  const isLoose = !line.isStandard;
  for (const place of documentPlaces(raw, line.place)) {
    if (isEndAt(raw, place)) return [{ kind: 'end', place, isLoose }];
    const chunks = chunksAt(raw, place, isLoose, limits);
    if (chunks !== null) return chunks;
  }
  const { place } = line;
  return [{ kind: 'text', text: textAt(raw, place), place, isLoose, isBroken: isBroken(raw, place) }];
};

const isBrokenText = (document: Document): boolean => document.kind === 'text' && document.isBroken;

/** Of data that is no JSON: its lines, where one of them is JSON by itself, else all of it as one text. */
const unreadData = (event: SseEvent, limits: DocumentLimits): readonly Document[] => {
  const { raw, data } = event;
  const lines = bounded(looseLines(event)).map(({ isData, ...line }) => ({
    isData,
    documents: documentsOfLine(raw, line, limits),
  }));
  const documents = lines.flatMap((line) => line.documents);
  if (documents.some(({ kind }) => kind !== 'text')) return documents;
  return [
    { kind: 'text', text: data ?? '', isBroken: documents.some(isBrokenText), ...DATA },
    ...lines.filter(({ isData }) => !isData).flatMap((line) => line.documents),
  ];
};

/** What stands in an event where the standard looks for nothing. */
const besideData = (event: SseEvent, limits: DocumentLimits): readonly Document[] => {
  const { raw, data } = event;
  const all = { start: 0, end: raw.length };
  // An answer without events: one document over many lines, or one in each.
  const chunks = data === null ? chunksAt(raw, withoutBlanks(raw, all), true, limits) : null;
  return (
    chunks ??
    bounded(looseLines(event))
      .filter(({ isData }) => !isData)
      .flatMap((line) => documentsOfLine(raw, line, limits))
  );
};

/** In UTF-16 and UTF-32 there are zeros in each document, in UTF-8 in none. Elsewhere one is a fault, and invisible. */
const isWide = (raw: Buffer): boolean => raw.includes(0) && raw.includes('{');

/** What can be left of a character in the middle of which the bytes end, read as latin1. */
const CUT_CHARACTER = /[\xc2-\xf4][\x80-\xbf]{0,2}$/;
const LONGEST_CUT = 3;

/** Where the stream ended in the middle of a character, nothing stands behind it that it could hide. */
const withoutCutCharacter = (raw: Buffer): Buffer => {
  const from = Math.max(0, raw.length - LONGEST_CUT);
  const at = raw.toString('latin1', from).search(CUT_CHARACTER);
  return at === -1 ? raw : raw.subarray(0, from + at);
};

/** Of what is no UTF-8 some clients read a sign, and others nothing, so that what stands around it is one word to them. */
export const isInUtf8 = ({ raw }: SseEvent): boolean => isUtf8(raw) || isUtf8(withoutCutCharacter(raw));

/** An event that is not taken apart. */
export const asText = ({ raw, data }: SseEvent): Document =>
  data === null
    ? {
        kind: 'text',
        text: raw.toString(),
        isBroken: true,
        place: { start: 0, end: raw.length },
        isLoose: true,
      }
    : { kind: 'text', text: data, isBroken: true, ...DATA };

const dataOf = (data: string, limits: DocumentLimits, read?: ReadChunk): Document | null => {
  if (data === DONE) return { kind: 'end', ...DATA };
  const chunk = parse(data, limits, read);
  return chunk === null ? null : { kind: 'chunk', chunk, ...DATA };
};

/**
 * All that some client may read of an event, in order: its data, and what stands where the standard looks for nothing.
 *
 * @param read Reads an event's data; absent: `readStreamChunk`.
 * @throws GatewayError `INVALID_ENCODING` for another encoding than UTF-8; `SCAN_UNAVAILABLE` for too many texts; a
 *   `JsonLimitError` for too much JSON.
 */
export const documentsOf = (
  event: SseEvent,
  limits: DocumentLimits,
  read?: ReadChunk,
): readonly Document[] => {
  const { raw, data, saysMore } = event;
  if (isWide(raw)) throw new GatewayError('INVALID_ENCODING', 'The stream is not in UTF-8.');
  if (data === null || data === '') return saysMore ? besideData(event, limits) : NONE;
  const document = dataOf(data, limits, read);
  if (document === null) return unreadData(event, limits);
  return saysMore ? [document, ...besideData(event, limits)] : [document];
};
