import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { EXT_PROC_METHOD } from '../../../src/envoy/proto.ts';
import { FRAME, PREFACE } from '../../../src/envoy/transport/net/protocol.ts';

/** HTTP/2 by the byte, for what no client sends. */

export type Frame = Readonly<{ type: number; flags: number; stream: number; payload: Buffer }>;

export const frame = (type: number, flags: number, stream: number, payload: Uint8Array = Buffer.alloc(0)) => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};

export const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export const settings = (...pairs: readonly (readonly [id: number, value: number])[]): Buffer =>
  frame(
    FRAME.SETTINGS,
    0,
    0,
    Buffer.concat(pairs.map(([id, value]) => Buffer.concat([Buffer.from([0, id]), number(value)]))),
  );

const length = (value: number): Buffer => {
  if (value < 127) return Buffer.from([value]);
  const bytes = [127];
  let rest = value - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
};

/** Headers that no table keeps, as they are. */
export const block = (headers: readonly (readonly [name: string, value: string])[]): Buffer =>
  Buffer.concat(
    headers.flatMap(([name, value]) => [
      Buffer.from([0]),
      length(name.length),
      Buffer.from(name, 'latin1'),
      length(value.length),
      Buffer.from(value, 'latin1'),
    ]),
  );

export const CALL = [
  [':method', 'POST'],
  [':scheme', 'http'],
  [':path', EXT_PROC_METHOD],
  [':authority', 'localhost'],
  ['content-type', 'application/grpc'],
  ['te', 'trailers'],
] as const;

const framesIn = (bytes: Buffer): readonly Frame[] => {
  const frames: Frame[] = [];
  for (let at = 0; at + 9 <= bytes.length; ) {
    const end = at + 9 + bytes.readUIntBE(at, 3);
    if (end > bytes.length) break;
    frames.push({
      type: bytes[at + 3] ?? 0,
      flags: bytes[at + 4] ?? 0,
      stream: bytes.readUInt32BE(at + 5),
      payload: bytes.subarray(at + 9, end),
    });
    at = end;
  }
  return frames;
};

export type RawPeer = Readonly<{
  socket: Socket;
  send: (...parts: readonly Uint8Array[]) => void;
  /** All that the server has sent. */
  frames: () => readonly Frame[];
  isClosed: () => boolean;
}>;

/** @param greeting What is sent first. */
export const connectRaw = async (
  port: number,
  greeting: Buffer = Buffer.concat([PREFACE, settings()]),
): Promise<RawPeer> => {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  let isClosed = false;
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('close', () => {
    isClosed = true;
  });
  await once(socket, 'connect');
  socket.write(greeting);
  return {
    socket,
    send: (...parts) => socket.write(Buffer.concat(parts)),
    frames: () => framesIn(Buffer.concat(chunks)),
    isClosed: () => isClosed,
  };
};
