import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Role, Segment, Trust } from '../../../src/chat/segment.ts';
import { createSegmentCache, GROUP_SEGMENTS } from '../../../src/detection/cache/cache.ts';
import type { Pipeline } from '../../../src/detection/detector.ts';
import type { Finding } from '../../../src/detection/findings.ts';
import { createSegmentScanner } from '../../../src/detection/scan-segments.ts';
import { segmentOf } from '../envoy/fixtures.ts';

const SOURCES = [
  { role: 'system', trust: 'trusted' },
  { role: 'user', trust: 'user' },
  { role: 'assistant', trust: 'model' },
  { role: 'tool', trust: 'untrusted' },
  { role: 'definition', trust: 'third-party' },
] as const satisfies readonly { role: Role; trust: Trust }[];

/** Finds a word, and says who wrote it: so a verdict of another text, or of the same text of somebody else, shows. */
const pipelineFor = (scanned: string[]): Pipeline => ({
  revision: 'r',
  *scan(text, { role, trust }) {
    scanned.push(text);
    yield Array.from(
      text.matchAll(/att\n?ack/g),
      ({ index, 0: found }): Finding => ({
        ruleId: `PI-${role}-${trust}`,
        category: 'prompt_injection',
        subType: 'x',
        score: 1,
        span: { start: index, end: index + found.length },
        view: 'raw',
      }),
    );
  },
});

const setUp = (cacheSize: number, pipeline?: Pipeline) => {
  const scanned: string[] = [];
  const lookups = { hits: 0, misses: 0 };
  const cache = createSegmentCache(cacheSize, 'r');
  const scan = createSegmentScanner({
    pipeline: pipeline ?? pipelineFor(scanned),
    cache,
    limits: { timeoutMs: 1000, sliceMs: 1000 },
    clock: () => 0,
    yieldTurn: async () => undefined,
    secondTier: null,
    scanElsewhere: null,
    onCacheLookup: (isHit) => {
      if (isHit) lookups.hits += 1;
      else lookups.misses += 1;
    },
  });
  return {
    cache,
    scanned,
    lookups,
    scanSegments: scan,
    scan: async (messages: readonly Message[]) =>
      (await scan(toSegments(messages), [], { aborted: false })).findings,
  };
};

type Message = Readonly<{ text: string; source: number }>;

const toSegments = (messages: readonly Message[]): Segment[] =>
  messages.map(({ text, source }, index) =>
    segmentOf(text, { ...SOURCES[source], pointer: `/messages/${index}/content` }),
  );

const word = fc.constantFrom('attack', 'att', 'ack', 'a\0b', '8', 'user\0user\0', ' ', 'q'.repeat(100));
const message: fc.Arbitrary<Message> = fc.record({
  text: fc.array(word, { maxLength: 4 }).map((words) => words.join('')),
  source: fc.nat(SOURCES.length - 1),
});

/** What somebody does to a conversation before he sends it again. */
const change = fc.oneof(
  fc.record({ type: fc.constant('append'), with: fc.array(message, { minLength: 1, maxLength: 24 }) }),
  fc.record({ type: fc.constant('edit'), at: fc.nat(40), with: message }),
  fc.record({ type: fc.constant('insert'), at: fc.nat(40), with: message }),
  fc.record({ type: fc.constant('remove'), at: fc.nat(40) }),
  /** The end of a text becomes the beginning of the next one. */
  fc.record({ type: fc.constant('shift'), at: fc.nat(40) }),
  fc.record({ type: fc.constant('forget') }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const shifted = (messages: readonly Message[], at: number): readonly Message[] => {
  const [from, to] = [messages[at], messages[at + 1]];
  if (from === undefined || to === undefined) return messages;
  const moved = from.text.slice(-3);
  return messages
    .with(at, { ...from, text: from.text.slice(0, -3) })
    .with(at + 1, { ...to, text: moved + to.text });
};

const changed = (messages: readonly Message[], by: Change): readonly Message[] => {
  const at = 'at' in by ? by.at % Math.max(1, messages.length) : 0;
  if (by.type === 'append') return [...messages, ...('with' in by ? [by.with].flat() : [])];
  if (by.type === 'edit')
    return 'with' in by ? [...messages].toSpliced(at, 1, ...[by.with].flat()) : messages;
  if (by.type === 'insert') return 'with' in by ? messages.toSpliced(at, 0, ...[by.with].flat()) : messages;
  if (by.type === 'remove') return messages.toSpliced(at, 1);
  return by.type === 'shift' ? shifted(messages, at) : [];
};

it.each([
  { name: 'a large cache', size: 1000 },
  { name: 'one that is too small', size: 3 },
])('finds with $name what is found without one, whatever is sent again', async ({ size }) => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      const [cached, uncached] = [setUp(size), setUp(0)];
      let messages: readonly Message[] = [];
      for (const each of changes) {
        messages = changed(messages, each);
        expect(await cached.scan(messages)).toEqual(await uncached.scan(messages));
      }
      const all = new Set(uncached.scanned);
      expect(cached.scanned.filter((text) => !all.has(text))).toEqual([]);
      expect(cached.cache.size()).toBeLessThanOrEqual(size);
    }),
    { numRuns: 300 },
  );
});

