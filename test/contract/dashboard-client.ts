import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';

/** An answer of the dashboard's API. */
export type Told = Readonly<{ status: number; body: unknown; headers: Headers }>;

export type DashboardClient = Readonly<{
  get: (path: string) => Promise<Told>;
  post: (path: string, body?: unknown) => Promise<Told>;
  put: (path: string, body: unknown) => Promise<Told>;
  /** Follows /events. */
  listen: () => Promise<Listening>;
}>;

export type Listening = Readonly<{
  /** All that came so far, as it came. */
  text: () => string;
  close: () => void;
}>;

/** A member of an object that nobody has looked at yet: `at(body, 'key', 'id')`; undefined where there is none. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((inner, name) => Object(inner)[name], value);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const ask = async (
  url: string,
  method: string,
  path: string,
  cookie: string,
  body: unknown,
): Promise<Told> => {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      origin: url,
      ...(cookie === '' ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
};

const listen = async (url: string, cookie: string): Promise<Listening> => {
  const request = httpRequest(`${url}/api/v1/events`, { headers: { cookie }, agent: false });
  request.on('error', () => undefined).end();
  const answered = await once(request, 'response');
  const response = answered[0] as IncomingMessage;
  let text = '';
  response.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  response.on('error', () => undefined);
  return { text: () => text, close: () => request.destroy() };
};

/** Somebody who is signed in, as a browser would be. */
export const signIn = async (url: string, email: string, password: string): Promise<DashboardClient> => {
  const { status, body, headers } = await ask(url, 'POST', '/session', '', { email, password });
  if (status !== 200) throw new Error(`sign-in: ${status} ${JSON.stringify(body)}`);
  const cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  return {
    get: (path) => ask(url, 'GET', path, cookie, undefined),
    post: (path, given) => ask(url, 'POST', path, cookie, given),
    put: (path, given) => ask(url, 'PUT', path, cookie, given),
    listen: () => listen(url, cookie),
  };
};
