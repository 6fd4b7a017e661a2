import { type Kysely, sql, type Transaction } from 'kysely';
import type { Config } from '../config/schema.ts';
import { GatewayError } from '../errors.ts';
import { needsMigration, unknownMigrations } from './migrations/migrate.ts';
import { hasStore } from './open.ts';
import { createPartitions } from './postgres/partitions.ts';
import { exclusively } from './queries/exclusively.ts';
import { makeStore, type RawStore, withRawStore } from './raw-store.ts';
import { DAY_MS } from './roll-up.ts';
import type { Database } from './schema.ts';

type Table = keyof Database;
type Row = Readonly<Record<string, unknown>>;

/**
 * Every table with the columns by which its rows are read, which no two rows share and an index has. Requests first: findings and texts
 * refer to them. A table that does not stand here does not compile.
 */
const KEYS: Readonly<Record<Table, readonly string[]>> = {
  requests: ['received_at', 'request_id'],
  findings: ['request_id', 'seq'],
  texts: ['request_id'],
  gateway_keys: ['id'],
  meta: ['name'],
  secrets: ['name'],
  traffic: ['span_ms', 'key_id', 'at_ms'],
  traffic_values: ['span_ms', 'kind', 'at_ms', 'value'],
  latency: ['span_ms', 'kind', 'at_ms', 'bucket'],
  settings: ['revision'],
  exclusions: ['id'],
  feedback: ['id'],
  users: ['id'],
  sessions: ['id'],
  tickets: ['id'],
  audit: ['id'],
  views: ['id'],
  webhooks: ['id'],
  deliveries: ['id'],
  outbox: ['request_id'],
  attempts: ['name'],
};
const TABLES = Object.keys(KEYS) as Table[];
/** Those whose rows PostgreSQL keeps by day. */
const BY_DAY = ['requests', 'findings', 'texts'] as const;

/** Of forty columns, which both databases take in one statement. */
const BATCH = 500;

type Reader = Kysely<Database> | Transaction<Database>;

const tuple = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** The next rows behind the last one. */
const readBatch = async (db: Reader, table: Table, last: Row | null): Promise<readonly Row[]> => {
  const key = KEYS[table];
  const behind =
    last === null
      ? sql``
      : sql`where (${tuple(key)}) > (${sql.join(key.map((name) => sql.val(last[name])))})`;
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} ${behind} order by ${tuple(key)} limit ${sql.lit(BATCH)}`.execute(db);
  return rows;
};

/** PostgreSQL gives JSON as what it means, SQLite as its text, and both take the text. */
const toInput = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
    ? JSON.stringify(value)
    : value;

const insertBatch = async (db: Reader, table: Table, rows: readonly Row[]): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(columns.map((name) => sql.val(toInput(row[name]))))})`);
  await sql`insert into ${sql.table(table)} (${tuple(columns)}) values ${sql.join(values)}`.execute(db);
};

const countOf = async (db: Reader, table: Table): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
};

const copyTable = async (from: Reader, to: Reader, table: Table): Promise<number> => {
  let last: Row | null = null;
  for (;;) {
    const rows = await readBatch(from, table, last);
    if (rows.length === 0) break;
    await insertBatch(to, table, rows);
    last = rows.at(-1) ?? null;
  }
  const [wanted, found] = [await countOf(from, table), await countOf(to, table)];
  if (wanted !== found)
    throw new Error(`${table} has ${wanted} rows and its copy ${found}; nothing was kept of the copy`);
  return found;
};

/** Every day of which there is something. */
const daysOf = async (from: Reader): Promise<readonly number[]> => {
  const days = new Set<number>();
  for (const table of BY_DAY) {
    const { rows } = await sql<{ day: number }>`
      select distinct received_at - received_at % ${sql.lit(DAY_MS)} as day from ${sql.table(table)}`.execute(
      from,
    );
    for (const { day } of rows) days.add(day);
  }
  return [...days];
};

/** A schema makes rows of its own in `meta` alone. */
const requireEmpty = async (to: Reader, name: string): Promise<void> => {
  const full: string[] = [];
  for (const table of TABLES.filter((each) => each !== 'meta'))
    if ((await countOf(to, table)) > 0) full.push(table);
  if (full.length > 0)
    throw new GatewayError(
      'STORE_FAILED',
      `${name} is not empty (${full.join(', ')}): a copy needs a store in which nothing is yet.`,
    );
};

/** All of one moment, whoever writes meanwhile. */
const atOneMoment = <Result>({ db, traits }: RawStore, read: (from: Reader) => Promise<Result>) => {
  const transaction = db.transaction();
  return (
    traits.name === 'postgres' ? transaction.setIsolationLevel('repeatable read') : transaction
  ).execute(read);
};

const requireCurrent = async ({ db, traits, name }: RawStore): Promise<void> => {
  if (await needsMigration(db, traits))
    throw new GatewayError(
      'STORE_FAILED',
      `${name} is of an older version: bring it up to date with "portcullis migrate" first.`,
    );
  const unknown = await unknownMigrations(db, traits);
  // What they added would be left behind.
  if (unknown.length > 0)
    throw new GatewayError(
      'STORE_FAILED',
      `${name} has tables or columns of a newer version of Portcullis (${unknown.join(', ')}): copy it with that version.`,
    );
};

const requireStore = (config: Config): void => {
  if (!hasStore(config))
    throw new GatewayError(
      'STORE_FAILED',
      'There is no store to copy: name the folder with --data-dir, or the configuration with --config.',
    );
};

export type Copied = Readonly<{
  source: string;
  target: string;
  /** Rows of each table. */
  rows: Readonly<Record<Table, number>>;
}>;

/**
 * Copies everything from the store that one configuration names to that of another, whichever databases they are, in one transaction: the
 * target has all of it in the end, or nothing. What is written to the source after it has begun is not copied.
 *
 * @throws GatewayError `STORE_FAILED` where the source is of another version, or the target is not empty.
 */
export const copyStore = async (sourceConfig: Config, targetConfig: Config): Promise<Copied> => {
  requireStore(sourceConfig);
  return withRawStore(sourceConfig, async (source) => {
    await requireCurrent(source);
    await makeStore(targetConfig);
    return withRawStore(targetConfig, async (target) => {
      await requireEmpty(target.db, target.name);
      const rows = await atOneMoment(source, async (from) => {
        if (target.traits.isPartitioned) await createPartitions(target.db).ensure(await daysOf(from));
        return exclusively(target.db, 'accounts', async (to) => {
          // Again: now nobody else begins.
          await requireEmpty(to, target.name);
          await to.deleteFrom('meta').execute();
          const counts: [Table, number][] = [];
          for (const table of TABLES) counts.push([table, await copyTable(from, to, table)]);
          return Object.fromEntries(counts) as Record<Table, number>;
        });
      });
      return { source: source.name, target: target.name, rows };
    });
  });
};
