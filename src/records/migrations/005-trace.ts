import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The trace that a request belonged to, so that its record leads to its spans. */
export const trace: Migration = {
  up: async <T>(db: Kysely<T>) => {
    await db.schema.alterTable('requests').addColumn('trace_id', 'text').execute();
  },
};
