import { GatewayError } from '../../errors.ts';
import type { StreamGuard, StreamStep } from '../../stream/guard.ts';
import { blockReply, errorReply, toDetection } from '../answer/error-body.ts';
import { acknowledge, DIGESTS, finishAtResponseHeaders, MODES, streamBody } from '../answer/reply.ts';
import type { ResponseHead } from '../begin/headers.ts';
import type { ProcessingResponse } from '../proto.ts';
import {
  askedFor,
  endingOf,
  failedLeg,
  gatewayHeaders,
  leg,
  passesUnscanned,
  record,
  reply,
  scannedLeg,
  scanTimeMs,
  toldStatus,
  toldUnjudged,
} from './legs.ts';
import { CLOSED, type Event, type Leg, type OpenExchange, type State, type Step } from './session-types.ts';
import { cutEvents, noteChunk, type StreamNote } from './stream-end.ts';

type Streaming = Extract<State, { phase: 'streaming' }>;

/** The headers leave before the answer has been judged, and say so. */
export const onStreamHeaders = (exchange: OpenExchange, input: Leg, head: ResponseHead): Step => {
  const headers = gatewayHeaders(exchange, input, leg('streaming'), head.hasRequestId);
  const { policy, wantsStreamStatus } = exchange.admission;
  // Whether anything will be taken out is not known yet.
  const removed = policy.mode === 'shadow' ? head.spoofed : [...head.spoofed, ...DIGESTS];
  return [
    { phase: 'opening-stream', exchange, input, answer: head },
    [
      {
        type: 'open-stream',
        policy,
        wantsStatus: wantsStreamStatus,
        asked: askedFor(input, policy),
      },
      reply(finishAtResponseHeaders(headers, removed, MODES.stream)),
    ],
  ];
};

const outputOf = (guard: StreamGuard): Leg => {
  const { inspection, scanMs } = guard.summary();
  return scannedLeg(inspection, scanMs);
};

const noteOf = ({ exchange, input }: Streaming, output: Leg): StreamNote => {
  const timeMs = scanTimeMs(input, output);
  const threat = output.inspection?.verdict.threat ?? null;
  const unjudged = toldUnjudged(exchange.admission.policy, input, output);
  const isTold = threat !== null && exchange.admission.policy.mode !== 'shadow';
  return {
    request_id: exchange.requestId,
    input_status: toldStatus(input),
    output_status: toldStatus(output),
    scan_time_ms: timeMs,
    ...(unjudged === null ? {} : { unjudged }),
    ...(isTold ? { detection: toDetection(threat, exchange.requestId, timeMs) } : {}),
  };
};

/** The chunk that tells a stream's status to a caller that asks for it. */
export const streamTrailer = (state: Streaming): Buffer =>
  noteChunk(state.guard.identity(), noteOf(state, outputOf(state.guard)));

const end = (state: Streaming, output: Leg, errorCode: string | null) =>
  record(endingOf(state.exchange, state.input, output, { httpStatus: state.answer.status, errorCode }));

/** What the guard made of a piece of the stream. */
export const onGuarded = (state: Streaming, { release, threat }: StreamStep, isLast: boolean): Step => {
  if (threat !== null) {
    const output: Leg = { ...outputOf(state.guard), status: 'blocked' };
    const timeMs = scanTimeMs(state.input, output);
    const blocked = blockReply(threat, state.exchange.requestId, timeMs);
    const isSilent = state.exchange.admission.streamOnBlock === 'content_filter';
    const cut = cutEvents(state.guard.identity(), noteOf(state, output), isSilent ? null : blocked);
    return [
      CLOSED,
      [
        { type: 'close-stream' },
        reply(streamBody(Buffer.concat([release, cut]), true)),
        end(state, output, blocked.code),
      ],
    ];
  }
  if (!isLast) return [state, release.length === 0 ? [] : [reply(streamBody(release, false))]];
  return [
    CLOSED,
    [{ type: 'close-stream' }, ...lastReplies(state, release), end(state, outputOf(state.guard), null)],
  ];
};

/** Where trailers end the answer, they are what Envoy waits for. */
const lastReplies = ({ endsWithTrailers }: Streaming, release: Buffer) =>
  endsWithTrailers
    ? [
        ...(release.length === 0 ? [] : [reply(streamBody(release, false))]),
        reply(acknowledge.responseTrailers),
      ]
    : [reply(streamBody(release, true))];

/** The guard broke, or the stream went over a limit. What it had decided leaves in any case, `rest` only unguarded. */
export const onStreamFailed = (
  state: Streaming,
  { error, release, rest, isLast }: Extract<Event, { type: 'stream-failed' }>,
): Step => {
  const { policy } = state.exchange.admission;
  const { inspection, scanMs } = state.guard.summary();
  if (passesUnscanned(error, policy)) {
    const output: Leg = { ...failedLeg('error', error, scanMs, 'open'), inspection };
    const unguarded: State = {
      phase: 'unguarded-stream',
      exchange: state.exchange,
      input: state.input,
      output,
      answer: state.answer,
    };
    const all = Buffer.concat([release, rest]);
    const replies = all.length === 0 ? [] : [reply(streamBody(all, false))];
    return isLast
      ? [CLOSED, [{ type: 'close-stream' }, ...lastReplies(state, all), end(state, output, null)]]
      : [unguarded, [{ type: 'close-stream' }, ...replies]];
  }
  const output: Leg = { ...failedLeg('error', error, scanMs, 'closed'), inspection };
  const unavailable = new GatewayError('SCAN_UNAVAILABLE', 'The answer could not be scanned.');
  const refused = errorReply(unavailable, state.exchange.requestId);
  const cut = cutEvents(state.guard.identity(), noteOf(state, output), refused);
  return [
    CLOSED,
    [
      { type: 'close-stream' },
      reply(streamBody(Buffer.concat([release, cut]), true)),
      end(state, output, refused.code),
    ],
  ];
};

type Unguarded = Extract<State, { phase: 'unguarded-stream' }>;

const endOf = ({ exchange, input, output, answer }: Unguarded, errorCode: string | null) =>
  record(endingOf(exchange, input, output, { httpStatus: answer.status, errorCode }));

/** @param last What Envoy waits for at the end of the stream. */
export const endUnguarded = (state: Unguarded, last: ProcessingResponse): Step => [
  CLOSED,
  [reply(last), endOf(state, null)],
];

/** A stream that goes on without its guard, since policy would rather have it than not. */
export const passUnguarded = (state: Unguarded, bytes: Uint8Array, isLast: boolean): Step => {
  const message = streamBody(Buffer.from(bytes), isLast);
  return isLast ? endUnguarded(state, message) : [state, [reply(message)]];
};

const INTERRUPTED = 'stream_interrupted';

/**
 * Envoy ended the call in the middle: the caller went away, or the provider broke off. Both end it alike, so nobody here
 * can say which. Callers hang up at `[DONE]`, before the connection's last bytes: they have had all.
 */
export const endStream = (state: Streaming | Unguarded): Step => {
  if (state.phase === 'unguarded-stream') return [CLOSED, [endOf(state, INTERRUPTED)]];
  const errorCode = state.guard.hasEnded() ? null : INTERRUPTED;
  return [CLOSED, [{ type: 'close-stream' }, end(state, outputOf(state.guard), errorCode)]];
};
