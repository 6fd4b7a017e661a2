import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  answeringGateway,
  completion,
  expectAnswerBlocked,
  LINK,
  MAX_BODY_BYTES,
  SPOOFED,
} from './answering.ts';
import { COMPLETION, json } from './recording-provider.ts';
import { expectError, expectGatewayHeaders } from './shapes.ts';
import { BENIGN, chat, errorOf } from './stack.ts';

const { provider, stack, asked } = answeringGateway();

describe('answers that are no completion', () => {
  it.each([400, 401, 403, 404, 429, 500, 503, 529])(
    'the provider’s own %d passes untouched',
    async (status) => {
      const body = JSON.stringify({
        error: { message: `mail jo@example.com ${LINK}`, type: 'x', code: 'own' },
      });
      provider.next(json(body, { 'retry-after': '7', 'x-should-retry': 'true' }, status));
      const answer = await asked();
      expect(answer.status).toBe(status);
      expect(answer.text).toBe(body);
      expect(answer.headers['retry-after']).toBe('7');
      expect(answer.headers['x-should-retry']).toBe('true');
      expectGatewayHeaders(answer, ['pass', 'skipped']);
      const record = await stack.record(String(answer.headers['x-gateway-request-id']));
      expect(record).toMatchObject({
        httpStatus: status,
        outputStatus: 'skipped',
        errorCode: null,
        unjudged: {},
      });
    },
  );

  it.each(['blocking', 'shadow'])(
    'a redirect is not followed, and leads nobody past the gateway: %s',
    async (mode) => {
      const before = provider.seen().length;
      provider.next((response) => response.writeHead(307, { location: 'http://other.example/' }).end());
      const answer = await asked({ 'x-gateway-mode': mode });
      expect(answer.status).toBe(307);
      expect(answer.headers.location).toBeUndefined();
      expectGatewayHeaders(answer, ['pass', 'skipped']);
      expect(provider.seen()).toHaveLength(before + 1);
    },
  );

  it('a redirect on a path that is passed through keeps its target to itself, too', async () => {
    provider.next((response) => response.writeHead(302, { location: 'http://other.example/' }).end());
    const answer = await stack.call({ method: 'GET', path: '/v1/models' });
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBeUndefined();
  });

  it('where something was made is no redirect, and is told', async () => {
    const headers = { location: '/v1/chat/completions/c1', 'content-type': 'application/json' };
    provider.next((response) => response.writeHead(201, headers).end(completion({ content: 'Paris.' })));
    const answer = await asked();
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe(headers.location);
  });

  it('another content type passes, and counts as unjudged', async () => {
    provider.next((response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(LINK));
    const before = await stack.metric('unjudged_total', 'reason="content_type"');
    const answer = await asked();
    expect(answer.text).toBe(LINK);
    expectGatewayHeaders(answer, ['pass', 'skipped']);
    expect(await stack.counted(before + 1, 'unjudged_total', 'reason="content_type"')).toBe(before + 1);
    const record = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({ outputStatus: 'skipped', unjudged: { content_type: 1 } });
  });

  // Python's client parses whatever ends with `json`, JavaScript's whatever holds `application/json`.
  it.each([
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/problem+json',
    'text/json',
    'application/x-json',
    'application/json-rpc',
    // What `new Response(text)` and PHP call whatever they send.
    'text/plain;charset=UTF-8',
    'text/html; charset=iso-8859-1',
    'application/octet-stream',
    '',
  ])('the content type %j is read', async (type) => {
    provider.next((response) => {
      response.writeHead(200, type === '' ? {} : { 'content-type': type });
      response.end(completion({ content: LINK }));
    });
    expectAnswerBlocked(await asked(), 'unsafe_link_detected');
  });

  // Clients find the JSON in each of these, whatever it calls itself.
  it.each([
    { name: 'UTF-16', body: Buffer.from(completion({ content: LINK }), 'utf16le'), coding: {} },
    {
      name: 'a byte that is no UTF-8',
      body: Buffer.concat([
        Buffer.from('{"x":"\xff",', 'latin1'),
        Buffer.from(completion({ content: LINK })).subarray(1),
      ]),
      coding: {},
    },
    {
      name: 'more levels than are read',
      body: Buffer.from(completion({ content: LINK, x: JSON.parse('['.repeat(500) + ']'.repeat(500)) })),
      coding: {},
    },
    {
      name: 'something behind the end of its gzip',
      body: Buffer.concat([gzipSync(completion({ content: LINK })), Buffer.from('!')]),
      coding: { 'content-encoding': 'gzip' },
    },
  ])('JSON with $name is not taken for a text', async ({ body, coding }) => {
    provider.next((response) =>
      response.writeHead(200, { 'content-type': 'text/plain', ...coding }).end(body),
    );
    expectError(await asked(), {
      status: 503,
      type: 'gateway_error',
      code: 'scan_unavailable',
      statuses: ['pass', 'error'],
    });
  });

  it.each([
    { types: ['application/json', 'text/event-stream'] },
    { types: ['text/event-stream', 'application/json'] },
    { types: ['application/json', 'text/plain'] },
  ])('of two content types ($types) none is a way around', async ({ types }) => {
    provider.next((response) => {
      response.setHeader('content-type', types);
      response.end(completion({ content: LINK }));
    });
    expectAnswerBlocked(await asked(), 'unsafe_link_detected');
  });

  it('no content stays no content', async () => {
    provider.next((response) => response.writeHead(204).end());
    const answer = await asked();
    expect(answer.status).toBe(204);
    expect(answer.body).toHaveLength(0);
    expectGatewayHeaders(answer, ['pass', 'skipped']);
    const record = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({ httpStatus: 204, unjudged: {} });
  });

  it('an empty answer of length 0 stays empty', async () => {
    provider.next(json(''));
    const answer = await asked();
    expect([answer.status, answer.text]).toEqual([200, '']);
    expectGatewayHeaders(answer, ['pass', 'skipped']);
  });

  it.each([
    { name: 'in chunks', headers: {} },
    { name: 'in chunks, of a coding', headers: { 'content-encoding': 'gzip' } },
  ])('an empty answer $name stays empty', async ({ headers }) => {
    provider.next((response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers });
      response.flushHeaders();
      setTimeout(() => response.end(), 20);
    });
    const answer = await asked();
    expect([answer.status, answer.text]).toEqual([200, '']);
    expectGatewayHeaders(answer, ['pass', 'skipped']);
    const record = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({ outcome: 'pass', outputStatus: 'skipped', unjudged: {} });
  });

  it.each([
    { name: 'no JSON', body: Buffer.from('<html>') },
    { name: 'JSON that is cut short', body: Buffer.from(COMPLETION.slice(0, -2)) },
    { name: 'invalid UTF-8', body: Buffer.from([0x22, 0xff, 0x22]) },
  ])(
    'an answer with $name is refused in blocking mode, and passes with an error in advisory',
    async ({ body }) => {
      provider.next(json(body));
      const closed = await stack.metric('fail_closed_total', 'direction="output",reason="undecodable"');
      const refused = await asked();
      expectError(refused, {
        status: 503,
        type: 'gateway_error',
        code: 'scan_unavailable',
        statuses: ['pass', 'error'],
      });
      expect(refused.headers['x-should-retry'], 'each answer is paid for').toBe('false');
      expect(
        await stack.counted(closed + 1, 'fail_closed_total', 'direction="output",reason="undecodable"'),
      ).toBe(closed + 1);
      provider.next(json(body));
      const open = await stack.metric('fail_open_total', 'direction="output",reason="undecodable"');
      const passed = await asked({ 'x-gateway-mode': 'advisory' });
      expect(passed.status).toBe(200);
      expect(passed.body).toEqual(body);
      expectGatewayHeaders(passed, ['pass', 'error']);
      expect(
        await stack.counted(open + 1, 'fail_open_total', 'direction="output",reason="undecodable"'),
      ).toBe(open + 1);
    },
  );

  it('an answer to HEAD has the headers of the refusal and no body', async () => {
    const answer = await stack.call({ method: 'HEAD', headers: { 'content-type': undefined } });
    expect(answer.status).toBe(404);
    expect(answer.body).toHaveLength(0);
    expectGatewayHeaders(answer, null);
  });
});

