import { ROLES, type Role } from '../api/access.ts';

/** `anyone`: no session is needed · `key`: a gateway key in place of one · a role: this one and those above it. */
export type Access = Role | 'anyone' | 'key';

/** Every route under `/api/v1` and who may call it. A route that does not stand here does not compile. */
export const PERMISSIONS = {
  'GET /session': 'anyone',
  'POST /session': 'anyone',
  'DELETE /session': 'viewer',
  'POST /setup': 'anyone',
  'POST /invitations/look': 'anyone',
  'POST /invitations/accept': 'anyone',
  'POST /password/reset': 'anyone',
  'GET /oidc/start': 'anyone',
  'GET /oidc/callback': 'anyone',
  'POST /password': 'viewer',
  'GET /sessions': 'viewer',
  'DELETE /sessions': 'viewer',
  'DELETE /sessions/{id}': 'viewer',

  'GET /users': 'admin',
  'PATCH /users/{id}': 'admin',
  'DELETE /users/{id}': 'admin',
  'POST /users/{id}/reset-link': 'admin',
  'GET /invitations': 'admin',
  'POST /invitations': 'admin',
  'DELETE /invitations/{id}': 'admin',

  'GET /overview': 'viewer',
  'GET /metrics/latency': 'viewer',
  'GET /events': 'viewer',
  'GET /requests': 'viewer',
  'GET /requests/facets': 'viewer',
  'GET /requests/export': 'viewer',
  'POST /requests/erase': 'admin',
  'GET /requests/{id}': 'viewer',
  'GET /requests/{id}/text': 'analyst',
  'GET /threats': 'viewer',

  'GET /feedback': 'viewer',
  'POST /requests/{id}/feedback': 'analyst',
  'DELETE /feedback/{id}': 'analyst',
  'PATCH /feedback/{id}': 'analyst',
  'GET /feedback/{id}/suggestions': 'analyst',
  'GET /feedback/export': 'analyst',
  'GET /exclusions': 'viewer',
  'POST /exclusions': 'admin',
  'POST /exclusions/{id}/end': 'admin',
  'POST /exclusions/{id}/revive': 'admin',
  'POST /replay': 'analyst',

  'GET /settings': 'viewer',
  'PUT /settings': 'admin',
  'GET /settings/revisions': 'viewer',
  'POST /settings/revisions/{revision}/revert': 'admin',
  'GET /settings/export': 'viewer',
  'GET /settings/impact': 'viewer',
  'GET /pii-rules': 'viewer',
  'PUT /pii-rules': 'admin',
  'POST /pii-rules/test': 'analyst',
  'GET /rules': 'viewer',
  'PUT /rules': 'admin',
  'POST /rules/test': 'analyst',
  'POST /playground': 'analyst',
  'POST /scan': 'key',

  'GET /keys': 'viewer',
  'POST /keys': 'admin',
  'PATCH /keys/{id}': 'admin',
  'POST /keys/{id}/rotate': 'admin',
  'POST /keys/{id}/revoke': 'admin',

  'GET /views': 'viewer',
  'POST /views': 'analyst',
  'PUT /views/{id}': 'analyst',
  'DELETE /views/{id}': 'analyst',

  'GET /audit': 'admin',
  'GET /audit/export': 'admin',
  'GET /webhooks': 'admin',
  'POST /webhooks': 'admin',
  'PATCH /webhooks/{id}': 'admin',
  'DELETE /webhooks/{id}': 'admin',
  'POST /webhooks/{id}/rotate': 'admin',
  'POST /webhooks/{id}/test': 'admin',
  'GET /webhooks/{id}/deliveries': 'admin',
  'POST /deliveries/{id}/retry': 'admin',
} as const satisfies Readonly<Record<string, Access>>;

export type RouteName = keyof typeof PERMISSIONS;

/** Whether a role has all the rights of another. */
export const isAtLeast = (role: Role, wanted: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(wanted);

/** Whether somebody may make, change or remove accounts of a role: owners all, admins those below admins. */
export const mayManage = (actor: Role, role: Role): boolean =>
  actor === 'owner' || (actor === 'admin' && (role === 'analyst' || role === 'viewer'));
