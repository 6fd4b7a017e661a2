import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { GatewayError } from '../../errors.ts';
import { SQLITE_TRAITS } from '../dialect.ts';
import { needsMigration, newestMigration } from '../migrations/migrate.ts';
import type { AuditStore } from '../ports/audit.ts';
import { createAuditStore } from '../queries/audit.ts';
import { createTextStore } from '../queries/texts.ts';
import type { Database } from '../schema.ts';
import { createTextCipher, type TextOptions } from '../texts.ts';
import { createNodeSqliteDialect } from './sqlite-dialect.ts';

/** Keys that are not revoked, and users who are not disabled, with their roles. */
export type LetIn = Readonly<{
  /** When the store was made, which its backups share with it. */
  origin: string;
  keys: readonly string[];
  users: readonly string[];
}>;

/** What a backup holds. */
export type Checked = Readonly<{
  records: number;
  keys: number;
  /** Its newest migration. */
  version: string;
  /** Whether the next start brings its tables up to date. */
  isOld: boolean;
}>;

const hasTable = (database: DatabaseSync, name: string): boolean =>
  database.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined;

const textsOf = (database: DatabaseSync, query: string): readonly string[] =>
  database
    .prepare(query)
    .all()
    .map(({ text }) => String(text));

export const letInBy = (database: DatabaseSync): LetIn => ({
  origin: textsOf(
    database,
    'select timestamp as text from portcullis_migrations order by name limit 1',
  ).join(),
  keys: textsOf(database, 'select id as text from gateway_keys where revoked_at is null order by id'),
  users: hasTable(database, 'users')
    ? textsOf(
        database,
        "select email || ' (' || role || ')' as text from users where disabled_at is null order by email",
      )
    : [],
});

const countOf = (database: DatabaseSync, table: string): number =>
  Number(database.prepare(`select count(*) as total from ${table}`).get()?.['total']);

const damaged = (detail: string, cause?: unknown): GatewayError =>
  new GatewayError('STORE_FAILED', `The backup is no SQLite database, or damaged: ${detail}`, { cause });

const requireIntact = (database: DatabaseSync): void => {
  let answer: unknown;
  try {
    answer = database.prepare('pragma integrity_check(1)').get()?.['integrity_check'];
  } catch (error) {
    throw damaged(error instanceof Error ? error.message : String(error), error);
  }
  if (answer !== 'ok') throw damaged(String(answer));
};

/** What `backUpFile` makes never had a log. */
const plainCopy = (database: DatabaseSync): readonly string[] =>
  database.prepare('pragma journal_mode').get()?.['journal_mode'] === 'wal'
    ? [
        'The file is a plain copy of a store, none that "store backup" made: if somebody had the store open then, what still lay in the log beside it is missing.',
      ]
    : [];

/** @throws GatewayError `STORE_FAILED` where it is of a newer version. */
const versionOf = async (db: Kysely<Database>): Promise<Pick<Checked, 'version' | 'isOld'>> => {
  const version = await newestMigration(db);
  if (version === null)
    throw new GatewayError(
      'STORE_FAILED',
      'The backup has none of Portcullis’s tables: it is of something else.',
    );
  try {
    return { version, isOld: await needsMigration(db, SQLITE_TRAITS) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GatewayError('STORE_FAILED', `The backup cannot be used: ${reason}`, { cause });
  }
};

/** One text of each key tells whether the configured one opens them. */
const lockedTexts = async (
  database: DatabaseSync,
  db: Kysely<Database>,
  options: TextOptions,
): Promise<readonly string[]> => {
  if (!hasTable(database, 'texts')) return [];
  const { readText } = createTextStore(db, await createTextCipher(options));
  const warnings: string[] = [];
  const groups = database
    .prepare(
      'select key_id, count(*) as total, min(request_id) as id from texts group by key_id order by key_id',
    )
    .all();
  for (const { key_id: key, total, id } of groups) {
    try {
      await readText(String(id));
    } catch {
      warnings.push(
        `The texts of ${total} requests stay closed: they are encrypted with the key "${key}", which store.textKeys does not name here, or with another value.`,
      );
    }
  }
  return warnings;
};

/** Who was signed out since the backup, or has used a link that works once, must not come in by it again. */
const endSessions = (database: DatabaseSync): void => {
  for (const table of ['sessions', 'tickets'])
    if (hasTable(database, table)) database.exec(`delete from ${table}`);
};

/**
 * Looks through the copy of a backup, and makes it ready to be a store.
 *
 * @throws GatewayError `STORE_FAILED` where it is damaged, none, or of a newer version.
 */
export const prepareCopy = async (
  copy: string,
  texts: TextOptions,
  note: (store: Pick<AuditStore, 'insertAudit'>, checked: Checked) => Promise<void>,
): Promise<Readonly<{ checked: Checked; letIn: LetIn; warnings: readonly string[] }>> => {
  const database = new DatabaseSync(copy);
  const db = new Kysely<Database>({ dialect: createNodeSqliteDialect(database) });
  try {
    requireIntact(database);
    const plain = plainCopy(database);
    // One file from here on, whatever it was.
    database.exec('pragma journal_mode = delete');
    const checked = {
      ...(await versionOf(db)),
      records: countOf(database, 'requests'),
      keys: countOf(database, 'gateway_keys'),
    };
    const warnings = [...plain, ...(await lockedTexts(database, db, texts))];
    endSessions(database);
    // What is older may have another log.
    if (!checked.isOld) await note(createAuditStore(db, SQLITE_TRAITS), checked);
    return { checked, letIn: letInBy(database), warnings };
  } finally {
    await db.destroy();
  }
};
