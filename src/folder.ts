import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Makes a folder with all above it, for this user alone. Node's own way of doing so never returns where a folder is there in which none
 * can be made, and says that it is not there (`/proc`).
 *
 * @throws What the system says.
 */
export const makeFolder = (path: string): void => {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (statSync(parent, { throwIfNoEntry: false }) === undefined) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Somebody else has made it meanwhile.
    if (!isFolder(path)) throw error;
  }
};
