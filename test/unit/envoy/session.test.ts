import { describe, expect, it } from 'vitest';
import type { UnjudgedReason } from '../../../src/chat/segment.ts';
import { MODES as BODY_MODES } from '../../../src/envoy/answer/reply.ts';
import type { ResponseHead } from '../../../src/envoy/begin/headers.ts';
import { step } from '../../../src/envoy/session/session.ts';
import type { Event, ScanResult, State } from '../../../src/envoy/session/session-types.ts';
import { type ErrorCode, GatewayError } from '../../../src/errors.ts';
import type { Policy } from '../../../src/policy/decide.ts';
import { MODES, type Mode } from '../../../src/policy/settings.ts';
import { UnreadablePartError } from '../../../src/policy/unreadable-parts.ts';
import {
  ANSWER,
  admitted,
  BODY,
  digest,
  EXCHANGE,
  errorOf,
  type Failure,
  type Found,
  guarded,
  guardOf,
  inspectionOf,
  policyOf,
  requestHead,
  responseHead,
  resultOf,
  run,
} from './fixtures.ts';

type Case = Readonly<{
  mode: Mode;
  onScanError?: 'auto' | 'block' | 'allow';
  found: Found | Failure;
}>;

const OF_THE_OLD_BODY = [
  'content-encoding',
  'content-md5',
  'digest',
  'content-digest',
  'repr-digest',
  'etag',
];
const ID = { 'x-gateway-request-id': EXCHANGE.requestId, 'x-request-id': EXCHANGE.requestId };
const scanHeaders = (ms: number, input: string, output: string) => ({
  ...ID,
  'x-gateway-scan-time-ms': String(ms),
  'x-gateway-input-status': input,
  'x-gateway-output-status': output,
});
const JSON_TYPE = { 'content-type': 'application/json' };
const CHANGED = { body: '{"changed":true}', headers: { 'content-length': '16' } };

const upTo = (policy: ReturnType<typeof policyOf>, route: 'scan' | 'pass-through' = 'scan'): Event[] => [
  { type: 'request-headers', head: requestHead() },
  { type: 'admission', admission: admitted(policy, route) },
];

const requestScanned = (policy: ReturnType<typeof policyOf>, found: Found | Failure): Event[] => [
  ...upTo(policy),
  BODY,
  { type: 'request-scanned', result: resultOf(policy, 'input', found) },
];

