import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanRecord } from '../../src/records/store.ts';
import { type RecordingProvider, startRecordingProvider } from './recording-provider.ts';
import { REQUEST_ID } from './shapes.ts';
import { aSecondMs } from './soon.ts';
import {
  type Asked,
  answerOf,
  chunk,
  chunksOf,
  contentOf,
  DONE,
  dataOf,
  delta,
  finish,
  IDENTITY,
  type Listening,
  listen,
  type Move,
  type Play,
  play,
  type Received,
  role,
  SSE_HEADERS,
  says,
  split,
  splitsFor,
} from './sse.ts';
import { ATTACK, BENIGN, chat, errorOf, eventually, type Stack, startStack } from './stack.ts';
import { ATTACKS, type AttackCase, bodyOf, CLEAN, MARKER, RULES } from './stream-cases.ts';

const ENTITIES = JSON.stringify({
  EMAIL_ADDRESS: { output: 'redact' },
  OPENAI_API_KEY: { output: 'block' },
});
const HOLD_MS = 300;
const MAX_WHOLE_BYTES = 64 * 1024;

let provider: RecordingProvider;
/** Waits so long for text to be decided that a busy machine makes no difference to what is cut where. */
let patient: Stack;
/** Lets text go after 300 ms, and ends a cut stream without an error event. */
let hasty: Stack;
/** Holds answers until their end. */
let whole: Stack;

