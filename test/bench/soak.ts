import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ATTACK, answering, chat, eventually, type Stack, startStack } from '../contract/stack.ts';
import { prose } from './scan-texts.ts';

/*
 * `npm run bench:soak -- --minutes 60 --rate 30`: mixed traffic through Envoy and gateway at a steady rate, dashboard
 * and records on. Does memory stay flat, does every request get the answer it should, and is each of them counted
 * exactly once: by the caller, the metrics, the records and, where it should have come so far, the provider? Prints
 * memory as it goes and the counts at the end; exit code 1 where an answer or a count is wrong.
 */

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, rate: { type: 'string', default: '30' } },
});
const MINUTES = Number(values.minutes);
const RATE = Number(values.rate);
const SAMPLES = 20;
/** Callers wait here rather than pile up where the machine stands still for a moment. */
const MAX_OPEN = 256;
const TIMEOUT_MS = 60_000;
const SHOWN_FAULTS = 10;

type Sent = Readonly<{
  name: string;
  body: Buffer;
  headers: Readonly<Record<string, string>>;
  /** What the caller must see. */
  status: number;
  /** Whether the provider gets it. */
  isForwarded: boolean;
  /** What the end of the answer must be, where it is a stream. */
  tail?: string;
}>;

const CARD = ['4111', '1111', '1111', '1111'].join(' ');
const json = (value: object): Buffer => Buffer.from(JSON.stringify(value));
const passing = { status: 200, isForwarded: true, headers: {} } as const;
const refused = { isForwarded: false, headers: {} } as const;
/** Whole sentences: "Nobody could" before an attack is another sentence, and half a word is none. */
const sentences = (chars: number, seed: number): string => {
  const text = prose(chars, seed);
  return text.slice(0, text.lastIndexOf('.') + 1);
};

/** Short mostly, now and then a document. */
const lengthOf = (index: number): number => 200 + ((index * 7919) % 3800) + (index % 40 === 0 ? 32_000 : 0);

/** A hundred kinds in turn; a kind fills as many places as its share. */
const KINDS: readonly Readonly<{ share: number; make: (index: number) => Sent }>[] = [
  {
    share: 55,
    make: (index) => ({ ...passing, name: 'chat', body: json(chat(sentences(lengthOf(index), index))) }),
  },
  {
    share: 18,
    make: (index) => ({
      ...passing,
      name: 'stream',
      body: json(chat(sentences(600, index), { stream: true })),
      headers: { 'x-sample-chunk-delay-ms': '20', ...answering(sentences(400, index + 1)) },
      tail: 'data: [DONE]\n\n',
    }),
  },
  {
    share: 8,
    make: (index) => ({
      ...refused,
      name: 'attack',
      status: 403,
      body: json(chat(`${sentences(300, index)} ${ATTACK}`)),
    }),
  },
  {
    share: 6,
    make: (index) => ({
      ...passing,
      name: 'card redacted',
      body: json(chat(`${sentences(300, index)} My card is ${CARD}.`)),
      headers: answering('I noted <CREDIT_CARD_1>.'),
    }),
  },
  {
    share: 5,
    make: (index) => ({
      ...passing,
      name: 'gzip',
      body: gzipSync(json(chat(sentences(3000, index)))),
      headers: { 'content-encoding': 'gzip' },
    }),
  },
  {
    share: 2,
    make: () => ({ ...refused, name: 'bad JSON', status: 400, body: Buffer.from('{"model":') }),
  },
  {
    share: 2,
    make: () => ({
      ...refused,
      name: 'bad key',
      status: 401,
      body: json(chat('Hello.')),
      headers: { 'x-gateway-key': 'pcl_x' },
    }),
  },
  {
    share: 2,
    make: (index) => ({
      ...passing,
      name: 'provider fails',
      status: 500,
      body: json(chat(sentences(200, index))),
      headers: { 'x-sample-status': '500' },
    }),
  },
  {
    share: 2,
    make: (index) => ({
      ...passing,
      name: 'slow provider',
      body: json(chat(sentences(200, index))),
      headers: { 'x-sample-delay-ms': '3000' },
    }),
  },
];
const TURNS = KINDS.flatMap(({ share, make }) => Array.from({ length: share }, () => make));
/** Neighbours in the list are no neighbours in time: 37 and 100 have no common divisor. */
const makeRequest = (index: number): Sent => {
  const make = TURNS[(index * 37) % TURNS.length];
  if (make === undefined) throw new Error('there is no kind of request');
  return make(index);
};

