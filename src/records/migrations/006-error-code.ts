import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Requests by the reason they were answered with; those that went through have none and are not in it. */
export const errorCode: Migration = {
  up: async <T>(db: Kysely<T>) => {
    await sql`create index requests_error_code_newest on requests (error_code, received_at, request_id)
      where error_code is not null`.execute(db);
  },
};
