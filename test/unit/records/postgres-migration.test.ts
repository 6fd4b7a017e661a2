import { setTimeout as sleep } from 'node:timers/promises';
import type { Migration } from 'kysely/migration';
import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { POSTGRES_TRAITS } from '../../../src/records/dialect.ts';
import { initial } from '../../../src/records/migrations/001-initial.ts';
import { redactions } from '../../../src/records/migrations/002-redactions.ts';
import { dashboard } from '../../../src/records/migrations/003-dashboard.ts';
import { outbox } from '../../../src/records/migrations/004-outbox.ts';
import { trace } from '../../../src/records/migrations/005-trace.ts';
import { openPostgresStore } from '../../../src/records/postgres/postgres.ts';
import { connectPool } from '../../../src/records/postgres/postgres-connection.ts';
import { testOptions } from './options.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const DAYS = [0, 1, 2];
const DAY_MS = 86_400_000;

const server: PostgresServer | null = await startPostgres();
afterAll(() => server?.close());

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  // A test that fails leaves it open, and the server is stopped behind it.
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
};

const insert = (client: pg.Client, id: string, day: number): Promise<unknown> =>
  client.query(
    `insert into requests (request_id, received_at, path, stream, mode, sensitivity, outcome, input_status, output_status,
       error_code, would_block, finding_count, unjudged, segment_count, input_chars, output_chars, input_scan_us,
       output_scan_us, policy_revision)
     values ($1, $2, '/', 0, 'blocking', 'medium', 'refused', 'none', 'none', 'invalid_json', 0, 0, '{}', 0, 0, 0, 0, 0, '')`,
    [id, day * DAY_MS],
  );

/** A database of the version before 006, with some days that hold a request each. */
const oldDatabase = async (): Promise<Readonly<{ url: string; client: pg.Client }>> => {
  const url = (await server?.newDatabase()) ?? '';
  const db = connectPool(url, { max: 1, hasTimeLimit: false, onError: () => undefined });
  const before: Readonly<Record<string, Migration>> = {
    '001-initial': initial(POSTGRES_TRAITS),
    '002-redactions': redactions(POSTGRES_TRAITS),
    '003-dashboard': dashboard(POSTGRES_TRAITS),
    '004-outbox': outbox(POSTGRES_TRAITS),
    '005-trace': trace,
  };
  for (const { up } of Object.values(before)) await up(db);
  await db.destroy();
  const client = await connect(url);
  const applied = Object.keys(before).map((name) => `('${name}', '1')`);
  await client.query(
    `create table portcullis_migrations (name varchar(255) primary key, timestamp varchar(255) not null);
     insert into portcullis_migrations values ${applied.join(', ')}`,
  );
  for (const day of DAYS) {
    await client.query(
      `create table requests_1970010${day + 1} partition of requests for values from (${day * DAY_MS}) to (${(day + 1) * DAY_MS})`,
    );
    await insert(client, `req_${day}`, day);
  }
  return { url, client };
};

const open = async (url: string): Promise<void> => {
  const store = await openPostgresStore(url, testOptions().options);
  await store.close();
};

/** Every index of the migration, and whether it is whole: that of all days first, then those that it is made of. */
const indexes = async (client: pg.Client): Promise<readonly unknown[]> => {
  const { rows } = await client.query<{ name: string; whole: boolean }>(
    `select made.relname as name, indisvalid as whole
     from pg_index join pg_class made on made.oid = indexrelid left join pg_inherits on inhrelid = made.oid
     where made.relname = 'requests_error_code_newest' or inhparent = 'requests_error_code_newest'::regclass
     order by inhparent nulls first, made.relname limit 4`,
  );
  return rows.map(({ name, whole }) => [name, whole]);
};

const WHOLE = [
  ['requests_error_code_newest', true],
  ...DAYS.map((day) => [`requests_1970010${day + 1}_error_code_newest`, true]),
];

const untilIndexing = async (client: pg.Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ query: string }>(
      `select query from pg_stat_activity
       where datname = current_database() and state = 'active' and wait_event_type = 'Lock' and query like 'create index%'`,
    );
    if (rows.length > 0) return;
    await sleep(20);
  }
};

describe.skipIf(server === null)('the index of migration 006 in PostgreSQL', () => {
  it('is built beside writers, however long a transaction of another lasts', async () => {
    const { url, client } = await oldDatabase();
    const busy = await connect(url);
    await busy.query('begin');
    await insert(busy, 'req_open', 1);
    const opening = open(url);
    await untilIndexing(client);
    await client.query("set lock_timeout = '2s'");
    for (const day of DAYS) await insert(client, `req_beside_${day}`, day);
    await busy.query('commit');
    await opening;
    expect(await indexes(client)).toEqual(WHOLE);
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query("select request_id from requests where error_code = 'invalid_json'");
    expect(rows).toHaveLength(7);
  });

  it('is built by one of several that start at once, and waited for by the others', async () => {
    const { url, client } = await oldDatabase();
    const busy = await connect(url);
    await busy.query('begin');
    await insert(busy, 'req_open', 1);
    const opening = Promise.all([open(url), open(url), open(url)]);
    await untilIndexing(client);
    // Longer than PostgreSQL takes to see that two wait for each other.
    await sleep(1500);
    await busy.query('commit');
    await opening;
    expect(await indexes(client)).toEqual(WHOLE);
  });

  it('is built anew where its building was cut short', async () => {
    const { url, client } = await oldDatabase();
    const busy = await connect(url);
    await busy.query('begin');
    await insert(busy, 'req_open', 1);
    const builder = await connect(url);
    const building = builder.query(
      `create index concurrently requests_19700102_error_code_newest on requests_19700102
       (error_code, received_at, request_id) where error_code is not null`,
    );
    const broken = expect(building).rejects.toThrow('canceling statement');
    await untilIndexing(client);
    await client.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and query like 'create index%'",
    );
    await broken;
    const half = await client.query(
      'select indexrelid::regclass::text as name from pg_index where not indisvalid',
    );
    expect(half.rows).toEqual([{ name: 'requests_19700102_error_code_newest' }]);
    await busy.query('commit');
    await open(url);
    expect(await indexes(client)).toEqual(WHOLE);
  });
});
