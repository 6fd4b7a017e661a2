import { describe, expect, it } from 'vitest';
import { step } from '../../../../src/envoy/session/session.ts';
import type { Event, State } from '../../../../src/envoy/session/session-types.ts';
import { GatewayError } from '../../../../src/errors.ts';
import {
  ANSWER,
  admitted,
  BODY,
  digest,
  EXCHANGE,
  guarded,
  guardOf,
  policyOf,
  requestHead,
  responseHead,
  resultOf,
  run,
} from '../fixtures.ts';
import { answered, ID, requestScanned, scanHeaders, upTo } from './cases.ts';

const reach = (events: readonly Event[]): State => run(events).state;
const blocking = policyOf('blocking');
const lenient = policyOf('blocking', 'allow');
const streamed: readonly Event[] = [
  ...requestScanned(blocking, 'nothing'),
  { type: 'response-headers', head: responseHead({ contentType: 'text/event-stream' }) },
  { type: 'stream-opened', guard: guardOf(blocking) },
];
const STATES: Readonly<Record<State['phase'], State>> = {
  'awaiting-request-headers': reach([]),
  admitting: reach([{ type: 'request-headers', head: requestHead() }]),
  'admitting-answered': reach([
    { type: 'request-headers', head: requestHead() },
    { type: 'response-headers', head: responseHead({ status: 413, contentType: 'text/plain' }) },
  ]),
  'awaiting-request-body': reach(upTo(blocking)),
  'scanning-request': reach([...upTo(blocking), BODY]),
  'awaiting-response-headers': reach(requestScanned(blocking, 'nothing')),
  'awaiting-response-body': reach(answered(blocking, 'nothing', 'nothing').slice(0, -2)),
  'scanning-response': reach(answered(blocking, 'nothing', 'nothing').slice(0, -1)),
  'opening-stream': reach(streamed.slice(0, -1)),
  streaming: reach(streamed),
  'unguarded-stream': reach([
    ...requestScanned(lenient, 'nothing'),
    ...streamed.slice(-2),
    {
      type: 'stream-failed',
      error: new Error('x'),
      release: Buffer.alloc(0),
      rest: Buffer.alloc(0),
      isLast: false,
    },
  ]),
  decided: reach(answered(blocking, 'nothing', 'nothing')),
  closed: { phase: 'closed' },
};
const PHASES = Object.values(STATES).map(({ phase }) => phase);

it('reaches every phase', () => {
  for (const [phase, state] of Object.entries(STATES)) expect(state.phase).toBe(phase);
});

