import { describe, expect, it } from 'vitest';
import { tooManyReadings } from '../../../src/detection/views/unread.ts';
import { MODES } from '../../../src/envoy/answer/reply.ts';
import type { Event, State } from '../../../src/envoy/session/session-types.ts';
import { streamTrailer } from '../../../src/envoy/session/stream-phase.ts';
import { pushing, toStreamEvent } from '../../../src/envoy/session/stream-work.ts';
import { GatewayError } from '../../../src/errors.ts';
import type { Policy } from '../../../src/policy/decide.ts';
import type { Mode } from '../../../src/policy/settings.ts';
import { UnreadablePartError } from '../../../src/policy/unreadable-parts.ts';
import type { StreamGuard } from '../../../src/stream/guard.ts';
import {
  ANSWER,
  admitted,
  BODY,
  digest,
  EXCHANGE,
  errorOf,
  type Found,
  findingOf,
  guarded,
  guardOf,
  policyOf,
  requestHead,
  responseHead,
  resultOf,
  run,
  segmentOf,
} from './fixtures.ts';

type Asked = Parameters<typeof admitted>[2];

const upToAnswer = (policy: Policy, input: Found = 'nothing', asked: Asked = {}): Event[] => [
  { type: 'request-headers', head: requestHead() },
  { type: 'admission', admission: admitted(policy, 'scan', asked) },
  BODY,
  { type: 'request-scanned', result: resultOf(policy, 'input', input) },
];

const headersOfStream = (rest: Parameters<typeof responseHead>[0] = {}): Event => ({
  type: 'response-headers',
  head: responseHead({ contentType: 'text/event-stream; charset=utf-8', ...rest }),
});

/** A session in the middle of a stream. */
const streaming = (
  policy: Policy,
  {
    found = 'nothing',
    input = 'nothing',
    asked = {},
  }: Readonly<{ found?: Found; input?: Found; asked?: Asked }> = {},
): State =>
  run([
    ...upToAnswer(policy, input, asked),
    headersOfStream(),
    { type: 'stream-opened', guard: guardOf(policy, found) },
  ]).state;

const kindsOf = (replies: ReturnType<typeof run>['replies']) =>
  replies.map((reply) => {
    const { kind, body, ends } = digest(reply);
    return { kind, body, ends };
  });
const piece = (body: string, ends: boolean) => ({ kind: 'response_body', body, ends });
const TRAILERS = { kind: 'response_trailers', body: null, ends: undefined };
const EVENT = 'data: {"choices":[]}\n\n';

/** The events of our own at the end of a stream; `[DONE]` stays a string. */
const eventsOf = (text: string): unknown[] =>
  text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      expect(event.startsWith('data: ')).toBe(true);
      const data = event.slice('data: '.length);
      return data === '[DONE]' ? data : JSON.parse(data);
    });

const chunkOf = (gateway: object, choices: readonly number[] = [0, 2]) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 17,
  model: 'gpt-4o',
  choices: choices.map((index) => ({ index, delta: {}, logprobs: null, finish_reason: 'content_filter' })),
  gateway: { request_id: EXCHANGE.requestId, input_status: 'pass', scan_time_ms: 3, ...gateway },
});
const DETECTION = {
  category: 'prompt_injection',
  sub_type: 'instruction_override',
  confidence: 0.973,
  scan_time_ms: 3,
  request_id: EXCHANGE.requestId,
  policy: 'auto',
};

const DIGESTS = ['content-md5', 'digest', 'content-digest', 'repr-digest', 'etag'];

