import { setTimeout as sleep } from 'node:timers/promises';
import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresQueryResult,
  sql,
} from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createKey } from '../../../src/keys/service.ts';
import { POSTGRES_TRAITS } from '../../../src/records/dialect.ts';
import { initial } from '../../../src/records/migrations/001-initial.ts';
import { redactions } from '../../../src/records/migrations/002-redactions.ts';
import { dashboard } from '../../../src/records/migrations/003-dashboard.ts';
import { createPartitions } from '../../../src/records/postgres/partitions.ts';
import { openPostgresStore } from '../../../src/records/postgres/postgres.ts';
import { connectPool } from '../../../src/records/postgres/postgres-connection.ts';
import { watchPool } from '../../../src/records/postgres/watched-pool.ts';
import type { StoreOptions } from '../../../src/records/running-store.ts';
import type { Database } from '../../../src/records/schema.ts';
import { startFreezingProxy } from './freezing-proxy.ts';
import { testOptions } from './options.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { START_MS, sampleRecord } from './samples.ts';

const server: PostgresServer | null = await startPostgres();
if (server === null && process.env['CI'] === 'true') {
  throw new Error('No PostgreSQL: install its server, or name one in TEST_DATABASE_URL');
}
process.stderr.write(`PostgreSQL of these tests: ${server?.name ?? 'none, skipped'}\n`);
afterAll(() => server?.close());

const open = async (url: string, changes: Partial<StoreOptions> = {}) => {
  const { seen, options } = testOptions();
  const store = await openPostgresStore(url, { ...options, ...changes });
  onTestFinished(() => store.close());
  return { store, seen };
};

const openBehindProxy = async (url: string) => {
  const proxied = new URL(url);
  const proxy = await startFreezingProxy(Number(proxied.port), proxied.hostname);
  onTestFinished(() => proxy.close());
  proxied.port = String(proxy.port);
  return { proxy, url: proxied.href, ...(await open(proxied.href)) };
};

const query = async (url: string, text: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return rows;
};

