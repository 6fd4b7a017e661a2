import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/envoy/session/session-types.ts';
import type { Mode } from '../../../../src/policy/settings.ts';
import type { StreamGuard } from '../../../../src/stream/guard.ts';
import { ANSWER, digest, EXCHANGE, type Found, guarded, guardOf, policyOf, run } from '../fixtures.ts';
import {
  chunkOf,
  DETECTION,
  EVENT,
  eventsOf,
  headersOfStream,
  kindsOf,
  piece,
  streaming,
  TRAILERS,
  upToAnswer,
} from './streaming.ts';

describe('what comes of a piece of a stream', () => {
  const policy = policyOf('blocking');

  it.each([false, true])('its bytes go to the guard, and nothing is said yet (last: %s)', (endOfStream) => {
    const state = streaming(policy);
    const bytes = Buffer.from(EVENT);
    const { commands, state: after } = run([{ type: 'response-body', bytes, endOfStream }], state);
    expect(commands).toEqual([[{ type: 'guard-stream', bytes, isLast: endOfStream }]]);
    expect(after).toBe(state);
  });

  it('is what the guard releases, or nothing at all', () => {
    const state = streaming(policy);
    const {
      replies,
      records,
      state: after,
    } = run([guarded(policy, EVENT), guarded(policy, ''), guarded(policy, 'x')], state);
    expect(kindsOf(replies)).toEqual([piece(EVENT, false), piece('x', false)]);
    expect(records).toEqual([]);
    expect(after).toBe(state);
  });

  it.each<{ mode: Mode; found: Found; status: string; outcome: string }>([
    { mode: 'blocking', found: 'nothing', status: 'pass', outcome: 'pass' },
    { mode: 'blocking', found: 'email', status: 'redacted', outcome: 'redacted' },
    { mode: 'advisory', found: 'injection', status: 'flagged', outcome: 'flagged' },
    { mode: 'advisory', found: 'email', status: 'flagged', outcome: 'flagged' },
    { mode: 'shadow', found: 'injection', status: 'pass', outcome: 'pass' },
  ])('$mode, $found: the end is recorded as $status', ({ mode, found, status, outcome }) => {
    const own = policyOf(mode);
    // A guard that only watches cuts nothing.
    const last: Event = {
      type: 'stream-guarded',
      step: { release: Buffer.from(EVENT), threat: null },
      isLast: true,
    };
    const { state, commands, replies, records } = run([last], streaming(own, { found }));
    expect(commands.flat()[0]).toEqual({ type: 'close-stream' });
    expect(kindsOf(replies)).toEqual([piece(EVENT, true)]);
    expect(state).toEqual({ phase: 'closed' });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      outcome,
      httpStatus: 200,
      errorCode: null,
      input: { status: 'pass' },
      output: { status, scanMs: 1.2, failure: null },
    });
    expect(records[0]?.output.inspection?.verdict.threat !== null).toBe(found === 'injection');
  });

  it('is a bare end where nothing was held', () => {
    const { replies } = run([guarded(policy, '', { isLast: true })], streaming(policy));
    expect(kindsOf(replies)).toEqual([piece('', true)]);
  });

  it.each([
    { name: 'with something held', release: EVENT, wanted: [piece(EVENT, false), TRAILERS] },
    { name: 'with nothing held', release: '', wanted: [TRAILERS] },
  ])('trailers end it, $name', ({ release, wanted }) => {
    const first = run([{ type: 'response-trailers' }], streaming(policy));
    expect(first.commands).toEqual([[{ type: 'guard-stream', bytes: new Uint8Array(), isLast: true }]]);
    const { state, replies, records } = run([guarded(policy, release, { isLast: true })], first.state);
    expect(kindsOf(replies)).toEqual(wanted);
    expect(state).toEqual({ phase: 'closed' });
    expect(records).toHaveLength(1);
  });

  it.each<{ streamOnBlock: 'error' | 'content_filter'; isLast: boolean; trailers?: true }>([
    { streamOnBlock: 'error', isLast: false },
    { streamOnBlock: 'content_filter', isLast: false },
    { streamOnBlock: 'error', isLast: true },
    { streamOnBlock: 'error', isLast: true, trailers: true },
  ])('a threat cuts it: $streamOnBlock, last: $isLast', ({ streamOnBlock, isLast, trailers }) => {
    const state = streaming(policy, { found: 'injection', asked: { streamOnBlock } });
    const threat = guarded(policy, EVENT, { found: 'injection', isLast });
    const {
      replies,
      commands,
      records,
      state: after,
    } = run(trailers ? [{ type: 'response-trailers' }, threat] : [threat], state);
    expect(commands.flat()).toContainEqual({ type: 'close-stream' });
    expect(replies).toHaveLength(1);
    const { kind, body, ends } = digest(replies[0]);
    expect([kind, ends]).toEqual(['response_body', true]);
    expect(body?.startsWith(EVENT)).toBe(true);
    expect(body).not.toContain('CALLER');
    const error = {
      error: {
        type: 'response_blocked',
        code: 'prompt_injection_detected',
        message: expect.stringContaining(EXCHANGE.requestId),
        param: null,
        request_id: EXCHANGE.requestId,
        detection: DETECTION,
      },
    };
    expect(eventsOf(body?.slice(EVENT.length) ?? '')).toEqual([
      chunkOf({ output_status: 'blocked', detection: DETECTION }),
      ...(streamOnBlock === 'error' ? [error] : []),
      '[DONE]',
    ]);
    expect(after).toEqual({ phase: 'closed' });
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      outcome: 'blocked',
      httpStatus: 200,
      errorCode: 'prompt_injection_detected',
      output: { status: 'blocked', failure: null },
    });
  });

  it.each([
    {
      name: 'a stream that never said who it is',
      identity: { id: null, model: null, created: null, openChoices: [] },
      chunk: { id: EXCHANGE.requestId, model: '', created: 0, choices: [{ index: 0 }] },
    },
    {
      name: 'a stream with one choice left',
      identity: { id: 'c', model: 'm', created: 5, openChoices: [3] },
      chunk: { id: 'c', model: 'm', created: 5, choices: [{ index: 3 }] },
    },
  ])('the cut repeats what is known of it: $name', ({ identity, chunk }) => {
    const guard: StreamGuard = { ...guardOf(policy, 'injection'), identity: () => identity };
    const { replies } = run([
      ...upToAnswer(policy),
      headersOfStream(),
      { type: 'stream-opened', guard },
      guarded(policy, '', { found: 'injection' }),
    ]);
    expect(eventsOf(digest(replies.at(-1)).body ?? '')[0]).toMatchObject(chunk);
  });

  it('nothing is said after a cut, whatever the provider still sends', () => {
    const { commands } = run(
      [
        guarded(policy, '', { found: 'injection' }),
        ANSWER,
        { ...ANSWER, endOfStream: false },
        guarded(policy, EVENT, { isLast: true }),
        {
          type: 'stream-failed',
          error: new Error('x'),
          release: Buffer.from('y'),
          rest: Buffer.from('x'),
          isLast: true,
        },
        { type: 'response-trailers' },
        { type: 'cancelled' },
      ],
      streaming(policy, { found: 'injection' }),
    );
    expect(commands.slice(1).flat()).toEqual([]);
  });
});
