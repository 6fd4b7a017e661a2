import { meaningsOf } from './letter-kinds.ts';
import { kindAt, run } from './letter-runs.ts';
import { choices } from './letter-search.ts';

/** Which readings letters with several have in words that are words. */
export const votes = new Map<number, number[]>();

export const vote = (units: Uint16Array): void => {
  for (let at = run.start; at < run.end; at++) {
    const kind = kindAt(units, at);
    const count = meaningsOf(kind).length;
    if (count < 2) continue;
    const counts = votes.get(kind) ?? [];
    const choice = choices[at - run.start] ?? 0;
    counts[choice] = (counts[choice] ?? 0) + 1;
    votes.set(kind, counts);
  }
};

export const elected = (kind: number): string => {
  const meanings = meaningsOf(kind);
  const counts = votes.get(kind);
  if (counts === undefined) return meanings[0] ?? '';
  let best = 0;
  for (let choice = 1; choice < meanings.length; choice++)
    if ((counts[choice] ?? 0) > (counts[best] ?? 0)) best = choice;
  return meanings[best] ?? '';
};
