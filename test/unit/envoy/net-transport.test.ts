import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHealth } from '../../../src/envoy/health.ts';
import { EXT_PROC_METHOD, type ProcessingRequest } from '../../../src/envoy/proto.ts';
import {
  HANDSHAKE_MS,
  MAX_CONTINUATIONS,
  MAX_EMPTY_FRAMES,
  MAX_FRAME_BYTES,
  MAX_HEADER_BLOCK_BYTES,
  MAX_SETTINGS_FRAMES,
  MAX_STREAMS,
  STREAM_WINDOW_BYTES,
} from '../../../src/envoy/transport/net/limits.ts';
import { CODE, FLAG, FRAME, PREFACE, SETTING } from '../../../src/envoy/transport/net/protocol.ts';
import { createNetTransport } from '../../../src/envoy/transport/net/server.ts';
import type { Call, Transport } from '../../../src/envoy/transport/transport.ts';
import { block, CALL, connectRaw, frame, number, type RawPeer, settings } from './raw-http2.ts';
import { encodeRequest, ext } from './wire.ts';

/** Few, so that tests can open them all. */
const MAX_CONNECTIONS = 8;

type Seen = { call: Call; messages: ProcessingRequest[]; events: string[] };

let seen: Seen[] = [];
let errors: unknown[] = [];
let crowded: string[] = [];
let does: (call: Call, message: ProcessingRequest) => void;
let atEnd: () => void;
let transport: Transport;
let port = 0;
let peers: RawPeer[] = [];

beforeEach(async () => {
  seen = [];
  errors = [];
  crowded = [];
  peers = [];
  does = (call) => call.write({ request_body: { response: {} } });
  atEnd = () => undefined;
  transport = createNetTransport(
    {
      address: '127.0.0.1:0',
      maxMessageBytes: 2 * STREAM_WINDOW_BYTES,
      maxConnections: MAX_CONNECTIONS,
      tls: null,
    },
    {
      open: (call) => {
        const one: Seen = { call, messages: [], events: [] };
        seen.push(one);
        return {
          onMessage: (message) => {
            one.messages.push(message);
            does(call, message);
          },
          onBroken: () => one.events.push('broken'),
          onEnd: () => {
            one.events.push('end');
            call.end();
          },
          onCancelled: () => {
            one.events.push('cancelled');
            atEnd();
          },
          onClosed: () => one.events.push('closed'),
        };
      },
      health: createHealth(() => true),
      onError: (error) => errors.push(error),
      onCrowded: (ended) => crowded.push(ended),
    },
  );
  port = await transport.start();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const { socket } of peers) socket.destroy();
  await transport.stop(0);
  expect(errors).toEqual([]);
});

const connect = async (greeting?: Buffer): Promise<RawPeer> => {
  const peer = await connectRaw(port, greeting);
  peers.push(peer);
  return peer;
};

const soon = (look: () => void): Promise<void> => vi.waitFor(look, { timeout: 10_000, interval: 2 });

const BEGINS = block(CALL);
const headers = (stream: number, flags: number = FLAG.END_HEADERS, bytes: Buffer = BEGINS): Buffer =>
  frame(FRAME.HEADERS, flags, stream, bytes);
const data = (stream: number, bytes: Uint8Array, flags = 0): Buffer =>
  frame(FRAME.DATA, flags, stream, bytes);
const message = (body: string | Buffer): Buffer => {
  const bytes = encodeRequest({ request_body: { body: Buffer.from(body), end_of_stream: true } });
  return Buffer.concat([Buffer.from([0]), number(bytes.length), bytes]);
};
const PING = frame(FRAME.PING, 0, 0, Buffer.from('are you?'));

const codesOf = (peer: RawPeer, type: number): readonly number[] =>
  peer
    .frames()
    .filter((each) => each.type === type)
    .map(({ payload }) => payload.readUInt32BE(type === FRAME.GOAWAY ? 4 : 0));
const answered = (peer: RawPeer): boolean =>
  peer.frames().some(({ type, flags }) => type === FRAME.PING && flags === FLAG.ACK);

