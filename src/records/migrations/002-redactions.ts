import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DialectTraits } from '../dialect.ts';

/** What was replaced in a request and its answer, and what a key says about entities. */
export const redactions = ({ jsonType }: DialectTraits): Migration => ({
  up: async <T>(db: Kysely<T>) => {
    await db.schema
      .alterTable('requests')
      .addColumn('redactions', jsonType, (column) => column.notNull().defaultTo('[]'))
      .execute();
    await db.schema
      .alterTable('requests')
      .addColumn('would_redact', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('gateway_keys').addColumn('entities', jsonType).execute();
  },
});
