import { describe, expect, it } from 'vitest';
import type { UnjudgedReason } from '../../../../src/chat/segment.ts';
import type { Policy } from '../../../../src/policy/decide.ts';
import { MODES } from '../../../../src/policy/settings.ts';
import { UnreadablePartError } from '../../../../src/policy/unreadable-parts.ts';
import {
  ANSWER,
  digest,
  EXCHANGE,
  errorOf,
  type Found,
  inspectionOf,
  policyOf,
  responseHead,
  run,
} from '../fixtures.ts';
import {
  answered,
  type Case,
  CHANGED,
  JSON_TYPE,
  OF_THE_OLD_BODY,
  requestScanned,
  scanHeaders,
} from './cases.ts';

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
