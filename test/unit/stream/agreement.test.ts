import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSegmentCache } from '../../../src/detection/cache/cache.ts';
import { builtInDetectors } from '../../../src/detection/detectors/all.ts';
import { createRulePipeline } from '../../../src/detection/operator-rules/rules.ts';
import { SECRETS } from '../../../src/detection/rulesets/secrets.ts';
import { createInspector } from '../../../src/inspect.ts';
import { HASH } from '../envoy/fixtures.ts';
import { RULES } from './rules.ts';
import { policyOf, run, STREAM_LIMITS, SYSTEM, textsOf } from './streams.ts';
import { DONE, event } from './transcripts.ts';

const policy = policyOf({ entityAction: () => 'redact' });

const inspector = createInspector({
  pipeline: createRulePipeline(builtInDetectors, RULES),
  beginnings: null,
  cache: createSegmentCache(0, 'r'),
  limits: { ...STREAM_LIMITS, timeoutMs: 20_000, sliceMs: 1000, maxBodyBytes: 1_000_000 },
  clock: () => performance.now(),
  yieldTurn: async () => undefined,
  secondTier: null,
  scanElsewhere: null,
  hashValue: HASH,
  onCacheLookup: () => undefined,
});

const VALUES = SECRETS.rules.map(({ match: [sample = ''] }) => sample).filter(({ length }) => length < 400);
const PERSONAL = [
  'ann@mail-company.com',
  '4111 1111 1111 1111',
  'DE89 3704 0044 0532 0130 00',
  '+49 171 1234567',
  '536-90-4399',
];
const AROUND = [
  'My name is',
  'password: ',
  'the token is ',
  'card ',
  'Hello, ',
  '. ',
  '\n',
  '"',
  '`',
  '**',
  '| a |\n',
];

const text = fc
  .array(fc.oneof(...[VALUES, PERSONAL, AROUND].map((list) => fc.constantFrom(...list))), { maxLength: 5 })
  .map((parts) => parts.join(' '));

const FIELDS = ['reasoning_content', 'content', 'refusal', 'arguments'] as const;
type Field = (typeof FIELDS)[number];
type Message = Partial<Record<Field, string>> & { tool_calls?: { function: { arguments: string } }[] };

const written = (field: Field, value: string): Message =>
  field === 'arguments'
    ? { tool_calls: [{ ...{ index: 0 }, function: { arguments: value } }] }
    : { [field]: value };
const readBack = (message: Message, field: Field): string =>
  (field === 'arguments' ? message.tool_calls?.[0]?.function.arguments : message[field]) ?? '';
const placeOf = (field: Field): string =>
  field === 'arguments' ? '/choices/0/tool_calls/0/function/arguments' : `/choices/0/${field}`;

const cut = (value: string, sizes: readonly number[]): string[] => {
  const points = [...value];
  const pieces: string[] = [];
  for (let at = 0; at < points.length; at += sizes[(pieces.length - 1) % sizes.length] ?? 1) {
    pieces.push(points.slice(at, at + (sizes[pieces.length % sizes.length] ?? 1)).join(''));
  }
  return pieces;
};

/** Where values touch or lie over each other, either is named. */
const withoutNames = (masked: string): string => masked.replaceAll(/(?:<\w+>)+/g, '<>');

it('a stream of several texts is masked as they are in a whole answer, however each is cut', {
  timeout: 120_000,
}, async () => {
  const message = fc.record({
    reasoning_content: text,
    content: text,
    refusal: text,
    arguments: text.map((value) => JSON.stringify({ a: value, b: [1, value.slice(0, 9)] })),
  });
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(message, sizes, async (texts, bySize) => {
      const whole = JSON.stringify({
        choices: [
          { index: 0, message: Object.assign({}, ...FIELDS.map((each) => written(each, texts[each]))) },
        ],
      });
      const body = { bytes: Buffer.from(whole), contentEncoding: null };
      const inspection = await inspector.response(
        body,
        policy,
        { protectedTexts: [SYSTEM] },
        { aborted: false },
      );
      const { choices }: { choices: { message: Message }[] } = JSON.parse(
        inspection.changedBody?.toString() ?? whole,
      );
      const events = FIELDS.flatMap((field) =>
        cut(texts[field], bySize).map((piece) =>
          event(JSON.stringify({ choices: [{ index: 0, delta: written(field, piece) }] })),
        ),
      );
      const { released, threat } = run([Buffer.from([...events, DONE].join(''))], { policy });
      const streamed = textsOf(Buffer.from(released, 'latin1'));
      expect(threat).toBeNull();
      for (const field of FIELDS) {
        const masked = readBack(choices[0]?.message ?? {}, field);
        expect(withoutNames(streamed.get(placeOf(field)) ?? ''), field).toBe(withoutNames(masked));
      }
    }),
    { numRuns: 60, seed: 20261128 },
  );
});
