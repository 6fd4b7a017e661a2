import type { Kysely, Selectable, Transaction } from 'kysely';
import type { AccountStore, StoredUser } from '../ports/accounts.ts';
import type { Database, UserTable } from '../schema.ts';
import { exclusively } from './exclusively.ts';
import { createSessionStore, type SessionStore } from './sessions.ts';
import { toUser } from './users.ts';

const toUserRow = (user: StoredUser): Selectable<UserTable> => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  password_hash: user.passwordHash,
  oidc_subject: user.oidcSubject,
  created_at: user.createdAtMs,
  last_sign_in_at: user.lastSignInAtMs,
  disabled_at: user.disabledAtMs,
});

type Column = 'id' | 'email' | 'oidc_subject';
type Reading = Kysely<Database> | Transaction<Database>;

const findUser = async (db: Reading, column: Column, value: string): Promise<StoredUser | null> => {
  const row = await db.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst();
  return row === undefined ? null : toUser(row);
};

const countUsers = async (db: Reading): Promise<number> => {
  const row = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
};

const isRuling = ({ role, disabledAtMs }: Pick<StoredUser, 'role' | 'disabledAtMs'>): boolean =>
  role === 'owner' && disabledAtMs === null;

const hasOtherOwner = async (transaction: Transaction<Database>, id: string): Promise<boolean> => {
  const other = await transaction
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
};

const RANKS: readonly StoredUser['role'][] = ['viewer', 'analyst', 'admin', 'owner'];

const isAbove = (role: StoredUser['role'], other: StoredUser['role']): boolean =>
  RANKS.indexOf(role) > RANKS.indexOf(other);

const losesRights = (before: StoredUser, after: StoredUser): boolean =>
  (before.disabledAtMs === null && after.disabledAtMs !== null) || isAbove(before.role, after.role);

/** Links that somebody has issued are ways back in for whoever is let go. */
const endLinksOf = async (transaction: Transaction<Database>, { email }: StoredUser): Promise<void> => {
  await transaction.deleteFrom('tickets').where('created_by', '=', email).execute();
};

const risesOrHasNewPassword = (before: StoredUser, after: StoredUser): boolean =>
  before.passwordHash !== after.passwordHash || isAbove(after.role, before.role);

/**
 * Links to a new password were given for the account as it was: whoever kept one must not get back in behind a new password, and an
 * admin who issued one for a viewer must not become the owner that this viewer is by now.
 */
const endResetLinks = async (transaction: Transaction<Database>, userId: string): Promise<void> => {
  await transaction.deleteFrom('tickets').where('user_id', '=', userId).execute();
};

const insertUser = (
  db: Kysely<Database>,
  user: StoredUser,
  isWelcome: (transaction: Transaction<Database>) => Promise<boolean>,
): Promise<boolean> =>
  exclusively(db, 'accounts', async (transaction) => {
    if (!(await isWelcome(transaction))) return false;
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('users')
      .values(toUserRow(user))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  });

/** Whether an enabled owner stays, and nobody else has the OIDC account. */
const mayBecome = async (
  transaction: Transaction<Database>,
  before: StoredUser,
  after: StoredUser,
): Promise<boolean> => {
  if (isRuling(before) && !isRuling(after) && !(await hasOtherOwner(transaction, before.id))) return false;
  const { oidcSubject } = after;
  if (oidcSubject === null || oidcSubject === before.oidcSubject) return true;
  return (await findUser(transaction, 'oidc_subject', oidcSubject)) === null;
};

const updateUser = (
  db: Kysely<Database>,
  ...[id, changes, atMost]: Parameters<AccountStore['updateUser']>
): Promise<boolean> =>
  exclusively(db, 'accounts', async (transaction) => {
    const user = await findUser(transaction, 'id', id);
    if (user === null || (atMost !== undefined && isAbove(user.role, atMost))) return false;
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const changed: StoredUser = { ...user, ...given };
    if (!(await mayBecome(transaction, user, changed))) return false;
    if (losesRights(user, changed)) await endLinksOf(transaction, user);
    if (risesOrHasNewPassword(user, changed)) await endResetLinks(transaction, id);
    await transaction.updateTable('users').set(toUserRow(changed)).where('id', '=', id).execute();
    return true;
  });

const deleteUser = (db: Kysely<Database>, id: string): Promise<boolean> =>
  exclusively(db, 'accounts', async (transaction) => {
    const user = await findUser(transaction, 'id', id);
    if (user === null || (isRuling(user) && !(await hasOtherOwner(transaction, id)))) return false;
    for (const table of ['sessions', 'tickets', 'views'] as const) {
      await transaction.deleteFrom(table).where('user_id', '=', id).execute();
    }
    await endLinksOf(transaction, user);
    // One that was left over would let him in again.
    await transaction.deleteFrom('tickets').where('email', '=', user.email).execute();
    await transaction.deleteFrom('users').where('id', '=', id).execute();
    return true;
  });

const createUserStore = (db: Kysely<Database>): Omit<AccountStore, keyof SessionStore> => ({
  countUsers: () => countUsers(db),
  listUsers: async () => {
    const rows = await db.selectFrom('users').selectAll().orderBy('created_at').orderBy('id').execute();
    return rows.map(toUser);
  },
  getUser: (id) => findUser(db, 'id', id),
  findUserByEmail: (email) => findUser(db, 'email', email),
  findUserByOidc: (subject) => findUser(db, 'oidc_subject', subject),
  insertUser: (user) => insertUser(db, user, async () => true),
  insertFirstUser: (user) =>
    insertUser(db, user, async (transaction) => (await countUsers(transaction)) === 0),
  updateUser: (...args) => updateUser(db, ...args),
  deleteUser: (id) => deleteUser(db, id),
});

export const createAccountStore = (db: Kysely<Database>): AccountStore => ({
  ...createUserStore(db),
  ...createSessionStore(db),
});
