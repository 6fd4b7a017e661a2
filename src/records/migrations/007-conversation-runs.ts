import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DialectTraits } from '../dialect.ts';

/** See `queries/conversations.ts`: what is older belongs to no run, nor does what PostgreSQL keeps. */
export const conversationRuns = ({ isPartitioned }: DialectTraits): Migration => ({
  up: async <T>(db: Kysely<T>) => {
    const statements = [
      'alter table requests add column run integer',
      ...(isPartitioned
        ? []
        : [
            'drop index requests_conversation_newest',
            'create index requests_conversation_runs on requests (run, conversation) where conversation is not null',
            // As PostgreSQL has it: most requests have no category.
            'drop index requests_top_category_newest',
            `create index requests_top_category_newest on requests (top_category, received_at, request_id)
              where top_category is not null`,
          ]),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
