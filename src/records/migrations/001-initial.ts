import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DialectTraits } from '../dialect.ts';

const createRequests = <T>(db: Kysely<T>, { longType, floatType, jsonType }: DialectTraits): Promise<void> =>
  db.schema
    .createTable('requests')
    .addColumn('request_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('received_at', longType, (column) => column.notNull())
    .addColumn('envoy_request_id', 'text')
    .addColumn('key_id', 'text')
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('model', 'text')
    .addColumn('stream', 'integer', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('sensitivity', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('input_status', 'text', (column) => column.notNull())
    .addColumn('output_status', 'text', (column) => column.notNull())
    .addColumn('http_status', 'integer')
    .addColumn('error_code', 'text')
    .addColumn('would_block', 'integer', (column) => column.notNull())
    .addColumn('loosest', 'text')
    .addColumn('top_category', 'text')
    .addColumn('top_sub_type', 'text')
    .addColumn('top_confidence', floatType)
    .addColumn('finding_count', 'integer', (column) => column.notNull())
    .addColumn('unjudged', jsonType, (column) => column.notNull())
    .addColumn('segment_count', longType, (column) => column.notNull())
    .addColumn('input_chars', longType, (column) => column.notNull())
    .addColumn('output_chars', longType, (column) => column.notNull())
    .addColumn('input_scan_us', longType, (column) => column.notNull())
    .addColumn('output_scan_us', longType, (column) => column.notNull())
    .addColumn('policy_revision', 'text', (column) => column.notNull())
    .addColumn('content_hash', 'text')
    .execute();

const createFindings = <T>(db: Kysely<T>, { longType, floatType, clustered }: DialectTraits): Promise<void> =>
  db.schema
    .createTable('findings')
    .addColumn('request_id', 'text', (column) =>
      column.notNull().references('requests.request_id').onDelete('cascade'),
    )
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('direction', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('sub_type', 'text', (column) => column.notNull())
    .addColumn('confidence', floatType, (column) => column.notNull())
    .addColumn('rule_id', 'text', (column) => column.notNull())
    .addColumn('view_name', 'text', (column) => column.notNull())
    .addColumn('pointer', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('trust', 'text', (column) => column.notNull())
    .addColumn('span_start', longType, (column) => column.notNull())
    .addColumn('span_end', longType, (column) => column.notNull())
    .addColumn('loosest', 'text')
    .addColumn('excerpt', 'text')
    .addPrimaryKeyConstraint('findings_primary_key', ['request_id', 'seq'])
    .modifyEnd(sql.raw(clustered))
    .execute();

const createKeys = <T>(db: Kysely<T>, { longType }: DialectTraits): Promise<void> =>
  db.schema
    .createTable('gateway_keys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull().unique())
    .addColumn('display_prefix', 'text', (column) => column.notNull())
    .addColumn('created_at', longType, (column) => column.notNull())
    .addColumn('expires_at', longType)
    .addColumn('revoked_at', longType)
    .addColumn('last_used_at', longType)
    .addColumn('mode', 'text')
    .addColumn('sensitivity', 'text')
    .addColumn('override', 'text', (column) => column.notNull())
    .addColumn('rate_limit_per_minute', longType)
    .addColumn('origin', 'text', (column) => column.notNull())
    .execute();

const createMeta = async <T>(db: Kysely<T>, { longType }: DialectTraits): Promise<void> => {
  await db.schema
    .createTable('meta')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', longType, (column) => column.notNull())
    .execute();
  await sql`insert into meta (name, value) values ('keys_revision', 0)`.execute(db);
};

/** Every list of requests is newest first; `request_id` settles the order within a millisecond. */
const createIndexes = async <T>(db: Kysely<T>): Promise<void> => {
  const newestFirst = ['received_at', 'request_id'];
  const filters = [[], ['key_id'], ['outcome'], ['model'], ['would_block'], ['top_category']];
  for (const filter of filters) {
    const columns = [...filter, ...newestFirst];
    const name = `requests_${[...filter, 'newest'].join('_')}`;
    await db.schema.createIndex(name).on('requests').columns(columns).execute();
  }
};

/** Requests, findings, keys. */
export const initial = (traits: DialectTraits): Migration => ({
  up: async (db) => {
    await createRequests(db, traits);
    await createFindings(db, traits);
    await createKeys(db, traits);
    await createMeta(db, traits);
    await createIndexes(db);
  },
});
