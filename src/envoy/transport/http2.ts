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
import { parseAddress } from '../../config/address.ts';
import { GatewayError } from '../../errors.ts';
import { HEALTH } from '../health.ts';
import { listenAtSocket } from '../processor-socket.ts';
import { EXT_PROC_METHOD, HEALTH_CHECK_METHOD, HEALTH_WATCH_METHOD } from '../proto.ts';
import { decodeHealthRequest, decodeProcessingRequest } from '../protobuf/decode-request.ts';
import { createReplyEncoder, encodeHealth } from '../protobuf/encode-response.ts';
import { acknowledge } from '../reply.ts';
import { MUTUAL_TLS, type ReloadedCredentials } from '../server-credentials.ts';
import { GRPC_STATUS, GrpcError } from './grpc-status.ts';
import { isGrpc, openCall, refuse } from './http2-call.ts';
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

type Listener = Http2Server | Http2SecureServer;

const listenAt = (
  server: Listener,
  where: { path: string } | { host: string; port: number },
): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, () => {
      server.off('error', reject);
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : 0);
    });
  });

const listen = async (server: Listener, text: string): Promise<number> => {
  const address = parseAddress(text);
  try {
    if (address === null) throw new Error('it is no address');
    if (address.kind === 'tcp') return await listenAt(server, { host: address.host, port: address.port });
    await listenAtSocket(address.path, (draft) => listenAt(server, { path: draft }));
    return 0;
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    const message = `The processor cannot listen on ${text}: ${error instanceof Error ? error.message : String(error)}`;
    throw new GatewayError('CONFIG_INVALID', message, { cause: error, param: 'extProc.address' });
  }
};

type OnStream = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

const processing = ({ open }: TransportDeps, maxMessageBytes: number): OnStream => {
  const encode = createReplyEncoder(Object.values(acknowledge));
  return (stream, headers) =>
    openCall(stream, headers, maxMessageBytes, ({ write, finish, pause, resume }) => {
      const { onMessage, onBroken, onEnd, onCancelled, onClosed } = open({
        metadata: (key) => [headers[key] ?? []].flat(),
        write: (message) => write(encode(message)),
        ...{ pause, resume },
        end: () => finish(GRPC_STATUS.OK),
        fail: (details) => finish(GRPC_STATUS.INTERNAL, details),
      });
      return {
        onMessage: (bytes) => onMessage(decodeProcessingRequest(bytes)),
        onBroken,
        onEnd,
        onClosed: () => {
          onCancelled();
          onClosed();
        },
      };
    });
};

/** Answers one question of the health service with one answer, or with all that come. */
const health =
  ({ health: { statusOf, watch } }: TransportDeps, answers: 'one' | 'all'): OnStream =>
  (stream, headers) =>
    openCall(stream, headers, HEALTH_REQUEST_BYTES, ({ write, finish }) => {
      let unwatch = (): void => undefined;
      const tell = (status: number): void => write({ head: encodeHealth(status), rest: null });
      return {
        onMessage: (bytes) => {
          unwatch();
          const service = decodeHealthRequest(bytes);
          if (answers === 'all') {
            unwatch = watch(service, tell);
            return;
          }
          const status = statusOf(service);
          if (status === HEALTH.SERVICE_UNKNOWN)
            throw new GrpcError(GRPC_STATUS.NOT_FOUND, 'unknown service');
          tell(status);
          finish(GRPC_STATUS.OK);
        },
        onEnd: () => undefined,
        onClosed: () => unwatch(),
      };
    });

/** A health check asks with a service's name. */
const HEALTH_REQUEST_BYTES = 4096;

/**
 * Envoy ends each call with RST_STREAM, and for most codes Node makes an Error of that, with its stack written out. To us it is
 * the end of the call, which 'close' tells, so the stream does not learn the code. What becomes of it is the same.
 */
const RESET_IS_NO_ERROR = { value: constants.NGHTTP2_NO_ERROR } as const;

/** Calls on Node's own HTTP/2, with gRPC's framing and our protobuf. */
export const createHttp2Transport = (
  { address, maxMessageBytes, tls }: TransportOptions,
  deps: TransportDeps,
): Transport => {
  const server = createListener(tls);
  const sockets = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  const methods: ReadonlyMap<string, OnStream> = new Map([
    [EXT_PROC_METHOD, processing(deps, maxMessageBytes)],
    [HEALTH_CHECK_METHOD, health(deps, 'one')],
    [HEALTH_WATCH_METHOD, health(deps, 'all')],
  ]);

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
      if (!isGrpc(stream, headers)) return;
      const encoding = headers['grpc-encoding'] ?? 'identity';
      const method = methods.get(headers[':path'] ?? '');
      if (encoding !== 'identity')
        refuse(stream, new GrpcError(GRPC_STATUS.UNIMPLEMENTED, 'Messages must not be compressed.'));
      else if (method === undefined)
        refuse(stream, new GrpcError(GRPC_STATUS.UNIMPLEMENTED, 'There is no such method here.'));
      else method(stream, headers);
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
