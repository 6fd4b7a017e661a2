import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  answerOf,
  chunk,
  chunksOf,
  contentOf,
  DONE,
  dataOf,
  delta,
  finish,
  role,
  says,
  split,
} from './sse.ts';
import { ATTACKS, bodyOf, CLEAN } from './stream-cases.ts';
import {
  endless,
  expectClosed,
  expectTail,
  inTurn,
  MAX_WHOLE_BYTES,
  noStreams,
  recordOf,
  recordsOf,
  streamGateways,
} from './stream-gateways.ts';

const { patient, hasty, whole, startPlay, perform } = streamGateways('patient', 'hasty', 'whole');

describe('advisory and shadow', () => {
  it.each(['advisory', 'shadow'])('%s never changes a byte', { timeout: 240_000 }, async (mode) => {
    const headers = { 'x-gateway-mode': mode };
    const status = mode === 'advisory' ? 'flagged' : 'pass';
    const requestIds: string[] = [];
    for (const attack of ATTACKS) {
      const bytes = Buffer.from([...attack.events, finish(), DONE].join(''));
      for (const how of ['whole', 'random'] as const) {
        const moves = split(bytes, how, 3);
        const answer = await perform(patient(), moves, { headers, body: bodyOf(attack) });
        expect(answer.error).toBeNull();
        expect(answer.bytes.equals(bytes), `${attack.name}, ${how}`).toBe(true);
        requestIds.push(answer.requestId);
      }
    }
    const records = await recordsOf(patient(), requestIds);
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
    const { received } = startPlay(patient(), moves, { headers: { 'x-gateway-mode': mode } });
    const { arrivals } = await received;
    const first = arrivals.find(({ text }) => text.includes('Write to ann'));
    const last = arrivals.at(-1);
    expect((last?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(1200);
  });

  it.each(CLEAN.filter((_, at) => at % 4 === 0))('pass on: $name', async ({ bytes }) => {
    for (const mode of ['advisory', 'shadow']) {
      const moves = split(Buffer.from(bytes), 'random', 5);
      const answer = await perform(patient(), moves, { headers: { 'x-gateway-mode': mode } });
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
      const answer = await perform(patient(), split(bytes, how, 13));
      expect(answer.error).toBeNull();
      expect(contentOf(answer.text), how).toBe(MASKED);
      expect(dataOf(answer.text).at(-1)).toBe('[DONE]');
      expect(answer.text).not.toContain('smith');
      expect(await recordOf(patient(), answer.requestId)).toMatchObject({
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
      patient(),
      split(Buffer.from([...events, finish(), DONE].join('')), 'random', 7),
    );
    const tokens = [...answer.text.matchAll(/"token":("[^"]*")/g)].map(([, token = '""']) =>
      JSON.parse(token),
    );
    expect(contentOf(answer.text)).toBe(MASKED);
    expect(tokens.join('')).not.toMatch(/smith|bob@|contoso/);
    expect(await recordOf(patient(), answer.requestId)).toMatchObject({
      findings: emails.concat(emails).map((each) => expect.objectContaining(each)),
    });
  });

  it('in the arguments of a tool call, which stay valid JSON', async () => {
    const text = '{"to":"ann.smith@contoso.com","copy":["bob@contoso.com"]}';
    const call = (piece: string) => delta({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
    const moves = [role(), ...Array.from(text, call), finish('tool_calls'), DONE];
    const answer = await perform(patient(), [moves.join('')]);
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
    const answer = await perform(patient(), [events.join('')]);
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
    const answer = await perform(patient(), [[...events, finish(), DONE].join('')]);
    expect(answer.text).not.toMatch(/ann|contoso|toso/);
    expect(contentOf(answer.text)).toBe('<EMAIL_ADDRESS>, or so.');
    expect(await recordOf(patient(), answer.requestId)).toMatchObject({ outcome: 'redacted' });
  });

  it('only flagged in advisory', async () => {
    const bytes = answerOf(TEXT, 4);
    const answer = await perform(patient(), [bytes], { headers: { 'x-gateway-mode': 'advisory' } });
    expect(answer.text).toBe(bytes);
    expect(await recordOf(patient(), answer.requestId)).toMatchObject({ outcome: 'flagged' });
  });
});

describe('stream.wholeAnswer', () => {
  it('holds the answer until its end', async () => {
    const bytes = answerOf('Paris is a city. It has a river. ', 8);
    const { received, soFar } = startPlay(whole(), [bytes.slice(0, 400), 800, bytes.slice(400)]);
    await sleep(400);
    expect(soFar()).toBe('');
    const answer = await received;
    expect(answer.text).toBe(bytes);
    expect(answer.error).toBeNull();
  });

  it('delivers nothing of one that turns bad, and ends as any other', async () => {
    const attack = ATTACKS[1];
    const answer = await perform(whole(), [...(attack?.events ?? []), finish(), DONE]);
    expect(dataOf(answer.text)).toHaveLength(3);
    if (attack !== undefined) expectTail(answer, attack);
  });

  it('masks in it', async () => {
    const answer = await perform(whole(), [answerOf('Write to ann.smith@contoso.com now.', 3)]);
    expect(contentOf(answer.text)).toBe('Write to <EMAIL_ADDRESS> now.');
  });

  it.each([
    { mode: 'blocking', passes: false },
    { mode: 'shadow', passes: true },
  ])('refuses one that is too large to hold, but not in shadow ($mode)', async ({ mode, passes }) => {
    const bytes = answerOf('Paris is a city. '.repeat(2 * (MAX_WHOLE_BYTES / 17)), 500);
    const { received } = startPlay(whole(), inTurn([bytes], passes ? [] : endless()), {
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
    expect(await recordOf(whole(), answer.requestId)).toMatchObject({
      outcome: 'error',
      outputStatus: 'error',
      httpStatus: 200,
      errorCode: 'scan_unavailable',
      unjudged: { too_long: 1 },
    });
    await noStreams(whole());
  });
});

describe('an event over stream.maxEventBytes', () => {
  const bytes = `${role()}${says('Paris is a city. '.repeat(6000))}${finish()}${DONE}`;

  it('ends the stream as not scanned in blocking', async () => {
    const { received, playing } = startPlay(whole(), inTurn([bytes], endless()));
    const answer = await received;
    expect(chunksOf(answer.text).at(-1)).toMatchObject({ error: { code: 'scan_unavailable' } });
    expect(answer.text).not.toContain('Paris');
    await expectClosed(playing, answer.endedAtMs);
  });

  it.each(['advisory', 'shadow'])('passes in %s, and is recorded as not scanned', async (mode) => {
    for (const how of ['whole', 'random'] as const) {
      const moves = split(Buffer.from(bytes), how, 19);
      const answer = await perform(whole(), moves, { headers: { 'x-gateway-mode': mode } });
      expect(answer.error).toBeNull();
      expect(answer.text === bytes, how).toBe(true);
      expect(await recordOf(whole(), answer.requestId)).toMatchObject({
        outputStatus: 'error',
        httpStatus: 200,
        errorCode: null,
        unjudged: { too_long: 1 },
      });
    }
    await noStreams(whole());
  });
});

describe('a stream with a part that policy lets nobody have unread', () => {
  const audio = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { audio: { data: 'UklGRiQ=' } } }] })}\n\n`;
  const moves = [role(), says('Listen. '), audio, DONE].map((text) => Buffer.from(text));

  it('ends there, whatever policy says of failed scans', async () => {
    const received = await perform(hasty(), moves);
    expect(received.text).not.toContain('UklGRiQ=');
    expect(received.text).toContain('scan_unavailable');
    expect(received.text.trimEnd().endsWith('data: [DONE]')).toBe(true);
    const closed = { outputStatus: 'error', failedOpen: false, unjudged: { audio: 1 } };
    expect(await recordOf(hasty(), received.requestId)).toMatchObject(closed);
  });

  it('is withheld where streams are read as a whole', async () => {
    const received = await perform(whole(), moves);
    expect(received.text).not.toContain('Listen.');
    expect(received.text).not.toContain('UklGRiQ=');
    expect(received.text).toContain('scan_unavailable');
  });

  it('goes on in other modes', async () => {
    const received = await perform(hasty(), moves, { headers: { 'x-gateway-mode': 'advisory' } });
    expect(received.text).toBe(Buffer.concat(moves).toString());
  });
});
