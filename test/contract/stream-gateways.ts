import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import type { ScanRecord } from '../../src/records/store.ts';
import { type RecordingProvider, startRecordingProvider } from './recording-provider.ts';
import { aSecondMs } from './soon.ts';
import {
  type Asked,
  DONE,
  dataOf,
  finish,
  IDENTITY,
  type Listening,
  listen,
  type Move,
  type Play,
  play,
  type Received,
  says,
} from './sse.ts';
import { eventually, type Stack, startStack } from './stack.ts';
import { type AttackCase, RULES } from './stream-cases.ts';

const ENTITIES = JSON.stringify({
  EMAIL_ADDRESS: { output: 'redact' },
  OPENAI_API_KEY: { output: 'block' },
});
export const HOLD_MS = 300;
export const MAX_WHOLE_BYTES = 64 * 1024;

const SETTINGS = {
  /** Waits so long for text to be decided that a busy machine makes no difference to what is cut where. */
  patient: { PORTCULLIS_STREAM_MAX_HOLD_MS: '60000' },
  /** Lets text go after 300 ms, and ends a cut stream without an error event. */
  hasty: {
    PORTCULLIS_STREAM_MAX_HOLD_MS: String(HOLD_MS),
    PORTCULLIS_STREAM_ON_BLOCK: 'content_filter',
    PORTCULLIS_POLICY_UNREADABLE: '{"audio":{"output":"block"}}',
    PORTCULLIS_POLICY_ON_OUTPUT_SCAN_ERROR: 'allow',
  },
  /** Holds answers until their end. */
  whole: {
    PORTCULLIS_POLICY_UNREADABLE: '{"audio":{"output":"block"}}',
    PORTCULLIS_STREAM_WHOLE_ANSWER: 'true',
    PORTCULLIS_STREAM_MAX_EVENT_BYTES: String(MAX_WHOLE_BYTES),
  },
};
type Name = keyof typeof SETTINGS;

const there = <Part>(part: Part | undefined): Part => {
  if (part === undefined) throw new Error('no test has begun, or a gateway was not asked for');
  return part;
};

/** Gateways before one provider for the tests of a file. @param names Those that they ask. */
export const streamGateways = (...names: readonly Name[]) => {
  let provider: RecordingProvider | undefined;
  const stacks = new Map<Name, Stack>();

  beforeAll(async () => {
    const started = await startRecordingProvider();
    provider = started;
    const start = async (name: Name): Promise<void> => {
      const basics = {
        PORTCULLIS_POLICY_ENTITIES: ENTITIES,
        PORTCULLIS_POLICY_RULES: JSON.stringify(RULES),
      };
      stacks.set(name, await startStack({ upstream: started.url, env: { ...basics, ...SETTINGS[name] } }));
    };
    await Promise.all(names.map(start));
  });
  afterAll(async () => {
    await Promise.all([...stacks.values()].map((stack) => stack.stop()));
    await provider?.close();
  });

  const startPlay = (
    stack: Stack,
    moves: Iterable<Move>,
    asked: Asked = {},
    options: Parameters<typeof play>[1] = {},
  ): Listening & { playing: Play } => {
    const playing = play(moves, options);
    there(provider).next(playing.respond);
    return { ...listen(stack, asked), playing };
  };

  return {
    provider: () => there(provider),
    patient: () => there(stacks.get('patient')),
    hasty: () => there(stacks.get('hasty')),
    whole: () => there(stacks.get('whole')),
    startPlay,
    perform: (...args: Parameters<typeof startPlay>): Promise<Received> => startPlay(...args).received,
  };
};

export const noStreams = (stack: Stack): Promise<number> =>
  eventually(
    () => stack.metric('streams_in_flight'),
    (count) => count === 0,
  );

/** The one record of each request; time enough has passed for a second one. */
export const recordsOf = async (
  stack: Stack,
  requestIds: readonly string[],
): Promise<readonly ScanRecord[]> => {
  const records = await Promise.all(requestIds.map((id) => stack.record(id)));
  await sleep(100);
  const all = await stack.records(0);
  for (const id of requestIds) expect(all.filter(({ requestId }) => requestId === id)).toHaveLength(1);
  return records;
};

export const recordOf = async (stack: Stack, requestId: string): Promise<ScanRecord> => {
  const [record] = await recordsOf(stack, [requestId]);
  if (record === undefined) throw new Error(`no record ${requestId}`);
  return record;
};

export const without = (text: string, pattern: RegExp): string => text.replaceAll(pattern, '');
export const COMMENTS = /^:.*\n\n/gm;

export const MODES = ['blocking', 'advisory', 'shadow'] as const;

const FILLER = says('and so on, and so forth, ');
const ENDLESS_MS = 20_000;

/** What the provider would still say, for 20 seconds. */
export function* endless(): Generator<Move> {
  for (let at = 0; at < ENDLESS_MS / 50; at += 1) {
    yield 50;
    yield FILLER;
  }
  yield finish();
  yield DONE;
}

export function* inTurn(first: Iterable<Move>, second: Iterable<Move>): Generator<Move> {
  yield* first;
  yield* second;
}

export const expectTail = (
  { text, requestId }: Received,
  {
    code,
    category,
    subType,
    policy = 'auto',
    open = [0],
  }: Pick<AttackCase, 'code' | 'category' | 'subType' | 'policy' | 'open'>,
  hasError = true,
): void => {
  const events = dataOf(text).slice(hasError ? -3 : -2);
  expect(events.at(-1)).toBe('[DONE]');
  const detection = {
    category,
    sub_type: subType,
    confidence: expect.any(Number),
    scan_time_ms: expect.any(Number),
    request_id: requestId,
    policy,
  };
  expect(JSON.parse(events[0] ?? '')).toEqual({
    ...IDENTITY,
    choices: open.map((index) => ({ index, delta: {}, logprobs: null, finish_reason: 'content_filter' })),
    gateway: {
      request_id: requestId,
      input_status: 'pass',
      output_status: 'blocked',
      scan_time_ms: expect.any(Number),
      detection,
    },
  });
  if (!hasError) return;
  expect(JSON.parse(events[1] ?? '')).toEqual({
    error: {
      type: 'response_blocked',
      code,
      message: expect.stringContaining(requestId),
      param: null,
      request_id: requestId,
      detection,
    },
  });
};

/** What came before the cut. */
export const beforeCut = (text: string): string =>
  text.slice(0, text.lastIndexOf(`data: {"id":"${IDENTITY.id}"`));

export const expectClosed = async (playing: Play, atMs: number): Promise<void> => {
  await eventually(() => Promise.resolve(playing.isOver()), Boolean);
  const cutAtMs = playing.cutAtMs();
  expect(cutAtMs, 'the provider wrote all it had').not.toBeNull();
  expect((cutAtMs ?? 0) - atMs).toBeLessThan(2 * aSecondMs());
};

/** Events leave whole: what stands in one with the beginning of an attack does not leave. */
