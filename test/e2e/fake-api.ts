// The dashboard's server as the pages see it: own files under the strict policy, canned answers checked by the shapes
// of `src/dashboard/api`, and a memory of what was sent.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { Role } from '../../src/dashboard/api/access.ts';
import * as keyShapes from '../../src/dashboard/api/keys.ts';
import * as data from './data.ts';
import { entryRoutes } from './fake-api/entry.ts';
import { sendFile } from './fake-api/files.ts';
import { integrationRoutes } from './fake-api/integrations.ts';
import { keyRoutes } from './fake-api/keys.ts';
import { loopRoutes } from './fake-api/loop.ts';
import { policyRoutes } from './fake-api/policy.ts';
import { requestRoutes } from './fake-api/requests.ts';
import { type Reply, record, refusal } from './fake-api/route.ts';
import { createState, type Options } from './fake-api/state.ts';

export type Sent = Readonly<{ method: string; path: string; search: URLSearchParams; body: unknown }>;

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
};

export type FakeApi = Readonly<{
  url: string;
  sent: readonly Sent[];
  /** Problems of the fake itself: unknown routes, answers that do not have their shape. */
  faults: readonly string[];
  /** The next so many saves find that somebody was faster, and blocks requests that could not be scanned. */
  setConflicts: (count: number) => void;
  /** A new request, told by `/events`. */
  push: () => void;
  /** Says something to all who follow `/events`. */
  tell: (event: 'heartbeat' | 'revision') => void;
  /** As when somebody else has saved settings; all pages are told. */
  saveForOthers: (change: Readonly<Record<string, unknown>>) => void;
  /** Further keys, `key_more0` and so on, that nothing was sent with. */
  addKeys: (names: readonly string[]) => void;
  /** Ends all `/events`, and answers the next so many calls of it with an error. */
  breakEvents: (refusals: number) => void;
  /** As when a session has run out: all but the way in is refused. */
  endSession: () => void;
  /** As when the sign-in provider has let somebody in. */
  resumeSession: () => void;
  /** As when an admin has changed it: what it may not do is refused, and the next heartbeat tells. */
  setRole: (role: Role) => void;
  /** As when the process ends: connections break, and no new ones are taken until `comeBack`. */
  goAway: () => Promise<void>;
  comeBack: () => Promise<void>;
  stop: () => Promise<void>;
}>;

export const startFakeApi = async (options: Options = {}): Promise<FakeApi> => {
  const state = createState(options);
  const routes = [
    ...entryRoutes(state),
    ...requestRoutes(state),
    ...loopRoutes(state),
    ...policyRoutes(state),
    ...keyRoutes(state),
    ...integrationRoutes(state),
  ];
  const sent: Sent[] = [];
  const faults: string[] = [];
  const streams = new Set<ServerResponse>();
  let refusals = 0;
  let hasEnded = false;
  let hasFallen = false;
  const isRefused = (path: string): boolean => hasEnded && !state.isSignedIn && path !== '/session';

  const reply = (method: string, path: string, search: URLSearchParams, body: unknown): Reply => {
    for (const [verb, pattern, handle] of routes) {
      const match = verb === method ? pattern.exec(path) : null;
      if (match !== null)
        return handle({
          params: match
            .slice(1)
            .filter((each) => each !== undefined)
            .map(decodeURIComponent),
          search,
          body,
        });
    }
    faults.push(`no route for ${method} ${path}`);
    return refusal(404, 'invalid_request_error', 'unknown', 'no route');
  };
  const emptied = (answer: unknown): unknown => {
    const found = record(answer);
    return Array.isArray(found['items']) ? { ...found, items: [], nextCursor: null } : answer;
  };

  const answerEvents = (response: ServerResponse): void => {
    if (refusals > 0) {
      refusals -= 1;
      response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
    streams.add(response);
  };

  const tell = (event: string): void => {
    const data = event === 'heartbeat' ? JSON.stringify({ role: state.me.role }) : '{}';
    for (const stream of streams) stream.write(`event: ${event}\ndata: ${data}\n\n`);
  };
  const isNotAllowed = (method: string, path: string): boolean =>
    hasFallen && method !== 'GET' && path !== '/session';

  const answerTo = ({ method, path, search, body }: Sent): Reply => {
    if (options.isFailing === true && path !== '/session')
      return refusal(500, 'server_error', 'internal', 'The store is away.');
    if (isRefused(path)) return refusal(401, 'authentication_error', 'signed_out', 'You are not signed in.');
    if (isNotAllowed(method, path))
      return refusal(403, 'permission_error', 'not_allowed', 'This needs the role admin.');
    return reply(method, path, search, body);
  };

  const answerApi = async (request: IncomingMessage, url: URL, response: ServerResponse) => {
    const path = url.pathname.slice('/api/v1'.length);
    if (path === '/events' && !isRefused(path)) {
      answerEvents(response);
      return;
    }
    const body = await readBody(request);
    const method = request.method ?? 'GET';
    sent.push({ method, path, search: url.searchParams, body });
    const { status = 200, schema, answer } = answerTo({ method, path, search: url.searchParams, body });
    const result = schema.safeParse(answer);
    if (!result.success) faults.push(`${method} ${path}: ${z.prettifyError(result.error)}`);
    const content = options.isEmpty === true && method === 'GET' ? emptied(answer) : answer;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 204 ? undefined : JSON.stringify(content));
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (!url.pathname.startsWith('/api/')) {
      sendFile(url.pathname, response);
      return;
    }
    answerApi(request, url, response).catch((error: unknown) => {
      faults.push(`${request.method} ${url.pathname}: ${String(error)}`);
      response.writeHead(500).end();
    });
  });
  const listen = (at: number) =>
    new Promise<void>((resolve) => server.listen(at, '127.0.0.1', () => resolve()));
  const leave = async (): Promise<void> => {
    const isClosed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    streams.clear();
    await isClosed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    faults,
    setConflicts: (count) => {
      state.conflicts = count;
    },
    push: () => {
      const row = {
        ...data.requestRow(0, state.words, Date.now() + 4000),
        requestId: `req_live_${state.rows.length}`,
        model: 'live-model',
      };
      state.rows.unshift(row);
      for (const stream of streams) stream.write(`event: requests\ndata: ${JSON.stringify([row])}\n\n`);
    },
    tell,
    saveForOthers: (change) => {
      const { own } = data.settings(state.revision, state.own, state.file);
      state.revision += 1;
      state.own = { ...own, ...change };
      tell('revision');
    },
    addKeys: (names) => {
      const [like] = data.keys(state.nowMs, state.words);
      for (const [at, name] of names.entries())
        state.keys.push({ ...z.object(keyShapes.Key.shape).parse(like), id: `key_more${at}`, name });
    },
    breakEvents: (count) => {
      refusals = count;
      for (const stream of streams) stream.end();
      streams.clear();
    },
    endSession: () => {
      hasEnded = true;
      state.isSignedIn = false;
      for (const stream of streams) stream.end();
      streams.clear();
    },
    resumeSession: () => {
      state.isSignedIn = true;
    },
    setRole: (role) => {
      hasFallen = role === 'viewer';
      state.me = { ...state.me, role };
    },
    goAway: leave,
    comeBack: () => listen(port),
    stop: leave,
  };
};