describe('large answers', () => {
  /** A completion of exactly so many bytes. */
  const sized = (bytes: number): string => {
    const empty = completion({ content: '' });
    return completion({ content: 'word '.repeat(bytes / 5 + 1).slice(0, bytes - empty.length) });
  };

  it('pass up to the limit', async () => {
    const body = sized(MAX_BODY_BYTES);
    provider.next(json(body));
    const answer = await asked();
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(body);
    expectGatewayHeaders(answer, ['pass', 'pass']);
  });

  it.each(['blocking', 'shadow'])('are an error in JSON beyond it (%s)', async (mode) => {
    provider.next(json(sized(2 * MAX_BODY_BYTES)));
    const answer = await asked({ 'x-gateway-mode': mode });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.headers['content-type']).toBe('application/json');
    const id = answer.headers['x-gateway-request-id'];
    expect(answer.headers['x-request-id']).toBe(id);
    expect(errorOf(answer)).toEqual({
      type: 'gateway_error',
      code: expect.any(String),
      message: expect.stringContaining(String(id)),
      param: null,
      request_id: id,
    });
    expectGatewayHeaders(answer, ['pass', 'error']);
    expect(answer.headers['x-should-retry'], 'it would be as large again').toBe('false');
    // Envoy ends the call without a word of its own reply, so that the record cannot know the status.
    expect(await stack.record(String(id))).toMatchObject({ inputStatus: 'pass', httpStatus: null });
  });
});

