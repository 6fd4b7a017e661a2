import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { REQUEST_ID } from './shapes.ts';
import { aSecondMs } from './soon.ts';
import {
  answerOf,
  chunk,
  contentOf,
  DONE,
  delta,
  finish,
  type Move,
  role,
  SSE_HEADERS,
  says,
  split,
  splitsFor,
} from './sse.ts';
import { ATTACK, BENIGN, chat, errorOf, eventually } from './stack.ts';
import { ATTACKS, CLEAN, MARKER } from './stream-cases.ts';
import { COMMENTS, noStreams, recordOf, recordsOf, streamGateways, without } from './stream-gateways.ts';

const { provider, patient, startPlay, perform } = streamGateways('patient');

describe('a clean stream comes out as it went in', () => {
  it.each(CLEAN)('$name', { timeout: 240_000 }, async ({ bytes: raw, hasComments = false }) => {
    const bytes = Buffer.from(raw);
    const requestIds: string[] = [];
    for (const how of splitsFor(bytes)) {
      const received = await perform(patient(), split(bytes, how, 7));
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
    for (const record of await recordsOf(patient(), requestIds)) {
      expect(record).toMatchObject({
        outcome: 'pass',
        inputStatus: 'pass',
        outputStatus: 'pass',
        httpStatus: 200,
        errorCode: null,
        stream: true,
      });
    }
    await noStreams(patient());
  });

  it('and every choice, text and character of it is counted', async () => {
    const received = await perform(patient(), [answerOf('Paris is a city.')]);
    const record = await recordOf(patient(), received.requestId);
    expect(record.outputChars).toBeGreaterThanOrEqual('Paris is a city.'.length);
    expect(record.findings).toEqual([]);
    expect(record.wouldBlock).toBe(false);
  });
});

describe('an answer that was asked for as a stream', () => {
  const attack = ATTACKS[2]?.events.join('') ?? '';
  const ended = async (type: string) => {
    const { received } = startPlay(patient(), [attack], {}, { headers: { 'content-type': type } });
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
      expect(await recordOf(patient(), answer.requestId)).toMatchObject({
        outputStatus: 'error',
        unjudged: { content_encoding: 1 },
      });
    },
  );

  it('is cut where its bytes are in one', async () => {
    const { received } = startPlay(patient(), [Buffer.from(`\ufeff${attack}`, 'utf16le')]);
    const { text, requestId } = await received;
    expect(text).toContain('scan_unavailable');
    expect(await recordOf(patient(), requestId)).toMatchObject({ outputStatus: 'error' });
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
    const { received } = startPlay(patient(), moves);
    const { arrivals, text, endedAtMs } = await received;
    const alive = arrivals.find((each) => each.text.includes(': keep-alive'));
    expect(endedAtMs - (alive?.atMs ?? endedAtMs)).toBeGreaterThan(800);
    expect(text.indexOf(': keep-alive')).toBeLessThan(text.indexOf('Write to ann'));
    expect(contentOf(text)).toBe('Write to ann or so.');
  });

  it('role and usage pass at once, and words that nothing can begin in', async () => {
    const moves = [role(), 400, says('Paris is a city. '), 400, chunk([], { usage: {} }), 400, DONE];
    const { received } = startPlay(patient(), moves);
    const { arrivals } = await received;
    const at = (part: string): number => arrivals.find(({ text }) => text.includes(part))?.atMs ?? 0;
    expect(at('Paris') - at('assistant')).toBeGreaterThan(200);
    expect(at('usage') - at('Paris')).toBeGreaterThan(200);
    expect(at('[DONE]') - at('usage')).toBeGreaterThan(200);
  });
});

it('words do not wait for more of the reasoning in front of them', async () => {
  const moves = [role(), delta({ reasoning_content: 'I know ann' }), says('Paris is a city. '), 900, DONE];
  const { arrivals } = await startPlay(patient(), moves).received;
  const at = (part: string): number => arrivals.find(({ text }) => text.includes(part))?.atMs ?? 0;
  expect(at('[DONE]') - at('Paris')).toBeGreaterThan(500);
});