beforeAll(async () => {
  provider = await startRecordingProvider();
  const start = (env: Readonly<Record<string, string>>): Promise<Stack> =>
    startStack({
      upstream: provider.url,
      env: {
        PORTCULLIS_POLICY_ENTITIES: ENTITIES,
        PORTCULLIS_POLICY_RULES: JSON.stringify(RULES),
        ...env,
      },
    });
  [patient, hasty, whole] = await Promise.all([
    start({ PORTCULLIS_STREAM_MAX_HOLD_MS: '60000' }),
    start({
      PORTCULLIS_STREAM_MAX_HOLD_MS: String(HOLD_MS),
      PORTCULLIS_STREAM_ON_BLOCK: 'content_filter',
      PORTCULLIS_POLICY_UNREADABLE: '{"audio":{"output":"block"}}',
      PORTCULLIS_POLICY_ON_OUTPUT_SCAN_ERROR: 'allow',
    }),
    start({
      PORTCULLIS_POLICY_UNREADABLE: '{"audio":{"output":"block"}}',
      PORTCULLIS_STREAM_WHOLE_ANSWER: 'true',
      PORTCULLIS_STREAM_MAX_EVENT_BYTES: String(MAX_WHOLE_BYTES),
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([patient.stop(), hasty.stop(), whole.stop()]);
  await provider.close();
});

const startPlay = (
  stack: Stack,
  moves: Iterable<Move>,
  asked: Asked = {},
  options: Parameters<typeof play>[1] = {},
): Listening & { playing: Play } => {
  const playing = play(moves, options);
  provider.next(playing.respond);
  return { ...listen(stack, asked), playing };
};

const perform = (...args: Parameters<typeof startPlay>): Promise<Received> => startPlay(...args).received;

const noStreams = (stack: Stack): Promise<number> =>
  eventually(
    () => stack.metric('streams_in_flight'),
    (count) => count === 0,
  );

/** The one record of each request; time enough has passed for a second one. */
const recordsOf = async (stack: Stack, requestIds: readonly string[]): Promise<readonly ScanRecord[]> => {
  const records = await Promise.all(requestIds.map((id) => stack.record(id)));
  await sleep(100);
  const all = await stack.records(0);
  for (const id of requestIds) expect(all.filter(({ requestId }) => requestId === id)).toHaveLength(1);
  return records;
};

const recordOf = async (stack: Stack, requestId: string): Promise<ScanRecord> => {
  const [record] = await recordsOf(stack, [requestId]);
  if (record === undefined) throw new Error(`no record ${requestId}`);
  return record;
};

const without = (text: string, pattern: RegExp): string => text.replaceAll(pattern, '');
const COMMENTS = /^:.*\n\n/gm;

const MODES = ['blocking', 'advisory', 'shadow'] as const;

describe('a clean stream comes out as it went in', () => {
  it.each(CLEAN)('$name', { timeout: 240_000 }, async ({ bytes: raw, hasComments = false }) => {
    const bytes = Buffer.from(raw);
    const requestIds: string[] = [];
    for (const how of splitsFor(bytes)) {
      const received = await perform(patient, split(bytes, how, 7));
      expect(received.error, how).toBeNull();
      expect(received.status).toBe(200);
      expect(received.headers['x-gateway-input-status']).toBe('pass');
      expect(received.headers['x-gateway-output-status']).toBe('streaming');
      expect(received.headers['content-length']).toBeUndefined();
      expect(received.requestId).toMatch(REQUEST_ID);
      if (hasComments) {
        expect(without(received.text, COMMENTS), how).toBe(without(bytes.toString(), COMMENTS));
        expect(received.text.match(COMMENTS)).toEqual(bytes.toString().match(COMMENTS));
      } else if (!received.bytes.equals(bytes)) {
        // A comparison of buffers would print them byte by byte.
        expect(received.text, how).toBe(bytes.toString());
      }
      requestIds.push(received.requestId);
    }
    for (const record of await recordsOf(patient, requestIds)) {
      expect(record).toMatchObject({
        outcome: 'pass',
        inputStatus: 'pass',
        outputStatus: 'pass',
        httpStatus: 200,
        errorCode: null,
        stream: true,
      });
    }
    await noStreams(patient);
  });

  it('and every choice, text and character of it is counted', async () => {
    const received = await perform(patient, [answerOf('Paris is a city.')]);
    const record = await recordOf(patient, received.requestId);
    expect(record.outputChars).toBeGreaterThanOrEqual('Paris is a city.'.length);
    expect(record.findings).toEqual([]);
    expect(record.wouldBlock).toBe(false);
  });
});

describe('an answer that was asked for as a stream', () => {
  const attack = ATTACKS[2]?.events.join('') ?? '';
  const ended = async (type: string) => {
    const { received } = startPlay(patient, [attack], {}, { headers: { 'content-type': type } });
    return received;
  };

  it.each(['text/plain', 'application/octet-stream', 'application/x-ndjson'])(
    'is read as one whatever it calls itself: %s',
    async (type) => {
      const answer = await ended(type);
      expect(answer.text).toContain('unsafe_link_detected');
      expect(answer.text).not.toContain(MARKER);
    },
  );

  it.each(['text/event-stream; charset=utf-16', 'text/plain; charset=utf-7'])(
    'is refused in another character set: %s',
    async (type) => {
      const answer = await ended(type);
      expect(answer.status).toBe(503);
      expect(answer.text).toContain('scan_unavailable');
      expect(await recordOf(patient, answer.requestId)).toMatchObject({
        outputStatus: 'error',
        unjudged: { content_encoding: 1 },
      });
    },
  );

  it('is cut where its bytes are in one', async () => {
    const { received } = startPlay(patient, [Buffer.from(`\ufeff${attack}`, 'utf16le')]);
    const { text, requestId } = await received;
    expect(text).toContain('scan_unavailable');
    expect(await recordOf(patient, requestId)).toMatchObject({ outputStatus: 'error' });
  });
});

const FILLER = says('and so on, and so forth, ');
const ENDLESS_MS = 20_000;

/** What the provider would still say, for 20 seconds. */
function* endless(): Generator<Move> {
  for (let at = 0; at < ENDLESS_MS / 50; at += 1) {
    yield 50;
    yield FILLER;
  }
  yield finish();
  yield DONE;
}

function* then(first: Iterable<Move>, second: Iterable<Move>): Generator<Move> {
  yield* first;
  yield* second;
}

const expectTail = (
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
const beforeCut = (text: string): string => text.slice(0, text.lastIndexOf(`data: {"id":"${IDENTITY.id}"`));

const expectClosed = async (playing: Play, atMs: number): Promise<void> => {
  await eventually(() => Promise.resolve(playing.isOver()), Boolean);
  const cutAtMs = playing.cutAtMs();
  expect(cutAtMs, 'the provider wrote all it had').not.toBeNull();
  expect((cutAtMs ?? 0) - atMs).toBeLessThan(2 * aSecondMs());
};

/** Events leave whole: what stands in one with the beginning of an attack does not leave. */
const LONGEST_EVENT_CHARS = 10;

describe('a stream that turns bad is cut', () => {
  it.each(ATTACKS)('$name', { timeout: 240_000 }, async (attack) => {
    const bytes = Buffer.from(attack.events.join(''));
    const delivered = new Set<string>();
    const requestIds: string[] = [];
    for (const how of splitsFor(bytes)) {
      const moves = then(split(bytes, how, 11), endless());
      const { received, playing } = startPlay(patient, moves, { body: bodyOf(attack) });
      const answer = await received;
      expect({ how, error: answer.error, status: answer.status }).toEqual({ how, error: null, status: 200 });
      expect(answer.headers['x-gateway-output-status']).toBe('streaming');
      expectTail(answer, attack);
      for (const text of attack.never) expect(beforeCut(answer.text), how).not.toContain(text);
      const text = contentOf(beforeCut(answer.text)).replaceAll(/(?:and on )+/g, 'and on ');
      expect(attack.safe.startsWith(text), how).toBe(true);
      expect(attack.safe.length - text.length, how).toBeLessThan(LONGEST_EVENT_CHARS);
      delivered.add(beforeCut(answer.text));
      // Nothing is changed before the cut, and nothing left out.
      expect(bytes.toString().startsWith(beforeCut(answer.text)), how).toBe(true);
      await expectClosed(playing, answer.endedAtMs);
      requestIds.push(answer.requestId);
    }
    for (const record of await recordsOf(patient, requestIds)) {
      expect(record).toMatchObject({
        outcome: 'blocked',
        inputStatus: 'pass',
        outputStatus: 'blocked',
        httpStatus: 200,
        errorCode: attack.code,
        stream: true,
        wouldBlock: true,
        findings: expect.arrayContaining([
          expect.objectContaining({
            direction: 'output',
            category: attack.category,
            subType: attack.subType,
          }),
        ]),
      });
    }
    expect(delivered.size, 'every split delivers the same').toBe(1);
    await noStreams(patient);
  });

  it('ends each choice whose own end was still held', async () => {
    const [, first = '', ...rest] = ATTACKS[1]?.events.slice(7) ?? [];
    const link = [first, ...rest].map((event) => event.replace('"index":0', '"index":1'));
    const moves = [
      ...[role(0), role(1), ...link.slice(0, 5), says('Well.', 0), finish('stop', 0)],
      ...link.slice(5),
    ];
    const { received } = startPlay(patient, then(moves, endless()));
    const answer = await received;
    const finished = chunksOf(answer.text.slice(0, answer.text.indexOf('data: {"error"')))
      .flatMap(({ choices }) => choices ?? [])
      .filter((choice) => choice.finish_reason !== null && choice.finish_reason !== undefined);
    expect(finished.map(({ index }) => index).sort()).toEqual([0, 1]);
  });

  it('has a fitting end where the attack stands in the first event', async () => {
    const attack = ATTACKS[3];
    const { received } = startPlay(patient, then([attack?.events[1] ?? ''], endless()));
    const answer = await received;
    expect(dataOf(answer.text)).toHaveLength(3);
    if (attack !== undefined) expectTail(answer, attack);
  });

  it('counts it in the metrics', async () => {
    const before = await patient.metric('requests_total', 'outcome="blocked"');
    const attack = ATTACKS[2];
    await startPlay(patient, then(attack?.events ?? [], endless())).received;
    await eventually(
      () => patient.metric('requests_total', 'outcome="blocked"'),
      (count) => count === before + 1,
    );
    expect(await patient.metric('stream_hold_seconds_count')).toBeGreaterThan(0);
    expect(await patient.metric('stream_held_bytes_count')).toBeGreaterThan(0);
  });

  it('without an error event where the operator says so', async () => {
    const attack = ATTACKS[1];
    const { received, playing } = startPlay(hasty, then([(attack?.events ?? []).join('')], endless()));
    const answer = await received;
    if (attack !== undefined) expectTail(answer, attack, false);
    expect(answer.text).not.toContain('response_blocked');
    expect(answer.text).not.toContain(MARKER);
    await expectClosed(playing, answer.endedAtMs);
    expect(await recordOf(hasty, answer.requestId)).toMatchObject({
      outcome: 'blocked',
      errorCode: 'unsafe_link_detected',
    });
  });
});

describe('advisory and shadow', () => {
  it.each(['advisory', 'shadow'])('%s never changes a byte', { timeout: 240_000 }, async (mode) => {
    const headers = { 'x-gateway-mode': mode };
    const status = mode === 'advisory' ? 'flagged' : 'pass';
    const requestIds: string[] = [];
    for (const attack of ATTACKS) {
      const bytes = Buffer.from([...attack.events, finish(), DONE].join(''));
      for (const how of ['whole', 'random'] as const) {
        const moves = split(bytes, how, 3);
        const answer = await perform(patient, moves, { headers, body: bodyOf(attack) });
        expect(answer.error).toBeNull();
        expect(answer.bytes.equals(bytes), `${attack.name}, ${how}`).toBe(true);
        requestIds.push(answer.requestId);
      }
    }
    const records = await recordsOf(patient, requestIds);
    for (const [at, { name, subType }] of ATTACKS.entries()) {
      for (const record of records.slice(at * 2, at * 2 + 2)) {
        expect(record, name).toMatchObject({
          outcome: status,
          outputStatus: status,
          httpStatus: 200,
          errorCode: null,
          wouldBlock: true,
          stream: true,
          findings: expect.arrayContaining([expect.objectContaining({ subType })]),
        });
      }
    }
  });

  it.each(['advisory', 'shadow'])('%s holds nothing', async (mode) => {
    const moves = [role(), says('Write to ann'), 1500, says('@example.org'), finish(), DONE];
    const { received } = startPlay(patient, moves, { headers: { 'x-gateway-mode': mode } });
    const { arrivals } = await received;
    const first = arrivals.find(({ text }) => text.includes('Write to ann'));
    const last = arrivals.at(-1);
    expect((last?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(1200);
  });

  it.each(CLEAN.filter((_, at) => at % 4 === 0))('pass on: $name', async ({ bytes }) => {
    for (const mode of ['advisory', 'shadow']) {
      const moves = split(Buffer.from(bytes), 'random', 5);
      const answer = await perform(patient, moves, { headers: { 'x-gateway-mode': mode } });
      expect(answer.bytes.equals(Buffer.from(bytes)), mode).toBe(true);
    }
  });
});

describe('personal data is masked within the stream', () => {
  const TEXT = 'Write to ann.smith@contoso.com or to bob@contoso.com, she said.';
  const MASKED = 'Write to <EMAIL_ADDRESS> or to <EMAIL_ADDRESS>, she said.';
  const emails = [{ direction: 'output', subType: 'EMAIL_ADDRESS', category: 'pii' }];

  it.each([1, 4, 9, 1000])('%i characters an event', { timeout: 120_000 }, async (chars) => {
    const bytes = Buffer.from(answerOf(TEXT, chars));
    for (const how of ['whole', 'random', 'random with pauses'] as const) {
      const answer = await perform(patient, split(bytes, how, 13));
      expect(answer.error).toBeNull();
      expect(contentOf(answer.text), how).toBe(MASKED);
      expect(dataOf(answer.text).at(-1)).toBe('[DONE]');
      expect(answer.text).not.toContain('smith');
      expect(await recordOf(patient, answer.requestId)).toMatchObject({
        outcome: 'redacted',
        outputStatus: 'redacted',
        httpStatus: 200,
        findings: emails.concat(emails).map((each) => expect.objectContaining(each)),
      });
    }
  });

  it.each([-4, 0, 4])('and in the tokens that repeat it, %i events behind it', async (by) => {
    const pieces = [...TEXT.matchAll(/.{1,3}/g)].map(([piece]) => piece);
    const first = Math.min(0, by);
    const events = Array.from({ length: pieces.length + Math.abs(by) }, (_, i) => {
      const text = pieces[i + first];
      const token = pieces[i + first - by];
      const logprobs = token === undefined ? null : { content: [{ token, logprob: -1, bytes: null }] };
      return chunk([{ index: 0, delta: text === undefined ? {} : { content: text }, logprobs }]);
    });
    const answer = await perform(
      patient,
      split(Buffer.from([...events, finish(), DONE].join('')), 'random', 7),
    );
    const tokens = [...answer.text.matchAll(/"token":("[^"]*")/g)].map(([, token = '""']) =>
      JSON.parse(token),
    );
    expect(contentOf(answer.text)).toBe(MASKED);
    expect(tokens.join('')).not.toMatch(/smith|bob@|contoso/);
    expect(await recordOf(patient, answer.requestId)).toMatchObject({
      findings: emails.concat(emails).map((each) => expect.objectContaining(each)),
    });
  });

  it('in the arguments of a tool call, which stay valid JSON', async () => {
    const text = '{"to":"ann.smith@contoso.com","copy":["bob@contoso.com"]}';
    const call = (piece: string) => delta({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
    const moves = [role(), ...Array.from(text, call), finish('tool_calls'), DONE];
    const answer = await perform(patient, [moves.join('')]);
    const joined = [...answer.text.matchAll(/"arguments":("(?:[^"\\]|\\.)*")/g)]
      .map(([, token = '""']) => JSON.parse(token))
      .join('');
    expect(JSON.parse(joined)).toEqual({ to: '<EMAIL_ADDRESS>', copy: ['<EMAIL_ADDRESS>'] });
    expect(() => chunksOf(answer.text)).not.toThrow();
  });

  it('in each of two choices, and leaves all other events alone', async () => {
    const events = [
      ...[role(0), role(1), says('Ask ann', 0), says('Ask bob', 1), says('@contoso.com.', 0)],
      ...[says('@contoso.com.', 1), chunk([], { usage: { total_tokens: 3 } }), finish('stop', 0)],
      ...[finish('stop', 1), DONE],
    ];
    const answer = await perform(patient, [events.join('')]);
    expect([contentOf(answer.text, 0), contentOf(answer.text, 1)]).toEqual([
      'Ask <EMAIL_ADDRESS>.',
      'Ask <EMAIL_ADDRESS>.',
    ]);
    for (const event of [role(0), role(1), ...events.slice(6)]) expect(answer.text).toContain(event);
    expect(dataOf(answer.text)).toHaveLength(events.length);
  });

  it('over the border of what it thinks and what it says', async () => {
    const thinks = (text: string): string => delta({ reasoning_content: text });
    const events = [
      role(),
      thinks('They want ann.sm'),
      thinks('ith@con'),
      says('toso.com, '),
      says('or so.'),
    ];
    const answer = await perform(patient, [[...events, finish(), DONE].join('')]);
    expect(answer.text).not.toMatch(/ann|contoso|toso/);
    expect(contentOf(answer.text)).toBe('<EMAIL_ADDRESS>, or so.');
    expect(await recordOf(patient, answer.requestId)).toMatchObject({ outcome: 'redacted' });
  });

  it('only flagged in advisory', async () => {
    const bytes = answerOf(TEXT, 4);
    const answer = await perform(patient, [bytes], { headers: { 'x-gateway-mode': 'advisory' } });
    expect(answer.text).toBe(bytes);
    expect(await recordOf(patient, answer.requestId)).toMatchObject({ outcome: 'flagged' });
  });
});

describe('what has no text does not wait', () => {
  it('a keep-alive overtakes text that is held', async () => {
    const moves = [
      role(),
      says('Write to ann'),
      300,
      ': keep-alive\n\n',
      1200,
      says(' or so.'),
      finish(),
      DONE,
    ];
    const { received } = startPlay(patient, moves);
    const { arrivals, text, endedAtMs } = await received;
    const alive = arrivals.find((each) => each.text.includes(': keep-alive'));
    expect(endedAtMs - (alive?.atMs ?? endedAtMs)).toBeGreaterThan(800);
    expect(text.indexOf(': keep-alive')).toBeLessThan(text.indexOf('Write to ann'));
    expect(contentOf(text)).toBe('Write to ann or so.');
  });

  it('role and usage pass at once, and words that nothing can begin in', async () => {
    const moves = [role(), 400, says('Paris is a city. '), 400, chunk([], { usage: {} }), 400, DONE];
    const { received } = startPlay(patient, moves);
    const { arrivals } = await received;
    const at = (part: string): number => arrivals.find(({ text }) => text.includes(part))?.atMs ?? 0;
    expect(at('Paris') - at('assistant')).toBeGreaterThan(200);
    expect(at('usage') - at('Paris')).toBeGreaterThan(200);
    expect(at('[DONE]') - at('usage')).toBeGreaterThan(200);
  });
});

it('words do not wait for more of the reasoning in front of them', async () => {
  const moves = [role(), delta({ reasoning_content: 'I know ann' }), says('Paris is a city. '), 900, DONE];
  const { arrivals } = await startPlay(patient, moves).received;
  const at = (part: string): number => arrivals.find(({ text }) => text.includes(part))?.atMs ?? 0;
  expect(at('[DONE]') - at('Paris')).toBeGreaterThan(500);
});

describe('a provider that stalls', () => {
  it(`has its text let go after ${HOLD_MS} ms`, async () => {
    const before = await hasty.metric('stream_hold_seconds_sum');
    const moves = [role(), says('Write to ann'), 3000, says(' or so.'), finish(), DONE];
    const { received } = startPlay(hasty, moves);
    const { arrivals, text, error } = await received;
    expect(error).toBeNull();
    const at = (part: string): number => arrivals.find((each) => each.text.includes(part))?.atMs ?? 0;
    const heldMs = at('Write to ann') - at('assistant');
    expect(heldMs).toBeGreaterThan(HOLD_MS / 2);
    expect(heldMs).toBeLessThan(HOLD_MS + 1500);
    expect(at('or so') - at('Write to ann')).toBeGreaterThan(1000);
    expect(text).toBe(moves.filter((move) => typeof move === 'string').join(''));
    expect((await hasty.metric('stream_hold_seconds_sum')) - before).toBeGreaterThan(0.2);
  });

  it('still has its text masked, or the stream cut, if that is all there is of it', async () => {
    const masked = await perform(hasty, [says('Write to ann@contoso.com'), 1500, finish(), DONE]);
    expect(contentOf(masked.text)).toBe('Write to <EMAIL_ADDRESS>');
    const attack = ATTACKS[3];
    const events = (attack?.events ?? []).map((event) => event.slice(0, event.indexOf(' I hope')));
    const link = `${events[1] ?? ''}"},"finish_reason":null}]}\n\n`;
    const { received, playing } = startPlay(hasty, then([link, 3000], endless()));
    const answer = await received;
    expect(answer.text).not.toContain(MARKER);
    expect(answer.text).toContain('"finish_reason":"content_filter"');
    await expectClosed(playing, answer.endedAtMs);
  });

  it('is cut even when the caller has been waiting on the text for longer than that', async () => {
    const attack = ATTACKS[1];
    const [first = '', ...rest] = attack?.events ?? [];
    const { received } = startPlay(hasty, then([first, 700, ...rest], endless()));
    const answer = await received;
    expect(answer.text).not.toContain(MARKER);
    expect(dataOf(answer.text).at(-1)).toBe('[DONE]');
  });
});

describe('X-Gateway-Stream-Status: include', () => {
  const headers = { 'x-gateway-stream-status': 'include' };

  it.each(MODES)('adds a chunk with the final status before [DONE] (%s)', async (mode) => {
    const bytes = answerOf('Write to ann.smith@contoso.com now.', 4);
    const answer = await perform(patient, split(Buffer.from(bytes), 'random', 17), {
      headers: { ...headers, 'x-gateway-mode': mode },
    });
    const events = dataOf(answer.text);
    expect(events.at(-1)).toBe('[DONE]');
    const status = { blocking: 'redacted', advisory: 'flagged', shadow: 'pass' }[mode];
    expect(JSON.parse(events.at(-2) ?? '')).toEqual({
      ...IDENTITY,
      choices: [],
      gateway: {
        request_id: answer.requestId,
        input_status: 'pass',
        output_status: status,
        scan_time_ms: expect.any(Number),
      },
    });
    expect(events.filter((data) => data.includes('"gateway"'))).toHaveLength(1);
    if (mode !== 'blocking') {
      expect(answer.text.replace(/data: [^\n]*"gateway"[^\n]*\n\n/, '')).toBe(bytes);
    }
    expect(await recordOf(patient, answer.requestId)).toMatchObject({ outputStatus: status });
  });

  it('also at the end of a stream without [DONE]', async () => {
    const answer = await perform(patient, [role(), says('Paris.'), finish()], { headers });
    expect(chunksOf(answer.text).at(-1)).toMatchObject({ gateway: { output_status: 'pass' } });
  });

  it('and is not what the caller gets who does not ask', async () => {
    const answer = await perform(patient, [answerOf('Paris.')]);
    expect(answer.text).not.toContain('gateway');
  });

  it('stands once in a stream that is cut', async () => {
    const attack = ATTACKS[1];
    const { received } = startPlay(patient, then(attack?.events ?? [], endless()), { headers });
    const answer = await received;
    if (attack !== undefined) expectTail(answer, attack);
    expect(answer.text.match(/"gateway"/g)).toHaveLength(1);
  });
});

describe('stream.wholeAnswer', () => {
  it('holds the answer until its end', async () => {
    const bytes = answerOf('Paris is a city. It has a river. ', 8);
    const { received, soFar } = startPlay(whole, [bytes.slice(0, 400), 800, bytes.slice(400)]);
    await sleep(400);
    expect(soFar()).toBe('');
    const answer = await received;
    expect(answer.text).toBe(bytes);
    expect(answer.error).toBeNull();
  });

  it('delivers nothing of one that turns bad, and ends as any other', async () => {
    const attack = ATTACKS[1];
    const answer = await perform(whole, [...(attack?.events ?? []), finish(), DONE]);
    expect(dataOf(answer.text)).toHaveLength(3);
    if (attack !== undefined) expectTail(answer, attack);
  });

  it('masks in it', async () => {
    const answer = await perform(whole, [answerOf('Write to ann.smith@contoso.com now.', 3)]);
    expect(contentOf(answer.text)).toBe('Write to <EMAIL_ADDRESS> now.');
  });

  it.each([
    { mode: 'blocking', passes: false },
    { mode: 'shadow', passes: true },
  ])('refuses one that is too large to hold, but not in shadow ($mode)', async ({ mode, passes }) => {
    const bytes = answerOf('Paris is a city. '.repeat(2 * (MAX_WHOLE_BYTES / 17)), 500);
    const { received } = startPlay(whole, then([bytes], passes ? [] : endless()), {
      headers: { 'x-gateway-mode': mode },
    });
    const answer = await received;
    expect(answer.error).toBeNull();
    if (passes) {
      expect(answer.text).toBe(bytes);
      return;
    }
    const events = dataOf(answer.text);
    expect(events).toHaveLength(3);
    expect(chunksOf(answer.text)).toMatchObject([
      { choices: [{ finish_reason: 'content_filter' }], gateway: { output_status: 'error' } },
      { error: { type: 'gateway_error', code: 'scan_unavailable', request_id: answer.requestId } },
    ]);
    expect(await recordOf(whole, answer.requestId)).toMatchObject({
      outcome: 'error',
      outputStatus: 'error',
      httpStatus: 200,
      errorCode: 'scan_unavailable',
      unjudged: { too_long: 1 },
    });
    await noStreams(whole);
  });
});

describe('an event over stream.maxEventBytes', () => {
  const bytes = `${role()}${says('Paris is a city. '.repeat(6000))}${finish()}${DONE}`;

  it('ends the stream as not scanned in blocking', async () => {
    const { received, playing } = startPlay(whole, then([bytes], endless()));
    const answer = await received;
    expect(chunksOf(answer.text).at(-1)).toMatchObject({ error: { code: 'scan_unavailable' } });
    expect(answer.text).not.toContain('Paris');
    await expectClosed(playing, answer.endedAtMs);
  });

  it.each(['advisory', 'shadow'])('passes in %s, and is recorded as not scanned', async (mode) => {
    for (const how of ['whole', 'random'] as const) {
      const moves = split(Buffer.from(bytes), how, 19);
      const answer = await perform(whole, moves, { headers: { 'x-gateway-mode': mode } });
      expect(answer.error).toBeNull();
      expect(answer.text === bytes, how).toBe(true);
      expect(await recordOf(whole, answer.requestId)).toMatchObject({
        outputStatus: 'error',
        httpStatus: 200,
        errorCode: null,
        unjudged: { too_long: 1 },
      });
    }
    await noStreams(whole);
  });
});

describe('a stream with a part that policy lets nobody have unread', () => {
  const audio = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { audio: { data: 'UklGRiQ=' } } }] })}\n\n`;
  const moves = [role(), says('Listen. '), audio, DONE].map((text) => Buffer.from(text));

  it('ends there, whatever policy says of failed scans', async () => {
    const received = await perform(hasty, moves);
    expect(received.text).not.toContain('UklGRiQ=');
    expect(received.text).toContain('scan_unavailable');
    expect(received.text.trimEnd().endsWith('data: [DONE]')).toBe(true);
    const closed = { outputStatus: 'error', failedOpen: false, unjudged: { audio: 1 } };
    expect(await recordOf(hasty, received.requestId)).toMatchObject(closed);
  });

  it('is withheld where streams are read as a whole', async () => {
    const received = await perform(whole, moves);
    expect(received.text).not.toContain('Listen.');
    expect(received.text).not.toContain('UklGRiQ=');
    expect(received.text).toContain('scan_unavailable');
  });

  it('goes on in other modes', async () => {
    const received = await perform(hasty, moves, { headers: { 'x-gateway-mode': 'advisory' } });
    expect(received.text).toBe(Buffer.concat(moves).toString());
  });
});

describe('a stream that breaks off', () => {
  const TEXT = 'Paris is a city. It has a river and much to see. ';

  it.each(MODES)('at the provider: the caller sees no end, one record, no stream left (%s)', async (mode) => {
    const moves = [role(), says(TEXT), 100, says(TEXT), 100];
    const answer = await perform(
      patient,
      moves,
      { headers: { 'x-gateway-mode': mode } },
      { breaksOff: true },
    );
    expect(answer.error).not.toBeNull();
    expect(answer.text).not.toContain('[DONE]');
    await noStreams(patient);
    expect(await recordOf(patient, answer.requestId)).toMatchObject({
      errorCode: 'stream_interrupted',
      outputStatus: 'pass',
      httpStatus: 200,
      stream: true,
    });
  });

  it.each(MODES)(
    'at the caller: the provider is cancelled, one record, no stream left (%s)',
    async (mode) => {
      const { received, playing, soFar, abort } = startPlay(patient, then([role(), says(TEXT)], endless()), {
        headers: { 'x-gateway-mode': mode },
      });
      await eventually(
        () => Promise.resolve(soFar()),
        (text) => text.includes('Paris'),
      );
      const atMs = Date.now();
      abort();
      const answer = await received;
      await expectClosed(playing, atMs);
      await noStreams(patient);
      expect(await recordOf(patient, answer.requestId)).toMatchObject({
        errorCode: 'stream_interrupted',
        stream: true,
      });
    },
  );

  it.each(MODES)('at the caller, who has had [DONE], is no failure (%s)', async (mode) => {
    // The connection stays open behind the last event.
    const moves = then([role(), says(TEXT), DONE], [10_000]);
    const { received, soFar, abort } = startPlay(patient, moves, { headers: { 'x-gateway-mode': mode } });
    await eventually(
      () => Promise.resolve(soFar()),
      (text) => text.includes('[DONE]'),
    );
    abort();
    const answer = await received;
    await noStreams(patient);
    expect(await recordOf(patient, answer.requestId)).toMatchObject({ errorCode: null, outcome: 'pass' });
  });

  it('at the caller while text is held', async () => {
    const moves = then([role(), says('Write to ann')], [10_000, DONE]);
    const { received, playing, soFar, abort } = startPlay(patient, moves);
    await eventually(
      () => Promise.resolve(soFar()),
      (text) => text.includes('assistant'),
    );
    await sleep(100);
    abort();
    const answer = await received;
    await noStreams(patient);
    expect(await recordOf(patient, answer.requestId)).toMatchObject({ errorCode: 'stream_interrupted' });
    await eventually(() => Promise.resolve(playing.isOver()), Boolean, 2 * aSecondMs());
  });

  it('at the caller right behind the attack', async () => {
    const attack = ATTACKS[1];
    const { received, soFar, abort } = startPlay(patient, then(attack?.events ?? [], endless()));
    await eventually(
      () => Promise.resolve(soFar()),
      (text) => text.includes('assistant'),
    );
    abort();
    const answer = await received;
    await noStreams(patient);
    const { errorCode } = await recordOf(patient, answer.requestId);
    expect(['stream_interrupted', 'unsafe_link_detected']).toContain(errorCode);
  });
});

describe('a stream that cannot be read', () => {
  const coded = (): Move[] => [gzipSync(answerOf('Paris.'))];
  const options = { headers: { 'content-encoding': 'gzip' } };

  it('is refused in blocking: 503 in JSON', async () => {
    const { received, playing } = startPlay(patient, coded(), {}, options);
    const answer = await received;
    expect(answer.status).toBe(503);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(JSON.parse(answer.text).error).toMatchObject({ type: 'gateway_error', code: 'scan_unavailable' });
    expect(await recordOf(patient, answer.requestId)).toMatchObject({
      outcome: 'error',
      httpStatus: 503,
      errorCode: 'scan_unavailable',
      unjudged: { content_encoding: 1 },
    });
    await eventually(() => Promise.resolve(playing.isOver()), Boolean, 2 * aSecondMs());
  });

  it.each(['advisory', 'shadow'])('passes in %s', async (mode) => {
    const answer = await perform(patient, coded(), { headers: { 'x-gateway-mode': mode } }, options);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.bytes.equals(gzipSync(answerOf('Paris.')))).toBe(true);
    expect(answer.headers['x-gateway-output-status']).toBe('error');
  });

  it('is read where it says that it is not compressed', async () => {
    const encoding = { headers: { 'content-encoding': 'identity' } };
    const answer = await perform(patient, [answerOf('To ann.smith@contoso.com.')], {}, encoding);
    expect(contentOf(answer.text)).toBe('To <EMAIL_ADDRESS>.');
  });
});

describe('other ends and beginnings', () => {
  it('trailers of the provider', async () => {
    const bytes = answerOf('Paris is a city.');
    const answer = await perform(patient, [bytes], {}, { trailers: { 'x-checksum': 'abc' } });
    expect(answer.error).toBeNull();
    expect(answer.text).toBe(bytes);
    expect(await recordOf(patient, answer.requestId)).toMatchObject({ outcome: 'pass', errorCode: null });
  });

  it('a content type in capitals, and one with parameters', async () => {
    for (const type of ['Text/Event-Stream', 'text/event-stream;charset=UTF-8']) {
      const answer = await perform(
        patient,
        [answerOf('To ann.smith@contoso.com.', 3)],
        {},
        { headers: { ...SSE_HEADERS, 'content-type': type } },
      );
      expect(contentOf(answer.text), type).toBe('To <EMAIL_ADDRESS>.');
    }
  });

  it.each(['text/plain', 'application/octet-stream', ''])(
    'events that call themselves %j are guarded where a stream was asked for',
    async (type) => {
      const headers = { 'content-type': type };
      const answer = await perform(patient, [answerOf('To ann.smith@contoso.com.', 3)], {}, { headers });
      expect(answer.headers['content-type']).toBe(type);
      expect(contentOf(answer.text)).toBe('To <EMAIL_ADDRESS>.');
    },
  );

  it('what is no stream passes as it is, though one was asked for', async () => {
    const page = '<h1>Down</h1>\n<p>Come again.</p>';
    const headers = { 'content-type': 'text/html', 'content-length': String(page.length) };
    const answer = await perform(patient, [page], {}, { headers });
    expect({ status: answer.status, text: answer.text, error: answer.error }).toEqual({
      status: 200,
      text: page,
      error: null,
    });
  });

  it('a stream that nobody asked for is guarded all the same', async () => {
    const answer = await perform(patient, [answerOf('To ann.smith@contoso.com.', 3)], { body: chat(BENIGN) });
    expect(contentOf(answer.text)).toBe('To <EMAIL_ADDRESS>.');
  });

  it('an attack in the request is a plain 403, and the provider is not asked', async () => {
    const before = provider.seen().length;
    const answer = await patient.call({ body: chat(ATTACK, { stream: true }) });
    expect(answer.status).toBe(403);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(errorOf(answer)).toMatchObject({ type: 'request_blocked', code: 'prompt_injection_detected' });
    expect(provider.seen()).toHaveLength(before);
    expect(await recordOf(patient, String(answer.headers['x-gateway-request-id']))).toMatchObject({
      stream: true,
      outcome: 'blocked',
      httpStatus: 403,
    });
  });

  it('a caller’s own word on the stream status reaches no provider', async () => {
    await perform(patient, [answerOf('Paris.')], { headers: { 'x-gateway-stream-status': 'include' } });
    const names = provider.last().headers.map(([name]) => name);
    expect(names.filter((name) => name.startsWith('x-gateway'))).toEqual([]);
  });
});

describe('many streams at once', () => {
  const STREAMS = 100;
  const TEXT = 'Paris is a city of two million people; write to ann.smith@contoso.com for more. ';

  it(`${STREAMS} of some seconds each all come to their end`, { timeout: 120_000 }, async () => {
    const text = TEXT.repeat(4);
    const events = [role(), ...(text.match(/.{1,9}/g)?.map((piece) => says(piece)) ?? []), finish(), DONE];
    const moves = events.flatMap((event): Move[] => [event, 70]);
    const running = Array.from({ length: STREAMS }, () => startPlay(patient, moves));
    const answers = await Promise.all(running.map(({ received }) => received));
    const wanted = text.replaceAll('ann.smith@contoso.com', '<EMAIL_ADDRESS>');
    const results = new Map<string, number>();
    for (const answer of answers) {
      const isRight = answer.text.endsWith(DONE) && contentOf(answer.text) === wanted;
      const kind = `${answer.status} ${answer.error === null ? 'ended' : 'broken'} ${isRight ? 'right' : 'wrong'}`;
      results.set(kind, (results.get(kind) ?? 0) + 1);
    }
    expect(results).toEqual(new Map([['200 ended right', STREAMS]]));
    expect(running.every(({ playing }) => playing.cutAtMs() === null)).toBe(true);
    await noStreams(patient);
    const ids = new Set(answers.map(({ requestId }) => requestId));
    expect(ids.size).toBe(STREAMS);
    const records = await eventually(
      async () => (await patient.records(0)).filter(({ requestId }) => ids.has(requestId)),
      (found) => found.length >= STREAMS,
    );
    expect(new Set(records.map(({ outcome }) => outcome))).toEqual(new Set(['redacted']));
  });
});
