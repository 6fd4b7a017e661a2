import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { SQLITE_TRAITS } from '../../../src/records/dialect.ts';
import { migrate } from '../../../src/records/migrations/migrate.ts';
import { createAttemptStore } from '../../../src/records/queries/attempts.ts';
import type { Database } from '../../../src/records/schema.ts';
import { createNodeSqliteDialect } from '../../../src/records/sqlite/sqlite-dialect.ts';
import { START_MS } from './samples.ts';

const WINDOW_MS = 1000;

it('a limit of two hundred holds at its edge', async () => {
  const db = new Kysely<Database>({ dialect: createNodeSqliteDialect(new DatabaseSync(':memory:')) });
  await migrate(db, SQLITE_TRAITS);
  const store = createAttemptStore(db);
  const waits: number[] = [];
  for (let count = 0; count < 201; count += 1) {
    waits.push(await store.countAttempt([{ name: 'all', limit: 200 }], START_MS + count, WINDOW_MS));
  }
  expect(waits.findIndex((waitMs) => waitMs > 0)).toBe(200);
  expect(waits[200]).toBe(WINDOW_MS - 200);
  await db.destroy();
});

it('attempts fill a table that is bounded: a flood of names drives out its own, not an account under attack', async () => {
  const db = new Kysely<Database>({ dialect: createNodeSqliteDialect(new DatabaseSync(':memory:')) });
  await migrate(db, SQLITE_TRAITS);
  const store = createAttemptStore(db, { maxNames: 10, trimEvery: 5 });
  const tryAs = (name: string, atMs = START_MS): Promise<number> =>
    store.countAttempt([{ name, limit: 3 }], atMs, WINDOW_MS);
  await tryAs('friend');
  await store.forgiveAttempt('friend', [], START_MS);
  for (let count = 0; count < 3; count += 1) await tryAs('victim');
  for (let index = 0; index < 100; index += 1) await tryAs(`flood-${index}`, START_MS + 1);
  const names = await db.selectFrom('attempts').select('name').execute();
  expect(names.length).toBeLessThanOrEqual(10 + 5);
  expect(await tryAs('victim', START_MS + 2)).toBe(WINDOW_MS - 2);
  expect(await store.isKnownName('friend')).toBe(true);
  // When their time is over they go; whom somebody was known by stays.
  for (let count = 0; count < 5; count += 1) await tryAs('later', START_MS + WINDOW_MS * (count + 2));
  const left = await db.selectFrom('attempts').select('name').orderBy('name').execute();
  expect(left.map(({ name }) => name)).toEqual(['friend', 'later']);
  await db.destroy();
});
