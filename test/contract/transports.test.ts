import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRANSPORT_NAMES } from '../../src/config/transport-names.ts';
import { ATTACK, answering, BENIGN, chat, errorOf, eventually, type Stack, startStack } from './stack.ts';

/** What must hold whichever transport the operator chooses; everything else is tested with the default one. */

const CARD = ['4111', '1111', '1111', '1111'].join(' ');

describe.each(TRANSPORT_NAMES)('over %s', (transport) => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ env: { PORTCULLIS_EXT_PROC_TRANSPORT: transport } });
  });
  afterAll(async () => {
    await stack.stop();
  });

  it('a harmless request has its answer, the four headers and a record', async () => {
    const answer = await stack.call({ body: chat(BENIGN) });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'x-gateway-input-status': 'pass',
      'x-gateway-output-status': 'pass',
    });
    const { outcome, httpStatus } = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect({ outcome, httpStatus }).toEqual({ outcome: 'pass', httpStatus: 200 });
  });

  it('an attack is answered 403 and reaches nobody', async () => {
    const answer = await stack.call({ body: chat(ATTACK) });
    expect(answer.status).toBe(403);
    expect(errorOf(answer)).toMatchObject({ code: 'prompt_injection_detected' });
  });

  it.each([1, 20_000, 60_000])('a body of %i characters arrives as it was sent', async (length) => {
    const body = chat(`${BENIGN} `.repeat(Math.ceil(length / BENIGN.length)));
    const answer = await stack.call({ body });
    expect(answer.status).toBe(200);
    expect((await stack.lastRequest()).bodyText).toBe(JSON.stringify(body));
  });

  it('a body and an answer are changed on their way', async () => {
    const answer = await stack.call({ headers: answering(`Your card is ${CARD}.`), body: chat(`x ${CARD}`) });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-gateway-input-status']).toBe('redacted');
    expect((await stack.lastRequest()).bodyText).not.toContain(CARD);
  });

  it('a stream is guarded to its end', async () => {
    const answer = await stack.call({
      headers: {
        ...answering(`${'All is well. '.repeat(40)}The card: ${CARD}.`),
        'x-sample-chunk-chars': '7',
      },
      body: chat(BENIGN, { stream: true }),
    });
    expect(answer.status).toBe(200);
    expect(answer.text.trimEnd().endsWith('data: [DONE]')).toBe(true);
    expect(answer.text).not.toContain(CARD);
  });

  it('a body over the limit is refused, and nothing is left open', async () => {
    const answer = await stack.call({ body: chat('a'.repeat(9 * 1024 * 1024)) });
    expect(answer.status).toBe(413);
    await eventually(
      () => stack.metric('streams_in_flight'),
      (open) => open === 0,
    );
  });

  it('fifteen hundred requests at once and one after the other are all answered', async () => {
    const statuses = new Map<number, number>();
    const worker = async (): Promise<void> => {
      for (let i = 0; i < 94; i += 1) {
        const { status } = await stack.call({ body: chat(`${BENIGN} ${i}`) });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    expect(Object.fromEntries(statuses)).toEqual({ 200: 16 * 94 });
  }, 300_000);
});
