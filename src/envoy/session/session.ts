import { GatewayError, unreachable } from '../../errors.ts';
import { acknowledge } from '../answer/reply.ts';
import type { ProcessingResponse } from '../proto.ts';
import { reply } from './legs.ts';
import {
  isNumberedByEnvoy,
  onAdmissionAfterAnswer,
  onCancelled,
  onFailed,
  onLocalReply,
} from './out-of-turn.ts';
import { onAdmission, onRequestBody, onRequestScanned } from './request-phase.ts';
import { onResponseBody, onResponseHeaders, onResponseScanned } from './response-phase.ts';
import type { Event, Exchange, State, Step } from './session-types.ts';
import { endUnguarded, onGuarded, onStreamFailed, passUnguarded } from './stream-phase.ts';

export const initialState = (exchange: Exchange): State => ({ phase: 'awaiting-request-headers', exchange });

const ACKNOWLEDGED: Readonly<Partial<Record<Event['type'], ProcessingResponse>>> = {
  'response-body': acknowledge.responseBody,
  'request-trailers': acknowledge.requestTrailers,
  'response-trailers': acknowledge.responseTrailers,
};

const acknowledged = (state: State, event: Event): Step => {
  const message = ACKNOWLEDGED[event.type];
  if (message === undefined) {
    throw new GatewayError('PROTOCOL_VIOLATION', `${event.type} in phase ${state.phase}`);
  }
  return [state, [reply(message)]];
};

/** Results of work that was begun before all was decided; nobody waits for them any more. */
const isLateResult = ({ type }: Event): boolean =>
  type === 'admission' || type === 'request-scanned' || type === 'response-scanned';

/** Trailers decide nothing, unless they are the end of a stream. */
const isIdleTrailers = ({ phase }: State, { type }: Event): boolean =>
  phase !== 'closed' &&
  (type === 'request-trailers' ||
    (type === 'response-trailers' && phase !== 'streaming' && phase !== 'unguarded-stream'));

type BeforeVerdict = Extract<
  State,
  {
    phase:
      | 'awaiting-request-headers'
      | 'admitting'
      | 'admitting-answered'
      | 'awaiting-request-body'
      | 'scanning-request';
  }
>;

/** Where headers of an answer cannot be the provider's. */
const isUnanswered = (state: State): state is Exclude<BeforeVerdict, { phase: 'admitting-answered' }> =>
  state.phase === 'awaiting-request-headers' ||
  state.phase === 'admitting' ||
  state.phase === 'awaiting-request-body' ||
  state.phase === 'scanning-request';

const stepStream = (state: Extract<State, { phase: 'streaming' }>, event: Event): Step | null => {
  switch (event.type) {
    case 'response-body':
      return [state, [{ type: 'guard-stream', bytes: event.bytes, isLast: event.endOfStream }]];
    case 'response-trailers':
      return [
        { ...state, endsWithTrailers: true },
        [{ type: 'guard-stream', bytes: new Uint8Array(), isLast: true }],
      ];
    case 'stream-guarded':
      return onGuarded(state, event.step, event.isLast);
    case 'stream-failed':
      return onStreamFailed(state, event);
    default:
      return null;
  }
};

const stepUnguarded = (state: Extract<State, { phase: 'unguarded-stream' }>, event: Event): Step | null => {
  if (event.type === 'response-body') return passUnguarded(state, event.bytes, event.endOfStream);
  return event.type === 'response-trailers' ? endUnguarded(state, acknowledge.responseTrailers) : null;
};

/** @returns Null where the event has no place in this phase. */
const stepRequest = (state: State, event: Event): Step | null => {
  switch (state.phase) {
    case 'awaiting-request-headers':
      return event.type === 'request-headers'
        ? [
            { phase: 'admitting', exchange: state.exchange, head: event.head },
            [{ type: 'admit', head: event.head }],
          ]
        : null;
    case 'admitting':
      return event.type === 'admission' ? onAdmission(state.exchange, state.head, event.admission) : null;
    case 'admitting-answered':
      return event.type === 'admission' ? onAdmissionAfterAnswer(state, event.admission) : null;
    case 'awaiting-request-body':
      return event.type === 'request-body'
        ? onRequestBody(state.exchange, event.bytes, event.endOfStream)
        : null;
    case 'scanning-request':
      return event.type === 'request-scanned' ? onRequestScanned(state.exchange, event.result) : null;
    default:
      return stepResponse(state, event);
  }
};

const stepResponse = (state: Exclude<State, BeforeVerdict>, event: Event): Step | null => {
  switch (state.phase) {
    case 'awaiting-response-headers':
      if (event.type !== 'response-headers') return null;
      return isNumberedByEnvoy(state.exchange, event.head)
        ? onLocalReply(state, event.head)
        : onResponseHeaders(state.exchange, state.input, event.head);
    case 'awaiting-response-body':
      return event.type === 'response-body'
        ? onResponseBody(state.exchange, state.input, state.answer, event)
        : null;
    case 'scanning-response':
      return event.type === 'response-scanned'
        ? onResponseScanned(state.exchange, state.input, state.answer, event.result)
        : null;
    case 'opening-stream':
      return event.type === 'stream-opened'
        ? [
            {
              phase: 'streaming',
              exchange: state.exchange,
              input: state.input,
              answer: state.answer,
              guard: event.guard,
              endsWithTrailers: false,
            },
            [],
          ]
        : null;
    case 'streaming':
      return stepStream(state, event);
    case 'unguarded-stream':
      return stepUnguarded(state, event);
    case 'decided':
      return isLateResult(event) ? [state, []] : acknowledged(state, event);
    case 'closed':
      // A scan or an admission that ends after its caller has gone.
      return [state, []];
    default:
      return unreachable(state);
  }
};

/**
 * The state machine of one ext_proc call; no I/O.
 *
 * @throws GatewayError `PROTOCOL_VIOLATION` for an event that cannot come in this phase. The call must then end with
 *   an error: a clean close would let the request pass unscanned.
 */
export const step = (state: State, event: Event): Step => {
  if (event.type === 'cancelled') return onCancelled(state);
  if (event.type === 'failed') return onFailed(state, event.error);
  if (isIdleTrailers(state, event)) return acknowledged(state, event);
  if (event.type === 'response-headers' && isUnanswered(state)) return onLocalReply(state, event.head);
  const next = stepRequest(state, event);
  if (next === null) {
    throw new GatewayError('PROTOCOL_VIOLATION', `${event.type} in phase ${state.phase}`);
  }
  return next;
};
