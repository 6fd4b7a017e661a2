import { closeSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../errors.ts';

const BUSY_MS = 30_000;

/** For this user alone, and never over something else. */
const createEmpty = (file: string): void => {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    const reason = code === 'EEXIST' ? 'it is there already' : code;
    throw new GatewayError('STORE_FAILED', `${file} cannot be written: ${reason}.`, { cause });
  }
};

const countRows = (database: DatabaseSync, table: string): number =>
  Number(database.prepare(`select count(*) as total from ${table}`).get()?.['total']);

const check = (file: string): BackedUp => {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const answer = database.prepare('pragma quick_check').get()?.['quick_check'];
    if (answer !== 'ok') throw new Error(`the copy is damaged: ${answer}`);
    return { file, records: countRows(database, 'requests'), keys: countRows(database, 'gateway_keys') };
  } finally {
    database.close();
  }
};

export type BackedUp = Readonly<{ file: string; records: number; keys: number }>;

/**
 * Writes the whole of a SQLite store to a new file while gateways go on writing to it: all of one moment, without gaps. A copy of the file
 * alone would lack what still lies in the log beside it.
 *
 * @throws GatewayError `STORE_FAILED` where the file is there already or cannot be written; nothing of it is left then.
 */
export const backUpFile = (path: string, file: string): BackedUp => {
  createEmpty(file);
  try {
    const database = new DatabaseSync(path);
    try {
      database.exec(`pragma busy_timeout = ${BUSY_MS}`);
      database.prepare('vacuum into ?').run(file);
    } finally {
      database.close();
    }
    return check(file);
  } catch (cause) {
    rmSync(file, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GatewayError('STORE_FAILED', `The backup of ${path} failed: ${reason}`, { cause });
  }
};
