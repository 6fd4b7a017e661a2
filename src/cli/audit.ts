import { newId } from '../dashboard/auth/tokens.ts';
import type { AuditStore, StoredAudit } from '../records/ports/audit.ts';

/** Writes down in the audit log what a command changed; who ran it is not known. */
export const noteAudit = (
  store: Pick<AuditStore, 'insertAudit'>,
  {
    action,
    target,
    details = {},
  }: Readonly<{ action: string; target: string | null; details?: StoredAudit['details'] }>,
  nowMs: number,
): Promise<void> =>
  store.insertAudit({ id: newId('aud'), atMs: nowMs, actor: 'cli', action, target, details, address: null });
