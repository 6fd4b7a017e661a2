import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { aSecondMs } from './soon.ts';
import {
  answerOf,
  chunksOf,
  contentOf,
  DONE,
  dataOf,
  finish,
  IDENTITY,
  role,
  says,
  split,
  splitsFor,
} from './sse.ts';
import { eventually } from './stack.ts';
import { ATTACKS, bodyOf, MARKER } from './stream-cases.ts';
import {
  beforeCut,
  endless,
  expectClosed,
  expectTail,
  HOLD_MS,
  inTurn,
  MODES,
  noStreams,
  recordOf,
  recordsOf,
  streamGateways,
} from './stream-gateways.ts';

const { patient, hasty, startPlay, perform } = streamGateways('patient', 'hasty');

/** Events leave whole: what stands in one with the beginning of an attack does not leave. */
const LONGEST_EVENT_CHARS = 10;

describe('a stream that turns bad is cut', () => {
  it.each(ATTACKS)('$name', { timeout: 240_000 }, async (attack) => {
    const bytes = Buffer.from(attack.events.join(''));
    const delivered = new Set<string>();
    const requestIds: string[] = [];
    for (const how of splitsFor(bytes)) {
      const moves = inTurn(split(bytes, how, 11), endless());
      const { received, playing } = startPlay(patient(), moves, { body: bodyOf(attack) });
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
    for (const record of await recordsOf(patient(), requestIds)) {
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
    await noStreams(patient());
  });

  it('ends each choice whose own end was still held', async () => {
    const [, first = '', ...rest] = ATTACKS[1]?.events.slice(7) ?? [];
    const link = [first, ...rest].map((event) => event.replace('"index":0', '"index":1'));
    const moves = [
      ...[role(0), role(1), ...link.slice(0, 5), says('Well.', 0), finish('stop', 0)],
      ...link.slice(5),
    ];
    const { received } = startPlay(patient(), inTurn(moves, endless()));
    const answer = await received;
    const finished = chunksOf(answer.text.slice(0, answer.text.indexOf('data: {"error"')))
      .flatMap(({ choices }) => choices ?? [])
      .filter((choice) => choice.finish_reason !== null && choice.finish_reason !== undefined);
    expect(finished.map(({ index }) => index).sort()).toEqual([0, 1]);
  });

  it('has a fitting end where the attack stands in the first event', async () => {
    const attack = ATTACKS[3];
    const { received } = startPlay(patient(), inTurn([attack?.events[1] ?? ''], endless()));
    const answer = await received;
    expect(dataOf(answer.text)).toHaveLength(3);
    if (attack !== undefined) expectTail(answer, attack);
  });

  it('counts it in the metrics', async () => {
    const before = await patient().metric('requests_total', 'outcome="blocked"');
    const attack = ATTACKS[2];
    await startPlay(patient(), inTurn(attack?.events ?? [], endless())).received;
    await eventually(
      () => patient().metric('requests_total', 'outcome="blocked"'),
      (count) => count === before + 1,
    );
    expect(await patient().metric('stream_hold_seconds_count')).toBeGreaterThan(0);
    expect(await patient().metric('stream_held_bytes_count')).toBeGreaterThan(0);
  });

  it('without an error event where the operator says so', async () => {
    const attack = ATTACKS[1];
    const { received, playing } = startPlay(hasty(), inTurn([(attack?.events ?? []).join('')], endless()));
    const answer = await received;
    if (attack !== undefined) expectTail(answer, attack, false);
    expect(answer.text).not.toContain('response_blocked');
    expect(answer.text).not.toContain(MARKER);
    await expectClosed(playing, answer.endedAtMs);
    expect(await recordOf(hasty(), answer.requestId)).toMatchObject({
      outcome: 'blocked',
      errorCode: 'unsafe_link_detected',
    });
  });
});

describe('a provider that stalls', () => {
  it(`has its text let go after ${HOLD_MS} ms`, async () => {
    const before = await hasty().metric('stream_hold_seconds_sum');
    const moves = [role(), says('Write to ann'), 3000, says(' or so.'), finish(), DONE];
    const { received } = startPlay(hasty(), moves);
    const { arrivals, text, error } = await received;
    expect(error).toBeNull();
    const at = (part: string): number => arrivals.find((each) => each.text.includes(part))?.atMs ?? 0;
    const heldMs = at('Write to ann') - at('assistant');
    expect(heldMs).toBeGreaterThan(HOLD_MS / 2);
    expect(heldMs).toBeLessThan(HOLD_MS + 1500);
    expect(at('or so') - at('Write to ann')).toBeGreaterThan(1000);
    expect(text).toBe(moves.filter((move) => typeof move === 'string').join(''));
    expect((await hasty().metric('stream_hold_seconds_sum')) - before).toBeGreaterThan(0.2);
  });

  it('still has its text masked, or the stream cut, if that is all there is of it', async () => {
    const masked = await perform(hasty(), [says('Write to ann@contoso.com'), 1500, finish(), DONE]);
    expect(contentOf(masked.text)).toBe('Write to <EMAIL_ADDRESS>');
    const attack = ATTACKS[3];
    const events = (attack?.events ?? []).map((event) => event.slice(0, event.indexOf(' I hope')));
    const link = `${events[1] ?? ''}"},"finish_reason":null}]}\n\n`;
    const { received, playing } = startPlay(hasty(), inTurn([link, 3000], endless()));
    const answer = await received;
    expect(answer.text).not.toContain(MARKER);
    expect(answer.text).toContain('"finish_reason":"content_filter"');
    await expectClosed(playing, answer.endedAtMs);
  });

  it('is cut even when the caller has been waiting on the text for longer than that', async () => {
    const attack = ATTACKS[1];
    const [first = '', ...rest] = attack?.events ?? [];
    const { received } = startPlay(hasty(), inTurn([first, 700, ...rest], endless()));
    const answer = await received;
    expect(answer.text).not.toContain(MARKER);
    expect(dataOf(answer.text).at(-1)).toBe('[DONE]');
  });
});

describe('X-Gateway-Stream-Status: include', () => {
  const headers = { 'x-gateway-stream-status': 'include' };

  it.each(MODES)('adds a chunk with the final status before [DONE] (%s)', async (mode) => {
    const bytes = answerOf('Write to ann.smith@contoso.com now.', 4);
    const answer = await perform(patient(), split(Buffer.from(bytes), 'random', 17), {
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
    expect(await recordOf(patient(), answer.requestId)).toMatchObject({ outputStatus: status });
  });

  it('also at the end of a stream without [DONE]', async () => {
    const answer = await perform(patient(), [role(), says('Paris.'), finish()], { headers });
    expect(chunksOf(answer.text).at(-1)).toMatchObject({ gateway: { output_status: 'pass' } });
  });

  it('and is not what the caller gets who does not ask', async () => {
    const answer = await perform(patient(), [answerOf('Paris.')]);
    expect(answer.text).not.toContain('gateway');
  });

  it('stands once in a stream that is cut', async () => {
    const attack = ATTACKS[1];
    const { received } = startPlay(patient(), inTurn(attack?.events ?? [], endless()), { headers });
    const answer = await received;
    if (attack !== undefined) expectTail(answer, attack);
    expect(answer.text.match(/"gateway"/g)).toHaveLength(1);
  });
});

describe('a stream that breaks off', () => {
  const TEXT = 'Paris is a city. It has a river and much to see. ';

  it.each(MODES)('at the provider: the caller sees no end, one record, no stream left (%s)', async (mode) => {
    const moves = [role(), says(TEXT), 100, says(TEXT), 100];
    const answer = await perform(
      patient(),
      moves,
      { headers: { 'x-gateway-mode': mode } },
      { breaksOff: true },
    );
    expect(answer.error).not.toBeNull();
    expect(answer.text).not.toContain('[DONE]');
    await noStreams(patient());
    expect(await recordOf(patient(), answer.requestId)).toMatchObject({
      errorCode: 'stream_interrupted',
      outputStatus: 'pass',
      httpStatus: 200,
      stream: true,
    });
  });

  it.each(MODES)(
    'at the caller: the provider is cancelled, one record, no stream left (%s)',
    async (mode) => {
      const { received, playing, soFar, abort } = startPlay(
        patient(),
        inTurn([role(), says(TEXT)], endless()),
        {
          headers: { 'x-gateway-mode': mode },
        },
      );
      await eventually(
        () => Promise.resolve(soFar()),
        (text) => text.includes('Paris'),
      );
      const atMs = Date.now();
      abort();
      const answer = await received;
      await expectClosed(playing, atMs);
      await noStreams(patient());
      expect(await recordOf(patient(), answer.requestId)).toMatchObject({
        errorCode: 'stream_interrupted',
        stream: true,
      });
    },
  );

  it.each(MODES)('at the caller, who has had [DONE], is no failure (%s)', async (mode) => {
    // The connection stays open behind the last event.
    const moves = inTurn([role(), says(TEXT), DONE], [10_000]);
    const { received, soFar, abort } = startPlay(patient(), moves, { headers: { 'x-gateway-mode': mode } });
    await eventually(
      () => Promise.resolve(soFar()),
      (text) => text.includes('[DONE]'),
    );
    abort();
    const answer = await received;
    await noStreams(patient());
    expect(await recordOf(patient(), answer.requestId)).toMatchObject({ errorCode: null, outcome: 'pass' });
  });

  it('at the caller while text is held', async () => {
    const moves = inTurn([role(), says('Write to ann')], [10_000, DONE]);
    const { received, playing, soFar, abort } = startPlay(patient(), moves);
    await eventually(
      () => Promise.resolve(soFar()),
      (text) => text.includes('assistant'),
    );
    await sleep(100);
    abort();
    const answer = await received;
    await noStreams(patient());
    expect(await recordOf(patient(), answer.requestId)).toMatchObject({ errorCode: 'stream_interrupted' });
    await eventually(() => Promise.resolve(playing.isOver()), Boolean, 2 * aSecondMs());
  });

  it('at the caller right behind the attack', async () => {
    const attack = ATTACKS[1];
    const { received, soFar, abort } = startPlay(patient(), inTurn(attack?.events ?? [], endless()));
    await eventually(
      () => Promise.resolve(soFar()),
      (text) => text.includes('assistant'),
    );
    abort();
    const answer = await received;
    await noStreams(patient());
    const { errorCode } = await recordOf(patient(), answer.requestId);
    expect(['stream_interrupted', 'unsafe_link_detected']).toContain(errorCode);
  });
});
