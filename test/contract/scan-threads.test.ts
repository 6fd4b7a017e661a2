import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATTACK, BENIGN, chat, type Stack, startStack } from './stack.ts';

/** Longer than `scan.threadsFromChars`, and harmless. */
const DOCUMENT = 'The ferry leaves at seven, and the last one comes back at nine in the evening. '.repeat(
  1200,
);

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    env: {
      PORTCULLIS_SCAN_THREADS: '2',
      PORTCULLIS_POLICY_ENTITIES: '{"CREDIT_CARD":{"input":"redact"}}',
      // Those that come together wait for each other here, however busy the machine is.
      PORTCULLIS_LIMITS_QUEUE_TARGET_MS: '60000',
      PORTCULLIS_LIMITS_MAX_QUEUE_MS: '60000',
    },
  });
});
afterAll(() => stack.stop());

describe('a gateway with threads that scan', () => {
  it('says how many there are', async () => {
    expect(await stack.metrics('scan_threads', 'scan_thread_faults_total')).toEqual([2, 0]);
  });

  it('leaves short requests to the first', async () => {
    const [before] = await stack.metrics('scan_thread_requests_total');
    await stack.call({ body: chat(BENIGN) });
    await stack.call({ body: chat(ATTACK) });
    expect(await stack.metrics('scan_thread_requests_total')).toEqual([before]);
    await stack.call({ body: chat(`Once only. ${DOCUMENT}`) });
    expect(await stack.counted((before ?? 0) + 1, 'scan_thread_requests_total', 'result="scanned"')).toBe(
      (before ?? 0) + 1,
    );
  });

  it.each([
    ['short', BENIGN, 200],
    ['short with an attack', ATTACK, 403],
    ['long', DOCUMENT, 200],
    ['long with an attack at its end', `${DOCUMENT}\n\n${ATTACK}.`, 403],
    ['long with an attack in its middle', `${DOCUMENT.slice(0, 50_000)}\n\n${ATTACK}.\n\n${DOCUMENT}`, 403],
  ])('judges what is %s', async (_, text, status) => {
    const answer = await stack.call({ body: chat(text) });
    expect(answer.status).toBe(status);
    expect(answer.headers['x-gateway-input-status']).toBe(status === 200 ? 'pass' : 'blocked');
  });

  it('replaces values in what other threads have scanned', async () => {
    const card = ['4111', '1111', '1111', '1111'].join(' ');
    const answer = await stack.call({ body: chat(`${DOCUMENT} My card is ${card}. Say it again.`) });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-gateway-input-status']).toBe('redacted');
  });

  it('judges many at once, each for itself', async () => {
    const all = Array.from({ length: 20 }, (_, index) =>
      stack.call({
        body: chat(`${index} ${DOCUMENT.slice(index * 80, 40_000)}${index % 2 === 0 ? ATTACK : ''}`),
      }),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses).toEqual(statuses.map((_, index) => (index % 2 === 0 ? 403 : 200)));
  });
});
