import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type MethodDefinition,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServiceDefinition,
} from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  acknowledge,
  continueRequestBody,
  continueRequestHeaders,
  finishAtResponseBody,
  finishAtResponseHeaders,
  type GatewayHeaders,
  immediate,
  MODES,
  streamBody,
} from '../../src/envoy/answer/reply.ts';
import { findEnvoy } from '../../src/envoy/binary.ts';
import { parseUpstream } from '../../src/envoy/configuration/upstream.ts';
import { type EnvoyProcess, startEnvoy } from '../../src/envoy/process.ts';
import {
  BODY_MODE,
  HEADER_MODE,
  type ProcessingRequest,
  type ProcessingResponse,
} from '../../src/envoy/proto.ts';
import { loadServices } from '../../src/envoy/services.ts';
import { toEvent } from '../../src/envoy/session/to-event.ts';
import { json, type RecordingProvider, startRecordingProvider } from './recording-provider.ts';
import { type Answer, BENIGN, chat, eventually, send } from './stack.ts';

type RawCall = ServerDuplexStream<Buffer, Buffer>;
type Method = MethodDefinition<ProcessingRequest, ProcessingResponse>;
/** What the test's processor says to one message; undefined is the plain "go on". */
type Say = (message: ProcessingRequest) => ProcessingResponse | 'nothing' | undefined;

const services = loadServices();

const methodOf = (service: ServiceDefinition, name: string): Method => {
  const method = service[name];
  if (method === undefined) throw new Error(`no method ${name}`);
  return method;
};
const PROCESS = methodOf(services.extProc, 'Process');

const identity = (bytes: Buffer): Buffer => bytes;
/** The same service, but messages stay as they are on the wire. */
const RAW_SERVICE: ServiceDefinition = {
  Process: {
    ...PROCESS,
    requestSerialize: identity,
    requestDeserialize: identity,
    responseSerialize: identity,
    responseDeserialize: identity,
  },
};

const goOn = (message: ProcessingRequest): ProcessingResponse => {
  if (message.request_headers) return { request_headers: { response: {} } };
  if (message.request_body) return continueRequestBody(null);
  if (message.response_headers) return acknowledge.responseHeaders;
  return acknowledge.responseBody;
};

let provider: RecordingProvider;
let server: Server;
let envoy: EnvoyProcess;
let directory: string;
let raw: Buffer[] = [];
let say: Say = () => undefined;
/** Sent in place of every reply. */
let garbled: Buffer | null = null;