describe('what the scan of a request leads to', () => {
  it.each<Case & { changed?: true; status: string }>([
    { mode: 'blocking', found: 'nothing', status: 'pass' },
    { mode: 'advisory', found: 'nothing', status: 'pass' },
    { mode: 'shadow', found: 'nothing', status: 'pass' },
    { mode: 'advisory', found: 'injection', status: 'flagged' },
    { mode: 'shadow', found: 'injection', status: 'pass' },
    { mode: 'blocking', found: 'email', status: 'redacted', changed: true },
    { mode: 'advisory', found: 'email', status: 'flagged' },
    { mode: 'shadow', found: 'email', status: 'pass' },
    { mode: 'shadow', found: 'bad-json', status: 'skipped' },
    { mode: 'shadow', found: 'timeout', status: 'error' },
    { mode: 'shadow', onScanError: 'block', found: 'timeout', status: 'error' },
    { mode: 'shadow', onScanError: 'block', found: 'crash', status: 'error' },
    { mode: 'advisory', found: 'timeout', status: 'error' },
    { mode: 'advisory', found: 'crash', status: 'error' },
    { mode: 'blocking', onScanError: 'allow', found: 'timeout', status: 'error' },
    { mode: 'blocking', onScanError: 'allow', found: 'crash', status: 'error' },
  ])(
    '$mode, $onScanError, $found: it goes on as $status',
    ({ mode, onScanError, found, changed, status }) => {
      const policy = policyOf(mode, onScanError);
      const { state, replies, records } = run(requestScanned(policy, found));
      expect(replies).toHaveLength(2);
      expect(digest(replies[1])).toEqual({
        kind: 'request_body',
        status: null,
        headers: changed ? CHANGED.headers : {},
        removed: changed ? OF_THE_OLD_BODY : [],
        body: changed ? CHANGED.body : null,
        override: null,
      });
      expect(state).toMatchObject({ phase: 'awaiting-response-headers', input: { status } });
      expect(records).toEqual([]);
    },
  );

  it.each<Case & { http: number; code: string; type: string; status: string; outcome: string }>([
    {
      mode: 'blocking',
      found: 'injection',
      http: 403,
      type: 'request_blocked',
      code: 'prompt_injection_detected',
      status: 'blocked',
      outcome: 'blocked',
    },
    ...(['blocking', 'advisory'] as const).map(
      (mode) =>
        ({
          mode,
          found: 'bad-json',
          http: 400,
          type: 'invalid_request_error',
          code: 'invalid_json',
          status: 'error',
          outcome: 'refused',
        }) as const,
    ),
    ...(
      [
        ['blocking', 'auto', 'timeout'],
        ['blocking', 'auto', 'crash'],
        ['blocking', 'block', 'crash'],
        ['advisory', 'block', 'timeout'],
        ['advisory', 'block', 'crash'],
      ] as const
    ).map(
      ([mode, onScanError, found]) =>
        ({
          mode,
          onScanError,
          found,
          http: 503,
          type: 'gateway_error',
          code: 'scan_unavailable',
          status: 'error',
          outcome: 'error',
        }) as const,
    ),
  ])(
    '$mode, $onScanError, $found: it ends with $http $code',
    ({ mode, onScanError, found, http, type, code, status, outcome }) => {
      const policy = policyOf(mode, onScanError);
      const { state, replies, records } = run(requestScanned(policy, found));
      expect(replies).toHaveLength(2);
      expect(digest(replies[1])).toMatchObject({
        kind: 'immediate_response',
        status: http,
        headers: { ...JSON_TYPE, ...scanHeaders(2, status, 'skipped') },
      });
      expect(errorOf(replies[1])).toMatchObject({ type, code, request_id: EXCHANGE.requestId });
      expect(digest(replies[1]).body).not.toMatch(/CALLER|internals/);
      expect(state).toEqual({ phase: 'closed' });
      expect(records).toHaveLength(1);
      expect(records[0]).toMatchObject({
        exchange: EXCHANGE,
        keyId: 'key_1',
        outcome,
        httpStatus: http,
        errorCode: code,
        input: { status },
        output: { status: 'none' },
      });
    },
  );

  it('counts a failure that let it pass, and one that refused it, but not a fault of the body', () => {
    const failure = (mode: Mode, found: Failure, onScanError?: 'allow') =>
      run([...requestScanned(policyOf(mode, onScanError), found), { type: 'cancelled' }]).records[0]?.input
        .failure;
    expect(failure('blocking', 'timeout')).toEqual({ code: 'SCAN_TIMEOUT', effect: 'closed' });
    expect(failure('blocking', 'crash')).toEqual({ code: 'SCAN_UNAVAILABLE', effect: 'closed' });
    expect(failure('shadow', 'bad-json')).toEqual({ code: 'INVALID_JSON', effect: 'open' });
    expect(failure('blocking', 'timeout', 'allow')).toEqual({ code: 'SCAN_TIMEOUT', effect: 'open' });
    expect(failure('blocking', 'bad-json')).toBeNull();
  });
});

const answered = (policy: ReturnType<typeof policyOf>, input: Found, found: Found | Failure): Event[] => [
  ...requestScanned(policy, input),
  { type: 'response-headers', head: responseHead({ spoofed: ['x-gateway-input-status', 'x-gateway-x'] }) },
  ANSWER,
  { type: 'response-scanned', result: resultOf(policy, 'output', found) },
];

