import { type RawBuilder, sql } from 'kysely';

/** A sum of whole numbers is `numeric` in PostgreSQL, which has no number in JavaScript. */
export const total = (column: string): RawBuilder<number> =>
  sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`;

/** The beginning of the bucket that a span lies in. As a literal: SQLite takes a parameter for a fraction. */
export const bucketAt = (bucketMs: number): RawBuilder<number> =>
  sql<number>`at_ms - at_ms % ${sql.lit(Math.max(1, Math.trunc(bucketMs)))}`;
