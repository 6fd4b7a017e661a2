import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../errors.ts';
import { requireFile } from './sqlite/require-file.ts';

const BUSY_MS = 30_000;

const unwritable = (file: string, reason: string, cause?: unknown): GatewayError =>
  new GatewayError('STORE_FAILED', `${file} cannot be written: ${reason}.`, { cause });

/** For this user alone, and never over something else. */
const createEmpty = (file: string, name: string): void => {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw unwritable(name, code === 'EEXIST' ? 'it is there already' : code, cause);
  }
};

/** What SQLite leaves beside a file that it could not finish. */
const ENDINGS = ['', '-journal', '-wal', '-shm'];

const countRows = (database: DatabaseSync, table: string): number =>
  Number(database.prepare(`select count(*) as total from ${table}`).get()?.['total']);

const check = (file: string): Omit<BackedUp, 'file'> => {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const answer = database.prepare('pragma quick_check').get()?.['quick_check'];
    if (answer !== 'ok') throw new Error(`the copy is damaged: ${answer}`);
    return { records: countRows(database, 'requests'), keys: countRows(database, 'gateway_keys') };
  } finally {
    database.close();
  }
};

export type BackedUp = Readonly<{ file: string; records: number; keys: number }>;

/**
 * Writes the whole of a SQLite store to a new file while gateways go on writing to it: all of one moment, without gaps. A copy of the file
 * alone would lack what still lies in the log beside it. The file has its name only when it is whole, so that whoever is killed leaves none
 * that looks like a backup.
 *
 * @throws GatewayError `STORE_FAILED` where the file is there already or cannot be written; nothing of it is left then.
 */
export const backUpFile = (path: string, file: string): BackedUp => {
  if (existsSync(file)) throw unwritable(file, 'it is there already');
  const unfinished = `${file}.unfinished-${randomUUID()}`;
  createEmpty(unfinished, file);
  try {
    requireFile(path);
    const database = new DatabaseSync(path);
    try {
      database.exec(`pragma busy_timeout = ${BUSY_MS}`);
      database.prepare('vacuum into ?').run(unfinished);
    } finally {
      database.close();
    }
    const counts = check(unfinished);
    // Takes the name, if nobody has meanwhile.
    createEmpty(file, file);
    try {
      renameSync(unfinished, file);
    } catch (cause) {
      rmSync(file, { force: true });
      throw cause;
    }
    return { file, ...counts };
  } catch (cause) {
    for (const ending of ENDINGS) rmSync(unfinished + ending, { force: true });
    if (cause instanceof GatewayError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GatewayError('STORE_FAILED', `The backup of ${path} failed: ${reason}`, { cause });
  }
};
