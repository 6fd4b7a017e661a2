import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { BENIGN, chat, type Stack } from './stack.ts';

/** What a stream of chat completions is made of, as far as tests look at it. */
const Chunk = z.looseObject({
  id: z.string().optional(),
  model: z.string().optional(),
  choices: z
    .array(
      z.looseObject({
        index: z.number().optional(),
        delta: z
          .looseObject({ content: z.string().nullish(), tool_calls: z.array(z.unknown()).optional() })
          .optional(),
        finish_reason: z.string().nullish(),
      }),
    )
    .optional(),
  gateway: z.unknown().optional(),
  error: z.unknown().optional(),
});
export type Chunk = z.output<typeof Chunk>;

export const IDENTITY = {
  id: 'chatcmpl-recorded',
  object: 'chat.completion.chunk',
  created: 1_750_000_000,
  model: 'recorded-model',
} as const;

export const DONE = 'data: [DONE]\n\n';

/** An event with a chunk, as OpenAI writes it. */
export const chunk = (choices: readonly object[], rest: object = {}): string =>
  `data: ${JSON.stringify({ ...IDENTITY, choices, ...rest })}\n\n`;

export const delta = (of: object, index = 0, reason: string | null = null): string =>
  chunk([{ index, delta: of, logprobs: null, finish_reason: reason }]);

export const role = (index = 0): string => delta({ role: 'assistant', content: '' }, index);
export const says = (text: string, index = 0): string => delta({ content: text }, index);
export const finish = (reason = 'stop', index = 0): string => delta({}, index, reason);

/** Cuts a text into pieces of so many characters. */
export const inPieces = (text: string, chars: number): string[] =>
  Array.from({ length: Math.ceil(text.length / chars) }, (_, at) => text.slice(at * chars, (at + 1) * chars));

/** A whole answer in words, so many characters an event. */
export const answerOf = (text: string, chars = 7): string =>
  [role(), ...inPieces(text, chars).map((piece) => says(piece)), finish(), DONE].join('');

/** The data of each event, joined where it has several lines; comments have none. */
export const dataOf = (text: string): string[] =>
  text.split(/\r\n\r\n|\n\n|\r\r/).flatMap((event) => {
    const lines = event.split(/\r\n|\n|\r/).filter((line) => line.startsWith('data:'));
    return lines.length === 0 ? [] : [lines.map((line) => line.replace(/^data: ?/, '')).join('\n')];
  });

/** The chunks of a stream. @throws Where an event holds no valid JSON. */
export const chunksOf = (text: string): Chunk[] =>
  dataOf(text)
    .filter((data) => data !== '[DONE]')
    .map((data) => Chunk.parse(JSON.parse(data)));

/** The text of one choice. */
export const contentOf = (text: string, index = 0): string =>
  chunksOf(text)
    .flatMap(({ choices }) => choices ?? [])
    .filter((choice) => (choice.index ?? 0) === index)
    .map(({ delta: each }) => each?.content ?? '')
    .join('');

/** What a provider does with one request, and when it saw its connection closed. */
export type Play = Readonly<{
  respond: (response: ServerResponse) => void;
  /** When the connection was gone before all was written; null where all was written. */
  cutAtMs: () => number | null;
  isOver: () => boolean;
}>;

/** A pause of so many milliseconds, or bytes. */
export type Move = number | string | Buffer;

export const SSE_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8' } as const;

