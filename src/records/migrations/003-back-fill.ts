import { type Kysely, sql } from 'kysely';

const MINUTE_MS = 60_000;
const SPANS_MS = [MINUTE_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS];
const LATENCY_SPANS_MS = [...SPANS_MS, 15 * MINUTE_MS, 6 * 60 * MINUTE_MS];

const OUTCOMES = ['pass', 'flagged', 'redacted', 'blocked', 'refused', 'error'];
const CATEGORIES = ['prompt_injection', 'data_leak', 'secret', 'pii', 'policy'];
const SENSITIVITIES = ['low', 'medium', 'high', 'paranoid'];

const countsOf = (column: string, values: readonly string[]): readonly string[] =>
  values.map((value) => `coalesce(sum(${column} = '${value}'), 0)`);

const trafficOf = (spanMs: number, keyId: string, where: string): string => `
  insert into traffic select ${spanMs}, ${keyId} as key, received_at - received_at % ${spanMs} as at, count(*),
    ${countsOf('outcome', OUTCOMES).join(', ')},
    sum(would_block), sum(unjudged_count > 0), 0,
    ${countsOf('top_category', CATEGORIES).join(', ')},
    ${countsOf('loosest', SENSITIVITIES).join(', ')}
  from requests ${where} group by key, at`;

const valuesOf = (spanMs: number, kind: string, value: string, where: string): string => `
  insert into traffic_values
  select ${spanMs}, '${kind}', received_at - received_at % ${spanMs} as at, ${value} as value, count(*)
  from requests where ${where} group by at, value`;

/** As `histogram.ts` has it in this version: ten per cent wide. */
const latencyOf = (spanMs: number): string => `
  insert into latency
  select ${spanMs}, 'scan', received_at - received_at % ${spanMs} as at,
    cast(ln(input_scan_us + output_scan_us) / ln(1.1) as integer) as bucket, count(*)
  from requests where input_scan_us + output_scan_us > 0 group by at, bucket`;

/** Charts and lists of a file that older versions wrote; some seconds for a million records. SQLite only. */
export const backFill = async <T>(db: Kysely<T>): Promise<void> => {
  const statements = [
    `update findings set received_at =
      (select received_at from requests where requests.request_id = findings.request_id)`,
    `update requests set unjudged_count = (select coalesce(sum(value), 0) from json_each(unjudged))
      where unjudged <> '{}'`,
    `update requests set top_excerpt = (select excerpt from findings where findings.request_id = requests.request_id
      order by confidence desc, seq limit 1) where finding_count > 0`,
    ...SPANS_MS.flatMap((spanMs) => [
      trafficOf(spanMs, "''", ''),
      trafficOf(spanMs, 'key_id', 'where key_id is not null'),
      valuesOf(spanMs, 'model', 'model', 'model is not null'),
      valuesOf(spanMs, 'sub_type', "top_category || '/' || top_sub_type", 'top_category is not null'),
    ]),
    ...LATENCY_SPANS_MS.map(latencyOf),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};
