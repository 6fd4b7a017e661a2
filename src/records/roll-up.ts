import type { Insertable } from 'kysely';
import { bucketOf } from './histogram.ts';
import type { LatencyTable, RequestTable, TrafficTable, TrafficValueTable } from './schema.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
/** From long to short. Each request is counted in a span of each length. */
export const SPANS_MS: readonly number[] = [DAY_MS, HOUR_MS, MINUTE_MS];
/** A histogram has a hundred rows where a count has one: spans in between keep charts of a day and of a month short. */
export const LATENCY_SPANS_MS: readonly number[] = [DAY_MS, 6 * HOUR_MS, HOUR_MS, 15 * MINUTE_MS, MINUTE_MS];
/** Spans below an hour are for the last days; what is older is told by the hour. */
export const MINUTES_KEPT_MS = 8 * DAY_MS;

export const floorTo = (atMs: number, spanMs: number): number => Math.floor(atMs / spanMs) * spanMs;

type RequestRow = Insertable<RequestTable>;
type TrafficRow = Insertable<TrafficTable>;
type ValueRow = Insertable<TrafficValueTable>;
type LatencyRow = Insertable<LatencyTable>;

/** What a batch of records adds to the counts, each row once and always in the same order. */
export type RollUp = Readonly<{
  traffic: readonly TrafficRow[];
  values: readonly ValueRow[];
  latency: readonly LatencyRow[];
}>;

/** Always the same columns in the same order. */
const emptyTraffic = (spanMs: number, keyId: string, atMs: number): TrafficRow => ({
  span_ms: spanMs,
  key_id: keyId,
  at_ms: atMs,
  requests: 0,
  pass: 0,
  flagged: 0,
  redacted: 0,
  blocked: 0,
  refused: 0,
  error: 0,
  would_block: 0,
  unjudged: 0,
  fail_open: 0,
  prompt_injection: 0,
  data_leak: 0,
  secret: 0,
  pii: 0,
  policy: 0,
  low: 0,
  medium: 0,
  high: 0,
  paranoid: 0,
});

const addTraffic = (sum: TrafficRow, row: RequestRow): void => {
  sum.requests += 1;
  sum[row.outcome] += 1;
  sum.would_block += row.would_block;
  sum.unjudged += Number(row.unjudged_count > 0);
  sum.fail_open += row.failed_open;
  if (row.top_category !== null && row.top_category !== undefined) sum[row.top_category] += 1;
  if (row.loosest !== null && row.loosest !== undefined) sum[row.loosest] += 1;
};

/** Rows by a key, made when they are first asked for. */
const createSums = <Row>() => {
  const rows = new Map<string, Row>();
  return {
    of: (key: string, make: () => Row): Row => {
      const known = rows.get(key);
      if (known !== undefined) return known;
      const row = make();
      rows.set(key, row);
      return row;
    },
    /** Two writers that take their locks in one order never wait for each other. */
    inOrder: (): readonly Row[] =>
      [...rows].sort(([a], [b]) => (a < b ? -1 : Number(a > b))).map(([, row]) => row),
  };
};

const valuesOf = (row: RequestRow): readonly (readonly [kind: ValueRow['kind'], value: string])[] => [
  ...(typeof row.model === 'string' ? [['model', row.model] as const] : []),
  ...(typeof row.top_category === 'string'
    ? [['sub_type', `${row.top_category}/${row.top_sub_type ?? ''}`] as const]
    : []),
];

const latenciesOf = (row: RequestRow): readonly (readonly [kind: LatencyRow['kind'], us: number])[] => {
  const scanUs = row.input_scan_us + row.output_scan_us;
  const addedUs = row.added_us ?? 0;
  return [
    ...(scanUs > 0 ? [['scan', scanUs] as const] : []),
    ...(addedUs > 0 ? [['added', addedUs] as const] : []),
  ];
};

type Sums = Readonly<{
  traffic: ReturnType<typeof createSums<TrafficRow>>;
  values: ReturnType<typeof createSums<ValueRow>>;
  latency: ReturnType<typeof createSums<LatencyRow>>;
}>;

const addCounts = ({ traffic, values }: Sums, row: RequestRow, spanMs: number): void => {
  const atMs = floorTo(row.received_at, spanMs);
  for (const keyId of typeof row.key_id === 'string' ? ['', row.key_id] : ['']) {
    const sum = traffic.of(`${spanMs} ${keyId} ${atMs}`, () => emptyTraffic(spanMs, keyId, atMs));
    addTraffic(sum, row);
  }
  for (const [kind, value] of valuesOf(row)) {
    const make = () => ({ span_ms: spanMs, kind, at_ms: atMs, value, requests: 0 });
    values.of(`${spanMs} ${kind} ${atMs} ${value}`, make).requests += 1;
  }
};

const addLatency = ({ latency }: Sums, row: RequestRow, spanMs: number): void => {
  const atMs = floorTo(row.received_at, spanMs);
  for (const [kind, us] of latenciesOf(row)) {
    const bucket = bucketOf(us);
    const make = () => ({ span_ms: spanMs, kind, at_ms: atMs, bucket, requests: 0 });
    latency.of(`${spanMs} ${kind} ${atMs} ${bucket}`, make).requests += 1;
  }
};

/** Counts requests by minute, hour and day. */
export const rollUp = (rows: readonly RequestRow[]): RollUp => {
  const sums: Sums = { traffic: createSums(), values: createSums(), latency: createSums() };
  for (const row of rows) {
    for (const spanMs of SPANS_MS) addCounts(sums, row, spanMs);
    for (const spanMs of LATENCY_SPANS_MS) addLatency(sums, row, spanMs);
  }
  return {
    traffic: sums.traffic.inOrder(),
    values: sums.values.inOrder(),
    latency: sums.latency.inOrder(),
  };
};
