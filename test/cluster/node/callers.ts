import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, BENIGN, chat, send } from '../../contract/stack.ts';

export type Caller = Readonly<{ url: string; key: string }>;

const headersOf = ({ key }: Caller): Record<string, string> => ({
  'content-type': 'application/json',
  authorization: 'Bearer provider-key-of-these-tests',
  'x-gateway-key': key,
});

export const ask = ({ url, key }: Caller, content: string): Promise<Answer> =>
  send(url, { headers: headersOf({ url, key }), body: chat(content) });

/** How streams ended: whole, refused before anything was answered (by status or error), or cut in the middle. */
export type Tally = { whole: number; refused: string[]; cut: string[] };

/** Some five seconds for each stream, unless said otherwise. */
const CHUNK_DELAY_MS = 250;
const CHUNK_CHARS = 5;
const ANSWER = 'Paris is the capital of France, and has been for a very long time, with few pauses since.';
const AFTER_REFUSAL_MS = 100;
const END = 'data: [DONE]';

const open = async (caller: Caller, chunkDelayMs: number): Promise<IncomingMessage> => {
  const url = new URL('/v1/chat/completions', caller.url);
  const request = httpRequest(url, {
    method: 'POST',
    // Each stream a connection of its own, which the Service may lead to any pod.
    agent: false,
    headers: {
      ...headersOf(caller),
      'x-sample-answer': Buffer.from(ANSWER).toString('base64'),
      'x-sample-chunk-delay-ms': String(chunkDelayMs),
      'x-sample-chunk-chars': String(CHUNK_CHARS),
    },
  });
  request.end(JSON.stringify(chat(BENIGN, { stream: true })));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
};

const readAll = async (response: IncomingMessage): Promise<string> => {
  let text = '';
  response.setEncoding('utf8');
  for await (const piece of response) text += piece;
  return text;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const runOne = async (
  caller: Caller,
  chunkDelayMs: number,
  tally: Tally,
): Promise<'whole' | 'refused' | 'cut'> => {
  const response = await open(caller, chunkDelayMs).catch((error: unknown) => messageOf(error));
  if (typeof response === 'string') {
    tally.refused.push(response);
    return 'refused';
  }
  const text = await readAll(response).catch((error: unknown) => `cut: ${messageOf(error)}`);
  if (response.statusCode !== 200) {
    tally.refused.push(`${response.statusCode} ${text.slice(0, 200)}`);
    return 'refused';
  }
  if (text.includes(END)) {
    tally.whole += 1;
    return 'whole';
  }
  tally.cut.push(text.slice(-200));
  return 'cut';
};

/** Streams without pause, `count` at a time, until stopped; streams that are open then are waited for. */
export const startStreams = (
  caller: Caller,
  count: number,
  chunkDelayMs = CHUNK_DELAY_MS,
): Readonly<{ stop: () => Promise<Tally> }> => {
  const tally: Tally = { whole: 0, refused: [], cut: [] };
  let isOver = false;
  const loop = async (index: number): Promise<void> => {
    // Not all at one moment; and whoever stops at once still gets one stream of each.
    await sleep(index * CHUNK_DELAY_MS);
    do if ((await runOne(caller, chunkDelayMs, tally)) === 'refused') await sleep(AFTER_REFUSAL_MS);
    while (!isOver);
  };
  const loops = Promise.all(Array.from({ length: count }, (_, index) => loop(index)));
  return {
    stop: async () => {
      isOver = true;
      await loops;
      return tally;
    },
  };
};
