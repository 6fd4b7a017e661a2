import { attention } from './attention.ts';
import type { ApiError } from './types.ts';

type Issue = Readonly<{ path: string; message: string }>;

/** What the API refused, or a network that was not there (`status` 0). */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly status: number;
  readonly code: string;
  readonly issues: readonly Issue[];

  constructor(status: number, code: string, message: string, issues: readonly Issue[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.issues = issues;
  }
}

/** Whether what was asked for may have been done all the same: no answer came, or one that says nothing of it. */
export const isOpen = (error: unknown): boolean =>
  !(error instanceof ApiFailure) || error.status < 400 || error.status >= 500;

const BASE = '/api/v1';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export const unreachable = (): ApiFailure =>
  new ApiFailure(0, 'offline', 'The dashboard’s server cannot be reached.');

const failureOf = (status: number, text: string): ApiFailure => {
  try {
    const { error }: ApiError = JSON.parse(text);
    return new ApiFailure(status, error.code, error.message, error.issues ?? []);
  } catch {
    return new ApiFailure(status, 'unreadable', `The server answered ${status}.`);
  }
};

/** What stands before the dashboard may answer with a page of its own. */
const parsed = (status: number, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiFailure(status, 'unreadable', 'The answer is none of the dashboard’s.');
  }
};

/**
 * @param signal Ends it where its answer is wanted no more.
 * @throws ApiFailure for everything but a 2xx.
 */
export const call = async <T>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> => {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${BASE}${path}`, {
      method,
      ...(signal === undefined ? {} : { signal }),
      headers: {
        ...attention.headers(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch {
    // Also where it went away in the middle of its answer.
    throw unreachable();
  }
  if (!response.ok) throw failureOf(response.status, text);
  return (text === '' ? undefined : parsed(response.status, text)) as T;
};

export type Params = Readonly<
  Record<string, string | number | boolean | readonly string[] | null | undefined>
>;

/** `?a=1&b=x&b=y`; empty where nothing is set. */
export const queryString = (params: Params): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null || value === '') continue;
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
};

/** An address of our own API, for downloads. */
export const apiUrl = (path: string, params: Params = {}): string => `${BASE}${path}${queryString(params)}`;

/** Ids stand in paths: they are encoded, whoever chose them. */
export const segment = (id: string | number): string => encodeURIComponent(String(id));

/** Lists come as `{items}`, with `nextCursor` where they have pages. */
export const listItems = async <T>(path: string): Promise<T[]> => {
  const answer = await call<T[] | { items: T[] }>('GET', path);
  return Array.isArray(answer) ? answer : answer.items;
};

/** In words for people, of whatever was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Something went wrong.';
