import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../schema.ts';

/**
 * Runs `work` while nobody else runs something under the same name, in any process. The first statement is a write: with
 * SQLite a transaction that begins with a read may find its snapshot outdated and fail, one that begins with a write
 * waits for its turn. With PostgreSQL the row is locked.
 *
 * @param name A row of `meta`.
 */
export const exclusively = <Result>(
  db: Kysely<Database>,
  name: 'keys_revision' | 'policy_revision' | 'accounts' | 'outbox' | 'attempts',
  work: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> =>
  db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('meta')
      .set(({ ref }) => ({ value: ref('value') }))
      .where('name', '=', name)
      .execute();
    return work(transaction);
  });
