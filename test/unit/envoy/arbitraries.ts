import fc from 'fast-check';
import { MODES as OVERRIDES } from '../../../src/envoy/answer/reply.ts';
import { initialState, step } from '../../../src/envoy/session/session.ts';
import type { Command, Event, State } from '../../../src/envoy/session/session-types.ts';
import { ERROR_CODES, GatewayError } from '../../../src/errors.ts';
import type { Policy } from '../../../src/policy/decide.ts';
import { MODES, type Mode } from '../../../src/policy/settings.ts';
import {
  admitted,
  BODY,
  EXCHANGE,
  type Failure,
  type Found,
  guarded,
  guardOf,
  policyOf,
  requestHead,
  responseHead,
  resultOf,
} from './fixtures.ts';

type Settings = Readonly<{
  mode: Mode;
  onScanError: 'auto' | 'block' | 'allow';
  isRefused: boolean;
  streamOnBlock: 'error' | 'content_filter';
  wantsStreamStatus: boolean;
  isShed: boolean;
  /** Where the script sets in: chance alone seldom comes as far as a stream. */
  beginsAt: 'request' | 'stream';
}>;
const settings: fc.Arbitrary<Settings> = fc.record({
  mode: fc.constantFrom(...MODES),
  onScanError: fc.constantFrom('auto', 'block', 'allow'),
  isRefused: fc.boolean(),
  streamOnBlock: fc.constantFrom('error', 'content_filter'),
  wantsStreamStatus: fc.boolean(),
  isShed: fc.nat(3).map((drawn) => drawn === 0),
  beginsAt: fc.constantFrom('request', 'request', 'stream'),
});

const found = fc.constantFrom<Found | Failure>(
  'nothing',
  'injection',
  'email',
  'bad-json',
  'timeout',
  'crash',
);

const rawStep = fc.record({
  /** Mostly what may come next, sometimes anything at all. */
  isPlausible: fc.boolean().chain((first) => (first ? fc.constant(true) : fc.boolean())),
  pick: fc.nat(1000),
  found,
  endOfStream: fc.boolean().chain((first) => (first ? fc.constant(true) : fc.boolean())),
  status: fc.constantFrom(200, 200, 200, 204, 302, 400, 413, 429, 500, 504, Number.NaN),
  contentType: fc.constantFrom('application/json', 'text/event-stream', 'text/plain', '', null),
  contentEncoding: fc.constantFrom(null, null, 'identity', 'gzip'),
  route: fc.constantFrom('scan', 'scan', 'pass-through'),
  code: fc.constantFrom(...ERROR_CODES),
  spoofed: fc.subarray(['x-gateway-request-id', 'x-gateway-detection', 'x-gateway-\u0000']),
  bytes: fc.uint8Array({ maxLength: 8 }),
});
type RawStep = typeof rawStep extends fc.Arbitrary<infer T> ? T : never;

export const script = fc.tuple(settings, fc.array(rawStep, { maxLength: 14 }));
export type Script = typeof script extends fc.Arbitrary<infer T> ? T : never;

const TYPES = [
  'request-headers',
  'admission',
  'request-body',
  'request-scanned',
  'response-headers',
  'response-body',
  'response-scanned',
  'stream-opened',
  'stream-guarded',
  'stream-failed',
  'request-trailers',
  'response-trailers',
  'failed',
  'cancelled',
] as const satisfies readonly Event['type'][];

const NEXT: Readonly<Record<State['phase'], readonly Event['type'][]>> = {
  'awaiting-request-headers': ['request-headers'],
  admitting: ['admission', 'admission', 'admission', 'response-headers'],
  'admitting-answered': ['admission'],
  'awaiting-request-body': ['request-body'],
  'scanning-request': ['request-scanned'],
  'awaiting-response-headers': ['response-headers'],
  'awaiting-response-body': ['response-body'],
  'scanning-response': ['response-scanned'],
  'opening-stream': ['stream-opened'],
  streaming: ['response-body', 'stream-guarded', 'stream-guarded', 'stream-failed', 'response-trailers'],
  'unguarded-stream': ['response-body', 'response-body', 'response-trailers'],
  decided: TYPES,
  closed: TYPES,
};

/** What a session is asked to do, as the script's settings have it. */
type Plan = Readonly<{ policy: Policy; settings: Settings }>;

const isFound = (found: Found | Failure): found is Found =>
  found === 'nothing' || found === 'injection' || found === 'email';

const foundOf = ({ found: what }: RawStep): Found => (isFound(what) ? what : 'nothing');

