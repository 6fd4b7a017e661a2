import { useKept } from '../lib/kept.ts';
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
type Edits = Readonly<Record<string, Readonly<{ value?: unknown }>>>;

const NO_EDITS: Edits = {};

const readEdits = (stored: unknown): Edits | null => {
  if (!isRecord(stored)) return null;
  const edits = Object.entries(stored).map(([name, edit]) => [name, isRecord(edit) ? edit : {}] as const);
  return Object.fromEntries(edits);
};

/** The file may come to say what somebody has just changed here: it wins, and nothing is left to save of that. */
const withEdits = ({ own, locked }: Settings, edits: Edits): Json => {
  const free = Object.entries(edits).flatMap(([name, { value }]) =>
    locked.includes(name) ? [] : [[name, value] as const],
  );
  const all = Object.entries({ ...own, ...Object.fromEntries(free) });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
};

/** Chosen and taken back again: a default that nobody had written down is not to be written down for that. */
const isAsItWas = ({ own, effective }: Settings, name: string, value: unknown): boolean =>
  !(name in own) && differences({ [name]: effective[name] }, { [name]: value }).length === 0;

export const useDraft = (settings: Settings, canEdit: boolean): Draft => {
  const [edits, setEdits] = useKept('policy', NO_EDITS, readEdits);
  const own = Object.keys(edits).length === 0 ? settings.own : withEdits(settings, edits);
  const isLocked = (name: string) => settings.locked.includes(name);
  return {
    settings,
    own,
    value: (name) => {
      if (isLocked(name)) return settings.effective[name];
      return own[name] ?? settings.effective[name];
    },
    set: (name, value) =>
      setEdits(({ [name]: _replaced, ...others }) =>
        isAsItWas(settings, name, value) ? others : { ...others, [name]: { value } },
      ),
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
