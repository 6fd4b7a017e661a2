import { connect, type Socket } from 'node:net';

/** Sends these bytes on a connection of their own. @returns All that comes back until the connection ends. */
export const exchangeRaw = (baseUrl: string, bytes: string | Buffer, limitMs = 5000): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = openSocket(baseUrl);
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => socket.destroy(), limitMs);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('error', reject);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString());
    });
    socket.write(bytes);
  });

export const openSocket = (baseUrl: string): Socket => {
  const { hostname, port } = new URL(baseUrl);
  return connect(Number(port), hostname);
};

/** The head of a chat request as it stands on the wire, with the blank line at its end. */
export const rawHead = (requestLine: string, headers: Readonly<Record<string, string>>): string =>
  [requestLine, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');

export type RawAnswer = Readonly<{ status: number; headers: ReadonlyMap<string, string>; body: string }>;

/** Reads one answer that ended its connection. */
export const parseRaw = (text: string): RawAnswer => {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  return {
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers: new Map(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    ),
    body: rest.join('\r\n\r\n'),
  };
};