const toStreamEvent = (
  raw: RawStep,
  type: 'stream-opened' | 'stream-guarded' | 'stream-failed',
  { policy }: Plan,
): Event => {
  const rest = Buffer.from(raw.bytes);
  const isLast = !raw.endOfStream;
  if (type === 'stream-opened') return { type, guard: guardOf(policy, foundOf(raw)) };
  if (type === 'stream-failed') {
    const release = rest.subarray(0, raw.pick % 3);
    return { type, error: new GatewayError(raw.code, 'x'), release, rest, isLast };
  }
  // Only a guard that holds text back cuts a stream; the others watch.
  const event = guarded(policy, rest.toString('latin1'), { isLast, found: foundOf(raw) });
  if (event.type !== 'stream-guarded' || policy.mode === 'blocking') return event;
  return { ...event, step: { ...event.step, threat: null } };
};

const toEvent = (raw: RawStep, phase: State['phase'], plan: Plan): Event => {
  const { policy, settings: set } = plan;
  const types = raw.isPlausible ? NEXT[phase] : TYPES;
  const type = types[raw.pick % types.length] ?? 'cancelled';
  const { bytes, endOfStream } = raw;
  switch (type) {
    case 'request-headers':
      return { type, head: requestHead({ endOfStream: !endOfStream }) };
    case 'response-headers':
      return {
        type,
        head: responseHead({
          status: raw.status,
          contentType: raw.contentType,
          contentEncoding: raw.contentEncoding,
          spoofed: raw.spoofed,
          endOfStream: !endOfStream,
        }),
      };
    case 'admission':
      return {
        type,
        admission:
          set.isRefused && raw.pick % 4 === 0
            ? { type: 'refused', error: new GatewayError(raw.code, 'x'), keyId: null, policy }
            : admitted(policy, raw.route, { ...set, isShed: set.isShed && raw.route === 'scan' }),
      };
    case 'request-body':
    case 'response-body':
      return { type, bytes, endOfStream };
    case 'request-scanned':
      return { type, result: resultOf(policy, 'input', raw.found) };
    case 'response-scanned':
      return { type, result: resultOf(policy, 'output', raw.found) };
    case 'stream-opened':
    case 'stream-guarded':
    case 'stream-failed':
      return toStreamEvent(raw, type, plan);
    case 'failed':
      return { type, error: new GatewayError(raw.code, 'x') };
    default:
      return { type };
  }
};

export type Trace = readonly Readonly<{
  before: State;
  event: Event;
  commands: readonly Command[];
  after: State;
}>[];

/** All that comes before the headers of a stream have been answered. */
const untilStream = ({ policy, settings: set }: Plan): readonly Event[] => [
  { type: 'request-headers', head: requestHead() },
  { type: 'admission', admission: admitted(policy, 'scan', { ...set, isShed: false }) },
  BODY,
  { type: 'request-scanned', result: resultOf(policy, 'input', 'nothing') },
  { type: 'response-headers', head: responseHead({ contentType: 'text/event-stream' }) },
];

/** A session that keeps a trace of what it is told. */
export const traced = () => {
  const trace: Trace[number][] = [];
  let state = initialState(EXCHANGE);
  return {
    trace,
    state: (): State => state,
    /** @throws What `step` throws; the trace ends before the event then. */
    feed: (event: Event): readonly Command[] => {
      const [after, commands] = step(state, event);
      trace.push({ before: state, event, commands, after });
      state = after;
      return commands;
    },
  };
};

/** Runs a script until the session refuses an event. @throws What is no violation of the protocol. */
export const play = ([set, steps]: Script): Trace => {
  const plan = { policy: policyOf(set.mode, set.onScanError), settings: set };
  const { trace, state, feed } = traced();
  if (set.beginsAt === 'stream') for (const event of untilStream(plan)) feed(event);
  try {
    for (const raw of steps) feed(toEvent(raw, state().phase, plan));
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'PROTOCOL_VIOLATION') throw error;
  }
  return trace;
};

const policyIn = (state: State): Policy | null =>
  'exchange' in state && 'admission' in state.exchange ? state.exchange.admission.policy : null;

const isShedIn = (state: State): boolean =>
  'exchange' in state && 'admission' in state.exchange && state.exchange.admission.isShed;

const isKnownOverride = (override: unknown): boolean =>
  Object.values(OVERRIDES).some((mode) => JSON.stringify(mode) === JSON.stringify(override)) &&
  Object.values(override ?? {}).filter((value) => typeof value === 'number').length === 6;

/** Whether the request's body may go on in answer to this event. */
const mayContinueBody = ({ before, event }: Trace[number]): boolean => {
  const policy = policyIn(before);
  if (policy === null) return false;
  if (event.type === 'request-body') {
    return (
      (policy.mode === 'shadow' && !event.endOfStream) ||
      (isShedIn(before) && policy.onScanError.input === 'allow')
    );
  }
  if (event.type === 'failed') return policy.onScanError.input === 'allow';
  if (event.type !== 'request-scanned') return false;
  const { result } = event;
  if (result.type === 'scanned') return result.inspection.verdict.action !== 'block';
  return policy.onScanError.input === 'allow' || policy.mode === 'shadow';
};

type Message = Extract<Command, { type: 'reply' }>['message'];

const repliesOf = ({ commands }: Trace[number]): readonly Message[] =>
  commands.flatMap((command) => (command.type === 'reply' ? [command.message] : []));

