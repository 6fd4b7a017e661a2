import { useState } from 'react';
import type { Settings } from '../lib/types.ts';

export type Json = Readonly<Record<string, unknown>>;

export type Draft = Readonly<{
  settings: Settings;
  own: Json;
  /** What would be in force: the file's, then the draft's; what neither says stays as it is. */
  value: (name: string) => unknown;
  /** Undefined gives the key back to its default. */
  set: (name: string, value: unknown) => void;
  isLocked: (name: string) => boolean;
  isEditable: (name: string) => boolean;
  changes: readonly Difference[];
  reset: () => void;
}>;

export type Difference = Readonly<{ path: string; before: string | null; after: string | null }>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rules are told apart by their ids, so that moving one is no change of all. */
const nameOf = (item: unknown, at: number): string =>
  isRecord(item) && typeof item['id'] === 'string' ? item['id'] : String(at);

const flatten = (value: unknown, path: string, into: Map<string, string>): void => {
  if (isRecord(value)) {
    for (const [name, each] of Object.entries(value))
      flatten(each, path === '' ? name : `${path}.${name}`, into);
  } else if (Array.isArray(value) && value.some(isRecord)) {
    for (const [at, each] of value.entries()) flatten(each, `${path}[${nameOf(each, at)}]`, into);
  } else if (value !== undefined) {
    into.set(path, JSON.stringify(value));
  }
};

/** What differs between two documents, by the path of each value. */
export const differences = (before: Json, after: Json): readonly Difference[] => {
  const old = new Map<string, string>();
  const next = new Map<string, string>();
  flatten(before, '', old);
  flatten(after, '', next);
  return [...new Set([...old.keys(), ...next.keys()])]
    .filter((path) => old.get(path) !== next.get(path))
    .toSorted()
    .map((path) => ({ path, before: old.get(path) ?? null, after: next.get(path) ?? null }));
};

/** What was changed here, by name; undefined gives one back to its default. What others save meanwhile of other names is none of it. */
type Edits = ReadonlyMap<string, unknown>;

const NO_EDITS: Edits = new Map();

/** The file may come to say what somebody has just changed here: it wins, and nothing is left to save of that. */
const withEdits = ({ own, locked }: Settings, edits: Edits): Json => {
  const free = [...edits].filter(([name]) => !locked.includes(name));
  const all = Object.entries({ ...own, ...Object.fromEntries(free) });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
};

export const useDraft = (settings: Settings, canEdit: boolean): Draft => {
  const [edits, setEdits] = useState(NO_EDITS);
  const own = edits.size === 0 ? settings.own : withEdits(settings, edits);
  const isLocked = (name: string) => settings.locked.includes(name);
  return {
    settings,
    own,
    value: (name) => {
      if (isLocked(name)) return settings.effective[name];
      return own[name] ?? settings.effective[name];
    },
    set: (name, value) => setEdits((before) => new Map(before).set(name, value)),
    isLocked,
    isEditable: (name) => canEdit && !isLocked(name),
    changes: differences(settings.own, own),
    reset: () => setEdits(NO_EDITS),
  };
};

export const textOf = (value: unknown, fallback: string): string =>
  typeof value === 'string' ? value : fallback;
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const recordOf = (value: unknown): Json => (isRecord(value) ? value : {});