/** The code with which a connection ends for what is sent. */
const endOf = async (peer: RawPeer, ...parts: readonly Buffer[]): Promise<number | undefined> => {
  peer.send(...parts);
  await soon(() => expect(peer.isClosed()).toBe(true));
  return codesOf(peer, FRAME.GOAWAY)[0];
};
/** The codes with which streams end for what is sent, on a connection that goes on. */
const resetsFor = async (...parts: readonly Buffer[]): Promise<readonly number[]> => {
  const peer = await connect();
  peer.send(...parts, PING);
  await soon(() => expect(answered(peer)).toBe(true));
  return codesOf(peer, FRAME.RST_STREAM);
};

it('a call that breaks at its end takes no other with it', async () => {
  const fault = new Error('broken');
  atEnd = () => {
    throw fault;
  };
  const peer = await connect();
  const reset = frame(FRAME.RST_STREAM, 0, 1, number(8));
  peer.send(headers(1), headers(3), data(1, message('a')), reset, data(3, message('b')), PING);
  await soon(() => expect(answered(peer)).toBe(true));
  expect(seen.map(({ messages }) => messages.length)).toEqual([1, 1]);
  expect(codesOf(peer, FRAME.GOAWAY)).toEqual([]);
  expect(errors).toEqual([fault]);
  errors = [];
  atEnd = () => undefined;
});

