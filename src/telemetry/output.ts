import fs from 'node:fs';
import { destination } from 'pino';

const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** So many are written at once. */
const LINES_TOGETHER_BYTES = 8192;
/** So long a reader who takes nothing is waited for as the process ends. */
const LAST_WRITE_MS = 2000;

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY');

/**
 * sonic-boom writes what waits once more as the process ends, and tries again for ever where that fails: a process that nobody
 * reads any more would never end.
 */
const writeLast = (flush: () => void, retries: { untilMs: number }): void => {
  const { writeSync } = fs;
  const writeOrLose = (fd: number, data: string | NodeJS.ArrayBufferView): number => {
    try {
      return typeof data === 'string' ? writeSync(fd, data, null, 'utf8') : writeSync(fd, data);
    } catch (error) {
      if (isBusy(error)) throw error;
      return typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength;
    }
  };
  retries.untilMs = performance.now() + LAST_WRITE_MS;
  Object.assign(fs, { writeSync: writeOrLose });
  try {
    flush();
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    Object.assign(fs, { writeSync });
    retries.untilMs = Number.POSITIVE_INFINITY;
  }
};

/**
 * A pipe is opened once more, so that to write into a full one fails instead of waiting: a thread that waits keeps the process from
 * ending. To set that for the descriptor itself would set it for whoever has it from the same parent, and each of our children
 * takes it back.
 */
const withoutWaiting = (fd: 1 | 2): number => {
  try {
    if (!fs.fstatSync(fd).isFIFO()) return fd;
    return fs.openSync(`/proc/self/fd/${fd}`, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
  } catch {
    // Closed, of another user, or not on Linux.
    return fd;
  }
};

export type Output = ReturnType<typeof open>;

/**
 * Written together; what waits is written before the process ends, unless it is killed or nobody reads. What cannot be written, to a
 * full disk for instance, waits for the next time.
 */
const open = (fd: 1 | 2) => {
  const retries = { untilMs: Number.POSITIVE_INFINITY };
  const stream = destination({
    dest: withoutWaiting(fd),
    sync: false,
    minLength: LINES_TOGETHER_BYTES,
    maxLength: MAX_WAITING_BYTES,
    retryEAGAIN: () => performance.now() < retries.untilMs,
  });
  // Without anybody who listens the process would end by it, and with it all traffic.
  stream.on('error', () => undefined);
  const flush = stream.flush.bind(stream);
  const flushSync = stream.flushSync.bind(stream);
  let isFlushAsked = false;
  // While something is being written a flush does nothing, and what came meanwhile would wait for the next line.
  stream.on('drain', () => {
    if (!isFlushAsked) return;
    isFlushAsked = false;
    flush();
  });
  return Object.assign(stream, {
    flush: () => {
      isFlushAsked = true;
      flush();
    },
    flushSync: () => writeLast(flushSync, retries),
  });
};

const opened = new Map<1 | 2, Output>();

/**
 * Standard output or error of a process that serves: no write waits for a reader, none ends the process, and lines of all who write
 * stay whole. What waits beyond 16 MiB is lost.
 */
export const outputOf = (fd: 1 | 2): Output => {
  const output = opened.get(fd) ?? open(fd);
  opened.set(fd, output);
  return output;
};

/** @returns False where it is lost, since too much waits already. */
const write = (fd: 1 | 2, text: string): boolean => {
  const output = outputOf(fd);
  let isKept = true;
  const onDrop = (): void => {
    isKept = false;
  };
  output.once('drop', onDrop);
  output.write(text);
  output.off('drop', onDrop);
  output.flush();
  return isKept;
};

/** For programs. @returns False where the text is lost, since too much waits already. */
export const writeOut = (text: string): boolean => write(1, text);

/** One line for people who watch a process that serves. */
export const say = (line: string): void => {
  write(2, `${line}\n`);
};
