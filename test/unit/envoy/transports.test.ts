import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientDuplexStream, credentials, Metadata, type StatusObject } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHealth, type Health } from '../../../src/envoy/health.ts';
import {
  EXT_PROC_METHOD,
  EXT_PROC_SERVICE_NAME,
  HEALTH_CHECK_METHOD,
  type ProcessingRequest,
  type ProcessingResponse,
} from '../../../src/envoy/proto.ts';
import { loadServices } from '../../../src/envoy/services.ts';
import { createGrpcJsTransport } from '../../../src/envoy/transport/grpc-js.ts';
import { createHttp2Transport } from '../../../src/envoy/transport/http2.ts';
import { createNetTransport } from '../../../src/envoy/transport/net/server.ts';
import type { Call, Transport } from '../../../src/envoy/transport/transport.ts';
import { encodeRequest, ext } from './wire.ts';

const MAX_MESSAGE_BYTES = 64 * 1024;

type Message = ProcessingRequest;
/** All that happened to one call. */
type Seen = { call: Call; messages: Message[]; events: string[] };

let seen: Seen[] = [];
let errors: unknown[] = [];
let isReady = true;
let does: (call: Call, message: Message) => void = () => undefined;
let health: Health;
let transport: Transport;
let port = 0;
let undo: (() => unknown)[] = [];

const start = async (create: typeof createHttp2Transport): Promise<void> => {
  health = createHealth(() => isReady);
  transport = create(
    { address: '127.0.0.1:0', maxMessageBytes: MAX_MESSAGE_BYTES, maxConnections: 100, tls: null },
    {
      open: (call) => {
        const one: Seen = { call, messages: [], events: [] };
        seen.push(one);
        return {
          onMessage: (message) => {
            one.messages.push(message);
            does(call, message);
          },
          onBroken: (error) => one.events.push(`broken: ${error instanceof Error ? error.message : ''}`),
          onEnd: () => {
            one.events.push('end');
            call.end();
          },
          onCancelled: () => one.events.push('cancelled'),
          onClosed: () => one.events.push('closed'),
        };
      },
      health,
      onError: (error) => errors.push(error),
      onCrowded: () => undefined,
    },
  );
  const own = transport;
  undo.unshift(() => own.stop(0));
  port = await transport.start();
};

beforeEach(() => {
  seen = [];
  errors = [];
  undo = [];
  isReady = true;
  does = (call, message) => {
    if (message.request_body) call.write({ request_body: { response: {} } });
  };
});
afterEach(async () => {
  for (const each of undo.toReversed()) await each();
  expect(errors).toEqual([]);
});

type RawStream = ClientDuplexStream<Buffer, Buffer>;
const client = (): Client => {
  const made = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  undo.push(() => made.close());
  return made;
};
const ready = (made: Client): Promise<unknown> =>
  new Promise((resolve) => made.waitForReady(Date.now() + 60_000, resolve));
const asIs = (bytes: Buffer): Buffer => bytes;

/** A call that a gRPC client of somebody else's makes. */
const begin = (made = client(), metadata = new Metadata(), options = {}) => {
  const stream: RawStream = made.makeBidiStreamRequest(EXT_PROC_METHOD, asIs, asIs, metadata, options);
  const replies: unknown[] = [];
  stream.on('data', (bytes: Buffer) => replies.push(ext.responseDeserialize(bytes)));
  stream.on('error', () => undefined);
  const status = new Promise<StatusObject>((resolve) => stream.once('status', resolve));
  return { stream, replies, status, send: (message: object) => stream.write(encodeRequest(message)) };
};

const soon = (look: () => void): Promise<void> => vi.waitFor(look, { timeout: 20_000, interval: 5 });
const BODY = { request_body: { body: Buffer.from('{"a":1}'), end_of_stream: true } };

const http2Session = (): ClientHttp2Session => {
  const session = connect(`http://127.0.0.1:${port}`);
  session.on('error', () => undefined);
  undo.push(() => session.destroy());
  return session;
};
const HEADERS = {
  ':method': 'POST',
  ':path': EXT_PROC_METHOD,
  'content-type': 'application/grpc',
  te: 'trailers',
};
type Ended = Readonly<{
  headers: Record<string, unknown>;
  trailers: Record<string, unknown>;
  bytes: Buffer;
  code: number;
}>;

