import { once } from 'node:events';
import { createServer } from 'node:net';
import { createMarked } from './bodies.ts';
import { createReader, type Message } from './http-reader.ts';

/**
 * The provider of the benchmark, a process of its own: answers every request at once, with a completion of about 1 KB or, where
 * the request asks for it, with a stream of 22 events without pauses. Tells its parent the port.
 */
const FRAMES = 20;
const ANSWER =
  'The harbour is open again, and the first boats have come in. Two of the three offers are within the budget: the second is cheaper by a tenth, the third is quieter. The committee wants to see both before the end of the month. Until then nothing needs to be decided, but somebody should ask the builder whether the roof can wait until spring, since the prices for wood are said to fall. I would write to the neighbours, too: a short note is enough, and it saves a meeting. If you like, I can draft it now, in two versions, one of them friendly and one of them shorter.';
const BASICS = { id: 'chatcmpl-bench', created: 1_780_000_000, model: 'bench' };

const nextJson = createMarked((mark) => {
  const body = JSON.stringify({
    ...BASICS,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: `${mark}. ${ANSWER}`, refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 120, completion_tokens: 130, total_tokens: 250 },
  });
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
});

const STREAM_HEAD =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n';

const eventOf = (delta: object, finishReason: string | null = null): string => {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return `data: ${JSON.stringify({ ...BASICS, object: 'chat.completion.chunk', choices })}\n\n`;
};

const chunkOf = (event: string): string => `${event.length.toString(16)}\r\n${event}\r\n`;

const WORDS = ANSWER.match(/ ?\S+/g)?.slice(0, FRAMES) ?? [];
const LATER_CHUNKS: readonly string[] = [
  ...WORDS.map((content) => chunkOf(eventOf({ content }))),
  chunkOf(`${eventOf({}, 'stop')}data: [DONE]\n\n`) + chunkOf(''),
];
const nextFirstChunk = createMarked((mark) => chunkOf(eventOf({ role: 'assistant', content: `${mark}.` })));

/** Proxies may put it at either end of the body, and with a blank. */
const asksForStream = ({ body }: Message): boolean =>
  /"stream": ?true/.test(body.toString('latin1', 0, 512)) ||
  /"stream": ?true/.test(body.toString('latin1', -512));

const server = createServer({ noDelay: true }, (socket) => {
  const reader = createReader((request) => {
    if (!asksForStream(request)) {
      socket.write(nextJson(), 'latin1');
      return;
    }
    socket.write(STREAM_HEAD, 'latin1');
    // A write for each event, as a provider's tokens come.
    for (const chunk of [nextFirstChunk(), ...LATER_CHUNKS]) socket.write(chunk, 'latin1');
  });
  socket.on('data', (bytes) => reader.push(bytes));
  // Proxies that end break connections off.
  socket.on('error', () => socket.destroy());
}).listen(0, '127.0.0.1');

await once(server, 'listening');
const address = server.address();
process.on('disconnect', () => process.exit(0));
process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