describe('what the scan of an answer leads to', () => {
  it.each<
    Case & { input?: Found; statuses: [string, string]; outcome: string; detection?: string; changed?: true }
  >([
    { mode: 'blocking', found: 'nothing', statuses: ['pass', 'pass'], outcome: 'pass' },
    { mode: 'advisory', found: 'nothing', statuses: ['pass', 'pass'], outcome: 'pass' },
    { mode: 'shadow', found: 'nothing', statuses: ['pass', 'pass'], outcome: 'pass' },
    {
      mode: 'advisory',
      found: 'injection',
      statuses: ['pass', 'flagged'],
      outcome: 'flagged',
      detection: 'prompt_injection/instruction_override',
    },
    {
      mode: 'advisory',
      input: 'injection',
      found: 'nothing',
      statuses: ['flagged', 'pass'],
      outcome: 'flagged',
      detection: 'prompt_injection/instruction_override',
    },
    { mode: 'shadow', found: 'injection', statuses: ['pass', 'pass'], outcome: 'pass' },
    {
      mode: 'blocking',
      found: 'email',
      statuses: ['pass', 'redacted'],
      outcome: 'redacted',
      changed: true,
    },
    {
      mode: 'blocking',
      input: 'email',
      found: 'nothing',
      statuses: ['redacted', 'pass'],
      outcome: 'redacted',
    },
    {
      mode: 'advisory',
      found: 'email',
      statuses: ['pass', 'flagged'],
      outcome: 'flagged',
      detection: 'pii/EMAIL_ADDRESS',
    },
    { mode: 'shadow', found: 'email', statuses: ['pass', 'pass'], outcome: 'pass' },
    { mode: 'shadow', found: 'bad-json', statuses: ['pass', 'error'], outcome: 'error' },
    { mode: 'advisory', found: 'crash', statuses: ['pass', 'error'], outcome: 'error' },
    {
      mode: 'blocking',
      onScanError: 'allow',
      found: 'timeout',
      statuses: ['pass', 'error'],
      outcome: 'error',
    },
  ])(
    '$mode, $onScanError, $input then $found: it reaches the caller as $statuses',
    ({ mode, onScanError, input = 'nothing', found, statuses, outcome, detection, changed }) => {
      const { state, replies, records } = run(answered(policyOf(mode, onScanError), input, found));
      expect(replies.map((reply) => digest(reply).kind)).toEqual([
        'request_headers',
        'request_body',
        'response_headers',
        'response_body',
      ]);
      expect(digest(replies[2])).toMatchObject({ headers: {}, removed: [], body: null, override: null });
      expect(digest(replies[3])).toEqual({
        kind: 'response_body',
        status: null,
        headers: {
          ...scanHeaders(3, statuses[0], statuses[1]),
          ...(detection === undefined ? {} : { 'x-gateway-detection': `${detection};confidence=0.973` }),
          ...(changed ? CHANGED.headers : {}),
        },
        removed: ['x-gateway-x', ...(changed ? OF_THE_OLD_BODY : [])],
        body: changed ? CHANGED.body : null,
        override: null,
      });
      expect(state).toEqual({ phase: 'decided' });
      expect(records).toHaveLength(1);
      expect(records[0]).toMatchObject({
        outcome,
        httpStatus: 200,
        errorCode: null,
        input: { status: statuses[0] },
        output: { status: statuses[1] },
      });
    },
  );

  it.each<Case & { http: number; code: string; type: string; status: string; outcome: string }>([
    {
      mode: 'blocking',
      found: 'injection',
      http: 403,
      type: 'response_blocked',
      code: 'prompt_injection_detected',
      status: 'blocked',
      outcome: 'blocked',
    },
    ...(
      [
        ['blocking', 'auto', 'bad-json'],
        ['blocking', 'auto', 'timeout'],
        ['blocking', 'auto', 'crash'],
        ['advisory', 'block', 'bad-json'],
        ['advisory', 'block', 'crash'],
      ] as const
    ).map(
      ([mode, onScanError, found]) =>
        ({
          mode,
          onScanError,
          found,
          http: 503,
          type: 'gateway_error',
          code: 'scan_unavailable',
          status: 'error',
          outcome: 'error',
        }) as const,
    ),
  ])(
    '$mode, $onScanError, $found: the caller gets $http $code',
    ({ mode, onScanError, found, http, type, code, status, outcome }) => {
      const { state, replies, records } = run(answered(policyOf(mode, onScanError), 'nothing', found));
      expect(replies).toHaveLength(4);
      expect(digest(replies[3])).toMatchObject({
        kind: 'immediate_response',
        status: http,
        headers: { ...JSON_TYPE, ...scanHeaders(3, 'pass', status) },
      });
      expect(errorOf(replies[3])).toMatchObject({ type, code });
      expect(digest(replies[3]).body).not.toMatch(/CALLER|internals/);
      expect(state).toEqual({ phase: 'closed' });
      expect(records).toHaveLength(1);
      expect(records[0]).toMatchObject({
        outcome,
        httpStatus: http,
        errorCode: code,
        input: { status: 'pass' },
        output: { status },
      });
    },
  );

  it('hands over the body, its coding, and the trusted texts that it must not repeat', () => {
    const policy = policyOf('blocking');
    const { commands } = run([
      ...requestScanned(policy, 'nothing'),
      { type: 'response-headers', head: responseHead({ contentEncoding: 'gzip' }) },
      ANSWER,
    ]);
    expect(commands.at(-1)).toEqual([
      {
        type: 'scan-response',
        body: { bytes: ANSWER.bytes, contentEncoding: 'gzip' },
        policy,
        asked: expect.objectContaining({
          protectedTexts: ['be nice'],
          request: expect.objectContaining({ hasUntrusted: false }),
          restorer: null,
        }),
      },
    ]);
  });

  it.each(MODES)('tells of parts that nobody could read, of both directions, but in shadow: %s', (mode) => {
    const policy = policyOf(mode);
    const withParts = (direction: 'input' | 'output', reason: UnjudgedReason) => ({
      ...inspectionOf(policy, direction, 'nothing'),
      unjudged: [{ reason, pointer: '/x' }],
    });
    const events = answered(policy, 'nothing', 'nothing').map((event) => {
      if (event.type !== 'request-scanned' && event.type !== 'response-scanned') return event;
      const inspection =
        event.type === 'request-scanned' ? withParts('input', 'image') : withParts('output', 'audio');
      return { type: event.type, result: { type: 'scanned', inspection, scanMs: 1 } } as const;
    });
    const { headers } = digest(run(events).replies.at(-1));
    expect(headers['x-gateway-unjudged']).toBe(mode === 'shadow' ? undefined : 'image=1, audio=1');
  });

  it('with a part that may not pass unread is withheld, whatever policy says of failed scans', () => {
    const policy: Policy = { ...policyOf('blocking'), onScanError: { input: 'allow', output: 'allow' } };
    const unjudged = [{ reason: 'audio', pointer: '/choices/0/message/audio' }] as const;
    const error = new UnreadablePartError('audio', '/choices/0/message/audio', unjudged);
    const { replies, records } = run([
      ...requestScanned(policy, 'nothing'),
      { type: 'response-headers', head: responseHead() },
      ANSWER,
      { type: 'response-scanned', result: { type: 'failed', error, scanMs: 1 } },
    ]);
    const { status, headers } = digest(replies.at(-1));
    expect(status).toBe(503);
    expect(headers).toHaveProperty('x-should-retry', 'false');
    expect(records[0]?.output).toMatchObject({ status: 'error', unjudged, failure: { effect: 'closed' } });
  });

  it('leaves the provider’s own x-request-id', () => {
    const head = responseHead({ hasRequestId: true });
    const events = answered(policyOf('blocking'), 'nothing', 'nothing').map((event) =>
      event.type === 'response-headers' ? ({ type: 'response-headers', head } as const) : event,
    );
    const { headers } = digest(run(events).replies.at(-1));
    expect(headers).not.toHaveProperty('x-request-id');
    expect(headers).toHaveProperty('x-gateway-request-id', EXCHANGE.requestId);
  });

  it.each(['blocking', 'advisory'] as const)('never takes a part for the whole (%s)', (mode) => {
    const policy = policyOf(mode);
    const { replies, records, commands } = run([
      ...requestScanned(policy, 'nothing'),
      { type: 'response-headers', head: responseHead() },
      { ...ANSWER, endOfStream: false },
    ]);
    expect(commands.flat().filter(({ type }) => type === 'scan-response')).toEqual([]);
    expect(digest(replies.at(-1)).status).toBe(mode === 'blocking' ? 503 : null);
    expect(records).toHaveLength(1);
    expect(records[0]?.output).toMatchObject({ status: 'error', unjudged: [{ reason: 'too_long' }] });
  });
});

