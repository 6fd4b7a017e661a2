import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockReply, errorReply, toDetection } from '../../../src/envoy/answer/error-body.ts';
import {
  acknowledge,
  continueRequestBody,
  continueRequestHeaders,
  finishAtResponseBody,
  finishAtResponseHeaders,
  type GatewayHeaders,
  immediate,
  MODES,
  streamBody,
} from '../../../src/envoy/answer/reply.ts';
import { RateLimitError } from '../../../src/envoy/begin/admission.ts';
import { BODY_MODE, HEADER_MODE, type ProcessingResponse } from '../../../src/envoy/proto.ts';
import { ERROR_CODES, type ErrorCode, GatewayError } from '../../../src/errors.ts';
import { digest, errorOf, findingOf, segmentOf } from './fixtures.ts';
import { normal, overTheWire } from './wire.ts';

const ID = 'req_01ABC';
const OF_THE_OLD_BODY = [
  'content-encoding',
  'content-md5',
  'digest',
  'content-digest',
  'repr-digest',
  'etag',
];
const threat = findingOf(segmentOf('SECRET TEXT'), 'prompt_injection', 'instruction_override');

const headers = (rest: Partial<GatewayHeaders> = {}): GatewayHeaders => ({
  requestId: ID,
  scan: { timeMs: 7, inputStatus: 'flagged', outputStatus: 'pass' },
  detection: toDetection(threat, ID, 7),
  unjudged: null,
  keepsRequestId: false,
  ...rest,
});

const ERROR = errorReply(new GatewayError('INVALID_JSON', 'It is no JSON.', { param: 'messages' }), ID);

describe('on the wire', () => {
  it.each<{ name: string; message: ProcessingResponse }>([
    { name: 'request headers, bodies read', message: continueRequestHeaders(ID, ['x-gateway-key'], true) },
    { name: 'request headers, passed through', message: continueRequestHeaders(ID, ['a', 'b'], false) },
    { name: 'request body, as it is', message: continueRequestBody(null) },
    { name: 'request body, changed', message: continueRequestBody(Buffer.from('{"a":"ü"}')) },
    { name: 'response headers, body awaited', message: acknowledge.responseHeaders },
    {
      name: 'response headers, decided',
      message: finishAtResponseHeaders(headers(), ['x-gateway-odd'], MODES.answerUnread),
    },
    { name: 'response headers, no override', message: finishAtResponseHeaders(headers(), [], null) },
    { name: 'response body, as it is', message: finishAtResponseBody(headers(), [], null) },
    {
      name: 'response body, changed',
      message: finishAtResponseBody(headers(), ['x-gateway-odd'], Buffer.from('{}')),
    },
    { name: 'a refusal', message: immediate(ERROR, headers({ scan: null, detection: null })) },
    { name: 'a block', message: immediate(blockReply(threat, ID, 7), headers()) },
    {
      name: 'response headers of a stream',
      message: finishAtResponseHeaders(headers(), ['x-gateway-odd'], MODES.stream),
    },
    { name: 'a piece of a stream', message: streamBody(Buffer.from('data: {}\n\n'), false) },
    { name: 'the last piece of a stream', message: streamBody(Buffer.from('data: [DONE]\n\n'), true) },
    { name: 'the bare end of a stream', message: streamBody(Buffer.alloc(0), true) },
    { name: 'body of an answer, acknowledged', message: acknowledge.responseBody },
    { name: 'request trailers', message: acknowledge.requestTrailers },
    { name: 'response trailers', message: acknowledge.responseTrailers },
  ])('no field of "$name" is lost', ({ message }) => {
    expect(overTheWire(message)).toEqual(normal(message));
  });

  it('every mode override names all six modes, and is a known one', () => {
    for (const mode of Object.values(MODES)) {
      expect(Object.keys(mode).sort()).toEqual([
        'request_body_mode',
        'request_header_mode',
        'request_trailer_mode',
        'response_body_mode',
        'response_header_mode',
        'response_trailer_mode',
      ]);
      expect(mode.request_header_mode).toBe(HEADER_MODE.SEND);
      expect(mode.response_header_mode).toBe(HEADER_MODE.SEND);
    }
    expect(MODES.base.request_body_mode).toBe(BODY_MODE.BUFFERED);
    // The override at the answer must not switch off what the base says of the request.
    expect(MODES.answerUnread.request_body_mode).toBe(BODY_MODE.BUFFERED);
    expect(MODES.answerUnread.response_body_mode).toBe(BODY_MODE.NONE);
    expect(MODES.stream.request_body_mode).toBe(BODY_MODE.BUFFERED);
    expect(MODES.stream.response_body_mode).toBe(BODY_MODE.FULL_DUPLEX_STREAMED);
    // Envoy takes no full duplex without the trailers.
    expect(MODES.stream.response_trailer_mode).toBe(HEADER_MODE.SEND);
  });

  it('header values go as raw bytes and overwrite', () => {
    const { response } = finishAtResponseHeaders(headers(), [], null).response_headers ?? {};
    for (const option of response?.header_mutation?.set_headers ?? []) {
      expect(Object.keys(option.header).sort()).toEqual(['key', 'raw_value']);
      expect(option.header.key).toBe(option.header.key.toLowerCase());
      expect(option.append_action).toBe(2);
    }
  });
});