const long = (name: string): Message => ({ text: `${name} `.repeat(40), source: 1 });
const conversation = (length: number): Message[] => Array.from({ length }, (_, i) => long(`turn${i}`));

it('reads of a conversation’s next turn what is new, and no seam that has ended', async () => {
  const { scan, scanned } = setUp(1000);
  const before = conversation(5 * GROUP_SEGMENTS);
  await scan(before);
  scanned.length = 0;
  await scan([...before, long('new')]);
  expect(scanned).toHaveLength(2);
  expect(scanned.every((text) => text.includes('new'))).toBe(true);
});

it('follows an attack from the last text of a known group into a new one', async () => {
  const { scan, scanned } = setUp(1000);
  const before = [...conversation(GROUP_SEGMENTS - 1), { text: 'so att', source: 1 }];
  await scan(before);
  expect(await scan([...before, { text: 'ack', source: 1 }])).toMatchObject([
    { ruleId: 'PI-user-user', segment: { pointer: `/messages/${GROUP_SEGMENTS}/content` } },
  ]);
  expect(scanned.at(-1)).toContain('so att\nack');
});

it('says again what it found across the borders of a known group', async () => {
  const { scan } = setUp(1000);
  // Long texts end the seams between them.
  const filler = (name: string): Message => ({ text: `${name} `.repeat(300), source: 1 });
  const texts = [
    filler('aa'),
    { text: 'att', source: 1 },
    { text: 'ack', source: 1 },
    ...Array.from('bcdefghi', filler),
  ];
  const first = await scan(texts);
  expect(first.map(({ segment }) => segment.pointer)).toEqual(['/messages/2/content']);
  expect(await scan([...texts, filler('new')])).toMatchObject(first);
});

it('scans nothing anew where a seam ends with its group', async () => {
  const { scan, scanned } = setUp(1000);
  // The eighth text ends the seam; the next one begins with the last three.
  const lengths = [390, 390, 390, 390, 390, 390, 50, 60];
  const texts = lengths.map((length, i): Message => ({ text: `${i}`.repeat(length), source: 1 }));
  await scan(texts);
  await scan(texts);
  scanned.length = 0;
  await scan(texts);
  expect(scanned).toEqual([]);
});

it('remembers no texts together that came but once, so that they push out none that come again', async () => {
  // Of eight groups the memory holds, four at least are the last that were used.
  const { scan, cache, lookups } = setUp(8 * GROUP_SEGMENTS);
  const long = (name: string): Message => ({ text: `${name} `.repeat(60), source: 1 });
  const again = Array.from('abcdefgh', long);
  for (let times = 0; times < 3; times++) await scan(again);
  for (let i = 0; i < 20; i++) await scan(Array.from('abcdefgh', (name) => long(`${name}${i}`)));
  lookups.hits = 0;
  await scan(again);
  expect(lookups.hits).toBeGreaterThanOrEqual(GROUP_SEGMENTS);
  expect(cache.size()).toBeLessThanOrEqual(8 * GROUP_SEGMENTS);
});

it('does not take two messages for two parts of one, nor the other way round', async () => {
  const texts = [
    'ab',
    'so att',
    'ack',
    ...Array.from({ length: GROUP_SEGMENTS }, (_, i) => `${i}`.repeat(900)),
  ];
  const asMessages = texts.map((text, i) =>
    segmentOf(text, { ...SOURCES[1], pointer: `/messages/${i}/content` }),
  );
  const asParts = texts.map((text, i) =>
    segmentOf(text, { ...SOURCES[1], pointer: `/messages/${Math.max(2, i)}/content/${i}/text` }),
  );
  // Only parts of one message are read as "attack" here.
  const pipeline: Pipeline = {
    revision: 'r',
    *scan(text, context) {
      yield* pipelineFor([]).scan(text.replaceAll('\n', ' '), context);
    },
  };
  for (const [first, second] of [
    [asMessages, asParts],
    [asParts, asMessages],
  ] as const) {
    const { scanSegments } = setUp(1000, pipeline);
    for (const each of [first, second, first]) {
      const { findings } = await scanSegments(each, [], { aborted: false });
      expect(findings.map(({ segment }) => segment.text)).toEqual(
        each === asParts ? ['so att', 'ack'].slice(-1) : [],
      );
    }
  }
});