describe('how an answer is read', () => {
  it.each([
    { name: 'JSON', head: {}, reads: true },
    {
      name: 'JSON with parameters',
      head: { contentType: 'Application/JSON; charset=utf-8' },
      reads: true,
    },
    { name: 'a +json type', head: { contentType: 'application/problem+json' }, reads: true },
    { name: 'no content type', head: { contentType: null }, reads: true },
    { name: 'an empty content type', head: { contentType: '' }, reads: true },
    { name: 'JSON as Python’s client knows it', head: { contentType: 'text/json' }, reads: true },
    {
      name: 'JSON as JavaScript’s client knows it',
      head: { contentType: 'application/json-x' },
      reads: true,
    },
    { name: 'text, which may be JSON', head: { contentType: 'text/plain;charset=UTF-8' }, reads: true },
    { name: 'JSON as PHP calls it', head: { contentType: 'text/html; charset=iso-8859-1' }, reads: true },
    { name: 'bytes of any kind', head: { contentType: 'application/octet-stream' }, reads: true },
    {
      name: 'text in another character set',
      head: { contentType: 'text/plain; charset=utf-16' },
      unjudged: 'content_type',
    },
    { name: 'a picture', head: { contentType: 'image/png' }, unjudged: 'content_type' },
    { name: 'a provider’s 400', head: { status: 400 } },
    { name: 'a provider’s 429', head: { status: 429 } },
    { name: 'a provider’s 500', head: { status: 500 } },
    {
      name: 'an error that calls itself a stream',
      head: { status: 500, contentType: 'text/event-stream' },
    },
    {
      name: 'a stream without body',
      head: { endOfStream: true, contentType: 'text/event-stream' },
      ends: true,
    },
    { name: 'two types, one of them a stream', head: { contentType: 'text/event-stream,a/b' }, reads: true },
    { name: 'a redirect', head: { status: 302 }, withholds: ['location'] },
    { name: '204', head: { status: 204, endOfStream: true, contentType: null }, ends: true },
    { name: 'a 200 without body', head: { endOfStream: true }, ends: true },
  ])('$name', ({ head, reads, unjudged, ends, withholds = [] }) => {
    const policy = policyOf('blocking');
    const { state, replies, records } = run([
      ...requestScanned(policy, 'nothing'),
      {
        type: 'response-headers',
        head: responseHead({ ...head, spoofed: ['x-gateway-output-status', 'x-gateway-z'] }),
      },
    ]);
    const last = digest(replies.at(-1));
    if (reads) {
      expect(last).toMatchObject({ kind: 'response_headers', headers: {}, override: null });
      expect(state.phase).toBe('awaiting-response-body');
      expect(records).toEqual([]);
      return;
    }
    expect(last).toEqual({
      kind: 'response_headers',
      status: null,
      headers: scanHeaders(2, 'pass', 'skipped'),
      removed: ['x-gateway-z', ...withholds],
      body: null,
      override: ends ? null : BODY_MODES.answerUnread,
    });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      outcome: 'pass',
      httpStatus: head.status ?? 200,
      errorCode: null,
      output: {
        status: 'skipped',
        unjudged: unjudged === undefined ? [] : [{ reason: unjudged, pointer: '' }],
      },
    });
    // Where the override was not honoured, the body comes all the same and is only acknowledged.
    const after = run([ANSWER, { type: 'cancelled' }], state);
    expect(after.replies.map((reply) => digest(reply).kind)).toEqual(['response_body']);
    expect(digest(after.replies[0])).toMatchObject({ headers: {}, body: null });
    expect(after.records).toEqual([]);
  });
});