const onCall = (call: RawCall): void => {
  call.on('data', (bytes: Buffer) => {
    raw.push(bytes);
    const message = PROCESS.requestDeserialize(bytes);
    const said = say(message) ?? goOn(message);
    if (said !== 'nothing') call.write(garbled ?? PROCESS.responseSerialize(said));
  });
  call.on('end', () => call.end());
  call.on('error', () => undefined);
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portcullis-proto-'));
  provider = await startRecordingProvider();
  server = new Server();
  server.addService(RAW_SERVICE, { Process: onCall });
  server.addService(services.health, {
    Check: (_call: unknown, done: (error: null, value: object) => void) => done(null, { status: 1 }),
    Watch: () => undefined,
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  const { path } = await findEnvoy({ env: process.env, log: () => undefined });
  envoy = await startEnvoy({
    binary: path,
    directory,
    concurrency: 1,
    onLine: () => undefined,
    onExit: () => undefined,
    envoy: {
      listen: { kind: 'tcp', host: '127.0.0.1', port: 0 },
      admin: { kind: 'tcp', host: '127.0.0.1', port: 0 },
      extProc: { kind: 'tcp', host: '127.0.0.1', port },
      upstream: parseUpstream(provider.url, false),
      caFile: '/etc/ssl/certs/ca-certificates.crt',
      maxBodyBytes: 1024 * 1024,
      messageTimeoutMs: 2000,
      idleTimeoutMs: 10_000,
    },
  });
});
afterAll(async () => {
  await envoy.stop(0);
  server.forceShutdown();
  await provider.close();
  await rm(directory, { recursive: true, force: true });
});

/** One exchange under the test's own processor. @returns The answer and the messages, read with our definitions. */
const exchange = async (
  does: Say,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
  body: object = chat(BENIGN),
): Promise<{ answer: Answer; messages: readonly ProcessingRequest[] }> => {
  raw = [];
  say = does;
  const answer = await send(envoy.proxyUrl, {
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { answer, messages: raw.map((bytes) => PROCESS.requestDeserialize(bytes)) };
};

const valuesOf = (message: ProcessingRequest['request_headers'], name: string): (string | undefined)[] =>
  (message?.headers?.headers ?? []).flatMap(({ key, raw_value: value }) =>
    key === name ? [value?.toString('latin1')] : [],
  );

/** A stream of these pieces, one at a time. */
const stream =
  (pieces: readonly string[], delayMs: number) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [index, each] of pieces.entries()) setTimeout(() => response.write(each), index * delayMs);
    setTimeout(() => response.end(), pieces.length * delayMs);
  };

const GATEWAY: GatewayHeaders = {
  requestId: 'req_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  scan: { timeMs: 3, inputStatus: 'pass', outputStatus: 'pass' },
  detection: null,
  unjudged: null,
  keepsRequestId: false,
};

describe('what Envoy sends', () => {
  it('is read by our definitions, field by field, in this order', async () => {
    // Node writes headers in Latin-1 only where the body is a Buffer.
    provider.next(json(Buffer.from('{"a":1}'), { 'x-own': 'é' }));
    const { answer, messages } = await exchange(() => undefined, { 'x-twice': ['a', 'b'] });
    expect(answer.status).toBe(200);
    expect(messages).toHaveLength(4);
    const [requestHeaders, requestBody, responseHeaders, responseBody] = messages;

    expect(valuesOf(requestHeaders?.request_headers, ':method')).toEqual(['POST']);
    expect(valuesOf(requestHeaders?.request_headers, ':path')).toEqual(['/v1/chat/completions']);
    expect(valuesOf(requestHeaders?.request_headers, 'content-type')).toEqual(['application/json']);
    expect(valuesOf(requestHeaders?.request_headers, 'x-twice')).toEqual(['a', 'b']);
    expect(requestHeaders?.request_headers?.end_of_stream, 'false is left out').toBeUndefined();
    const attributes = requestHeaders?.attributes?.['envoy.filters.http.ext_proc'];
    expect(attributes?.fields?.['request.id']?.stringValue).toMatch(/^[0-9a-f-]{36}$/);

    expect(requestBody?.request_body?.body?.toString()).toBe(JSON.stringify(chat(BENIGN)));
    expect(requestBody?.request_body?.end_of_stream).toBe(true);

    expect(valuesOf(responseHeaders?.response_headers, ':status')).toEqual(['200']);
    expect(valuesOf(responseHeaders?.response_headers, 'content-length')).toEqual(['7']);
    expect(valuesOf(responseHeaders?.response_headers, 'x-own')).toEqual(['é']);
    expect(responseBody?.response_body?.body?.toString()).toBe('{"a":1}');
    expect(responseBody?.response_body?.end_of_stream).toBe(true);
  });

  it('carries header values in raw_value, never in value', async () => {
    const { messages } = await exchange(() => undefined);
    const headers = messages.flatMap(
      ({ request_headers: request, response_headers: response }) =>
        (request ?? response)?.headers?.headers ?? [],
    );
    expect(headers.length).toBeGreaterThan(5);
    for (const header of headers) {
      expect(header.key).toBe(header.key?.toLowerCase());
      expect(header.value).toBeUndefined();
      expect(Buffer.isBuffer(header.raw_value), header.key).toBe(true);
    }
  });

  it('says with the headers that no body will come', async () => {
    raw = [];
    say = () => undefined;
    await send(envoy.proxyUrl, { method: 'GET', path: '/v1/models' });
    const [first, second] = raw.map((bytes) => PROCESS.requestDeserialize(bytes));
    expect(first?.request_headers?.end_of_stream).toBe(true);
    expect(second?.request_body).toBeUndefined();
    expect(second?.response_headers).toBeDefined();
  });

  it('holds nothing that our definitions would have to keep: a body comes back as it was', async () => {
    const text = `${'ä\u{1f600}\\u0000'.repeat(20_000)}`;
    const { messages } = await exchange(() => undefined, {}, chat(text));
    const body = messages.find(({ request_body: each }) => each !== undefined)?.request_body?.body;
    expect(body?.toString()).toBe(JSON.stringify(chat(text)));
  });
});

describe('what we send', () => {
  it('removes headers from the request', async () => {
    await exchange(
      (message) =>
        message.request_headers ? continueRequestHeaders(GATEWAY.requestId, ['x-gone'], true) : undefined,
      { 'x-gone': ['1', '2'], 'x-stays': '3' },
    );
    const names = provider.last().headers.map(([name]) => name);
    expect(names).not.toContain('x-gone');
    expect(names).toContain('x-stays');
  });

  it('replaces the request’s body, with its length and without its coding', async () => {
    const changed = Buffer.from('{"changed":"ä"}');
    await exchange((message) => (message.request_body ? continueRequestBody(changed) : undefined), {
      'content-encoding': 'identity',
    });
    const { body, headers } = provider.last();
    expect(body).toEqual(changed);
    expect(headers).toContainEqual(['content-length', String(changed.length)]);
    expect(headers.map(([name]) => name)).not.toContain('content-encoding');
  });

  it('overwrites headers of the answer, once each, and removes others', async () => {
    provider.next((response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'x-gateway-input-status': ['a', 'b'],
        'x-gateway-other': 'c',
      });
      response.end('{}');
    });
    const spoofed = ['x-gateway-input-status', 'x-gateway-other'];
    const { answer } = await exchange((message) =>
      message.response_body ? finishAtResponseBody(GATEWAY, spoofed, null) : undefined,
    );
    const own = answer.rawHeaders.filter(([name]) => name.startsWith('x-gateway-'));
    expect(own.toSorted()).toEqual([
      ['x-gateway-input-status', 'pass'],
      ['x-gateway-output-status', 'pass'],
      ['x-gateway-request-id', GATEWAY.requestId],
      ['x-gateway-scan-time-ms', '3'],
    ]);
    expect(answer.headers['x-request-id']).toBe(GATEWAY.requestId);
  });

  it('replaces the answer’s body', async () => {
    const changed = Buffer.from('{"changed":"ü"}');
    const { answer } = await exchange((message) =>
      message.response_body ? finishAtResponseBody(GATEWAY, [], changed) : undefined,
    );
    expect(answer.body).toEqual(changed);
    expect(answer.headers['content-length']).toBe(String(changed.length));
  });

  it.each(['request_headers', 'request_body', 'response_headers', 'response_body'] as const)(
    'answers in place of the provider at %s',
    async (phase) => {
      const reply = {
        status: 403,
        code: 'x',
        body: Buffer.from('{"error":{"code":"x"}}'),
        headers: [['retry-after', '9']],
      } as const;
      provider.next(json('{"spoofed":true}', { 'x-gateway-detection': 'spoofed' }));
      const { answer } = await exchange((message) =>
        message[phase] ? immediate(reply, GATEWAY) : undefined,
      );
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual(reply.body);
      expect(answer.headers['content-type']).toBe('application/json');
      expect(answer.headers['retry-after']).toBe('9');
      expect(answer.headers['x-gateway-detection']).toBeUndefined();
      // What was not used up by a refused request must not answer the next one.
      if (phase.startsWith('request')) await exchange(() => undefined);
    },
  );

  it('switches both bodies off for a path that is passed through', async () => {
    const { messages, answer } = await exchange((message) => {
      if (message.request_headers) return continueRequestHeaders(GATEWAY.requestId, [], false);
      return message.response_headers ? finishAtResponseHeaders(GATEWAY, [], null) : undefined;
    });
    expect(answer.status).toBe(200);
    expect(
      messages.map((message) => Object.keys(message).filter((key) => /_(?:headers|body)$/.test(key))),
    ).toEqual([['request_headers'], ['response_headers']]);
  });

  it('switches the answer’s body off where it is not read', async () => {
    const { messages, answer } = await exchange((message) =>
      message.response_headers ? finishAtResponseHeaders(GATEWAY, [], MODES.answerUnread) : undefined,
    );
    expect(answer.status).toBe(200);
    expect(answer.headers['x-gateway-request-id']).toBe(GATEWAY.requestId);
    expect(messages).toHaveLength(3);
  });

  it('takes a stream piece by piece, knows its last one, and answers none of them one for one', async () => {
    provider.next(stream(['a', 'b', 'c'], 30));
    const given: string[] = [];
    const { answer, messages } = await exchange((message) => {
      if (message.response_headers) return finishAtResponseHeaders(GATEWAY, [], MODES.stream);
      if (!message.response_body) return undefined;
      given.push(message.response_body.body?.toString() ?? '');
      // The first is held back, and goes with the second.
      if (given.length === 1) return 'nothing';
      const held = given.length === 2 ? `${given[0]}` : '';
      const isLast = message.response_body.end_of_stream === true;
      return streamBody(Buffer.from(`<${held}${given.at(-1)}>`), isLast);
    });
    expect(given.join('')).toBe('abc');
    expect(given.length).toBeGreaterThan(2);
    expect(answer.text).toMatch(/^<ab><.*>$/);
    expect(answer.text.replace(/[<>]/g, '')).toBe('abc');
    // Envoy tells its modes once, and no override changes what it has told.
    expect(messages.map(({ protocol_config: modes }) => modes?.response_body_mode)).toEqual([
      BODY_MODE.BUFFERED,
      ...messages.slice(1).map(() => undefined),
    ]);
    const ends = messages.flatMap((message) => {
      const event = toEvent(message, MODES.stream);
      return event.type === 'response-body' ? [event.endOfStream] : [];
    });
    expect(ends).toEqual([...given.slice(1).map(() => false), true]);
  });

  it('ends a stream before its provider does, whose connection is closed', async () => {
    let isClosed = false;
    provider.next((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => response.write('more'), 10);
      response.on('close', () => {
        isClosed = true;
        clearInterval(timer);
      });
    });
    let hasEnded = false;
    const { answer } = await exchange((message) => {
      if (message.response_headers) return finishAtResponseHeaders(GATEWAY, [], MODES.stream);
      if (!message.response_body) return undefined;
      if (hasEnded) return 'nothing';
      hasEnded = true;
      return streamBody(Buffer.from('the end'), true);
    });
    expect([answer.status, answer.text]).toEqual([200, 'the end']);
    expect(answer.headers['x-gateway-request-id']).toBe(GATEWAY.requestId);
    await eventually(
      () => Promise.resolve(isClosed),
      (closed) => closed,
    );
  });

  it('must not acknowledge a piece of a stream plainly: Envoy resets it', async () => {
    provider.next(stream(['a', 'b'], 30));
    await expect(
      exchange((message) => {
        if (message.response_headers) return finishAtResponseHeaders(GATEWAY, [], MODES.stream);
        return message.response_body ? acknowledge.responseBody : undefined;
      }),
    ).rejects.toThrow();
  });

  it('may not switch off what Envoy was not told to allow', async () => {
    const forbidden = { ...MODES.headersOnly, response_header_mode: HEADER_MODE.SKIP };
    const { messages } = await exchange((message) =>
      message.request_headers ? { request_headers: { response: {} }, mode_override: forbidden } : undefined,
    );
    expect(messages.map(({ request_body: body }) => body !== undefined)).toContain(true);
  });

  it('names the request for Envoy’s own replies by dynamic metadata', async () => {
    provider.next((response) => response.destroy());
    const { answer } = await exchange((message) =>
      message.request_headers ? continueRequestHeaders(GATEWAY.requestId, [], true) : undefined,
    );
    expect(answer.status).toBe(503);
    expect(answer.headers['x-gateway-request-id']).toBe(GATEWAY.requestId);
    expect(JSON.parse(answer.text).error).toMatchObject({
      code: 'provider_unavailable',
      request_id: GATEWAY.requestId,
    });
  });
});

describe('a processor that breaks the protocol', () => {
  it.each([
    { name: 'answers out of turn', bytes: () => PROCESS.responseSerialize(acknowledge.responseBody) },
    { name: 'answers nothing at all', bytes: () => Buffer.alloc(0) },
    { name: 'sends no protobuf', bytes: () => Buffer.from([0xff, 0xff, 0xff]) },
  ])('lets nothing through where it $name', async ({ bytes }) => {
    const before = provider.seen().length;
    garbled = bytes();
    try {
      const { answer } = await exchange(() => undefined);
      expect(answer.status).toBe(503);
      expect(JSON.parse(answer.text).error).toMatchObject({ code: 'scan_unavailable' });
    } finally {
      garbled = null;
    }
    expect(provider.seen()).toHaveLength(before);
  });
});