/** Writes an answer move by move, each piece of bytes by itself. */
export const play = (
  moves: Iterable<Move>,
  options: Readonly<{
    headers?: Readonly<Record<string, string>>;
    trailers?: Readonly<Record<string, string>>;
    /** Destroys the connection in place of an end. */
    breaksOff?: boolean;
  }> = {},
): Play => {
  let cutAtMs: number | null = null;
  let isOver = false;
  const move = async (response: ServerResponse, to: Move): Promise<void> => {
    if (typeof to === 'number') {
      await sleep(to);
      return;
    }
    if (!response.write(to)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    // Each piece is to leave by itself.
    await new Promise((resolve) => setImmediate(resolve));
  };
  const perform = async (response: ServerResponse): Promise<void> => {
    for (const to of moves) {
      if (response.destroyed) return;
      await move(response, to);
    }
    if (options.breaksOff === true) response.destroy();
    else {
      if (options.trailers !== undefined) response.addTrailers(options.trailers);
      response.end();
    }
  };
  return {
    respond: (response) => {
      response.once('close', () => {
        if (!response.writableFinished) cutAtMs = Date.now();
        isOver = true;
      });
      response.writeHead(200, {
        ...SSE_HEADERS,
        ...(options.trailers === undefined ? {} : { trailer: Object.keys(options.trailers).join(', ') }),
        ...options.headers,
      });
      response.flushHeaders();
      perform(response).catch(() => response.destroy());
    },
    cutAtMs: () => cutAtMs,
    isOver: () => isOver,
  };
};

export type Arrival = Readonly<{ atMs: number; text: string }>;

/** A stream as its caller got it. */
export type Received = Readonly<{
  status: number;
  headers: IncomingHttpHeaders;
  requestId: string;
  arrivals: readonly Arrival[];
  bytes: Buffer;
  text: string;
  /** Null where the answer came to its proper end. */
  error: Error | null;
  endedAtMs: number;
}>;

export type Listening = Readonly<{
  /** Resolves at the end, proper or not. */
  received: Promise<Received>;
  /** What has come so far. */
  soFar: () => string;
  abort: () => void;
}>;

export type Asked = Readonly<{ headers?: Readonly<Record<string, string>>; body?: object }>;

/** Asks for a stream with valid credentials, and notes when each piece of it comes. */
export const listen = (stack: Stack, { headers = {}, body }: Asked = {}): Listening => {
  const bytes = Buffer.from(JSON.stringify(body ?? chat(BENIGN, { stream: true })));
  const url = new URL(stack.ready.proxyUrl);
  const request = httpRequest({
    host: url.hostname,
    port: url.port,
    method: 'POST',
    path: '/v1/chat/completions',
    agent: false,
    headers: {
      authorization: 'Bearer sk-test-provider-key',
      'x-gateway-key': stack.ready.gatewayKey,
      'content-type': 'application/json',
      'content-length': bytes.length,
      ...headers,
    },
  });
  const pieces: Buffer[] = [];
  const arrivals: Arrival[] = [];
  const receive = async (): Promise<Received> => {
    request.end(bytes);
    const [response] = await once(request, 'response');
    let error: Error | null = null;
    try {
      for await (const piece of response) {
        pieces.push(piece);
        arrivals.push({ atMs: Date.now(), text: piece.toString() });
      }
    } catch (thrown) {
      error = thrown instanceof Error ? thrown : new Error(String(thrown));
    }
    const all = Buffer.concat(pieces);
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      requestId: String(response.headers['x-gateway-request-id']),
      arrivals,
      bytes: all,
      text: all.toString(),
      error,
      endedAtMs: Date.now(),
    };
  };
  request.on('error', () => undefined);
  return {
    received: receive(),
    soFar: () => Buffer.concat(pieces).toString(),
    abort: () => request.destroy(),
  };
};

/** A sequence that is random enough for cuts, and the same in every run. */
export const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** How the bytes of an answer are cut into writes. */
export const SPLITS = ['whole', 'bytes', 'random', 'random with pauses'] as const;
export type Split = (typeof SPLITS)[number];

const LONGEST_IN_BYTES = 1500;

/** @param seed Of random cuts. */
export const split = (bytes: Buffer, how: Split, seed: number): Move[] => {
  if (how === 'whole') return [bytes];
  const random = createRandom(seed);
  const longest = how === 'bytes' ? 1 : Math.max(40, Math.ceil(bytes.length / 60));
  const moves: Move[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + Math.floor(random() * longest);
    moves.push(bytes.subarray(at, at + size));
    if (how === 'random with pauses' && random() < 0.3) moves.push(Math.ceil(random() * 8));
    at += size;
  }
  return moves;
};

export const splitsFor = (bytes: Buffer): readonly Split[] =>
  SPLITS.filter((how) => how !== 'bytes' || bytes.length <= LONGEST_IN_BYTES);
