import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes that V8 holds after a full collection, those of buffers among them. */
export const heldBytes = (): number => {
  for (let times = 0; times < 3; times++) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
