import type { Config } from '../../config/schema.ts';
import type { AccountStore, StoredUser, UserRole } from '../../records/ports/accounts.ts';
import { ROLES } from '../api/access.ts';
import { ApiFailure } from '../failure.ts';
import type { OidcIdentity } from './oidc.ts';
import { newId } from './tokens.ts';

type Settings = Config['dashboard']['oidc'];

const GIVEN_ROLES = ['admin', 'analyst', 'viewer'] as const;
type GivenRole = (typeof GIVEN_ROLES)[number];

type People = Readonly<{
  accounts: AccountStore;
  settings: Settings;
  nowMs: number;
  endSessions: (userId: string) => Promise<unknown>;
  /** Told after an account that was there before has become that of somebody at the provider. */
  onLink: (user: StoredUser) => Promise<void>;
  /** Told after somebody's role has become another one by what the provider says. */
  onRoleChange: (user: StoredUser, role: UserRole) => Promise<void>;
}>;

const refuse = (code: string, message: string): never => {
  throw new ApiFailure('permission_error', code, message);
};

const refuseRoleless = (): never =>
  refuse('oidc_no_role', 'The sign-in provider gives this account no role here.');

/** The strongest role that the claim names, else the default; null where one is required. Nobody becomes owner by a claim. */
const roleIn = ({ roles }: OidcIdentity, { requireRole, defaultRole }: Settings): GivenRole | null =>
  GIVEN_ROLES.find((role) => roles.includes(role)) ?? (requireRole ? null : defaultRole);

/**
 * With a role claim roles are the provider's: what it says no longer does not hold any longer, whoever said it. An owner
 * stays one, so that there is a way in where the provider is mistaken.
 */
const withRole = async (
  { accounts, settings, endSessions, onRoleChange }: People,
  user: StoredUser,
  identity: OidcIdentity,
): Promise<StoredUser> => {
  if (settings.roleClaim === undefined || user.role === 'owner') return user;
  const given = roleIn(identity, settings);
  // A password would be another way to the role that the provider has taken back.
  const role = given ?? 'viewer';
  if (role !== user.role && !(await accounts.updateUser(user.id, { role }))) {
    return refuse('oidc_failed', 'The account cannot be changed.');
  }
  if (given === null || ROLES.indexOf(role) > ROLES.indexOf(user.role)) await endSessions(user.id);
  if (role !== user.role) await onRoleChange(user, role);
  return given === null ? refuseRoleless() : { ...user, role };
};

/**
 * An account that was there before, found by its e-mail: it belongs to the provider's account from now on. Whoever made it
 * had a link and has not shown that this e-mail is his, so that what opened it before opens it no longer. An owner's
 * password stays, so that there is a way in where the provider is mistaken.
 */
const link = async (
  { accounts, endSessions, onLink }: People,
  user: StoredUser,
  { subject }: OidcIdentity,
): Promise<StoredUser> => {
  if (user.oidcSubject !== null) {
    return refuse('oidc_other_account', 'This e-mail belongs to another account of the sign-in provider.');
  }
  const passwordHash = user.role === 'owner' ? user.passwordHash : null;
  if (!(await accounts.updateUser(user.id, { oidcSubject: subject, passwordHash }))) {
    return refuse('oidc_failed', 'The account cannot be changed.');
  }
  await endSessions(user.id);
  await onLink(user);
  return { ...user, oidcSubject: subject, passwordHash };
};

const create = async (
  { accounts, nowMs }: People,
  identity: OidcIdentity,
  email: string,
  role: UserRole,
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

/** Of somebody who has no account yet: what an invitation or an allowed domain gives, unless the provider gives roles. */
const firstRole = (given: UserRole, identity: OidcIdentity, settings: Settings): UserRole =>
  settings.roleClaim === undefined || given === 'owner'
    ? given
    : (roleIn(identity, settings) ?? refuseRoleless());

/** The invitation of somebody whose e-mail the provider has verified needs no link any more. */
const invited = async (
  { accounts, settings, nowMs }: People,
  identity: OidcIdentity,
  email: string,
): Promise<UserRole | null> => {
  const ticket = (await accounts.listTickets('invitation')).find(
    (candidate) => candidate.email === email && candidate.expiresAtMs > nowMs,
  );
  if (ticket === undefined) return null;
  const role = firstRole(ticket.role ?? 'viewer', identity, settings);
  return (await accounts.redeemTicket(ticket.tokenSha256)) === null ? null : role;
};

/**
 * The account of whoever the provider let in: known by the provider's own id, else by a verified e-mail that has an
 * account, an invitation, or a domain that is allowed.
 *
 * @throws ApiFailure `permission_error` for everybody else.
 */
export const accountOf = async (people: People, identity: OidcIdentity): Promise<StoredUser> => {
  const { accounts, settings } = people;
  const known = await accounts.findUserByOidc(identity.subject);
  if (known !== null) return withRole(people, known, identity);
  const email = identity.verifiedEmail;
  if (email === null) {
    return refuse('oidc_email_unverified', 'The sign-in provider gave no e-mail that it has verified.');
  }
  const byEmail = await accounts.findUserByEmail(email);
  if (byEmail !== null) return withRole(people, await link(people, byEmail, identity), identity);
  const invitedAs = await invited(people, identity, email);
  if (invitedAs !== null) return create(people, identity, email, invitedAs);
  if ((await accounts.countUsers()) === 0) {
    return refuse('setup_needed', 'Make the first account with the set-up link.');
  }
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (!settings.allowedDomains.includes(domain)) {
    return refuse('oidc_not_invited', 'Nobody has invited this e-mail address.');
  }
  return create(people, identity, email, firstRole(settings.defaultRole, identity, settings));
};
