import { z } from 'zod';
import { decodeContent } from '../chat/content-encoding.ts';
import { isFarTooDeep } from '../chat/json-depth.ts';
import { GatewayError } from '../errors.ts';
import { ApiFailure, MAX_ISSUES } from './failure.ts';

const unwrap = (schema: unknown): unknown =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrap(schema.unwrap())
    : schema;

/** Text stays text where it is not what the schema wants: the schema then says so in its own words. */
const toValue = (schema: unknown, text: string): unknown => {
  if (schema instanceof z.ZodNumber) return /^-?\d{1,16}(?:\.\d{1,16})?$/.test(text) ? Number(text) : text;
  if (schema instanceof z.ZodBoolean) return text === 'true' || text === 'false' ? text === 'true' : text;
  return text;
};

const invalid = (error: z.ZodError, what: string): ApiFailure => {
  const issues = error.issues.slice(0, MAX_ISSUES).flatMap((issue) => {
    const path = issue.path.map(String).join('.');
    if (issue.code !== 'unrecognized_keys') {
      return [{ path, message: issue.message.replace(/^Invalid input: /, '') }];
    }
    return issue.keys
      .slice(0, MAX_ISSUES)
      .map((key) => ({ path: path === '' ? key : `${path}.${key}`, message: 'unknown name' }));
  });
  const [first] = issues;
  return new ApiFailure('invalid_request_error', 'invalid_request', `The ${what} is not valid.`, {
    issues,
    ...(first === undefined ? {} : { param: first.path }),
  });
};

/** Deeper than anything that is asked of us; what walks through a value would run out of stack far beyond it. */
const MAX_DEPTH = 64;
/** No text that PostgreSQL keeps: NUL, and halves of characters. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

type Fault = Readonly<{ path: readonly string[]; message: string }>;

const under = (name: string, { path, message }: Fault): Fault => ({ path: [name, ...path], message });

const findInList = (items: readonly unknown[], textFault: string | null, depth: number): Fault | null => {
  for (let at = 0; at < items.length; at += 1) {
    const found = findFault(items[at], textFault, depth);
    if (found !== null) return under(String(at), found);
  }
  return null;
};

const findInMapping = (mapping: object, textFault: string | null, depth: number): Fault | null => {
  for (const [name, inner] of Object.entries(mapping)) {
    // A name that cannot be kept is none to be told.
    const inName = findFault(name, textFault, depth);
    if (inName !== null) return inName;
    const found = findFault(inner, textFault, depth);
    if (found !== null) return under(name, found);
  }
  return null;
};

/**
 * What no route takes, wherever in a value it stands; null where all is well. Anybody may send a list of a hundred thousand: nothing is
 * made for an item, and a path only for what is wrong.
 */
const findFault = (value: unknown, textFault: string | null, depth = 0): Fault | null => {
  if (typeof value === 'string')
    return textFault === null || isStorable(value) ? null : { path: [], message: textFault };
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= MAX_DEPTH) return { path: [], message: 'nested too deeply' };
  return Array.isArray(value)
    ? findInList(value, textFault, depth + 1)
    : findInMapping(value, textFault, depth + 1);
};

const refuseFaults = (value: unknown, what: string, textFault: string | null): void => {
  const found = findFault(value, textFault);
  if (found === null) return;
  const issue = { path: found.path.join('.'), message: found.message };
  throw new ApiFailure('invalid_request_error', 'invalid_request', `The ${what} is not valid.`, {
    issues: [issue],
    param: issue.path,
  });
};

const TEXT_FAULT = 'holds NUL or half a character';

/**
 * Lists are given by repeating a name. A name that nobody knows is refused: a misspelt filter would silently give more
 * than was asked for.
 */
export const readQuery = (schema: z.ZodObject | undefined, given: URLSearchParams): unknown => {
  const known: Readonly<Record<string, unknown>> = schema?.shape ?? {};
  const values = [...new Set(given.keys())].map((name): readonly [string, unknown] => {
    const inner = unwrap(Object.hasOwn(known, name) ? known[name] : undefined);
    const texts = given.getAll(name);
    if (inner instanceof z.ZodArray) return [name, texts.map((text) => toValue(unwrap(inner.element), text))];
    return [name, texts.length === 1 ? toValue(inner, texts[0] ?? '') : texts];
  });
  const strict = z.strictObject(schema?.shape ?? {});
  const read = Object.fromEntries(values);
  refuseFaults(read, 'query', TEXT_FAULT);
  const result = strict.safeParse(read);
  if (result.success) return result.data;
  throw invalid(result.error, 'query');
};

const tooLarge = (maxBytes: number): ApiFailure =>
  new ApiFailure('invalid_request_error', 'too_large', `The body is larger than ${maxBytes} bytes.`, {
    status: 413,
  });

const brokenOff = (): ApiFailure =>
  new ApiFailure('invalid_request_error', 'incomplete_body', 'The body broke off.', { status: 400 });

async function* piecesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch {
    // Whoever sends it went away, which is no fault of ours to be logged.
    throw brokenOff();
  }
}

const decoded = async (bytes: Uint8Array, coding: string | null, maxBytes: number): Promise<Uint8Array> => {
  try {
    return await decodeContent(bytes, coding, maxBytes);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.code === 'REQUEST_TOO_LARGE') throw tooLarge(maxBytes);
    throw new ApiFailure('invalid_request_error', 'invalid_encoding', error.message, {
      status: 400,
      param: 'Content-Encoding',
    });
  }
};

/**
 * @returns The body without its `Content-Encoding`.
 * @throws ApiFailure `too_large` (413) as soon as it is, not when all of it is here, and for what it is once decompressed;
 *   `incomplete_body`, `invalid_encoding`.
 */
export const readBytes = async (request: Request, maxBytes: number): Promise<Uint8Array> => {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const pieces: Uint8Array[] = [];
  let total = 0;
  for await (const piece of piecesOf(request.body)) {
    total += piece.byteLength;
    if (total > maxBytes) throw tooLarge(maxBytes);
    pieces.push(piece);
  }
  return decoded(Buffer.concat(pieces), request.headers.get('content-encoding'), maxBytes);
};

const parseJson = (bytes: Uint8Array): unknown => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (isFarTooDeep(text)) throw new Error('nested too deeply');
    return JSON.parse(text);
  } catch {
    throw new ApiFailure('invalid_request_error', 'invalid_json', 'The body is no JSON.', { status: 400 });
  }
};

/**
 * @param options `anyText`: also what no store keeps, for texts that are only looked at.
 * @throws ApiFailure 400, 413, 415 or 422, which lists all that is wrong.
 */
export const readBody = async (
  schema: z.ZodType | undefined,
  request: Request,
  { maxBytes, anyText }: Readonly<{ maxBytes: number; anyText: boolean }>,
): Promise<unknown> => {
  if (schema === undefined) return undefined;
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new ApiFailure('invalid_request_error', 'unsupported_content_type', 'Send application/json.', {
      status: 415,
    });
  }
  const read = parseJson(await readBytes(request, maxBytes));
  refuseFaults(read, 'body', anyText ? null : TEXT_FAULT);
  const result = schema.safeParse(read);
  if (result.success) return result.data;
  throw invalid(result.error, 'body');
};