describe('Envoy’s own reply', () => {
  it.each(
    (['awaiting-request-headers', 'admitting', 'awaiting-request-body', 'scanning-request'] as const).flatMap(
      (phase) => [413, 408, 504].map((status) => ({ phase, status })),
    ),
  )('$status in phase $phase', ({ phase, status }) => {
    const head = responseHead({ status, contentType: 'text/plain', spoofed: ['x-gateway-x'] });
    const answer: Event = { type: 'response-headers', head };
    const isAdmitting = phase === 'admitting';
    const { state, commands, replies, records } = run(
      isAdmitting ? [answer, { type: 'admission', admission: admitted(blocking) }] : [answer],
      STATES[phase],
    );
    const isOpen = phase !== 'awaiting-request-headers';
    // Whose request it is, and by which policy, is known once it is admitted; the answer waits for that.
    if (isAdmitting) expect(commands[0]).toEqual([]);
    expect(commands.at(-1)?.[0]).toEqual({ type: 'cancel-scan' });
    expect(digest(replies[0])).toEqual({
      kind: 'response_headers',
      status: null,
      headers: isOpen ? scanHeaders(0, 'error', 'skipped') : ID,
      removed: ['x-gateway-x'],
      body: null,
      override: null,
    });
    expect(state).toEqual({ phase: 'decided' });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      httpStatus: status,
      outcome: status < 500 ? 'refused' : 'error',
      errorCode: status === 413 ? 'request_too_large' : 'local_reply',
      keyId: isOpen ? 'key_1' : null,
    });
    // The reply's body follows; whatever was under way ends without effect.
    const rest = run(
      [
        { type: 'admission', admission: admitted(blocking) },
        { type: 'failed', error: new Error('late') },
        { type: 'request-scanned', result: resultOf(blocking, 'input', 'nothing') },
        ANSWER,
        { type: 'cancelled' },
      ],
      state,
    );
    expect(rest.replies.map((reply) => digest(reply).kind)).toEqual(['response_body']);
    expect(rest.records).toEqual([]);
  });

  describe('amid the admission', () => {
    const after = (event: Event) => run([event], STATES['admitting-answered']);
    const spoken = (event: Event) => {
      const { state, replies, records } = after(event);
      return { phase: state.phase, replies: replies.map((reply) => digest(reply)), records };
    };

    it('of a request that is refused bears its id alone; the record names the key', () => {
      const error = new GatewayError('RATE_LIMIT_EXCEEDED', 'x');
      const { phase, replies, records } = spoken({
        type: 'admission',
        admission: { type: 'refused', error, keyId: 'key_9', policy: blocking },
      });
      expect(phase).toBe('decided');
      expect(replies).toMatchObject([{ kind: 'response_headers', status: null, headers: ID }]);
      expect(records).toMatchObject([
        { httpStatus: 413, errorCode: 'request_too_large', keyId: 'key_9', policy: blocking },
      ]);
    });

    it('of a path that is let by says that nothing was to be scanned, under the id in its body', () => {
      const gatewayRequestId = 'req_3fdd9ad4-7a38-4b8f-8c43-0a4c1c7a4d2c';
      const head = responseHead({ status: 413, gatewayRequestId, hasRequestId: true });
      const { state, replies, records } = run([
        { type: 'request-headers', head: requestHead() },
        { type: 'response-headers', head },
        { type: 'admission', admission: admitted(blocking, 'pass-through') },
      ]);
      expect(state.phase).toBe('decided');
      const ids = { 'x-gateway-request-id': gatewayRequestId, 'x-request-id': gatewayRequestId };
      expect(replies.map((reply) => digest(reply))).toMatchObject([
        { kind: 'response_headers', headers: { ...scanHeaders(0, 'skipped', 'skipped'), ...ids } },
      ]);
      expect(records).toMatchObject([
        { httpStatus: 413, route: 'pass-through', keyId: 'key_1', outcome: 'refused' },
      ]);
      expect(records[0]?.exchange.requestId).toBe(gatewayRequestId);
    });

    it.each([
      { name: 'with the number that Envoy gave', id: 'req_envoy-12', of: 'req_envoy-12', outcome: 'refused' },
      { name: 'with another', id: 'req_envoy-2', of: EXCHANGE.requestId, outcome: 'pass' },
    ])('that crosses our word on a path let by, $name', ({ id, of, outcome }) => {
      const head = responseHead({ status: 413, gatewayRequestId: id, hasRequestId: true });
      const { state, replies, records } = run([
        { type: 'request-headers', head: requestHead({ envoyRequestId: 'envoy-12' }) },
        { type: 'admission', admission: admitted(blocking, 'pass-through') },
        { type: 'response-headers', head },
      ]);
      expect(state.phase).toBe('decided');
      expect(digest(replies.at(-1)).headers).toMatchObject({ 'x-gateway-request-id': of });
      expect(records).toMatchObject([{ httpStatus: 413, outcome, exchange: { requestId: of } }]);
    });

    it('takes nothing from an answer whose request was scanned', () => {
      const head = responseHead({ status: 413, gatewayRequestId: 'req_envoy-12' });
      const { replies } = run([
        { type: 'request-headers', head: requestHead({ envoyRequestId: 'envoy-12' }) },
        { type: 'admission', admission: admitted(blocking) },
        { type: 'request-body', bytes: Buffer.from('{}'), endOfStream: true },
        { type: 'request-scanned', result: resultOf(blocking, 'input', 'nothing') },
        { type: 'response-headers', head },
      ]);
      expect(digest(replies.at(-1)).headers).toMatchObject(ID);
    });

    it('of a request that may not be scanned for overload is Envoy’s still', () => {
      const admission = admitted(blocking, 'scan', { isShed: true });
      const { replies, records } = spoken({ type: 'admission', admission });
      expect(replies).toMatchObject([
        { kind: 'response_headers', headers: scanHeaders(0, 'error', 'skipped') },
      ]);
      expect(records).toMatchObject([{ httpStatus: 413, keyId: 'key_1' }]);
    });

    it('is handed on with the id alone where the key cannot be checked', () => {
      const { phase, replies, records } = spoken({ type: 'failed', error: new Error('store') });
      expect(phase).toBe('decided');
      expect(replies).toMatchObject([{ kind: 'response_headers', headers: ID }]);
      expect(records).toMatchObject([{ httpStatus: 413, keyId: null }]);
    });
  });

  it('keeps the id that Envoy wrote into the body, and takes nothing else for one', () => {
    const idOf = (gatewayRequestId: string) =>
      run([{ type: 'response-headers', head: responseHead({ status: 413, gatewayRequestId }) }]).records[0]
        ?.exchange.requestId;
    expect(idOf('req_3fdd9ad4-7a38-4b8f-8c43-0a4c1c7a4d2c')).toBe('req_3fdd9ad4-7a38-4b8f-8c43-0a4c1c7a4d2c');
    expect(idOf('x'.repeat(5000))).toBe(EXCHANGE.requestId);
    expect(idOf('req_<script>')).toBe(EXCHANGE.requestId);
  });
});

