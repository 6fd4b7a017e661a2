import type { ChildProcess } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findEnvoy } from '../../src/envoy/binary.ts';
import { portcullis } from '../contract/program.ts';
import { readiness, serve } from '../contract/serving.ts';
import { eventually } from '../contract/stack.ts';
import { freePort } from '../free-port.ts';
import { CELLS, type Cell } from './proxies/cells.ts';
import { endChild, startLoadGenerator, startProvider } from './proxies/children.ts';
import { envoyBefore } from './proxies/envoy-targets.ts';
import type { Loop, Measured } from './proxies/loops.ts';
import { cpuOf, memoryOf } from './proxies/processes.ts';
import { AUTHORIZATION, CHAT_PATH } from './proxies/targets.ts';

/*
 * `npm run bench:cores`: ways to use more than one core behind one address, in turn: one process, one with threads that scan
 * (`scan.threads`), two processes between which Envoy takes turns. Prints throughput and CPU of large requests, and how long
 * short ones take while large ones are scanned.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '3' } },
});
const ROUNDS = Number(values.rounds);
const SECONDS = Number(values.seconds);
if (!(ROUNDS >= 1) || !(SECONDS > 0)) {
  console.error('--rounds, --seconds');
  process.exit(2);
}
const CALLERS = 16;
const FEW_CALLERS = 4;
const SHORT_RATE = 50;
const WARM_UP_SECONDS = 5;
const READY_MS = 60_000;
/** Records are written a moment after the answers. */
const AFTERWARDS_MS = 400;

type Way = Readonly<{ label: string; processes: 1 | 2; threads: number }>;
const WAYS: readonly Way[] = [
  { label: 'one process', processes: 1, threads: 0 },
  { label: 'one process, `scan.threads: 1`', processes: 1, threads: 1 },
  { label: 'one process, `scan.threads: 2`', processes: 1, threads: 2 },
  { label: 'two processes', processes: 2, threads: 0 },
];

type Row = Readonly<{
  label: string;
  host: string;
  port: number;
  key: string;
  pids: readonly number[];
  stop: () => Promise<void>;
}>;

const envoyOf = async (folder: string, ports: readonly number[]): Promise<string> => {
  const { path } = await findEnvoy({ env: process.env, log: console.error });
  if (ports.length === 1) return path;
  const script = new URL('./proxies/envoy-of-two.ts', import.meta.url).pathname;
  const wrapper = join(folder, 'envoy');
  await writeFile(
    wrapper,
    `#!/bin/sh\nexec '${process.execPath}' '${script}' '${path}' ${ports.join(' ')} "$@"\n`,
  );
  await chmod(wrapper, 0o755);
  return wrapper;
};

const start = async (
  { label, processes, threads }: Way,
  providerUrl: string,
  folder: string,
): Promise<Row> => {
  await mkdir(folder);
  const key = (await portcullis(['keys', 'create', '--data-dir', folder])).stdout.trim();
  const env = { PORTCULLIS_SCAN_SECOND_TIER: 'off', PORTCULLIS_SCAN_THREADS: String(threads) };
  const ports = await Promise.all(Array.from({ length: processes }, freePort));
  const gateways: ChildProcess[] = [];
  for (const port of ports) {
    const metricsPort = await freePort();
    const address = { kind: 'tcp', host: '127.0.0.1', port } as const;
    gateways.push(serve({ folder, drainMs: 1, output: 'ignore', env }, address, metricsPort));
    await eventually(
      () => readiness(metricsPort),
      (status) => status === 200,
      READY_MS,
    );
  }
  const place = { folder, providerUrl, extProc: 'tcp', log: console.error } as const;
  const address = { kind: 'tcp', host: '127.0.0.1', port: ports[0] ?? 0 } as const;
  const envoy = await envoyBefore(place, folder, address, await envoyOf(folder, ports));
  const { hostname, port } = new URL(envoy.proxyUrl);
  return {
    ...{ label, key, host: hostname, port: Number(port) },
    pids: gateways.map(({ pid = 0 }) => pid),
    stop: async () => {
      await envoy.stop(0);
      for (const gateway of gateways) await endChild(gateway);
    },
  };
};

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const folder = await mkdtemp(join(tmpdir(), 'portcullis-cores-'));
const provider = await startProvider();
const [large, short] = [startLoadGenerator(), startLoadGenerator()];