describe('the headers of a stream', () => {
  it.each<{ mode: Mode; input?: Found; status: string; detection?: string }>([
    { mode: 'blocking', status: 'pass' },
    { mode: 'advisory', status: 'pass' },
    { mode: 'shadow', status: 'pass' },
    { mode: 'blocking', input: 'email', status: 'redacted' },
    {
      mode: 'advisory',
      input: 'injection',
      status: 'flagged',
      detection: 'prompt_injection/instruction_override;confidence=0.973',
    },
  ])('$mode, $input: go on at once, and open the guard first', ({ mode, input, status, detection }) => {
    const policy = policyOf(mode);
    const head = { spoofed: ['x-gateway-output-status', 'x-gateway-z'] };
    const { state, commands, replies, records } = run([...upToAnswer(policy, input), headersOfStream(head)]);
    expect(state).toMatchObject({ phase: 'opening-stream', input: { status } });
    expect(commands.at(-1)).toEqual([
      {
        type: 'open-stream',
        policy,
        wantsStatus: false,
        asked: expect.objectContaining({
          protectedTexts: ['be nice'],
          request: expect.objectContaining({ hasUntrusted: false }),
          restorer: null,
        }),
      },
      { type: 'reply', message: replies.at(-1) },
    ]);
    expect(digest(replies.at(-1))).toEqual({
      kind: 'response_headers',
      status: null,
      headers: {
        'x-gateway-request-id': EXCHANGE.requestId,
        'x-request-id': EXCHANGE.requestId,
        'x-gateway-scan-time-ms': '2',
        'x-gateway-input-status': status,
        'x-gateway-output-status': 'streaming',
        ...(detection === undefined ? {} : { 'x-gateway-detection': detection }),
      },
      removed: mode === 'shadow' ? ['x-gateway-z'] : ['x-gateway-z', ...DIGESTS],
      body: null,
      override: {
        request_header_mode: 1,
        response_header_mode: 1,
        request_body_mode: 2,
        response_body_mode: 4,
        request_trailer_mode: 2,
        response_trailer_mode: 1,
      },
    });
    expect(records).toEqual([]);
    expect(run([{ type: 'stream-opened', guard: guardOf(policy) }], state).state.phase).toBe('streaming');
  });

  it('leave the provider’s own x-request-id', () => {
    const { replies } = run([
      ...upToAnswer(policyOf('blocking')),
      headersOfStream({ hasRequestId: true, contentEncoding: ' Identity' }),
    ]);
    expect(digest(replies.at(-1)).headers).not.toHaveProperty('x-request-id');
    expect(digest(replies.at(-1)).override).toEqual(MODES.stream);
  });

  it('tell the guard where the caller asks for the status at the end', () => {
    const events = upToAnswer(policyOf('blocking'), 'nothing', { wantsStreamStatus: true });
    const { commands } = run([...events, headersOfStream()]);
    expect(commands.at(-1)?.[0]).toMatchObject({ type: 'open-stream', wantsStatus: true });
  });

  const compressed = (policy: Policy) =>
    run([...upToAnswer(policy), headersOfStream({ contentEncoding: 'gzip' })]);
  const INVALID = { status: 'error', unjudged: [{ reason: 'content_encoding' }] } as const;
  const ERROR_STATUS = { 'x-gateway-input-status': 'pass', 'x-gateway-output-status': 'error' };

  it.each<{ mode: Mode; onScanError?: 'block' | 'allow' }>([
    { mode: 'blocking' },
    { mode: 'advisory', onScanError: 'block' },
  ])('$mode, $onScanError: a compressed stream is refused with 503', ({ mode, onScanError }) => {
    const { state, commands, replies, records } = compressed(policyOf(mode, onScanError));
    expect(commands.flat().filter(({ type }) => type === 'open-stream')).toEqual([]);
    expect(digest(replies.at(-1))).toMatchObject({
      kind: 'immediate_response',
      status: 503,
      headers: ERROR_STATUS,
    });
    expect(errorOf(replies.at(-1))).toMatchObject({ type: 'gateway_error', code: 'scan_unavailable' });
    expect(state).toEqual({ phase: 'closed' });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      outcome: 'error',
      httpStatus: 503,
      errorCode: 'scan_unavailable',
      output: { ...INVALID, failure: { code: 'INVALID_ENCODING', effect: 'closed' } },
    });
  });

  it.each<{ mode: Mode; onScanError?: 'block' | 'allow' }>([
    { mode: 'blocking', onScanError: 'allow' },
    { mode: 'advisory' },
    { mode: 'shadow' },
    { mode: 'shadow', onScanError: 'block' },
  ])('$mode, $onScanError: a compressed stream passes unread, as an error', ({ mode, onScanError }) => {
    const { state, commands, replies, records } = compressed(policyOf(mode, onScanError));
    expect(commands.flat().filter(({ type }) => type === 'open-stream')).toEqual([]);
    expect(digest(replies.at(-1))).toMatchObject({
      kind: 'response_headers',
      headers: ERROR_STATUS,
      override: MODES.answerUnread,
    });
    expect(state).toEqual({ phase: 'decided' });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      outcome: 'error',
      httpStatus: 200,
      errorCode: null,
      output: { ...INVALID, failure: { code: 'INVALID_ENCODING', effect: 'open' } },
    });
  });
});

