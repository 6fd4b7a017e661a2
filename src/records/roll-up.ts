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

const NO_COUNTS = {
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
} satisfies Omit<TrafficRow, 'span_ms' | 'key_id' | 'at_ms'>;

type Counts = typeof NO_COUNTS;

const addRequest = (sum: Counts, row: RequestRow): void => {
  sum.requests += 1;
  sum[row.outcome] += 1;
  sum.would_block += row.would_block;
  sum.unjudged += Number(row.unjudged_count > 0);
  sum.fail_open += row.failed_open;
  if (row.top_category !== null && row.top_category !== undefined) sum[row.top_category] += 1;
  if (row.loosest !== null && row.loosest !== undefined) sum[row.loosest] += 1;
};

const isCount = (name: string): name is keyof Counts => name in NO_COUNTS;
const COUNTS = Object.keys(NO_COUNTS).filter(isCount);

const addCounts = (sum: Counts, more: Counts): void => {
  for (const name of COUNTS) sum[name] += more[name];
};

/** What was counted in each minute, by something else besides. Longer spans are put together out of minutes. */
class ByMinute<Key, Count> {
  readonly #minutes = new Map<number, Map<Key, Count>>();
  readonly #make: () => Count;

  constructor(make: () => Count) {
    this.#make = make;
  }

  of(atMs: number, key: Key): Count {
    const minuteMs = floorTo(atMs, MINUTE_MS);
    let minute = this.#minutes.get(minuteMs);
    if (minute === undefined) {
      minute = new Map();
      this.#minutes.set(minuteMs, minute);
    }
    let count = minute.get(key);
    if (count === undefined) {
      count = this.#make();
      minute.set(key, count);
    }
    return count;
  }

  forEach(visit: (minuteMs: number, key: Key, count: Count) => void): void {
    for (const [minuteMs, minute] of this.#minutes)
      for (const [key, count] of minute) visit(minuteMs, key, count);
  }
}

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

/** Requests without a key count in the sum of all keys alone, which has the empty name. */
const trafficOf = (rows: readonly RequestRow[]): readonly TrafficRow[] => {
  const minutes = new ByMinute<string | null, Counts>(() => ({ ...NO_COUNTS }));
  for (const row of rows) addRequest(minutes.of(row.received_at, row.key_id ?? null), row);
  const sums = createSums<TrafficRow & Counts>();
  minutes.forEach((minuteMs, key, counts) => {
    for (const spanMs of SPANS_MS) {
      const atMs = floorTo(minuteMs, spanMs);
      for (const keyId of key === null ? [''] : ['', key]) {
        // Always the same columns in the same order.
        const make = () => ({ span_ms: spanMs, key_id: keyId, at_ms: atMs, ...NO_COUNTS });
        addCounts(sums.of(`${spanMs} ${keyId} ${atMs}`, make), counts);
      }
    }
  });
  return sums.inOrder();
};

/** As `rows.ts` writes an empty list, and one that names a text that was removed. */
const NO_REDACTIONS = '[]';
const REMOVED = '"action":"remove"';

type Count = { requests: number };
const noRequests = (): Count => ({ requests: 0 });

/**
 * The sub-type of the threat in a request; null where there is none: what is excluded, replaced or only noted is no threat, what is
 * removed is one.
 * Where something is replaced and nothing in force is a threat, the finding on top is what is replaced.
 */
const threatOf = ({ top_category, top_sub_type, loosest, would_block, redactions }: RequestRow) => {
  const isChanged = redactions !== NO_REDACTIONS && !(redactions ?? '').includes(REMOVED);
  const isThreat = would_block === 1 || (typeof loosest === 'string' && !isChanged);
  return isThreat && typeof top_category === 'string' ? `${top_category}/${top_sub_type ?? ''}` : null;
};

/** As `rows.ts` writes it: one of a closed list of reasons. */
const passedBy = ({ unjudged, key_id }: RequestRow): string | null =>
  unjudged.includes('"pass_through"') ? (key_id ?? '') : null;

const valuesIn = (rows: readonly RequestRow[]): readonly ValueRow[] => {
  const sums = createSums<ValueRow & Count>();
  const count = (kind: ValueRow['kind'], nameOf: (row: RequestRow) => string | null): void => {
    const minutes = new ByMinute<string, Count>(noRequests);
    for (const row of rows) {
      const value = nameOf(row);
      if (value !== null) minutes.of(row.received_at, value).requests += 1;
    }
    minutes.forEach((minuteMs, value, { requests }) => {
      for (const spanMs of SPANS_MS) {
        const atMs = floorTo(minuteMs, spanMs);
        const make = () => ({ span_ms: spanMs, kind, at_ms: atMs, value, requests: 0 });
        sums.of(`${spanMs} ${kind} ${atMs} ${value}`, make).requests += requests;
      }
    });
  };
  count('model', ({ model }) => model ?? null);
  count('sub_type', threatOf);
  count('error_code', ({ error_code }) => error_code ?? null);
  count('passed_through', passedBy);
  return sums.inOrder();
};

const latencyOf = (rows: readonly RequestRow[]): readonly LatencyRow[] => {
  const sums = createSums<LatencyRow & Count>();
  const count = (kind: LatencyRow['kind'], usOf: (row: RequestRow) => number): void => {
    const minutes = new ByMinute<number, Count>(noRequests);
    for (const row of rows) {
      const us = usOf(row);
      if (us > 0) minutes.of(row.received_at, bucketOf(us)).requests += 1;
    }
    minutes.forEach((minuteMs, bucket, { requests }) => {
      for (const spanMs of LATENCY_SPANS_MS) {
        const atMs = floorTo(minuteMs, spanMs);
        const make = () => ({ span_ms: spanMs, kind, at_ms: atMs, bucket, requests: 0 });
        sums.of(`${spanMs} ${kind} ${atMs} ${bucket}`, make).requests += requests;
      }
    });
  };
  count('scan', (row) => row.input_scan_us + row.output_scan_us);
  count('added', (row) => row.added_us ?? 0);
  return sums.inOrder();
};

/** Counts requests by minute, hour and day. */
export const rollUp = (rows: readonly RequestRow[]): RollUp => ({
  traffic: trafficOf(rows),
  values: valuesIn(rows),
  latency: latencyOf(rows),
});
