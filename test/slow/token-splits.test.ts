import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KEEP_ALIVE_MS } from '../contract/recording-provider.ts';
import { answerOf, DONE, delta, finish, inPieces, role } from '../contract/sse.ts';
import { type Stack, startStack } from '../contract/stack.ts';
import { textsOf } from '../unit/stream/streams.ts';

/** Placeholders in a streamed answer through the real Envoy, cut in two at every byte: the caller gets his values each time. */
const CALLERS = 24;
const PAUSE_MS = 1;
const CARD = '4111 1111 1111 1111';
const EMAIL = 'ann@example.com';

const SAID =
  'Card <CREDIT_CARD_1>, `<email address 1>`, not <CREDIT_CARD_2> nor https://evil.example/<CREDIT_CARD_1>.';
const HEARD = `Card ${CARD}, \`${EMAIL}\`, not <CREDIT_CARD_2> nor https://evil.example/<CREDIT_CARD_1>.`;
const ARGUMENTS = JSON.stringify({
  card: '<CREDIT_CARD_1>',
  mail: JSON.stringify({ to: '<EMAIL_ADDRESS_1>' }),
});

const call = (piece: string): string =>
  delta({ tool_calls: [{ index: 0, function: { name: 'pay', arguments: piece } }] });
const STREAMS = [
  {
    name: 'words',
    bytes: Buffer.from(answerOf(SAID, 6)),
    place: '/choices/0/content',
    heard: HEARD,
  },
  {
    name: 'a tool call',
    bytes: Buffer.from([role(), ...inPieces(ARGUMENTS, 6).map(call), finish('tool_calls'), DONE].join('')),
    place: '/choices/0/tool_calls/0/function/arguments',
    heard: JSON.stringify({ card: CARD, mail: JSON.stringify({ to: EMAIL }) }),
  },
];

let server: Server;
let stack: Stack;
let leaked = '';

const startProvider = async (): Promise<string> => {
  server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const [index, cut = 0] = String(request.headers['x-test-cuts']).split(',').map(Number);
    const bytes = STREAMS[index ?? 0]?.bytes ?? Buffer.alloc(0);
    const write = async (): Promise<void> => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(bytes.subarray(0, cut));
      await sleep(PAUSE_MS);
      response.end(bytes.subarray(cut));
    };
    request.on('data', (chunk: Buffer) => {
      if (/4111|ann@/.test(chunk.toString())) leaked = chunk.toString();
    });
    request.once('end', () => {
      write().catch(() => response.destroy());
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
};

beforeAll(async () => {
  stack = await startStack({
    upstream: await startProvider(),
    env: {
      PORTCULLIS_LOG_LEVEL: 'warn',
      PORTCULLIS_POLICY_ENTITIES: '{"EMAIL_ADDRESS":{"input":"tokenize"}}',
    },
  });
});
afterAll(async () => {
  await stack.stop();
  server.closeAllConnections();
  server.close();
});

it.each(STREAMS.map((stream, index) => ({ ...stream, index })))(
  '$name',
  { timeout: 300_000 },
  async ({ index, bytes, place, heard }) => {
    const body = { model: 'm', stream: true, messages: [{ role: 'user', content: `${CARD}, ${EMAIL}` }] };
    const odd: string[] = [];
    let next = 1;
    const work = async (): Promise<void> => {
      for (let cut = next++; cut < bytes.length; cut = next++) {
        const answer = await stack.call({ body, headers: { 'x-test-cuts': `${index},${cut}` } });
        const text = textsOf(answer.body).get(place);
        if (text !== heard) odd.push(`${cut}: ${answer.status} ${text}`);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, work));
    expect(odd.slice(0, 3)).toEqual([]);
    expect(leaked).toBe('');
  },
);
