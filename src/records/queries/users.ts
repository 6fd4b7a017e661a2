import type { Selectable } from 'kysely';
import type { StoredUser } from '../ports/accounts.ts';
import type { UserTable } from '../schema.ts';

export const toUser = (row: Selectable<UserTable>): StoredUser => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  passwordHash: row.password_hash,
  oidcSubject: row.oidc_subject,
  createdAtMs: row.created_at,
  lastSignInAtMs: row.last_sign_in_at,
  disabledAtMs: row.disabled_at,
});
