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

const BASE = '/api/v1';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const failureOf = async (response: Response): Promise<ApiFailure> => {
  try {
    const { error }: ApiError = await response.json();
    return new ApiFailure(response.status, error.code, error.message, error.issues ?? []);
  } catch {
    return new ApiFailure(response.status, 'unreadable', `The server answered ${response.status}.`);
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
  try {
    response = await fetch(`${BASE}${path}`, {
      method,
      ...(signal === undefined ? {} : { signal }),
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiFailure(0, 'offline', 'The dashboard’s server cannot be reached.');
  }
  if (!response.ok) throw await failureOf(response);
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
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
