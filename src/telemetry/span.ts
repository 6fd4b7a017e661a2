/** Values are numbers and words of ours, never what somebody wrote. */
export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;

export type SpanEvent = Readonly<{ name: string; timeMs: number; attributes: Attributes }>;

/** One span of a trace. Times are Unix time in milliseconds, with fractions. */
export type Span = Readonly<{
  traceId: string;
  spanId: string;
  parentId: string | null;
  name: string;
  kind: 'server' | 'internal';
  startMs: number;
  endMs: number;
  attributes: Attributes;
  events: readonly SpanEvent[];
  /** What went wrong, for spans that did. */
  error: string | null;
}>;

const KINDS = { internal: 1, server: 2 } as const;
const STATUS_ERROR = 2;
/** The span's own sampled flag, and that whether its parent is remote is known. */
const FLAGS = 0x1 | 0x100;
const REMOTE_PARENT = 0x200;

const toNanos = (ms: number): string => `${Math.round(ms * 1000)}000`;

const toValue = (value: string | number | boolean | readonly string[]): object => {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value !== 'number')
    return { arrayValue: { values: value.map((each) => ({ stringValue: each })) } };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};

/** What is not known, or an empty list, says nothing and is left out. */
const toAttributes = (attributes: Attributes): object[] =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === null || (typeof value === 'object' && value.length === 0)
      ? []
      : [{ key, value: toValue(value) }],
  );

const toOtlpSpan = (span: Span): object => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId === null ? {} : { parentSpanId: span.parentId }),
  flags: span.kind === 'server' && span.parentId !== null ? FLAGS | REMOTE_PARENT : FLAGS,
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: toNanos(span.startMs),
  endTimeUnixNano: toNanos(span.endMs),
  attributes: toAttributes(span.attributes),
  events: span.events.map(({ name, timeMs, attributes }) => ({
    timeUnixNano: toNanos(timeMs),
    name,
    attributes: toAttributes(attributes),
  })),
  status: span.error === null ? {} : { code: STATUS_ERROR, message: span.error },
});

/** A request of OTLP/HTTP in JSON. @param resource Who speaks, such as `service.name`. */
export const toOtlpTraces = (spans: readonly Span[], resource: Attributes): object => ({
  resourceSpans: [
    {
      resource: { attributes: toAttributes(resource) },
      scopeSpans: [{ scope: { name: 'portcullis' }, spans: spans.map(toOtlpSpan) }],
    },
  ],
});
