import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '../errors.ts';
import { makeFolder } from '../platform/folder.ts';

const SECRET_BYTES = 32;
/** Longer than it takes another process to write what it has just opened, also on a busy machine. */
const OTHERS_WRITE_MS = 1000;
const LOOK_MS = 20;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

const readIfThere = async (path: string): Promise<Buffer | null> => {
  try {
    return await readFile(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

/** "wx": of two processes that start at once, the first one's secret counts. A full disk must leave no empty file behind. */
const make = async (path: string): Promise<void> => {
  makeFolder(dirname(path));
  try {
    await writeFile(path, randomBytes(SECRET_BYTES), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    await rm(path, { force: true });
    throw error;
  }
};

/** What stands there once whoever has opened it has written it; empty where he was cut off before he could. */
const readWritten = async (path: string): Promise<Buffer | null> => {
  let found = await readIfThere(path);
  for (let waitedMs = 0; found?.length === 0 && waitedMs < OTHERS_WRITE_MS; waitedMs += LOOK_MS) {
    await sleep(LOOK_MS);
    found = await readIfThere(path);
  }
  return found;
};

const load = async (path: string): Promise<Buffer | null> => {
  const found = await readWritten(path);
  if (found !== null && found.length > 0) return found;
  // No hash was ever made with an empty one.
  if (found !== null) await rm(path, { force: true });
  await make(path);
  // Whoever removes it, too, may remove what was made in its place: all take what stands there in the end.
  if (found !== null) await sleep(OTHERS_WRITE_MS);
  return readWritten(path);
};

/**
 * Keeps hashes of contents comparable over restarts, and useless to whoever reads only the store.
 *
 * @throws GatewayError `CONFIG_INVALID` for a file that cannot be read or written, or is too short to be a secret.
 */
export const loadHashSecret = async (dataDir: string): Promise<KeyObject> => {
  const path = resolve(dataDir, 'content-hash.secret');
  const secret = await load(path).catch((cause: unknown) => {
    throw new GatewayError('CONFIG_INVALID', `${path}: cannot be read or made (${codeOf(cause)})`, { cause });
  });
  if (secret === null || secret.length < SECRET_BYTES) {
    const problem = `has less than ${SECRET_BYTES} bytes; remove it, and another one is made`;
    throw new GatewayError('CONFIG_INVALID', `${path}: ${problem}`);
  }
  // As a key object: preparing the key anew for each record would cost more than the hash.
  return createSecretKey(secret);
};
