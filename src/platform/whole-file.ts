import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The file itself, behind all links, also where it is not there yet. */
const targetOf = (path: string): string => {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return realpathSync(path);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return path;
  return targetOf(resolve(realpathSync(dirname(path)), readlinkSync(path)));
};

/** `/dev/stdout` and the like, where output goes to a file: to replace that would lose what others write there. */
const isStream = (path: string): boolean => /^\/(?:dev$|proc\/)/.test(realpathSync(dirname(path)));

/** Whether something is there that is no file, or may not be replaced as one. */
export const isNoFile = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && (!found.isFile() || isStream(path));
};

/**
 * Writes a file of which readers see the whole or nothing. A link stays one.
 *
 * @param mode Of the file, whatever the umask is.
 * @returns The file itself, behind all links.
 * @throws What the system says, or an error for what is there and is no file: it would be replaced, a device as well as a folder's link.
 */
export const writeWhole = (path: string, content: string | Uint8Array, mode: number): string => {
  if (isNoFile(path)) throw new Error(`${path} is there, and is no file`);
  const target = targetOf(path);
  // A name that nobody can guess, and made by us: in a folder that others may write to, it would else be one of theirs.
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, content, { mode, flag: 'wx' });
    // The mode above passes the umask.
    chmodSync(draft, mode);
    renameSync(draft, target);
    return target;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
};
