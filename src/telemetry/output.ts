import fs from 'node:fs';
import { destination } from 'pino';

const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** So many are written at once. */
const LINES_TOGETHER_BYTES = 8192;
/** As the process ends, so long a reader who takes nothing is waited for, and one who takes slowly. */
const LAST_WRITE_MS = 2000;
const LAST_WRITES_MS = 5000;
/** What is full is tried again after so long, then ever later. With sonic-boom's 100 ms no more would pass in a second than ten pipes hold. */
const RETRY_MS = 5;
const MAX_RETRY_MS = 100;

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY');

const pause = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

/** @throws What is full still, or what cannot be written. */
const tryUntil = (untilMs: number, write: () => number): number => {
  for (;;) {
    try {
      return write();
    } catch (error) {
      if (!isBusy(error) || performance.now() > untilMs) throw error;
      pause(RETRY_MS);
    }
  }
};

/**
 * sonic-boom writes what waits once more as the process ends, and tries again for ever where that fails: a process that nobody
 * reads any more would never end.
 */
const writeLast = (flush: () => void): void => {
  const { writeSync } = fs;
  const endMs = performance.now() + LAST_WRITES_MS;
  const writeOrLose = (fd: number, data: string | NodeJS.ArrayBufferView): number => {
    const untilMs = Math.min(endMs, performance.now() + LAST_WRITE_MS);
    try {
      return tryUntil(untilMs, () =>
        typeof data === 'string' ? writeSync(fd, data, null, 'utf8') : writeSync(fd, data),
      );
    } catch (error) {
      if (isBusy(error)) throw error;
      return typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength;
    }
  };
  Object.assign(fs, { writeSync: writeOrLose });
  try {
    flush();
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    Object.assign(fs, { writeSync });
  }
};

/** Node makes a pipe or socket one that does not wait, for whoever else has it from the same parent too. */
const setNoWaiting = (fd: 1 | 2): number => {
  void (fd === 1 ? process.stdout : process.stderr);
  return fd;
};

/**
 * To write into a pipe or socket that is full has to fail instead of waiting: a thread that waits keeps the process from ending. A pipe is
 * opened once more, so that this holds for us alone, and so that none of our children takes it back. Sockets (of systemd's journal, or of a
 * parent that is a Node) cannot be opened, nor pipes of another user.
 */
const withoutWaiting = (fd: 1 | 2): number => {
  try {
    const found = fs.fstatSync(fd);
    if (found.isSocket()) return setNoWaiting(fd);
    if (!found.isFIFO()) return fd;
  } catch {
    // Closed.
    return fd;
  }
  try {
    return fs.openSync(`/proc/self/fd/${fd}`, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
  } catch {
    return setNoWaiting(fd);
  }
};

export type Output = ReturnType<typeof open>;

/**
 * Written together; what waits is written before the process ends, unless it is killed or nobody reads. What cannot be written, to a
 * full disk for instance, waits for the next time.
 */
const open = (fd: 1 | 2) => {
  const stream = destination({
    dest: withoutWaiting(fd),
    sync: false,
    minLength: LINES_TOGETHER_BYTES,
    maxLength: MAX_WAITING_BYTES,
    retryEAGAIN: () => false,
  });
  const flush = stream.flush.bind(stream);
  const flushSync = stream.flushSync.bind(stream);
  let retryMs = RETRY_MS;
  let isRetryComing = false;
  // Without anybody who listens the process would end by it, and with it all traffic.
  stream.on('error', (error: unknown) => {
    if (!isBusy(error) || isRetryComing) return;
    isRetryComing = true;
    setTimeout(() => {
      isRetryComing = false;
      flush();
    }, retryMs);
    retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
  });
  stream.on('write', () => {
    retryMs = RETRY_MS;
  });
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
      if (!isRetryComing) flush();
    },
    flushSync: () => writeLast(flushSync),
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
