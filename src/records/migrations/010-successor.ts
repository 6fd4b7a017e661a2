import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which key took the place of one that was rotated. Older versions rotate without saying so, and as often as they are asked. */
export const successor: Migration = {
  up: async <T>(db: Kysely<T>) => {
    await sql.raw('alter table gateway_keys add column successor_id text').execute(db);
  },
};
