import { describe, expect, it } from 'vitest';
import { JsonLimitError } from '../../../../src/chat/json.ts';
import { MODES as BODY_MODES } from '../../../../src/envoy/answer/reply.ts';
import type { ResponseHead } from '../../../../src/envoy/begin/headers.ts';
import type { ScanResult } from '../../../../src/envoy/session/session-types.ts';
import { type ErrorCode, GatewayError } from '../../../../src/errors.ts';
import type { Mode } from '../../../../src/policy/settings.ts';
import { ANSWER, BODY, digest, inspectionOf, policyOf, responseHead, resultOf, run } from '../fixtures.ts';
import { requestScanned, scanHeaders, upTo } from './cases.ts';

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

  it('passes as unjudged where it is none', () => {
    const { replies, records } = scanned(failed('INVALID_JSON'));
    expect(digest(replies.at(-1))).toMatchObject({ status: null, body: null });
    expect(records[0]).toMatchObject({
      outcome: 'pass',
      output: { status: 'skipped', unjudged: [{ reason: 'content_type', pointer: '' }] },
    });
  });

  it('is refused where it is more JSON than is read', () => {
    const { replies, records } = scanned({ type: 'failed', error: new JsonLimitError('x'), scanMs: 1 });
    expect(digest(replies.at(-1)).status).toBe(503);
    expect(records[0]?.output).toMatchObject({ unjudged: [{ reason: 'invalid_body' }] });
  });

  it('is refused where it is a stream in a coding', () => {
    const head = responseHead({ contentType: 'text/event-stream', contentEncoding: 'gzip' });
    const events = requestScanned(policyOf('blocking'), 'nothing');
    const { replies, records } = run([...events, { type: 'response-headers', head }]);
    expect(digest(replies.at(-1)).status).toBe(503);
    expect(records[0]?.output).toMatchObject({ unjudged: [{ reason: 'content_encoding' }] });
  });

  it.each([
    { code: 'INVALID_ENCODING', contentType: 'text/plain' },
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
