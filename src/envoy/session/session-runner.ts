import { GatewayError } from '../../errors.ts';
import type { Inspector } from '../../inspect.ts';
import type { GuardDeps, StreamGuard } from '../../stream/guard.ts';
import { type AdmissionDeps, admit, type PolicyInForce } from '../begin/admission.ts';
import type { Gate } from '../begin/gate.ts';
import { headerValues } from '../begin/headers.ts';
import { createRequestId } from '../begin/request-id.ts';
import { createStreamPace } from '../begin/stream-pace.ts';
import { BODY_MODE, type HttpHeaders } from '../proto.ts';
import type { ExchangeTrace, Tracer } from '../report/exchange-trace.ts';
import type { Call, CallListener } from '../transport/transport.ts';
import { breakDown } from './out-of-turn.ts';
import { initialState, step } from './session.ts';
import type { Command, Ending, Event, ScanResult, State } from './session-types.ts';
import { streamTrailer } from './stream-phase.ts';
import { type Deeds, pushing, toStreamEvent } from './stream-work.ts';
import { type BodyModes, PHASE_OF, type Phase, toEvent } from './to-event.ts';

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
  /** Null where nobody traces, or Envoy never sent headers. */
  trace: ExchangeTrace | null;
}>;

/** What a session needs of the program around it. */
export type SessionDeps = Readonly<{
  admission: AdmissionDeps;
  /** Asked once for each call, which ends by what it began with. */
  runtime: () => Runtime;
  /** Called once for every request, when all is known of it. */
  onEnding: (ending: Ending, facts: EndingFacts) => void;
  /** Time between a message of Envoy's and our answer to it. */
  onAnswered: (phase: Phase, ms: number) => void;
  /** Null where the operator wants no traces. */
  tracer: Tracer | null;
  /** A fault of our own, or a peer that does not keep to the protocol. */
  onFault: (error: unknown, requestId: string) => void;
  /** Unix time in milliseconds. */
  now: () => number;
  /** Monotonic clock in milliseconds. */
  clock: () => number;
}>;

const TRACEPARENT = 'traceparent';

/** Envoy's own span, where Envoy traces, stands in the metadata of its call; the request's headers are the caller's. */
const beginTrace = (tracer: Tracer, call: Call, headers: HttpHeaders): ExchangeTrace =>
  tracer.begin(call.metadata(TRACEPARENT), () => headerValues(headers, TRACEPARENT));

type OpenCommand = Extract<Command, { type: 'open-stream' }>;

