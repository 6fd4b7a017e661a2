import { describe, expect, it } from 'vitest';
import { MODES as BODY_MODES } from '../../../../src/envoy/answer/reply.ts';
import { GatewayError } from '../../../../src/errors.ts';
import {
  admitted,
  BODY,
  digest,
  errorOf,
  policyOf,
  requestHead,
  responseHead,
  resultOf,
  run,
} from '../fixtures.ts';
import { ID, JSON_TYPE, scanHeaders, upTo } from './cases.ts';

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
    // Alerts subtract it from requests, so it is counted once.
    expect([records[0]?.input.unjudged, records[0]?.output.unjudged]).toEqual([
      [{ reason: 'pass_through', pointer: '' }],
      [],
    ]);
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
