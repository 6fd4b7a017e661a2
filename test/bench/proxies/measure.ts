import type { Cell, CellId } from './cells.ts';
import type { LoadGenerator } from './children.ts';
import type { Loop, Measured } from './loops.ts';
import { comeToRest, cpuOf, type Memory, memoryOf } from './processes.ts';
import type { Target } from './targets.ts';

/** One target asked one kind of request for a few seconds. */
export type Sample = Readonly<{
  target: string;
  cell: CellId;
  loop: Loop['kind'];
  round: number;
  measured: Measured;
  /** CPU ms per request, by the name of the process. */
  cpu: Readonly<Record<string, number>>;
}>;

export type MemoryOfTarget = Readonly<{
  target: string;
  part: string;
  idle: Memory;
  loaded: Memory;
}>;

export type Bed = Readonly<{
  load: LoadGenerator;
  provider: number;
  targets: readonly Target[];
}>;

export type Plan = Readonly<{
  cells: readonly Cell[];
  rounds: number;
  callers: number;
  /** Seconds of a closed loop. */
  seconds: number;
  /** Cells that are asked at a fixed rate, too. */
  steady: readonly CellId[];
  rate: number;
  steadySeconds: number;
  /** How long a row may take for the requests of `Cell.warmUp`. */
  mostWarmUpSeconds: number;
}>;

/** The kernel counts CPU in steps of 10 ms: fewer requests would be a few steps. */
const ENOUGH = 100;
/** How many times as long as planned a loop may take to get there. */
const PATIENCE = 5;
const SLOW_SHARE = 0.1;
/** The same of what is asked before anything is measured. */
const SLOW_WARM_UP_SHARE = 0.01;

export const LOAD = 'load generator';
export const PROVIDER = 'provider';

const ask = async (
  { load, provider }: Bed,
  target: Target,
  cell: Cell,
  loop: Loop,
): Promise<Pick<Sample, 'measured' | 'cpu'>> => {
  const processes = [
    ...target.parts,
    { name: PROVIDER, pid: provider },
    { name: LOAD, pid: load.child.pid ?? 0 },
  ];
  const pids = processes.map(({ pid }) => pid);
  const before = cpuOf(pids);
  const { host, port, path, headers, expected } = target;
  const measured = await load.run({ host, port, path, headers, expected, body: cell.body, loop });
  const after = cpuOf(pids);
  const cpu = Object.fromEntries(
    processes.map(({ name }, index) => [
      name,
      ((after[index] ?? 0) - (before[index] ?? 0)) / measured.requests,
    ]),
  );
  return { measured, cpu };
};

const canDo = (target: Target, cell: Cell): boolean => target.leftOut?.[cell.id] === undefined;

const ONE_REQUEST: Loop = { kind: 'closed', callers: 1, seconds: 0, atLeast: 1, mostSeconds: 1 };
const SMALLEST = '0.5';

/** Others' gateways cannot do everything: what fails at the first try is left out, and its cell says how. */
const tryOut = async (bed: Bed, target: Target, { cells }: Plan): Promise<Target> => {
  if (target.pace === undefined) return target;
  const leftOut: Record<string, string> = {};
  for (const cell of cells) {
    if (target.pace === 'once') {
      if (cell.id !== SMALLEST) leftOut[cell.id] = 'not asked';
      continue;
    }
    const { measured } = await ask(bed, target, cell, ONE_REQUEST);
    const [failure] = Object.keys(measured.failures);
    if (failure !== undefined) leftOut[cell.id] = `fails (${failure})`;
  }
  return { ...target, leftOut };
};

const memories = (targets: readonly Target[]): readonly (readonly [string, string, Memory])[] =>
  targets.flatMap(({ id, parts }) => parts.map(({ name, pid }) => [id, name, memoryOf(pid)] as const));

/** Each round from another one on: what else the machine does hits all alike. */
const inTurn = <T>(items: readonly T[], round: number): readonly T[] => [
  ...items.slice(round % items.length),
  ...items.slice(0, round % items.length),
];

type Step = Readonly<{ target: Target; cell: Cell; loop: Loop; round: number }>;

const warmUps = (
  targets: readonly Target[],
  { cells, callers, mostWarmUpSeconds: mostSeconds }: Plan,
): readonly Step[] =>
  targets.flatMap((target) =>
    cells
      .filter((cell) => canDo(target, cell) && target.pace !== 'once')
      .map((cell) => {
        const atLeast = Math.ceil(cell.warmUp * (target.pace === 'slow' ? SLOW_WARM_UP_SHARE : 1));
        const loop = {
          kind: 'closed',
          callers,
          seconds: 0,
          atLeast,
          mostSeconds,
        } as const;
        return { target, cell, loop, round: -1 };
      }),
  );

const loopsFor = (cell: Cell, plan: Plan): readonly Loop['kind'][] =>
  plan.steady.includes(cell.id) ? ['closed', 'open'] : ['closed'];

const loopOf = ({ pace }: Target, kind: Loop['kind'], plan: Plan): Loop => {
  if (pace === 'once') return ONE_REQUEST;
  const { callers, seconds } = plan;
  if (kind === 'open') return { kind, rate: plan.rate, seconds: plan.steadySeconds };
  const atLeast = pace === 'slow' ? ENOUGH * SLOW_SHARE : ENOUGH;
  return { kind, callers, seconds, atLeast, mostSeconds: seconds * PATIENCE };
};

const takesPart = (target: Target, cell: Cell, kind: Loop['kind'], round: number): boolean =>
  canDo(target, cell) && (target.pace !== 'once' || (kind === 'closed' && round === 0));

/** What is asked after what: a cell's loop goes to all targets before the next one begins. */
const stepsOf = (targets: readonly Target[], plan: Plan): readonly Step[] =>
  Array.from({ length: plan.rounds }, (_, round) =>
    plan.cells.flatMap((cell) =>
      loopsFor(cell, plan).flatMap((kind) =>
        inTurn(targets, round)
          .filter((target) => takesPart(target, cell, kind, round))
          .map((target) => ({ target, cell, loop: loopOf(target, kind, plan), round })),
      ),
    ),
  ).flat();

export type Results = Readonly<{
  /** With what they cannot do. */
  targets: readonly Target[];
  samples: readonly Sample[];
  memory: readonly MemoryOfTarget[];
}>;

/** @param say Told how far it is. */
export const measureAll = async (bed: Bed, plan: Plan, say: (text: string) => void): Promise<Results> => {
  say('waiting until all have come to rest');
  await comeToRest(bed.targets.flatMap(({ parts }) => parts.map(({ pid }) => pid)));
  const idle = memories(bed.targets);
  const targets: Target[] = [];
  for (const target of bed.targets) targets.push(await tryOut(bed, target, plan));
  for (const { target, cell, loop } of warmUps(targets, plan)) {
    say(`warming up: ${target.label}, ${cell.label}`);
    await ask(bed, target, cell, loop);
  }
  const samples: Sample[] = [];
  for (const { target, cell, loop, round } of stepsOf(targets, plan)) {
    say(`round ${round + 1} of ${plan.rounds}: ${cell.label}, ${loop.kind} loop, ${target.label}`);
    const asked = await ask(bed, target, cell, loop);
    samples.push({ target: target.id, cell: cell.id, loop: loop.kind, round, ...asked });
  }
  const loaded = memories(targets);
  const memory = idle.map(([target, part, before], index): MemoryOfTarget => {
    return { target, part, idle: before, loaded: loaded[index]?.[2] ?? before };
  });
  return { targets, samples, memory };
};