/** Runs one call: turns messages into events, and the commands of the state machine into deeds. */
export const runSession = (call: Call, deps: SessionDeps, gate: Gate): CallListener => {
  const isShed = gate.arrive();
  const requestId = createRequestId(deps.now());
  const runtime = deps.runtime();
  let state: State = initialState({ requestId, receivedAtMs: deps.now() });
  let modes: BodyModes = {};
  let cancellation = { aborted: false };
  let guard: StreamGuard | null = null;
  let holdTimer: NodeJS.Timeout | undefined;
  /** When it ends; what has to leave later is looked at then. */
  let holdTimerMs = Number.POSITIVE_INFINITY;
  let waiting: Readonly<{ phase: Phase; sinceMs: number }> | null = null;
  let addedMs = 0;
  let trace: ExchangeTrace | null = null;
  let hasCome = (): void => undefined;

  const scan = (
    work: () => ReturnType<Inspector['request']>,
    type: 'request-scanned' | 'response-scanned',
    bodyBytes: number,
  ): void => {
    const own = cancellation;
    /** Null while it waits for its turn. */
    let startMs: number | null = null;
    const scanMs = (): number => (startMs === null ? 0 : deps.clock() - startMs);
    const settle = (result: ScanResult): void => {
      if (own.aborted) return;
      if (startMs !== null)
        trace?.noteScan(type === 'request-scanned' ? 'input' : 'output', startMs, bodyBytes);
      dispatch({ type, result });
    };
    const begin = (): ReturnType<typeof work> => {
      startMs = deps.clock();
      return work();
    };
    gate
      .scan(type === 'request-scanned' ? 'input' : 'output', begin, () => own.aborted)
      .then(
        (inspection) => settle({ type: 'scanned', inspection, scanMs: scanMs() }),
        (error: unknown) => {
          if (!(error instanceof GatewayError) && !own.aborted) deps.onFault(error, requestId);
          settle({ type: 'failed', error, scanMs: scanMs() });
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
      deps.onEnding(ending, { addedMs, settings: runtime.settings, trace });
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
    call.fail('portcullis: protocol violation');
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
    const event = toStreamEvent(guard, deeds, isLast);
    if (event.type === 'stream-failed' && !(event.error instanceof GatewayError)) {
      deps.onFault(event.error, requestId);
    }
    dispatch(event);
    wakeForHeld();
  };

  /** A timer for each event of a stream would nearly always be cleared by the next one. */
  const wakeForHeld = (): void => {
    const untilMs = guard?.heldUntilMs() ?? null;
    if (untilMs === null || untilMs >= holdTimerMs) return;
    clearTimeout(holdTimer);
    holdTimerMs = untilMs;
    holdTimer = setTimeout(onHeld, Math.max(1, untilMs - deps.clock()));
    holdTimer.unref();
  };

  const onHeld = (): void => {
    holdTimerMs = Number.POSITIVE_INFINITY;
    const untilMs = guard?.heldUntilMs() ?? null;
    if (untilMs === null) return;
    if (untilMs > deps.clock()) {
      wakeForHeld();
      return;
    }
    // What was held leaves for its own sake, not in answer to a message.
    waiting = null;
    withGuard(({ expire }) => [expire], false);
  };

  const execute = (command: Command): void => {
    switch (command.type) {
      case 'admit':
        admit(command.head, deps.admission, { requestId, inForce: runtime, isShed: isShed() }).then(
          (admission) => {
            dispatch({ type: 'admission', admission });
            if (state.phase === 'awaiting-request-body') hasCome = gate.expect();
          },
          (error: unknown) => {
            deps.onFault(error, requestId);
            dispatch({ type: 'failed', error });
          },
        );
        break;
      case 'scan-request': {
        hasCome();
        const { body, policy } = command;
        const own = cancellation;
        scan(() => runtime.inspector.request(body, policy, own), 'request-scanned', body.bytes.length);
        break;
      }
      case 'scan-response': {
        const { body, policy, asked } = command;
        const own = cancellation;
        scan(
          () => runtime.inspector.response(body, policy, asked, own),
          'response-scanned',
          body.bytes.length,
        );
        break;
      }
      case 'open-stream':
        // From here on the answer comes in pieces, whatever Envoy said at the beginning.
        modes = { ...modes, response_body_mode: BODY_MODE.FULL_DUPLEX_STREAMED };
        guard = openGuard(command);
        trace?.noteStream();
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

  const pace = createStreamPace({
    handle: dispatch,
    isOfStream: (event): event is Extract<Event, { type: 'response-body' }> =>
      event.type === 'response-body' && (state.phase === 'streaming' || state.phase === 'unguarded-stream'),
    pause: call.pause,
    resume: call.resume,
  });

  const cancel = (): void => {
    hasCome();
    pace.drop();
    dispatch({ type: 'cancelled' });
  };

  return {
    onMessage: (message) => {
      try {
        modes = message.protocol_config ?? modes;
        if (deps.tracer !== null && message.request_headers && trace === null) {
          trace = beginTrace(deps.tracer, call, message.request_headers);
        }
        const event = toEvent(message, modes);
        const phase = PHASE_OF[event.type];
        waiting = phase === undefined ? null : { phase, sinceMs: deps.clock() };
        pace.take(event);
      } catch (error) {
        breakOff(error);
      }
    },
    onBroken: breakOff,
    onEnd: () => {
      cancel();
      call.end();
    },
    onCancelled: cancel,
  };
};
