import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { SQLITE_TRAITS } from '../../../src/records/dialect.ts';
import { createSearch } from '../../../src/records/queries/search.ts';
import type { Database } from '../../../src/records/schema.ts';
import { createNodeSqliteDialect } from '../../../src/records/sqlite-dialect.ts';
import { openSqliteFile } from '../../../src/records/sqlite-file.ts';
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
