import type { Page, Paging } from '../ports.ts';

export type StoredAudit = Readonly<{
  id: string;
  atMs: number;
  actor: string;
  action: string;
  target: string | null;
  details: Readonly<Record<string, unknown>>;
  address: string | null;
}>;

export type AuditStore = Readonly<{
  insertAudit: (entry: StoredAudit) => Promise<void>;
  listAudit: (
    filter: Readonly<{ actor?: string; action?: string }>,
    paging: Paging,
  ) => Promise<Page<StoredAudit>>;
}>;

export type StoredView = Readonly<{
  id: string;
  userId: string;
  name: string;
  query: string;
  isShared: boolean;
}>;

export type ViewStore = Readonly<{
  /** One's own and those that others share. */
  listViews: (userId: string) => Promise<readonly StoredView[]>;
  /** Changes nothing where somebody else owns a view of this id. */
  putView: (view: StoredView) => Promise<void>;
  deleteView: (id: string, userId: string) => Promise<boolean>;
}>;