/** What a stream came to. */
const outcome = async (stream: ClientHttp2Stream): Promise<Ended> => {
  let headers = {};
  let trailers = {};
  const chunks: Buffer[] = [];
  stream.on('error', () => undefined);
  stream.on('response', (each) => {
    headers = { ...each };
  });
  stream.on('trailers', (each) => {
    trailers = { ...each };
  });
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => stream.once('close', resolve));
  return { headers, trailers, bytes: Buffer.concat(chunks), code: stream.rstCode };
};
const frame = (message: Uint8Array, flag = 0): Buffer => {
  const prefix = Buffer.alloc(5);
  prefix[0] = flag;
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
};

describe.each([
  ['net', createNetTransport],
  ['http2', createHttp2Transport],
  ['grpc-js', createGrpcJsTransport],
] as const)('calls over %s', (name, create) => {
  beforeEach(() => start(create));

  it('carry messages both ways, in order, as many as there are', async () => {
    does = (call, { request_body: body }) => {
      if (body?.body) call.write({ request_body: { response: { body_mutation: { body: body.body } } } });
    };
    const { send, replies, stream, status } = begin();
    for (let i = 0; i < 200; i += 1) send({ request_body: { body: Buffer.from(`message ${i}`) } });
    await soon(() => expect(replies).toHaveLength(200));
    expect(replies.map((each) => (each as ProcessingResponse).request_body)).toEqual(
      replies.map((_, i) => ({ response: { body_mutation: { body: Buffer.from(`message ${i}`) } } })),
    );
    stream.end();
    expect((await status).code).toBe(0);
    expect(seen[0]?.events).toContain('end');
    await soon(() => expect(seen[0]?.events).toContain('closed'));
  });

  it('carry what is larger than a frame, both ways', async () => {
    const large = Buffer.alloc(60_000, 0x61);
    does = (call) =>
      call.write({ response_body: { response: { body_mutation: { body: Buffer.alloc(1_000_000, 0x62) } } } });
    const { send, replies, stream } = begin();
    send({ request_body: { body: large } });
    await soon(() => expect(replies).toHaveLength(1));
    expect(seen[0]?.messages[0]?.request_body?.body?.equals(large)).toBe(true);
    expect((replies[0] as ProcessingResponse).response_body?.response.body_mutation).toEqual({
      body: Buffer.alloc(1_000_000, 0x62),
    });
    stream.cancel();
  });

  it('have metadata', async () => {
    const metadata = new Metadata();
    metadata.set('traceparent', '00-a-b-01');
    const { send, stream } = begin(client(), metadata);
    send(BODY);
    await soon(() => expect(seen[0]?.messages).toHaveLength(1));
    expect(seen[0]?.call.metadata('traceparent')).toEqual(['00-a-b-01']);
    expect(seen[0]?.call.metadata('tracestate')).toEqual([]);
    stream.cancel();
  });

  it('are told that the caller has gone', async () => {
    const { send, stream } = begin();
    send(BODY);
    await soon(() => expect(seen[0]?.messages).toHaveLength(1));
    stream.cancel();
    await soon(() => expect(seen[0]?.events).toEqual(expect.arrayContaining(['cancelled', 'closed'])));
    // Whoever still has something to say says it to nobody.
    seen[0]?.call.write({ request_body: { response: {} } });
    seen[0]?.call.end();
    seen[0]?.call.fail('late');
  });

  it('are told that the connection has gone', async () => {
    const session = http2Session();
    const stream = session.request(HEADERS);
    stream.on('error', () => undefined);
    stream.write(frame(encodeRequest(BODY)));
    await soon(() => expect(seen[0]?.messages).toHaveLength(1));
    session.destroy();
    await soon(() => expect(seen[0]?.events).toEqual(expect.arrayContaining(['cancelled', 'closed'])));
  });

  it.each([
    { name: 'before any reply', does: (call: Call) => call.fail('it broke: 100 %ü') },
    {
      name: 'behind a reply',
      does: (call: Call) => {
        call.write({ request_body: { response: {} } });
        call.fail('it broke: 100 %ü');
      },
    },
  ])('end with an error $name', async ({ does: what }) => {
    does = what;
    const { send, status } = begin();
    send(BODY);
    expect(await status).toMatchObject({ code: 13, details: 'it broke: 100 %ü' });
    await soon(() => expect(seen[0]?.events).toContain('closed'));
  });

  it('end with RESOURCE_EXHAUSTED for a message that is too long', async () => {
    const { send, status, replies } = begin();
    send({ request_body: { body: Buffer.alloc(MAX_MESSAGE_BYTES) } });
    expect((await status).code).toBe(8);
    expect(seen[0]?.messages).toEqual([]);
    expect(replies).toEqual([]);
    await soon(() => expect(seen[0]?.events).toContain('closed'));
  });

  it('take a message as long as may be', async () => {
    const shell = encodeRequest({ request_body: { body: Buffer.alloc(60_000) } }).length - 60_000;
    const { send, replies, stream } = begin();
    send({ request_body: { body: Buffer.alloc(MAX_MESSAGE_BYTES - shell) } });
    await soon(() => expect(replies).toHaveLength(1));
    stream.cancel();
  });

  it('end with INTERNAL for bytes that are no message', async () => {
    const { stream, status } = begin();
    stream.write(Buffer.from([0x12, 0x05]));
    expect((await status).code).toBe(13);
    expect(seen[0]?.messages).toEqual([]);
    await soon(() => expect(seen[0]?.events).toEqual(expect.arrayContaining(['closed'])));
  });

  it('of another method are UNIMPLEMENTED', async () => {
    const made = client();
    const call = new Promise<number>((resolve) => {
      made.makeUnaryRequest('/a.B/C', asIs, asIs, Buffer.alloc(0), (error) => resolve(error?.code ?? 0));
    });
    expect(await call).toBe(12);
    expect(seen).toEqual([]);
  });

  it('end when their time is over', async () => {
    does = () => undefined;
    const made = client();
    await ready(made);
    const { send, status } = begin(made, new Metadata(), { deadline: Date.now() + 1000 });
    send(BODY);
    expect((await status).code).toBe(4);
    await soon(() => expect(seen[0]?.events).toEqual(expect.arrayContaining(['cancelled', 'closed'])));
  });

  it('are answered about health, before and behind a change', async () => {
    const service = loadServices().health;
    const check = service['Check'];
    const watch = service['Watch'];
    if (check === undefined || watch === undefined) throw new Error('no health service');
    const made = client();
    const ask = (about: string): Promise<unknown> =>
      new Promise((resolve) => {
        made.makeUnaryRequest(
          check.path,
          check.requestSerialize,
          check.responseDeserialize,
          { service: about },
          (error, answer) => resolve(error?.code ?? answer),
        );
      });
    expect(await ask('')).toEqual({ status: 1 });
    expect(await ask(EXT_PROC_SERVICE_NAME)).toEqual({ status: 1 });
    expect(await ask('other')).toBe(5);
    const told: unknown[] = [];
    const stream = made.makeServerStreamRequest(
      watch.path,
      watch.requestSerialize,
      watch.responseDeserialize,
      {
        service: EXT_PROC_SERVICE_NAME,
      },
    );
    stream.on('data', (each) => told.push(each));
    stream.on('error', () => undefined);
    await soon(() => expect(told).toEqual([{ status: 1 }]));
    isReady = false;
    health.notify();
    health.notify();
    await soon(() => expect(told).toEqual([{ status: 1 }, { status: 2 }]));
    expect(await ask('')).toEqual({ status: 2 });
    stream.cancel();
    await sleep(50);
    isReady = true;
    health.notify();
    expect(told).toHaveLength(2);
  });

  it('that run are waited for at the end, and no new ones are taken', async () => {
    const made = client();
    const { send, replies, stream, status } = begin(made);
    send(BODY);
    await soon(() => expect(replies).toHaveLength(1));
    const stopped = transport.stop(10_000);
    await sleep(100);
    send(BODY);
    await soon(() => expect(replies).toHaveLength(2));
    const late = client();
    const refused = begin(late, new Metadata(), { deadline: Date.now() + 1000 });
    refused.send(BODY);
    expect((await refused.status).code).not.toBe(0);
    expect(seen).toHaveLength(1);
    stream.end();
    expect((await status).code).toBe(0);
    await stopped;
  });

  it('do not hold up the end by a connection that says nothing', async () => {
    const session = http2Session();
    await once(session, 'connect');
    const startMs = performance.now();
    await transport.stop(20_000);
    expect(performance.now() - startMs).toBeLessThan(5000);
  });

  it('go on over thousands that were reset on one connection', async () => {
    const session = http2Session();
    let answered = 0;
    const one = async (): Promise<void> => {
      const stream = session.request(HEADERS);
      stream.on('error', () => undefined);
      stream.write(frame(encodeRequest(BODY)));
      await once(stream, 'data');
      answered += 1;
      stream.close(constants.NGHTTP2_CANCEL);
    };
    for (let round = 0; round < 150; round += 1) await Promise.all(Array.from({ length: 20 }, one));
    expect(answered).toBe(3000);
    expect(session.closed).toBe(false);
    await soon(() => expect(seen.filter(({ events }) => events.includes('closed'))).toHaveLength(3000));
  });

  it('end with an error for a compressed message', async () => {
    const stream = http2Session().request(HEADERS);
    const ended = outcome(stream);
    stream.end(frame(Buffer.from('x'), 1));
    const { headers, trailers } = await ended;
    expect({ ...headers, ...trailers }).toMatchObject({
      ':status': 200,
      'grpc-status': name === 'grpc-js' ? '13' : '12',
    });
    expect(seen[0]?.messages).toEqual([]);
  });

  it('that are no gRPC are refused', async () => {
    const session = http2Session();
    const ask = (headers: object) => {
      const stream = session.request({ ...HEADERS, ...headers });
      const ended = outcome(stream);
      stream.end();
      return ended;
    };
    expect((await ask({ 'content-type': 'application/json' })).headers).toMatchObject({ ':status': 415 });
    expect(seen).toEqual([]);
    expect((await ask({ ':path': '/', ':method': 'POST' })).headers).toMatchObject({ 'grpc-status': '12' });
  });
});

