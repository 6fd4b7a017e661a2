import { Agent, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ATTACK, BENIGN, chat, eventually, type Stack, startStack } from '../contract/stack.ts';

/** Node's HTTP/2 server drops a connection after some thousand resets: fewer requests would not show it. */
const SEQUENTIAL = 2_000;
const CONCURRENT = 20_000;
const CALLERS = 32;
const ATTACK_EVERY = 10;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ env: { PORTCULLIS_LOG_LEVEL: 'warn' } });
});
afterAll(() => stack.stop());

type Seen = Readonly<{ status: number; input: string; output: string }>;

const createCaller = (agent: Agent) => {
  const bodies = {
    benign: Buffer.from(JSON.stringify(chat(BENIGN))),
    attack: Buffer.from(JSON.stringify(chat(ATTACK))),
  };
  const { hostname, port } = new URL(stack.ready.proxyUrl);
  return (isAttack: boolean): Promise<Seen> =>
    new Promise((resolve, reject) => {
      const body = isAttack ? bodies.attack : bodies.benign;
      const request = httpRequest(
        {
          agent,
          hostname,
          port,
          method: 'POST',
          path: '/v1/chat/completions',
          headers: {
            authorization: 'Bearer sk-x',
            'x-gateway-key': stack.ready.gatewayKey,
            'content-type': 'application/json',
            'content-length': body.length,
          },
        },
        (response) => {
          response.resume();
          response.once('error', reject);
          response.once('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              input: String(response.headers['x-gateway-input-status']),
              output: String(response.headers['x-gateway-output-status']),
            }),
          );
        },
      );
      request.once('error', reject);
      request.end(body);
    });
};

/** Anything but the one right answer, as text, with how often it came. */
const tally = (faults: Map<string, number>, seen: string): void => {
  faults.set(seen, (faults.get(seen) ?? 0) + 1);
};

const run = async (count: number, callers: number): Promise<Map<string, number>> => {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const call = createCaller(agent);
  const faults = new Map<string, number>();
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const isAttack = next % ATTACK_EVERY === 0;
      next += 1;
      const wanted = isAttack ? '403 blocked skipped' : '200 pass pass';
      const seen = await call(isAttack).then(
        ({ status, input, output }) => `${status} ${input} ${output}`,
        (error: unknown) => String(error),
      );
      if (seen !== wanted) tally(faults, `${wanted} → ${seen}`);
    }
  };
  await Promise.all(Array.from({ length: callers }, work));
  agent.destroy();
  return faults;
};

it(`answers ${SEQUENTIAL} requests one after another without a single failure`, async () => {
  expect(await run(SEQUENTIAL, 1)).toEqual(new Map());
});

it(`answers ${CONCURRENT} requests from ${CALLERS} callers at once without a single failure`, async () => {
  expect(await run(CONCURRENT, CALLERS)).toEqual(new Map());
});

it('has recorded or counted every one of them, and has none in flight', async () => {
  const total = SEQUENTIAL + CONCURRENT;
  // In one reading: the queue is written while others are asked for. Envoy ends its stream behind the answer.
  const [requests, inFlight, ...records] = await eventually(
    () =>
      stack.metrics(
        ...['requests_total', 'streams_in_flight'],
        ...['records_written_total', 'records_dropped_total', 'record_queue_length'],
      ),
    ([, streams]) => streams === 0,
  );
  expect(requests).toBe(total);
  expect(inFlight).toBe(0);
  expect(records.reduce((sum, count) => sum + count)).toBe(total);
});
