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

/** Texts that stand anywhere in actor and action; `%` and `_` stand for themselves, and case does not matter. */
export type AuditFilter = Readonly<{ actor?: string; action?: string }>;

export type AuditStore = Readonly<{
  insertAudit: (entry: StoredAudit) => Promise<void>;
  /** A page whose filter finds little may end early, even empty; its cursor says where the next one goes on. */
  listAudit: (filter: AuditFilter, paging: Paging) => Promise<Page<StoredAudit>>;
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
