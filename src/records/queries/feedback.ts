import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Sensitivity } from '../../policy/settings.ts';
import { isBehind, readCursor, readLimit, toPage } from '../cursor.ts';
import type { FeedbackStore, StoredFeedback } from '../ports/feedback.ts';
import type { Database, FeedbackTable } from '../schema.ts';

const toFeedback = (row: Selectable<FeedbackTable>): StoredFeedback => ({
  id: row.id,
  requestId: row.request_id,
  label: row.label,
  comment: row.comment,
  author: row.author,
  createdAtMs: row.created_at,
  undoneAtMs: row.undone_at,
  status: row.status,
});

type Rated = Readonly<{ received_at: number; loosest: Sensitivity | null }>;

/** The request's row says what people think of it now, so that lists need no join. */
const rowOf = (transaction: Transaction<Database>, requestId: string, receivedAtMs: number) =>
  transaction
    .updateTable('requests')
    .where('request_id', '=', requestId)
    .where('received_at', '=', receivedAtMs);

/**
 * Of two who mark it at once the second waits here, and then reads what the first has written.
 *
 * @returns False where the request is not there any more.
 */
const lockRequest = async (
  transaction: Transaction<Database>,
  requestId: string,
  receivedAtMs: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await rowOf(transaction, requestId, receivedAtMs)
    .set(({ ref }) => ({ feedback: ref('feedback') }))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

const standingOf = (transaction: Transaction<Database>, requestId: string) =>
  transaction
    .selectFrom('feedback')
    .select('label')
    .where('request_id', '=', requestId)
    .where('undone_at', 'is', null);

const showOpinion = async (
  transaction: Transaction<Database>,
  requestId: string,
  receivedAtMs: number,
): Promise<void> => {
  await lockRequest(transaction, requestId, receivedAtMs);
  const newest = await standingOf(transaction, requestId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  await rowOf(transaction, requestId, receivedAtMs)
    .set({ feedback: newest?.label ?? null })
    .execute();
};

const insertFeedback = async (
  db: Kysely<Database>,
  feedback: StoredFeedback,
): ReturnType<FeedbackStore['insertFeedback']> => {
  const { requestId, label } = feedback;
  const request: Rated | undefined = await db
    .selectFrom('requests')
    .select(['received_at', 'loosest'])
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  if (request === undefined) return 'gone';
  return db.transaction().execute(async (transaction) => {
    // What was erased meanwhile must not come back by what is said of it.
    if (!(await lockRequest(transaction, requestId, request.received_at))) return 'gone';
    const same = await standingOf(transaction, requestId).where('label', '=', label).executeTakeFirst();
    if (same !== undefined) return 'labelled';
    await transaction
      .updateTable('feedback')
      .set({ undone_at: feedback.createdAtMs })
      .where('request_id', '=', requestId)
      .where('undone_at', 'is', null)
      .execute();
    await transaction
      .insertInto('feedback')
      .values({
        id: feedback.id,
        request_id: requestId,
        request_received_at: request.received_at,
        request_loosest: request.loosest,
        label,
        comment: feedback.comment,
        author: feedback.author,
        created_at: feedback.createdAtMs,
        undone_at: feedback.undoneAtMs,
        status: feedback.status,
      })
      .execute();
    await showOpinion(transaction, requestId, request.received_at);
    return 'added';
  });
};

const undoFeedback = (db: Kysely<Database>, id: string, atMs: number): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const undone = await transaction
      .updateTable('feedback')
      .set({ undone_at: atMs })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .returning(['request_id', 'request_received_at'])
      .executeTakeFirst();
    if (undone === undefined) return false;
    if (undone.request_received_at !== null) {
      await showOpinion(transaction, undone.request_id, undone.request_received_at);
    }
    return true;
  });

const countFeedback: (db: Kysely<Database>) => FeedbackStore['countFeedback'] =
  (db) => async (fromMs, toMs) => {
    const inForce = db.selectFrom('feedback').where('undone_at', 'is', null);
    const labels = await inForce
      .select(({ fn }) => ['label', fn.countAll<number>().as('total')])
      .where('created_at', '>=', fromMs)
      .where('created_at', '<', toMs)
      .groupBy('label')
      .execute();
    const open = await inForce
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow();
    const totalOf = (wanted: StoredFeedback['label']): number =>
      labels.find(({ label }) => label === wanted)?.total ?? 0;
    return { notAttack: totalOf('not_attack'), missedAttack: totalOf('missed_attack'), open: open.total };
  };

const feedbackGiven: (db: Kysely<Database>) => FeedbackStore['feedbackGiven'] = (db) => async (fromMs) => {
  const rows = await db
    .selectFrom('feedback')
    .select(({ fn }) => ['label', fn.countAll<number>().as('total')])
    .where('created_at', '>=', fromMs)
    .groupBy('label')
    .execute();
  const none = { not_attack: 0, missed_attack: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ label, total }) => [label, total])) };
};

export const createFeedbackStore = (db: Kysely<Database>): FeedbackStore => ({
  insertFeedback: (feedback) => insertFeedback(db, feedback),
  getFeedback: async (id) => {
    const row = await db.selectFrom('feedback').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toFeedback(row);
  },
  feedbackOf: async (requestId) => {
    const rows = await db
      .selectFrom('feedback')
      .selectAll()
      .where('request_id', '=', requestId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows.map(toFeedback);
  },
  listFeedback: async ({ status, label }, { cursor, limit: wanted }) => {
    const limit = readLimit(wanted);
    let query = db.selectFrom('feedback').selectAll().where('undone_at', 'is', null);
    if (status !== undefined) query = query.where('status', '=', status);
    if (label !== undefined) query = query.where('label', '=', label);
    const rows = await query
      .where(isBehind('created_at', 'id', readCursor(cursor)))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return toPage(rows, limit, ({ created_at, id }) => ({ atMs: created_at, id }), toFeedback);
  },
  undoFeedback: (id, atMs) => undoFeedback(db, id, atMs),
  setFeedbackStatus: async (id, status) => {
    const { numUpdatedRows } = await db
      .updateTable('feedback')
      .set({ status })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
  countFeedback: countFeedback(db),
  feedbackGiven: feedbackGiven(db),
});
