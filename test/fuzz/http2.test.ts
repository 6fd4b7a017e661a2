import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createHealth } from '../../src/envoy/health.ts';
import { CODE, PREFACE } from '../../src/envoy/transport/net/protocol.ts';
import { createNetTransport } from '../../src/envoy/transport/net/server.ts';
import { block, CALL, connectRaw, frame, number, type RawPeer, settings } from '../unit/envoy/raw-http2.ts';
import { encodeRequest } from '../unit/envoy/wire.ts';
import { options, testMs } from './options.ts';

/** Calls that are open, and what went wrong in the server itself. */
let open = 0;
const errors: unknown[] = [];
const transport = createNetTransport(
  { address: '127.0.0.1:0', maxMessageBytes: 65_536, maxConnections: 100, tls: null },
  {
    open: (call) => {
      open += 1;
      let isOpen = true;
      return {
        onMessage: () => call.write({ request_body: { response: {} } }),
        onBroken: () => undefined,
        onEnd: () => call.end(),
        onCancelled: () => undefined,
        onClosed: () => {
          if (isOpen) open -= 1;
          isOpen = false;
        },
      };
    },
    health: createHealth(() => true),
    onError: (error) => errors.push(error),
    onCrowded: () => undefined,
  },
);
let port = 0;
beforeAll(async () => {
  port = await transport.start();
});
afterAll(() => transport.stop(0));

const MESSAGE = encodeRequest({ request_body: { body: Buffer.from('{"a":1}'), end_of_stream: true } });
const FRAMED = Buffer.concat([Buffer.from([0]), number(MESSAGE.length), MESSAGE]);
const streams = fc.constantFrom(0, 1, 1, 1, 3, 5, 2, 2 ** 31 - 1);
const flags = fc.constantFrom(0, 1, 4, 5, 8, 12, 32, 37, 45, 255);
const payload = fc.oneof(
  fc.uint8Array({ maxLength: 20 }),
  fc.constant(FRAMED),
  fc.constant(block(CALL)),
  fc.nat(2 ** 31 - 1).map(number),
);
const anyFrame = fc.oneof(
  fc
    .tuple(fc.nat(10), flags, streams, payload)
    .map(([type, flag, stream, bytes]) => frame(type, flag, stream, bytes)),
  fc.constantFrom(1, 3, 5).map((stream) => frame(1, 4, stream, block(CALL))),
  fc.tuple(fc.constantFrom(1, 3, 5), fc.nat(1)).map(([stream, flag]) => frame(0, flag, stream, FRAMED)),
  fc.tuple(fc.nat(7), fc.nat(2 ** 31 - 1)).map(([id, value]) => settings([id, value])),
  fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
);
const PING = frame(6, 0, 0, Buffer.from('are you?'));

/** Until the server has answered or hung up: one of both it must. */
const settled = (peer: RawPeer): Promise<void> =>
  vi.waitFor(
    () =>
      expect(peer.isClosed() || peer.frames().some(({ type, flags: flag }) => type === 6 && flag === 1)).toBe(
        true,
      ),
    { timeout: 10_000, interval: 1 },
  );

it(
  'frames of any kind are answered or end their connection, and no other',
  async () => {
    const bystander = await connectRaw(port);
    const property = fc.asyncProperty(
      fc.array(anyFrame, { maxLength: 12 }),
      fc.array(fc.nat(), { maxLength: 3 }),
      async (frames, cuts) => {
        const bytes = Buffer.concat([PREFACE, settings(), ...frames, PING]);
        const places = cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b);
        const peer = await connectRaw(port, bytes.subarray(0, places[0] ?? bytes.length));
        for (const [i, place] of places.entries()) {
          await new Promise((resolve) => setImmediate(resolve));
          peer.send(bytes.subarray(place, places[i + 1] ?? bytes.length));
        }
        // What breaks off within a frame waits for its end.
        peer.socket.end();
        await vi.waitFor(() => expect(peer.isClosed()).toBe(true), { timeout: 10_000, interval: 1 });
        const goaway = peer.frames().find(({ type }) => type === 7);
        expect(goaway?.payload.readUInt32BE(4)).not.toBe(CODE.INTERNAL_ERROR);
        expect(errors).toEqual([]);
      },
    );
    await fc.assert(property, options);
    bystander.send(frame(1, 4, 1, block(CALL)), frame(0, 1, 1, FRAMED), PING);
    await settled(bystander);
    expect(bystander.isClosed()).toBe(false);
    expect(bystander.frames().filter(({ stream }) => stream === 1).length).toBe(3);
    bystander.socket.destroy();
    await vi.waitFor(() => expect(open).toBe(0), { timeout: 10_000 });
  },
  testMs(),
);
