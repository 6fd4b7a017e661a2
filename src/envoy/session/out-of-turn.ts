import { GatewayError, unreachable } from '../../errors.ts';
import type { Policy } from '../../policy/decide.ts';
import { finishAtResponseHeaders, type GatewayHeaders } from '../answer/reply.ts';
import type { Admitted, Refused } from '../begin/admission.ts';
import type { RequestHead, ResponseHead } from '../begin/headers.ts';
import {
  endingOf,
  gatewayHeaders,
  leg,
  NOT_REACHED,
  PASSED_THROUGH,
  record,
  reply,
  unjudged,
} from './legs.ts';
import { onRequestScanned, refuse } from './request-phase.ts';
import { onResponseScanned } from './response-phase.ts';
import {
  CLOSED,
  DECIDED,
  type Ending,
  type Exchange,
  type OpenExchange,
  type State,
  type Step,
} from './session-types.ts';
import { endStream } from './stream-phase.ts';

/** As `local-replies.ts` has Envoy make it; whatever else stands there is nobody's id. */
const ENVOYS_ID = /^req_[0-9A-Za-z-]{8,64}$/;

const UNKNOWN = { head: null, keyId: null, policy: null } as const;

/** What is known of a request that Envoy answers by itself. */
type Known = Readonly<{
  exchange: Exchange | OpenExchange;
  head: RequestHead | null;
  keyId: string | null;
  policy: Policy | null;
}>;

/** Envoy wrote an id into the body already where it knew none of ours. */
const idInAnswer = ({ requestId }: Exchange, { gatewayRequestId }: ResponseHead): string =>
  gatewayRequestId !== null && ENVOYS_ID.test(gatewayRequestId) ? gatewayRequestId : requestId;

/**
 * Whether Envoy answered before it read that the path is let by. A provider may write the same, since it is told the
 * number; what is let by is not scanned in any case.
 */
export const isNumberedByEnvoy = ({ admission, head }: OpenExchange, answer: ResponseHead): boolean =>
  admission.route === 'pass-through' &&
  head.envoyRequestId !== null &&
  answer.status >= 400 &&
  answer.gatewayRequestId === `req_${head.envoyRequestId}`;

const answeredByEnvoy = ({ exchange, ...known }: Known, head: ResponseHead): Step => {
  const requestId = idInAnswer(exchange, head);
  const open = 'admission' in exchange ? { ...exchange, requestId } : null;
  const input =
    open?.admission.route === 'pass-through'
      ? PASSED_THROUGH
      : leg('error', unjudged(head.status === 413 ? 'too_long' : 'scan_error'));
  const headers: GatewayHeaders =
    open === null
      ? { requestId, scan: null, detection: null, unjudged: null, keepsRequestId: false }
      : gatewayHeaders(open, input, NOT_REACHED, false);
  const rest = {
    httpStatus: head.status,
    errorCode: head.status === 413 ? 'request_too_large' : 'local_reply',
    outcome: head.status < 500 ? 'refused' : 'error',
  } as const;
  const ending: Ending =
    open === null
      ? {
          ...known,
          exchange: { requestId, receivedAtMs: exchange.receivedAtMs },
          route: null,
          input: NOT_REACHED,
          output: NOT_REACHED,
          ...rest,
        }
      : endingOf(open, input, NOT_REACHED, rest);
  return [
    DECIDED,
    [{ type: 'cancel-scan' }, reply(finishAtResponseHeaders(headers, head.spoofed, null)), record(ending)],
  ];
};

/**
 * An answer before its request was judged is one of Envoy's own: 413, 408, 504, or a filter before us. The caller
 * gets it with our id, and the record says that nothing was scanned. Where the request is just being admitted the
 * answer waits for that: whose request it is, and by which policy, is not known before.
 */
export const onLocalReply = (state: Extract<State, { exchange: Exchange }>, head: ResponseHead): Step => {
  if (state.phase === 'admitting') return [{ ...state, phase: 'admitting-answered', answer: head }, []];
  return answeredByEnvoy({ exchange: state.exchange, ...UNKNOWN }, head);
};

type AnsweredEarly = Extract<State, { phase: 'admitting-answered' }>;