describe('an answer that calls itself a text', () => {
  const scanned = (result: ScanResult, contentType: string | null = 'text/plain') =>
    run([
      ...requestScanned(policyOf('blocking'), 'nothing'),
      { type: 'response-headers', head: responseHead({ contentType }) },
      ANSWER,
      { type: 'response-scanned', result },
    ]);
  const failed = (code: ErrorCode): ScanResult => ({
    type: 'failed',
    error: new GatewayError(code, 'x'),
    scanMs: 1,
  });

  it('is judged where it is JSON', () => {
    const { replies } = scanned(resultOf(policyOf('blocking'), 'output', 'injection'));
    expect(digest(replies.at(-1)).status).toBe(403);
  });

  it.each(['INVALID_JSON', 'INVALID_ENCODING'] as const)(
    'passes as unjudged where it is none: %s',
    (code) => {
      const { replies, records } = scanned(failed(code));
      expect(digest(replies.at(-1))).toMatchObject({ status: null, body: null });
      expect(records[0]).toMatchObject({
        outcome: 'pass',
        output: { status: 'skipped', unjudged: [{ reason: 'content_type', pointer: '' }] },
      });
    },
  );

  it('is refused where it is a stream in a coding', () => {
    const head = responseHead({ contentType: 'text/event-stream', contentEncoding: 'gzip' });
    const events = requestScanned(policyOf('blocking'), 'nothing');
    const { replies, records } = run([...events, { type: 'response-headers', head }]);
    expect(digest(replies.at(-1)).status).toBe(503);
    expect(records[0]?.output).toMatchObject({ unjudged: [{ reason: 'content_encoding' }] });
  });

  it.each([
    { code: 'SCAN_TIMEOUT', contentType: 'text/plain' },
    { code: 'TOO_MANY_READINGS', contentType: 'text/plain' },
    { code: 'INVALID_JSON', contentType: 'text/json' },
    { code: 'INVALID_JSON', contentType: 'text/plain, application/json' },
    { code: 'INVALID_JSON', contentType: null },
  ] as const)('is refused for $code under $contentType', ({ code, contentType }) => {
    expect(digest(scanned(failed(code), contentType).replies.at(-1)).status).toBe(503);
  });
});

