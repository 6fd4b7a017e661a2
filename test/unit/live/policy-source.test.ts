import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { effectivePolicyDocument, type PolicyDocument } from '../../../src/config/policy-layer.ts';
import type { CheckedPolicy } from '../../../src/live/check-policy.ts';
import { createPolicySource, type InForce } from '../../../src/live/policy-source.ts';
import { createFakePolicyStore, exclusionOf } from './fake-policy-store.ts';

const check = async (own: PolicyDocument, layer: PolicyDocument): Promise<CheckedPolicy> => {
  const checked = effectivePolicyDocument(own, layer);
  return checked.ok ? checked : { ok: false, problems: checked.issues.map(({ path }) => path) };
};

const setUp = (layer: PolicyDocument = {}) => {
  const fake = createFakePolicyStore();
  const errors: unknown[] = [];
  const taken: [number, boolean][] = [];
  const refused: [number, readonly string[]][] = [];
  let nudge = (): void => undefined;
  let isListening = false;
  const source = createPolicySource<InForce>({
    store: fake.store,
    layer,
    check,
    build: async (inForce) => ({ ...inForce }),
    onPolicyChange: (listener) => {
      nudge = listener;
      isListening = true;
      return () => {
        isListening = false;
      };
    },
    onTaken: ({ revision }, isNewest) => taken.push([revision, isNewest]),
    onRefused: (...args) => refused.push(args),
    onError: (error) => errors.push(error),
  });
  return {
    ...{ ...fake, source, errors, taken, refused },
    nudge: () => nudge(),
    isListening: () => isListening,
  };
};

const tick = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1000);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the policy', () => {
  it('is defaults < dashboard < file, a name as a whole', async () => {
    const { source, set } = setUp({ mode: 'advisory', allow: { EMAIL_ADDRESS: ['a@b.co'] } });
    set({ mode: 'shadow', sensitivity: 'high', allow: { URL: ['x.co'] } });
    await source.start();
    expect(source.current()).toMatchObject({
      revision: 1,
      policy: {
        mode: 'advisory',
        sensitivity: 'high',
        entityDefaults: 'redact',
        allow: { EMAIL_ADDRESS: ['a@b.co'] },
      },
    });
    expect(source.current().policy.allow).not.toHaveProperty('URL');
    expect(Object.isFrozen(source.current())).toBe(true);
  });

  it('is the file’s where nothing was ever set', async () => {
    const { source, taken } = setUp({ sensitivity: 'low' });
    await source.start();
    expect(source.current()).toMatchObject({ revision: 0, policy: { sensitivity: 'low', mode: 'blocking' } });
    expect(taken).toEqual([[0, true]]);
  });

  it('is the new one a quarter of a second after a change of which no notice came', async () => {
    const { source, set } = setUp();
    await source.start();
    set({ mode: 'shadow' });
    await vi.advanceTimersByTimeAsync(249);
    expect(source.current().policy.mode).toBe('blocking');
    await vi.advanceTimersByTimeAsync(1);
    expect(source.current().policy.mode).toBe('shadow');
  });

  it('is not there before the start, which fails where the store is away', async () => {
    const { source, state } = setUp();
    expect(() => source.current()).toThrow('not been read');
    state.isDown = true;
    await expect(source.start()).rejects.toThrow('store is down');
  });

  it('follows the dashboard within a second, and what was begun with stays as it is', async () => {
    const { source, set } = setUp();
    await source.start();
    const before = source.current();
    set({ mode: 'shadow' });
    await tick();
    expect(source.current()).toMatchObject({ revision: 1, policy: { mode: 'shadow' } });
    expect(before).toMatchObject({ revision: 0, policy: { mode: 'blocking' } });
  });

  it('follows at once where it is told', async () => {
    const { source, set, nudge, isListening } = setUp();
    await source.start();
    set({ mode: 'shadow' });
    nudge();
    await vi.advanceTimersByTimeAsync(0);
    expect(source.current().policy.mode).toBe('shadow');
    source.close();
    expect(isListening()).toBe(false);
  });

  it('misses nothing that is set while it reads', async () => {
    const { source, set } = setUp();
    await source.start();
    set({ mode: 'shadow' });
    const first = source.refresh();
    set({ mode: 'advisory' });
    await Promise.all([first, source.refresh(), source.refresh()]);
    expect(source.current()).toMatchObject({ revision: 2, policy: { mode: 'advisory' } });
  });

  it('asks for no more than the version while nothing changes', async () => {
    const { source, state } = setUp();
    await source.start();
    for (let second = 0; second < 10; second += 1) await tick();
    expect(state).toMatchObject({ versionCalls: 41, readCalls: 1 });
    source.close();
    await tick();
    expect(state.versionCalls).toBe(41);
  });

  it('stays while the store is away, which is told once, and goes on after', async () => {
    const { source, set, state, errors } = setUp();
    set({ mode: 'advisory' });
    await source.start();
    state.isDown = true;
    set({ mode: 'shadow' });
    for (let second = 0; second < 5; second += 1) await tick();
    expect(source.current().policy.mode).toBe('advisory');
    expect(errors).toHaveLength(1);
    state.isDown = false;
    await tick();
    expect(source.current().policy.mode).toBe('shadow');
    state.isDown = true;
    await tick();
    expect(errors).toHaveLength(2);
  });
});

