import { setTimeout as sleep } from 'node:timers/promises';
import { ATTACK, BENIGN, chat, eventually, type Stack } from '../contract/stack.ts';

const PAUSE_MS = 20;

/** Benign texts and attacks in turn, one after the other, for so long. */
export const traffic = async (own: Stack, forMs: number) => {
  const seen = new Set<string>();
  const untilMs = Date.now() + forMs;
  let sent = 0;
  while (Date.now() < untilMs) {
    const text = sent % 4 === 3 ? ATTACK : BENIGN;
    sent += 1;
    const { status, headers } = await own.call({ body: chat(text) });
    seen.add(`${text === ATTACK ? 'attack' : 'benign'} ${status} ${headers['x-gateway-input-status']}`);
    await sleep(PAUSE_MS);
  }
  return { sent, seen };
};

/** What `traffic` sees where nothing is wrong. */
export const AS_EVER = new Set(['benign 200 pass', 'attack 403 blocked']);

/** How many records were stored and lost; together they are all that was sent. */
export const settled = async (own: Stack, sent: number): Promise<{ written: number; dropped: number }> => {
  const [written, dropped] = await eventually(
    () => Promise.all([own.metric('records_written_total'), own.metric('records_dropped_total')]),
    ([stored, lost]) => stored + lost === sent,
    60_000,
  );
  if ((await own.metric('requests_total')) !== sent) throw new Error('requests_total is not what was sent');
  return { written, dropped };
};
