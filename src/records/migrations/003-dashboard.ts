import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DialectTraits } from '../dialect.ts';
import { backFill } from './003-back-fill.ts';
import { createDashboardTables } from './003-tables.ts';

const run = async <T>(db: Kysely<T>, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

/** A constant default gives the rows that are there already a value without writing them. */
const addColumns = <T>(db: Kysely<T>, { longType, jsonType }: DialectTraits): Promise<void> =>
  run(db, [
    'alter table requests add column conversation text',
    `alter table requests add column added_us ${longType}`,
    `alter table requests add column stages ${jsonType} not null default '{}'`,
    'alter table requests add column failed_open integer not null default 0',
    'alter table requests add column unjudged_count integer not null default 0',
    'alter table requests add column top_excerpt text',
    'alter table requests add column feedback text',
    `alter table findings add column received_at ${longType} not null default 0`,
    `alter table findings add column excerpt_start ${longType}`,
    `alter table findings add column excerpt_end ${longType}`,
    `alter table findings add column fingerprint text not null default ''`,
    'alter table findings add column exclusion_id text',
    'alter table gateway_keys add column rollout_percent integer not null default 100',
  ]);

/**
 * The two tables anew, in parts by day. No version before this one could open PostgreSQL, so there are no rows; and
 * `drop` without `cascade` takes only what 001 and 002 made.
 */
const partition = <T>(db: Kysely<T>): Promise<void> =>
  run(db, [
    'alter table findings drop constraint findings_request_id_fkey',
    'alter table findings rename to findings_whole',
    'alter table requests rename to requests_whole',
    'create table requests (like requests_whole including defaults) partition by range (received_at)',
    'create table findings (like findings_whole including defaults) partition by range (received_at)',
    'drop table findings_whole',
    'drop table requests_whole',
    // Ids compare as JavaScript and SQLite compare them, whatever language the database was made for.
    'alter table requests alter column request_id type text collate "C"',
    'alter table findings alter column request_id type text collate "C"',
    'alter table requests add primary key (request_id, received_at)',
    'alter table findings add primary key (request_id, seq, received_at)',
  ]);

const newest = (name: string, columns: string, where: string): string =>
  `create index requests_${name}_newest on requests (${columns}received_at, request_id)${where}`;

const indexRequests = <T>(db: Kysely<T>, { isPartitioned }: DialectTraits): Promise<void> =>
  run(db, [
    // Full indexes over two values; the ones below hold only what anybody looks for.
    ...(isPartitioned
      ? [
          'create index requests_newest on requests (received_at, request_id)',
          newest('key_id', 'key_id, ', ''),
          newest('outcome', 'outcome, ', ''),
          newest('model', 'model, ', ''),
          newest('top_category', 'top_category, ', ' where top_category is not null'),
        ]
      : ['drop index requests_would_block_newest']),
    newest('would_block', '', ' where would_block = 1'),
    newest('threat', '', ' where loosest is not null'),
    newest('unjudged', '', ' where unjudged_count > 0'),
    newest('conversation', 'conversation, ', ' where conversation is not null'),
    newest('feedback', '', ' where feedback is not null'),
  ]);

const createTexts = <T>(db: Kysely<T>, traits: DialectTraits): Promise<void> =>
  run(db, [
    `create table texts (
      request_id text ${traits.isPartitioned ? 'collate "C" not null' : 'not null references requests (request_id) on delete cascade'},
      received_at ${traits.longType} not null,
      key_id text not null,
      nonce ${traits.bytesType} not null,
      ciphertext ${traits.bytesType} not null,
      primary key (request_id, received_at)
    )${traits.isPartitioned ? ' partition by range (received_at)' : ''}`,
  ]);

/** What the dashboard, live settings and full text need. */
export const dashboard = (traits: DialectTraits): Migration => ({
  up: async (db) => {
    await addColumns(db, traits);
    if (traits.isPartitioned) await partition(db);
    await createTexts(db, traits);
    await createDashboardTables(db, traits);
    if (!traits.isPartitioned) await backFill(db);
    await indexRequests(db, traits);
  },
});
