import { describe, expect, it } from 'vitest';
import { pushing, toStreamEvent } from '../../../../src/envoy/session/stream-work.ts';
import { GatewayError } from '../../../../src/errors.ts';
import type { StreamGuard } from '../../../../src/stream/guard.ts';
import { findingOf, guardOf, policyOf, segmentOf } from '../fixtures.ts';

describe('what the guard does, as an event', () => {
  const policy = policyOf('blocking');
  const released = (text: string) => ({ release: Buffer.from(text), threat: null });
  const guard: StreamGuard = {
    ...guardOf(policy),
    push: (bytes) => released(`<${Buffer.from(bytes).toString()}>`),
    end: () => released('[end]'),
    abandon: () => ({ decided: Buffer.from('[decided]'), held: Buffer.from('[held]') }),
  };
  const failing = (): never => {
    throw new GatewayError('OVERLOADED', 'x');
  };
  const threat = findingOf(segmentOf('x'), 'prompt_injection', 'jailbreak');
  const bytes = Buffer.from('a');
  const made = (own: StreamGuard, isLast: boolean) => toStreamEvent(own, pushing(bytes, isLast), isLast);

  it.each([
    { name: 'a piece', own: guard, isLast: false, release: '<a>', found: null },
    { name: 'the last piece', own: guard, isLast: true, release: '<a>[end]', found: null },
    {
      name: 'a threat in the last piece',
      own: { ...guard, push: () => ({ release: Buffer.from('b'), threat }) },
      isLast: true,
      release: 'b',
      found: threat,
    },
    {
      name: 'a threat at the end',
      own: { ...guard, end: () => ({ release: Buffer.from('c'), threat }) },
      isLast: true,
      release: '<a>c',
      found: threat,
    },
  ])('$name', ({ own, isLast, release, found }) => {
    expect(made(own, isLast)).toEqual({
      type: 'stream-guarded',
      step: { release: Buffer.from(release), threat: found },
      isLast,
    });
  });

  it.each([
    { name: 'at a piece', own: { ...guard, push: failing }, isLast: false, release: '[decided]' },
    { name: 'at the last piece', own: { ...guard, push: failing }, isLast: true, release: '[decided]' },
    // What was released a moment ago has not left yet.
    { name: 'at the end', own: { ...guard, end: failing }, isLast: true, release: '<a>[decided]' },
  ])('a failure $name loses no byte', ({ own, isLast, release }) => {
    expect(made(own, isLast)).toEqual({
      type: 'stream-failed',
      error: expect.objectContaining({ code: 'OVERLOADED' }),
      release: Buffer.from(release),
      rest: Buffer.from('[held]'),
      isLast,
    });
  });
});