it.each(PHASES)('a caller that leaves in phase %s gives one record, or none where there is one', (phase) => {
  const { state, commands, replies, records } = run(
    [{ type: 'cancelled' }, { type: 'cancelled' }],
    STATES[phase],
  );
  const isOver = phase === 'decided' || phase === 'closed' || phase === 'awaiting-request-headers';
  expect(state).toEqual({ phase: 'closed' });
  expect(replies).toEqual([]);
  expect(records).toHaveLength(isOver ? 0 : 1);
  const isBegun = phase === 'streaming' || phase === 'unguarded-stream';
  // The provider's answer had begun: who broke it off nobody knows.
  const isAnswered = ['awaiting-response-body', 'scanning-response', 'opening-stream'].includes(phase);
  if (!isOver) {
    expect(records[0]).toMatchObject(
      isBegun
        ? { httpStatus: 200, errorCode: 'stream_interrupted' }
        : { httpStatus: null, errorCode: isAnswered ? 'answer_interrupted' : 'client_closed_request' },
    );
  }
  if (phase === 'streaming') expect(commands.flat()).toContainEqual({ type: 'close-stream' });
  if (phase.startsWith('scanning')) expect(commands.flat()).toContainEqual({ type: 'cancel-scan' });
});

const EVENTS: readonly Event[] = [
  { type: 'request-headers', head: requestHead() },
  { type: 'admission', admission: admitted(blocking) },
  BODY,
  { type: 'request-scanned', result: resultOf(blocking, 'input', 'nothing') },
  { type: 'response-headers', head: responseHead() },
  ANSWER,
  { type: 'response-scanned', result: resultOf(blocking, 'output', 'nothing') },
  { type: 'stream-opened', guard: guardOf(blocking) },
  guarded(blocking, 'data: {}\n\n'),
  {
    type: 'stream-failed',
    error: new Error('x'),
    release: Buffer.alloc(0),
    rest: Buffer.from('data: {}\n\n'),
    isLast: false,
  },
  { type: 'failed', error: new Error('x') },
];

const POSSIBLE: Readonly<Record<State['phase'], readonly Event['type'][]>> = {
  'awaiting-request-headers': ['request-headers', 'response-headers'],
  admitting: ['admission', 'response-headers', 'failed'],
  'admitting-answered': ['admission', 'failed'],
  'awaiting-request-body': ['request-body', 'response-headers'],
  'scanning-request': ['request-scanned', 'response-headers', 'failed'],
  'awaiting-response-headers': ['response-headers'],
  'awaiting-response-body': ['response-body'],
  'scanning-response': ['response-scanned', 'failed'],
  'opening-stream': ['stream-opened'],
  streaming: ['response-body', 'stream-guarded', 'stream-failed'],
  'unguarded-stream': ['response-body'],
  // Results that come too late, and the body of an answer whose headers were decided upon.
  decided: ['admission', 'request-scanned', 'response-scanned', 'failed', 'response-body'],
  closed: EVENTS.map(({ type }) => type),
};

describe('an event that cannot come', () => {
  it.each(
    PHASES.flatMap((phase) =>
      EVENTS.filter(({ type }) => !POSSIBLE[phase].includes(type)).map((event) => ({
        phase,
        type: event.type,
        event,
      })),
    ),
  )('$type in phase $phase is a violation of the protocol', ({ phase, event }) => {
    expect(() => step(STATES[phase], event)).toThrow(expect.objectContaining({ code: 'PROTOCOL_VIOLATION' }));
  });

  /** Where trailers are the end of the answer. */
  const endsWithTrailers = (phase: State['phase']): boolean =>
    phase === 'streaming' || phase === 'unguarded-stream';

  it.each(PHASES.filter((phase) => phase !== 'closed'))('trailers in phase %s are acknowledged', (phase) => {
    const state = STATES[phase];
    const trailers: Event[] = endsWithTrailers(phase) ? [] : [{ type: 'response-trailers' }];
    const { replies, records, state: after } = run([{ type: 'request-trailers' }, ...trailers], state);
    expect(replies.map((reply) => digest(reply).kind)).toEqual([
      'request_trailers',
      ...(endsWithTrailers(phase) ? [] : ['response_trailers']),
    ]);
    expect(records).toEqual([]);
    expect(after).toBe(state);
  });

  it('nothing is said or recorded any more once closed', () => {
    const { commands, state } = run(
      [...EVENTS, { type: 'request-trailers' }, { type: 'response-trailers' }, { type: 'cancelled' }],
      STATES.closed,
    );
    expect(commands.flat()).toEqual([]);
    expect(state).toEqual({ phase: 'closed' });
  });
});
