import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { SQLITE_TRAITS } from '../../../src/records/dialect.ts';
import { createAuditStore } from '../../../src/records/queries/audit.ts';
import { createSearch } from '../../../src/records/queries/search.ts';
import { createStatistics } from '../../../src/records/queries/statistics.ts';
import type { Database } from '../../../src/records/schema.ts';
import { createNodeSqliteDialect } from '../../../src/records/sqlite/sqlite-dialect.ts';
import { openSqliteFile } from '../../../src/records/sqlite/sqlite-file.ts';
import { temporaryFolder } from './open-store.ts';
import { sampleRecord } from './samples.ts';

it('a search whose time is over ends its page early, and the next page goes on behind it', async () => {
  const path = join(temporaryFolder(), 'store.db');
  const file = await openSqliteFile(path);
  const rare = new Set([3, 41, 42, 97]);
  await file.insertRecords(
    Array.from({ length: 100 }, (_, index) =>
      sampleRecord(index, { model: rare.has(index) ? 'rare-model' : 'm', findings: [] }),
    ),
  );
  await file.close();
  const db = new Kysely<Database>({ dialect: createNodeSqliteDialect(new DatabaseSync(path)) });
  const { search } = createSearch(db, SQLITE_TRAITS, { budgetMs: -1, firstStep: 10 });
  const pages: number[][] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof search>> = await search({ search: 'rare' }, { cursor, limit: 2 });
    pages.push(page.items.map(({ requestId }) => Number(requestId.slice(4))));
    cursor = page.nextCursor;
  } while (cursor !== null);
  await db.destroy();
  // Ten rows a page, from 99 down.
  expect(pages.filter((page) => page.length > 0)).toEqual([[97], [42, 41], [3]]);
  expect(pages.length).toBeGreaterThanOrEqual(10);
});

it('a search of the audit log whose time is over ends its page early, and the next one goes on behind it', async () => {
  const path = join(temporaryFolder(), 'store.db');
  const file = await openSqliteFile(path);
  for (let index = 0; index < 50; index += 1) {
    const actor = [3, 21, 22, 47].includes(index) ? 'rare@example.com' : 'cli';
    const id = `a${String(index).padStart(2, '0')}`;
    // Two at a time, so that a step ends between entries of one moment.
    const atMs = Math.floor((index + 1) / 2);
    await file.insertAudit({ id, atMs, actor, action: 'x', target: null, details: {}, address: null });
  }
  await file.close();
  const db = new Kysely<Database>({ dialect: createNodeSqliteDialect(new DatabaseSync(path)) });
  const { listAudit } = createAuditStore(db, SQLITE_TRAITS, { stepRows: 10, budgetMs: -1 });
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listAudit>> = await listAudit(
      { actor: 'RARE' },
      { cursor, limit: 2 },
    );
    pages.push(page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  await db.destroy();
  expect(pages.filter((page) => page.length > 0)).toEqual([['a47'], ['a22', 'a21'], ['a03']]);
  expect(pages.length).toBeGreaterThanOrEqual(5);
});

it('error codes are read through their own index', async () => {
  const path = join(temporaryFolder(), 'store.db');
  await (await openSqliteFile(path)).close();
  const database = new DatabaseSync(path);
  const asked: string[] = [];
  const db = new Kysely<Database>({
    dialect: createNodeSqliteDialect(database),
    log: ({ query }) => {
      asked.push(query.sql);
    },
  });
  await createSearch(db, SQLITE_TRAITS).search(
    { errorCodes: ['invalid_json'], fromMs: 5 },
    { cursor: null, limit: 2 },
  );
  await createStatistics(db).facets(0, 1);
  const plans = asked
    .filter((query) => query.includes('error_code'))
    .map((query) =>
      database
        .prepare(`explain query plan ${query}`)
        .all(...Array.from(query.matchAll(/\?/g), () => 1))
        .map(({ detail }) => String(detail))
        .filter((detail) => detail.includes(' requests')),
    );
  await db.destroy();
  expect(plans.flat().length).toBeGreaterThanOrEqual(3);
  for (const step of plans.flat())
    expect(step).toMatch(/^SEARCH .* USING (COVERING )?INDEX requests_error_code_newest/);
});
