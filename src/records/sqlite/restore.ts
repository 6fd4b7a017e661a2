import { randomUUID } from 'node:crypto';
import {
  chownSync,
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GatewayError } from '../../errors.ts';
import { makeFolder } from '../../platform/folder.ts';
import type { AuditStore } from '../ports/audit.ts';
import type { TextOptions } from '../texts.ts';
import { readAlone } from './in-use.ts';
import { requireFile } from './require-file.ts';
import { type Checked, type LetIn, letInBy, prepareCopy } from './restore-copy.ts';

export type Restored = Checked &
  Readonly<{
    store: string;
    /** What the database before is called now; null where there was none. */
    kept: string | null;
    warnings: readonly string[];
  }>;

/** SQLite's own files beside a database. */
const BESIDE = ['-wal', '-shm'];

const failed = (message: string, cause?: unknown): GatewayError =>
  new GatewayError('STORE_FAILED', message, { cause });

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && String(error.code).startsWith('E') ? String(error.code) : error.message;
};

/** @throws GatewayError `STORE_FAILED` where it is no file, or not all of a database. */
const requireWhole = (source: string, store: string): void => {
  const found = statSync(source, { throwIfNoEntry: false });
  if (found === undefined) throw failed(`There is no ${source}.`);
  if (!found.isFile()) throw failed(`${source} is no file.`);
  if (realpathSync(source) === store) throw failed(`${source} is the store itself.`);
  const log = statSync(`${source}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0)
    throw failed(
      `${source} has a log beside it (${source}-wal), so it is no backup and lacks what lies there: name a file that "store backup" made.`,
    );
};

/** Whoever runs this as root must not leave a file that the gateway's user cannot open. */
const giveToOwner = (file: string, like: string): void => {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(like);
  chownSync(file, uid, gid);
};

const settleFolder = (folder: string): void => {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
};

/** A database with its log, as a whole. */
const move = (from: string, to: string): void => {
  for (const ending of ['', '-wal']) if (existsSync(from + ending)) renameSync(from + ending, to + ending);
};

/** @returns What the database before is called now; null where there is none. */
const exchange = (store: string, copy: string, nowMs: number): string | null => {
  const kept = existsSync(store) ? `${store}.${new Date(nowMs).toISOString().replaceAll(':', '-')}` : null;
  if (kept !== null) move(store, kept);
  // A log without a database is nobody's, and would be taken for that of the file that is put there.
  for (const ending of BESIDE) rmSync(store + ending, { force: true });
  try {
    renameSync(copy, store);
  } catch (error) {
    if (kept !== null) move(kept, store);
    throw error;
  }
  return kept;
};

/** What was taken from somebody after the backup was made, and is his again. @param before Null where it cannot be read. */
const revivals = (before: LetIn | null, now: LetIn): readonly string[] => {
  if (before?.origin !== now.origin)
    return [
      'The database before cannot be read, or is of another store. Keys that were revoked since the backup are valid again, users that were disabled or deleted may sign in, and roles are those of then: look through all of them.',
    ];
  const keys = now.keys.filter((each) => !before.keys.includes(each));
  const users = now.users.filter((each) => !before.users.includes(each));
  return [
    ...(keys.length === 0
      ? []
      : [`Keys that were revoked since the backup are valid again: ${keys.join(', ')}. Revoke them anew.`]),
    ...(users.length === 0
      ? []
      : [
          `Users that were disabled or deleted since the backup, or had another role, are again what they were: ${users.join(', ')}. Look through them.`,
        ]),
  ];
};

export type Restoring = Readonly<{
  /** Where the store is. */
  path: string;
  /** A file that `backUpFile` made, or its bytes. */
  source: string | Readable;
  texts: TextOptions;
  nowMs: number;
  /** Writes it down in the log of what is restored. */
  note: (store: Pick<AuditStore, 'insertAudit'>, checked: Checked) => Promise<void>;
}>;

/**
 * Puts a backup in the place of a SQLite store, after it has been looked through. The database before stays, under another name; everybody
 * has to sign in to the dashboard anew. Either all of it is done, or nothing.
 *
 * @throws GatewayError `STORE_FAILED` where a gateway or dashboard has the store open, or the backup is damaged, none, or of a newer version.
 */
export const restoreFile = async ({ path, source, texts, nowMs, note }: Restoring): Promise<Restored> => {
  const store = existsSync(path) ? realpathSync(path) : path;
  if (typeof source === 'string') requireWhole(source, store);
  try {
    requireFile(store);
  } catch (error) {
    throw failed(`${reasonOf(error)}: move it away first.`, error);
  }
  const look = (): LetIn | null => readAlone(store, letInBy);
  // Before work that may take minutes, and again after it.
  look();
  const folder = dirname(store);
  const copy = `${store}.restoring-${randomUUID()}`;
  try {
    makeFolder(folder);
    const input = typeof source === 'string' ? createReadStream(source) : source;
    await pipeline(input, createWriteStream(copy, { flags: 'wx', mode: 0o600, flush: true }));
    const { checked, letIn, warnings } = await prepareCopy(copy, texts, note);
    giveToOwner(copy, existsSync(store) ? store : folder);
    const found = look();
    const before = existsSync(store) ? found : letIn;
    const kept = exchange(store, copy, nowMs);
    settleFolder(folder);
    return { ...checked, store, kept, warnings: [...warnings, ...revivals(before, letIn)] };
  } catch (error) {
    for (const ending of ['', ...BESIDE, '-journal']) rmSync(copy + ending, { force: true });
    if (error instanceof GatewayError) throw error;
    throw failed(`${store} cannot be restored: ${reasonOf(error)}`, error);
  }
};
