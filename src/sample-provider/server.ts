import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorReply, jsonReply, type Reply, sendReply } from './answer.ts';
import { decodeBody, readBody } from './body.ts';
import {
  answerTo,
  type ChatRequest,
  completionBody,
  completionEvents,
  parseChatRequest,
} from './completion.ts';
import { embeddingsBody } from './embeddings.ts';
import { badRequest, ProviderError, readScenario, type Scenario } from './scenarios.ts';

const MODELS = ['sample-echo', 'sample-embedding'];
const LAST_BODY_CHARS = 64 * 1024;
const KEEP_ALIVE_MS = 75_000;
/**
 * Connections that wait to be taken. Envoy opens one for each request in flight, and with Node's 511 the rest of a burst
 * would be dropped by the kernel, tried again after 1 and 3 s, and given up at Envoy's 5.
 */
const BACKLOG = 4096;
const CREDENTIAL_HEADERS = new Set([
  'authorization',
  'proxy-authorization',
  'x-gateway-key',
  'api-key',
  'cookie',
]);

export type SampleProvider = Readonly<{
  /** Without a trailing slash and without `/v1`. */
  url: string;
  port: number;
  /** What came in since the start; `chat` counts the refused chat requests too. */
  requests: () => Readonly<{ total: number; chat: number }>;
  /** Breaks off what is in flight. */
  close: () => Promise<void>;
}>;

/** What arrived, for tests; credentials stand there only by their length. */
type LastRequest = Readonly<{
  method: string;
  url: string;
  headers: ReadonlyArray<readonly [string, string]>;
  /** Of the bytes as they arrived. */
  bodySha256: string;
  /** After any Content-Encoding; the first 64 Ki characters. */
  bodyText: string;
}>;

type State = { total: number; chat: number; last: LastRequest | null };

const notFound = ({ method, url }: IncomingMessage): ProviderError =>
  new ProviderError(404, 'invalid_request_error', null, `Invalid URL (${method} ${url})`);

const requireBearer = ({ headers }: IncomingMessage): void => {
  if (/^bearer \S/i.test(headers.authorization ?? '')) return;
  const message = "You didn't provide an API key. Send any, as `Authorization: Bearer …`.";
  throw new ProviderError(401, 'invalid_request_error', null, message);
};

const pairsOf = (raw: readonly string[]): Array<readonly [string, string]> => {
  const pairs: Array<readonly [string, string]> = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    const value = raw[index + 1] ?? '';
    const shown = CREDENTIAL_HEADERS.has(name.toLowerCase()) ? `(${value.length} characters)` : value;
    pairs.push([name, shown]);
  }
  return pairs;
};

const remember = (state: State, request: IncomingMessage, bytes: Buffer, text: string): void => {
  state.last = {
    method: request.method ?? '',
    url: request.url ?? '',
    headers: pairsOf(request.rawHeaders),
    bodySha256: createHash('sha256').update(bytes).digest('hex'),
    bodyText: text.slice(0, LAST_BODY_CHARS),
  };
};

const statusError = (status: number): ProviderError =>
  status === 429
    ? new ProviderError(429, 'requests', 'rate_limit_exceeded', 'Rate limit reached for sample-echo.')
    : new ProviderError(
        status,
        status >= 500 ? 'server_error' : 'invalid_request_error',
        null,
        `Sample ${status}.`,
      );

