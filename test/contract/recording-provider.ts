import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A request as the provider got it: bytes and headers untouched, credentials included. */
export type Seen = Readonly<{
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
}>;

type Respond = (response: ServerResponse, request: IncomingMessage) => void;

export type RecordingProvider = Readonly<{
  url: string;
  seen: () => readonly Seen[];
  last: () => Seen;
  /** Answers the next request in this way in place of the usual completion. */
  next: (respond: Respond) => void;
  close: () => Promise<void>;
}>;

export const COMPLETION = JSON.stringify({
  id: 'chatcmpl-recorded',
  object: 'chat.completion',
  created: 1,
  model: 'recorded',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Paris.' }, finish_reason: 'stop' }],
});

export const json =
  (body: string | Buffer, headers: Readonly<Record<string, string>> = {}, status = 200): Respond =>
  (response) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    });
    response.end(body);
  };

/** Envoy must not send a request on a connection that is being closed for having been idle. */
export const KEEP_ALIVE_MS = 600_000;

/** A provider that keeps what it is sent, byte for byte, and answers as a test wants it to. */
export const startRecordingProvider = async (): Promise<RecordingProvider> => {
  const seen: Seen[] = [];
  const queued: Respond[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    seen.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: Array.from({ length: request.rawHeaders.length / 2 }, (_, index) => [
        (request.rawHeaders[index * 2] ?? '').toLowerCase(),
        request.rawHeaders[index * 2 + 1] ?? '',
      ]),
      body: Buffer.concat(chunks),
    });
    (queued.shift() ?? json(COMPLETION))(response, request);
  };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    seen: () => seen,
    last: () => {
      const last = seen.at(-1);
      if (last === undefined) throw new Error('the provider was never called');
      return last;
    },
    next: (respond) => {
      queued.push(respond);
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