describe('a stream that cannot be read', () => {
  const coded = (): Move[] => [gzipSync(answerOf('Paris.'))];
  const options = { headers: { 'content-encoding': 'gzip' } };

  it('is refused in blocking: 503 in JSON', async () => {
    const { received, playing } = startPlay(patient(), coded(), {}, options);
    const answer = await received;
    expect(answer.status).toBe(503);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(JSON.parse(answer.text).error).toMatchObject({ type: 'gateway_error', code: 'scan_unavailable' });
    expect(await recordOf(patient(), answer.requestId)).toMatchObject({
      outcome: 'error',
      httpStatus: 503,
      errorCode: 'scan_unavailable',
      unjudged: { content_encoding: 1 },
    });
    await eventually(() => Promise.resolve(playing.isOver()), Boolean, 2 * aSecondMs());
  });

  it.each(['advisory', 'shadow'])('passes in %s', async (mode) => {
    const answer = await perform(patient(), coded(), { headers: { 'x-gateway-mode': mode } }, options);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.bytes.equals(gzipSync(answerOf('Paris.')))).toBe(true);
    expect(answer.headers['x-gateway-output-status']).toBe('error');
  });

  it('is read where it says that it is not compressed', async () => {
    const encoding = { headers: { 'content-encoding': 'identity' } };
    const answer = await perform(patient(), [answerOf('To ann.smith@contoso.com.')], {}, encoding);
    expect(contentOf(answer.text)).toBe('To <EMAIL_ADDRESS>.');
  });
});

describe('other ends and beginnings', () => {
  it('trailers of the provider', async () => {
    const bytes = answerOf('Paris is a city.');
    const answer = await perform(patient(), [bytes], {}, { trailers: { 'x-checksum': 'abc' } });
    expect(answer.error).toBeNull();
    expect(answer.text).toBe(bytes);
    expect(await recordOf(patient(), answer.requestId)).toMatchObject({ outcome: 'pass', errorCode: null });
  });

  it('a content type in capitals, and one with parameters', async () => {
    for (const type of ['Text/Event-Stream', 'text/event-stream;charset=UTF-8']) {
      const answer = await perform(
        patient(),
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
      const answer = await perform(patient(), [answerOf('To ann.smith@contoso.com.', 3)], {}, { headers });
      expect(answer.headers['content-type']).toBe(type);
      expect(contentOf(answer.text)).toBe('To <EMAIL_ADDRESS>.');
    },
  );

  it('what is no stream passes as it is, though one was asked for', async () => {
    const page = '<h1>Down</h1>\n<p>Come again.</p>';
    const headers = { 'content-type': 'text/html', 'content-length': String(page.length) };
    const answer = await perform(patient(), [page], {}, { headers });
    expect({ status: answer.status, text: answer.text, error: answer.error }).toEqual({
      status: 200,
      text: page,
      error: null,
    });
  });

  it('a stream that nobody asked for is guarded all the same', async () => {
    const answer = await perform(patient(), [answerOf('To ann.smith@contoso.com.', 3)], {
      body: chat(BENIGN),
    });
    expect(contentOf(answer.text)).toBe('To <EMAIL_ADDRESS>.');
  });

  it('an attack in the request is a plain 403, and the provider is not asked', async () => {
    const before = provider().seen().length;
    const answer = await patient().call({ body: chat(ATTACK, { stream: true }) });
    expect(answer.status).toBe(403);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(errorOf(answer)).toMatchObject({ type: 'request_blocked', code: 'prompt_injection_detected' });
    expect(provider().seen()).toHaveLength(before);
    expect(await recordOf(patient(), String(answer.headers['x-gateway-request-id']))).toMatchObject({
      stream: true,
      outcome: 'blocked',
      httpStatus: 403,
    });
  });

  it('a caller’s own word on the stream status reaches no provider', async () => {
    await perform(patient(), [answerOf('Paris.')], { headers: { 'x-gateway-stream-status': 'include' } });
    const names = provider()
      .last()
      .headers.map(([name]) => name);
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
    const running = Array.from({ length: STREAMS }, () => startPlay(patient(), moves));
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
    await noStreams(patient());
    const ids = new Set(answers.map(({ requestId }) => requestId));
    expect(ids.size).toBe(STREAMS);
    const records = await eventually(
      async () => (await patient().records(0)).filter(({ requestId }) => ids.has(requestId)),
      (found) => found.length >= STREAMS,
    );
    expect(new Set(records.map(({ outcome }) => outcome))).toEqual(new Set(['redacted']));
  });
});
