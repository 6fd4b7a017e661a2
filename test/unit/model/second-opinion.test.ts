import { expect, it } from 'vitest';
import type { Segment } from '../../../src/chat/segment.ts';
import { createSegmentCache } from '../../../src/detection/cache/cache.ts';
import type { Pipeline } from '../../../src/detection/detector.ts';
import type { Finding } from '../../../src/detection/findings.ts';
import { MODEL_RULE_ID } from '../../../src/detection/model/judge.ts';
import type { SecondTier } from '../../../src/detection/model/second-tier.ts';
import { bySide } from '../../../src/detection/model/side.ts';
import { createSegmentScanner } from '../../../src/detection/scan-segments.ts';
import { segmentOf } from '../envoy/fixtures.ts';
import { alike, RATES } from './toy.ts';

const weights = { bias: 0, first: 1, second: 1 };
const side = { weights, unasked: 0, from: 0.2, to: 0.9, thresholds: RATES };

/** A pipeline that doubts every text (and not what stands over their borders), and a second tier that takes its time and finds each one harmless. */
const setUp = ({ budgetMs = 100, costMs = 40, isOpen = true, score = 0.5, floors = alike(0) } = {}) => {
  const state = { nowMs: 0, budgets: [] as number[], judged: 0, unjudged: 0, hits: 0 };
  const pipeline: Pipeline = {
    revision: 'r',
    *scan(text) {
      if (text.split('text ').length !== 2) return;
      const doubt: Finding = {
        ruleId: MODEL_RULE_ID,
        category: 'prompt_injection',
        subType: 'jailbreak',
        score,
        span: { start: 0, end: 4 },
        view: 'raw',
      };
      yield [
        isOpen
          ? { ...doubt, passage: { texts: [text], side: 'direct', discount: 0, cannotAcquit: false } }
          : doubt,
      ];
    },
  };
  const tier: SecondTier = {
    header: { format: 4, version: '', trainedAt: '', base: '', sides: bySide(() => side) },
    judge: async (passages, timeoutMs) => {
      state.budgets.push(timeoutMs);
      if (timeoutMs <= 0) return passages.map(() => null);
      state.nowMs += Math.min(costMs, timeoutMs);
      return passages.map(() => (costMs > timeoutMs ? null : -4));
    },
  };
  const scan = createSegmentScanner({
    pipeline,
    cache: createSegmentCache(100, 'r'),
    limits: { timeoutMs: 10_000, sliceMs: 1000 },
    clock: () => state.nowMs,
    yieldTurn: async () => undefined,
    onCacheLookup: (isHit) => {
      if (isHit) state.hits += 1;
    },
    scanElsewhere: null,
    secondTier: {
      tier,
      timeoutMs: budgetMs,
      floors,
      onJudged: (judged, unjudged) => {
        state.judged += judged;
        state.unjudged += unjudged;
      },
    },
  });
  return {
    state,
    scan: async (segments: readonly Segment[]) => (await scan(segments, [], { aborted: false })).findings,
  };
};

/** Long enough to be remembered. */
const textsOf = (count: number): Segment[] =>
  Array.from({ length: count }, (_, i) =>
    segmentOf(`text ${i} ${'word '.repeat(30)}`, { pointer: `/messages/${i}/content` }),
  );

/** Texts of which two seams share the last ones, and a scan of them by a pipeline that scores as it is told. */
const scanTwoSeams = async (scoreOf: (text: string) => number) => {
  const scanned = [...Array.from({ length: 6 }, () => 'q'.repeat(199)), 'att', 'ack', 'so full', 'end'];
  const pipeline: Pipeline = {
    revision: 'r',
    *scan(text) {
      yield Array.from(text.matchAll(/attack/g), ({ index }) => ({
        ruleId: MODEL_RULE_ID,
        category: 'prompt_injection',
        subType: 'jailbreak',
        score: scoreOf(text),
        span: { start: index, end: index + 6 },
        view: 'raw',
      }));
    },
  };
  const scan = createSegmentScanner({
    pipeline,
    cache: createSegmentCache(0, 'r'),
    limits: { timeoutMs: 10_000, sliceMs: 1000 },
    clock: () => 0,
    yieldTurn: async () => undefined,
    onCacheLookup: () => undefined,
    secondTier: null,
    scanElsewhere: null,
  });
  const segments = scanned.map((text, i) => segmentOf(text, { pointer: `/messages/0/content/${i}/text` }));
  return (await scan(segments, [], { aborted: false })).findings;
};

const scoresOf = (findings: readonly Finding[]) => findings.map(({ score }) => Number(score.toFixed(2)));

it('has one budget for all texts of a scan; what is over keeps its first score', async () => {
  const { scan, state } = setUp();
  const found = await scan(textsOf(4));
  expect(state.budgets).toEqual([100, 60, 20, 0]);
  expect(scoresOf(found)).toEqual([0.02, 0.02, 0.5, 0.5]);
  expect(state).toMatchObject({ judged: 2, unjudged: 2 });
});

it.each([
  { floors: { ...alike(0), direct: 0.3 }, scores: [0.5, 0.5] },
  { floors: { ...alike(0), indirect: 0.3 }, scores: [0.02, 0.02, 0.5, 0.5] },
])(
  'makes nothing of what was only asked about and came out low for its side: $floors',
  async ({ floors, scores }) => {
    const { scan } = setUp({ floors });
    expect(scoresOf(await scan(textsOf(4)))).toEqual(scores);
  },
);

it('has its whole budget again for the next scan', async () => {
  const { scan, state } = setUp();
  await scan(textsOf(2));
  await scan(textsOf(4).slice(2));
  expect(state.budgets).toEqual([100, 60, 100, 60]);
});

it('remembers what was judged, and asks again about what was not', async () => {
  const { scan, state } = setUp();
  await scan(textsOf(4));
  expect(state.hits).toBe(0);
  expect(scoresOf(await scan(textsOf(4)))).toEqual([0.02, 0.02, 0.02, 0.02]);
  expect(state).toMatchObject({ judged: 4, unjudged: 2 });
  await scan(textsOf(4));
  expect(state).toMatchObject({ judged: 4, unjudged: 2 });
});

it('asks again about texts that are remembered together', async () => {
  const { scan, state } = setUp({ budgetMs: 160 });
  await scan(textsOf(8));
  expect(state).toMatchObject({ judged: 4, unjudged: 4 });
  expect(scoresOf(await scan(textsOf(8)))).toEqual(Array(8).fill(0.02));
  expect(state).toMatchObject({ judged: 8, unjudged: 4 });
  await scan(textsOf(8));
  expect(state).toMatchObject({ judged: 8, unjudged: 4 });
});

it('is not asked where the first tier is sure', async () => {
  const { scan, state } = setUp({ isOpen: false });
  expect(scoresOf(await scan(textsOf(2)))).toEqual([0.5, 0.5]);
  expect(state.budgets).toEqual([]);
  expect(state).toMatchObject({ judged: 0, unjudged: 0 });
});

it('loses no worse score for a milder one in the seam before', async () => {
  const isFirst = (text: string): boolean => text.length > 1000;
  const rising = await scanTwoSeams((text) => (isFirst(text) ? 0.3 : 0.9));
  expect(Math.max(...scoresOf(rising))).toBe(0.9);
  const falling = await scanTwoSeams((text) => (isFirst(text) ? 0.9 : 0.3));
  expect(scoresOf(falling)).toEqual([0.9]);
});
