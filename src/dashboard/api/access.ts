import { z } from 'zod';
import { timeMs } from './common.ts';

/** From the most to the least trusted. `owner` also makes and removes admins; `analyst` judges; `viewer` reads. */
export const ROLES = ['owner', 'admin', 'analyst', 'viewer'] as const;
export const Role = z.enum(ROLES);
export type Role = z.output<typeof Role>;

export const Email = z.email().max(254);
/** Length is what makes a password strong; no rules about kinds of characters. */
export const NewPassword = z.string().min(12).max(256);
export const PersonName = z.string().trim().min(1).max(100);

export const User = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: Role,
  createdAtMs: timeMs,
  lastSignInAtMs: timeMs.nullable(),
  disabledAtMs: timeMs.nullable(),
  /** False for those who only come through OIDC. */
  hasPassword: z.boolean(),
  /** Whether the account belongs to one at the sign-in provider. */
  usesOidc: z.boolean(),
});
export type User = z.output<typeof User>;

/** GET /session: what the page has to know before anything else; needs no session. */
export const Session = z.object({
  user: User.nullable(),
  /** True while nobody has an account: the page asks for the one-time token. */
  needsSetup: z.boolean(),
  /** The name on the button; null where no provider is configured. */
  oidcName: z.string().nullable(),
  /** Whether the provider gives the roles of those who come through it, at each sign-in anew. */
  oidcGivesRoles: z.boolean(),
  version: z.string(),
  /** Where callers reach the gateway, for snippets; absent where the dashboard does not know. */
  gatewayUrl: z.string(),
});
/** POST /session */
export const SignIn = z.object({ email: z.string().max(254), password: z.string().max(256) });
/** POST /setup (one-time token printed by `start`) → 201 User, signed in */
export const Setup = z.object({
  token: z.string().max(200),
  email: Email,
  name: PersonName,
  password: NewPassword,
});
/** POST /password */
export const PasswordChange = z.object({ current: z.string().max(256), next: NewPassword });
/** POST /invitations → 201 Invitation & { url } (the url is shown once) */
export const NewInvitation = z.object({ email: Email, role: Role });
export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: Role,
  createdBy: z.string(),
  createdAtMs: timeMs,
  expiresAtMs: timeMs,
});
/** POST /invitations/look {token} → {email, role}; POST /invitations/accept → 201 User, signed in */
export const InvitationToken = z.object({ token: z.string().max(200) });
export const AcceptInvitation = z.object({
  token: z.string().max(200),
  name: PersonName,
  password: NewPassword,
});
/** PATCH /users/{id} */
export const UserChange = z.object({
  role: Role.optional(),
  name: PersonName.optional(),
  disabled: z.boolean().optional(),
});
/** POST /users/{id}/reset-link → {url}: one-time link to POST /password/reset */
export const PasswordReset = z.object({ token: z.string().max(200), password: NewPassword });
/** A session as its owner sees it: GET /sessions, DELETE /sessions/{id}, DELETE /sessions (everywhere) */
export const OwnSession = z.object({
  id: z.string(),
  createdAtMs: timeMs,
  lastSeenAtMs: timeMs,
  userAgent: z.string(),
  address: z.string(),
  isCurrent: z.boolean(),
});