describe('a connection ends', () => {
  it.each([
    { name: 'with HTTP/1', greeting: Buffer.from('GET / HTTP/1.1\r\nhost: a\r\n\r\n') },
    { name: 'with a frame before the settings', greeting: Buffer.concat([PREFACE, PING]) },
    {
      name: 'with an acknowledgement of nothing first',
      greeting: Buffer.concat([PREFACE, frame(FRAME.SETTINGS, FLAG.ACK, 0)]),
    },
  ])('that begins $name', async ({ greeting }) => {
    expect(await endOf(await connect(greeting))).toBe(CODE.PROTOCOL_ERROR);
  });

  const { PROTOCOL_ERROR, FRAME_SIZE_ERROR, FLOW_CONTROL_ERROR, COMPRESSION_ERROR, ENHANCE_YOUR_CALM } = CODE;
  it.each([
    { name: 'data of no stream', bytes: data(0, Buffer.from('a')), code: PROTOCOL_ERROR },
    { name: 'data of a stream that was not begun', bytes: data(5, Buffer.from('a')), code: PROTOCOL_ERROR },
    { name: 'a stream of a number that is even', bytes: headers(2), code: PROTOCOL_ERROR },
    { name: 'headers of no stream', bytes: headers(0), code: PROTOCOL_ERROR },
    {
      name: 'a stream with a number below the last',
      bytes: Buffer.concat([
        headers(3, FLAG.END_HEADERS | FLAG.END_STREAM),
        headers(1, FLAG.END_HEADERS | FLAG.END_STREAM),
      ]),
      code: CODE.STREAM_CLOSED,
    },
    { name: 'a promise', bytes: frame(FRAME.PUSH_PROMISE, 4, 1, Buffer.alloc(4)), code: PROTOCOL_ERROR },
    { name: 'a continuation of nothing', bytes: frame(FRAME.CONTINUATION, 4, 1), code: PROTOCOL_ERROR },
    {
      name: 'another frame amid headers',
      bytes: Buffer.concat([headers(1, 0), PING]),
      code: PROTOCOL_ERROR,
    },
    {
      name: 'a continuation of another stream',
      bytes: Buffer.concat([headers(1, 0), frame(FRAME.CONTINUATION, 4, 3)]),
      code: PROTOCOL_ERROR,
    },
    {
      name: 'more padding than there is',
      bytes: headers(1, FLAG.END_HEADERS | FLAG.PADDED, Buffer.from([9, 0])),
      code: PROTOCOL_ERROR,
    },
    {
      name: 'more padding of data than there is',
      bytes: Buffer.concat([headers(1), data(1, Buffer.from([9, 0]), FLAG.PADDED)]),
      code: PROTOCOL_ERROR,
    },
    { name: 'an end of a stream that was not begun', bytes: frame(3, 0, 1, number(8)), code: PROTOCOL_ERROR },
    {
      name: 'a window of a stream that was not begun',
      bytes: frame(8, 0, 1, number(8)),
      code: PROTOCOL_ERROR,
    },
    { name: 'a window that grows by nothing', bytes: frame(8, 0, 0, number(0)), code: PROTOCOL_ERROR },
    {
      name: 'a window larger than any',
      bytes: frame(8, 0, 0, number(2 ** 31 - 1)),
      code: FLOW_CONTROL_ERROR,
    },
    { name: 'settings of a stream', bytes: frame(FRAME.SETTINGS, 0, 1), code: PROTOCOL_ERROR },
    {
      name: 'settings that break off',
      bytes: frame(FRAME.SETTINGS, 0, 0, Buffer.alloc(5)),
      code: FRAME_SIZE_ERROR,
    },
    {
      name: 'an acknowledgement with settings in it',
      bytes: frame(FRAME.SETTINGS, FLAG.ACK, 0, Buffer.alloc(6)),
      code: FRAME_SIZE_ERROR,
    },
    { name: 'pushes of 2', bytes: settings([SETTING.ENABLE_PUSH, 2]), code: PROTOCOL_ERROR },
    {
      name: 'first windows larger than any',
      bytes: settings([SETTING.INITIAL_WINDOW_SIZE, 2 ** 31]),
      code: FLOW_CONTROL_ERROR,
    },
    { name: 'frames too small', bytes: settings([SETTING.MAX_FRAME_SIZE, 16_383]), code: PROTOCOL_ERROR },
    { name: 'frames too large', bytes: settings([SETTING.MAX_FRAME_SIZE, 2 ** 24]), code: PROTOCOL_ERROR },
    {
      name: 'a ping of seven bytes',
      bytes: frame(FRAME.PING, 0, 0, Buffer.alloc(7)),
      code: FRAME_SIZE_ERROR,
    },
    { name: 'a ping of a stream', bytes: frame(FRAME.PING, 0, 1, Buffer.alloc(8)), code: PROTOCOL_ERROR },
    {
      name: 'a farewell of seven bytes',
      bytes: frame(FRAME.GOAWAY, 0, 0, Buffer.alloc(7)),
      code: FRAME_SIZE_ERROR,
    },
    { name: 'a reset of three bytes', bytes: frame(3, 0, 1, Buffer.alloc(3)), code: FRAME_SIZE_ERROR },
    {
      name: 'headers that are none',
      bytes: headers(1, FLAG.END_HEADERS, Buffer.from([0x80])),
      code: COMPRESSION_ERROR,
    },
    {
      name: 'a frame that is too long',
      bytes: frame(FRAME.DATA, 0, 1, Buffer.alloc(MAX_FRAME_BYTES + 1)),
      code: FRAME_SIZE_ERROR,
    },
    {
      name: 'headers a byte too long',
      bytes: headers(1, 0, Buffer.alloc(MAX_HEADER_BLOCK_BYTES + 1)),
      code: ENHANCE_YOUR_CALM,
    },
    {
      name: 'a continuation too many',
      bytes: Buffer.concat([
        headers(1, 0),
        ...Array.from({ length: MAX_CONTINUATIONS + 1 }, () => frame(FRAME.CONTINUATION, 0, 1)),
      ]),
      code: ENHANCE_YOUR_CALM,
    },
    {
      name: 'a frame too many that holds nothing',
      bytes: Buffer.concat([
        headers(1),
        ...Array.from({ length: MAX_EMPTY_FRAMES + 1 }, () => data(1, Buffer.alloc(0))),
      ]),
      code: ENHANCE_YOUR_CALM,
    },
    {
      name: 'settings too often',
      bytes: Buffer.concat(Array.from({ length: MAX_SETTINGS_FRAMES }, () => settings())),
      code: ENHANCE_YOUR_CALM,
    },
  ])('for $name, and what comes behind is not read', async ({ bytes, code }) => {
    const peer = await connect();
    expect(await endOf(peer, bytes, headers(101), data(101, message('late')))).toBe(code);
    expect(seen.flatMap(({ messages }) => messages)).toEqual([]);
    for (const { events } of seen) expect(events).toEqual(expect.arrayContaining(['cancelled', 'closed']));
  });

  it('that says nothing, once its time is over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const peer = await connectRaw(port, Buffer.from('PRI'));
    peers.push(peer);
    await once(peer.socket, 'data');
    vi.advanceTimersByTime(HANDSHAKE_MS - 1);
    expect(peer.isClosed()).toBe(false);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await soon(() => expect(peer.isClosed()).toBe(true));
  });

  it('whose peer asks and asks, and never reads the answers', async () => {
    const peer = await connect();
    peer.socket.pause();
    const many = Buffer.concat(Array.from({ length: 10_000 }, () => PING));
    const closed = new Promise((resolve) => peer.socket.once('close', resolve));
    for (let i = 0; i < 500 && !peer.socket.destroyed; i += 1) {
      if (!peer.socket.write(many)) {
        await Promise.race([
          new Promise((resolve) => peer.socket.once('drain', resolve)),
          closed,
          new Promise((resolve) => setTimeout(resolve, 200)),
        ]);
      }
    }
    // Whoever reads nothing learns of the end when he reads.
    peer.socket.resume();
    await closed;
    expect(peer.isClosed()).toBe(true);
  });
});

