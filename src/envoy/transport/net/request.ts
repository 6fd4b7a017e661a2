import type { Asked } from '../grpc-methods.ts';
import type { Header } from './hpack.ts';

/** What the headers of a request say. */
export type Request = Asked &
  Readonly<{
    /** Every value of a header. */
    metadata: (name: string) => readonly string[];
    /** Of the body, where the request says it. */
    contentLength: number | null;
  }>;

const DIGITS = /^\d{1,15}$/;

const PSEUDO: ReadonlySet<string> = new Set([':method', ':scheme', ':path', ':authority']);

/** Pseudo headers come first, each once, and everything is what it may be (RFC 9113, sections 8.2 and 8.3). */
const isInOrder = (headers: readonly Header[]): boolean => {
  let hasRegular = false;
  const seen: string[] = [];
  for (const { name, kind } of headers) {
    if (kind === 'invalid') return false;
    if (kind === 'regular') hasRegular = true;
    else {
      if (hasRegular || !PSEUDO.has(name) || seen.includes(name)) return false;
      seen.push(name);
    }
  }
  return true;
};

const valuesOf = (headers: readonly Header[], name: string): readonly string[] => {
  const values: string[] = [];
  for (const header of headers) if (header.name === name) values.push(header.value);
  return values;
};

/** @returns The header's value; of several all, joined as HTTP has it, which none of those we read may be. */
const joined = (headers: readonly Header[], name: string): string | undefined => {
  const [first, ...rest] = valuesOf(headers, name);
  return rest.length === 0 ? first : [first, ...rest].join(', ');
};

const isComplete = (
  headers: readonly Header[],
  method: string | undefined,
  path: string | undefined,
): boolean => {
  if (method === undefined) return false;
  // It has neither, and is none of ours: answered like any other method that is not.
  if (method === 'CONNECT') return true;
  return path !== undefined && path !== '' && joined(headers, ':scheme') !== undefined;
};

/** @returns Null for headers that no request may have. */
export const readRequest = (headers: readonly Header[]): Request | null => {
  if (!isInOrder(headers)) return null;
  const method = joined(headers, ':method');
  const path = joined(headers, ':path');
  const length = joined(headers, 'content-length');
  if (!isComplete(headers, method, path) || (length !== undefined && !DIGITS.test(length))) return null;
  return {
    method,
    path,
    contentType: joined(headers, 'content-type'),
    encoding: joined(headers, 'grpc-encoding'),
    contentLength: length === undefined ? null : Number(length),
    metadata: (name) => valuesOf(headers, name),
  };
};

/** Whether these may stand at the end of a request. */
export const areTrailers = (headers: readonly Header[]): boolean =>
  headers.every(({ kind }) => kind === 'regular');
