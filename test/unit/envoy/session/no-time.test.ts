import { describe, expect, it } from 'vitest';
import { MODES as BODY_MODES } from '../../../../src/envoy/answer/reply.ts';
import type { Event } from '../../../../src/envoy/session/session-types.ts';
import {
  ANSWER,
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
import { JSON_TYPE, scanHeaders } from './cases.ts';

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
