import { closeSync, fstatSync, openSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs';

/**
 * What was done to the files of an open database. SQLite itself says nothing of it: it writes on into a file that has no name any more, or
 * into a log beside one that was cut short, and nothing of that is ever read again.
 */
export class FileGoneError extends Error {}

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
/** Stands for the one page size that does not fit into two bytes. */
const LARGEST_PAGE = 65_536;
/** Where SQLite's locks are; the page there holds nothing. */
const LOCK_BYTE = 0x40_00_00_00;
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Two salts, which frames have that belong to the log as it is now. */
const SALT_BYTES = 8;

const inodeOf = (path: string): bigint | null =>
  statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null;

const readLog = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
};

/** Numbers of the pages that the log holds. */
const pagesInLog = (log: Buffer, pageBytes: number): ReadonlySet<number> => {
  const salt = log.subarray(16, 16 + SALT_BYTES);
  const pages = new Set<number>();
  const step = FRAME_HEADER_BYTES + pageBytes;
  for (let at = LOG_HEADER_BYTES; at + step <= log.length; at += step) {
    if (!log.subarray(at + 8, at + 8 + SALT_BYTES).equals(salt)) break;
    pages.add(log.readUInt32BE(at));
  }
  return pages;
};

type Lengths = Readonly<{ pageBytes: number; said: number; there: number }>;

/**
 * How long a database says that it is, in pages, and how long it is. Null where it is none.
 *
 * @see https://www.sqlite.org/fileformat.html
 */
const lengthsOf = (file: number): Lengths | null => {
  const header = Buffer.alloc(HEADER_BYTES);
  const length = readSync(file, header, 0, HEADER_BYTES, 0);
  if (length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) return null;
  const size = header.readUInt16BE(16);
  const pageBytes = size === 1 ? LARGEST_PAGE : size;
  return {
    pageBytes,
    said: header.readUInt32BE(28),
    there: Math.floor(fstatSync(file).size / pageBytes),
  };
};

/** Whether pages are neither in the file nor in its log. Whoever writes the log back writes the new length first, and may die after it. */
const lacksPages = (file: number, log: string): boolean => {
  const lengths = lengthsOf(file);
  if (lengths === null) return true;
  const { pageBytes, said, there } = lengths;
  if (there >= said) return false;
  const known = pagesInLog(readLog(log), pageBytes);
  const neverWritten = LOCK_BYTE / pageBytes + 1;
  for (let page = there + 1; page <= said; page += 1)
    if (!known.has(page) && page !== neverWritten) return true;
  return false;
};

export type FileWatch = Readonly<{
  /**
   * Throws FileGoneError where the files are no longer what was opened. One that was only away may come back. One that somebody wrote to
   * may not: what is still to be written back from the log would spoil whatever was put in its place.
   */
  check: () => void;
  /** Not before the database is closed. */
  close: () => void;
}>;

/**
 * Looks after the files of a database. To be begun before SQLite opens it and ended afterwards: whoever closes a file gives up all locks
 * that his process has on it, SQLite's as well.
 */
export const watchFile = (path: string): FileWatch => {
  // Of a link SQLite keeps it beside what that leads to.
  const log = `${realpathSync(path)}-wal`;
  const file = openSync(path, 'r');
  const { ino: inode } = fstatSync(file, { bigint: true });
  let logInode: bigint | null = null;
  let isSpoilt = false;

  const checkContent = (): void => {
    // Twice: meanwhile the log may have been written back to its end, and begun anew.
    isSpoilt ||= lacksPages(file, log) && lacksPages(file, log);
    if (isSpoilt)
      throw new FileGoneError(
        `${path} was cut short or overwritten; stop gateway and dashboard, put a backup in its place by "portcullis store restore FILE", and start them again`,
      );
  };

  return {
    check: () => {
      if (!isSpoilt && inodeOf(path) !== inode)
        throw new FileGoneError(
          `${path} was deleted or replaced; put it back, or start the gateway again with a new one`,
        );
      checkContent();
      const currentLog = inodeOf(log);
      logInode ??= currentLog;
      if (currentLog !== logInode)
        throw new FileGoneError(
          `${log} was deleted or replaced; put it back, or start the gateway again, which saves what is in it`,
        );
    },
    close: () => closeSync(file),
  };
};

/** The same calls, each of which looks at the files first. */
export const watched = <Calls extends Readonly<Record<string, (...args: never[]) => Promise<unknown>>>>(
  calls: Calls,
  check: () => void,
): Calls => {
  const each = Object.entries(calls).map(([name, call]) => [
    name,
    async (...args: never[]) => {
      check();
      return call(...args);
    },
  ]);
  return Object.freeze(Object.fromEntries(each));
};
