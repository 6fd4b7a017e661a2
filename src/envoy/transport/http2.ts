import { once } from 'node:events';
import {
  constants,
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
  type ServerOptions,
} from 'node:http2';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { MUTUAL_TLS, type ReloadedCredentials } from '../server-credentials.ts';
import { createRoutes } from './grpc-methods.ts';
import { GrpcError } from './grpc-status.ts';
import { openCall, refuse, refuseHttp } from './http2-call.ts';
import { listen } from './listen.ts';
import type { Transport, TransportDeps, TransportOptions } from './transport.ts';

/** Of a body, before Envoy waits for us; a body of usual size is one window. */
const STREAM_WINDOW_BYTES = 1024 * 1024;
/** Of all bodies on a connection together. */
const CONNECTION_WINDOW_BYTES = 16 * 1024 * 1024;

const OPTIONS: ServerOptions = {
  settings: { initialWindowSize: STREAM_WINDOW_BYTES, maxFrameSize: 65_536, enablePush: false },
  // Envoy ends each call with RST_STREAM unless told otherwise, and by default a connection ends after a thousand.
  streamResetBurst: 10_000_000,
  streamResetRate: 1_000_000,
  // Node would refuse calls once the bodies of one connection come to 10 MB together; what a call may take is bounded.
  maxSessionMemory: Number.MAX_SAFE_INTEGER,
};

const createListener = (tls: ReloadedCredentials | null): Http2Server | Http2SecureServer => {
  if (tls === null) return createServer(OPTIONS);
  const server = createSecureServer({ ...OPTIONS, ...MUTUAL_TLS, ...tls.current() });
  tls.onChange((pem) => server.setSecureContext({ ...MUTUAL_TLS, ...pem }));
  return server;
};

/**
 * Envoy ends each call with RST_STREAM, and for most codes Node makes an Error of that, with its stack written out. To us it is
 * the end of the call, which 'close' tells, so the stream does not learn the code. What becomes of it is the same.
 */
const RESET_IS_NO_ERROR = { value: constants.NGHTTP2_NO_ERROR } as const;

/** Calls on Node's own HTTP/2, with gRPC's framing and our protobuf. */
export const createHttp2Transport = (
  { address, maxMessageBytes, maxConnections, tls }: TransportOptions,
  deps: TransportDeps,
): Transport => {
  const server = createListener(tls);
  const sockets = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  const routeOf = createRoutes(deps, maxMessageBytes);
  server.maxConnections = maxConnections;
  server.on('drop', () => deps.onCrowded('new'));

  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('session', (session: ServerHttp2Session) => {
    sessions.add(session);
    session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
    session.once('close', () => sessions.delete(session));
  });
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    Object.defineProperty(stream, 'rstCode', RESET_IS_NO_ERROR);
    // A stream that breaks off ends with 'close', too.
    stream.on('error', () => undefined);
    try {
      const route = routeOf({
        method: headers[':method'],
        path: headers[':path'],
        contentType: headers['content-type'],
        encoding: headers['grpc-encoding']?.toString(),
      });
      if (typeof route === 'number') refuseHttp(stream, route);
      else if (route instanceof GrpcError) refuse(stream, route);
      else openCall(stream, headers, route);
    } catch (error) {
      deps.onError(error);
      // Never a clean close: Envoy would take it for "nothing to do".
      stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    }
  });

  return {
    start: async () => {
      const port = await listen(server, address);
      server.on('error', deps.onError);
      return port;
    },
    stop: async (graceMs) => {
      server.close();
      const closed = Promise.all([...sessions].map((session) => once(session, 'close')));
      // Each connection is told that no more calls are taken, and ends with its last one.
      for (const session of sessions) session.close();
      const timer = new AbortController();
      await Promise.race([
        closed,
        sleep(graceMs, undefined, { signal: timer.signal }).catch(() => undefined),
      ]);
      timer.abort();
      for (const session of sessions) session.destroy();
      // Those, too, who have not yet shown a certificate.
      for (const socket of sockets) socket.destroy();
    },
  };
};
