import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { GatewayError } from '../../errors.ts';
import type { DialectTraits } from '../dialect.ts';
import { initial } from './001-initial.ts';
import { redactions } from './002-redactions.ts';
import { dashboard } from './003-dashboard.ts';
import { outbox } from './004-outbox.ts';
import { trace } from './005-trace.ts';
import { errorCode } from './006-error-code.ts';
import { conversationRuns } from './007-conversation-runs.ts';
import { passedThrough } from './008-passed-through.ts';
import { retiredSecrets } from './009-retired-secrets.ts';
import { successor } from './010-successor.ts';

const TABLE = 'portcullis_migrations';

/**
 * Ends the name of a migration that an older version can work beside: it adds tables, indexes, or columns that may be left out,
 * or corrects counts, and changes nothing that an older version relies on. So whoever goes back by a release keeps what was recorded, and pods of the release before start
 * anew while those of this one take over.
 */
const ADDS = '-adds';

/**
 * Named here one by one, so that no folder is read and a bundle holds them all. Never change one that was merged. One that only adds has a
 * name that ends in `-adds`.
 */
const migrations = (traits: DialectTraits): Record<string, Migration> => ({
  '001-initial': initial(traits),
  '002-redactions': redactions(traits),
  '003-dashboard': dashboard(traits),
  '004-outbox': outbox(traits),
  '005-trace': trace,
  '006-error-code': errorCode,
  '007-conversation-runs-adds': conversationRuns(traits),
  '008-passed-through-adds': passedThrough(traits),
  '009-retired-secrets-adds': retiredSecrets(traits),
  '010-successor-adds': successor,
});

const appliedNames = async <T>(db: Kysely<T>): Promise<readonly string[]> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === TABLE)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)}`.execute(db);
  return rows.map(({ name }) => name);
};

/** Null where the database has none of our tables. */
export const newestMigration = async <T>(db: Kysely<T>): Promise<string | null> =>
  [...(await appliedNames(db))].sort().at(-1) ?? null;

const unknownIn = (applied: readonly string[], known: readonly string[]): readonly string[] =>
  applied.filter((name) => !known.includes(name));

/** Names of migrations of newer versions, whether or not this one can work beside them. */
export const unknownMigrations = async <T>(
  db: Kysely<T>,
  traits: DialectTraits,
): Promise<readonly string[]> => unknownIn(await appliedNames(db), Object.keys(migrations(traits)));

/**
 * @returns Whether a migration is missing.
 * @throws GatewayError `STORE_FAILED` where the database has a migration that this version doesn't know, and that does not only add.
 */
export const needsMigration = async <T>(db: Kysely<T>, traits: DialectTraits): Promise<boolean> => {
  const known = Object.keys(migrations(traits));
  const applied = await appliedNames(db);
  const foreign = unknownIn(applied, known).filter((name) => !name.endsWith(ADDS));
  if (foreign.length > 0) {
    const found = foreign.join(', ');
    throw new GatewayError(
      'STORE_FAILED',
      `it was written by a newer version of Portcullis (unknown: ${found}); use that version, or another file`,
    );
  }
  return known.some((name) => !applied.includes(name));
};

/** Brings the schema up to date. The caller sees to it that no two processes do so at once. */
export const migrate = async <T>(db: Kysely<T>, traits: DialectTraits): Promise<void> => {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations(traits) },
    migrationTableName: TABLE,
    migrationLockTableName: `${TABLE}_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
};