function* slices(bytes: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const rawReply = (raw: Buffer, scenario: Scenario): Reply => {
  const size = scenario['chunk-chars'];
  return {
    status: scenario.status ?? 200,
    contentType: scenario['content-type'],
    pieces: size === undefined ? [raw] : slices(raw, size),
    length: size === undefined ? raw.length : null,
  };
};

const chatReply = (chat: ChatRequest, scenario: Scenario, sequence: number): Reply => {
  if (scenario.raw !== undefined) return rawReply(scenario.raw, scenario);
  if (scenario.status !== undefined) return errorReply(statusError(scenario.status));
  const answer = answerTo(chat, scenario, sequence, Date.now());
  if (chat.stream !== true) return jsonReply(200, completionBody(answer));
  const includeUsage = chat.stream_options?.include_usage === true;
  return {
    status: 200,
    contentType: 'text/event-stream; charset=utf-8',
    pieces: completionEvents(answer, { includeUsage, chunkChars: scenario['chunk-chars'] }),
    length: null,
  };
};

const chat = async (
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> => {
  state.chat += 1;
  const sequence = state.chat;
  const bytes = await readBody(request);
  const text = await decodeBody(bytes, request.headers['content-encoding']);
  remember(state, request, bytes, text);
  requireBearer(request);
  const parsed = parseChatRequest(text);
  const scenario = readScenario(request.headers, parsed.model);
  if (scenario['delay-ms'] > 0) await sleep(scenario['delay-ms'], undefined, { signal });
  if (scenario.reset === 'before') {
    response.destroy();
    return;
  }
  await sendReply(response, chatReply(parsed, scenario, sequence), scenario, signal);
};

const modelBody = (id: string) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'portcullis' });

const otherReply = async (state: State, request: IncomingMessage, path: string): Promise<Reply> => {
  const route = `${request.method} ${path}`;
  if (route === 'GET /__sample/last') return jsonReply(200, JSON.stringify(state.last));
  if (route === 'GET /__sample/count') return jsonReply(200, JSON.stringify({ chat: state.chat }));
  requireBearer(request);
  if (route === 'GET /v1/models')
    return jsonReply(200, JSON.stringify({ object: 'list', data: MODELS.map(modelBody) }));
  if (route === 'POST /v1/embeddings') {
    const text = await decodeBody(await readBody(request), request.headers['content-encoding']);
    return jsonReply(200, embeddingsBody(text));
  }
  const id = /^GET \/v1\/models\/([^/]+)$/.exec(route)?.[1];
  if (id === undefined) throw notFound(request);
  return jsonReply(200, JSON.stringify(modelBody(decodeModelId(id))));
};

const decodeModelId = (id: string): string => {
  try {
    return decodeURIComponent(id);
  } catch {
    throw badRequest('The model id is not valid percent-encoding.');
  }
};

const answer = async (
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> => {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  if (!path.startsWith('/__sample/')) state.total += 1;
  if (`${request.method} ${path}` === 'POST /v1/chat/completions') {
    await chat(state, request, response, signal);
    return;
  }
  const reply = await otherReply(state, request, path);
  await sendReply(response, reply, readScenario({}, ''), signal);
};

/** The caller's own mistakes are answered; a connection that is gone, or was to be reset, just ends. */
const fail = async (response: ServerResponse, error: unknown, signal: AbortSignal): Promise<void> => {
  if (response.headersSent || response.destroyed || signal.aborted) {
    response.destroy();
    return;
  }
  const shown =
    error instanceof ProviderError
      ? error
      : new ProviderError(500, 'server_error', null, 'The sample provider failed.');
  // What is left of an unread body would be taken for the next request.
  if (!response.req.complete) response.shouldKeepAlive = false;
  await sendReply(response, errorReply(shown), readScenario({}, ''), signal).catch(() => response.destroy());
};

const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/**
 * Starts a provider that answers like OpenAI's API, for trying the gateway without an account and for tests.
 * Any bearer is accepted. What a test may ask of it stands in `scenarios.ts`.
 *
 * @param options Port 0 picks a free one.
 */
export const startSampleProvider = async (
  options: Readonly<{ host: string; port: number }>,
): Promise<SampleProvider> => {
  const state: State = { total: 0, chat: 0, last: null };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    answer(state, request, response, gone.signal).catch((error: unknown) =>
      fail(response, error, gone.signal),
    );
  });
  server.listen({ port: options.port, host: options.host, backlog: BACKLOG });
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  return Object.freeze({
    url: `http://${hostInUrl(options.host)}:${port}`,
    port,
    requests: () => ({ total: state.total, chat: state.chat }),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  });
};
