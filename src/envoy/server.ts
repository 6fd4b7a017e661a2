import { chmodSync, renameSync, rmSync } from 'node:fs';
import { Server, ServerCredentials, type ServerDuplexStream, status } from '@grpc/grpc-js';
import { GatewayError } from '../errors.ts';
import type { Inspector } from '../inspect.ts';
import type { GuardDeps, StreamGuard, StreamStep } from '../stream/guard.ts';
import { type AdmissionDeps, admit, type PolicyInForce } from './admission.ts';
import { readRequestHead, readResponseHead } from './headers.ts';
import { createHealth } from './health.ts';
import { breakDown } from './out-of-turn.ts';
import { BODY_MODE, loadServices, type ProcessingRequest, type ProcessingResponse } from './proto.ts';
import { createRequestId } from './request-id.ts';
import { createMutualTls, type ServerTls } from './server-credentials.ts';
import { initialState, step } from './session.ts';
import type { Command, Ending, Event, ScanResult, State } from './session-types.ts';
import { streamTrailer } from './stream-phase.ts';

export type Phase = 'request_headers' | 'request_body' | 'response_headers' | 'response_body';

/** A guard for one streamed answer. */
export type OpenStream = (
  options: Pick<GuardDeps, 'policy' | 'protectedTexts' | 'request' | 'trailer'> &
    Partial<Pick<GuardDeps, 'restorer'>>,
) => StreamGuard;

/** All that requests run by and that may change while the gateway runs. */
export type Runtime = PolicyInForce & Readonly<{ inspector: Inspector; openStream: OpenStream }>;

/** What only the server knows of a request. */
export type EndingFacts = Readonly<{
  /** Time between Envoy's messages and our answers, all together. */
  addedMs: number;
  settings: Runtime['settings'];
}>;

export type ExtProcDeps = Readonly<{
  admission: AdmissionDeps;
  /** Asked once for each call, which ends by what it began with. */
  runtime: () => Runtime;
  /** Called once for every request, when all is known of it. */
  onEnding: (ending: Ending, facts: EndingFacts) => void;
  /** Time between a message of Envoy's and our answer to it. */
  onAnswered: (phase: Phase, ms: number) => void;
  onStreams: (inFlight: number) => void;
  /** A fault of our own, or a peer that does not keep to the protocol. */
  onFault: (error: unknown, requestId: string) => void;
  /** Changed files of `tls` that cannot be used; the ones before stay in use. */
  onCertificateError: (error: unknown) => void;
  isReady: () => boolean;
  /** Unix time in milliseconds. */
  now: () => number;
  /** Monotonic clock in milliseconds. */
  clock: () => number;
}>;

export type ExtProcOptions = Readonly<{
  /** `host:port`, `[v6]:port` or `unix:/path`, as grpc-js takes it. */
  address: string;
  maxBodyBytes: number;
  /** Scans at one time; one more is not begun. */
  maxInFlight: number;
  /** Null: anybody's calls are taken, unencrypted. */
  tls: ServerTls | null;
}>;

/** Headers, protobuf framing and metadata beside the body in one message. */
const MESSAGE_OVERHEAD_BYTES = 1024 * 1024;
/**
 * Envoy ends each call with RST_STREAM unless told otherwise, and Node's HTTP/2 server drops a connection that has
 * seen about a thousand of them. grpc-js has no option for it, so they are set on the options that it hands to Node.
 */
const RESET_LIMITS = { streamResetBurst: 10_000_000, streamResetRate: 1_000_000 } as const;

const liftResetLimits = (server: Server): void => {
  const options: unknown = Reflect.get(server, 'commonServerOptions');
  if (typeof options === 'object' && options !== null) Object.assign(options, RESET_LIMITS);
};

type Call = ServerDuplexStream<ProcessingRequest, ProcessingResponse>;

/** What the first message of a call says about all later ones. */
type BodyModes = NonNullable<ProcessingRequest['protocol_config']>;

/** BUFFERED hands over the whole body in one message; `end_of_stream` is missing from it where trailers follow. */
const isWhole = (endOfStream: boolean | undefined, mode: number | undefined): boolean =>
  endOfStream === true || mode === BODY_MODE.BUFFERED;

export const toEvent = (message: ProcessingRequest, modes: BodyModes = {}): Event => {
  const { request_headers: requestHeaders, response_headers: responseHeaders } = message;
  if (requestHeaders) return { type: 'request-headers', head: readRequestHead(requestHeaders, message) };
  if (responseHeaders) return { type: 'response-headers', head: readResponseHead(responseHeaders) };
  const body = message.request_body ?? message.response_body;
  if (body) {
    return {
      type: message.request_body ? 'request-body' : 'response-body',
      // The last message of a body may carry no bytes at all.
      bytes: body.body ?? Buffer.alloc(0),
      endOfStream: isWhole(
        body.end_of_stream,
        message.request_body ? modes.request_body_mode : modes.response_body_mode,
      ),
    };
  }
  if (message.request_trailers) return { type: 'request-trailers' };
  if (message.response_trailers) return { type: 'response-trailers' };
  throw new GatewayError('PROTOCOL_VIOLATION', 'Envoy sent a message of an unknown kind.');
};