describe.each([
  ['net', createNetTransport],
  ['http2', createHttp2Transport],
] as const)('our own gRPC over %s', (_name, create) => {
  beforeEach(() => start(create));

  it.each([
    { name: 'another method of HTTP', headers: { ':method': 'PUT' }, wanted: { ':status': 405 } },
    {
      name: 'another codec',
      headers: { 'content-type': 'application/grpc+json' },
      wanted: { ':status': 415 },
    },
    { name: 'no content type', headers: { 'content-type': undefined }, wanted: { ':status': 415 } },
    { name: 'a compression', headers: { 'grpc-encoding': 'gzip' }, wanted: { 'grpc-status': '12' } },
    { name: 'a time that is none', headers: { 'grpc-timeout': '1x' }, wanted: { 'grpc-status': '13' } },
  ])('refuses $name', async ({ headers, wanted }) => {
    const { ':method': method = 'POST', ...rest } = headers as Record<string, string | undefined>;
    const all = Object.fromEntries(
      Object.entries({ ...HEADERS, ':method': method, ...rest }).filter(([, value]) => value !== undefined),
    );
    const stream = http2Session().request(all);
    const ended = outcome(stream);
    stream.write(frame(encodeRequest(BODY)));
    expect((await ended).headers).toMatchObject(wanted);
    expect(seen.flatMap(({ messages }) => messages)).toEqual([]);
  });

  it.each(['application/grpc', 'application/grpc+proto', 'application/grpc;a=b'])(
    'takes %s',
    async (type) => {
      const stream = http2Session().request({
        ...HEADERS,
        'content-type': type,
        'grpc-encoding': 'identity',
      });
      const ended = outcome(stream);
      stream.end(frame(encodeRequest(BODY)));
      const { headers, trailers, bytes } = await ended;
      expect(headers).toMatchObject({ ':status': 200, 'content-type': 'application/grpc' });
      expect(trailers).toMatchObject({ 'grpc-status': '0' });
      expect(bytes.length).toBeGreaterThan(5);
    },
  );

  it('says what was wrong with a message to whoever records it, and nothing of ours to the caller', async () => {
    const { stream, status } = begin();
    stream.write(Buffer.from([0x12, 0x05]));
    expect((await status).details).toBe('portcullis: protocol violation');
    await soon(() =>
      expect(seen[0]?.events[0]).toBe(
        'broken: Envoy sent bytes that are no protobuf message: a field longer than its message.',
      ),
    );
  });

  it('ends a call that cannot be begun with a reset, never cleanly', async () => {
    await transport.stop(0);
    transport = create(
      { address: '127.0.0.1:0', maxMessageBytes: MAX_MESSAGE_BYTES, maxConnections: 100, tls: null },
      {
        open: () => {
          throw new Error('no session');
        },
        health,
        onError: (error) => errors.push(error),
        onCrowded: () => undefined,
      },
    );
    port = await transport.start();
    const stream = http2Session().request(HEADERS);
    const { code, headers } = await outcome(stream);
    expect(code).toBe(constants.NGHTTP2_INTERNAL_ERROR);
    expect(headers).toEqual({});
    expect(errors).toEqual([expect.objectContaining({ message: 'no session' })]);
    errors = [];
  });

  it('reads nothing more of a peer that does not read, until it does', async () => {
    const reply: ProcessingResponse = {
      response_body: { response: { body_mutation: { body: Buffer.alloc(50_000, 0x61) } } },
    };
    does = (call) => call.write(reply);
    const session = http2Session();
    const stream = session.request(HEADERS);
    stream.on('error', () => undefined);
    await once(session, 'remoteSettings');
    const COUNT = 120;
    for (let i = 0; i < COUNT; i += 1)
      stream.write(frame(encodeRequest({ request_body: { body: Buffer.alloc(50_000) } })));
    let last = -1;
    await soon(() => {
      const now = seen[0]?.messages.length ?? 0;
      const isStill = now > 0 && now === last;
      last = now;
      expect(isStill).toBe(true);
    });
    await sleep(300);
    // Replies fill the peer's window and what Node keeps for the stream; everything would be 6 MB.
    expect(seen[0]?.messages.length).toBeLessThan(COUNT / 4);
    let got = 0;
    stream.on('data', (chunk: Buffer) => {
      got += chunk.length;
    });
    await soon(() => expect(seen[0]?.messages.length).toBe(COUNT));
    await soon(() => expect(got).toBeGreaterThan(COUNT * 50_000));
    stream.close();
  });

  it('notices that a peer goes which does not read', async () => {
    does = (call) =>
      call.write({ response_body: { response: { body_mutation: { body: Buffer.alloc(500_000) } } } });
    const stream = http2Session().request(HEADERS);
    stream.on('error', () => undefined);
    for (let i = 0; i < 10; i += 1) stream.write(frame(encodeRequest(BODY)));
    await soon(() => expect(seen[0]?.messages.length).toBeGreaterThan(0));
    await sleep(100);
    stream.close(constants.NGHTTP2_CANCEL);
    await soon(() => expect(seen[0]?.events).toEqual(expect.arrayContaining(['cancelled', 'closed'])));
  });

  it('breaks calls off that do not end in time at its own end', async () => {
    const { send, replies, status } = begin();
    send(BODY);
    await soon(() => expect(replies).toHaveLength(1));
    await transport.stop(50);
    expect((await status).code).not.toBe(0);
    await soon(() => expect(seen[0]?.events).toEqual(expect.arrayContaining(['cancelled', 'closed'])));
  });

  it('takes a message cut off for an error', async () => {
    const stream = http2Session().request(HEADERS);
    const ended = outcome(stream);
    stream.end(frame(encodeRequest(BODY)).subarray(0, 9));
    expect((await ended).headers).toMatchObject({ ':status': 200, 'grpc-status': '13' });
    expect(seen[0]?.messages).toEqual([]);
    expect(seen[0]?.events).not.toContain('end');
  });

  it('answers health as one message, and nothing to one that is too long', async () => {
    const session = http2Session();
    const ask = (message: Buffer) => {
      const stream = session.request({ ...HEADERS, ':path': HEALTH_CHECK_METHOD });
      const ended = outcome(stream);
      stream.end(frame(message));
      return ended;
    };
    expect((await ask(Buffer.alloc(0))).bytes).toEqual(Buffer.from([0, 0, 0, 0, 2, 8, 1]));
    expect((await ask(Buffer.alloc(5000))).headers).toMatchObject({ 'grpc-status': '8' });
  });
});

it('Node’s HTTP/2 takes no more connections than it may', async () => {
  const crowded: string[] = [];
  const limited = createHttp2Transport(
    { address: '127.0.0.1:0', maxMessageBytes: MAX_MESSAGE_BYTES, maxConnections: 1, tls: null },
    {
      open: () => {
        throw new Error('nobody calls');
      },
      health: createHealth(() => true),
      onError: (error) => {
        throw error;
      },
      onCrowded: (ended) => crowded.push(ended),
    },
  );
  const at = await limited.start();
  const first = connectTcp(at, '127.0.0.1');
  await once(first, 'data');
  const second = connectTcp(at, '127.0.0.1');
  second.on('error', () => undefined);
  await once(second, 'close');
  expect(crowded).toEqual(['new']);
  first.destroy();
  await limited.stop(0);
});
