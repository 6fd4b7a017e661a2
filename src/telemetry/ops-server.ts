import { once } from 'node:events';
import { lstat, unlink } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { createServer } from '../platform/http.ts';
import { answerUnreadableInJson, NO_HOST, refusesManyHosts } from '../platform/unreadable.ts';

export type OpsAddress = Readonly<{ host: string; port: number }> | Readonly<{ path: string }>;

/** Whether requests may be sent here, and if not, why not, in words for an operator. */
type Readiness = Readonly<{
  ready: boolean;
  reasons: readonly string[];
  /**
   * Told, but no reason to say no: whoever takes an overloaded gateway out of service gives its load to the others, one
   * after the other.
   */
  overloaded: boolean;
}>;

export type OpsDeps = Readonly<{
  metrics: Readonly<{ render: () => Promise<Readonly<{ contentType: string; text: string }>> }>;
  isLive: () => boolean;
  isReady: () => Readiness;
}>;

export type OpsServer = Readonly<{
  /** `http://host:port` with the port in use, or `unix:/path`. */
  url: string;
  close: () => Promise<void>;
}>;

type Answer = Readonly<{ status: number; contentType: string; body: string; allow?: string }>;

const LIMITS = {
  maxHeaderSize: 8192,
  headersTimeout: 5000,
  requestTimeout: 5000,
  keepAliveTimeout: 75_000,
  requireHostHeader: false,
};
const MAX_CONNECTIONS = 128;

const json = (status: number, value: unknown): Answer => ({
  status,
  contentType: 'application/json',
  body: `${JSON.stringify(value)}\n`,
});

const failure = (status: number, code: string, message: string): Answer =>
  json(status, { error: { type: 'invalid_request_error', code, message } });

const answerTo = async (request: IncomingMessage, deps: OpsDeps): Promise<Answer> => {
  const { method, url, headers, httpVersion } = request;
  if (headers.host === undefined && httpVersion === '1.1')
    return failure(NO_HOST.status, NO_HOST.code, NO_HOST.message);
  if (method !== 'GET' && method !== 'HEAD') {
    return { ...failure(405, 'method_not_allowed', 'Only GET and HEAD.'), allow: 'GET, HEAD' };
  }
  switch ((url ?? '/').split('?', 1)[0]) {
    case '/metrics': {
      const { contentType, text } = await deps.metrics.render();
      return { status: 200, contentType, body: text };
    }
    case '/livez': {
      const live = deps.isLive();
      return json(live ? 200 : 503, { live });
    }
    case '/readyz': {
      const readiness = deps.isReady();
      return json(readiness.ready ? 200 : 503, readiness);
    }
    default:
      return failure(404, 'unknown_path', 'Known paths: /metrics, /livez, /readyz.');
  }
};

const send = (response: ServerResponse, answer: Answer): void => {
  response.writeHead(answer.status, {
    'content-type': answer.contentType,
    'content-length': Buffer.byteLength(answer.body),
    'cache-control': 'no-store',
    ...(answer.allow === undefined ? {} : { allow: answer.allow }),
  });
  response.end(response.req.method === 'HEAD' ? undefined : answer.body);
};

const listen = async (server: Server, address: OpsAddress): Promise<void> => {
  server.listen(address);
  await once(server, 'listening');
};

const isAbandonedSocket = async (path: string): Promise<boolean> => {
  if (!(await lstat(path)).isSocket()) return false;
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });
};

const isInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** A socket file outlives a killed process; one that nobody answers on is in the way and is removed. */
const listenInPlaceOfTheDead = async (server: Server, address: OpsAddress): Promise<void> => {
  try {
    await listen(server, address);
  } catch (error) {
    if (!('path' in address) || !isInUse(error) || !(await isAbandonedSocket(address.path))) throw error;
    await unlink(address.path);
    await listen(server, address);
  }
};

const urlOf = (server: Server): string => {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') return `unix:${bound}`;
  return `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
};

/**
 * Serves `/metrics`, `/livez` and `/readyz`. It knows nothing of requests and holds no secret, but belongs on an
 * address that callers cannot reach.
 *
 * @param options Port 0 picks a free one.
 */
export const startOpsServer = async (
  options: Readonly<{ address: OpsAddress }>,
  deps: OpsDeps,
): Promise<OpsServer> => {
  const server = createServer(LIMITS, (request, response) => {
    if (refusesManyHosts(request, response)) return;
    answerTo(request, deps)
      .catch(() => failure(500, 'internal_error', 'The answer could not be made.'))
      .then((answer) => send(response, answer))
      .catch(() => response.destroy());
  });
  answerUnreadableInJson(server);
  server.maxConnections = MAX_CONNECTIONS;
  await listenInPlaceOfTheDead(server, options.address);
  // A connection that the system has nothing left for is lost, and whoever asked sees it; an error that nobody hears would end all traffic.
  server.on('error', () => undefined);
  return Object.freeze({
    url: urlOf(server),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  });
};