describe('what comes of a piece of a stream', () => {
  const policy = policyOf('blocking');

  it.each([false, true])('its bytes go to the guard, and nothing is said yet (last: %s)', (endOfStream) => {
    const state = streaming(policy);
    const bytes = Buffer.from(EVENT);
    const { commands, state: after } = run([{ type: 'response-body', bytes, endOfStream }], state);
    expect(commands).toEqual([[{ type: 'guard-stream', bytes, isLast: endOfStream }]]);
    expect(after).toBe(state);
  });

  it('is what the guard releases, or nothing at all', () => {
    const state = streaming(policy);
    const {
      replies,
      records,
      state: after,
    } = run([guarded(policy, EVENT), guarded(policy, ''), guarded(policy, 'x')], state);
    expect(kindsOf(replies)).toEqual([piece(EVENT, false), piece('x', false)]);
    expect(records).toEqual([]);
    expect(after).toBe(state);
  });

  it.each<{ mode: Mode; found: Found; status: string; outcome: string }>([
    { mode: 'blocking', found: 'nothing', status: 'pass', outcome: 'pass' },
    { mode: 'blocking', found: 'email', status: 'redacted', outcome: 'redacted' },
    { mode: 'advisory', found: 'injection', status: 'flagged', outcome: 'flagged' },
    { mode: 'advisory', found: 'email', status: 'flagged', outcome: 'flagged' },
    { mode: 'shadow', found: 'injection', status: 'pass', outcome: 'pass' },
  ])('$mode, $found: the end is recorded as $status', ({ mode, found, status, outcome }) => {
    const own = policyOf(mode);
    // A guard that only watches cuts nothing.
    const last: Event = {
      type: 'stream-guarded',
      step: { release: Buffer.from(EVENT), threat: null },
      isLast: true,
    };
    const { state, commands, replies, records } = run([last], streaming(own, { found }));
    expect(commands.flat()[0]).toEqual({ type: 'close-stream' });
    expect(kindsOf(replies)).toEqual([piece(EVENT, true)]);
    expect(state).toEqual({ phase: 'closed' });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      outcome,
      httpStatus: 200,
      errorCode: null,
      input: { status: 'pass' },
      output: { status, scanMs: 1.2, failure: null },
    });
    expect(records[0]?.output.inspection?.verdict.threat !== null).toBe(found === 'injection');
  });

  it('is a bare end where nothing was held', () => {
    const { replies } = run([guarded(policy, '', { isLast: true })], streaming(policy));
    expect(kindsOf(replies)).toEqual([piece('', true)]);
  });

  it.each([
    { name: 'with something held', release: EVENT, wanted: [piece(EVENT, false), TRAILERS] },
    { name: 'with nothing held', release: '', wanted: [TRAILERS] },
  ])('trailers end it, $name', ({ release, wanted }) => {
    const first = run([{ type: 'response-trailers' }], streaming(policy));
    expect(first.commands).toEqual([[{ type: 'guard-stream', bytes: new Uint8Array(), isLast: true }]]);
    const { state, replies, records } = run([guarded(policy, release, { isLast: true })], first.state);
    expect(kindsOf(replies)).toEqual(wanted);
    expect(state).toEqual({ phase: 'closed' });
    expect(records).toHaveLength(1);
  });

  it.each<{ streamOnBlock: 'error' | 'content_filter'; isLast: boolean; trailers?: true }>([
    { streamOnBlock: 'error', isLast: false },
    { streamOnBlock: 'content_filter', isLast: false },
    { streamOnBlock: 'error', isLast: true },
    { streamOnBlock: 'error', isLast: true, trailers: true },
  ])('a threat cuts it: $streamOnBlock, last: $isLast', ({ streamOnBlock, isLast, trailers }) => {
    const state = streaming(policy, { found: 'injection', asked: { streamOnBlock } });
    const threat = guarded(policy, EVENT, { found: 'injection', isLast });
    const {
      replies,
      commands,
      records,
      state: after,
    } = run(trailers ? [{ type: 'response-trailers' }, threat] : [threat], state);
    expect(commands.flat()).toContainEqual({ type: 'close-stream' });
    expect(replies).toHaveLength(1);
    const { kind, body, ends } = digest(replies[0]);
    expect([kind, ends]).toEqual(['response_body', true]);
    expect(body?.startsWith(EVENT)).toBe(true);
    expect(body).not.toContain('CALLER');
    const error = {
      error: {
        type: 'response_blocked',
        code: 'prompt_injection_detected',
        message: expect.stringContaining(EXCHANGE.requestId),
        param: null,
        request_id: EXCHANGE.requestId,
        detection: DETECTION,
      },
    };
    expect(eventsOf(body?.slice(EVENT.length) ?? '')).toEqual([
      chunkOf({ output_status: 'blocked', detection: DETECTION }),
      ...(streamOnBlock === 'error' ? [error] : []),
      '[DONE]',
    ]);
    expect(after).toEqual({ phase: 'closed' });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      outcome: 'blocked',
      httpStatus: 200,
      errorCode: 'prompt_injection_detected',
      output: { status: 'blocked', failure: null },
    });
  });

  it.each([
    {
      name: 'a stream that never said who it is',
      identity: { id: null, model: null, created: null, openChoices: [] },
      chunk: { id: EXCHANGE.requestId, model: '', created: 0, choices: [{ index: 0 }] },
    },
    {
      name: 'a stream with one choice left',
      identity: { id: 'c', model: 'm', created: 5, openChoices: [3] },
      chunk: { id: 'c', model: 'm', created: 5, choices: [{ index: 3 }] },
    },
  ])('the cut repeats what is known of it: $name', ({ identity, chunk }) => {
    const guard: StreamGuard = { ...guardOf(policy, 'injection'), identity: () => identity };
    const { replies } = run([
      ...upToAnswer(policy),
      headersOfStream(),
      { type: 'stream-opened', guard },
      guarded(policy, '', { found: 'injection' }),
    ]);
    expect(eventsOf(digest(replies.at(-1)).body ?? '')[0]).toMatchObject(chunk);
  });

  it('nothing is said after a cut, whatever the provider still sends', () => {
    const { commands } = run(
      [
        guarded(policy, '', { found: 'injection' }),
        ANSWER,
        { ...ANSWER, endOfStream: false },
        guarded(policy, EVENT, { isLast: true }),
        { type: 'stream-failed', error: new Error('x'), rest: Buffer.from('x'), isLast: true },
        { type: 'response-trailers' },
        { type: 'cancelled' },
      ],
      streaming(policy, { found: 'injection' }),
    );
    expect(commands.slice(1).flat()).toEqual([]);
  });
});

