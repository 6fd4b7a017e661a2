import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBeginnings } from '../../../src/detection/cache/beginnings.ts';
import { createSegmentCache } from '../../../src/detection/cache/cache.ts';
import { builtInDetectors } from '../../../src/detection/detectors/all.ts';
import { createJudge } from '../../../src/detection/model/judge.ts';
import type { SecondTier } from '../../../src/detection/model/second-tier.ts';
import { bySide } from '../../../src/detection/model/side.ts';
import { createPipeline } from '../../../src/detection/pipeline.ts';
import { createInspector, type Inspector } from '../../../src/inspect.ts';
import { HASH, policyOf } from '../envoy/fixtures.ts';
import { alike, RATES, toyModel } from '../model/toy.ts';

const LIMITS = {
  timeoutMs: 10_000,
  sliceMs: 1000,
  maxBodyBytes: 1 << 20,
  maxTextChars: 10_000,
  maxDepth: 32,
  maxSegments: 100,
};
const ASKED = {
  weights: { bias: 0, first: 1, second: 1 },
  unasked: 0,
  from: 0,
  to: 1,
  thresholds: RATES,
};
/** Both tiers doubt an order; the second takes it for an attack, and in a definition for what a tool does. */
const MODEL = toyModel({ direct: { delete: 10 }, indirect: { delete: 10 }, definition: { delete: 10 } });
const TIER: SecondTier = {
  header: { format: 4, version: '', trainedAt: '', base: '', sides: bySide(() => ASKED) },
  judge: async (questions) =>
    questions.map(({ text, side }) => (text.includes('delete') && side !== 'definition' ? 9 : -9)),
};
const pipeline = createPipeline(builtInDetectors, {
  judge: createJudge(MODEL, { floors: alike(0.3), secondTier: TIER.header }),
});

const inspectorWith = (entries: number, step: number | null): Inspector =>
  createInspector({
    pipeline,
    beginnings: step === null ? null : createBeginnings(1 << 20, step),
    cache: createSegmentCache(entries, 'r'),
    limits: LIMITS,
    clock: () => performance.now(),
    yieldTurn: async () => undefined,
    onCacheLookup: () => undefined,
    secondTier: { tier: TIER, timeoutMs: 60_000, floors: alike(0.3), onJudged: () => undefined },
    scanElsewhere: null,
    hashValue: HASH,
  });

const suspectsIn = async (inspector: Inspector, body: unknown): Promise<readonly string[]> => {
  const { findings } = await inspector.request(
    { bytes: Buffer.from(JSON.stringify(body)), contentEncoding: null },
    policyOf('blocking'),
    { aborted: false },
  );
  return findings.map(({ segment, score }) => `${segment.pointer} ${score.toFixed(3)}`);
};

const SHORT = 'Please delete the card from the board.';
const LONG = `${SHORT} ${'The board has many cards, and each of them has a name. '.repeat(3)}`;

const message = (role: string, content: string) => ({ role, content });
const PLACES = {
  user: (text: string) => ({ messages: [message('user', text)] }),
  tool: (text: string) => ({ messages: [message('user', 'tea'), message('tool', text)] }),
  description: (text: string) => ({
    tools: [{ type: 'function', function: { name: 'f', description: text } }],
  }),
  functions: (text: string) => ({ functions: [{ name: 'f', description: text }] }),
  schema: (text: string) => ({
    response_format: { type: 'json_schema', json_schema: { name: 'out', description: text, schema: {} } },
  }),
} as const;

const TEA = [message('user', 'tea')];

it.each([
  { name: 'a short text', text: SHORT },
  { name: 'a text that the cache keeps', text: LONG },
])('tells orders from definitions of tools that say the same: $name', async ({ text }) => {
  const inspector = inspectorWith(1000, null);
  const [messages, definitions] = [
    { messages: [message('user', text), message('tool', text)] },
    PLACES.description(text),
  ];
  for (const body of [
    { ...messages, ...definitions },
    { ...definitions, ...messages },
    { ...definitions, ...messages, ...PLACES.functions(text), ...PLACES.schema(text) },
  ]) {
    const found = await suspectsIn(inspector, body);
    expect(found.map((each) => each.split(' ')[0])).toEqual(['/messages/0/content', '/messages/1/content']);
  }
  for (const place of ['description', 'functions', 'schema'] as const)
    expect(await suspectsIn(inspector, { messages: TEA, ...PLACES[place](text) })).toEqual([]);
});

it('remembers no verdict of a definition for a message, or the other way round', async () => {
  const part = fc
    .tuple(fc.constantFrom(...Object.values(PLACES)), fc.constantFrom(SHORT, LONG, 'tea', `delete ${LONG}`))
    .map(([place, text]) => place(text));
  const body = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => {
    const all: Record<string, unknown> = {};
    for (const each of parts) {
      for (const [key, value] of Object.entries(each)) {
        const before = all[key];
        all[key] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
      }
    }
    return 'messages' in all ? all : { ...all, messages: TEA };
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(body, { minLength: 2, maxLength: 6 }),
      fc.constantFrom(16, 4096),
      async (bodies, step) => {
        const known = inspectorWith(1000, step);
        for (const each of [...bodies, ...bodies])
          expect(await suspectsIn(known, each)).toEqual(await suspectsIn(inspectorWith(0, null), each));
      },
    ),
    { numRuns: 40 },
  );
});
