import { useKept } from '../lib/kept.ts';
import type { Settings } from '../lib/types.ts';
import { mergedOver } from './merge.ts';

export type Json = Readonly<Record<string, unknown>>;

export type Draft = Readonly<{
  settings: Settings;
  own: Json;
  /** What would be in force: the file's, then the draft's; what neither says stays as it is. */
  value: (name: string) => unknown;
  /** What others have saved of it, or else its default. */
  saved: (name: string) => unknown;
  /**
   * Undefined gives the key back to its default.
   *
   * @param seen What `saved` gave when the change was begun.
   */
  set: (name: string, value: unknown, seen?: unknown) => void;
  isLocked: (name: string) => boolean;
  isEditable: (name: string) => boolean;
  changes: readonly Difference[];
  /** Paths of changes that go over what somebody else has saved since they were begun. */
  disputed: ReadonlySet<string>;
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

/** `seen` is over what it was made, `first` what stood there when the first change of it was begun. */
type Edit = Readonly<{ value?: unknown; seen?: unknown; first?: unknown }>;

/** What was changed here, by name; undefined gives one back to its default. What others save meanwhile is none of it. */
type Edits = Readonly<Record<string, Edit>>;

const NO_EDITS: Edits = {};

const readEdits = (stored: unknown): Edits | null => {
  if (!isRecord(stored)) return null;
  const edits = Object.entries(stored).map(([name, edit]) => [name, isRecord(edit) ? edit : {}] as const);
  return Object.fromEntries(edits);
};

const savedOf = ({ own, effective }: Settings, name: string): unknown => own[name] ?? effective[name];

/** The file may come to say what somebody has just changed here: it wins, and nothing is left to save of that. */
const withEdits = (settings: Settings, edits: Edits): Json => {
  const { own, locked } = settings;
  const free = Object.entries(edits).flatMap(([name, { value, seen }]) =>
    locked.includes(name) ? [] : [[name, mergedOver(seen, value, savedOf(settings, name))] as const],
  );
  const all = Object.entries({ ...own, ...Object.fromEntries(free) });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
};

/** Chosen and taken back again: a default that nobody had written down is not to be written down for that. */
const isAsItWas = ({ own, effective }: Settings, name: string, value: unknown): boolean =>
  !(name in own) && differences({ [name]: effective[name] }, { [name]: value }).length === 0;

/** Who saves these takes back what somebody else has saved. */
const disputedBy = (
  settings: Settings,
  edits: Edits,
  changes: readonly Difference[],
): ReadonlySet<string> => {
  const names = Object.keys(edits);
  const first = Object.fromEntries(names.map((name) => [name, edits[name]?.first]));
  const now = Object.fromEntries(names.map((name) => [name, savedOf(settings, name)]));
  const byOthers = new Set(differences(first, now).map(({ path }) => path));
  return new Set(changes.map(({ path }) => path).filter((path) => byOthers.has(path)));
};

export const useDraft = (settings: Settings, canEdit: boolean): Draft => {
  const [edits, setEdits] = useKept('policy', NO_EDITS, readEdits);
  const own = Object.keys(edits).length === 0 ? settings.own : withEdits(settings, edits);
  const isLocked = (name: string) => settings.locked.includes(name);
  const saved = (name: string) => savedOf(settings, name);
  const changes = differences(settings.own, own);
  return {
    settings,
    own,
    value: (name) => {
      if (isLocked(name)) return settings.effective[name];
      return own[name] ?? settings.effective[name];
    },
    saved,
    set: (name, value, seen = saved(name)) =>
      setEdits(({ [name]: replaced = { first: seen }, ...others }) =>
        isAsItWas(settings, name, value)
          ? others
          : { ...others, [name]: { value, seen, first: replaced.first } },
      ),
    isLocked,
    isEditable: (name) => canEdit && !isLocked(name),
    changes,
    disputed: disputedBy(settings, edits, changes),
    reset: () => setEdits(NO_EDITS),
  };
};

export const textOf = (value: unknown, fallback: string): string =>
  typeof value === 'string' ? value : fallback;
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const recordOf = (value: unknown): Json => (isRecord(value) ? value : {});