describe('headers', () => {
  it('carry the spelling of the specification', () => {
    expect(digest(finishAtResponseHeaders(headers(), [], null)).headers).toEqual({
      'x-gateway-request-id': ID,
      'x-request-id': ID,
      'x-gateway-scan-time-ms': '7',
      'x-gateway-input-status': 'flagged',
      'x-gateway-output-status': 'pass',
      'x-gateway-detection': 'prompt_injection/instruction_override;confidence=0.973',
    });
  });

  it('tell what nobody could read', () => {
    const told = headers({ unjudged: { image: 2, file: 1 } });
    expect(digest(finishAtResponseBody(told, [], null)).headers).toHaveProperty(
      'x-gateway-unjudged',
      'image=2, file=1',
    );
    expect(digest(finishAtResponseBody(headers(), ['x-gateway-unjudged'], null)).removed).toContain(
      'x-gateway-unjudged',
    );
  });

  it.each([
    { score: 1, text: '1.000' },
    { score: 0.5, text: '0.500' },
    { score: 0.97349, text: '0.973' },
    { score: 0.97351, text: '0.974' },
    { score: 0, text: '0.000' },
  ])('print the confidence $score as $text', ({ score, text }) => {
    const detection = toDetection({ ...threat, score }, ID, 1);
    const { headers: set } = digest(finishAtResponseHeaders(headers({ detection }), [], null));
    expect(set['x-gateway-detection']).toBe(`prompt_injection/instruction_override;confidence=${text}`);
  });

  it('hold nothing that ends a header or is no Latin-1, whatever a value says', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a\r\nx-evil: 1', 'a\0b', '\u0100', '\ud800', '\u007f', 'é'),
    );
    fc.assert(
      fc.property(value, (text) => {
        const detection = { ...toDetection(threat, ID, 1), sub_type: text };
        const reply = finishAtResponseHeaders(headers({ detection, requestId: text }), [], null);
        for (const set of Object.values(digest(reply).headers)) expect(set).toMatch(/^[\x20-\x7e]*$/);
      }),
    );
  });

  it.each([
    { sent: ['x-gateway-request-id', 'x-gateway-scan-time-ms'], removed: [] },
    { sent: ['x-gateway-anything'], removed: ['x-gateway-anything'] },
    // Not set in this answer, so the provider's must go.
    { sent: ['x-gateway-detection'], removed: ['x-gateway-detection'] },
  ])('replace or remove $sent', ({ sent, removed }) => {
    const plain = headers({ detection: null });
    expect(digest(finishAtResponseHeaders(plain, sent, null)).removed).toEqual(removed);
    expect(digest(finishAtResponseBody(plain, sent, null)).removed).toEqual(removed);
    expect(digest(finishAtResponseBody(plain, sent, Buffer.from('{}'))).removed).toEqual([
      ...removed,
      ...OF_THE_OLD_BODY,
    ]);
  });

  it.each(['', 'x', 'ü', '😀'.repeat(100)])('give the length in bytes of a changed body', (text) => {
    const body = Buffer.from(text);
    for (const reply of [continueRequestBody(body), finishAtResponseBody(headers(), [], body)]) {
      expect(digest(reply).headers['content-length']).toBe(String(body.length));
      expect(digest(reply).body).toBe(text);
    }
    expect(digest(continueRequestBody(null)).headers).not.toHaveProperty('content-length');
  });
});