describe('a stream ends, and the connection goes on,', () => {
  const without = (name: string) => CALL.filter(([each]) => each !== name);
  const withHeader = (name: string, value: string) =>
    headers(1, FLAG.END_HEADERS, block([...CALL, [name, value]]));
  it.each([
    { name: 'a header in capitals', bytes: withHeader('X-A', 'b'), code: CODE.PROTOCOL_ERROR },
    {
      name: 'a header of one connection',
      bytes: withHeader('connection', 'close'),
      code: CODE.PROTOCOL_ERROR,
    },
    { name: 'a pseudo header behind others', bytes: withHeader(':path', '/'), code: CODE.PROTOCOL_ERROR },
    {
      name: 'a pseudo header that is none',
      bytes: headers(1, 4, block([[':a', 'b'], ...CALL])),
      code: CODE.PROTOCOL_ERROR,
    },
    {
      name: 'a protocol of its own',
      bytes: headers(1, 4, block([[':protocol', 'b'], ...CALL])),
      code: CODE.PROTOCOL_ERROR,
    },
    { name: 'no path', bytes: headers(1, 4, block(without(':path'))), code: CODE.PROTOCOL_ERROR },
    { name: 'no method', bytes: headers(1, 4, block(without(':method'))), code: CODE.PROTOCOL_ERROR },
    { name: 'a length that is none', bytes: withHeader('content-length', '1x'), code: CODE.PROTOCOL_ERROR },
    {
      name: 'more than it announced',
      bytes: Buffer.concat([withHeader('content-length', '3'), data(1, Buffer.alloc(4))]),
      code: CODE.PROTOCOL_ERROR,
    },
    {
      name: 'less than it announced',
      bytes: Buffer.concat([withHeader('content-length', '3'), data(1, Buffer.alloc(2), FLAG.END_STREAM)]),
      code: CODE.PROTOCOL_ERROR,
    },
    {
      name: 'trailers that do not end it',
      bytes: Buffer.concat([headers(1), headers(1, FLAG.END_HEADERS, block([['a', 'b']]))]),
      code: CODE.PROTOCOL_ERROR,
    },
    {
      name: 'a window that grows by nothing',
      bytes: Buffer.concat([headers(1), frame(FRAME.WINDOW_UPDATE, 0, 1, number(0))]),
      code: CODE.PROTOCOL_ERROR,
    },
    {
      name: 'a window larger than any',
      bytes: Buffer.concat([headers(1), frame(FRAME.WINDOW_UPDATE, 0, 1, number(2 ** 31 - 1))]),
      code: CODE.FLOW_CONTROL_ERROR,
    },
    {
      name: 'more headers than are taken',
      bytes: headers(
        1,
        4,
        Buffer.concat([
          BEGINS,
          Buffer.from([0x40]),
          block([['a', 'v'.repeat(4000)]]).subarray(1),
          Buffer.alloc(20, 0xbe),
        ]),
      ),
      code: CODE.ENHANCE_YOUR_CALM,
    },
  ])('for $name', async ({ bytes, code }) => {
    expect(await resetsFor(bytes)).toEqual([code]);
    for (const { events } of seen) expect(events).toEqual(expect.arrayContaining(['cancelled', 'closed']));
  });

  it('for data that come though the peer’s window was full', async () => {
    does = (call) => call.pause();
    const peer = await connect();
    const chunk = Buffer.alloc(MAX_FRAME_BYTES);
    peer.send(headers(1), data(1, message('a')));
    await soon(() => expect(seen[0]?.messages).toHaveLength(1));
    const fit = Math.floor((STREAM_WINDOW_BYTES - message('a').length) / chunk.length);
    peer.send(...Array.from({ length: fit }, () => data(1, chunk)), PING);
    await soon(() => expect(answered(peer)).toBe(true));
    expect(codesOf(peer, FRAME.RST_STREAM)).toEqual([]);
    peer.send(data(1, chunk));
    await soon(() => expect(codesOf(peer, FRAME.RST_STREAM)).toEqual([CODE.FLOW_CONTROL_ERROR]));
    await soon(() => expect(seen[0]?.events).toContain('cancelled'));
  });

  it('where there are as many as may be', async () => {
    const peer = await connect();
    for (let first = 0; first < MAX_STREAMS; first += 1000)
      peer.send(...Array.from({ length: 1000 }, (_, i) => headers(2 * (first + i) + 1)));
    peer.send(PING);
    await soon(() => expect(answered(peer)).toBe(true));
    expect(codesOf(peer, FRAME.RST_STREAM)).toEqual([]);
    peer.send(headers(2 * MAX_STREAMS + 1));
    await soon(() => expect(codesOf(peer, FRAME.RST_STREAM)).toEqual([CODE.REFUSED_STREAM]));
    expect(seen).toHaveLength(MAX_STREAMS);
  });
});

