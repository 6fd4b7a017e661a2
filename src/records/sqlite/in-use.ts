import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../../errors.ts';
import { extendedCode } from './sqlite-file.ts';

const BUSY = 5;

const identity = (path: string): string | null => {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const descriptorsOf = (pid: string): readonly (string | null)[] =>
  namesIn(`/proc/${pid}/fd`).map((name) => identity(`/proc/${pid}/fd/${name}`));

/** Other processes that have one of these files open, as far as Linux lets us see; elsewhere none is seen. */
const holdersOf = (paths: readonly string[]): readonly string[] => {
  const files = new Set(paths.map(identity).filter((file) => file !== null));
  if (files.size === 0) return [];
  return namesIn('/proc').filter(
    (pid) =>
      /^\d+$/.test(pid) &&
      Number(pid) !== process.pid &&
      descriptorsOf(pid).some((file) => file !== null && files.has(file)),
  );
};

const MAGIC = 'SQLite format 3\0';

/** Of what is none SQLite would throw the log away, which may be all that is left. */
const isDatabase = (path: string): boolean => {
  try {
    const file = openSync(path, 'r');
    const header = Buffer.alloc(MAGIC.length);
    readSync(file, header, 0, MAGIC.length, 0);
    closeSync(file);
    return header.toString('latin1') === MAGIC;
  } catch {
    return false;
  }
};

const inUse = (path: string, detail: string): GatewayError =>
  new GatewayError(
    'STORE_FAILED',
    `${path} is in use${detail}: stop gateways and dashboards first, and start them afterwards.`,
  );

/**
 * Looks into a database that nobody else has open. As long as somebody has, SQLite gives nobody all of it, wherever on the machine he runs;
 * of a file that is damaged it does not say, so there the system is asked who has it open.
 *
 * @param read Is handed the database, in one piece: what lay in its log is in the file afterwards.
 * @returns Null where there is no file, or it cannot be read.
 * @throws GatewayError `STORE_FAILED` where it is in use.
 */
export const readAlone = <Result>(path: string, read: (database: DatabaseSync) => Result): Result | null => {
  const holders = holdersOf([path, `${path}-wal`]);
  if (holders.length > 0)
    throw inUse(path, ` by process${holders.length > 1 ? 'es' : ''} ${holders.join(', ')}`);
  if (!isDatabase(path)) return null;
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path);
    // Before the first access, since then the log is nobody else's either.
    database.exec('pragma locking_mode = exclusive');
    database.exec('begin exclusive');
    database.exec('rollback');
    return read(database);
  } catch (error) {
    if ((extendedCode(error) ?? 0) % 256 === BUSY) throw inUse(path, '');
    return null;
  } finally {
    database?.close();
  }
};
