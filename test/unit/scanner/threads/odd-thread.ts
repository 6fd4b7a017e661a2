import { getHeapSpaceStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { OrderSchema } from '../../../../src/scanner/threads/messages.ts';

/** In the place of a thread that scans: does what the first text of an order says. */
const { flags } = z.object({ flags: z.instanceof(Int32Array<SharedArrayBuffer>) }).parse(workerData);
/** How many orders came that were to be scanned. */
let scans = 0;

const waitForFlag = (slot: number): void => {
  while (Atomics.load(flags, slot) === 0) Atomics.wait(flags, slot, 0, 5);
};

/** How far the young generation grows, in MB, when there are many objects that live on. */
const youngMb = (): number => {
  const made = Array.from({ length: 2_000_000 }, (_, i) => ({ i }));
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return made.length === 0 ? 0 : Math.round((young?.space_size ?? 0) / 1024 / 1024);
};

const say = (id: number, found: readonly (readonly object[])[] | null): void =>
  parentPort?.postMessage({ id, found });

parentPort?.on('message', (message: unknown) => {
  const order = OrderSchema.parse(message);
  if (order.type !== 'scan') return;
  scans += 1;
  const [{ text } = { text: '' }] = order.texts;
  if (text.startsWith('throw')) throw new Error('as it was told');
  if (text.startsWith('exit')) process.exit(7);
  if (text.startsWith('hang')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (text.startsWith('wait')) waitForFlag(order.slot);
  if (text.startsWith('young')) say(order.id, [[{ ruleId: String(youngMb()) }]]);
  else if (text.startsWith('less')) say(order.id, []);
  else if (text.startsWith('wait')) say(order.id, null);
  else
    say(
      order.id,
      order.texts.map(() => [{ ruleId: String(scans) }]),
    );
});
parentPort?.postMessage({ id: 0, found: null });
