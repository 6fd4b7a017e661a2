import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANY_REQUEST_ID, expectError, expectGatewayHeaders } from '../contract/shapes.ts';
import { ATTACK, BENIGN, chat, errorOf, eventually, type Stack, startStack } from '../contract/stack.ts';
import { exchangeRaw, openSocket, parseRaw, type RawAnswer, rawHead } from '../contract/wire.ts';

const IDLE_MS = 1500;
const CHAT = 'POST /v1/chat/completions HTTP/1.1';

let stack: Stack;
/** Its provider is a port where nobody listens. */
let orphaned: Stack;
beforeAll(async () => {
  [stack, orphaned] = await Promise.all([
    startStack({
      env: {
        PORTCULLIS_PROXY_IDLE_TIMEOUT_MS: String(IDLE_MS),
        PORTCULLIS_EXT_PROC_MESSAGE_TIMEOUT_MS: String(IDLE_MS),
        PORTCULLIS_SCAN_TIMEOUT_MS: '1000',
      },
    }),
    startStack({
      upstream: 'http://127.0.0.1:1',
      env: { PORTCULLIS_SCAN_TIMEOUT_MS: '400', PORTCULLIS_EXT_PROC_MESSAGE_TIMEOUT_MS: '500' },
    }),
  ]);
});
afterAll(() => Promise.all([stack.stop(), orphaned.stop()]));

const noStreams = (of: Stack): Promise<number> =>
  eventually(
    () => of.metric('streams_in_flight'),
    (count) => count === 0,
  );

const headOf = (headers: Readonly<Record<string, string>>): string =>
  rawHead(CHAT, {
    host: 'gateway.example',
    authorization: 'Bearer sk-raw',
    'x-gateway-key': stack.ready.gatewayKey,
    'content-type': 'application/json',
    ...headers,
  });

const requestText = (headers: Readonly<Record<string, string>>, body: string): string =>
  headOf({ 'content-length': String(body.length), ...headers }) + body;

const isAtProvider = async (before: number): Promise<void> => {
  await eventually(
    () => Promise.resolve(stack.provider.requests().chat),
    (count) => count > before,
  );
};

const dataFrom = async (socket: Socket): Promise<void> => {
  await once(socket, 'data');
};

describe('a caller that goes away', () => {
  const body = JSON.stringify(chat(BENIGN));
  const answer = JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'a'.repeat(100) } }] });
  const slowAnswer = {
    'x-sample-raw': Buffer.from(answer).toString('base64'),
    'x-sample-chunk-chars': '10',
    'x-sample-chunk-delay-ms': '400',
  };
  const slowStream = { ...slowAnswer, 'x-sample-content-type': 'text/event-stream' };

  it.each([
    {
      name: 'before the body',
      sent: () => headOf({ 'content-length': String(body.length) }),
      ready: () =>
        eventually(
          () => stack.metric('streams_in_flight'),
          (count) => count === 1,
        ),
      wanted: {
        outcome: 'error',
        inputStatus: 'skipped',
        errorCode: 'client_closed_request',
        httpStatus: null,
      },
    },
    {
      name: 'within the body',
      sent: () => headOf({ 'content-length': String(body.length) }) + body.slice(0, 20),
      ready: () =>
        eventually(
          () => stack.metric('streams_in_flight'),
          (count) => count === 1,
        ),
      wanted: {
        outcome: 'error',
        inputStatus: 'skipped',
        errorCode: 'client_closed_request',
        httpStatus: null,
      },
    },
    {
      name: 'while it waits for the answer',
      sent: () => requestText({ 'x-sample-delay-ms': '20000' }, body),
      ready: (before: number) => isAtProvider(before),
      wanted: { inputStatus: 'pass', errorCode: 'client_closed_request', httpStatus: null },
    },
    {
      name: 'while the answer is gathered',
      sent: () => requestText(slowAnswer, body),
      ready: async (before: number) => {
        await isAtProvider(before);
        await sleep(300);
      },
      wanted: { inputStatus: 'pass', errorCode: 'answer_interrupted', httpStatus: null },
    },
    {
      name: 'within a stream',
      sent: () => requestText(slowStream, body),
      ready: (_before: number, socket: Socket) => dataFrom(socket),
      wanted: {
        outcome: 'pass',
        inputStatus: 'pass',
        outputStatus: 'pass',
        errorCode: 'stream_interrupted',
        httpStatus: 200,
      },
    },
  ])('$name leaves one record and no stream', async ({ sent, ready, wanted }) => {
    await noStreams(stack);
    const known = new Set((await stack.records(0)).map(({ requestId }) => requestId));
    const chats = stack.provider.requests().chat;
    const socket = openSocket(stack.ready.proxyUrl);
    socket.on('error', () => undefined);
    socket.write(sent());
    await ready(chats, socket);
    socket.destroy();
    await noStreams(stack);
    await stack.records(known.size + 1);
    // Time enough for a second one, were there any.
    await sleep(300);
    const fresh = (await stack.records(0)).filter(({ requestId }) => !known.has(requestId));
    expect(fresh).toHaveLength(1);
    expect(fresh[0]).toMatchObject(wanted);
    expect(stack.provider.requests().chat - chats).toBe(wanted.inputStatus === 'pass' ? 1 : 0);
  });

  it('within its headers leaves nothing at all', async () => {
    await noStreams(stack);
    const known = (await stack.records(0)).length;
    const socket = openSocket(stack.ready.proxyUrl);
    socket.write(headOf({}).slice(0, 100));
    await sleep(100);
    expect(await stack.metric('streams_in_flight')).toBe(0);
    socket.destroy();
    await sleep(200);
    expect(await stack.records(0)).toHaveLength(known);
  });
});

