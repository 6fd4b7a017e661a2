import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { endChild, startLoadGenerator, startProvider } from './proxies/children.ts';
import { DIRECT, NOOP, PLAIN_ENVOY, PORTCULLIS } from './proxies/envoy-targets.ts';
import { createFigures } from './proxies/figures.ts';
import { goalsTable } from './proxies/goals.ts';
import { machine } from './proxies/machine.ts';
import { measureAll, type Results } from './proxies/measure.ts';
import { type Options, parseOptions, USAGE } from './proxies/options.ts';
import { PEER_CANDIDATES } from './proxies/peers.ts';
import {
  cpuTable,
  failureLines,
  latencyTable,
  measurersTable,
  memoryTable,
  ratioTable,
  throughputTable,
} from './proxies/tables.ts';
import type { Candidate, Place, Target } from './proxies/targets.ts';

/*
 * `npm run bench`: what a request costs that passes Portcullis, beside plain Envoy, a Go processor that does nothing, and (with
 * `--peers`) other gateways: CPU of every process, throughput, latency and memory, in one run, in turn. `--help` lists the
 * options, `README.md` says how the numbers come about.
 */
const OURS: readonly Candidate[] = [DIRECT, PLAIN_ENVOY, NOOP, ...PORTCULLIS];

const say = (text: string): void => console.error(text);

const read = (): Options => {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(USAGE);
    process.exit(0);
  }
  try {
    return parseOptions(
      args,
      [...OURS, ...PEER_CANDIDATES].map(({ id }) => id),
    );
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
};

const startAll = async (candidates: readonly Candidate[], place: Place, started: Target[]): Promise<void> => {
  for (const candidate of candidates) {
    say(`starting ${candidate.id}`);
    const target = await candidate.start(place);
    if (target !== null) started.push(target);
  }
};

const print = async (
  { plan, extProc, name }: Options,
  { targets, samples, memory }: Results,
  loadBefore: number,
): Promise<void> => {
  const figures = createFigures(samples);
  const { cells } = plan;
  const base = targets.find(({ id }) => id === 'noop') ?? targets.find(({ id }) => id === 'envoy');
  const sections = [
    await machine(),
    `\`npm run bench${name === '' ? '' : ` -- ${name}`}\`: ${plan.rounds} rounds in turn, medians; closed loops of ${plan.callers} callers for ` +
      `${plan.seconds} s, open ones of ${plan.rate} requests/s for ${plan.steadySeconds} s; Envoy with one worker thread, ` +
      `processors by ${extProc === 'unix' ? 'Unix socket' : 'TCP'}. Load of the machine: ${loadBefore.toFixed(1)} before, ` +
      `${(loadavg()[0] ?? 0).toFixed(1)} after.`,
    cpuTable(figures, targets, cells),
    ...(base === undefined ? [] : [ratioTable(figures, targets, cells, base)]),
    throughputTable(figures, targets, cells),
    ...cells.filter(({ id }) => plan.steady.includes(id)).map((cell) => latencyTable(figures, targets, cell)),
    memoryTable(targets, memory),
    measurersTable(figures, targets, cells),
    failureLines(figures, targets, samples),
    goalsTable(figures, samples, memory),
  ];
  console.log(sections.join('\n\n'));
};

const options = read();
const loadBefore = loadavg()[0] ?? 0;
const folder = await mkdtemp(join(tmpdir(), 'portcullis-bench-'));
const provider = await startProvider();
const load = startLoadGenerator();
const targets: Target[] = [];
try {
  const all = [...OURS, ...PEER_CANDIDATES];
  // Who names a peer wants it.
  const wanted = all.filter(
    (each) => options.only?.includes(each.id) ?? (options.peers || OURS.includes(each)),
  );
  const providerUrl = `http://127.0.0.1:${provider.port}`;
  await startAll(wanted, { folder, providerUrl, extProc: options.extProc, log: say }, targets);
  const bed = { load, provider: provider.child.pid ?? 0, targets };
  const results = await measureAll(bed, options.plan, say);
  if (options.jsonFile !== null)
    writeFileSync(
      options.jsonFile,
      JSON.stringify({ samples: results.samples, memory: results.memory }, null, 2),
    );
  await print(options, results, loadBefore);
} finally {
  await Promise.all(targets.map(({ stop }) => stop()));
  await endChild(load.child);
  await endChild(provider.child);
  await rm(folder, { recursive: true, force: true });
}
