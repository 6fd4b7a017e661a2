import { once } from 'node:events';
import { createServer, request as httpRequest, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a provider of the benchmarks streams: so many chunks of one word, one every so many milliseconds. */
export type Pace = Readonly<{ chunks: number; everyMs: number }>;

const WORDS =
  'The quarterly report shows that revenue grew by twelve percent while costs stayed flat, and the team expects the same for the next year, provided that nothing unforeseen happens in the supply chain. '.match(
    / ?\S+/g,
  ) ?? [];

/** What a caller saw of one stream; characters held are those sent and not yet received. */
export type Sample = Readonly<{
  firstMs: number;
  perChunkMs: readonly number[];
  heldChars: readonly number[];
}>;

/** Characters sent so far, by stream. */
const sent = new Map<string, number>();

const writeStream = async (
  response: ServerResponse,
  id: string,
  { chunks, everyMs }: Pace,
): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let chars = 0;
  for (let index = 0; index < chunks; index += 1) {
    const content = WORDS[index % WORDS.length] ?? '';
    chars += content.length;
    sent.set(id, chars);
    const chunk = {
      id,
      // Nobody reads this field: it carries the time at which the chunk was sent.
      system_fingerprint: String(performance.now()),
      choices: [{ index: 0, delta: { content } }],
    };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    await sleep(everyMs);
  }
  response.end('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
};

export const startStreamProvider = async (pace: Pace) => {
  let streams = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      streams += 1;
      writeStream(response, `s${streams}`, pace).catch(() => response.destroy());
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const BODY = JSON.stringify({
  model: 'bench',
  stream: true,
  messages: [{ role: 'user', content: 'Report, please.' }],
});

/** Reads one stream to its end. Throws where anything of it is missing. */
export const readStream = async (url: string, key: string, { chunks }: Pace): Promise<Sample> => {
  const startMs = performance.now();
  const { hostname, port } = new URL(url);
  const request = httpRequest({
    hostname,
    port,
    method: 'POST',
    path: '/v1/chat/completions',
    agent: false,
    headers: { authorization: 'Bearer x', 'x-gateway-key': key, 'content-type': 'application/json' },
  });
  request.end(BODY);
  const [response] = await once(request, 'response');
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`);
  const perChunkMs: number[] = [];
  const heldChars: number[] = [];
  let firstMs: number | null = null;
  let received = 0;
  let rest = '';
  for await (const bytes of response) {
    const nowMs = performance.now();
    const events = `${rest}${bytes}`.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      if (event === 'data: [DONE]') continue;
      const chunk = JSON.parse(event.slice('data: '.length));
      const content: string | undefined = chunk.choices[0].delta.content;
      if (content === undefined) continue;
      firstMs ??= nowMs - startMs;
      received += content.length;
      perChunkMs.push(nowMs - Number(chunk.system_fingerprint));
      heldChars.push((sent.get(chunk.id) ?? 0) - received);
    }
  }
  if (perChunkMs.length !== chunks) throw new Error(`${perChunkMs.length} of ${chunks} chunks`);
  return { firstMs: firstMs ?? 0, perChunkMs, heldChars };
};
