import { randomFillSync } from 'node:crypto';

/** Where a span hangs: the trace, the span that called us, and whether whoever began the trace wants it kept. */
export type TraceContext = Readonly<{ traceId: string; spanId: string; isSampled: boolean }>;

/** A later version may say more behind the flags; nobody needs this much. */
const MAX_CHARS = 512;
const TRACEPARENT = /^([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const SAMPLED = 1;

/**
 * Reads `traceparent` as W3C Trace Context says it.
 *
 * @param values Each value that was sent under this name; more than one counts as none.
 * @returns Null for what is not valid: then a new trace begins.
 */
export const parseTraceparent = (values: readonly string[]): TraceContext | null => {
  const [value = ''] = values;
  if (values.length !== 1 || value.length > MAX_CHARS) return null;
  const [, version, traceId, spanId, flags, rest] = TRACEPARENT.exec(value) ?? [];
  if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined)
    return null;
  // `ff` is no version, and the first version has no more than these four fields.
  if (version === 'ff' || (version === '00' && rest !== undefined)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
};

/** Random bytes are fetched many at a time: each fetch costs some µs. */
const createRandomIds = (): ((bytes: number) => string) => {
  const pool = Buffer.alloc(4096);
  let at = pool.length;
  return (bytes) => {
    if (at + bytes > pool.length) {
      randomFillSync(pool);
      at = 0;
    }
    at += bytes;
    return pool.toString('hex', at - bytes, at);
  };
};

const randomId = createRandomIds();

export const createTraceId = (): string => randomId(16);
export const createSpanId = (): string => randomId(8);

/** The random part of a trace's id that decides, so that all who see the trace draw alike. */
const DRAW = { from: 16, to: 29, of: 2 ** 52 } as const;

/** @param ratio Share of the traces that are kept, from 0 to 1. */
export const isDrawn = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(DRAW.from, DRAW.to), 16) < ratio * DRAW.of;