describe('an answer to a request for a stream', () => {
  const headersOf = (head: Partial<ResponseHead>, stream: boolean, mode: Mode = 'blocking') => {
    const policy = policyOf(mode);
    const inspection = { ...inspectionOf(policy, 'input', 'nothing'), stream };
    return run([
      ...upTo(policy),
      BODY,
      { type: 'request-scanned', result: { type: 'scanned', inspection, scanMs: 1.2 } },
      { type: 'response-headers', head: responseHead(head) },
    ]);
  };

  it.each([
    { contentType: 'text/event-stream', asked: true, phase: 'opening-stream' },
    { contentType: 'text/event-stream', asked: false, phase: 'opening-stream' },
    { contentType: 'text/plain', asked: true, phase: 'opening-stream' },
    { contentType: 'text/html; charset=iso-8859-1', asked: true, phase: 'opening-stream' },
    { contentType: 'application/octet-stream', asked: true, phase: 'opening-stream' },
    { contentType: null, asked: true, phase: 'opening-stream' },
    { contentType: null, asked: false, phase: 'awaiting-response-body' },
    { contentType: 'application/x-ndjson', asked: false, phase: 'opening-stream' },
    { contentType: 'Application/JSONL', asked: false, phase: 'opening-stream' },
    { contentType: 'application/json-seq', asked: false, phase: 'opening-stream' },
    { contentType: 'application/json', asked: true, phase: 'awaiting-response-body' },
    { contentType: 'application/problem+json', asked: true, phase: 'awaiting-response-body' },
    { contentType: 'text/event-stream, text/plain', asked: true, phase: 'opening-stream' },
    { contentType: 'application/json, text/plain', asked: true, phase: 'awaiting-response-body' },
  ])('of type $contentType is read (asked for: $asked): $phase', ({ contentType, asked, phase }) => {
    expect(headersOf({ contentType }, asked).state.phase).toBe(phase);
  });

  it.each([
    'text/event-stream; charset=utf-16',
    'text/event-stream;charset="UTF-16LE"',
    'text/event-stream; x="; charset = utf-7"',
    'text/event-stream; charset',
    'text/event-stream; charset=utf-8; charset=utf-32',
    'text/event-stream; charset=ibm037',
    'application/json; charset=utf-16',
  ])('is not read in another character set: %s', (contentType) => {
    for (const mode of ['blocking', 'shadow'] as const) {
      const { replies, records } = headersOf({ contentType }, true, mode);
      expect(digest(replies.at(-1)).status).toBe(mode === 'blocking' ? 503 : null);
      expect(records[0]?.output).toMatchObject({
        status: 'error',
        unjudged: [{ reason: 'content_encoding' }],
      });
    }
  });

  it.each(['utf-8', 'UTF8', '"utf-8"', 'us-ascii', 'ISO-8859-15', 'windows-1252'])(
    'is read where ASCII is what it is: %s',
    (charset) => {
      const { state } = headersOf({ contentType: `text/event-stream; charset=${charset}` }, true);
      expect(state.phase).toBe('opening-stream');
    },
  );
});

