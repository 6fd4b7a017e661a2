import { type DestinationStream, destination, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import type { Config } from '../config/schema.ts';

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
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
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

const isFenced = (name: string): boolean => FENCED.has(name.toLowerCase().replaceAll(/[-_]/g, ''));

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

/** A copy to log: fenced fields hidden at any depth and in any spelling, strings and lists cut, errors reduced. */
const redact = (fields: object, depth = 0): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isFenced(name) && value !== undefined ? REDACTED : redactValue(value, depth),
    ]),
  );

/**
 * What JSON leaves as it is and a terminal or log reader may act on: DEL and C1 controls, line separators, marks that
 * turn the direction of text. Within a line of JSON these occur only inside strings, where an escape means the same.
 */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const escapeUnsafe = (line: string): string =>
  line.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Pino runs no formatter over the fields of a child. */
const fence = (logger: PinoLogger): Logger =>
  Object.freeze({
    trace: logger.trace.bind(logger),
    debug: logger.debug.bind(logger),
    info: logger.info.bind(logger),
    warn: logger.warn.bind(logger),
    error: logger.error.bind(logger),
    child: (fields: object) => fence(logger.child(redact(fields))),
  });

/**
 * JSON lines with ISO time and the level's name. No field can break out of its line.
 *
 * Callers never hand message text, bodies or credentials to a logger; hiding fields by their name is the second fence.
 *
 * @param to Standard output (default), standard error, or a stream. Output and error are written asynchronously,
 *   so that a slow reader cannot stop the gateway; lines beyond 16 MiB waiting are lost.
 */
export const createLogger = (
  level: Level,
  to: 'stdout' | 'stderr' | DestinationStream = 'stdout',
): Logger => {
  const stream =
    typeof to === 'string'
      ? destination({ dest: to === 'stdout' ? 1 : 2, sync: false, maxLength: MAX_WAITING_BYTES })
      : to;
  const logger = pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => redact(fields),
      },
      // Pino's own would fold the messages of causes into one and keep every field of an error.
      serializers: { err: (err: unknown) => redactValue(err, 0) },
      hooks: { streamWrite: escapeUnsafe },
    },
    stream,
  );
  return fence(logger);
};
