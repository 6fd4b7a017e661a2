import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { CELLS, type Cell } from './proxies/cells.ts';
import { endChild, startLoadGenerator, startProvider } from './proxies/children.ts';
import { comeToRest, cpuOf } from './proxies/processes.ts';
import type { Target } from './proxies/targets.ts';

/*
 * `npm run bench:compare -- --with DIR`: another tree of this project (with its own node_modules) and this one, each as a
 * gateway behind an Envoy (blocking, first tier, records on), asked in turn. Prints what a request takes of the processor's
 * and Envoy's CPU. Ratios are taken within a round, so they can be read on a busy machine, too.
 */
const { values } = parseArgs({
  options: {
    with: { type: 'string' },
    sizes: { type: 'string', default: '0.5,conversation' },
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '3' },
  },
});
const ROUNDS = Number(values.rounds);
const SECONDS = Number(values.seconds);
const cells = values.sizes.split(',').flatMap((size) => CELLS.filter(({ id }) => id === size));
if (values.with === undefined || cells.length === 0 || !(ROUNDS >= 1) || !(SECONDS > 0)) {
  console.error(`--with DIR, --sizes some of ${CELLS.map(({ id }) => id).join(',')}, --rounds, --seconds`);
  process.exit(2);
}
const CALLERS = 16;
const WARM_UP_SECONDS = 9;
/** Records are written a moment after the answers. */
const AFTERWARDS_MS = 400;

type Trees = typeof import('./proxies/envoy-targets.ts');

const start = async (tree: string, providerUrl: string, folder: string): Promise<Target> => {
  const file = pathToFileURL(join(resolve(tree), 'test/bench/proxies/envoy-targets.ts')).href;
  const { PORTCULLIS }: Trees = await import(file);
  const target = await PORTCULLIS.find(({ id }) => id === 'blocking')?.start({
    ...{ folder, providerUrl, extProc: 'tcp' },
    log: console.error,
  });
  if (target === null || target === undefined) throw new Error(`Portcullis did not start in ${tree}`);
  return target;
};

/** CPU of the processor and of Envoy for a request, in ms. */
type Cost = Readonly<{ processor: number; envoy: number }>;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const folder = await mkdtemp(join(tmpdir(), 'portcullis-compare-'));
const provider = await startProvider();
const load = startLoadGenerator();
const targets: Target[] = [];

const ask = ({ host, port, path, headers, expected }: Target, { body, warmUp }: Cell, isWarmUp: boolean) =>
  load.run({
    ...{ host, port, path, headers, expected, body },
    loop: {
      kind: 'closed',
      callers: CALLERS,
      seconds: isWarmUp ? WARM_UP_SECONDS : SECONDS,
      atLeast: isWarmUp ? warmUp : 0,
      mostSeconds: 60,
    },
  });

const measure = async (target: Target, cell: Cell): Promise<Cost> => {
  const pids = target.parts.map(({ pid }) => pid);
  const before = cpuOf(pids);
  const { requests, failures } = await ask(target, cell, false);
  await sleep(AFTERWARDS_MS);
  for (const [what, count] of Object.entries(failures)) console.error(`failed: ${count} × ${what}`);
  const [envoy = Number.NaN, processor = Number.NaN] = cpuOf(pids).map(
    (ms, part) => (ms - (before[part] ?? 0)) / requests,
  );
  return { processor, envoy };
};

const compare = async (cell: Cell): Promise<string> => {
  for (const target of targets) await ask(target, cell, true);
  const costs = targets.map((): Cost[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const turn of targets.keys()) {
      const which = (turn + round) % targets.length;
      const target = targets[which];
      if (target !== undefined) costs[which]?.push(await measure(target, cell));
    }
  }
  const [others = [], ours = []] = costs;
  const ratio = (of: (cost: Cost) => number): string => {
    const all = ours.map((cost, round) => of(cost) / of(others[round] ?? cost));
    return `${median(all).toFixed(3)} (${Math.min(...all).toFixed(3)}–${Math.max(...all).toFixed(3)})`;
  };
  const of = (all: readonly Cost[], what: keyof Cost): string =>
    median(all.map((cost) => cost[what])).toFixed(3);
  return `| ${cell.label} | ${of(others, 'processor')} [${of(others, 'envoy')}] | ${of(ours, 'processor')} [${of(ours, 'envoy')}] | ${ratio(({ processor }) => processor)} | ${ratio(({ processor, envoy }) => processor + envoy)} |`;
};

try {
  const providerUrl = `http://127.0.0.1:${provider.port}`;
  for (const tree of [values.with, '.']) {
    targets.push(await start(tree, providerUrl, await mkdtemp(join(folder, 'tree-'))));
  }
  await comeToRest(targets.flatMap(({ parts }) => parts.map(({ pid }) => pid)));
  console.log('| CPU ms per request, processor [Envoy] | the other tree | this one | ratio | with Envoy |');
  console.log('| --- | --- | --- | --- | --- |');
  for (const cell of cells) console.log(await compare(cell));
} finally {
  for (const target of targets) await target.stop();
  await endChild(load.child);
  await endChild(provider.child);
  await rm(folder, { recursive: true, force: true });
}
