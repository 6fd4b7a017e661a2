import type { Direction } from '../../chat/segment.ts';
import type { Attributes, Span, SpanEvent } from '../../telemetry/span.ts';
import {
  createSpanId,
  createTraceId,
  isDrawn,
  parseTraceparent,
  type TraceContext,
} from '../../telemetry/trace-context.ts';
import { toldStatus } from '../session/legs.ts';
import type { Ending, Leg } from '../session/session-types.ts';
import { distinct } from './measure.ts';

/** The trace of one request, as far as it is ours. */
export type ExchangeTrace = Readonly<{
  traceId: string;
  /** A scan that ended just now. @param startMs By the monotonic clock. */
  noteScan: (direction: Direction, startMs: number, bodyBytes: number) => void;
  /** The answer's stream is guarded from now on. */
  noteStream: () => void;
  /** Hands the spans over. Called once, when all is known of the request. */
  finish: (ending: Ending, addedMs: number) => void;
}>;

export type TracerDeps = Readonly<{
  /** Share of the traces that begin here and are kept. */
  ratio: number;
  write: (spans: readonly Span[]) => void;
  /** Unix time in milliseconds. */
  now: () => number;
  /** Monotonic clock in milliseconds. */
  clock: () => number;
}>;

export type Tracer = Readonly<{
  /**
   * @param fromEnvoy `traceparent` of Envoy's call: set where Envoy itself traces, and then its span is our parent.
   * @param fromCaller Asked for `traceparent` of the request itself where Envoy says nothing.
   */
  begin: (fromEnvoy: readonly string[], fromCaller: () => readonly string[]) => ExchangeTrace;
}>;

const MAX_LISTED = 20;
/** Ids of rules may be an operator's. */
const MAX_NAME_CHARS = 128;

const names = (values: readonly string[]): readonly string[] =>
  [...new Set(values)].slice(0, MAX_LISTED).map((value) => value.slice(0, MAX_NAME_CHARS));

const us = (ms: number): number => Math.round(ms * 1000);

/** Unix time of a time of the monotonic clock, both in milliseconds. */
type ToWall = (clockMs: number) => number;

/**
 * Unix time from the monotonic clock, in fractions of a millisecond that `now` does not have, so that our spans lie within
 * Envoy's. It follows `now` where the system's clock is set anew, from one exchange to the next: the times of one exchange
 * are read by one offset, or a scan might end after what it is part of.
 */
const createWallClock = (now: () => number, clock: () => number): (() => ToWall) => {
  let offset = now() - clock();
  return () => {
    // `now` is cut to whole milliseconds, so the true time is less than one ahead of it.
    const ahead = offset + clock() - now();
    if (ahead < 0) offset -= ahead;
    else if (ahead >= 1) offset -= ahead - 0.999;
    const ofExchange = offset;
    return (clockMs) => ofExchange + clockMs;
  };
};

const scanAttributes = (direction: Direction, { status, inspection, scanMs, unjudged }: Leg): Attributes => {
  const common = {
    'portcullis.direction': direction,
    'portcullis.status': status,
    'portcullis.scan_us': us(scanMs),
    'portcullis.unjudged': names(unjudged.map(({ reason }) => reason)),
  };
  if (inspection === null) return common;
  const { verdict, findings, segments, stages } = inspection;
  return {
    ...common,
    'portcullis.verdict': verdict.action,
    'portcullis.loosest': verdict.loosest,
    'portcullis.sub_types': names(findings.map(({ category, subType }) => `${category}/${subType}`)),
    'portcullis.rules': names(findings.map(({ ruleId }) => ruleId)),
    'portcullis.findings': findings.length,
    'portcullis.segments': segments.length,
    'portcullis.text_chars': segments.reduce((sum, { text }) => sum + text.length, 0),
    'portcullis.stage.decode_us': us(stages.decode),
    'portcullis.stage.segment_us': us(stages.segment),
    'portcullis.stage.rules_us': us(stages.rules),
    'portcullis.stage.decide_us': us(stages.decide),
  };
};

/** What happened to one direction that somebody would look for. */
const eventsOf = (direction: Direction, leg: Leg, timeMs: number): readonly SpanEvent[] => {
  const { status, inspection, failure } = leg;
  const at = { 'portcullis.direction': direction };
  const threat = inspection?.verdict.threat ?? null;
  const events: SpanEvent[] = [];
  if (failure !== null) {
    const name = failure.effect === 'open' ? 'portcullis.failed_open' : 'portcullis.failed_closed';
    events.push({ name, timeMs, attributes: { ...at, 'error.type': failure.code } });
  }
  const isRemoved = inspection?.verdict.action === 'redact';
  if (threat !== null && (status === 'blocked' || status === 'flagged' || isRemoved)) {
    events.push({
      name: isRemoved ? 'portcullis.removed' : `portcullis.${status}`,
      timeMs,
      attributes: {
        ...at,
        'portcullis.category': threat.category,
        'portcullis.sub_type': threat.subType.slice(0, MAX_NAME_CHARS),
        'portcullis.confidence': Math.round(threat.score * 1000) / 1000,
      },
    });
  }
  if (status === 'redacted' && inspection !== null && inspection.verdict.redactions.length > 0) {
    const { redactions } = inspection.verdict;
    events.push({
      name: 'portcullis.redacted',
      timeMs,
      attributes: {
        ...at,
        'portcullis.entities': names(distinct(redactions).map(({ subType }) => subType)),
        'portcullis.values': redactions.length,
      },
    });
  }
  return events;
};

