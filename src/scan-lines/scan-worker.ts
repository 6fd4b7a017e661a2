import { parentPort, workerData } from 'node:worker_threads';
import { ConfigSchema } from '../config/schema.ts';
import { createLineScanner } from './line-scanner.ts';
import { BatchSchema, END } from './pool.ts';

/** One thread of `portcullis scan --jobs`: batches of lines in, batches of answers out, in the same order. */
const { scan, close } = await createLineScanner(ConfigSchema.parse(workerData));

const take = async (message: unknown): Promise<void> => {
  if (message === END) {
    await close();
    // Of this thread alone, whatever it still has to scan.
    process.exit();
  }
  const { id, lines, first } = BatchSchema.parse(message);
  parentPort?.postMessage({ id, ...(await scan(lines, first)) });
};

parentPort?.on('message', (message: unknown) => {
  take(message).catch((error: unknown) => {
    throw error;
  });
});
