import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { DialectTraits } from '../dialect.ts';
import type { Erasable, Erasure } from '../ports/erasure.ts';
import type { Database } from '../schema.ts';
import { isOfConversation } from './conversations.ts';

const BATCH = 500;
/** Nobody writes while the end of those who read is waited for. */
const SETTLE_MS = 200;

type Selected<Row> = SelectQueryBuilder<Database, 'requests', Row>;

const matching = <Row>(
  query: Selected<Row>,
  { by, value }: Erasable,
  traits: DialectTraits,
  limit?: number,
): Selected<Row> => {
  switch (by) {
    case 'request':
      return query.where('request_id', '=', value);
    case 'key':
      return query.where('key_id', '=', value);
    case 'conversation':
      return query.where(isOfConversation(value, traits, limit));
    case 'fingerprint':
      return query.where('request_id', 'in', (inner) =>
        inner.selectFrom('findings').select('request_id').where('fingerprint', '=', value),
      );
  }
};

const idsOf = async (
  db: Kysely<Database>,
  which: Erasable,
  traits: DialectTraits,
): Promise<readonly string[]> => {
  // Also where retention has deleted the record: feedback about it stays for longer.
  if (which.by === 'request') return [which.value];
  const query = db.selectFrom('requests').select('request_id');
  const rows = await matching(query, which, traits, BATCH).limit(BATCH).execute();
  return rows.map(({ request_id }) => request_id);
};

const eraseBatch = async (db: Kysely<Database>, which: Erasable, traits: DialectTraits): Promise<number> => {
  const ids = await idsOf(db, which, traits);
  if (ids.length === 0) return 0;
  return db.transaction().execute(async (transaction) => {
    for (const table of ['texts', 'findings', 'outbox'] as const)
      await transaction.deleteFrom(table).where('request_id', 'in', ids).execute();
    const { numDeletedRows } = await transaction
      .deleteFrom('requests')
      .where('request_id', 'in', ids)
      .executeTakeFirstOrThrow();
    // Last: whoever is just labelling one holds its row, so that what he wrote is seen here; whoever comes later finds no request.
    await transaction.deleteFrom('feedback').where('request_id', 'in', ids).execute();
    return Number(numDeletedRows);
  });
};

/** One after the other. */
const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
};

export const createErasure = (db: Kysely<Database>, traits: DialectTraits): Erasure => {
  const isFile = traits.name === 'sqlite';
  // What is set for the connection holds for all that runs on it: of two at once the first one's end would end it for the second.
  const inTurn = createTurns();
  /** What is deleted is overwritten with zeros: twice the writing, which retention does without. */
  const overwriting = (isOn: 'on' | 'off'): Promise<unknown> =>
    isFile ? sql.raw(`pragma secure_delete = ${isOn}`).execute(db) : Promise.resolve();
  const waiting = (timeoutMs: number): Promise<unknown> =>
    sql.raw(`pragma busy_timeout = ${timeoutMs}`).execute(db);
  return {
    countErasable: async (which) => {
      const { count } = await matching(
        db.selectFrom('requests').select(({ fn }) => fn.countAll<number>().as('count')),
        which,
        traits,
      ).executeTakeFirstOrThrow();
      return count;
    },
    eraseBatch: (which) =>
      inTurn(async () => {
        await overwriting('on');
        try {
          return await eraseBatch(db, which, traits);
        } finally {
          await overwriting('off');
        }
      }),
    settleErasure: () =>
      inTurn(async () => {
        if (!isFile) return true;
        // Until then the file itself and the log beside it have what was there before.
        const before = await sql<{ timeout: number }>`pragma busy_timeout`.execute(db);
        await waiting(SETTLE_MS);
        try {
          const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
          return rows[0]?.busy === 0;
        } finally {
          await waiting(before.rows[0]?.timeout ?? 0);
        }
      }),
  };
};
