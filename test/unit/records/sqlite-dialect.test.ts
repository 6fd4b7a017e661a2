import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNodeSqliteDialect } from '../../../src/records/sqlite/sqlite-dialect.ts';

let db: Kysely<{ things: { id: number } }>;
beforeEach(async () => {
  db = new Kysely({ dialect: createNodeSqliteDialect(new DatabaseSync(':memory:')) });
  await sql`create table things (id integer primary key)`.execute(db);
});
afterEach(() => db.destroy());

const ids = async (): Promise<readonly number[]> =>
  (await db.selectFrom('things').select('id').orderBy('id').execute()).map(({ id }) => id);

describe('a transaction that fails', () => {
  // As SQLite does by itself where the disk is full or cannot be read.
  it('says why, where SQLite has taken it back already, and leaves nothing of it', async () => {
    const failing = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('things').values({ id: 1 }).execute();
      await sql`insert or rollback into things (id) values (1)`.execute(transaction);
    });
    await expect(failing).rejects.toThrow('UNIQUE constraint failed: things.id');
    expect(await ids()).toEqual([]);
    await db
      .transaction()
      .execute((transaction) => transaction.insertInto('things').values({ id: 2 }).execute());
    expect(await ids()).toEqual([2]);
  });

  it('is taken back where SQLite has not', async () => {
    const failing = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('things').values({ id: 1 }).execute();
      throw new Error('ours');
    });
    await expect(failing).rejects.toThrow('ours');
    expect(await ids()).toEqual([]);
  });
});