/** A refusal comes too late to be sent: the caller has Envoy's answer. */
export const onAdmissionAfterAnswer = (
  { exchange, head, answer }: AnsweredEarly,
  admission: Admitted | Refused,
): Step => {
  if (admission.type === 'refused') {
    const { keyId, policy } = admission;
    return answeredByEnvoy({ exchange, head, keyId, policy }, answer);
  }
  return answeredByEnvoy({ exchange: { ...exchange, head, admission }, ...UNKNOWN }, answer);
};

/** The caller went away, or Envoy gave up on us, before all was decided. */
export const onCancelled = (state: State): Step => {
  if (state.phase === 'streaming') state.guard.breakOff();
  return endWhereItStands(state);
};

/** Looks at nothing anew. */
const endWhereItStands = (state: State): Step => {
  const gone = { httpStatus: null, errorCode: 'client_closed_request' } as const;
  switch (state.phase) {
    case 'decided':
    case 'closed':
    case 'awaiting-request-headers':
      return [CLOSED, []];
    case 'admitting':
    case 'admitting-answered':
      return [
        CLOSED,
        [
          record({
            exchange: state.exchange,
            head: state.head,
            keyId: null,
            policy: null,
            route: null,
            outcome: 'error',
            input: NOT_REACHED,
            output: NOT_REACHED,
            ...gone,
          }),
        ],
      ];
    case 'awaiting-request-body':
    case 'scanning-request':
      return [
        CLOSED,
        [
          { type: 'cancel-scan' },
          record(endingOf(state.exchange, NOT_REACHED, NOT_REACHED, { ...gone, outcome: 'error' })),
        ],
      ];
    case 'streaming':
    case 'unguarded-stream':
      return endStream(state);
    case 'awaiting-response-headers':
      return [
        CLOSED,
        [{ type: 'cancel-scan' }, record(endingOf(state.exchange, state.input, NOT_REACHED, gone))],
      ];
    case 'awaiting-response-body':
    case 'scanning-response':
    case 'opening-stream': {
      // The caller may have left, the provider may have broken off, or the answer was larger than Envoy takes: it does not say.
      const interrupted = { ...gone, errorCode: 'answer_interrupted' };
      return [
        CLOSED,
        [{ type: 'cancel-scan' }, record(endingOf(state.exchange, state.input, NOT_REACHED, interrupted))],
      ];
    }
    default:
      return unreachable(state);
  }
};

/**
 * The call is about to end with an error, and Envoy fails closed for it: what has no record yet gets one. A stream is not judged once more,
 * since that may be what broke.
 *
 * @returns Records and cancellations only, never a reply.
 */
export const breakDown = (state: State): Step => {
  const [next, commands] = endWhereItStands(state);
  const failure = { code: 'PROTOCOL_VIOLATION', effect: 'closed' } as const;
  return [
    next,
    commands.map((command) =>
      command.type === 'record'
        ? record({
            ...command.ending,
            outcome: 'error',
            errorCode: 'protocol_violation',
            // Whichever direction was under way did not get its verdict.
            ...(command.ending.input.status === 'none'
              ? { input: leg('error', { ...unjudged('scan_error'), failure }) }
              : { output: leg('error', { ...unjudged('scan_error'), failure }) }),
          })
        : command,
    ),
  ];
};

/** Something of ours broke: whoever waits for a reply gets one that keeps to the policy. */
export const onFailed = (state: State, error: unknown): Step => {
  const result = { type: 'failed', error, scanMs: 0 } as const;
  switch (state.phase) {
    case 'admitting': {
      const unavailable = new GatewayError('SCAN_UNAVAILABLE', 'The key could not be checked.', {
        cause: error,
      });
      return refuse(state.exchange, state.head, {
        type: 'refused',
        error: unavailable,
        keyId: null,
        policy: null,
      });
    }
    case 'admitting-answered':
      return answeredByEnvoy({ ...UNKNOWN, exchange: state.exchange, head: state.head }, state.answer);
    case 'scanning-request':
      return onRequestScanned(state.exchange, result);
    case 'scanning-response':
      return onResponseScanned(state.exchange, state.input, state.answer, result);
    case 'awaiting-request-headers':
    case 'awaiting-request-body':
    case 'awaiting-response-headers':
    case 'awaiting-response-body':
    case 'opening-stream':
    case 'streaming':
    case 'unguarded-stream':
      throw new GatewayError('PROTOCOL_VIOLATION', `failed in phase ${state.phase}`, { cause: error });
    case 'decided':
    case 'closed':
      // Nobody waits any more.
      return [state, []];
    default:
      return unreachable(state);
  }
};
