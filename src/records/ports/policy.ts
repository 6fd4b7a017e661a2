import type { ExclusionScope } from '../../policy/exclusions.ts';
import type { Page, Paging } from '../ports.ts';
import type { StoredKey } from '../store.ts';

export type SettingsRevision = Readonly<{
  revision: number;
  createdAtMs: number;
  author: string;
  comment: string;
  /** What the dashboard sets under `policy:`; everything else is the file's or a default. */
  own: Readonly<Record<string, unknown>>;
}>;

export type StoredExclusion = Readonly<{
  id: string;
  scope: ExclusionScope;
  comment: string;
  owner: string;
  createdAtMs: number;
  expiresAtMs: number | null;
  endedAtMs: number | null;
  feedbackId: string | null;
  hitCount: number;
  lastHitAtMs: number | null;
}>;

/** What a running processor follows. */
export type PolicyStore = Readonly<{
  /** Changes with every change of settings or exclusions by anyone; cheap enough to ask every second. */
  policyVersion: () => Promise<string>;
  /** The newest; null before the first change. */
  currentSettings: () => Promise<SettingsRevision | null>;
  /** Those that were not ended, expired ones included. */
  listExclusions: (includeEnded: boolean) => Promise<readonly StoredExclusion[]>;
  /** @returns The new revision; null where `expected` is not the newest (0: there is none). */
  insertSettings: (next: Omit<SettingsRevision, 'revision'>, expected: number) => Promise<number | null>;
  listSettings: (paging: Paging) => Promise<Page<SettingsRevision>>;
  getSettings: (revision: number) => Promise<SettingsRevision | null>;
  insertExclusion: (exclusion: StoredExclusion) => Promise<void>;
  /** False where none has this id or it was ended before. */
  endExclusion: (id: string, atMs: number) => Promise<boolean>;
  /** Takes an end back. */
  reviveExclusion: (id: string) => Promise<boolean>;
  addExclusionHits: (
    hits: ReadonlyMap<string, Readonly<{ count: number; lastAtMs: number }>>,
  ) => Promise<void>;
}>;

export type KeyChanges = Partial<
  Pick<
    StoredKey,
    | 'name'
    | 'mode'
    | 'sensitivity'
    | 'override'
    | 'rateLimitPerMinute'
    | 'expiresAtMs'
    | 'entities'
    | 'rolloutPercent'
  >
>;

export type KeyEditing = Readonly<{
  /** @returns False where none has this id, or where it is not as expected any more. */
  updateKey: (
    id: string,
    changes: KeyChanges,
    expected?: Readonly<{ [Name in keyof KeyChanges]?: unknown }>,
  ) => Promise<boolean>;
}>;
