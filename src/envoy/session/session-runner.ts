import { admit } from '../begin/admission.ts';
import type { Gate } from '../begin/gate.ts';
import { headerValues } from '../begin/headers.ts';
import { createRequestId } from '../begin/request-id.ts';
import { createStreamPace } from '../begin/stream-pace.ts';
import { BODY_MODE, type HttpHeaders, type ProcessingRequest } from '../proto.ts';
import type { ExchangeTrace, Tracer } from '../report/exchange-trace.ts';
import type { Call, CallListener } from '../transport/transport.ts';
import { createAnswerTimes } from './answer-times.ts';
import { breakDown } from './out-of-turn.ts';
import { createRunningScan } from './running-scan.ts';
import { createRunningStream, type RunningStream } from './running-stream.ts';
import { initialState, step } from './session.ts';
import type { SessionDeps } from './session-deps.ts';
import type { Command, Ending, Event, State } from './session-types.ts';
import { streamTrailer } from './stream-phase.ts';
import { pushing } from './stream-work.ts';
import { type BodyModes, PHASE_OF, toEvent } from './to-event.ts';

type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>;

const TRACEPARENT = 'traceparent';

/** Envoy's own span, where Envoy traces, stands in the metadata of its call; the request's headers are the caller's. */
const beginTrace = (tracer: Tracer, call: Call, headers: HttpHeaders): ExchangeTrace =>
  tracer.begin(call.metadata(TRACEPARENT), () => headerValues(headers, TRACEPARENT));

/** Runs one call: turns messages into events, and the commands of the state machine into deeds. */
export const runSession = (call: Call, deps: SessionDeps, gate: Gate): CallListener => {
  const isShed = gate.arrive();
  const requestId = createRequestId(deps.now());
  const runtime = deps.runtime();
  let state: State = initialState({ requestId, receivedAtMs: deps.now() });
  let modes: BodyModes = {};
  let trace: ExchangeTrace | null = null;
  let stream: RunningStream | null = null;
  let hasCome = (): void => undefined;

  const onFault = (error: unknown): void => deps.onFault(error, requestId);
  const times = createAnswerTimes(deps);
  const scan = createRunningScan({
    gate,
    clock: deps.clock,
    onFault,
    onTime: (direction, startMs, bodyBytes) => trace?.noteScan(direction, startMs, bodyBytes),
    onResult: (direction, result) =>
      dispatch({ type: direction === 'input' ? 'request-scanned' : 'response-scanned', result }),
  });

  const dispatch = (event: Event): void => {
    try {
      const [next, commands] = step(state, event);
      state = next;
      for (const command of commands) execute(command);
    } catch (error) {
      breakOff(error);
    }
  };

  /** Never a clean close: Envoy would take it for "nothing to do" and let the request pass unscanned. */
  const breakOff = (error: unknown): void => {
    onFault(error);
    scan.end();
    const [next, commands] = breakDown(state);
    state = next;
    for (const command of commands) execute(command);
    call.fail('portcullis: protocol violation');
  };

  const execute = (command: Command): void => {
    switch (command.type) {
      case 'admit':
        decideAdmission(command);
        break;
      case 'scan-request': {
        hasCome();
        const { body, policy } = command;
        scan.run('input', body.bytes.length, (own) => runtime.inspector.request(body, policy, own));
        break;
      }
      case 'scan-response': {
        const { body, policy, asked } = command;
        scan.run('output', body.bytes.length, (own) => runtime.inspector.response(body, policy, asked, own));
        break;
      }
      case 'cancel-scan':
        scan.cancel();
        break;
      case 'open-stream':
        openStream(command);
        break;
      case 'guard-stream':
        stream?.run(pushing(command.bytes, command.isLast), command.isLast);
        break;
      case 'close-stream':
        stream?.close();
        stream = null;
        break;
      case 'reply':
        call.write(command.message);
        times.end();
        break;
      case 'record':
        end(command.ending);
        break;
      default:
        command satisfies never;
    }
  };

  const decideAdmission = ({ head }: CommandOf<'admit'>): void => {
    admit(head, deps.admission, { requestId, inForce: runtime, isShed: isShed() }).then(
      (admission) => {
        dispatch({ type: 'admission', admission });
        if (state.phase === 'awaiting-request-body') hasCome = gate.expect();
      },
      (error: unknown) => {
        onFault(error);
        dispatch({ type: 'failed', error });
      },
    );
  };

  const openStream = ({ policy, asked, wantsStatus }: CommandOf<'open-stream'>): void => {
    // From here on the answer comes in pieces, whatever Envoy said at the beginning.
    modes = { ...modes, response_body_mode: BODY_MODE.FULL_DUPLEX_STREAMED };
    const guard = runtime.openStream({
      policy,
      ...asked,
      trailer: wantsStatus
        ? () => (state.phase === 'streaming' ? streamTrailer(state) : Buffer.alloc(0))
        : null,
    });
    stream = createRunningStream(guard, {
      clock: deps.clock,
      onFault,
      onExpire: times.drop,
      onEvent: dispatch,
    });
    trace?.noteStream();
    dispatch({ type: 'stream-opened', guard });
  };

  /** The caller has its answer by now: what breaks here must not break that. */
  const end = (ending: Ending): void => {
    try {
      deps.onEnding(ending, { addedMs: times.totalMs(), settings: runtime.settings, trace });
    } catch (error) {
      onFault(error);
    }
  };

  const pace = createStreamPace({
    handle: dispatch,
    isOfStream: (event): event is Extract<Event, { type: 'response-body' }> =>
      event.type === 'response-body' && (state.phase === 'streaming' || state.phase === 'unguarded-stream'),
    pause: call.pause,
    resume: call.resume,
  });

  const take = (message: ProcessingRequest): void => {
    modes = message.protocol_config ?? modes;
    if (deps.tracer !== null && message.request_headers && trace === null) {
      trace = beginTrace(deps.tracer, call, message.request_headers);
    }
    const event = toEvent(message, modes);
    times.begin(PHASE_OF[event.type]);
    pace.take(event);
  };

  const cancel = (): void => {
    hasCome();
    pace.drop();
    dispatch({ type: 'cancelled' });
  };

  return {
    onMessage: (message) => {
      try {
        take(message);
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