describe('a provider that fails', () => {
  const UNAVAILABLE = {
    status: 503,
    type: 'gateway_error',
    code: 'provider_unavailable',
    statuses: ['pass', 'skipped'],
  } as const;
  const TIMED_OUT = { ...UNAVAILABLE, status: 504, code: 'provider_timeout' } as const;

  it.each(['blocking', 'shadow'])('by a reset before its answer gives 503 in JSON (%s)', async (mode) => {
    const before = stack.provider.requests().chat;
    const headers = { 'x-sample-reset': 'before', 'x-gateway-mode': mode };
    const answer = await stack.call({ body: chat(BENIGN), headers });
    expectError(answer, UNAVAILABLE);
    expect(stack.provider.requests().chat - before, 'a request that it had read is not sent twice').toBe(1);
    const record = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({
      outcome: 'error',
      httpStatus: 503,
      inputStatus: 'pass',
      errorCode: 'provider_unavailable',
    });
  });

  it.each(['headers', 'body'])('by a reset at its %s gives 502 in JSON', async (reset) => {
    const before = stack.provider.requests().chat;
    const answer = await stack.call({ body: chat(BENIGN), headers: { 'x-sample-reset': reset } });
    expectError(answer, { ...UNAVAILABLE, status: 502, statuses: ['pass', 'error'] });
    expect(stack.provider.requests().chat - before).toBe(1);
    const record = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({ inputStatus: 'pass', httpStatus: null });
    await noStreams(stack);
  });

  it('by not being there gives 503 in JSON', async () => {
    const answer = await orphaned.call({ body: chat(BENIGN) });
    expectError(answer, UNAVAILABLE);
    const record = await orphaned.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({ outcome: 'error', httpStatus: 503, errorCode: 'provider_unavailable' });
  });

  it('by not being there gives 503 on a path that is passed through too', async () => {
    const answer = await orphaned.call({ method: 'GET', path: '/v1/models' });
    expectError(answer, { ...UNAVAILABLE, statuses: ['skipped', 'skipped'] });
  });

  it('by silence gives 504 in JSON', async () => {
    const answer = await stack.call({ body: chat(BENIGN), headers: { 'x-sample-delay-ms': '10000' } });
    expectError(answer, TIMED_OUT);
    const record = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({ outcome: 'error', httpStatus: 504, errorCode: 'provider_timeout' });
    await noStreams(stack);
  });

  it('by silence within its answer gives 504 in JSON', async () => {
    const raw = JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'abc' } }] });
    const headers = {
      'x-sample-raw': Buffer.from(raw).toString('base64'),
      'x-sample-chunk-chars': '10',
      'x-sample-chunk-delay-ms': '10000',
    };
    const answer = await stack.call({ body: chat(BENIGN), headers });
    expectError(answer, { ...TIMED_OUT, statuses: ['pass', 'error'] });
    await noStreams(stack);
  });

  it('by being slow, but not silent, is waited for', async () => {
    const raw = JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'x'.repeat(20) } }] });
    const headers = {
      'x-sample-raw': Buffer.from(raw).toString('base64'),
      'x-sample-chunk-chars': '20',
      'x-sample-chunk-delay-ms': '500',
    };
    const answer = await stack.call({ body: chat(BENIGN), headers });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(raw);
  });
});