describe('a guard that fails', () => {
  const OVERLOADED = new GatewayError('OVERLOADED', 'The streams hold all the memory that they may.');
  const failed = (isLast: boolean, rest = EVENT, error: unknown = OVERLOADED): Event => ({
    type: 'stream-failed',
    error,
    rest: Buffer.from(rest),
    isLast,
  });

  it.each<{
    mode: Mode;
    onScanError?: 'allow' | 'block';
    streamOnBlock?: 'content_filter';
    error: unknown;
    isLast: boolean;
    code: string;
    reason: string;
  }>([
    { mode: 'blocking', error: OVERLOADED, isLast: false, code: 'OVERLOADED', reason: 'scan_error' },
    { mode: 'blocking', error: OVERLOADED, isLast: true, code: 'OVERLOADED', reason: 'scan_error' },
    {
      mode: 'blocking',
      streamOnBlock: 'content_filter',
      error: OVERLOADED,
      isLast: false,
      code: 'OVERLOADED',
      reason: 'scan_error',
    },
    {
      mode: 'blocking',
      error: new GatewayError('REQUEST_TOO_LARGE', 'The stream has more than 1000 texts.'),
      isLast: false,
      code: 'REQUEST_TOO_LARGE',
      reason: 'too_long',
    },
    {
      mode: 'blocking',
      error: tooManyReadings(),
      isLast: false,
      code: 'TOO_MANY_READINGS',
      reason: 'too_many_readings',
    },
    {
      mode: 'blocking',
      onScanError: 'allow',
      error: new UnreadablePartError('audio', '/x', [{ reason: 'audio', pointer: '/x' }]),
      isLast: false,
      code: 'UNREADABLE_PART',
      reason: 'audio',
    },
    {
      mode: 'blocking',
      error: new TypeError('secret internals'),
      isLast: false,
      code: 'SCAN_UNAVAILABLE',
      reason: 'scan_error',
    },
    {
      mode: 'advisory',
      onScanError: 'block',
      error: OVERLOADED,
      isLast: false,
      code: 'OVERLOADED',
      reason: 'scan_error',
    },
  ])(
    '$mode, $code, last: $isLast: cuts the stream, and nothing of the rest leaves',
    ({ mode, onScanError, streamOnBlock, error, isLast, code, reason }) => {
      const policy = policyOf(mode, onScanError);
      const asked = streamOnBlock === undefined ? {} : { streamOnBlock };
      const { state, commands, replies, records } = run(
        [failed(isLast, EVENT, error)],
        streaming(policy, { asked }),
      );
      expect(commands.flat()[0]).toEqual({ type: 'close-stream' });
      expect(replies).toHaveLength(1);
      const { kind, body, ends } = digest(replies[0]);
      expect([kind, ends]).toEqual(['response_body', true]);
      expect(body).not.toContain(EVENT);
      expect(body).not.toContain('internals');
      expect(eventsOf(body ?? '')).toEqual([
        chunkOf({ output_status: 'error' }),
        {
          error: {
            type: 'gateway_error',
            code: 'scan_unavailable',
            message: expect.stringContaining(EXCHANGE.requestId),
            param: null,
            request_id: EXCHANGE.requestId,
          },
        },
        '[DONE]',
      ]);
      expect(state).toEqual({ phase: 'closed' });
      expect(records).toHaveLength(1);
      expect(records[0]).toMatchObject({
        outcome: 'error',
        httpStatus: 200,
        errorCode: 'scan_unavailable',
        output: { status: 'error', unjudged: [{ reason }], failure: { code, effect: 'closed' } },
      });
    },
  );

  const OPEN: readonly { mode: Mode; onScanError?: 'allow' | 'block' }[] = [
    { mode: 'blocking', onScanError: 'allow' },
    { mode: 'advisory' },
    { mode: 'shadow' },
    { mode: 'shadow', onScanError: 'block' },
  ];
  const expectFailedOpen = (records: ReturnType<typeof run>['records'], errorCode: string | null): void => {
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      outcome: 'error',
      httpStatus: 200,
      errorCode,
      output: { status: 'error', failure: { code: 'OVERLOADED', effect: 'open' } },
    });
    expect(records[0]?.output.inspection).not.toBeNull();
  };

  it.each(OPEN)(
    '$mode, $onScanError: the rest passes, and so does all behind it',
    ({ mode, onScanError }) => {
      const policy = policyOf(mode, onScanError);
      const begun = run([failed(false)], streaming(policy));
      expect(begun.state.phase).toBe('unguarded-stream');
      expect(begun.commands.flat()[0]).toEqual({ type: 'close-stream' });
      expect(kindsOf(begun.replies)).toEqual([piece(EVENT, false)]);
      expect(begun.records).toEqual([]);
      const { state, replies, records } = run(
        [
          { type: 'response-body', bytes: Buffer.from('a'), endOfStream: false },
          { type: 'response-body', bytes: Buffer.from('b'), endOfStream: true },
          { type: 'cancelled' },
        ],
        begun.state,
      );
      expect(kindsOf(replies)).toEqual([piece('a', false), piece('b', true)]);
      expect(state).toEqual({ phase: 'closed' });
      expectFailedOpen(records, null);
    },
  );

  const advisory = policyOf('advisory');

  it('says nothing where it held nothing', () => {
    const { state, replies } = run([failed(false, '')], streaming(advisory));
    expect(replies).toEqual([]);
    expect(state.phase).toBe('unguarded-stream');
  });

  it.each(OPEN)('$mode, $onScanError: at the end, the rest is the end', ({ mode, onScanError }) => {
    const { state, replies, records } = run([failed(true)], streaming(policyOf(mode, onScanError)));
    expect(kindsOf(replies)).toEqual([piece(EVENT, true)]);
    expect(state).toEqual({ phase: 'closed' });
    expectFailedOpen(records, null);
  });

  it('at trailers, the rest goes before them', () => {
    const { state, replies, records } = run(
      [{ type: 'response-trailers' }, failed(true)],
      streaming(advisory),
    );
    expect(kindsOf(replies)).toEqual([piece(EVENT, false), TRAILERS]);
    expect(state).toEqual({ phase: 'closed' });
    expectFailedOpen(records, null);
  });

  it('trailers end what goes on without it, too', () => {
    const { state, replies, records } = run(
      [failed(false, ''), { type: 'response-trailers' }, { type: 'cancelled' }],
      streaming(advisory),
    );
    expect(kindsOf(replies)).toEqual([TRAILERS]);
    expect(state).toEqual({ phase: 'closed' });
    expectFailedOpen(records, null);
  });

  it('an unguarded stream that breaks off is recorded as such', () => {
    const { replies, records } = run([failed(false, ''), { type: 'cancelled' }], streaming(advisory));
    expect(replies).toEqual([]);
    expectFailedOpen(records, 'stream_interrupted');
  });
});

