import { parentPort, workerData } from 'node:worker_threads';
import { ConfigSchema } from '../config/schema.ts';
import { createLineScanner } from './line-scanner.ts';
import { BatchSchema } from './pool.ts';

/** One thread of `portcullis scan --jobs`: batches of lines in, batches of answers out, in the same order. */
const { scan } = await createLineScanner(ConfigSchema.parse(workerData));

const answer = async (message: unknown): Promise<void> => {
  const { id, lines, first } = BatchSchema.parse(message);
  parentPort?.postMessage({ id, lines: await scan(lines, first) });
};

parentPort?.on('message', (message: unknown) => {
  answer(message).catch((error: unknown) => {
    throw error;
  });
});