describe('request headers', () => {
  it('go on without what must not reach the provider, and the body is read as configured', () => {
    const gateway = new Map([
      ['x-gateway-key', ['k']],
      ['x-gateway-mode', ['shadow']],
      ['x-gateway-anything', ['1']],
    ]);
    const { replies, state } = run([
      { type: 'request-headers', head: requestHead({ gateway }) },
      { type: 'admission', admission: admitted(policyOf('blocking')) },
    ]);
    const reply = digest(replies[0]);
    expect(reply).toMatchObject({ kind: 'request_headers', headers: {}, override: null });
    expect(reply.removed).toEqual(
      expect.arrayContaining([
        'x-gateway-key',
        'x-gateway-mode',
        'x-gateway-anything',
        'accept-encoding',
        'x-http-method-override',
        'x-original-url',
      ]),
    );
    expect(reply.removed).not.toContain('authorization');
    expect(state.phase).toBe('awaiting-request-body');
  });

  it('of a path that is passed through switch both bodies off', () => {
    const { replies, records, state } = run([
      ...upTo(policyOf('blocking'), 'pass-through'),
      { type: 'response-headers', head: responseHead({ spoofed: ['x-gateway-scan-time-ms'] }) },
    ]);
    expect(digest(replies[0]).override).toEqual(BODY_MODES.headersOnly);
    expect(digest(replies[1])).toMatchObject({
      kind: 'response_headers',
      headers: scanHeaders(0, 'skipped', 'skipped'),
      override: null,
    });
    expect(state).toEqual({ phase: 'decided' });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ route: 'pass-through', outcome: 'pass', httpStatus: 200 });
  });

  it.each([
    { mode: 'blocking', goesOn: false },
    { mode: 'advisory', goesOn: false },
    { mode: 'shadow', goesOn: true },
  ] as const)('without a body, $mode: goes on $goesOn', ({ mode, goesOn }) => {
    const { replies, records, state } = run([
      { type: 'request-headers', head: requestHead({ endOfStream: true }) },
      { type: 'admission', admission: admitted(policyOf(mode)) },
    ]);
    expect(replies).toHaveLength(1);
    if (goesOn) {
      expect(digest(replies[0])).toMatchObject({ kind: 'request_headers', override: null });
      expect(digest(replies[0]).removed).toContain('x-gateway-key');
      expect(state).toMatchObject({ phase: 'awaiting-response-headers', input: { status: 'skipped' } });
    } else {
      expect(digest(replies[0])).toMatchObject({ kind: 'immediate_response', status: 400 });
      expect(errorOf(replies[0])).toMatchObject({ code: 'invalid_json' });
      expect(records).toHaveLength(1);
    }
  });

  it('are refused with what is known by then', () => {
    const policy = policyOf('blocking');
    const error = new GatewayError('UNKNOWN_PATH', 'There is no GET on this path here.');
    const { state, replies, records } = run([
      { type: 'request-headers', head: requestHead() },
      { type: 'admission', admission: { type: 'refused', error, keyId: 'key_1', policy } },
    ]);
    expect(digest(replies[0])).toMatchObject({ status: 404, headers: { ...JSON_TYPE, ...ID } });
    expect(digest(replies[0]).headers).not.toHaveProperty('x-gateway-input-status');
    expect(state).toEqual({ phase: 'closed' });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ outcome: 'refused', httpStatus: 404, keyId: 'key_1', policy });
  });

  it('carry the four headers where a scan was meant for the body', () => {
    const error = new GatewayError('UNSUPPORTED_CONTENT_TYPE', 'It must be JSON.');
    const { replies } = run([
      { type: 'request-headers', head: requestHead() },
      { type: 'admission', admission: { type: 'refused', error, keyId: 'key_1', policy: null } },
    ]);
    expect(digest(replies[0])).toMatchObject({ status: 415, headers: scanHeaders(0, 'error', 'skipped') });
  });

  it('whose key could not be checked are answered 503', () => {
    const { replies, records } = run([
      { type: 'request-headers', head: requestHead() },
      { type: 'failed', error: new Error('secret internals') },
    ]);
    expect(digest(replies[0]).status).toBe(503);
    expect(digest(replies[0]).body).not.toContain('internals');
    expect(records).toHaveLength(1);
  });
});

describe('an Envoy that is configured to send no bodies', () => {
  const head = (unsent: 'request' | 'answer') => requestHead({ unsentBodies: [unsent] });

  it.each([
    { mode: 'blocking', status: 503 },
    { mode: 'advisory', status: null },
    { mode: 'shadow', status: null },
  ] as const)('gets no request through where scans must not fail ($mode)', ({ mode, status }) => {
    const { replies, commands } = run([
      { type: 'request-headers', head: head('request') },
      { type: 'admission', admission: admitted(policyOf(mode)) },
    ]);
    expect(replies).toHaveLength(1);
    expect(digest(replies[0]).status).toBe(status);
    expect(commands.flat().filter(({ type }) => type === 'scan-request')).toEqual([]);
  });

  it.each([
    { mode: 'blocking', contentType: 'application/json', status: 503 },
    { mode: 'blocking', contentType: 'text/event-stream', status: 503 },
    { mode: 'advisory', contentType: 'application/json', status: null },
    { mode: 'advisory', contentType: 'text/event-stream', status: null },
  ] as const)('gets no answer of $contentType through ($mode)', ({ mode, contentType, status }) => {
    const policy = policyOf(mode);
    const { replies, records } = run([
      { type: 'request-headers', head: head('answer') },
      { type: 'admission', admission: admitted(policy) },
      BODY,
      { type: 'request-scanned', result: resultOf(policy, 'input', 'nothing') },
      { type: 'response-headers', head: responseHead({ contentType }) },
    ]);
    expect(digest(replies.at(-1)).status).toBe(status);
    expect(records[0]?.output).toMatchObject({ status: 'error', failure: { code: 'SCAN_UNAVAILABLE' } });
  });

  it('passes on what is not scanned anyway', () => {
    const { replies } = run([
      { type: 'request-headers', head: head('request') },
      { type: 'admission', admission: admitted(policyOf('blocking'), 'pass-through') },
    ]);
    expect(digest(replies[0]).status).toBeNull();
  });
});

