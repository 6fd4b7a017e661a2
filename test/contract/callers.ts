import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, ATTACK, BENIGN, chat, type Stack } from './stack.ts';

/** One request of the load and what became of it. */
export type Sample = Readonly<{ atMs: number; isAttack: boolean; result: Answer | Error }>;

export type Load = Readonly<{
  samples: readonly Sample[];
  /** Ends the load; resolves when the last request has its answer. */
  stop: () => Promise<readonly Sample[]>;
}>;

/** Sends requests, each on a connection of its own, until told to stop: at most `callers` at a time. */
export const startLoad = (stack: Stack, callers: number, body: object = {}): Load => {
  const samples: Sample[] = [];
  let isRunning = true;
  let sent = 0;
  const work = async (): Promise<void> => {
    while (isRunning) {
      const isAttack = sent % 4 === 0;
      sent += 1;
      const atMs = Date.now();
      const result = await stack
        .call({ body: chat(isAttack ? ATTACK : BENIGN, body) })
        .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
      samples.push({ atMs, isAttack, result });
      // A closed port answers at once; without a pause the load would be nothing but refusals.
      if (result instanceof Error) await sleep(5);
    }
  };
  const all = Promise.all(Array.from({ length: callers }, work));
  return {
    samples,
    stop: async () => {
      isRunning = false;
      await all;
      return samples;
    },
  };
};

/** What became of a request, in a few words. */
export const kindOf = ({ result }: Sample): string => {
  if (result instanceof Error) return 'code' in result ? String(result.code) : result.message;
  return `${result.status} ${result.headers['x-gateway-input-status'] ?? '-'}`;
};

export const tally = (samples: readonly Sample[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const sample of samples) {
    const kind = `${sample.isAttack ? 'attack' : 'benign'}: ${kindOf(sample)}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};
