import { describe, expect, it } from 'vitest';
import { breakDown } from '../../../../src/envoy/session/out-of-turn.ts';
import { streamTrailer } from '../../../../src/envoy/session/stream-phase.ts';
import type { Mode } from '../../../../src/policy/settings.ts';
import type { StreamGuard } from '../../../../src/stream/guard.ts';
import { type Found, guardOf, policyOf, run } from '../fixtures.ts';
import { chunkOf, DETECTION, eventsOf, streaming } from './streaming.ts';

it.each<{ mode: Mode; found: Found; status: string }>([
  { mode: 'blocking', found: 'nothing', status: 'pass' },
  { mode: 'blocking', found: 'email', status: 'redacted' },
  { mode: 'advisory', found: 'injection', status: 'flagged' },
])('$mode, $found: a stream that breaks off is recorded with what was found', ({ mode, found, status }) => {
  const { state, commands, replies, records } = run(
    [{ type: 'cancelled' }, { type: 'cancelled' }],
    streaming(policyOf(mode), { found }),
  );
  expect(state).toEqual({ phase: 'closed' });
  expect(replies).toEqual([]);
  expect(commands.flat().filter(({ type }) => type === 'close-stream')).toHaveLength(1);
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({
    httpStatus: 200,
    errorCode: 'stream_interrupted',
    output: { status, failure: null },
  });
});

it('a stream whose caller hangs up once he has all is recorded as whole', () => {
  const policy = policyOf('blocking');
  const guard: StreamGuard = { ...guardOf(policy, 'nothing'), hasEnded: () => true };
  const state = streaming(policy);
  if (state.phase !== 'streaming') throw new Error(`in phase ${state.phase}`);
  const { records } = run([{ type: 'cancelled' }], { ...state, guard });
  expect(records).toMatchObject([{ httpStatus: 200, errorCode: null, outcome: 'pass' }]);
});

it('a stream whose last look breaks is recorded, and gives back what it holds', () => {
  const policy = policyOf('blocking');
  const broken = (): never => {
    throw new RangeError('secret internals');
  };
  const guard: StreamGuard = { ...guardOf(policy, 'email'), breakOff: broken };
  const state = streaming(policy);
  if (state.phase !== 'streaming') throw new Error(`in phase ${state.phase}`);
  expect(() => run([{ type: 'cancelled' }], { ...state, guard })).toThrow(RangeError);
  const [next, commands] = breakDown({ ...state, guard });
  expect(next).toEqual({ phase: 'closed' });
  expect(commands).toMatchObject([
    { type: 'close-stream' },
    {
      type: 'record',
      ending: {
        outcome: 'error',
        errorCode: 'protocol_violation',
        output: { status: 'error', unjudged: [{ reason: 'scan_error' }] },
      },
    },
  ]);
});

describe('the status at the end, for a caller that asks for it', () => {
  it.each<{ mode: Mode; found: Found; note: object }>([
    { mode: 'blocking', found: 'nothing', note: { output_status: 'pass' } },
    { mode: 'blocking', found: 'email', note: { output_status: 'redacted' } },
    {
      mode: 'advisory',
      found: 'injection',
      note: { output_status: 'flagged', detection: DETECTION },
    },
    // Shadow says nothing to the caller of what it found.
    { mode: 'shadow', found: 'injection', note: { output_status: 'pass' } },
  ])('$mode, $found', ({ mode, found, note }) => {
    const state = streaming(policyOf(mode), { found });
    if (state.phase !== 'streaming') throw new Error(`in phase ${state.phase}`);
    expect(eventsOf(streamTrailer(state).toString())).toEqual([chunkOf(note, [])]);
  });
});