const countOf = ({ commands }: Trace[number], type: Command['type']): number =>
  commands.filter((command) => command.type === type).length;

const isStreaming = ({ phase }: State): boolean => phase === 'streaming' || phase === 'unguarded-stream';

/** A piece of a streamed answer; null where a reply is none. */
const pieceOf = (message: Message) => {
  const mutation = message.response_body?.response?.body_mutation;
  return mutation !== undefined && 'streamed_response' in mutation ? mutation.streamed_response : null;
};

/** Whether Envoy has all of a streamed answer with this reply. */
const isEnd = (message: Message): boolean =>
  pieceOf(message)?.end_of_stream === true || message.response_trailers !== undefined;

/** The rest of an answer may go before the trailers that end it. */
const mayReplyTwice = ({ before, event }: Trace[number]): boolean =>
  before.phase === 'streaming' &&
  before.endsWithTrailers &&
  (event.type === 'stream-guarded' || event.type === 'stream-failed') &&
  event.isLast;

const isLastOfProvider = (event: Event): boolean =>
  event.type === 'response-trailers' ||
  (event.type === 'response-body' && event.endOfStream) ||
  ((event.type === 'stream-guarded' || event.type === 'stream-failed') && event.isLast);

type Check = (holds: boolean, promise: string) => void;

/** What holds of every reply, whatever the phase. */
const checkReply = (each: Trace[number], message: Message, check: Check): void => {
  const { before, event } = each;
  check(message.request_body === undefined || mayContinueBody(each), 'no body goes on unscanned');
  check(
    message.immediate_response === undefined || policyIn(before)?.mode !== 'shadow',
    'shadow refuses nothing for its body',
  );
  check(
    message.mode_override === undefined || isKnownOverride(message.mode_override),
    'only whole, known overrides',
  );
  check(event.type !== 'cancelled', 'nothing is said to a caller who left');
};

/** What holds of every reply within a stream, and of none outside. */
const checkPiece = (each: Trace[number], message: Message, check: Check): void => {
  const { before, event } = each;
  const piece = pieceOf(message);
  check(piece === null || isStreaming(before), 'pieces go only where the answer is a stream');
  check(
    message.mode_override !== OVERRIDES.stream || countOf(each, 'open-stream') === 1,
    'no stream without a guard',
  );
  if (!isStreaming(before)) return;
  check(
    message.response_body === undefined || piece !== null,
    'a stream’s body is never acknowledged plainly',
  );
  check(message.immediate_response === undefined, 'a stream is never reset');
  check(message.mode_override === undefined, 'a stream stays a stream');
  check(
    piece === null || piece.end_of_stream || piece.body.length > 0 || event.type === 'response-body',
    'a piece says something',
  );
  check(
    piece?.end_of_stream !== true || policyIn(before)?.mode !== 'shadow' || isLastOfProvider(event),
    'shadow cuts no stream',
  );
};

/** What holds of a stream's beginning and its end. */
const checkStream = (each: Trace[number], check: Check): void => {
  const { before, after } = each;
  check(
    (countOf(each, 'open-stream') === 1) ===
      (before.phase !== after.phase && after.phase === 'opening-stream'),
    'a guard is opened once',
  );
  const leaves = before.phase === 'streaming' && after.phase !== 'streaming';
  check((countOf(each, 'close-stream') === 1) === leaves, 'a guard is closed once, where its stream is left');
  if (!isStreaming(before)) return;
  check((countOf(each, 'record') === 1) === (after.phase === 'closed'), 'a stream is recorded where it ends');
  const ends = repliesOf(each).map(isEnd);
  check(
    ends.includes(true) === (after.phase === 'closed' && each.event.type !== 'cancelled'),
    'a stream that ends is ended for the caller',
  );
  check(!ends.slice(0, -1).includes(true), 'nothing after the end');
};

/** @returns Every promise of the session that a trace breaks; empty where all is well. */
export const brokenPromises = (trace: Trace): readonly string[] => {
  const broken: string[] = [];
  const check = (holds: boolean, promise: string): void => {
    if (!holds) broken.push(promise);
  };
  let records = 0;
  let hasEnded = false;
  for (const each of trace) {
    const replies = repliesOf(each);
    records += countOf(each, 'record');
    check(replies.length <= (mayReplyTwice(each) ? 2 : 1), 'at most one reply to an event');
    check(each.before.phase !== 'closed' || each.commands.length === 0, 'nothing after closed');
    check(!hasEnded || replies.length === 0, 'nothing after the end');
    for (const message of replies) {
      checkReply(each, message, check);
      checkPiece(each, message, check);
    }
    check(!isShedIn(each.before) || countOf(each, 'scan-request') === 0, 'what is shed is not scanned');
    checkStream(each, check);
    hasEnded ||= isStreaming(each.before) && replies.some(isEnd);
  }
  check(records <= 1, 'at most one record');
  return broken;
};