describe('a call', () => {
  it.each([
    {
      name: 'headers in as many pieces as may be',
      bytes: [
        headers(1, 0, BEGINS.subarray(0, 3)),
        ...Array.from({ length: MAX_CONTINUATIONS - 1 }, () => frame(FRAME.CONTINUATION, 0, 1)),
        frame(FRAME.CONTINUATION, FLAG.END_HEADERS, 1, BEGINS.subarray(3)),
      ],
    },
    {
      name: 'headers as long as may be',
      bytes: [
        headers(
          1,
          4,
          Buffer.concat([BEGINS, block([['a', 'v'.repeat(MAX_HEADER_BLOCK_BYTES - BEGINS.length - 6)]])]),
        ),
      ],
    },
    {
      name: 'headers with padding and a priority',
      bytes: [
        headers(1, 4 | 8 | 32, Buffer.concat([Buffer.from([3, 0, 0, 0, 0, 9]), BEGINS, Buffer.alloc(3)])),
      ],
    },
    {
      name: 'as many empty frames as may be',
      bytes: [headers(1), ...Array.from({ length: MAX_EMPTY_FRAMES }, () => data(1, Buffer.alloc(0)))],
    },
    {
      name: 'frames of a kind that nobody knows',
      bytes: [frame(77, 255, 0, Buffer.alloc(100)), headers(1), frame(77, 255, 1, Buffer.alloc(100))],
    },
    {
      name: 'as many settings as may be',
      bytes: [
        ...Array.from({ length: MAX_SETTINGS_FRAMES - 1 }, () =>
          settings([SETTING.MAX_FRAME_SIZE, 16_384], [99, 1]),
        ),
        headers(1),
      ],
    },
  ])('is answered behind $name', async ({ bytes }) => {
    const peer = await connect();
    const padded = Buffer.concat([Buffer.from([4]), message('a'), Buffer.alloc(4)]);
    peer.send(...bytes, data(1, padded, FLAG.PADDED | FLAG.END_STREAM));
    await soon(() =>
      expect(
        peer
          .frames()
          .filter(({ stream }) => stream === 1)
          .map(({ type }) => type),
      ).toEqual([FRAME.HEADERS, FRAME.DATA, FRAME.HEADERS]),
    );
    expect(seen[0]?.messages).toHaveLength(1);
    await soon(() => expect(seen[0]?.events).toEqual(['end', 'cancelled', 'closed']));
  });

  it('is the same wherever its bytes are cut', async () => {
    const bytes = Buffer.concat([
      PREFACE,
      settings(),
      headers(1),
      data(1, message('abc')),
      data(1, message('d'), 1),
    ]);
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const peer = await connect(bytes.subarray(0, cut));
      await new Promise((resolve) => setImmediate(resolve));
      peer.send(bytes.subarray(cut));
      const one = (): Seen | undefined => seen[cut - 1];
      await soon(() => expect(one()?.events).toEqual(['end', 'cancelled', 'closed']));
      expect(one()?.messages.map(({ request_body: body }) => body?.body?.toString())).toEqual(['abc', 'd']);
      peer.socket.destroy();
    }
  });

  it('that is held learns of its end only when it goes on', async () => {
    does = (call) => call.pause();
    const peer = await connect();
    peer.send(headers(1), data(1, message('a')));
    await soon(() => expect(seen[0]?.messages).toHaveLength(1));
    peer.send(data(1, Buffer.alloc(0), FLAG.END_STREAM), PING);
    await soon(() => expect(answered(peer)).toBe(true));
    expect(seen[0]?.events).toEqual([]);
    expect(peer.frames().filter(({ stream }) => stream === 1)).toEqual([]);
    seen[0]?.call.resume();
    await soon(() => expect(seen[0]?.events).toEqual(['end', 'cancelled', 'closed']));
  });

  it('that is held takes what comes meanwhile later, in order, and its end behind it', async () => {
    does = (call, { request_body: body }) => {
      if (body?.body?.toString() === 'a') call.pause();
    };
    const peer = await connect();
    peer.send(headers(1), data(1, message('a')));
    await soon(() => expect(seen[0]?.messages).toHaveLength(1));
    peer.send(data(1, message('b')), data(1, message('c'), FLAG.END_STREAM), PING);
    await soon(() => expect(answered(peer)).toBe(true));
    expect(seen[0]?.messages).toHaveLength(1);
    seen[0]?.call.resume();
    await soon(() => expect(seen[0]?.events).toContain('end'));
    expect(seen[0]?.messages.map(({ request_body: body }) => body?.body?.toString())).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('that was reset is over at once, whatever is still on its way', async () => {
    const peer = await connect();
    peer.send(headers(1), data(1, message('a')));
    await soon(() => expect(seen[0]?.messages).toHaveLength(1));
    peer.send(frame(FRAME.RST_STREAM, 0, 1, number(8)), headers(3), data(3, message('b'), FLAG.END_STREAM));
    await soon(() => expect(seen[1]?.events).toContain('end'));
    expect(seen[0]?.events).toEqual(['cancelled', 'closed']);
  });

  it('waits for a peer with small windows, and does not hold up others', async () => {
    const long = Buffer.alloc(300_000, 0x61);
    does = (call, { request_body: body }) =>
      call.write({
        request_body: {
          response: { body_mutation: { body: body?.body?.toString() === 'long' ? long : Buffer.from('b') } },
        },
      });
    const session = connectHttp2(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: 1000 } });
    await once(session, 'remoteSettings');
    const ask = async (body: string): Promise<Buffer> => {
      const stream = session.request({
        ':method': 'POST',
        ':path': EXT_PROC_METHOD,
        'content-type': 'application/grpc',
      });
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.end(message(body));
      await once(stream, 'close');
      return Buffer.concat(chunks);
    };
    const bodies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ask(i % 4 === 0 ? 'long' : 'short')),
    );
    session.close();
    expect(
      bodies.map(
        (bytes) =>
          (
            ext.responseDeserialize(bytes.subarray(5)) as {
              request_body: { response: { body_mutation: { body: Buffer } } };
            }
          ).request_body.response.body_mutation.body.length,
      ),
    ).toEqual(bodies.map((_, i) => (i % 4 === 0 ? long.length : 1)));
  });

  it('has every header as it was sent, in whatever code', async () => {
    const session = connectHttp2(`http://127.0.0.1:${port}`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({
            unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
            minLength: 1,
            maxLength: 80,
          }),
          { minLength: 1, maxLength: 8 },
        ),
        async (values) => {
          const from = seen.length;
          const own = Object.fromEntries(values.map((value, i) => [`x-${i}`, value]));
          const stream = session.request({
            ':method': 'POST',
            ':path': EXT_PROC_METHOD,
            'content-type': 'application/grpc',
            ...own,
          });
          stream.resume();
          stream.end();
          await once(stream, 'close');
          expect(values.map((_, i) => seen[from]?.call.metadata(`x-${i}`))).toEqual(
            values.map((value) => [value]),
          );
        },
      ),
      { numRuns: 200 },
    );
    session.destroy();
  });
});

