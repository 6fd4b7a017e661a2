import type { Config } from '../../config/schema.ts';
import type { AccountStore, StoredUser, UserRole } from '../../records/ports.ts';
import { ApiFailure } from '../failure.ts';
import type { OidcIdentity } from './oidc.ts';
import { newId } from './tokens.ts';

const GIVEN_ROLES = ['admin', 'analyst', 'viewer'] as const;
type GivenRole = (typeof GIVEN_ROLES)[number];

/** The strongest role that the claim names; nobody becomes owner by a claim. */
const roleIn = ({ roles }: OidcIdentity): GivenRole | null =>
  GIVEN_ROLES.find((role) => roles.includes(role)) ?? null;

const refuse = (code: string, message: string): never => {
  throw new ApiFailure('permission_error', code, message);
};

const withRole = async (
  accounts: AccountStore,
  user: StoredUser,
  identity: OidcIdentity,
): Promise<StoredUser> => {
  const role = roleIn(identity);
  if (role === null || user.role === 'owner' || user.role === role) return user;
  await accounts.updateUser(user.id, { role });
  return { ...user, role };
};

/** An account that was there before, found by its e-mail: it belongs to the provider's account from now on. */
const link = async (
  accounts: AccountStore,
  user: StoredUser,
  { subject }: OidcIdentity,
): Promise<StoredUser> => {
  if (user.oidcSubject !== null) {
    return refuse('oidc_other_account', 'This e-mail belongs to another account of the sign-in provider.');
  }
  if (!(await accounts.updateUser(user.id, { oidcSubject: subject }))) {
    return refuse('oidc_failed', 'The account cannot be changed.');
  }
  return { ...user, oidcSubject: subject };
};

const create = async (
  accounts: AccountStore,
  identity: OidcIdentity,
  email: string,
  role: UserRole,
  nowMs: number,
): Promise<StoredUser> => {
  const user: StoredUser = {
    id: newId('usr'),
    email,
    name: identity.name ?? email,
    role,
    passwordHash: null,
    oidcSubject: identity.subject,
    createdAtMs: nowMs,
    lastSignInAtMs: null,
    disabledAtMs: null,
  };
  if (await accounts.insertUser(user)) return user;
  return refuse('oidc_failed', 'Somebody else took this account just now; try again.');
};

/** The invitation of somebody whose e-mail the provider has verified needs no link any more. */
const invitedRole = async (
  accounts: AccountStore,
  email: string,
  nowMs: number,
): Promise<UserRole | null> => {
  const ticket = (await accounts.listTickets('invitation')).find(
    (candidate) => candidate.email === email && candidate.expiresAtMs > nowMs,
  );
  if (ticket === undefined) return null;
  return (await accounts.redeemTicket(ticket.tokenSha256))?.role ?? null;
};

/**
 * The account of whoever the provider let in: known by the provider's own id, else by a verified e-mail that has an
 * account, an invitation, or a domain that is allowed.
 *
 * @throws ApiFailure `permission_error` for everybody else.
 */
export const accountOf = async (
  accounts: AccountStore,
  identity: OidcIdentity,
  settings: Config['dashboard']['oidc'],
  nowMs: number,
): Promise<StoredUser> => {
  const known = await accounts.findUserByOidc(identity.subject);
  if (known !== null) return withRole(accounts, known, identity);
  const email = identity.verifiedEmail;
  if (email === null) {
    return refuse('oidc_email_unverified', 'The sign-in provider gave no e-mail that it has verified.');
  }
  const byEmail = await accounts.findUserByEmail(email);
  if (byEmail !== null) return withRole(accounts, await link(accounts, byEmail, identity), identity);
  const invited = await invitedRole(accounts, email, nowMs);
  if (invited !== null) return create(accounts, identity, email, invited, nowMs);
  if ((await accounts.countUsers()) === 0) {
    return refuse('setup_needed', 'Make the first account with the set-up link.');
  }
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (!settings.allowedDomains.includes(domain)) {
    return refuse('oidc_not_invited', 'Nobody has invited this e-mail address.');
  }
  return create(accounts, identity, email, roleIn(identity) ?? settings.defaultRole, nowMs);
};