const cellOf = (id: string): Cell => {
  const cell = CELLS.find((each) => each.id === id);
  if (cell === undefined) throw new Error(`there is no request of ${id} KB`);
  return cell;
};

/** `requests`: those that had their answer. */
const ask = async (generator: typeof large, row: Row, { body }: Cell, loop: Loop): Promise<Measured> => {
  const { host, port, key } = row;
  const headers = { ...AUTHORIZATION, 'x-gateway-key': key };
  const measured = await generator.run({ host, port, path: CHAT_PATH, headers, expected: [], body, loop });
  for (const [what, count] of Object.entries(measured.failures)) {
    console.error(`${row.label}: failed: ${count} × ${what}`);
  }
  const failed = Object.values(measured.failures).reduce((sum, count) => sum + count, 0);
  return { ...measured, requests: measured.requests - failed };
};

const closed = (callers: number, seconds: number): Loop => ({
  ...{ kind: 'closed', callers, seconds, atLeast: 0, mostSeconds: seconds * 2 },
});

/** One kind of request by many callers: requests a second, and the processors' CPU for one in ms. */
const throughput = async (row: Row, cell: Cell): Promise<readonly number[]> => {
  const cpu = (): number => cpuOf(row.pids).reduce((sum, ms) => sum + ms, 0);
  const before = cpu();
  const { requests, seconds } = await ask(large, row, cell, closed(CALLERS, SECONDS));
  await new Promise((done) => setTimeout(done, AFTERWARDS_MS));
  return [requests / seconds, (cpu() - before) / requests];
};

/** Short requests while a few callers send large ones: the median and the 99th percentile of the short, and large ones a second. */
const mixed = async (row: Row): Promise<readonly number[]> => {
  const [those, these] = await Promise.all([
    ask(large, row, cellOf('128'), closed(FEW_CALLERS, SECONDS)),
    ask(short, row, cellOf('0.5'), { kind: 'open', rate: SHORT_RATE, seconds: SECONDS }),
  ]);
  return [these.p50, these.p99, those.requests / those.seconds];
};

const rows: Row[] = [];
try {
  for (const [index, way] of WAYS.entries()) {
    rows.push(await start(way, `http://127.0.0.1:${provider.port}`, join(folder, String(index))));
  }
  const measures = [
    (row: Row) => throughput(row, cellOf('8')),
    (row: Row) => throughput(row, cellOf('128')),
    mixed,
  ];
  for (const row of rows) {
    for (const id of ['8', '128']) await ask(large, row, cellOf(id), closed(CALLERS, WARM_UP_SECONDS));
  }
  const all = rows.map(() => measures.map((): (readonly number[])[] => []));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [which, measure] of measures.entries()) {
      for (const turn of rows.keys()) {
        const at = (turn + round) % rows.length;
        const row = rows[at];
        if (row !== undefined) all[at]?.[which]?.push(await measure(row));
      }
    }
  }
  console.log(
    `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}, medians of ${ROUNDS} rounds\n`,
  );
  console.log(
    `| | 8 KB: requests/s, CPU ms | 128 KB: requests/s, CPU ms | 0.5 KB at ${SHORT_RATE}/s beside ${FEW_CALLERS} callers with 128 KB: p50, p99 ms; large requests/s | PSS MB |`,
  );
  console.log('|---|---|---|---|---|');
  for (const [at, row] of rows.entries()) {
    const cells = (all[at] ?? []).map((runs) =>
      (runs[0] ?? [])
        .map((_, place) => median(runs.map((run) => run[place] ?? Number.NaN)).toPrecision(3))
        .join(', '),
    );
    const pss = row.pids.reduce((sum, pid) => sum + memoryOf(pid).pssMb, 0);
    console.log(`| ${row.label} | ${cells.join(' | ')} | ${pss.toFixed(0)} |`);
  }
} finally {
  for (const row of rows) await row.stop();
  await endChild(large.child);
  await endChild(short.child);
  await endChild(provider.child);
  await rm(folder, { recursive: true, force: true });
}
