import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load.ts';
import { SQLITE_TRAITS } from '../../../src/records/dialect.ts';
import { initial } from '../../../src/records/migrations/001-initial.ts';
import { redactions } from '../../../src/records/migrations/002-redactions.ts';
import { createNodeSqliteDialect } from '../../../src/records/sqlite/sqlite-dialect.ts';
import { openSqliteFile } from '../../../src/records/sqlite/sqlite-file.ts';
import { migrateStore } from '../../../src/records/version.ts';
import { temporaryFolder } from './open-store.ts';
import { START_MS, sampleRecord } from './samples.ts';

const insert = (database: DatabaseSync, table: string, row: Record<string, string | number | null>): void => {
  const names = Object.keys(row);
  database
    .prepare(`insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
    .run(...Object.values(row));
};

/** The third is a threat, the second holds parts that no detector saw, the first came without a key. */
const oldRequest = (index: number): Record<string, string | number | null> => {
  const { requestId, receivedAtMs } = sampleRecord(index);
  const threat = {
    outcome: 'blocked',
    would_block: 1,
    loosest: 'low',
    top_category: 'prompt_injection',
    top_sub_type: 'jailbreak',
    top_confidence: 0.9,
    finding_count: 2,
  };
  return {
    request_id: requestId,
    received_at: receivedAtMs,
    key_id: index === 0 ? null : 'key_a',
    path: '/v1/chat/completions',
    model: 'gpt-4o',
    stream: 0,
    mode: 'blocking',
    sensitivity: 'medium',
    outcome: 'pass',
    input_status: 'pass',
    output_status: 'none',
    would_block: 0,
    finding_count: 0,
    unjudged: index === 1 ? '{"image":2,"timeout":1}' : '{}',
    segment_count: 1,
    input_chars: 10,
    output_chars: 0,
    input_scan_us: 800,
    output_scan_us: 200,
    policy_revision: 'abc',
    ...(index === 2 ? threat : {}),
  };
};

/** A file as the version before wrote it: three requests, one of them with two findings, and a key. */
const makeOldFile = async (path: string): Promise<void> => {
  const database = new DatabaseSync(path);
  const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(database) });
  for (const migration of [initial(SQLITE_TRAITS), redactions(SQLITE_TRAITS)]) await migration.up(db);
  database.exec(
    'create table portcullis_migrations (name varchar(255) primary key, timestamp varchar(255) not null)',
  );
  database.exec(
    'create table portcullis_migrations_lock (id varchar(255) primary key, is_locked integer default 0 not null)',
  );
  database.exec("insert into portcullis_migrations_lock values ('migration_lock', 0)");
  for (const name of ['001-initial', '002-redactions']) {
    insert(database, 'portcullis_migrations', { name, timestamp: '2026-11-21T00:00:00.000Z' });
  }
  for (let index = 0; index < 3; index += 1) insert(database, 'requests', oldRequest(index));
  for (const [seq, confidence, excerpt] of [
    [0, 0.4, 'weak'],
    [1, 0.9, 'strong'],
  ] as const) {
    insert(database, 'findings', {
      request_id: sampleRecord(2).requestId,
      seq,
      direction: 'input',
      category: 'prompt_injection',
      sub_type: 'jailbreak',
      confidence,
      rule_id: 'PI-2001',
      view_name: 'raw',
      pointer: '/messages/0/content',
      role: 'user',
      trust: 'user',
      span_start: 0,
      span_end: 4,
      loosest: 'low',
      excerpt,
    });
  }
  insert(database, 'gateway_keys', {
    id: 'key_a',
    name: 'a',
    sha256: 'f',
    display_prefix: 'pcl_a',
    created_at: START_MS,
    override: 'allow',
    origin: 'cli',
  });
  database.close();
};

describe('a file of the version before', () => {
  it('is brought up to date with its rows, its lists and its charts', async () => {
    const path = join(temporaryFolder(), 'old.db');
    await makeOldFile(path);
    const file = await openSqliteFile(path);
    const record = await file.get(sampleRecord(2).requestId);
    expect(record).toMatchObject({
      outputStatus: 'skipped',
      conversation: null,
      traceId: null,
      addedUs: null,
      stages: {},
      failedOpen: false,
      findings: [
        { excerpt: 'weak', excerptSpan: null, fingerprint: '', exclusionId: null },
        { excerpt: 'strong', excerptSpan: null, fingerprint: '', exclusionId: null },
      ],
    });
    const { items } = await file.search({}, { cursor: null, limit: 10 });
    expect(items.map(({ excerpt, unjudgedCount }) => [excerpt, unjudgedCount])).toEqual([
      ['strong', 0],
      [null, 3],
      [null, 0],
    ]);
    expect((await file.search({ search: 'WEAK' }, { cursor: null, limit: 10 })).items).toHaveLength(1);
    expect((await file.search({ hasUnjudged: true }, { cursor: null, limit: 10 })).items).toHaveLength(1);
    expect(await file.listKeys()).toMatchObject([{ id: 'key_a', rolloutPercent: 100 }]);
    const [fromMs, toMs] = [START_MS - 1000, START_MS + 1000];
    expect(await file.totals(fromMs, toMs, null)).toEqual({
      requests: 3,
      outcomes: { pass: 2, blocked: 1 },
      wouldBlock: 1,
      unjudged: 1,
      passedThrough: 0,
      failOpen: 0,
    });
    expect(await file.totals(fromMs, toMs, 'key_a')).toMatchObject({ requests: 2 });
    expect(await file.bySensitivity(fromMs, toMs, null)).toEqual({ low: 1, medium: 1, high: 1, paranoid: 1 });
    expect(await file.topSubTypes(fromMs, toMs, 5)).toEqual([
      { category: 'prompt_injection', subType: 'jailbreak', count: 1 },
    ]);
    const { scan, added } = await file.latencyTotal(fromMs, toMs);
    expect([scan?.count, added]).toEqual([3, null]);
    expect(Math.abs((scan?.p50 ?? 0) / 1000 - 1)).toBeLessThan(0.05);
    // The counts go on where they were.
    await file.insertRecords([sampleRecord(7)]);
    expect(await file.totals(fromMs, toMs, null)).toMatchObject({ requests: 4 });
    await file.close();
  });

  it('is migrated by command, which says from where to where', async () => {
    const folder = temporaryFolder();
    const config = loadConfig({ env: {}, overrides: { dataDir: folder } });
    const target = join(folder, 'portcullis.db');
    await makeOldFile(target);
    expect(await migrateStore(config)).toEqual({
      target,
      from: '002-redactions',
      to: '010-successor-adds',
    });
    expect(await migrateStore(config)).toEqual({
      target,
      from: '010-successor-adds',
      to: '010-successor-adds',
    });
    const other = loadConfig({ env: {}, overrides: { dataDir: join(folder, 'new') } });
    expect(await migrateStore(other)).toMatchObject({ from: null, to: '010-successor-adds' });
  });
});