describe('a processor that does not answer', () => {
  it('lets nothing through: 503 in JSON, and all is well once it is back', async () => {
    const before = orphaned.provider.requests().chat;
    process.kill(orphaned.ready.gatewayPid, 'SIGSTOP');
    try {
      const answer = await orphaned.call({ body: chat(BENIGN) });
      expect(answer.status).toBe(503);
      expect(answer.headers['content-type']).toBe('application/json');
      const id = answer.headers['x-gateway-request-id'];
      expect(JSON.parse(answer.text).error).toEqual({
        type: 'gateway_error',
        code: 'scan_unavailable',
        message: expect.stringContaining(String(id)),
        param: null,
        request_id: id,
      });
      expectGatewayHeaders(answer, ['error', 'skipped']);
      expect(orphaned.provider.requests().chat).toBe(before);
    } finally {
      process.kill(orphaned.ready.gatewayPid, 'SIGCONT');
    }
    // This provider never answers; but the request is scanned again before that is found out.
    const again = await eventually(
      () => orphaned.call({ body: chat(BENIGN) }),
      ({ headers }) => headers['x-gateway-input-status'] === 'pass',
    );
    expect(errorOf(again)).toMatchObject({ code: 'provider_unavailable' });
    expect((await orphaned.call({ body: chat(ATTACK) })).status).toBe(403);
    await noStreams(orphaned);
  });
});

/** What every reply of Envoy's own has, whatever went wrong. */
const expectLocalReply = (answer: RawAnswer, status: number, type: string, code: string): void => {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json');
  const id = answer.headers.get('x-gateway-request-id') ?? '';
  expect(id).toMatch(ANY_REQUEST_ID);
  expect(JSON.parse(answer.body)).toEqual({
    error: { type, code, message: expect.stringContaining(id), param: null, request_id: id },
  });
};

describe('what is no HTTP', () => {
  const INVALID = 'invalid_request_error';
  const line = 'GET /v1/models HTTP/1.1\r\nhost: x\r\n';
  it.each([
    { name: 'headers beyond Envoy’s limit', text: `${line}x: ${'a'.repeat(100_000)}\r\n\r\n`, status: 431 },
    { name: 'too many headers', text: `${line}${'x: y\r\n'.repeat(200)}\r\n`, status: 431 },
    { name: 'no request line', text: '\u0016\u0003\u0001\r\n\r\n', status: 400 },
    { name: 'a header without a name', text: `${line}: y\r\n\r\n`, status: 400 },
    { name: 'a blank in a header’s name', text: `${line}x y: z\r\n\r\n`, status: 400 },
    { name: 'a zero in a header', text: `${line}x: a\u0000b\r\n\r\n`, status: 400 },
    { name: 'a length that is no number', text: `${line}content-length: x\r\n\r\n`, status: 400 },
    { name: 'two lengths', text: `${line}content-length: 1\r\ncontent-length: 2\r\n\r\n`, status: 400 },
    { name: 'no host', text: 'GET /v1/models HTTP/1.1\r\n\r\n', status: 400 },
    { name: 'HTTP/1.0', text: 'GET /v1/models HTTP/1.0\r\n\r\n', status: 426 },
  ])('$name is answered $status in JSON', async ({ text, status }) => {
    const answer = parseRaw(await exchangeRaw(stack.ready.proxyUrl, Buffer.from(text, 'latin1'), 3000));
    expectLocalReply(answer, status, INVALID, 'bad_request');
  });

  it('a chunk that is none ends the request without a word to the provider', async () => {
    const before = stack.provider.requests().chat;
    const text = `${headOf({ 'transfer-encoding': 'chunked' })}zz\r\nhello\r\n`;
    const answer = parseRaw(await exchangeRaw(stack.ready.proxyUrl, text, 3000));
    expect([0, 400]).toContain(answer.status);
    expect(stack.provider.requests().chat).toBe(before);
    await noStreams(stack);
  });

  it('a body that never ends is given up', async () => {
    const before = stack.provider.requests().chat;
    const text = `${headOf({ 'content-length': '100' })}{"messages":`;
    const answer = parseRaw(await exchangeRaw(stack.ready.proxyUrl, text, 4000));
    expectLocalReply(answer, 408, INVALID, 'bad_request');
    expect(answer.body).toContain('did not arrive in time');
    expect(stack.provider.requests().chat).toBe(before);
    await noStreams(stack);
    const record = await stack.record(String(answer.headers.get('x-gateway-request-id')));
    expect(record).toMatchObject({ httpStatus: 408, outcome: 'refused', inputStatus: 'error' });
  });
});
