import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import type { Config } from '../config/schema.ts';
import { outputOf } from './output.ts';

type Write = {
  (fields: object, message?: string): void;
  (message: string): void;
};

/** The part of a pino logger that the gateway uses; an error goes into the field `err`, or alone. */
export type Logger = Readonly<
  Record<'trace' | 'debug' | 'info' | 'warn' | 'error', Write> & {
    /** A logger that puts these fields on each of its lines. */
    child: (fields: object) => Logger;
  }
>;

type Level = Config['log']['level'];

const MAX_DEPTH = 5;
const MAX_ITEMS = 50;
const MAX_STRING_CHARS = 4096;
/** No line waits longer than this for others to be written with. */
const FLUSH_MS = 50;
const REDACTED = '[redacted]';

/** Names of fields that hold credentials or what people wrote, in lower case and without `-` and `_`. */
const FENCED = new Set([
  'apikey',
  'arguments',
  'authorization',
  'body',
  'bodytext',
  'chunk',
  'content',
  'cookie',
  'excerpt',
  'gatewaykey',
  'input',
  'messages',
  'output',
  'password',
  'prompt',
  'proxyauthorization',
  'secret',
  'setcookie',
  'text',
  'texts',
  'token',
  'xapikey',
  'xgatewaykey',
]);

/** The fields of our own lines are few, and come again with each request. */
const MAX_KNOWN_NAMES = 1000;
const knownNames = new Map<string, boolean>();

const isFenced = (name: string): boolean => {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const fenced = FENCED.has(name.toLowerCase().replaceAll(/[-_]/g, ''));
  if (knownNames.size < MAX_KNOWN_NAMES) knownNames.set(name, fenced);
  return fenced;
};

const errorFields = (error: Error, depth: number): Record<string, unknown> => ({
  type: error.name,
  ...('code' in error ? { code: redactValue(error.code, depth) } : {}),
  message: redactValue(error.message, depth),
  stack: redactValue(error.stack, depth),
  ...(error.cause === undefined ? {} : { cause: redactValue(error.cause, depth) }),
});

const redactValue = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') {
    return value.length > MAX_STRING_CHARS ? `${value.slice(0, MAX_STRING_CHARS)}…` : value;
  }
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (value instanceof Error) return errorFields(value, depth + 1);
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => redactValue(item, depth + 1));
  return redact(value, depth + 1);
};

/** Whether a field is logged as it is: no list or object, whose own fields would have to be looked at, and not too long. */
const isPlain = (name: string, value: unknown): boolean => {
  if (value === undefined) return true;
  if (isFenced(name) || name === '__proto__') return false;
  if (typeof value === 'string') return value.length <= MAX_STRING_CHARS;
  if (Array.isArray(value)) return value.length === 0;
  return value === null || typeof value === 'number' || typeof value === 'boolean';
};

/** True for nearly every line. */
const isAllPlain = (fields: Readonly<Record<string, unknown>>): boolean => {
  for (const name in fields) if (!isPlain(name, fields[name])) return false;
  return true;
};

/** A copy to log: fenced fields hidden at any depth and in any spelling, strings and lists cut, errors reduced. */
const redact = (fields: object, depth = 0): Record<string, unknown> => {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const safe = isFenced(name) && value !== undefined ? REDACTED : redactValue(value, depth);
    if (name === '__proto__') Object.defineProperty(copy, name, { value: safe, enumerable: true });
    else copy[name] = safe;
  }
  return copy;
};

/**
 * What JSON leaves as it is and a terminal or log reader may act on: DEL and C1 controls, line separators, marks that
 * turn the direction of text. Within a line of JSON these occur only inside strings, where an escape means the same.
 */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const isPlainAscii = (line: string): boolean =>
  Buffer.byteLength(line) === line.length && !line.includes('\x7f');

/** Nearly all lines are plain, which is known sooner without the expression. */
const escapeUnsafe = (line: string): string =>
  isPlainAscii(line)
    ? line
    : line.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

const SECOND_MS = 1000;
/** An ISO time up to its milliseconds: `2026-11-22T12:00:00.` */
const SECOND_CHARS = 20;

/**
 * The field `time` as pino's `isoTime` writes it. To write out a whole date took longer than all else of most lines, and
 * many lines are of one second.
 *
 * @param now Unix time in milliseconds.
 */
export const createTimestamp = (now: () => number = Date.now): (() => string) => {
  let second = Number.NaN;
  let start = '';
  return () => {
    const nowMs = now();
    const ofSecond = nowMs % SECOND_MS;
    if (nowMs - ofSecond !== second) {
      second = nowMs - ofSecond;
      start = `,"time":"${new Date(nowMs).toISOString().slice(0, SECOND_CHARS)}`;
    }
    return `${start}${String(ofSecond).padStart(3, '0')}Z"`;
  };
};

/** When what was logged is written. */
type Flush = Readonly<{ soon: () => void; now: () => void }>;

const createFlush = (flush: () => void): Flush => {
  let isComing = false;
  return {
    soon: () => {
      if (isComing) return;
      isComing = true;
      setTimeout(() => {
        isComing = false;
        flush();
      }, FLUSH_MS).unref();
    },
    now: flush,
  };
};

const NO_FLUSH: Flush = { soon: () => undefined, now: () => undefined };

/** Pino runs no formatter over the fields of a child. */
const fence = (logger: PinoLogger, flush: Flush): Logger => {
  const then =
    (write: Write, written: () => void): Write =>
    (fields: string | object, message?: string) => {
      if (typeof fields === 'string') write(fields);
      else write(fields, message);
      written();
    };
  return Object.freeze({
    trace: then(logger.trace.bind(logger), flush.soon),
    debug: then(logger.debug.bind(logger), flush.soon),
    info: then(logger.info.bind(logger), flush.soon),
    // What somebody may be waiting for, or what may be the last that is ever said.
    warn: then(logger.warn.bind(logger), flush.now),
    error: then(logger.error.bind(logger), flush.now),
    child: (fields: object) => fence(logger.child(redact(fields)), flush),
  });
};

/**
 * JSON lines with ISO time and the level's name. No field can break out of its line.
 *
 * Callers never hand message text, bodies or credentials to a logger; hiding fields by their name is the second fence.
 *
 * @param to Standard output (default), standard error, or a stream. Output and error are written asynchronously,
 *   so that a slow reader cannot stop the gateway; see `output.ts` for what is lost. Several lines are written at once,
 *   at most 50 ms after they were logged; warnings and errors, and what stands before them, at once.
 */
export const createLogger = (
  level: Level,
  to: 'stdout' | 'stderr' | DestinationStream = 'stdout',
): Logger => {
  const own = typeof to === 'string' ? outputOf(to === 'stdout' ? 1 : 2) : null;
  const logger = pino(
    {
      level,
      base: null,
      timestamp: createTimestamp(),
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => (isAllPlain(fields) ? fields : redact(fields)),
      },
      // Pino's own would fold the messages of causes into one and keep every field of an error.
      serializers: { err: (err: unknown) => redactValue(err, 0) },
      hooks: { streamWrite: escapeUnsafe },
    },
    own ?? (typeof to === 'string' ? undefined : to),
  );
  return fence(logger, own === null ? NO_FLUSH : createFlush(() => own.flush()));
};
