import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DialectTraits } from '../dialect.ts';

/** Secrets of a webhook that were replaced and still sign: null, or a list. Older versions sign with the newest alone. */
export const retiredSecrets = ({ jsonType }: DialectTraits): Migration => ({
  up: async <T>(db: Kysely<T>) => {
    await sql.raw(`alter table webhooks add column retired ${jsonType}`).execute(db);
  },
});
