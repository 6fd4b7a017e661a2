import type { Role } from '../lib/types.ts';

export const ROLES: readonly Role[] = ['owner', 'admin', 'analyst', 'viewer'];
export const ABOUT: Readonly<Record<Role, string>> = {
  owner: 'Everything, and makes admins and owners',
  admin: 'Settings, keys, exclusions, webhooks, analysts and viewers',
  analyst: 'Judges: feedback, full texts, playground, previews',
  viewer: 'Reads requests, policy and keys',
};

/** Whom one may make or change: admins those below them, owners everybody. */
export const rolesFor = (own: Role): readonly Role[] => (own === 'owner' ? ROLES : ['analyst', 'viewer']);