const exchangeAttributes = (ending: Ending, addedMs: number): Attributes => ({
  'portcullis.request_id': ending.exchange.requestId,
  'portcullis.key_id': ending.keyId,
  'portcullis.route': ending.route,
  'portcullis.mode': ending.policy?.mode ?? null,
  'portcullis.sensitivity': ending.policy?.sensitivity ?? null,
  'portcullis.policy_revision': ending.policy?.revision ?? null,
  'portcullis.outcome': ending.outcome,
  'portcullis.input_status': toldStatus(ending.input),
  'portcullis.output_status': toldStatus(ending.output),
  'portcullis.added_us': us(addedMs),
  'http.response.status_code': ending.httpStatus,
  'error.type': ending.errorCode,
});

type Part = Readonly<{
  name: string;
  direction: Direction;
  startMs: number;
  /** Null: until the end of the exchange. */
  endMs: number | null;
  bodyBytes: number | null;
}>;

type Times = Readonly<{ startMs: number; endMs: number; wall: ToWall }>;

const toSpans = (
  { traceId, parentId }: Readonly<{ traceId: string; parentId: string | null }>,
  parts: readonly Part[],
  ending: Ending,
  addedMs: number,
  { startMs, endMs, wall }: Times,
): readonly Span[] => {
  const spanId = createSpanId();
  const endOf = (direction: Direction): number =>
    parts.findLast((part) => part.direction === direction)?.endMs ?? endMs;
  const exchange: Span = {
    traceId,
    spanId,
    parentId,
    name: 'portcullis.exchange',
    kind: 'server',
    startMs: wall(startMs),
    endMs: wall(endMs),
    attributes: exchangeAttributes(ending, addedMs),
    events: (['input', 'output'] as const).flatMap((direction) =>
      eventsOf(direction, ending[direction], wall(endOf(direction))),
    ),
    // A blocked request is the gateway at its work.
    error: ending.outcome === 'error' ? (ending.errorCode ?? 'error') : null,
  };
  return [
    exchange,
    ...parts.map((part): Span => {
      const leg = ending[part.direction];
      return {
        traceId,
        spanId: createSpanId(),
        parentId: spanId,
        name: part.name,
        kind: 'internal',
        startMs: wall(part.startMs),
        endMs: wall(part.endMs ?? endMs),
        attributes: { ...scanAttributes(part.direction, leg), 'portcullis.body_bytes': part.bodyBytes },
        events: [],
        error: leg.failure?.code ?? null,
      };
    }),
  ];
};

const untraced = (traceId: string): ExchangeTrace => ({
  traceId,
  noteScan: () => undefined,
  noteStream: () => undefined,
  finish: () => undefined,
});

/** Makes spans of exchanges. Nothing is made while one runs but notes of when what began. */
export const createTracer = ({ ratio, write, now, clock }: TracerDeps): Tracer => {
  const readWall = createWallClock(now, clock);

  const trace = (traceId: string, parentId: string | null): ExchangeTrace => {
    const startMs = clock();
    const parts: Part[] = [];
    return {
      traceId,
      noteScan: (direction, scanStartMs, bodyBytes) => {
        const name = direction === 'input' ? 'portcullis.scan_request' : 'portcullis.scan_response';
        parts.push({ name, direction, startMs: scanStartMs, endMs: clock(), bodyBytes });
      },
      noteStream: () => {
        const name = 'portcullis.guard_stream';
        parts.push({ name, direction: 'output', startMs: clock(), endMs: null, bodyBytes: null });
      },
      finish: (ending, addedMs) =>
        write(
          toSpans({ traceId, parentId }, parts, ending, addedMs, {
            startMs,
            endMs: clock(),
            wall: readWall(),
          }),
        ),
    };
  };

  return {
    begin: (fromEnvoy, fromCaller) => {
      const parent: TraceContext | null = parseTraceparent(fromEnvoy) ?? parseTraceparent(fromCaller());
      if (parent !== null) {
        return parent.isSampled ? trace(parent.traceId, parent.spanId) : untraced(parent.traceId);
      }
      const traceId = createTraceId();
      return isDrawn(traceId, ratio) ? trace(traceId, null) : untraced(traceId);
    },
  };
};
