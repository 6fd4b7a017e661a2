import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { DialectTraits } from '../dialect.ts';
import type { Database } from '../schema.ts';

/*
 * How SQLite finds the turns of a conversation. In an index that begins with their hash each record would come to a page of its own, which is
 * written to the log and from there to the file: more than everything else about a record. So records belong to runs of some thousands that
 * were written one after the other, and the index begins with the run: what is new comes to its last few pages, and who looks for a
 * conversation looks once in each run.
 */

/** A million records are then 122 runs, and the part of the index that is written to some eighty pages. */
const RUN_ROWS = 8192;

/** Tells the run of the next records; null where the database needs none. */
export type Runs = (transaction: Transaction<Database>, records: number) => Promise<number | null>;

const newestRun = async (transaction: Transaction<Database>): Promise<{ run: number; rows: number }> => {
  const indexed = transaction.selectFrom('requests').where('conversation', 'is not', null);
  const newest = await indexed.select(({ fn }) => fn.max('run').as('run')).executeTakeFirst();
  const run = newest?.run ?? 0;
  const counted = await indexed
    .where('run', '=', run)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirst();
  return { run, rows: counted?.rows ?? 0 };
};

/** Goes on in the newest run of the file. Where several processes write, each counts its own records, and a run becomes longer. */
export const createRuns = ({ findsByRun }: DialectTraits): Runs => {
  if (!findsByRun) return async () => null;
  let current: { run: number; rows: number } | null = null;
  return async (transaction, records) => {
    current ??= await newestRun(transaction);
    if (current.rows >= RUN_ROWS) current = { run: current.run + 1, rows: 0 };
    current.rows += records;
    return current.run;
  };
};

/** Ids of the requests of a conversation, those of the newest runs first: a query that stands behind `in`. */
const idsByRun = (conversation: string, limit: number): RawBuilder<string> => sql<string>`(
  with recursive runs (run) as (
    select (select max(run) from requests where conversation is not null)
    union all
    select (select max(requests.run) from requests where requests.conversation is not null and requests.run < runs.run)
    from runs where runs.run is not null
  )
  select requests.request_id from runs cross join requests
    where requests.run = runs.run and requests.conversation = ${conversation}
  union all
  select request_id from requests where run is null and conversation = ${conversation}
  limit ${limit})`;

const NO_LIMIT = -1;

/** The condition that a request belongs to a conversation. @param limit So many of its requests are enough. */
export const isOfConversation = (
  conversation: string,
  { findsByRun }: DialectTraits,
  limit = NO_LIMIT,
): RawBuilder<boolean> =>
  findsByRun
    ? sql<boolean>`requests.request_id in ${idsByRun(conversation, limit)}`
    : sql<boolean>`requests.conversation = ${conversation}`;

/** More are not looked up one by one: a walk through all requests soon comes upon them. */
const MOST_TURNS = 5000;

/** Ids of the requests of a conversation; null where these are too many, or where the database finds them by an index of its own. */
export const turnsOf = async (
  db: Kysely<Database>,
  conversation: string,
  { findsByRun }: DialectTraits,
): Promise<readonly string[] | null> => {
  if (!findsByRun) return null;
  const { rows } = await sql<{ request_id: string }>`
    select request_id from ${idsByRun(conversation, MOST_TURNS + 1)}`.execute(db);
  return rows.length > MOST_TURNS ? null : rows.map(({ request_id }) => request_id);
};
