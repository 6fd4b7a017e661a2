import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CELLS } from './proxies/cells.ts';
import { endChild, startLoadGenerator, startProvider } from './proxies/children.ts';
import { PORTCULLIS } from './proxies/envoy-targets.ts';
import { machine } from './proxies/machine.ts';
import { type Memory, memoryOf } from './proxies/processes.ts';
import type { Target } from './proxies/targets.ts';

/*
 * `npm run bench:capacity -- --requests 100000 --rate 1000`: so many requests of 0.5 KB, all different, through Envoy and
 * Portcullis (blocking, first tier, records on), at a fixed rate, whether or not there are answers. Prints the latencies, and
 * memory of both processes as it goes; ends with exit code 1 where a request failed or the rate was not kept.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '1000' },
    size: { type: 'string', default: '0.5' },
  },
});
const REQUESTS = Number(values.requests);
const RATE = Number(values.rate);
const cell = CELLS.find(({ id }) => id === values.size);
if (!(REQUESTS >= 1 && REQUESTS <= 10_000_000 && RATE >= 1 && RATE <= 20_000) || cell === undefined) {
  console.error(
    `--requests up to 10000000, --rate up to 20000, --size one of ${CELLS.map(({ id }) => id).join(', ')}`,
  );
  process.exit(2);
}
const SAMPLE_EVERY_MS = 1000;
const WARM_UP = { kind: 'closed', callers: 16, seconds: 0, atLeast: 3000, mostSeconds: 60 } as const;
/** Of the rate that was asked for: a request may be late by the time of the last answers. */
const LEAST_SHARE = 0.98;

const folder = await mkdtemp(join(tmpdir(), 'portcullis-capacity-'));
const provider = await startProvider();
const load = startLoadGenerator();
const candidate = PORTCULLIS.find(({ id }) => id === 'blocking');
let target: Target | null = null;

const row = (name: string, all: readonly Memory[]): string => {
  const [first] = all;
  const last = all.at(-1);
  const most = (read: (memory: Memory) => number): string => Math.max(...all.map(read)).toFixed(0);
  const cells = [
    first?.pssMb.toFixed(0),
    most(({ pssMb }) => pssMb),
    last?.pssMb.toFixed(0),
    most(({ rssMb }) => rssMb),
  ];
  return `| ${name} | ${cells.join(' | ')} |`;
};

try {
  const providerUrl = `http://127.0.0.1:${provider.port}`;
  target = (await candidate?.start({ folder, providerUrl, extProc: 'tcp', log: console.error })) ?? null;
  if (target === null) throw new Error('Portcullis did not start');
  const { host, port, path, headers, expected, parts } = target;
  const job = { host, port, path, headers, expected, body: cell.body };
  await load.run({ ...job, loop: WARM_UP });
  const memory = parts.map(({ pid }) => [memoryOf(pid)]);
  const timer = setInterval(() => {
    for (const [at, { pid }] of parts.entries()) memory[at]?.push(memoryOf(pid));
  }, SAMPLE_EVERY_MS);
  const measured = await load.run({ ...job, loop: { kind: 'open', rate: RATE, seconds: REQUESTS / RATE } });
  clearInterval(timer);
  for (const [at, { pid }] of parts.entries()) memory[at]?.push(memoryOf(pid));

  const failed = Object.values(measured.failures).reduce((sum, count) => sum + count, 0);
  const rate = measured.requests / measured.seconds;
  console.log(`${await machine()}\n`);
  console.log(
    `${measured.requests} requests of ${cell.label} in ${measured.seconds.toFixed(1)} s (${rate.toFixed(0)}/s): ${failed} failed. ` +
      `p50 ${measured.p50.toFixed(1)}, p90 ${measured.p90.toFixed(1)}, p99 ${measured.p99.toFixed(1)}, longest ${measured.maxMs.toFixed(0)} ms.\n`,
  );
  for (const [what, count] of Object.entries(measured.failures)) console.log(`- ${count} × ${what}`);
  console.log(
    '| memory, MB | PSS at first | PSS at most | PSS at last | RSS at most |\n|---|---|---|---|---|',
  );
  for (const [at, { name }] of parts.entries()) console.log(row(name, memory[at] ?? []));
  if (failed > 0 || rate < RATE * LEAST_SHARE) process.exitCode = 1;
} finally {
  await target?.stop();
  await endChild(load.child);
  await endChild(provider.child);
  await rm(folder, { recursive: true, force: true });
}
