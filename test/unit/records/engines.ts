import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { onTestFinished } from 'vitest';
import { POSTGRES_TRAITS } from '../../../src/records/dialect.ts';
import { migrate } from '../../../src/records/migrations/migrate.ts';
import { openPostgresStore, runPostgresStore } from '../../../src/records/postgres/postgres.ts';
import { createPostgresDatabase } from '../../../src/records/postgres/postgres-database.ts';
import type { Store, StoreOptions } from '../../../src/records/running-store.ts';
import type { Database } from '../../../src/records/schema.ts';
import { openSqliteStore } from '../../../src/records/sqlite/sqlite.ts';
import { temporaryFolder } from './open-store.ts';
import { testOptions } from './options.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

export type OpenStore = Readonly<{ store: Store; seen: ReturnType<typeof testOptions>['seen'] }>;

/** A place for a store: what is opened twice is the same data. */
export type Place = Readonly<{ open: (changes?: Partial<StoreOptions>) => Promise<OpenStore> }>;

export type Engine = Readonly<{ name: 'SQLite' | 'PostgreSQL'; newPlace: () => Promise<Place> }>;

const place = (open: (options: StoreOptions) => Promise<Store>): Place => ({
  open: async (changes = {}) => {
    const { seen, options } = testOptions();
    const store = await open({ ...options, ...changes });
    onTestFinished(() => store.close());
    return { store, seen };
  },
});

const sqlite: Engine = {
  name: 'SQLite',
  newPlace: async () => {
    const path = join(temporaryFolder(), 'store.db');
    return place((options) => openSqliteStore(path, options));
  },
};

/**
 * One process and one connection: no other replicas, no notices, no outage; but its SQL. It takes seconds to start, so each
 * place is the same instance, emptied.
 */
const createPglite = () => {
  let shared: PGlite | null = null;
  const start = async (): Promise<PGlite> => {
    shared ??= new PGlite();
    await shared.waitReady;
    return shared;
  };
  return {
    start,
    newPlace: async (): Promise<Place> => {
      const pglite = await start();
      await pglite.exec('drop schema public cascade; create schema public');
      const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) });
      await migrate(db, POSTGRES_TRAITS);
      return place(async (options) => {
        const database = await createPostgresDatabase(db, options);
        // One connection cannot hold a lock in one transaction and work in others.
        const parts = {
          alone: (work: () => Promise<void>) => work().then(() => true),
          close: async () => undefined,
        };
        return runPostgresStore({ ...database, ...parts }, options, 'PGlite');
      });
    },
    close: async (): Promise<void> => {
      await shared?.close();
    },
  };
};

export type Engines = Readonly<{
  server: PostgresServer | null;
  sqlite: Engine;
  postgres: Engine;
  close: () => Promise<void>;
}>;

/** Says aloud which PostgreSQL it is. @throws In CI, where none is a real one. */
export const startEngines = async (): Promise<Engines> => {
  const server = await startPostgres();
  const pglite = createPglite();
  if (server === null && process.env['CI'] === 'true') {
    throw new Error('No PostgreSQL: install its server, or name one in TEST_DATABASE_URL');
  }
  if (server === null) await pglite.start();
  process.stderr.write(`PostgreSQL of these tests: ${server?.name ?? 'PGlite (no server was found)'}\n`);
  return {
    server,
    sqlite,
    postgres: {
      name: 'PostgreSQL',
      newPlace: async () => {
        if (server === null) return pglite.newPlace();
        const url = await server.newDatabase();
        return place((options) => openPostgresStore(url, options));
      },
    },
    close: async () => {
      await pglite.close();
      await server?.close();
    },
  };
};
