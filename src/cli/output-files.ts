import { accessSync, constants, existsSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { GatewayError } from '../errors.ts';
import { isNoFile, writeWhole } from '../platform/whole-file.ts';

/** Before work that may take an hour: whether its outcome could be kept. @throws GatewayError `USAGE`. */
export const checkWritable = (name: string, file: string | undefined): void => {
  if (file === undefined) return;
  try {
    const isThere = existsSync(file);
    if (isThere && statSync(file).isDirectory()) throw new Error('it is a folder');
    accessSync(isThere ? file : dirname(resolve(file)), constants.W_OK);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GatewayError('USAGE', `--${name}: ${file} cannot be written (${reason})`, { cause });
  }
};

/** Which file a path names, by whichever links; null for what cannot be looked at, and what is none: that may be several at once. */
const identityOf = (file: string): string | null => {
  try {
    if (!existsSync(file)) return resolve(file);
    return isNoFile(file) ? null : realpathSync(file);
  } catch {
    return null;
  }
};

/**
 * Looks at all files that a command will write, and that none takes the place of another one.
 *
 * @param outputs By the options that name them.
 * @param inputs Files that it reads.
 * @throws GatewayError `USAGE`.
 */
export const checkOutputs = (
  outputs: Readonly<Record<string, string | undefined>>,
  inputs: readonly string[],
): void => {
  const taken = new Map(inputs.map((file) => [identityOf(file), 'is one of the files that are read']));
  taken.delete(null);
  for (const [name, file] of Object.entries(outputs)) {
    if (file === undefined) continue;
    checkWritable(name, file);
    const identity = identityOf(file);
    const conflict = taken.get(identity);
    if (conflict !== undefined) throw new GatewayError('USAGE', `--${name}: ${file} ${conflict}.`);
    if (identity !== null) taken.set(identity, `is the file of --${name}, too`);
  }
};

/** A folder that takes no new files, and a file that is mounted by itself: there it is written in place. */
const IN_PLACE: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY']);

const write = (file: string, content: string | Uint8Array, mode: number): void => {
  try {
    if (!isNoFile(file)) {
      writeWhole(file, content, mode);
      return;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && IN_PLACE.has(error.code))) throw error;
  }
  writeFileSync(file, content, { mode });
};

/** What others may read, such as a model for the gateway's user. */
export const SHARED = 0o644;
/** Texts of callers. */
export const PRIVATE = 0o600;

/**
 * Keeps the outcome of long work: the whole of it, or what was there before.
 *
 * @param name Of the option that says where.
 * @throws GatewayError `CONFIG_INVALID`.
 */
export const writeOutput = (
  name: string,
  file: string,
  content: string | Uint8Array,
  mode: typeof SHARED | typeof PRIVATE,
): void => {
  try {
    write(file, content, mode);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GatewayError('CONFIG_INVALID', `--${name}: ${file} cannot be written (${reason})`, { cause });
  }
};