describe('of too many connections', () => {
  const OPEN = headers(1);
  const isTaken = (peer: RawPeer): Promise<void> => {
    peer.send(PING);
    return soon(() => expect(answered(peer)).toBe(true));
  };
  /** One after the other, so that it is known who came first. */
  const connectAll = async (count: number, ...parts: readonly Buffer[]): Promise<readonly RawPeer[]> => {
    const all: RawPeer[] = [];
    for (let i = 0; i < count; i += 1) {
      const peer = await connect();
      peer.send(...parts);
      await isTaken(peer);
      all.push(peer);
    }
    return all;
  };
  const open = (all: readonly RawPeer[]): readonly RawPeer[] => all.filter((peer) => !peer.isClosed());

  it('all are taken up to the limit', async () => {
    const all = await connectAll(MAX_CONNECTIONS);
    expect(open(all)).toHaveLength(MAX_CONNECTIONS);
    expect(crowded).toEqual([]);
  });

  it('the one that was idle for longest makes room, and is told so; one with a call stays', async () => {
    const [busy] = await connectAll(1, OPEN);
    const [first, second, ...others] = await connectAll(MAX_CONNECTIONS - 1);
    // The first has a call in between.
    first?.send(headers(1, FLAG.END_HEADERS | FLAG.END_STREAM));
    await soon(() => expect(codesOf(first as RawPeer, FRAME.RST_STREAM)).toEqual([]));
    await soon(() => expect(seen.at(-1)?.events).toContain('closed'));
    const [late] = await connectAll(1);
    await soon(() => expect(second?.isClosed()).toBe(true));
    expect(codesOf(second as RawPeer, FRAME.GOAWAY)).toEqual([CODE.NO_ERROR]);
    expect(crowded).toEqual(['idle']);
    const rest = [busy, first, ...others, late].filter((peer) => peer !== undefined);
    expect(open(rest)).toHaveLength(MAX_CONNECTIONS);
    busy?.send(data(1, message('still here')));
    await soon(() => expect(seen[0]?.messages).toHaveLength(1));
  });

  it('those who say nothing go first, without a word', async () => {
    const silent = await Promise.all(Array.from({ length: MAX_CONNECTIONS }, () => connect(Buffer.alloc(0))));
    const all = await connectAll(MAX_CONNECTIONS);
    await soon(() => expect(open(silent)).toEqual([]));
    expect(silent.flatMap((peer) => codesOf(peer, FRAME.GOAWAY))).toEqual([]);
    expect(open(all)).toHaveLength(MAX_CONNECTIONS);
    expect(crowded).toEqual(Array.from({ length: MAX_CONNECTIONS }, () => 'idle'));
  });

  it('the new one is not taken where all have calls, but once one of these has ended', async () => {
    const [first] = await connectAll(MAX_CONNECTIONS, OPEN);
    const late = await connect();
    await soon(() => expect(late.isClosed()).toBe(true));
    expect(crowded).toEqual(['new']);
    first?.send(frame(FRAME.RST_STREAM, 0, 1, number(8)));
    await soon(() => expect(seen[0]?.events).toContain('closed'));
    await connectAll(1);
    await soon(() => expect(first?.isClosed()).toBe(true));
    expect(crowded).toEqual(['new', 'idle']);
  });

  it('one that does not read is gone at once all the same', async () => {
    const all = await connectAll(MAX_CONNECTIONS);
    for (const { socket } of all) socket.pause();
    await connectAll(3 * MAX_CONNECTIONS);
    expect(crowded).toEqual(Array.from({ length: 3 * MAX_CONNECTIONS }, () => 'idle'));
  });
});