it.each<{ mode: Mode; found: Found; status: string }>([
  { mode: 'blocking', found: 'nothing', status: 'pass' },
  { mode: 'blocking', found: 'email', status: 'redacted' },
  { mode: 'advisory', found: 'injection', status: 'flagged' },
])('$mode, $found: a stream that breaks off is recorded with what was found', ({ mode, found, status }) => {
  const { state, commands, replies, records } = run(
    [{ type: 'cancelled' }, { type: 'cancelled' }],
    streaming(policyOf(mode), { found }),
  );
  expect(state).toEqual({ phase: 'closed' });
  expect(replies).toEqual([]);
  expect(commands.flat().filter(({ type }) => type === 'close-stream')).toHaveLength(1);
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({
    httpStatus: 200,
    errorCode: 'stream_interrupted',
    output: { status, failure: null },
  });
});

it('a stream whose caller hangs up once he has all is recorded as whole', () => {
  const policy = policyOf('blocking');
  const guard: StreamGuard = { ...guardOf(policy, 'nothing'), hasEnded: () => true };
  const state = streaming(policy);
  if (state.phase !== 'streaming') throw new Error(`in phase ${state.phase}`);
  const { records } = run([{ type: 'cancelled' }], { ...state, guard });
  expect(records).toMatchObject([{ httpStatus: 200, errorCode: null, outcome: 'pass' }]);
});

