import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../../src/keys/rate-limit.ts';

const setUp = (maxBuckets?: number) => {
  const clock = { ms: 1_800_000_000_000 };
  const limiter = createRateLimiter(() => clock.ms, maxBuckets);
  const takeMany = (count: number, limit: number, keyId = 'a') =>
    Array.from({ length: count }, () => limiter.take(keyId, limit)).filter(({ allowed }) => allowed).length;
  return { clock, limiter, takeMany };
};

describe('the rate limiter', () => {
  it.each([1, 2, 7, 60, 600, 100_000])('lets exactly %i through at once, then none', (limit) => {
    const { takeMany } = setUp();
    expect(takeMany(limit + 50, limit)).toBe(limit);
  });

  it('says when the next one fits, to the millisecond', () => {
    const { clock, limiter, takeMany } = setUp();
    takeMany(60, 60);
    expect(limiter.take('a', 60)).toEqual({ allowed: false, retryAfterMs: 1000 });
    clock.ms += 999;
    expect(limiter.take('a', 60)).toEqual({ allowed: false, retryAfterMs: 1 });
    clock.ms += 1;
    expect(limiter.take('a', 60)).toEqual({ allowed: true });
    expect(limiter.take('a', 60)).toEqual({ allowed: false, retryAfterMs: 1000 });
  });

  it('always keeps its word about the wait', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 20 }),
        (limit, pauses) => {
          const { clock, limiter, takeMany } = setUp();
          takeMany(limit, limit);
          for (const pause of pauses) {
            clock.ms += pause;
            const decision = limiter.take('a', limit);
            if (decision.allowed) continue;
            clock.ms += decision.retryAfterMs;
            expect(limiter.take('a', limit)).toEqual({ allowed: true });
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('never lets more than the burst and the refill through', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 600 }),
        fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 300 }),
        (limit, pauses) => {
          const { clock, limiter } = setUp();
          const from = clock.ms;
          let allowed = 0;
          for (const pause of pauses) {
            clock.ms += pause;
            if (limiter.take('a', limit).allowed) allowed += 1;
          }
          expect(allowed).toBeLessThanOrEqual(limit + ((clock.ms - from) * limit) / 60_000 + 1e-3);
        },
      ),
    );
  });

  it('keeps keys apart', () => {
    const { limiter, takeMany } = setUp();
    takeMany(10, 5, 'a');
    expect(limiter.take('b', 5)).toEqual({ allowed: true });
  });

  it('is full again after a minute, and no fuller after a day', () => {
    const { clock, takeMany } = setUp();
    takeMany(5, 5);
    clock.ms += 60_000;
    expect(takeMany(10, 5)).toBe(5);
    clock.ms += 86_400_000;
    expect(takeMany(10, 5)).toBe(5);
  });

  it('neither gives nor takes when the clock jumps back', () => {
    const { clock, takeMany } = setUp();
    takeMany(3, 5);
    clock.ms -= 3_600_000;
    expect(takeMany(10, 5)).toBe(2);
    clock.ms += 60_000;
    expect(takeMany(10, 5)).toBe(5);
  });

  it('follows a changed limit at once', () => {
    const { takeMany } = setUp();
    expect(takeMany(1, 100)).toBe(1);
    expect(takeMany(50, 3)).toBe(3);
  });

  it('forgets idle keys first and stays bounded', () => {
    const { clock, limiter, takeMany } = setUp(100);
    takeMany(2, 2, 'idle');
    clock.ms += 60_000;
    takeMany(2, 2, 'busy');
    for (let index = 0; index < 98; index += 1) limiter.take(`key-${index}`, 2);
    limiter.take('one more', 2);
    expect(limiter.take('busy', 2).allowed).toBe(false);
    expect(takeMany(5, 2, 'idle')).toBe(2);
  });
});
