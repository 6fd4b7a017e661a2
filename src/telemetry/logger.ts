import { type DestinationStream, destination } from 'pino';
import type { Config } from '../config/schema.ts';

type Write = {
  (fields: object, message?: string): void;
  (message: string): void;
};

/** An error goes into the field `err`, or alone. */
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
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** So many are written at once. */
const LINES_TOGETHER_BYTES = 8192;
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

/**
 * What JSON leaves as it is and a terminal or log reader may act on: DEL and C1 controls, line separators, marks that
 * turn the direction of text. Within a line of JSON these occur only inside strings, where an escape means the same.
 */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const escapeUnsafe = (json: string): string =>
  json.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What stands in JSON as it is, and is most of what we write. */
const PLAIN = /^[ !#-[\]-~]*$/;

const quoted = (text: string): string =>
  PLAIN.test(text) ? `"${text}"` : escapeUnsafe(JSON.stringify(text));

/** A field's name as it stands in a line, and whether what is in it may. */
type Name = Readonly<{ json: string; isFenced: boolean }>;

/** The fields of our own lines are few, and come again with each request. */
const MAX_KNOWN_NAMES = 1000;
const knownNames = new Map<string, Name>();

const nameOf = (name: string): Name => {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const isFenced = FENCED.has(name.toLowerCase().replaceAll(/[-_]/g, ''));
  const made = { json: `,${quoted(name)}:`, isFenced };
  if (knownNames.size < MAX_KNOWN_NAMES) knownNames.set(name, made);
  return made;
};

const errorFields = (error: Error, depth: number): Record<string, unknown> => ({
  type: error.name,
  ...('code' in error ? { code: redactValue(error.code, depth) } : {}),
  message: redactValue(error.message, depth),
  stack: redactValue(error.stack, depth),
  ...(error.cause === undefined ? {} : { cause: redactValue(error.cause, depth) }),
});

const cut = (text: string): string =>
  text.length > MAX_STRING_CHARS ? `${text.slice(0, MAX_STRING_CHARS)}…` : text;

const redactValue = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return cut(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (value instanceof Error) return errorFields(value, depth + 1);
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => redactValue(item, depth + 1));
  return redact(value, depth + 1);
};

/** A copy to log: fenced fields hidden at any depth and in any spelling, strings and lists cut, errors reduced. */
const redact = (fields: object, depth: number): Record<string, unknown> => {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const safe = nameOf(name).isFenced && value !== undefined ? REDACTED : redactValue(value, depth);
    if (name === '__proto__') Object.defineProperty(copy, name, { value: safe, enumerable: true });
    else copy[name] = safe;
  }
  return copy;
};

/** @returns Undefined for what JSON has no form of. */
const toJson = (value: unknown): string | undefined => {
  if (typeof value === 'string') return quoted(cut(value));
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  const json = JSON.stringify(redactValue(value, 0));
  return json === undefined ? undefined : escapeUnsafe(json);
};

/** Fields as members of a line, each with a comma in front of it; written straight away, since each request has such a line. */
const toMembers = (fields: object): string => {
  let members = '';
  for (const name of Object.keys(fields)) {
    const value: unknown = Reflect.get(fields, name);
    if (value === undefined) continue;
    const { json: start, isFenced } = nameOf(name);
    const json = isFenced ? `"${REDACTED}"` : toJson(value);
    if (json !== undefined) members += start + json;
  }
  return members;
};

const SECOND_MS = 1000;
/** An ISO time up to its milliseconds: `2026-11-22T12:00:00.` */
const SECOND_CHARS = 20;

/**
 * The field `time` of a line. To write out a whole date took longer than all else of most lines, and
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

const LEVELS: readonly Level[] = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];

/** The message of a line: its own, or that of its error. */
const messageOf = (fields: object, message: string | undefined): string | undefined =>
  message ?? ('err' in fields && fields.err instanceof Error ? fields.err.message : undefined);

type Target = Readonly<{ write: (line: string) => void; flush: Flush; time: () => string }>;

/** @param bound Members that stand on each line. */
const loggerOf = (least: Level, target: Target, bound: string): Logger => {
  const writerOf = (level: Exclude<Level, 'silent'>, written: () => void): Write => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return () => undefined;
    const start = `{"level":"${level}"`;
    return (what: string | object, message?: string) => {
      const fields = typeof what === 'string' ? {} : what instanceof Error ? { err: what } : what;
      const text = typeof what === 'string' ? what : messageOf(fields, message);
      const end = text === undefined ? '}\n' : `,"msg":${quoted(text)}}\n`;
      target.write(`${start}${target.time()}${bound}${toMembers(fields)}${end}`);
      written();
    };
  };
  const { soon, now } = target.flush;
  return Object.freeze({
    trace: writerOf('trace', soon),
    debug: writerOf('debug', soon),
    info: writerOf('info', soon),
    // What somebody may be waiting for, or what may be the last that is ever said.
    warn: writerOf('warn', now),
    error: writerOf('error', now),
    child: (fields: object) => loggerOf(least, target, bound + toMembers(fields)),
  });
};

/** Lines written together, to output or error; what waits is written before the process ends, unless it is killed. */
const openStream = (fd: 1 | 2) =>
  destination({
    dest: fd,
    sync: false,
    minLength: LINES_TOGETHER_BYTES,
    maxLength: MAX_WAITING_BYTES,
  });

/**
 * JSON lines with ISO time and the level's name. No field can break out of its line.
 *
 * Callers never hand message text, bodies or credentials to a logger; hiding fields by their name is the second fence.
 *
 * @param to Standard output (default), standard error, or a stream. Output and error are written asynchronously,
 *   so that a slow reader cannot stop the gateway; lines beyond 16 MiB waiting are lost. Several lines are written at once,
 *   at most 50 ms after they were logged; warnings and errors, and what stands before them, at once.
 */
export const createLogger = (
  level: Level,
  to: 'stdout' | 'stderr' | DestinationStream = 'stdout',
): Logger => {
  const time = createTimestamp();
  if (typeof to !== 'string') {
    return loggerOf(level, { time, write: (line) => void to.write(line), flush: NO_FLUSH }, '');
  }
  const stream = openStream(to === 'stdout' ? 1 : 2);
  const flush = createFlush(() => stream.flush());
  return loggerOf(level, { time, write: (line) => void stream.write(line), flush }, '');
};
