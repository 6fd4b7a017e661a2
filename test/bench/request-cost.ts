import { createBeginnings } from '../../src/detection/cache/beginnings.ts';
import { createSegmentCache } from '../../src/detection/cache/cache.ts';
import type { Pipeline } from '../../src/detection/detector.ts';
import { createInspector, type Inspector } from '../../src/inspect.ts';
import { policyOf } from '../unit/envoy/fixtures.ts';
import { createBodies, createMarked } from './proxies/bodies.ts';
import { prose } from './scan-texts.ts';

/** What a request costs from its bytes to the verdict: UTF-8, JSON, segments, scan, seams, decision. */

/** As the settings have them. */
const LIMITS = {
  timeoutMs: 20_000,
  sliceMs: 8,
  maxBodyBytes: 8 * 1024 * 1024,
  maxTextChars: 8 * 1024 * 1024,
  maxDepth: 128,
  maxSegments: 50_000,
} as const;
const CACHE_ENTRIES = 10_000;
const POLICY = policyOf('blocking');
const NEVER = { aborted: false };
const BODIES = 24;
/** Characters of a question, and of an answer. */
const MESSAGE_CHARS = 1024;

export const inspectorWith = (pipeline: Pipeline, cacheEntries: number): Inspector =>
  createInspector({
    pipeline,
    beginnings: cacheEntries === 0 ? null : createBeginnings(4_194_304),
    cache: createSegmentCache(cacheEntries, pipeline.revision),
    limits: LIMITS,
    clock: () => performance.now(),
    yieldTurn: () => new Promise((done) => setImmediate(done)),
    onCacheLookup: () => undefined,
    secondTier: null,
    scanElsewhere: null,
    hashValue: (_entity, value) => String(value.length),
  });

type Message = Readonly<{ role: string; content: string }>;

const bodyOf = (messages: readonly Message[]): Buffer =>
  Buffer.from(JSON.stringify({ model: 'gpt-4o', temperature: 0.2, messages }));

/** Questions, each but the last one with its answer. */
const conversation = (turns: number, seed: number): readonly Message[] =>
  Array.from({ length: 2 * turns - 1 }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: prose(MESSAGE_CHARS, seed * 1000 + i),
  }));

const cpuOf = async (inspector: Inspector, bodies: readonly Buffer[]): Promise<number> => {
  const before = process.cpuUsage();
  for (const bytes of bodies) await inspector.request({ bytes, contentEncoding: null }, POLICY, NEVER);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / bodies.length;
};

export type RequestRow = Readonly<{ name: string; micros: number; kilobytes: number }>;

type Case = Readonly<{
  name: string;
  kilobytes: number;
  /** Microseconds of one request; texts are others in each round. */
  measure: (round: number) => Promise<number>;
}>;

const single = (inspector: Inspector, kilobytes: number): Case => ({
  name: `${kilobytes} KB in one message`,
  kilobytes,
  measure: (round) => {
    const count = Math.max(2, Math.round(BODIES / Math.sqrt(kilobytes)));
    const bodies = Array.from({ length: count }, (_, i) =>
      bodyOf([{ role: 'user', content: prose(1024 * kilobytes, round * BODIES + i) }]),
    );
    return cpuOf(inspector, bodies);
  },
});

/** What `npm run bench` sends: many short texts, parts, calls of tools, tables and code. */
const mixed = (inspector: Inspector, kilobytes: number): Case => {
  const next = createBodies({ bytes: 1024 * kilobytes, turns: 1, isStream: false });
  const count = Math.max(4, Math.round(BODIES / Math.sqrt(kilobytes)));
  return {
    name: `${kilobytes} KB in many messages, with tools, tables and code`,
    kilobytes,
    measure: () =>
      cpuOf(
        inspector,
        Array.from({ length: count }, () => next(() => '')),
      ),
  };
};

const EXCHANGES = 200;
const ANSWER_CHARS = 600;
const nextAnswer = createMarked((mark) => {
  const content = `${mark}. ${prose(ANSWER_CHARS, 1)}`;
  return JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content } }] });
});

/** The smallest that `npm run bench` sends, and an answer: instructions and a question, with other words in each every time. */
const exchange = (inspector: Inspector): Case => {
  const next = createBodies({ bytes: 512, turns: 1, isStream: false });
  const askOnce = async (question: Buffer, answer: Buffer): Promise<void> => {
    const asked = { bytes: question, contentEncoding: null };
    const { segments } = await inspector.request(asked, POLICY, NEVER);
    const protectedTexts = segments.filter(({ trust }) => trust === 'trusted').map(({ text }) => text);
    await inspector.response({ bytes: answer, contentEncoding: null }, POLICY, { protectedTexts }, NEVER);
  };
  return {
    name: '0.5 KB and an answer of 0.6 KB, cache on',
    kilobytes: 1.1,
    measure: async () => {
      const bodies = Array.from(
        { length: EXCHANGES },
        () => [next(() => ''), Buffer.from(nextAnswer())] as const,
      );
      const before = process.cpuUsage();
      for (const [question, answer] of bodies) await askOnce(question, answer);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / EXCHANGES;
    },
  };
};

/** The last turn of conversations whose other turns were seen before; `sent` says which of its messages are sent. */
const turn = (
  pipeline: Pipeline,
  name: string,
  turns: number,
  sent: (messages: readonly Message[]) => readonly Message[],
): Case => ({
  name,
  kilobytes: (sent(conversation(turns, 0)).length * MESSAGE_CHARS) / 1024,
  measure: async (round) => {
    const inspector = inspectorWith(pipeline, CACHE_ENTRIES);
    const all = Array.from({ length: BODIES / 2 }, (_, i) => conversation(turns, round * BODIES + i));
    await cpuOf(
      inspector,
      all.map((messages) => bodyOf(messages.slice(0, -2))),
    );
    return cpuOf(
      inspector,
      all.map((messages) => bodyOf(sent(messages))),
    );
  },
});

/** @returns The best of some rounds. */
export const measureRequests = async (pipeline: Pipeline, rounds: number): Promise<readonly RequestRow[]> => {
  const uncached = inspectorWith(pipeline, 0);
  const cases = [
    exchange(inspectorWith(pipeline, CACHE_ENTRIES)),
    ...[1, 8, 128].map((kilobytes) => single(uncached, kilobytes)),
    ...[8, 128].map((kilobytes) => mixed(uncached, kilobytes)),
    turn(pipeline, 'one question and the answer before it, cache on', 2, (messages) => messages.slice(-2)),
    turn(pipeline, 'the same as the last of 40 turns, cache on', 40, (messages) => messages),
  ];
  const best = new Map<Case, number>();
  for (let round = 0; round < rounds; round++) {
    for (const each of cases) {
      const micros = await each.measure(round);
      best.set(each, Math.min(best.get(each) ?? micros, micros));
    }
  }
  return cases.map((each) => ({
    name: each.name,
    micros: best.get(each) ?? 0,
    kilobytes: each.kilobytes,
  }));
};
