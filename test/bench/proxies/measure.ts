import type { Cell, CellId } from './cells.ts';
import type { LoadGenerator } from './children.ts';
import type { Loop, Measured } from './loops.ts';
import { cpuOf, type Memory, memoryOf } from './processes.ts';
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
}>;

/** The kernel counts CPU in steps of 10 ms: fewer requests would be a few steps. */
const ENOUGH = 100;
/** How many times as long as planned a loop may take to get there. */
const PATIENCE = 5;
const SLOW_SHARE = 0.1;
const MOST_WARM_UP_SECONDS = 30;

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

const memories = (targets: readonly Target[]): readonly (readonly [string, string, Memory])[] =>
  targets.flatMap(({ id, parts }) => parts.map(({ name, pid }) => [id, name, memoryOf(pid)] as const));

/** Each round from another one on: what else the machine does hits all alike. */
const inTurn = <T>(items: readonly T[], round: number): readonly T[] => [
  ...items.slice(round % items.length),
  ...items.slice(0, round % items.length),
];

type Step = Readonly<{ target: Target; cell: Cell; loop: Loop; round: number }>;

const warmUps = (targets: readonly Target[], { cells, callers }: Plan): readonly Step[] =>
  targets.flatMap((target) =>
    cells
      .filter((cell) => canDo(target, cell))
      .map((cell) => {
        const atLeast = Math.ceil(cell.warmUp * (target.isSlow === true ? SLOW_SHARE : 1));
        const loop = {
          kind: 'closed',
          callers,
          seconds: 0,
          atLeast,
          mostSeconds: MOST_WARM_UP_SECONDS,
        } as const;
        return { target, cell, loop, round: -1 };
      }),
  );

const loopsFor = (cell: Cell, plan: Plan): readonly Loop[] => {
  const { callers, seconds } = plan;
  const closed = {
    kind: 'closed',
    callers,
    seconds,
    atLeast: ENOUGH,
    mostSeconds: seconds * PATIENCE,
  } as const;
  const open = { kind: 'open', rate: plan.rate, seconds: plan.steadySeconds } as const;
  return plan.steady.includes(cell.id) ? [closed, open] : [closed];
};

/** What is asked after what: a cell's loop goes to all targets before the next one begins. */
const stepsOf = (targets: readonly Target[], plan: Plan): readonly Step[] =>
  Array.from({ length: plan.rounds }, (_, round) =>
    plan.cells.flatMap((cell) =>
      loopsFor(cell, plan).flatMap((loop) =>
        inTurn(
          targets.filter((target) => canDo(target, cell)),
          round,
        ).map((target) => ({ target, cell, loop, round })),
      ),
    ),
  ).flat();

export type Results = Readonly<{ samples: readonly Sample[]; memory: readonly MemoryOfTarget[] }>;

/** @param say Told how far it is. */
export const measureAll = async (bed: Bed, plan: Plan, say: (text: string) => void): Promise<Results> => {
  const { targets } = bed;
  const idle = memories(targets);
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
  return { samples, memory };
};
