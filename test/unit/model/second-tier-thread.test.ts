import { mkdtempSync } from 'node:fs';
import { Module } from 'node:module';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type RunningNetwork,
  readSecondTierHeader,
  startSecondTier,
  whyNoSecondTier,
} from '../../../src/models/second-tier.ts';

/** A network of one addition; what each token counts stands in its README. */
const TOY = new URL('../../fixtures/second-tier/', import.meta.url);
const EMPTY = pathToFileURL(`${mkdtempSync(`${tmpdir()}/portcullis-`)}/`);
const MINUTE_MS = 60_000;

const direct = (...texts: string[]) => texts.map((text) => ({ text, side: 'direct' as const }));

describe('a second tier that is not there', () => {
  it('says which file is missing', () => {
    expect(whyNoSecondTier(EMPTY)).toBe(`${EMPTY.pathname}second-tier.json is missing`);
  });

  it('says that the package is missing', () => {
    const find: unknown = Reflect.get(Module, '_resolveFilename');
    Reflect.set(Module, '_resolveFilename', () => {
      throw new Error('not found');
    });
    const reason = whyNoSecondTier(TOY);
    Reflect.set(Module, '_resolveFilename', find);
    expect(reason).toBe('the package onnxruntime-node is not installed');
  });

  it('is no mere exception where somebody reads its header', () => {
    expect(readSecondTierHeader(TOY)).toMatchObject({ version: 'toy', sides: { direct: { from: 0.2 } } });
    expect(() => readSecondTierHeader(EMPTY)).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message: `${EMPTY.pathname}second-tier.json: no header of a second tier`,
      }),
    );
  });
});

// The package is optional: there are platforms without one.
describe.skipIf(whyNoSecondTier(TOY) !== null)('the second tier in its thread', () => {
  const open: RunningNetwork[] = [];
  const start = async () => {
    const faults: unknown[] = [];
    const tier = await startSecondTier(TOY, (error) => faults.push(error));
    open.push(tier);
    return { tier, faults };
  };
  afterEach(async () => {
    for (const tier of open.splice(0)) await tier.close();
  });

  it('answers for each passage, in order, by its side', async () => {
    const { tier } = await start();
    const passages = [
      { text: 'Good, BAD.', side: 'direct' },
      { text: 'badly', side: 'direct' },
      { text: 'badly', side: 'indirect' },
      { text: 'badly', side: 'definition' },
      { text: '', side: 'indirect' },
    ] as const;
    expect(await tier.judge(passages, MINUTE_MS)).toEqual([1, 4, 4.5, 4.25, 0.5]);
  });

  it('keeps the answers of many callers apart', async () => {
    const { tier } = await start();
    const texts = Array.from({ length: 20 }, (_, i) => 'bad '.repeat(i));
    const answers = await Promise.all(texts.map((text) => tier.judge(direct(text), MINUTE_MS)));
    expect(answers.flat()).toEqual(texts.map((_, i) => 3 * i));
  });

  it('reads no more than there is room for', async () => {
    const { tier } = await start();
    // 128 tokens, less the beginning, the side and the end.
    expect(await tier.judge(direct('bad '.repeat(1000)), MINUTE_MS)).toEqual([3 * 125]);
  });

  it('leaves unjudged what is no number', async () => {
    const { tier, faults } = await start();
    expect(await tier.judge(direct('nan', 'bad'), MINUTE_MS)).toEqual([null, 3]);
    expect(faults).toEqual([]);
  });

  it('leaves unjudged what there is no time for', async () => {
    const { tier } = await start();
    expect(await tier.judge(direct('bad', 'bad'), 0)).toEqual([null, null]);
    expect(await tier.judge([], MINUTE_MS)).toEqual([]);
    const many = Array.from({ length: 1000 }, () => 'bad '.repeat(125));
    const answers = await tier.judge(direct(...many), 1);
    expect(answers).toHaveLength(1000);
    expect(answers).toContain(null);
    expect(await tier.judge(direct('bad'), MINUTE_MS)).toEqual([3]);
  });

  it('leaves unjudged what would queue behind too many', async () => {
    const { tier } = await start();
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => tier.judge(direct('good'), MINUTE_MS)),
    );
    expect(answers.flat()).toEqual([...new Array(64).fill(-2), ...new Array(6).fill(null)]);
  });

  it('leaves all unjudged once its thread has died, and says why', async () => {
    const { tier, faults } = await start();
    // Waited for, since a thread's death may be heard of before its last answer.
    expect(await tier.judge(direct('bad'), MINUTE_MS)).toEqual([3]);
    const answers = await Promise.all([
      tier.judge(direct('bad', 'boom', 'bad'), MINUTE_MS),
      tier.judge(direct('bad'), MINUTE_MS),
    ]);
    expect(answers).toEqual([[null, null, null], [null]]);
    expect(await tier.judge(direct('bad'), MINUTE_MS)).toEqual([null]);
    expect(faults).toHaveLength(1);
    expect(String(faults[0])).toMatch(/indices element out of data bounds/u);
  });

  it('leaves all unjudged once it is closed, and calls that no fault', async () => {
    const { tier, faults } = await start();
    const waiting = tier.judge(direct('bad'), MINUTE_MS);
    await tier.close();
    expect(await waiting).toEqual([null]);
    expect(await tier.judge(direct('bad'), MINUTE_MS)).toEqual([null]);
    expect(faults).toEqual([]);
  });

  it('does not start without its files, and says why', async () => {
    const faults: unknown[] = [];
    await expect(startSecondTier(EMPTY, (error) => faults.push(error))).rejects.toThrow(/ENOENT/u);
    expect(faults).toHaveLength(1);
  });
});
