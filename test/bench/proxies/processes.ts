import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the kernel counts of a process and of all that it started. */

/** USER_HZ, which Linux fixes for programs. */
const TICK_MS = 10;

type Stat = Readonly<{ parent: number; cpuMs: number }>;

/** Null where the process has ended. */
const readText = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

const statOf = (pid: number): Stat | null => {
  // The program's name may hold blanks and brackets.
  const fields = readText(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ');
  if (fields === undefined) return null;
  // utime and stime of all threads, and the same of children that have ended.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(fields[1]), cpuMs: ticks * TICK_MS };
};

const allStats = (): ReadonlyMap<number, Stat> => {
  const stats = new Map<number, Stat>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? statOf(pid) : null;
    if (stat !== null) stats.set(pid, stat);
  }
  return stats;
};

const familyOf = (root: number, stats: ReadonlyMap<number, Stat>): readonly number[] => {
  const family = [root];
  // Grows while it is walked: children of children come after their parents.
  for (const member of family) {
    for (const [pid, { parent }] of stats) if (parent === member) family.push(pid);
  }
  return family;
};

/** CPU time of each process with its threads and descendants, in ms. */
export const cpuOf = (pids: readonly number[]): readonly number[] => {
  const stats = allStats();
  return pids.map((root) =>
    familyOf(root, stats).reduce((sum, pid) => sum + (stats.get(pid)?.cpuMs ?? 0), 0),
  );
};

/** What a process still does by itself after its start, compiling and practising, is no part of a request. */
const REST = { lookMs: 1000, mostShare: 0.03, mostSeconds: 120 } as const;

/** Waits until none of these processes has work of its own; two minutes at most. */
export const comeToRest = async (pids: readonly number[]): Promise<void> => {
  const until = performance.now() + REST.mostSeconds * 1000;
  let before = cpuOf(pids);
  for (let isBusy = true; isBusy && performance.now() < until; ) {
    await sleep(REST.lookMs);
    const now = cpuOf(pids);
    isBusy = now.some((cpu, index) => cpu - (before[index] ?? 0) > REST.mostShare * REST.lookMs);
    before = now;
  }
};

export type Memory = Readonly<{ pssMb: number; rssMb: number }>;

const kilobytes = (text: string | null, field: string): number =>
  Number(new RegExp(`^${field}: +(\\d+) kB$`, 'm').exec(text ?? '')?.[1] ?? 0);

/** Memory of a process with its descendants: PSS counts what several processes share once, RSS in each. */
export const memoryOf = (root: number): Memory => {
  const all = familyOf(root, allStats()).map((pid) => readText(`/proc/${pid}/smaps_rollup`));
  const sum = (field: string): number =>
    all.reduce((total, text) => total + kilobytes(text, field), 0) / 1024;
  return { pssMb: sum('Pss'), rssMb: sum('Rss') };
};
