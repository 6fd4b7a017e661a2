import { describe, expect, it } from 'vitest';
import { tooManyReadings } from '../../../../src/detection/views/unread.ts';
import type { Event } from '../../../../src/envoy/session/session-types.ts';
import { GatewayError } from '../../../../src/errors.ts';
import type { Mode } from '../../../../src/policy/settings.ts';
import { UnreadablePartError } from '../../../../src/policy/unreadable-parts.ts';
import { digest, EXCHANGE, policyOf, run } from '../fixtures.ts';
import { chunkOf, EVENT, eventsOf, kindsOf, piece, streaming, TRAILERS } from './streaming.ts';

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
