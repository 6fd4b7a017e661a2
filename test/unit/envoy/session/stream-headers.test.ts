import { describe, expect, it } from 'vitest';
import { MODES } from '../../../../src/envoy/answer/reply.ts';
import type { Policy } from '../../../../src/policy/decide.ts';
import type { Mode } from '../../../../src/policy/settings.ts';
import { digest, EXCHANGE, errorOf, type Found, guardOf, policyOf, run } from '../fixtures.ts';
import { headersOfStream, upToAnswer } from './streaming.ts';

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
