import { hash } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type ConfigFile, parseConfigFile, readConfigFile } from './file.ts';
import { CONFIG_KEYS } from './keys.ts';
import { type ConfigSources, loadConfig } from './load.ts';
import { type PolicyDocument, readPolicyLayer } from './policy-layer.ts';
import type { Config } from './schema.ts';

export type FileFollowerHooks = Readonly<{
  /**
   * The file has changed, and is valid.
   *
   * @param waiting Names of settings outside `policy` that differ from those at the start: they take a restart.
   */
  onChange: (layer: PolicyDocument, waiting: readonly string[]) => void;
  /** The file has changed, and is not, or cannot be read any more; what was in force stays. */
  onInvalid: (error: unknown) => void;
}>;

export type FileFollower = Readonly<{ close: () => void }>;

/** Writers take a moment: several events are one change. */
const DEBOUNCE_MS = 100;
/** Where no event comes, as on some network file systems. */
const POLL_MS = 5000;

const valueAt = (config: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined,
    config,
  );

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const waitingFor = (started: object, now: Config): readonly string[] =>
  CONFIG_KEYS.filter(
    ({ path }) => path[0] !== 'policy' && !isSame(valueAt(started, path), valueAt(now, path)),
  ).map(({ name }) => name);

/** Polls in a row that find nothing to read: between the two steps of a swap a file may be away, and empty while it is written over. */
const POLLS_AWAY = 2;

const contentOf = async (file: string): Promise<Buffer | null> => {
  try {
    const bytes = await readFile(file);
    return bytes.length === 0 ? null : bytes;
  } catch {
    return null;
  }
};

/** What a process was started with. */
export type ConfigOrigin = Readonly<{
  sources: ConfigSources;
  /** All that the sources gave, as it was then. */
  started: object;
  /** What they said under `policy`. */
  layer: PolicyDocument;
}>;

/** Reads the configuration for a process that will follow it. @throws GatewayError `CONFIG_INVALID`. */
export const readConfigOrigin = (
  sources: ConfigSources,
): Readonly<{ config: Config; origin: ConfigOrigin }> => {
  const read = readConfigFile(sources.file);
  const config = loadConfig(sources, read);
  return { config, origin: { sources, started: config, layer: readPolicyLayer(sources, read) } };
};

/**
 * Follows the configuration file. Its folder is watched, since a ConfigMap is swapped by renaming a link beside it and the
 * file itself never changes; content is what counts, and a slow poll sees what no event told.
 */
export const followConfigFile = (
  { sources, started, layer }: ConfigOrigin,
  file: string,
  { onChange, onInvalid }: FileFollowerHooks,
  pollMs = POLL_MS,
): FileFollower => {
  let seen: string | null = null;
  let pollsAway = 0;
  let isClosed = false;
  let isLooking = false;
  let hasChanged = false;
  let timer: NodeJS.Timeout | undefined;

  /** Takes the very bytes that were looked at: a file that is written over meanwhile says nothing for a moment, which is valid. */
  const takeUp = (read: ConfigFile, isNews: boolean): void => {
    try {
      const waiting = waitingFor(started, loadConfig(sources, read));
      const now = readPolicyLayer(sources, read);
      if (isNews || waiting.length > 0 || !isSame(now, layer)) onChange(now, waiting);
    } catch (error) {
      onInvalid(error);
    }
  };
  const judge = (content: Buffer | null, isPoll: boolean): void => {
    if (content === null) {
      if (isPoll) pollsAway += 1;
      // Which says why it cannot be read, or takes an empty one for what it is.
      if (isPoll && pollsAway === POLLS_AWAY) takeUp(readConfigFile(file), seen !== null);
      return;
    }
    const isBack = pollsAway >= POLLS_AWAY;
    pollsAway = 0;
    const digest = hash('sha256', content, 'hex');
    if (digest === seen && !isBack) return;
    // The first time it may be what was read for the start.
    const isNews = seen !== null || isBack;
    seen = digest;
    takeUp(parseConfigFile(file, content), isNews);
  };
  /** One at a time: on a file system that hangs they would pile up, and one that comes late would tell of what was. */
  const look = async (isPoll: boolean): Promise<void> => {
    if (isLooking) {
      hasChanged ||= !isPoll;
      return;
    }
    isLooking = true;
    const content = await contentOf(file);
    isLooking = false;
    if (isClosed) return;
    judge(content, isPoll);
    if (!hasChanged) return;
    hasChanged = false;
    void look(false);
  };
  /** Neighbours of the file may change all the time, as a database does; of them only a ConfigMap's links count. */
  const lookSoon = (_event: string, name: string | null): void => {
    if (name !== null && name !== basename(file) && !name.startsWith('..')) return;
    clearTimeout(timer);
    timer = setTimeout(() => void look(false), DEBOUNCE_MS).unref();
  };

  const watchFolder = (): FSWatcher | null => {
    try {
      // A watched folder that goes away is the poll's affair.
      return watch(dirname(file), { persistent: false }, lookSoon).on('error', () => undefined);
    } catch {
      return null;
    }
  };
  const watcher = watchFolder();
  const poll = setInterval(() => void look(true), pollMs).unref();
  void look(false);
  return {
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(poll);
      watcher?.close();
    },
  };
};
