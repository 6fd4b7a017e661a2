import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Makes a folder with all above it, for this user alone where no mode is given. Node's own way of doing so never returns where a folder is
 * there in which none can be made, and says that it is not there (`/proc`).
 *
 * @throws What the system says.
 */
export const makeFolder = (path: string, mode = 0o700): void => {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (statSync(parent, { throwIfNoEntry: false }) === undefined) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Somebody else has made it meanwhile.
    if (!isFolder(path)) throw error;
  }
};