const createCaller = ({ ready }: Stack) => {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_OPEN });
  const { hostname, port } = new URL(ready.proxyUrl);
  /** @returns What is wrong with the answer; null where nothing is. */
  const call = ({ body, headers, status, tail }: Sent): Promise<string | null> =>
    new Promise((resolve) => {
      const request = httpRequest(
        {
          agent,
          hostname,
          port,
          method: 'POST',
          path: '/v1/chat/completions',
          headers: {
            authorization: 'Bearer sk-soak',
            'x-gateway-key': ready.gatewayKey,
            'content-type': 'application/json',
            'content-length': body.length,
            ...headers,
          },
        },
        (response) => {
          let end = '';
          response.on('data', (chunk: Buffer) => {
            end = (end + chunk.toString('latin1')).slice(-64);
          });
          response.once('error', (error) => resolve(String(error)));
          response.once('end', () => {
            if (response.statusCode !== status) resolve(`${response.statusCode} in place of ${status}`);
            else
              resolve(tail === undefined || end.endsWith(tail) ? null : `ends with ${JSON.stringify(end)}`);
          });
        },
      );
      request.setTimeout(TIMEOUT_MS, () => request.destroy(new Error('no answer in time')));
      request.once('error', (error) => resolve(String(error)));
      request.end(body);
    });
  return { call, close: () => agent.destroy() };
};

const residentMib = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

const countRecords = (dataDir: string): number => {
  const file = new DatabaseSync(join(dataDir, 'portcullis.db'), { readOnly: true });
  const row = file.prepare('select count(*) as count from requests').get();
  file.close();
  return Number(row?.['count'] ?? 0);
};

const stack = await startStack({
  dashboard: true,
  env: { PORTCULLIS_LOG_LEVEL: 'error' },
});
const { call, close } = createCaller(stack);
const faults: string[] = [];
const sent = { total: 0, forwarded: 0, behind: 0 };
const byKind = new Map<string, number>();
const open = new Set<Promise<void>>();

const noteFault = (fault: string): void => {
  faults.push(fault);
  if (faults.length <= SHOWN_FAULTS) console.error(fault);
};

const sendOne = (index: number): void => {
  const request = makeRequest(index);
  sent.total += 1;
  if (request.isForwarded) sent.forwarded += 1;
  byKind.set(request.name, (byKind.get(request.name) ?? 0) + 1);
  const work = call(request).then((fault) => {
    if (fault !== null) noteFault(`${request.name} (${index}): ${fault}`);
    open.delete(work);
  });
  open.add(work);
};

const sampleMemory = async (minute: number): Promise<void> => {
  const streams = await stack.metric('streams_in_flight').catch(() => '?');
  const memory = [stack.ready.gatewayPid, stack.ready.envoyPid].map(residentMib);
  console.log(`| ${[minute.toFixed(1), sent.total, ...memory, streams, faults.length].join(' | ')} |`);
};

console.log('| minute | requests | gateway MiB | Envoy MiB | in flight | wrong |\n|---|---|---|---|---|---|');
const startMs = performance.now();
const endMs = startMs + MINUTES * 60_000;
let nextSampleMs = startMs;
for (let index = 0; performance.now() < endMs; index++) {
  const waitMs = startMs + (index / RATE) * 1000 - performance.now();
  if (waitMs > 1) await sleep(waitMs);
  if (open.size >= MAX_OPEN) {
    sent.behind += 1;
    await Promise.race(open);
  }
  sendOne(index);
  if (performance.now() < nextSampleMs) continue;
  await sampleMemory((performance.now() - startMs) / 60_000);
  nextSampleMs += (MINUTES * 60_000) / SAMPLES;
}
await Promise.all(open);
close();

const written = await eventually(
  () => stack.metric('records_written_total'),
  (count) => count >= sent.total,
  30_000,
).catch(() => stack.metric('records_written_total'));
await sampleMemory((performance.now() - startMs) / 60_000);
const counts = {
  'sent by the caller': sent.total,
  requests_total: await stack.metric('requests_total'),
  'records_written_total + records_dropped_total': written + (await stack.metric('records_dropped_total')),
  'rows in the store': countRecords(stack.dataDir) + (await stack.metric('records_dropped_total')),
};
console.log('\n| counted | requests |\n|---|---|');
for (const [name, count] of Object.entries(counts)) console.log(`| ${name} | ${count} |`);
console.log(
  `| to be forwarded | ${sent.forwarded} |\n| seen by the provider | ${stack.provider.requests().chat} |`,
);
console.log(`\n${[...byKind].map(([name, count]) => `${name} ${count}`).join(', ')}`);
console.log(`wrong answers: ${faults.length}; waited for ${MAX_OPEN} open requests: ${sent.behind} times`);
const areExact =
  Object.values(counts).every((count) => count === sent.total) &&
  stack.provider.requests().chat === sent.forwarded;
process.exitCode = areExact && faults.length === 0 ? 0 : 1;
await stack.stop();