describe('the error object', () => {
  const wire: Readonly<Record<ErrorCode, readonly [status: number, type: string, code: string]>> = {
    MISSING_GATEWAY_KEY: [401, 'authentication_error', 'missing_gateway_key'],
    INVALID_GATEWAY_KEY: [401, 'authentication_error', 'invalid_gateway_key'],
    REVOKED_GATEWAY_KEY: [401, 'authentication_error', 'revoked_gateway_key'],
    EXPIRED_GATEWAY_KEY: [401, 'authentication_error', 'expired_gateway_key'],
    MISSING_PROVIDER_KEY: [401, 'authentication_error', 'missing_provider_key'],
    INVALID_GATEWAY_MODE: [400, 'invalid_request_error', 'invalid_gateway_mode'],
    INVALID_GATEWAY_SENSITIVITY: [400, 'invalid_request_error', 'invalid_gateway_sensitivity'],
    REPEATED_GATEWAY_HEADER: [400, 'invalid_request_error', 'repeated_gateway_header'],
    INVALID_JSON: [400, 'invalid_request_error', 'invalid_json'],
    INVALID_CHAT_REQUEST: [400, 'invalid_request_error', 'invalid_chat_request'],
    INVALID_ENCODING: [400, 'invalid_request_error', 'invalid_encoding'],
    UNSUPPORTED_CONTENT_TYPE: [415, 'invalid_request_error', 'unsupported_content_type'],
    REQUEST_TOO_LARGE: [413, 'invalid_request_error', 'request_too_large'],
    TOO_MANY_READINGS: [413, 'invalid_request_error', 'too_many_readings'],
    UNREADABLE_PART: [415, 'invalid_request_error', 'unreadable_part'],
    RATE_LIMIT_EXCEEDED: [429, 'rate_limit_error', 'rate_limit_exceeded'],
    SCAN_UNAVAILABLE: [503, 'gateway_error', 'scan_unavailable'],
    SCAN_TIMEOUT: [503, 'gateway_error', 'scan_unavailable'],
    OVERLOADED: [503, 'gateway_error', 'scan_unavailable'],
    UNKNOWN_PATH: [404, 'invalid_request_error', 'unknown_path'],
    PROTOCOL_VIOLATION: [500, 'gateway_error', 'internal_error'],
    CONFIG_INVALID: [500, 'gateway_error', 'internal_error'],
    USAGE: [500, 'gateway_error', 'internal_error'],
    STORE_FAILED: [500, 'gateway_error', 'internal_error'],
    ENVOY_UNAVAILABLE: [500, 'gateway_error', 'internal_error'],
  };
  const bare = headers({ scan: null, detection: null });

  it.each(ERROR_CODES)('of %s', (errorCode) => {
    const [status, type, code] = wire[errorCode];
    const reply = errorReply(new GatewayError(errorCode, 'Words for callers.', { param: 'p' }), ID);
    expect(reply).toMatchObject({ status, code });
    const error = errorOf(immediate(reply, bare));
    const message = status >= 500 ? 'The security scan is not available.' : 'Words for callers.';
    expect(error).toEqual({
      type,
      code,
      message: `${message} (request id: ${ID})`,
      param: 'p',
      request_id: ID,
    });
    // 403 always means "blocked by a detection".
    expect(status).not.toBe(403);
    expect(Object.fromEntries(reply.headers)['x-should-retry']).toBe(status === 500 ? 'false' : undefined);
  });

  it('has a param also where there is none', () => {
    expect(errorOf(immediate(errorReply(new GatewayError('INVALID_JSON', 'x'), ID), bare))).toMatchObject({
      param: null,
    });
  });

  it.each(['a string', null, undefined, new Error('secret internals')])('says nothing of %s', (thrown) => {
    const reply = errorReply(thrown, ID);
    expect(reply.status).toBe(503);
    expect(reply.body.toString()).not.toContain('internals');
  });

  it.each([
    { afterMs: 0, header: '1' },
    { afterMs: 999, header: '1' },
    { afterMs: 1001, header: '2' },
    { afterMs: 60_000, header: '60' },
  ])('of a rate limit says when to come again ($afterMs ms: $header)', ({ afterMs, header }) => {
    const reply = errorReply(new RateLimitError(60, afterMs), ID);
    expect(digest(immediate(reply, bare)).headers).toMatchObject({ 'retry-after': header });
    expect(reply.status).toBe(429);
  });

  it('of an overload says that too', () => {
    expect(errorReply(new GatewayError('OVERLOADED', 'x'), ID).headers).toEqual([['retry-after', '1']]);
  });
});

describe('the detection object', () => {
  const output = { direction: 'output', role: 'output', trust: 'output' } as const;
  it.each([
    ['prompt_injection', 'jailbreak', 'input', 'request_blocked', 'prompt_injection_detected'],
    ['pii', 'EMAIL_ADDRESS', 'input', 'request_blocked', 'pii_detected'],
    ['secret', 'AWS_ACCESS_KEY', 'input', 'request_blocked', 'secret_detected'],
    ['policy', 'deny_list', 'input', 'request_blocked', 'policy_violation'],
    ['data_leak', 'system_prompt_leak', 'output', 'response_blocked', 'data_leak_detected'],
    ['data_leak', 'exfiltration_link', 'output', 'response_blocked', 'unsafe_link_detected'],
    ['pii', 'EMAIL_ADDRESS', 'output', 'response_blocked', 'pii_detected'],
    ['secret', 'AWS_ACCESS_KEY', 'output', 'response_blocked', 'secret_detected'],
  ] as const)('of %s/%s in the %s', (category, subType, direction, type, code) => {
    const segment = segmentOf('SECRET TEXT', direction === 'output' ? output : {});
    const finding = findingOf(segment, category, subType, { ruleId: 'OP-7' });
    const reply = blockReply(finding, ID, 12);
    expect(reply.status).toBe(403);
    expect(reply.body.toString()).not.toContain('SECRET');
    expect(errorOf(immediate(reply, headers()))).toEqual({
      type,
      code,
      message: expect.stringContaining(`(request id: ${ID})`),
      param: null,
      request_id: ID,
      detection: {
        category,
        sub_type: subType,
        confidence: 0.973,
        scan_time_ms: 12,
        request_id: ID,
        policy: category === 'policy' ? 'OP-7' : 'auto',
      },
    });
  });
});
