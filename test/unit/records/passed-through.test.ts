import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type DialectTraits, POSTGRES_TRAITS, SQLITE_TRAITS } from '../../../src/records/dialect.ts';
import { passedThrough } from '../../../src/records/migrations/008-passed-through.ts';
import { openPostgresStore } from '../../../src/records/postgres/postgres.ts';
import { connectPool } from '../../../src/records/postgres/postgres-connection.ts';
import type { Store } from '../../../src/records/running-store.ts';
import type { Database } from '../../../src/records/schema.ts';
import { openSqliteStore } from '../../../src/records/sqlite/sqlite.ts';
import { createNodeSqliteDialect } from '../../../src/records/sqlite/sqlite-dialect.ts';
import { temporaryFolder } from './open-store.ts';
import { testOptions } from './options.ts';
import { startPostgres } from './postgres-server.ts';
import { sampleRecord } from './samples.ts';

const server = await startPostgres();
afterAll(() => server?.close());

type Place = Readonly<{
  traits: DialectTraits;
  open: () => Promise<Store>;
  connect: () => Kysely<Database>;
}>;

const closing = (store: Store): Store => {
  onTestFinished(() => store.close());
  return store;
};

const PLACES: readonly Readonly<{ name: string; isThere: boolean; make: () => Promise<Place> }>[] = [
  {
    name: 'SQLite',
    isThere: true,
    make: async () => {
      const path = join(temporaryFolder(), 'store.db');
      return {
        traits: SQLITE_TRAITS,
        open: async () => closing(await openSqliteStore(path, testOptions().options)),
        connect: () => new Kysely({ dialect: createNodeSqliteDialect(new DatabaseSync(path)) }),
      };
    },
  },
  {
    name: 'PostgreSQL',
    isThere: server !== null,
    make: async () => {
      const url = (await server?.newDatabase()) ?? '';
      return {
        traits: POSTGRES_TRAITS,
        open: async () => closing(await openPostgresStore(url, testOptions().options)),
        connect: () => connectPool(url, { max: 1, hasTimeLimit: false, onError: () => undefined }),
      };
    },
  },
];

const NOW_MS = Date.now();
const FOREVER = [0, NOW_MS + 86_400_000] as const;
const passed = { outcome: 'pass', errorCode: null, inputStatus: 'skipped', findings: [] } as const;

/** Passed through: five by two keys or none, one of them with a failure besides. Unjudged: that one, and one with a picture. */
const RECORDS = [
  { ...passed, unjudged: { pass_through: 2 } },
  { ...passed, unjudged: { pass_through: 2 } },
  { ...passed, unjudged: { pass_through: 1 }, keyId: 'key_b' },
  { ...passed, unjudged: { pass_through: 1 }, keyId: null },
  { ...passed, unjudged: { pass_through: 1, scan_error: 1 } },
  { unjudged: { image: 3 } },
  { unjudged: {} },
].map((change, index) => sampleRecord(index, { ...change, receivedAtMs: NOW_MS - index * 40_000 }));

const totalsOf = async (store: Store, keyId: string | null) => {
  const { requests, unjudged, passedThrough: through } = await store.totals(...FOREVER, keyId);
  return { requests, unjudged, through };
};

const seen = async (store: Store) => {
  const { items } = await store.search({}, { cursor: null, limit: 50 });
  return {
    all: await totalsOf(store, null),
    a: await totalsOf(store, 'key_a'),
    b: await totalsOf(store, 'key_b'),
    parts: items.map(({ unjudgedCount }) => unjudgedCount),
    found: (await store.search({ hasUnjudged: true }, { cursor: null, limit: 50 })).items.length,
  };
};

const RIGHT = {
  all: { requests: 7, unjudged: 2, through: 5 },
  a: { requests: 5, unjudged: 2, through: 3 },
  b: { requests: 1, unjudged: 0, through: 1 },
  parts: [0, 0, 0, 0, 1, 3, 0],
  found: 2,
};
const AS_BEFORE = {
  all: { requests: 7, unjudged: 6, through: 0 },
  a: { requests: 5, unjudged: 4, through: 0 },
  b: { requests: 1, unjudged: 1, through: 0 },
  parts: [2, 2, 1, 1, 2, 3, 0],
  found: 6,
};

const written = async (place: Place): Promise<void> => {
  const store = await place.open();
  for (const record of RECORDS) store.write(record);
  await store.flush();
  expect(await seen(store)).toEqual(RIGHT);
  await store.close();
};

const through = (alias: string): string =>
  `coalesce(cast(${alias}.unjudged ->> 'pass_through' as integer), 0)`;

/** As the version before wrote them. */
const countAsBefore = async (db: Kysely<Database>): Promise<void> => {
  const statements = [
    `update requests set unjudged_count = unjudged_count + ${through('requests')}`,
    `update traffic set unjudged = (select count(*) from requests where unjudged_count > 0
      and received_at - received_at % span_ms = at_ms and (traffic.key_id = '' or traffic.key_id = requests.key_id))`,
    "delete from traffic_values where kind = 'passed_through'",
    'alter table webhooks drop column retired',
    'alter table gateway_keys drop column successor_id',
    "delete from portcullis_migrations where name >= '008'",
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const within = async (place: Place, work: (db: Kysely<Database>) => Promise<void>): Promise<void> => {
  const db = place.connect();
  await work(db);
  await db.destroy();
};

describe.each(PLACES.filter(({ isThere }) => isThere))('what passed through, in $name', ({ make }) => {
  it('is counted apart from what should have been judged, in what older versions wrote, too', async () => {
    const place = await make();
    await written(place);
    await within(place, countAsBefore);
    const store = await place.open();
    expect(await seen(store)).toEqual(RIGHT);
    const { items } = await store.records({}, { cursor: null, limit: 50 });
    expect(items.map(({ unjudged }) => unjudged)).toEqual(RECORDS.map(({ unjudged }) => unjudged));
  });

  it('stays counted as it was where to correct it would take long', async () => {
    const place = await make();
    await written(place);
    await within(place, async (db) => {
      await countAsBefore(db);
      await db.transaction().execute((transaction) => passedThrough(place.traits, 4).up(transaction));
      await sql`insert into portcullis_migrations values ('008-passed-through-adds', ${new Date().toISOString()})`.execute(
        db,
      );
    });
    const store = await place.open();
    expect(await seen(store)).toEqual(AS_BEFORE);
  });
});
