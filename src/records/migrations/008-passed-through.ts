import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DialectTraits } from '../dialect.ts';

const MINUTE_MS = 60_000;
const SPANS_MS = [MINUTE_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS];

/** Some seconds' work. Where there are more, older counts stay as they were: a start-up probe waits for this. */
const MOST_CORRECTED = 100_000;

/** Tables of ours for the length of the transaction: not every role of PostgreSQL may make temporary ones. */
const WORK = 'passed_through_before';
/** With a key, so that no database compares each row with each. */
const SPANS = 'passed_through_spans';

const collectAtMost = (most: number): string => `create table ${WORK} as
  select request_id, received_at, coalesce(key_id, '') as key_id, unjudged_count,
    cast(unjudged ->> 'pass_through' as integer) as passed
  from requests where unjudged_count > 0 and unjudged ->> 'pass_through' is not null
  limit ${most}`;

const correctRequests = `update requests set unjudged_count = requests.unjudged_count - ${WORK}.passed
  from ${WORK} where requests.request_id = ${WORK}.request_id and requests.received_at = ${WORK}.received_at`;

const createSpans = (long: string): string => `create table ${SPANS} (
  span_ms ${long} not null, key_id text not null, at_ms ${long} not null, requests ${long} not null,
  primary key (span_ms, key_id, at_ms))`;

/** Counts those for which nothing else was unjudged. @param key Under which; '' counts those of all. */
const fillSpans = (spanMs: number, key: string, where: string): string => `insert into ${SPANS}
  select ${spanMs}, ${key}, received_at - received_at % ${spanMs}, count(*)
  from ${WORK} where unjudged_count = passed ${where} group by 2, 3`;

const correctTraffic = `update traffic
  set unjudged = case when traffic.unjudged > ${SPANS}.requests then traffic.unjudged - ${SPANS}.requests else 0 end
  from ${SPANS} where traffic.span_ms = ${SPANS}.span_ms and traffic.key_id = ${SPANS}.key_id
    and traffic.at_ms = ${SPANS}.at_ms`;

const countPassed = (spanMs: number): string => `
  insert into traffic_values (span_ms, kind, at_ms, value, requests)
  select ${spanMs}, 'passed_through', received_at - received_at % ${spanMs}, key_id, count(*)
  from ${WORK} group by 3, 4`;

/**
 * What the operator lets by is no longer counted among what could not be judged, but by itself. Older versions go on counting it so
 * while they are there.
 */
export const passedThrough = (
  { longType, isPartitioned }: DialectTraits,
  most: number = MOST_CORRECTED,
): Migration => ({
  up: async <T>(db: Kysely<T>) => {
    const run = (statement: string) => sql.raw(statement).execute(db);
    await run(collectAtMost(most + 1));
    await run(createSpans(longType));
    const { rows } = await sql<{ found: number }>`
      select cast(count(*) as ${sql.raw(longType)}) as found from ${sql.table(WORK)}`.execute(db);
    if (Number(rows[0]?.found) <= most) {
      await run(correctRequests);
      for (const spanMs of SPANS_MS) {
        await run(fillSpans(spanMs, "''", ''));
        await run(fillSpans(spanMs, 'key_id', "and key_id <> ''"));
        await run(countPassed(spanMs));
      }
      // Replicas of the version before write meanwhile, and take the same rows in another order. Not sooner: their records wait.
      if (isPartitioned) await run('lock table traffic in share row exclusive mode');
      await run(correctTraffic);
    }
    await run(`drop table ${SPANS}`);
    await run(`drop table ${WORK}`);
  },
});
