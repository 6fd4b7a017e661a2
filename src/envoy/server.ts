import type { TransportName } from '../config/transport-names.ts';
import { createGate, type GateDeps, type GateLimits } from './begin/gate.ts';
import { createHealth } from './health.ts';
import { createMutualTls, type ServerTls } from './server-credentials.ts';
import type { SessionDeps } from './session/session-deps.ts';
import { runSession } from './session/session-runner.ts';
import type { Transport, TransportDeps, TransportOptions } from './transport/transport.ts';

export type ExtProcDeps = SessionDeps &
  GateDeps &
  Readonly<{
    onStreams: (inFlight: number) => void;
    /** Changed files of `tls` that cannot be used; the ones before stay in use. */
    onCertificateError: (error: unknown) => void;
    /** What goes wrong with no call in particular. */
    onTransportError: (error: unknown) => void;
    onCrowded: TransportDeps['onCrowded'];
    isReady: () => boolean;
  }>;

export type ExtProcOptions = Readonly<{
  /** `host:port`, `[v6]:port` or `unix:/path`. */
  address: string;
  /** What carries the calls. */
  transport: TransportName;
  maxBodyBytes: number;
  maxConnections: number;
  limits: GateLimits;
  /** Null: anybody's calls are taken, unencrypted. */
  tls: ServerTls | null;
}>;

/** Headers, protobuf framing and metadata beside the body in one message. */
const MESSAGE_OVERHEAD_BYTES = 1024 * 1024;

type CreateTransport = (options: TransportOptions, deps: TransportDeps) => Transport;

/** Loaded by need: the library and its reader of protobuf are ten megabytes that ours does without. */
const TRANSPORTS: Readonly<Record<TransportName, () => Promise<CreateTransport>>> = {
  net: async () => (await import('./transport/net/server.ts')).createNetTransport,
  http2: async () => (await import('./transport/http2.ts')).createHttp2Transport,
  'grpc-js': async () => (await import('./transport/grpc-js.ts')).createGrpcJsTransport,
};

/** Counts the calls that are open. `add` counts one more, and gives a function that takes it back once. */
const createCount = (onCount: (open: number) => void) => {
  let open = 0;
  return {
    add: (): (() => void) => {
      open += 1;
      onCount(open);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        open -= 1;
        onCount(open);
      };
    },
    isNone: (): boolean => open === 0,
  };
};

/**
 * The gRPC server that Envoy asks about each request and answer.
 *
 * @throws GatewayError `CONFIG_INVALID` where the files of `options.tls` cannot be used.
 */
export const createExtProcServer = async (options: ExtProcOptions, deps: ExtProcDeps) => {
  const createTransport = await TRANSPORTS[options.transport]();
  const tls =
    options.tls === null ? null : createMutualTls(options.tls, { onError: deps.onCertificateError });
  const gate = createGate(options.limits, deps);
  const calls = createCount(deps.onStreams);
  const health = createHealth(deps.isReady);
  const { start, stop } = createTransport(
    {
      address: options.address,
      maxMessageBytes: options.maxBodyBytes + MESSAGE_OVERHEAD_BYTES,
      maxConnections: options.maxConnections,
      tls,
    },
    {
      open: (call) => ({ ...runSession(call, deps, gate), onClosed: calls.add() }),
      health,
      onError: deps.onTransportError,
      onCrowded: deps.onCrowded,
    },
  );
  return {
    start,
    notifyHealth: health.notify,
    isOverloaded: gate.isOverloaded,
    /** Whether no call is open. */
    isIdle: calls.isNone,
    stop: (graceMs: number): Promise<void> => {
      tls?.close();
      return stop(graceMs).finally(gate.close);
    },
  };
};