describe('streams', () => {
  const EVENTS = 'data: {"choices":[{"index":0,"delta":{"content":"Paris"}}]}\n\ndata: [DONE]\n\n';
  it.each(['text/event-stream', 'text/event-stream; charset=utf-8', 'Text/Event-Stream'])(
    '%s is handed over byte for byte',
    async (type) => {
      provider.next((response) => {
        response.writeHead(200, { 'content-type': type, ...SPOOFED });
        response.write(EVENTS.slice(0, 40));
        setTimeout(() => response.end(EVENTS.slice(40)), 20);
      });
      const answer = await stack.call({ body: chat(BENIGN, { stream: true }) });
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(EVENTS);
      expect(answer.headers['content-type']).toBe(type);
      expectGatewayHeaders(answer, ['pass', 'streaming']);
      expect(JSON.stringify(answer.rawHeaders)).not.toContain('spoofed');
      const record = await stack.record(String(answer.headers['x-gateway-request-id']));
      expect(record).toMatchObject({ outputStatus: 'pass', httpStatus: 200, errorCode: null, unjudged: {} });
      expect(record.outputChars).toBe('Paris'.length);
    },
  );

  it('hand on no digest: whether it will be right is not known before their end', async () => {
    const digests = { 'content-md5': 'a', digest: 'b', 'content-digest': 'c', 'repr-digest': 'd', etag: 'e' };
    provider.next((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', ...digests });
      response.end(EVENTS);
    });
    const answer = await stack.call({ body: chat(BENIGN, { stream: true }) });
    expect(answer.text).toBe(EVENTS);
    for (const name of Object.keys(digests)) expect(answer.headers).not.toHaveProperty(name);
  });

  const zipped = gzipSync(EVENTS);
  const compressed = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
    response.end(zipped);
  };

  it('that are compressed, unasked, are refused in blocking mode', async () => {
    provider.next(compressed);
    const answer = await stack.call({ body: chat(BENIGN, { stream: true }) });
    expectError(answer, {
      status: 503,
      type: 'gateway_error',
      code: 'scan_unavailable',
      statuses: ['pass', 'error'],
    });
    expect(answer.headers['x-should-retry']).toBe('false');
    const record = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({
      outcome: 'error',
      outputStatus: 'error',
      httpStatus: 503,
      unjudged: { content_encoding: 1 },
    });
  });

  it.each(['advisory', 'shadow'])(
    'that are compressed, unasked, pass with an error in %s mode',
    async (mode) => {
      provider.next(compressed);
      const answer = await stack.call({
        body: chat(BENIGN, { stream: true }),
        headers: { 'x-gateway-mode': mode },
      });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(zipped);
      expectGatewayHeaders(answer, ['pass', 'error']);
      const record = await stack.record(String(answer.headers['x-gateway-request-id']));
      expect(record).toMatchObject({
        outcome: 'error',
        outputStatus: 'error',
        httpStatus: 200,
        unjudged: { content_encoding: 1 },
      });
    },
  );

  it('that ask for a stream may be answered with JSON, which is judged', async () => {
    provider.next(json(completion({ content: LINK })));
    const answer = await stack.call({ body: chat(BENIGN, { stream: true }) });
    expectAnswerBlocked(answer, 'unsafe_link_detected');
  });
});
