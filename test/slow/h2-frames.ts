import { openSocket } from '../contract/wire.ts';

/**
 * HTTP/2 by hand: clients refuse to send what these tests have to send. Headers go as literals without index or Huffman
 * code (RFC 7541 §6.2.2), which may hold any byte.
 */
type Header = readonly [name: string, value: string];

const HEADERS = 1;
const DATA = 0;
const SETTINGS = 4;
const END_STREAM = 1;
const END_HEADERS = 4;
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

const frame = (type: number, flags: number, stream: number, payload: Buffer): Buffer => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};

/** An integer of seven bits and more (RFC 7541 §5.1), and the bytes. */
const literal = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'latin1');
  const length: number[] = [Math.min(bytes.length, 127)];
  for (let rest = bytes.length - 127; rest >= 0; rest = rest < 128 ? -1 : Math.floor(rest / 128)) {
    length.push(rest < 128 ? rest : (rest % 128) | 128);
  }
  return Buffer.concat([Buffer.from(length), bytes]);
};

const block = (headers: readonly Header[]): Buffer =>
  Buffer.concat(
    headers.map(([name, value]) => Buffer.concat([Buffer.from([0]), literal(name), literal(value)])),
  );

/**
 * Sends one request on a connection of its own and waits until the other side ends it or has been silent for a while.
 *
 * @returns How many bytes came back.
 */
export const sendFrames = (
  baseUrl: string,
  headers: readonly Header[],
  body: string,
  silenceMs = 700,
): Promise<number> =>
  new Promise((resolve) => {
    const socket = openSocket(baseUrl);
    let received = 0;
    socket.setTimeout(silenceMs, () => socket.destroy());
    socket.on('data', (bytes: Buffer) => {
      received += bytes.length;
    });
    socket.on('error', () => socket.destroy());
    socket.once('close', () => resolve(received));
    socket.write(
      Buffer.concat([
        Buffer.from(PREFACE),
        frame(SETTINGS, 0, 0, Buffer.alloc(0)),
        frame(HEADERS, END_HEADERS, 1, block(headers)),
        frame(DATA, END_STREAM, 1, Buffer.from(body)),
      ]),
    );
  });
