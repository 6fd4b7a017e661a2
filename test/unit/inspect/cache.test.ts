import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roleSetOf } from '../../../src/chat/segment.ts';
import { createSegmentCache, type GroupSeams } from '../../../src/detection/cache/cache.ts';
import type { DetectionContext } from '../../../src/detection/detector.ts';
import type { Finding } from '../../../src/detection/findings.ts';

const USER: DetectionContext = { role: 'user', trust: 'user', direction: 'input', protectedTexts: [] };
const text = (name: string): string => name.repeat(100);
const finding = { ruleId: 'PI-1' } as const;
const found = (count: number): Finding[] =>
  Array.from({ length: count }, () => ({
    ...finding,
    category: 'prompt_injection',
    subType: 'x',
    score: 1,
    span: { start: 0, end: 1 },
    view: 'raw',
  }));

const fill = (cache: ReturnType<typeof createSegmentCache>, name: string, findings = found(1)): void => {
  const lookup = cache.lookup(text(name), USER);
  if (lookup === null) throw new Error('not cached');
  cache.store(lookup.key, findings);
};
const has = (cache: ReturnType<typeof createSegmentCache>, name: string, context = USER): boolean =>
  cache.lookup(text(name), context)?.findings !== undefined;

describe('the cache of segments', () => {
  it('gives back what was found, nothing found included', () => {
    const cache = createSegmentCache(10, 'r');
    fill(cache, 'a', found(2));
    fill(cache, 'b', []);
    expect(cache.lookup(text('a'), USER)?.findings).toHaveLength(2);
    expect(cache.lookup(text('b'), USER)?.findings).toEqual([]);
    expect(has(cache, 'c')).toBe(false);
  });

  it('forgets what was used longest ago', () => {
    const cache = createSegmentCache(6, 'r');
    for (const name of ['a', 'b', 'c', 'd']) fill(cache, name);
    expect(has(cache, 'a')).toBe(true);
    for (const name of ['e', 'f']) fill(cache, name);
    expect(['a', 'b', 'c', 'e', 'f'].filter((name) => has(cache, name))).toEqual(['a', 'e', 'f']);
  });

  it.each([1, 2, 3, 7, 64])('of %i entries holds no more, and always the half that was used last', (max) => {
    const name = fc.nat({ max: 2 * max }).map((index) => `t${index} `);
    fc.assert(
      fc.property(fc.array(name, { maxLength: 10 * max }), (names) => {
        const cache = createSegmentCache(max, 'r');
        const used = new Set<string>();
        for (const each of names) {
          const isHeld = has(cache, each);
          if ([...used].slice(-Math.ceil(max / 2)).includes(each)) expect(isHeld).toBe(true);
          if (!isHeld) fill(cache, each);
          used.delete(each);
          used.add(each);
          expect(cache.size()).toBeLessThanOrEqual(max);
        }
      }),
    );
  });

  it.each<{ name: string; maxEntries: number; length: number; context: DetectionContext }>([
    { name: 'when switched off', maxEntries: 0, length: 100, context: USER },
    { name: 'for a short text', maxEntries: 10, length: 95, context: USER },
    { name: 'for an answer', maxEntries: 10, length: 100, context: { ...USER, direction: 'output' } },
  ])('is not asked $name', ({ maxEntries, length, context }) => {
    expect(createSegmentCache(maxEntries, 'r').lookup('x'.repeat(length), context)).toBeNull();
  });

  it('does not remember a text full of findings', () => {
    const cache = createSegmentCache(10, 'r');
    fill(cache, 'a', found(65));
    expect(has(cache, 'a')).toBe(false);
    fill(cache, 'a', found(64));
    expect(has(cache, 'a')).toBe(true);
  });

  it('does not remember seams full of findings, and tells them apart by what stands before them', () => {
    const cache = createSegmentCache(10, 'r');
    const seams = (count: number): GroupSeams => ({
      seams: 1,
      found: found(count).map((each) => ({ index: 0, finding: each })),
      state: [],
    });
    const { key } = cache.lookupSeams('', 'group|');
    cache.storeSeams(key, seams(65));
    expect(cache.lookupSeams('', 'group|').seams).toBeUndefined();
    cache.storeSeams(key, seams(64));
    expect(cache.lookupSeams('', 'group|').seams).toEqual(seams(64));
    expect(cache.lookupSeams(key, 'group|').seams).toBeUndefined();
  });

  it('tells roles, trust, kinds and revisions apart', () => {
    const cache = createSegmentCache(10, 'r');
    fill(cache, 'a');
    expect(has(cache, 'a', { ...USER, role: 'tool' })).toBe(false);
    expect(has(cache, 'a', { ...USER, trust: 'untrusted' })).toBe(false);
    expect(has(cache, 'a', { ...USER, roles: roleSetOf('user') | roleSetOf('other') })).toBe(false);
    // Less is looked for in it, so that nothing found there says nothing of the text.
    expect(has(cache, 'a', { ...USER, isCutOut: true })).toBe(false);
    expect(has(cache, 'a', { ...USER, isCutOut: false })).toBe(true);
    const keyOf = (each: typeof cache) => each.lookup(text('a'), USER)?.key;
    expect(keyOf(createSegmentCache(10, 'other'))).not.toBe(keyOf(cache));
    // Of one revision too: nobody outside can know a key.
    expect(keyOf(createSegmentCache(10, 'r'))).not.toBe(keyOf(cache));
    expect(keyOf(cache)).not.toContain('aaa');
  });
});
