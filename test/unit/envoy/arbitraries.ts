import fc from 'fast-check';
import { MODES as OVERRIDES } from '../../../src/envoy/reply.ts';
import { initialState, step } from '../../../src/envoy/session.ts';
import type { Command, Event, State } from '../../../src/envoy/session-types.ts';
import { ERROR_CODES, GatewayError } from '../../../src/errors.ts';
import type { Policy } from '../../../src/policy/decide.ts';
import { MODES, type Mode } from '../../../src/policy/settings.ts';
import {
  admitted,
  EXCHANGE,
  type Failure,
  type Found,
  policyOf,
  requestHead,
  responseHead,
  resultOf,
} from './fixtures.ts';

type Settings = Readonly<{ mode: Mode; onScanError: 'auto' | 'block' | 'allow'; isRefused: boolean }>;
const settings: fc.Arbitrary<Settings> = fc.record({
  mode: fc.constantFrom(...MODES),
  onScanError: fc.constantFrom('auto', 'block', 'allow'),
  isRefused: fc.boolean(),
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
  'request-trailers',
  'response-trailers',
  'failed',
  'cancelled',
] as const satisfies readonly Event['type'][];

const NEXT: Readonly<Record<State['phase'], readonly Event['type'][]>> = {
  'awaiting-request-headers': ['request-headers'],
  admitting: ['admission'],
  'awaiting-request-body': ['request-body'],
  'scanning-request': ['request-scanned'],
  'awaiting-response-headers': ['response-headers'],
  'awaiting-response-body': ['response-body'],
  'scanning-response': ['response-scanned'],
  decided: TYPES,
  closed: TYPES,
};

const toEvent = (raw: RawStep, phase: State['phase'], policy: Policy, isRefused: boolean): Event => {
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
          spoofed: raw.spoofed,
          endOfStream: !endOfStream,
        }),
      };
    case 'admission':
      return {
        type,
        admission: isRefused
          ? { type: 'refused', error: new GatewayError(raw.code, 'x'), keyId: null, policy }
          : admitted(policy, raw.route),
      };
    case 'request-body':
    case 'response-body':
      return { type, bytes, endOfStream };
    case 'request-scanned':
      return { type, result: resultOf(policy, 'input', raw.found) };
    case 'response-scanned':
      return { type, result: resultOf(policy, 'output', raw.found) };
    case 'failed':
      return { type, error: new GatewayError(raw.code, 'x') };
    default:
      return { type };
  }
};

export type Trace = readonly Readonly<{ before: State; event: Event; commands: readonly Command[] }>[];

/** Runs a script until the session refuses an event. @throws What is no violation of the protocol. */
export const play = ([{ mode, onScanError, isRefused }, steps]: Script): Trace => {
  const policy = policyOf(mode, onScanError);
  const trace: { before: State; event: Event; commands: readonly Command[] }[] = [];
  let state = initialState(EXCHANGE);
  for (const raw of steps) {
    const event = toEvent(raw, state.phase, policy, isRefused && raw.pick % 4 === 0);
    try {
      const [next, commands] = step(state, event);
      trace.push({ before: state, event, commands });
      state = next;
    } catch (error) {
      if (!(error instanceof GatewayError) || error.code !== 'PROTOCOL_VIOLATION') throw error;
      break;
    }
  }
  return trace;
};

const policyIn = (state: State): Policy | null =>
  'exchange' in state && 'admission' in state.exchange ? state.exchange.admission.policy : null;

const isKnownOverride = (override: unknown): boolean =>
  Object.values(OVERRIDES).some((mode) => JSON.stringify(mode) === JSON.stringify(override)) &&
  Object.values(override ?? {}).filter((value) => typeof value === 'number').length === 6;

/** Whether the request's body may go on in answer to this event. */
const mayContinueBody = ({ before, event }: Trace[number]): boolean => {
  const policy = policyIn(before);
  if (policy === null) return false;
  if (event.type === 'request-body') return policy.mode === 'shadow' && !event.endOfStream;
  if (event.type === 'failed') return policy.onScanError.input === 'allow';
  if (event.type !== 'request-scanned') return false;
  const { result } = event;
  if (result.type === 'scanned') return result.inspection.verdict.action !== 'block';
  return policy.onScanError.input === 'allow' || policy.mode === 'shadow';
};

/** @returns Every promise of the session that a trace breaks; empty where all is well. */
export const brokenPromises = (trace: Trace): readonly string[] => {
  const broken: string[] = [];
  const check = (holds: boolean, promise: string): void => {
    if (!holds) broken.push(promise);
  };
  let records = 0;
  for (const each of trace) {
    const { before, event, commands } = each;
    const replies = commands.flatMap((command) => (command.type === 'reply' ? [command.message] : []));
    records += commands.filter(({ type }) => type === 'record').length;
    check(replies.length <= 1, 'at most one reply to an event');
    check(before.phase !== 'closed' || commands.length === 0, 'nothing after closed');
    for (const message of replies) {
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
    }
  }
  check(records <= 1, 'at most one record');
  return broken;
};