describe('settings that cannot be read', () => {
  it.each([
    { name: 'a name of a newer version', own: { mode: 'shadow', newThing: 1 } },
    { name: 'a value of a newer version', own: { mode: 'quantum' } },
    { name: 'a rule that does not compile', own: { rules: [{ id: 'a', pattern: '(' }] } },
    { name: 'thresholds that are not monotone', own: { thresholds: { user: { low: 0.1, high: 0.9 } } } },
  ])('because of $name change nothing, and are told once', async ({ own }) => {
    const { source, set, refused, taken, exclude } = setUp();
    set({ mode: 'advisory' });
    await source.start();
    set(own);
    await tick();
    exclude();
    await tick();
    await tick();
    expect(source.current()).toMatchObject({ revision: 1, policy: { mode: 'advisory' } });
    expect(refused).toHaveLength(1);
    expect(refused[0]?.[0]).toBe(2);
    expect(taken.map(([, isNewest]) => isNewest)).toEqual([true, false, false]);
    set({ mode: 'blocking' });
    await tick();
    expect(source.current().revision).toBe(3);
    expect(taken.at(-1)).toEqual([3, true]);
  });

  it('do not keep exclusions from being followed', async () => {
    const { source, set, exclude } = setUp();
    await source.start();
    set({ newThing: 1 });
    exclude(exclusionOf('exc_1', { ruleId: 'PI-1001' }));
    await tick();
    expect(source.current()).toMatchObject({ revision: 0, exclusions: [{ id: 'exc_1' }] });
  });

  it('give way at a start to the newest that can be', async () => {
    const { source, set, refused } = setUp();
    set({ mode: 'shadow' });
    set({ mode: 'advisory' });
    set({ newThing: 1 });
    set({ newThing: 2 });
    await source.start();
    expect(source.current()).toMatchObject({ revision: 2, policy: { mode: 'advisory' } });
    expect(refused).toHaveLength(1);
  });

  it('give way to the file alone where none can be', async () => {
    const { source, set } = setUp({ sensitivity: 'low' });
    set({ newThing: 1 });
    await source.start();
    expect(source.current()).toMatchObject({ revision: 0, policy: { sensitivity: 'low' } });
  });
});

describe('the file', () => {
  it('goes before the dashboard as soon as it says something', async () => {
    const { source, set } = setUp();
    set({ mode: 'shadow', sensitivity: 'high' });
    await source.start();
    await source.setLayer({ mode: 'advisory' });
    expect(source.current()).toMatchObject({
      revision: 1,
      policy: { mode: 'advisory', sensitivity: 'high' },
    });
    await source.setLayer({});
    expect(source.current().policy.mode).toBe('shadow');
  });

  it('is taken up with the last good settings where the newest are none', async () => {
    const { source, set } = setUp();
    set({ sensitivity: 'high' });
    await source.start();
    set({ newThing: 1 });
    await tick();
    await source.setLayer({ mode: 'advisory' });
    expect(source.current()).toMatchObject({
      revision: 1,
      policy: { mode: 'advisory', sensitivity: 'high' },
    });
  });
});

it('a policy that cannot be built leaves the one before in force', async () => {
  const fake = createFakePolicyStore();
  const errors: unknown[] = [];
  const refused: number[] = [];
  const source = createPolicySource<InForce>({
    store: fake.store,
    layer: {},
    check,
    build: async (inForce) => {
      if (inForce.policy.mode === 'shadow') throw new Error('broken');
      return { ...inForce };
    },
    onTaken: () => undefined,
    onRefused: (revision) => refused.push(revision),
    onError: (error) => errors.push(error),
  });
  await source.start();
  fake.set({ mode: 'shadow' });
  await tick();
  await tick();
  expect(source.current().policy.mode).toBe('blocking');
  expect(errors).toEqual([new Error('broken')]);
  expect(refused).toEqual([1]);
  fake.set({ mode: 'advisory' });
  await tick();
  expect(source.current().policy.mode).toBe('advisory');
  source.close();
});
