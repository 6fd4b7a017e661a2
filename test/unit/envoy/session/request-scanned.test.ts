import { describe, expect, it } from 'vitest';
import type { Mode } from '../../../../src/policy/settings.ts';
import { BODY, digest, EXCHANGE, errorOf, type Failure, policyOf, run } from '../fixtures.ts';
import {
  type Case,
  CHANGED,
  JSON_TYPE,
  OF_THE_OLD_BODY,
  requestScanned,
  scanHeaders,
  upTo,
} from './cases.ts';

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