const PHASE_OF: Readonly<Partial<Record<Event['type'], Phase>>> = {
  'request-headers': 'request_headers',
  'request-body': 'request_body',
  'response-headers': 'response_headers',
  'response-body': 'response_body',
};

/** Counts the scans that run at one time, in all sessions together. */
const createGate = (maxInFlight: number) => {
  let inFlight = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inFlight >= maxInFlight) throw new GatewayError('OVERLOADED', 'Too many requests are being scanned.');
    inFlight += 1;
    try {
      return await work();
    } finally {
      inFlight -= 1;
    }
  };
};

type OpenCommand = Extract<Command, { type: 'open-stream' }>;

/** What is asked of a guard in answer to one message, in order. */
type Deeds = (guard: StreamGuard) => readonly (() => StreamStep)[];

/** Has a guard do its work. What it gave out before it failed is the first of the rest. */
export const toStreamEvent = (
  guard: StreamGuard,
  deeds: Deeds,
  isLast: boolean,
): Extract<Event, { type: 'stream-guarded' | 'stream-failed' }> => {
  const released: Buffer[] = [];
  let threat: StreamStep['threat'] = null;
  try {
    for (const deed of deeds(guard)) {
      const made = deed();
      released.push(made.release);
      threat = made.threat;
      if (threat !== null) break;
    }
  } catch (error) {
    return { type: 'stream-failed', error, rest: Buffer.concat([...released, guard.abandon()]), isLast };
  }
  return { type: 'stream-guarded', step: { release: Buffer.concat(released), threat }, isLast };
};

/** The provider's next bytes and, after the last of them, the end. */
export const pushing =
  (bytes: Uint8Array, isLast: boolean): Deeds =>
  (guard) => [() => guard.push(bytes), ...(isLast ? [guard.end] : [])];

