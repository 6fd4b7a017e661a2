import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tooManyReadings } from '../../../../src/detection/views/unread.ts';
import type { Event } from '../../../../src/envoy/session/session-types.ts';
import { pushing, toStreamEvent } from '../../../../src/envoy/session/stream-work.ts';
import { GatewayError } from '../../../../src/errors.ts';
import type { Mode } from '../../../../src/policy/settings.ts';
import { UnreadablePartError } from '../../../../src/policy/unreadable-parts.ts';
import { guardOf as realGuardOf, policyOf as streamPolicyOf } from '../../stream/streams.ts';
import { DONE, event, finish, role, say } from '../../stream/transcripts.ts';
import { digest, EXCHANGE, policyOf, run } from '../fixtures.ts';
import {
  chunkOf,
  EVENT,
  eventsOf,
  headersOfStream,
  kindsOf,
  piece,
  streaming,
  TRAILERS,
  upToAnswer,
} from './streaming.ts';

describe('a guard that fails', () => {
  const OVERLOADED = new GatewayError('OVERLOADED', 'The streams hold all the memory that they may.');
  const DECIDED = 'data: {"choices":[],"id":"decided"}\n\n';
  const failed = (isLast: boolean, rest = EVENT, error: unknown = OVERLOADED): Event => ({
    type: 'stream-failed',
    error,
    release: Buffer.from(rest === '' ? '' : DECIDED),
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
    '$mode, $code, last: $isLast: cuts the stream behind what was decided, and nothing of the rest leaves',
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
      expect(body?.startsWith(DECIDED)).toBe(true);
      expect(body).not.toContain(EVENT);
      expect(body).not.toContain('internals');
      expect(eventsOf(body?.slice(DECIDED.length) ?? '')).toEqual([
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
      expect(kindsOf(begun.replies)).toEqual([piece(DECIDED + EVENT, false)]);
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
    expect(kindsOf(replies)).toEqual([piece(DECIDED + EVENT, true)]);
    expect(state).toEqual({ phase: 'closed' });
    expectFailedOpen(records, null);
  });

  it('at trailers, the rest goes before them', () => {
    const { state, replies, records } = run(
      [{ type: 'response-trailers' }, failed(true)],
      streaming(advisory),
    );
    expect(kindsOf(replies)).toEqual([piece(DECIDED + EVENT, false), TRAILERS]);
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

describe('a stream that cannot be read on', () => {
  const policy = policyOf('blocking');
  const said = ['All is well here, and ', 'nothing is left open. '].flatMap((text, index) => [
    role(index),
    ...say(text, { index }),
  ]);
  const begin = [...said, finish(1), ': ping\n\n'].join('');

  /** All that the caller gets of a stream that comes in such pieces. */
  const deliveredOf = (pieces: readonly Buffer[], holdsWhole: boolean): string => {
    const guard = realGuardOf({ policy: streamPolicyOf(), holdsWhole, limits: { maxEventBytes: 2000 } });
    let { state } = run([...upToAnswer(policy), headersOfStream(), { type: 'stream-opened', guard }]);
    let delivered = '';
    for (const [i, bytes] of pieces.entries()) {
      if (state.phase !== 'streaming') break;
      const isLast = i === pieces.length - 1;
      const made = run([toStreamEvent(guard, pushing(bytes, isLast), isLast)], state);
      state = made.state;
      delivered += made.replies.map((each) => digest(each).body ?? '').join('');
    }
    expect(state.phase).toBe('closed');
    return delivered;
  };

  const FAULTS = [
    { name: 'another encoding', fault: 'data: {"a":"\0"}\n\n' },
    { name: 'bytes that are no UTF-8', fault: 'data: \xff\n\n' },
    { name: 'too much JSON', fault: event(`${'['.repeat(200)}${']'.repeat(200)}`) },
    { name: 'too long an event', fault: event(`"${'x'.repeat(3000)}"`) },
    { name: 'text for other clients', fault: say('x').join('').replace('data', 'Data') },
  ];

  it.each(FAULTS)('ends with the same text, however its bytes are cut: $name', ({ fault }) => {
    const stream = Buffer.from(begin + fault + say('Never said.').join('') + DONE, 'latin1');
    const whole = deliveredOf([stream], false);
    expect(whole.startsWith(said.slice(0, 3).join(''))).toBe(true);
    expect(whole).not.toContain('Never');
    expect(whole).toContain('scan_unavailable');
    const cuts = fc.array(fc.nat({ max: stream.length }), { maxLength: 8 });
    fc.assert(
      fc.property(cuts, (places) => {
        const points = [0, ...places.toSorted((a, b) => a - b), stream.length];
        const pieces = points.slice(1).map((end, i) => stream.subarray(points[i], end));
        expect(deliveredOf(pieces, false)).toBe(whole);
      }),
      { numRuns: 100 },
    );
  });

  it.each(FAULTS)('of an answer that is held whole nothing leaves: $name', ({ fault }) => {
    const stream = Buffer.from(begin + fault + DONE, 'latin1');
    const [first] = eventsOf(deliveredOf([stream], true));
    expect(first).toMatchObject({
      choices: [{ index: 0 }, { index: 1 }],
      gateway: { output_status: 'error' },
    });
  });
});
