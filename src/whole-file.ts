import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * Writes a file of which readers see the whole or nothing. A link stays one.
 *
 * @param mode Of the file, whatever the umask is.
 * @throws What the system says, or an error for what is there and is no file: it would be replaced, a device as well as a folder's link.
 */
export const writeWhole = (path: string, text: string, mode: number): void => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw new Error(`${path} is there, and is no file`);
  const target = found === undefined ? path : realpathSync(path);
  const draft = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { mode });
    // The mode above passes the umask, and says nothing of a file that was there.
    chmodSync(draft, mode);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
};