/** Runs one call: turns messages into events, and the commands of the state machine into deeds. */
const runSession = (call: Call, deps: ExtProcDeps, gate: ReturnType<typeof createGate>): void => {
  const requestId = createRequestId(deps.now());
  const runtime = deps.runtime();
  let state: State = initialState({ requestId, receivedAtMs: deps.now() });
  let modes: BodyModes = {};
  let cancellation = { aborted: false };
  let guard: StreamGuard | null = null;
  let holdTimer: NodeJS.Timeout | undefined;
  let waiting: Readonly<{ phase: Phase; sinceMs: number }> | null = null;
  let addedMs = 0;

  const scan = (
    work: () => ReturnType<Inspector['request']>,
    type: 'request-scanned' | 'response-scanned',
  ): void => {
    const own = cancellation;
    const startMs = deps.clock();
    const settle = (result: ScanResult): void => {
      if (!own.aborted) dispatch({ type, result });
    };
    gate(work).then(
      (inspection) => settle({ type: 'scanned', inspection, scanMs: deps.clock() - startMs }),
      (error: unknown) => {
        if (!(error instanceof GatewayError) && !own.aborted) deps.onFault(error, requestId);
        settle({ type: 'failed', error, scanMs: deps.clock() - startMs });
      },
    );
  };

  const answered = (): void => {
    if (waiting === null) return;
    const ms = deps.clock() - waiting.sinceMs;
    addedMs += ms;
    deps.onAnswered(waiting.phase, ms);
    waiting = null;
  };

  /** The caller has its answer by now: what breaks here must not break that. */
  const end = (ending: Ending): void => {
    try {
      deps.onEnding(ending, { addedMs, settings: runtime.settings });
    } catch (error) {
      deps.onFault(error, requestId);
    }
  };

  /** Never a clean close: Envoy would take it for "nothing to do" and let the request pass unscanned. */
  const breakOff = (error: unknown): void => {
    deps.onFault(error, requestId);
    cancellation.aborted = true;
    const [next, commands] = breakDown(state);
    state = next;
    for (const command of commands) execute(command);
    call.emit('error', { code: status.INTERNAL, details: 'portcullis: protocol violation' });
  };

  const openGuard = ({ policy, asked, wantsStatus }: OpenCommand): StreamGuard =>
    runtime.openStream({
      policy,
      ...asked,
      trailer: wantsStatus
        ? () => (state.phase === 'streaming' ? streamTrailer(state) : Buffer.alloc(0))
        : null,
    });

  /** Runs the guard, and sees to it that nothing is held for longer than it may. */
  const withGuard = (deeds: Deeds, isLast: boolean): void => {
    if (guard === null) return;
    clearTimeout(holdTimer);
    const event = toStreamEvent(guard, deeds, isLast);
    if (event.type === 'stream-failed' && !(event.error instanceof GatewayError)) {
      deps.onFault(event.error, requestId);
    }
    dispatch(event);
    const untilMs = guard?.heldUntilMs() ?? null;
    if (untilMs === null) return;
    holdTimer = setTimeout(
      () => {
        // What was held leaves for its own sake, not in answer to a message.
        waiting = null;
        withGuard(({ expire }) => [expire], false);
      },
      Math.max(1, untilMs - deps.clock()),
    );
    holdTimer.unref();
  };

  const execute = (command: Command): void => {
    switch (command.type) {
      case 'admit':
        admit(command.head, deps.admission, { requestId, inForce: runtime }).then(
          (admission) => dispatch({ type: 'admission', admission }),
          (error: unknown) => {
            deps.onFault(error, requestId);
            dispatch({ type: 'failed', error });
          },
        );
        break;
      case 'scan-request': {
        const { body, policy } = command;
        const own = cancellation;
        scan(() => runtime.inspector.request(body, policy, own), 'request-scanned');
        break;
      }
      case 'scan-response': {
        const { body, policy, asked } = command;
        const own = cancellation;
        scan(() => runtime.inspector.response(body, policy, asked, own), 'response-scanned');
        break;
      }
      case 'open-stream':
        // From here on the answer comes in pieces, whatever Envoy said at the beginning.
        modes = { ...modes, response_body_mode: BODY_MODE.FULL_DUPLEX_STREAMED };
        guard = openGuard(command);
        dispatch({ type: 'stream-opened', guard });
        break;
      case 'guard-stream':
        withGuard(pushing(command.bytes, command.isLast), command.isLast);
        break;
      case 'close-stream':
        clearTimeout(holdTimer);
        guard?.close();
        guard = null;
        break;
      case 'cancel-scan':
        cancellation.aborted = true;
        cancellation = { aborted: false };
        break;
      case 'reply':
        call.write(command.message);
        answered();
        break;
      case 'record':
        end(command.ending);
        break;
      default:
        command satisfies never;
    }
  };

  const dispatch = (event: Event): void => {
    try {
      const [next, commands] = step(state, event);
      state = next;
      for (const command of commands) execute(command);
    } catch (error) {
      breakOff(error);
    }
  };

  call.on('data', (message: ProcessingRequest) => {
    try {
      modes = message.protocol_config ?? modes;
      const event = toEvent(message, modes);
      const phase = PHASE_OF[event.type];
      waiting = phase === undefined ? null : { phase, sinceMs: deps.clock() };
      dispatch(event);
    } catch (error) {
      breakOff(error);
    }
  });
  call.on('end', () => {
    dispatch({ type: 'cancelled' });
    call.end();
  });
  call.on('cancelled', () => dispatch({ type: 'cancelled' }));
  call.on('error', () => dispatch({ type: 'cancelled' }));
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

/**
 * A socket is made under another name and moved into its place: that replaces what a killed process left behind, and
 * a process that is being rolled out can end without taking its successor's socket away, since Node removes the file
 * that it made.
 */
const bind = async (server: Server, address: string, credentials: ServerCredentials): Promise<number> => {
  if (!address.startsWith('unix:')) return listen(server, address, credentials);
  const path = address.slice('unix:'.length);
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  await listen(server, `unix:${draft}`, credentials);
  chmodSync(draft, 0o660);
  renameSync(draft, path);
  return 0;
};

/**
 * The gRPC server that Envoy asks about each request and answer.
 *
 * @throws GatewayError `CONFIG_INVALID` where the files of `options.tls` cannot be used.
 */
export const createExtProcServer = (options: ExtProcOptions, deps: ExtProcDeps) => {
  const services = loadServices();
  const server = new Server({
    'grpc.max_receive_message_length': options.maxBodyBytes + MESSAGE_OVERHEAD_BYTES,
    'grpc.max_send_message_length': -1,
    'grpc.enable_channelz': 0,
  });
  liftResetLimits(server);
  const tls =
    options.tls === null ? null : createMutualTls(options.tls, { onError: deps.onCertificateError });
  const health = createHealth(deps.isReady);
  const gate = createGate(options.maxInFlight);
  let streams = 0;
  server.addService(services.health, health.handlers);
  server.addService(services.extProc, {
    Process: (call: Call): void => {
      streams += 1;
      deps.onStreams(streams);
      let isOpen = true;
      const leave = (): void => {
        if (!isOpen) return;
        isOpen = false;
        streams -= 1;
        deps.onStreams(streams);
      };
      call.once('close', leave);
      call.once('cancelled', leave);
      call.once('end', leave);
      call.once('error', leave);
      runSession(call, deps, gate);
    },
  });
  return {
    /** @returns The port bound; 0 for a Unix socket. */
    start: (): Promise<number> =>
      bind(server, options.address, tls?.credentials ?? ServerCredentials.createInsecure()),
    notifyHealth: health.notify,
    inFlight: (): number => streams,
    /** Takes no new calls and waits for those that run, at most `graceMs`. */
    stop: (graceMs: number): Promise<void> =>
      new Promise((resolve) => {
        tls?.close();
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
