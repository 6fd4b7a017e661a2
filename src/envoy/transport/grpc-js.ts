import { EventEmitter } from 'node:events';
import type { ServerHttp2Session } from 'node:http2';
import type { SecureContextOptions } from 'node:tls';
import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { GatewayError } from '../../errors.ts';
import { HEALTH, type Health } from '../health.ts';
import { listenAtSocket } from '../processor-socket.ts';
import type { ProcessingRequest, ProcessingResponse } from '../proto.ts';
import { MUTUAL_TLS, type ReloadedCredentials } from '../server-credentials.ts';
import { loadServices } from '../services.ts';
import type { Call, Transport, TransportDeps, TransportOptions } from './transport.ts';

type GrpcCall = ServerDuplexStream<ProcessingRequest, ProcessingResponse>;

/**
 * Envoy ends each call with RST_STREAM unless told otherwise, and Node's HTTP/2 server drops a connection that has
 * seen about a thousand of them. grpc-js has no option for it, so they are set on the options that it hands to Node.
 */
const RESET_LIMITS = { streamResetBurst: 10_000_000, streamResetRate: 1_000_000 } as const;

/** Of all bodies on a connection together. */
const CONNECTION_WINDOW_BYTES = 16 * 1024 * 1024;

/**
 * With HTTP/2's 64 KiB for a whole connection a body of that length holds up the headers behind it: they would wait in
 * Envoy, unseen, and be turned away late. grpc-js has an option for it in clients only.
 */
const widenWindows = (server: Server): void => {
  const servers: unknown = Reflect.get(server, 'http2Servers');
  if (!(servers instanceof Map)) return;
  for (const listener of servers.keys()) {
    if (!(listener instanceof EventEmitter)) continue;
    listener.on('session', (session: ServerHttp2Session) =>
      session.setLocalWindowSize(CONNECTION_WINDOW_BYTES),
    );
  }
};

const liftResetLimits = (server: Server): void => {
  const options: unknown = Reflect.get(server, 'commonServerOptions');
  if (typeof options === 'object' && options !== null) Object.assign(options, RESET_LIMITS);
};

const listen = (server: Server, address: string, credentials: ServerCredentials): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => {
      if (error === null) {
        resolve(port);
        return;
      }
      const message = `The processor cannot listen on ${address}: ${error.message}`;
      reject(new GatewayError('CONFIG_INVALID', message, { cause: error, param: 'extProc.address' }));
    });
  });

const bind = async (server: Server, address: string, credentials: ServerCredentials): Promise<number> => {
  if (!address.startsWith('unix:')) return listen(server, address, credentials);
  await listenAtSocket(address.slice('unix:'.length), (draft) =>
    listen(server, `unix:${draft}`, credentials),
  );
  return 0;
};

const toCall = (call: GrpcCall): Call => ({
  metadata: (key) => call.metadata.get(key).map(String),
  write: (message) => call.write(message),
  pause: () => call.pause(),
  resume: () => call.resume(),
  end: () => call.end(),
  fail: (details) => call.emit('error', { code: status.INTERNAL, details }),
});

class MutualTls extends ServerCredentials {
  constructor(context: SecureContextOptions) {
    super(MUTUAL_TLS, context);
  }

  replace(context: SecureContextOptions): void {
    this.updateSecureContextOptions(context);
  }

  override _equals(other: ServerCredentials): boolean {
    return this === other;
  }
}

const credentialsOf = (tls: ReloadedCredentials | null): ServerCredentials => {
  if (tls === null) return ServerCredentials.createInsecure();
  const credentials = new MutualTls(tls.current());
  tls.onChange((pem) => credentials.replace(pem));
  return credentials;
};

type HealthRequest = Readonly<{ service?: string }>;
type HealthResponse = Readonly<{ status: number }>;

const healthHandlers = ({ statusOf, watch }: Health) => ({
  Check: (
    call: ServerUnaryCall<HealthRequest, HealthResponse>,
    callback: sendUnaryData<HealthResponse>,
  ): void => {
    const found = statusOf(call.request.service ?? '');
    if (found === HEALTH.SERVICE_UNKNOWN) callback({ code: status.NOT_FOUND, details: 'unknown service' });
    else callback(null, { status: found });
  },
  Watch: (call: ServerWritableStream<HealthRequest, HealthResponse>): void => {
    call.on(
      'cancelled',
      watch(call.request.service ?? '', (now) => call.write({ status: now })),
    );
  },
});

/** Calls as @grpc/grpc-js carries them, and protobuf as @grpc/proto-loader reads it. */
export const createGrpcJsTransport = (options: TransportOptions, deps: TransportDeps): Transport => {
  const services = loadServices();
  const server = new Server({
    'grpc.max_receive_message_length': options.maxMessageBytes,
    'grpc.max_send_message_length': -1,
    'grpc.enable_channelz': 0,
  });
  liftResetLimits(server);
  server.addService(services.health, healthHandlers(deps.health));
  server.addService(services.extProc, {
    Process: (call: GrpcCall): void => {
      const { onMessage, onEnd, onCancelled, onClosed } = deps.open(toCall(call));
      call.once('close', onClosed);
      call.once('cancelled', onClosed);
      call.once('end', onClosed);
      call.once('error', onClosed);
      call.on('data', onMessage);
      call.on('end', onEnd);
      call.on('cancelled', onCancelled);
      call.on('error', onCancelled);
    },
  });
  return {
    start: async () => {
      const port = await bind(server, options.address, credentialsOf(options.tls));
      widenWindows(server);
      return port;
    },
    stop: (graceMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          server.forceShutdown();
          resolve();
        }, graceMs);
        server.tryShutdown(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
};