describe('a request for whose scan there is no time', () => {
  const shed = (policy: ReturnType<typeof policyOf>): Event[] => [
    { type: 'request-headers', head: requestHead() },
    { type: 'admission', admission: admitted(policy, 'scan', { isShed: true }) },
  ];
  const OPEN = { status: 'error', failure: { code: 'OVERLOADED', effect: 'open' } } as const;

  it.each([
    { mode: 'blocking', onScanError: 'auto' },
    { mode: 'advisory', onScanError: 'block' },
  ] as const)('is refused before its body is sent ($mode, $onScanError)', ({ mode, onScanError }) => {
    const { replies, records, state } = run(shed(policyOf(mode, onScanError)));
    expect(replies).toHaveLength(1);
    expect(digest(replies[0])).toMatchObject({
      kind: 'immediate_response',
      status: 503,
      headers: { ...scanHeaders(0, 'error', 'skipped'), ...JSON_TYPE, 'retry-after': '1' },
    });
    expect(errorOf(replies[0])).toMatchObject({ type: 'gateway_error', code: 'scan_unavailable' });
    expect(records).toMatchObject([
      {
        outcome: 'error',
        httpStatus: 503,
        input: { status: 'error', failure: { code: 'OVERLOADED', effect: 'closed' } },
        output: { status: 'none' },
      },
    ]);
    expect(state).toEqual({ phase: 'closed' });
  });

  it.each([
    { mode: 'shadow', onScanError: 'auto' },
    { mode: 'advisory', onScanError: 'auto' },
    { mode: 'blocking', onScanError: 'allow' },
  ] as const)(
    'goes on where policy says so, counted in both directions, and neither body is sent to us ($mode, $onScanError)',
    ({ mode, onScanError }) => {
      const { commands, replies, records, state } = run([
        ...shed(policyOf(mode, onScanError)),
        { type: 'response-headers', head: responseHead() },
      ]);
      expect(digest(replies[0])).toMatchObject({ kind: 'request_headers', override: BODY_MODES.headersOnly });
      expect(digest(replies[0]).removed).toContain('x-gateway-key');
      expect(digest(replies[1])).toMatchObject({
        kind: 'response_headers',
        headers: scanHeaders(0, 'error', 'error'),
        override: null,
      });
      expect(commands.flat().map(({ type }) => type)).toEqual(['admit', 'reply', 'reply', 'record']);
      expect(records).toMatchObject([{ outcome: 'error', httpStatus: 200, input: OPEN, output: OPEN }]);
      expect(state).toEqual({ phase: 'decided' });
    },
  );

  it('has its answer scanned where only requests may pass unscanned', () => {
    const policy = { ...policyOf('blocking'), onScanError: { input: 'allow', output: 'block' } } as const;
    const { commands, replies, records } = run([
      ...shed(policy),
      BODY,
      { type: 'response-headers', head: responseHead() },
      ANSWER,
      { type: 'response-scanned', result: resultOf(policy, 'output', 'injection') },
    ]);
    expect(digest(replies[0])).toMatchObject({ kind: 'request_headers', override: null });
    expect(digest(replies[1])).toMatchObject({ kind: 'request_body', body: null, status: null });
    expect(digest(replies.at(-1)).status).toBe(403);
    expect(commands.flat().map(({ type }) => type)).not.toContain('scan-request');
    expect(records).toMatchObject([{ input: OPEN, output: { status: 'blocked' } }]);
  });

  it('counts no answer as unscanned in which there is nothing to scan', () => {
    const { records } = run([
      ...shed(policyOf('shadow')),
      { type: 'response-headers', head: responseHead({ status: 429 }) },
    ]);
    expect(records).toMatchObject([{ input: OPEN, output: { status: 'skipped', failure: null } }]);
  });

  it('is told what is wrong with it all the same where that takes no scan', () => {
    const { replies } = run([
      { type: 'request-headers', head: requestHead({ endOfStream: true }) },
      { type: 'admission', admission: admitted(policyOf('blocking'), 'scan', { isShed: true }) },
    ]);
    expect(digest(replies[0]).status).toBe(400);
  });
});

it.each([
  { mode: 'blocking', status: 413 },
  { mode: 'advisory', status: 413 },
  { mode: 'shadow', status: null },
] as const)('a body that is only a part is never scanned as a whole ($mode)', ({ mode, status }) => {
  const { commands, replies, records } = run([...upTo(policyOf(mode)), { ...BODY, endOfStream: false }]);
  expect(commands.flat().filter(({ type }) => type === 'scan-request')).toEqual([]);
  expect(digest(replies[1]).status).toBe(status);
  expect(records).toHaveLength(status === null ? 0 : 1);
});

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
    { type: 'stream-failed', error: new Error('x'), rest: Buffer.alloc(0), isLast: false },
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
  { type: 'stream-failed', error: new Error('x'), rest: Buffer.from('data: {}\n\n'), isLast: false },
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