describe('the status at the end, for a caller that asks for it', () => {
  it.each<{ mode: Mode; found: Found; note: object }>([
    { mode: 'blocking', found: 'nothing', note: { output_status: 'pass' } },
    { mode: 'blocking', found: 'email', note: { output_status: 'redacted' } },
    {
      mode: 'advisory',
      found: 'injection',
      note: { output_status: 'flagged', detection: DETECTION },
    },
    // Shadow says nothing to the caller of what it found.
    { mode: 'shadow', found: 'injection', note: { output_status: 'pass' } },
  ])('$mode, $found', ({ mode, found, note }) => {
    const state = streaming(policyOf(mode), { found });
    if (state.phase !== 'streaming') throw new Error(`in phase ${state.phase}`);
    expect(eventsOf(streamTrailer(state).toString())).toEqual([chunkOf(note, [])]);
  });
});

describe('what the guard does, as an event', () => {
  const policy = policyOf('blocking');
  const released = (text: string) => ({ release: Buffer.from(text), threat: null });
  const guard: StreamGuard = {
    ...guardOf(policy),
    push: (bytes) => released(`<${Buffer.from(bytes).toString()}>`),
    end: () => released('[end]'),
    abandon: () => Buffer.from('[held]'),
  };
  const failing = (): never => {
    throw new GatewayError('OVERLOADED', 'x');
  };
  const threat = findingOf(segmentOf('x'), 'prompt_injection', 'jailbreak');
  const bytes = Buffer.from('a');
  const made = (own: StreamGuard, isLast: boolean) => toStreamEvent(own, pushing(bytes, isLast), isLast);

  it.each([
    { name: 'a piece', own: guard, isLast: false, release: '<a>', found: null },
    { name: 'the last piece', own: guard, isLast: true, release: '<a>[end]', found: null },
    {
      name: 'a threat in the last piece',
      own: { ...guard, push: () => ({ release: Buffer.from('b'), threat }) },
      isLast: true,
      release: 'b',
      found: threat,
    },
    {
      name: 'a threat at the end',
      own: { ...guard, end: () => ({ release: Buffer.from('c'), threat }) },
      isLast: true,
      release: '<a>c',
      found: threat,
    },
  ])('$name', ({ own, isLast, release, found }) => {
    expect(made(own, isLast)).toEqual({
      type: 'stream-guarded',
      step: { release: Buffer.from(release), threat: found },
      isLast,
    });
  });

  it.each([
    { name: 'at a piece', own: { ...guard, push: failing }, isLast: false, rest: '[held]' },
    { name: 'at the last piece', own: { ...guard, push: failing }, isLast: true, rest: '[held]' },
    // What was released a moment ago has not left yet.
    { name: 'at the end', own: { ...guard, end: failing }, isLast: true, rest: '<a>[held]' },
  ])('a failure $name loses no byte', ({ own, isLast, rest }) => {
    expect(made(own, isLast)).toEqual({
      type: 'stream-failed',
      error: expect.objectContaining({ code: 'OVERLOADED' }),
      rest: Buffer.from(rest),
      isLast,
    });
  });
});
