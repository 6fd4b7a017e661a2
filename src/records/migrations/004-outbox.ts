import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DialectTraits } from '../dialect.ts';

const statements = ({ longType: long, clustered, isPartitioned }: DialectTraits): readonly string[] => [
  `create table outbox (
    request_id text ${isPartitioned ? 'collate "C" ' : ''}not null primary key, received_at ${long} not null) ${clustered}`,
  'create index outbox_oldest on outbox (received_at, request_id)',
  `create table attempts (
    name text not null primary key, times text not null, failures integer not null, last_at ${long} not null,
    known_at ${long}) ${clustered}`,
  'create index attempts_oldest on attempts (last_at)',
  'create index deliveries_state on deliveries (webhook_id, status, finished_at)',
  `insert into meta (name, value) values ('outbox', 0), ('attempts', 0)`,
];

/** Records of which webhooks are still to be told, and failed sign-ins. */
export const outbox = (traits: DialectTraits): Migration => ({
  up: async <T>(db: Kysely<T>) => {
    for (const statement of statements(traits)) await sql.raw(statement).execute(db);
  },
});
