import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const collectAll = (): void => {
  for (let times = 0; times < 3; times++) collect();
};

/** Whether something is still in memory, of what was there in an earlier turn of the event loop. */
export const isHeld = (something: WeakRef<object>): boolean => {
  collectAll();
  return something.deref() !== undefined;
};

/** Bytes that V8 holds after a full collection, those of buffers among them. */
export const heldBytes = (): number => {
  collectAll();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
