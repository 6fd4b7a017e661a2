import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SECRETS } from '../../src/detection/rulesets/secrets.ts';
import { KEEP_ALIVE_MS } from '../contract/recording-provider.ts';
import { type Stack, startStack } from '../contract/stack.ts';
import { RULES } from '../unit/stream/rules.ts';
import { PERSONAL, SYSTEM, TOOL_RESULT, textsOf } from '../unit/stream/streams.ts';
import { TRANSCRIPTS } from '../unit/stream/transcripts.ts';

/**
 * Every transcript of the guard's own table through the real Envoy, cut in two at every byte and in many at random: the
 * same verdict and the same text each time.
 */
const CALLERS = 24;
const RANDOM_CUTS = 10;
const PAUSE_MS = 1;

/** On a busy machine a request may be turned away, or judged by the first tier alone; what is asked here is about splits. */
const PATIENT = {
  PORTCULLIS_SCAN_TIMEOUT_MS: '30000',
  PORTCULLIS_SCAN_SECOND_TIER_TIMEOUT_MS: '20000',
  PORTCULLIS_EXT_PROC_MESSAGE_TIMEOUT_MS: '40000',
  PORTCULLIS_LIMITS_QUEUE_TARGET_MS: '20000',
  PORTCULLIS_LIMITS_MAX_QUEUE_MS: '25000',
};

let server: Server;
let stack: Stack;

const entities = Object.fromEntries([
  ...PERSONAL.map((name) => [name, { output: 'redact' }]),
  ...SECRETS.rules.map(({ subType }) => [(subType ?? SECRETS.subType).toUpperCase(), { output: 'block' }]),
]);

/** Writes a transcript in pieces; which one, and where it is cut, stands in a header. */
const startProvider = async (): Promise<string> => {
  server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const [index, ...cuts] = String(request.headers['x-test-cuts']).split(',').map(Number);
    const bytes = TRANSCRIPTS[index ?? 0]?.bytes ?? Buffer.alloc(0);
    const write = async (): Promise<void> => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      let from = 0;
      for (const to of [...cuts, bytes.length]) {
        response.write(bytes.subarray(from, to));
        from = to;
        await sleep(PAUSE_MS);
      }
      response.end();
    };
    request.resume().once('end', () => {
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
      ...PATIENT,
      PORTCULLIS_POLICY_ENTITIES: JSON.stringify(entities),
      PORTCULLIS_POLICY_RULES: JSON.stringify(RULES),
    },
  });
});
afterAll(async () => {
  await stack.stop();
  server.closeAllConnections();
  server.close();
});

const BODY = {
  model: 'm',
  stream: true,
  messages: [
    { role: 'system', content: SYSTEM },
    { role: 'tool', tool_call_id: 'call_a', content: TOOL_RESULT },
    { role: 'user', content: 'Go on.' },
  ],
};

/** What a caller got: all texts, and how it ended. Ids and times differ between two requests. */
const ask = async (index: number, cuts: readonly number[]): Promise<string> => {
  const answer = await stack.call({ body: BODY, headers: { 'x-test-cuts': [index, ...cuts].join(',') } });
  const code = /"code":"(\w+_(?:detected|violation))"/.exec(answer.text)?.[1] ?? 'whole';
  const text = answer.text.replaceAll(/req_[0-9A-Z]{26}/g, 'ID').replaceAll(/"scan_time_ms":\d+/g, '');
  return JSON.stringify({ status: answer.status, code, texts: [...textsOf(Buffer.from(text))] });
};

const randomCuts = (length: number): readonly number[] =>
  Array.from({ length: 8 }, () => Math.floor(Math.random() * length)).sort((a, b) => a - b);

it('has at least 60 transcripts', () => expect(TRANSCRIPTS.length).toBeGreaterThanOrEqual(60));

it.each(TRANSCRIPTS.map((transcript, index) => ({ ...transcript, index })))(
  '$name',
  { timeout: 300_000 },
  async ({ index, bytes, expected, hidden }) => {
    const whole = await ask(index, []);
    expect(JSON.parse(whole).code === 'whole').toBe(typeof expected === 'string');
    for (const each of hidden) expect(whole).not.toContain(each);
    const cuts = [
      ...Array.from({ length: bytes.length - 1 }, (_, at) => [at + 1]),
      ...Array.from({ length: RANDOM_CUTS }, () => randomCuts(bytes.length)),
    ];
    const odd: string[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      for (let own = cuts[next++]; own !== undefined; own = cuts[next++]) {
        const seen = await ask(index, own);
        if (seen !== whole) odd.push(`${own.join()}: ${seen}`);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, work));
    expect(odd.slice(0, 3), whole).toEqual([]);
  },
);