it('knows a border of a tool’s name from that of another text', async () => {
  const pipeline: Pipeline = {
    revision: 'r',
    *scan(text) {
      yield Array.from(
        text.matchAll(/4111 ?1111/g),
        ({ index, 0: found }): Finding => ({
          ruleId: 'PII-1002',
          category: 'pii',
          subType: 'CREDIT_CARD',
          score: 1,
          span: { start: index, end: index + found.length },
          view: 'raw',
        }),
      );
    },
  };
  const filler = Array.from({ length: 2 * GROUP_SEGMENTS }, (_, i) =>
    segmentOf(`${i}`.repeat(900), { ...SOURCES[4], pointer: `/tools/${i + 1}/function/description` }),
  );
  const named = (key: string): Segment[] => [
    segmentOf('card number 4111', { ...SOURCES[4], pointer: `/tools/0/function/${key}` }),
    segmentOf(' 1111 of the customer', { ...SOURCES[4], pointer: '/tools/0/function/description' }),
    ...filler,
  ];
  for (const order of [
    ['name', 'name', 'title'],
    ['title', 'title', 'name'],
  ]) {
    const { scanSegments } = setUp(1000, pipeline);
    for (const key of order) {
      const { findings } = await scanSegments(named(key), [], { aborted: false });
      // No value goes on into a name, which has to stay what it is.
      expect([key, findings.length]).toEqual([key, key === 'name' ? 0 : 2]);
    }
  }
});

it('does not know a half of a character from another', async () => {
  const filler = Array.from({ length: GROUP_SEGMENTS }, (_, i) => segmentOf(`${i}`.repeat(900), SOURCES[1]));
  const halves = (high: string, low: string): Segment[] => [
    segmentOf('so \ufffd', { ...SOURCES[1], raw: `so ${high}`, pointer: '/messages/0/content/0/text' }),
    segmentOf('\ufffd on', { ...SOURCES[1], raw: `${low} on`, pointer: '/messages/0/content/1/text' }),
  ];
  const scanned: string[] = [];
  const { scanSegments } = setUp(1000, pipelineFor(scanned));
  await scanSegments([...halves('\ud83d', '\ude00'), ...filler], [], { aborted: false });
  await scanSegments([...halves('\ud83d', '\ude01'), ...filler], [], { aborted: false });
  expect(scanned.some((text) => text.startsWith('so 😀 on'))).toBe(true);
  expect(scanned.some((text) => text.startsWith('so 😁 on'))).toBe(true);
});

it('counts every text that it has been asked for, however they were looked up', async () => {
  const { scan, lookups, cache } = setUp(1000);
  const texts = [...conversation(2 * GROUP_SEGMENTS), { text: 'short', source: 1 }];
  await scan(texts);
  const { misses } = lookups;
  expect(lookups.hits).toBe(0);
  await scan(texts);
  expect(lookups).toEqual({ hits: misses, misses });
  expect(cache.size()).toBe(misses);
});

it('knows a group by who wrote each of its texts', async () => {
  const { scan } = setUp(1000);
  const texts = Array.from({ length: GROUP_SEGMENTS }, (): Message => ({ text: 'attack', source: 1 }));
  const rulesOf = async (messages: readonly Message[]) => (await scan(messages)).map(({ ruleId }) => ruleId);
  expect(await rulesOf(texts)).toEqual(Array(GROUP_SEGMENTS).fill('PI-user-user'));
  expect(await rulesOf(texts.with(3, { text: 'attack', source: 3 }))).toEqual(
    Array(GROUP_SEGMENTS).fill('PI-user-user').with(3, 'PI-tool-untrusted'),
  );
});

it('knows where each text of a group ends, whatever stands in it', async () => {
  const { scan } = setUp(1000);
  const rest = Array.from({ length: GROUP_SEGMENTS - 3 }, () => 'rest');
  const between = 'user\0user\0';
  const placesOf = async (texts: readonly string[]) => {
    const found = await scan([...texts, ...rest].map((text) => ({ text, source: 1 })));
    return found.map(({ segment }) => segment.pointer);
  };
  expect(await placesOf(['a', 'attack', `c${between}d`])).toEqual(['/messages/1/content']);
  expect(await placesOf([`a${between}attack`, 'c', 'd'])).toEqual(['/messages/0/content']);
});
