import { type Kysely, sql } from 'kysely';
import { sqlState } from '../postgres/postgres-error.ts';

/** As migration 006 has it; PostgreSQL compares the two, and makes another one where they differ. */
const INDEX = 'requests_error_code_newest';
const COLUMNS = '(error_code, received_at, request_id) where error_code is not null';

/** "relation does not exist": its day was dropped meanwhile. */
const UNDEFINED_TABLE = '42P01';

/** The days of the store, each with whether its index is whole; none where no migration waits for them. */
const daysWithout = async <T>(
  db: Kysely<T>,
): Promise<readonly Readonly<{ day: string; isWhole: boolean | null }>[]> => {
  const { rows } = await sql<{ day: string; whole: boolean | null }>`
    select child.relname as day, made.indisvalid as whole
    from pg_inherits
    join pg_class child on child.oid = inhrelid
    left join pg_index made on made.indexrelid = to_regclass(child.relname || ${`_${INDEX.slice('requests_'.length)}`})
    where inhparent = to_regclass('requests') and child.relkind = 'r' and to_regclass(${INDEX}) is null
    order by child.relname`.execute(db);
  return rows.map(({ day, whole }) => ({ day, isWhole: whole }));
};

const buildDay = async <T>(db: Kysely<T>, day: string, isHalf: boolean): Promise<void> => {
  const name = sql.table(`${day}_${INDEX.slice('requests_'.length)}`);
  // One whose building was cut short is no use to readers, but every writer keeps it up; and the name is taken.
  if (isHalf) await sql`drop index concurrently if exists ${name}`.execute(db);
  await sql`create index concurrently ${name} on ${sql.table(day)} ${sql.raw(COLUMNS)}`.execute(db);
};

/**
 * Builds what migration 006 asks for, day by day and beside the writers, whom the migration itself would lock out until all
 * of it is built. It finds an index of the same shape at each day and takes it, which is a matter of milliseconds. PostgreSQL
 * only; it waits for transactions of others that are open, and must run outside of one.
 */
export const indexBeforehand = async <T>(db: Kysely<T>): Promise<void> => {
  for (const { day, isWhole } of await daysWithout(db)) {
    if (isWhole === true) continue;
    try {
      await buildDay(db, day, isWhole === false);
    } catch (error) {
      if (sqlState(error) !== UNDEFINED_TABLE) throw error;
    }
  }
};