describe.skipIf(server === null)('PostgreSQL', () => {
  let url = '';
  beforeAll(async () => {
    url = (await server?.newDatabase()) ?? '';
  });

  it('is made ready by one of several replicas that start at once', async () => {
    const fresh = (await server?.newDatabase()) ?? '';
    const stores = await Promise.all([1, 2, 3, 4].map(() => open(fresh)));
    const names = await query(fresh, 'select name from portcullis_migrations order by name');
    expect(names.map(({ name }) => name)).toEqual([
      '001-initial',
      '002-redactions',
      '003-dashboard',
      '004-outbox',
      '005-trace',
      '006-error-code',
      '007-conversation-runs-adds',
      '008-passed-through-adds',
      '009-retired-secrets-adds',
      '010-successor-adds',
    ]);
    // Two writers, one of them with the other's records, too.
    stores.forEach(({ store }, part) => {
      for (let index = 0; index < 500; index += 1) store.write(sampleRecord(index + part * 250));
    });
    await Promise.all(stores.map(({ store }) => store.flush()));
    expect(await stores[0]?.store.count()).toBe(1250);
    expect(await stores[0]?.store.totals(0, 2 * START_MS, null)).toMatchObject({ requests: 1250 });
    for (const { seen } of stores) expect([seen.written, ...seen.errors]).toEqual([500]);
  });

  it('is brought up to date from the version before, with what it held', async () => {
    const old = (await server?.newDatabase()) ?? '';
    const db = connectPool(old, { max: 1, hasTimeLimit: false, onError: () => undefined });
    for (const make of [initial, redactions, dashboard]) await make(POSTGRES_TRAITS).up(db);
    await db.destroy();
    await query(
      old,
      `create table portcullis_migrations (name varchar(255) primary key, timestamp varchar(255) not null);
       insert into portcullis_migrations values ('001-initial', '1'), ('002-redactions', '2'), ('003-dashboard', '3');
       insert into webhooks values ('whk_1', 'Chat', 'https://hook.invalid/', 's', '["threat.blocked"]', 1, 0)`,
    );
    const { store } = await open(old);
    store.write(sampleRecord(1));
    await store.flush();
    expect(await store.listUntold(10)).toMatchObject([{ requestId: sampleRecord(1).requestId }]);
    expect(await store.listWebhooks()).toMatchObject([{ secret: 's', retired: [] }]);
    expect(await store.countAttempt([{ name: 'a', limit: 1 }], START_MS, 1000)).toBe(0);
  });

  it('keeps each day in tables of its own, and drops whole days', async () => {
    const fresh = (await server?.newDatabase()) ?? '';
    const { store } = await open(fresh);
    const day = 86_400_000;
    const base = Math.floor(START_MS / day) * day;
    for (const days of [0, 1, 2]) store.write(sampleRecord(days, { receivedAtMs: base + days * day }));
    await store.flush();
    expect(await store.deleteBefore(base + 2 * day + 5)).toBe(2);
    expect(await store.count()).toBe(1);
    const tables = await query(
      fresh,
      "select relname from pg_class where relname like 'findings_2027%' and relkind = 'r'",
    );
    expect(tables).toHaveLength(1);
  });

  it('drops days that are too long to be counted', async () => {
    const fresh = (await server?.newDatabase()) ?? '';
    const { store } = await open(fresh);
    store.write(sampleRecord(1));
    await store.flush();
    const pool = new pg.Pool({ connectionString: fresh });
    const impatient: PostgresPool = {
      connect: async () => {
        const client = await pool.connect();
        function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
        function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
        function query(text: unknown, values: readonly unknown[] = []): unknown {
          if (String(text).startsWith('select count(*)')) throw new Error('Query read timeout');
          return client.query(String(text), [...values]);
        }
        return { query, release: () => client.release() };
      },
      end: () => pool.end(),
      options: pool.options,
    };
    const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: impatient }) });
    onTestFinished(() => db.destroy());
    await createPartitions(db).dropBefore(START_MS + 2 * 86_400_000);
    expect(await store.count()).toBe(0);
  });

  it('takes down who used which key from several replicas at once', async () => {
    const fresh = (await server?.newDatabase()) ?? '';
    const stores = [(await open(fresh)).store, (await open(fresh)).store];
    const [first] = stores;
    const used = new Map<string, number>();
    for (let index = 0; index < 200; index += 1) {
      const created = await createKey(
        first ?? expect.fail(),
        { name: `key ${index}`, origin: 'cli' },
        START_MS,
      );
      used.set(created.key.id, START_MS + index);
    }
    const backwards = new Map([...used].reverse());
    for (let times = 0; times < 5; times += 1)
      await Promise.all(
        stores.map((store, at) =>
          store.touchKeys(new Map([...(at === 0 ? used : backwards)].map(([id, ms]) => [id, ms + times]))),
        ),
      );
    const keys = (await first?.listKeys()) ?? [];
    expect(keys.every(({ id, lastUsedAtMs }) => lastUsedAtMs === (used.get(id) ?? 0) + 4)).toBe(true);
  });

  it('reads only the day of a page', async () => {
    const { store } = await open(url);
    store.write(sampleRecord(900));
    await store.flush();
    const [plan] = await query(
      url,
      `explain (format json) select * from requests where received_at <= ${START_MS + 900}
       and received_at >= ${START_MS} order by received_at desc, request_id desc limit 50`,
    );
    expect(
      JSON.stringify(plan)
        .match(/requests_\d+/g)
        ?.every((name) => name === 'requests_20270115'),
    ).toBe(true);
  });

  it('tells other replicas at once that the policy has changed', async () => {
    const [a, b] = [await open(url), await open(url)];
    let notices = 0;
    const stop = b.store.onPolicyChange(() => {
      notices += 1;
    });
    // The connection comes up behind the call; polling is what covers that time.
    await expect
      .poll(
        async () => {
          const revision = (await a.store.currentSettings())?.revision ?? 0;
          const next = { createdAtMs: 1, author: 'a', comment: '', own: {} };
          await a.store.insertSettings(next, revision);
          await sleep(50);
          return notices;
        },
        { timeout: 10_000 },
      )
      .toBeGreaterThan(0);
    stop();
    const before = notices;
    await a.store.insertSettings({ createdAtMs: 1, author: 'a', comment: '', own: {} }, 1);
    await sleep(100);
    expect(notices).toBe(before);
  });

  it.skipIf(server?.restarting === null)(
    'may be away: records wait, more than the queue holds are counted, calls say so, all heals',
    async () => {
      const { store, seen } = await open(url, { queueLength: 300 });
      const before = await store.count();
      let notices = 0;
      store.onPolicyChange(() => {
        notices += 1;
      });
      await sleep(300);
      await server?.restarting?.stop();
      for (let index = 0; index < 400; index += 1) store.write(sampleRecord(20_000 + index));
      expect(seen.dropped).toEqual(new Map([['queue_full', 100]]));
      await expect(store.listKeys()).rejects.toMatchObject({
        code: 'STORE_FAILED',
        message: expect.stringMatching(
          /^The store postgres:\/\/127\.0\.0\.1:\d+\/portcullis_test_\S+ failed: /,
        ),
      });
      // Longer than all pauses between the tries of a batch together.
      await sleep(6000);
      expect(store.queueLength()).toBe(300);
      await server?.restarting?.start();
      await store.flush();
      expect(seen.written).toBe(300);
      expect(await store.count()).toBe(before + 300);
      expect(seen.dropped).toEqual(new Map([['queue_full', 100]]));
      // What may have happened meanwhile is looked up.
      await expect.poll(() => notices, { timeout: 20_000 }).toBeGreaterThan(0);
    },
  );

  it('replaces connections that fall silent, within seconds', async () => {
    const { store, proxy } = await openBehindProxy(url);
    let notices = 0;
    store.onPolicyChange(() => {
      notices += 1;
    });
    // Several connections, all of which have been idle for a while.
    await Promise.all([1, 2, 3, 4].map(() => store.listKeys()));
    await sleep(700);
    proxy.freeze();
    const startedMs = performance.now();
    expect(await store.listKeys()).toEqual([]);
    store.write(sampleRecord(40_000));
    await store.flush();
    // Far below what a question may take.
    expect(performance.now() - startedMs).toBeLessThan(15_000);
    // What may have happened while nothing was heard is looked up.
    await expect.poll(() => notices, { timeout: 20_000 }).toBeGreaterThan(0);
  });

  it('does not wait for a question on a silent connection', async () => {
    const { proxy, url: proxied } = await openBehindProxy(url);
    const db = connectPool(proxied, { max: 3, hasTimeLimit: true, onError: () => undefined });
    const ask = (text: string) => sql.raw(text).execute(db);
    await Promise.all([ask('select pg_sleep(0.1)'), ask('select pg_sleep(0.1)')]);
    const asked = expect(ask('select pg_sleep(20)')).rejects.toThrow('fell silent');
    await sleep(700);
    proxy.freeze();
    await ask('select 1');
    await asked;
    await db.destroy();
  });

  it('outlives connections that are reset while they are used', async () => {
    const { proxy, url: proxied } = await openBehindProxy(url);
    const db = connectPool(proxied, { max: 1, hasTimeLimit: true, onError: () => undefined });
    await sql.raw('select 1').execute(db);
    const asked = expect(sql.raw('select pg_sleep(20)').execute(db)).rejects.toThrow();
    await sleep(300);
    proxy.cut();
    await asked;
    expect((await sql.raw('select 1 as one').execute(db)).rows).toEqual([{ one: 1 }]);
    await db.destroy();
  });

  it('ends a connection whose question took too long', async () => {
    const pool = new pg.Pool({ connectionString: url, max: 1, query_timeout: 2000 });
    pool.on('error', () => undefined);
    const watched = watchPool(pool);
    const first = await watched.connect();
    await expect(first.query('select pg_sleep(20)', [])).rejects.toThrow('timeout');
    first.release();
    const second = await watched.connect();
    await expect(second.query('select 1 as one', [])).resolves.toMatchObject({ rows: [{ one: 1 }] });
    second.release();
    await pool.end();
  });

  it('says which database it cannot use, and not its password', async () => {
    const { options } = testOptions();
    const wrong = new URL(url);
    wrong.pathname = '/not_there';
    wrong.password = 'geheim';
    const opening = openPostgresStore(wrong.href, options);
    await expect(opening).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringMatching(/\/not_there: database "not_there" does not exist/),
    });
    await expect(opening).rejects.not.toThrow(/geheim/);
  });

  it('refuses a database that a newer version wrote', async () => {
    const newer = (await server?.newDatabase()) ?? '';
    const { store } = await open(newer);
    await store.close();
    await query(newer, "insert into portcullis_migrations values ('999-future', '2030')");
    await expect(open(newer)).rejects.toThrow(/newer version of Portcullis \(unknown: 999-future\)/);
    await query(newer, "update portcullis_migrations set name = '999-future-adds' where name = '999-future'");
    await (await open(newer)).store.close();
  });

  it('loses only the record that it refuses', async () => {
    const { store, seen } = await open(url);
    store.write(sampleRecord(31_000));
    store.write(sampleRecord(31_001, { segmentCount: Number.NaN }));
    store.write(sampleRecord(31_002, { model: 'nul\0 and \ud800' }));
    await store.flush();
    expect(seen.written).toBe(2);
    expect(seen.dropped).toEqual(new Map([['write_failed', 1]]));
  });
});
