import { statSync } from 'node:fs';

/**
 * To open a pipe would wait until somebody writes into it.
 *
 * @throws Error where something is there that is no file.
 */
export const requireFile = (path: string): void => {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`${path} is there, and is no file`);
};
