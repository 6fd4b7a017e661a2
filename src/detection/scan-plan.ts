import type { Segment } from '../chat/segment.ts';
import type { Keeps } from './answers/keeping.ts';
import { type CacheLookup, GROUP_SEGMENTS, isCached, type SegmentCache } from './cache/cache.ts';
import type { Digest } from './cache/digest.ts';
import type { DetectionContext } from './detector.ts';
import type { Finding } from './findings.ts';

/** `isFinal`: the same would be found at any other time, too. */
export type Scanned = Readonly<{ findings: readonly Finding[]; isFinal: boolean }>;

/** One text of a body on its way to what is found in it. */
export type Task = {
  readonly text: string;
  readonly context: DetectionContext;
  /** Null where the cache has nothing to do with the text. */
  readonly key: string | null;
  /** Null until it is scanned. */
  scanned: Scanned | null;
};

/**
 * Whether the cache knew it before, or has nothing to do with it. What is new together is not remembered together: most of it never comes
 * again, and would push out conversations that do.
 */
export const isKnown = ({ key, scanned }: Task): boolean => key === null || scanned !== null;

export type ScanPlanDeps = Readonly<{ cache: SegmentCache; onCacheLookup: (isHit: boolean) => void }>;

/** What of one body has to be scanned, and what is known of the rest. */
export type ScanPlan = Readonly<{
  /** The texts that have to be scanned, in their order, each once. */
  open: readonly Task[];
  add: (text: string, context: DetectionContext) => Task;
  /**
   * Plans neighbouring texts, `GROUP_SEGMENTS` at a time.
   *
   * @param keeps What the trusted texts of the body keep.
   * @param known The keys of the first groups, where the same texts were planned before.
   * @returns The key of each group, null for one that the cache has nothing to do with; and `found`, to be asked when all
   *   is scanned: what was found in each of the segments.
   */
  addSegments: (
    segments: readonly Segment[],
    contextOf: (segment: Segment) => DetectionContext,
    keeps: Keeps,
    known: readonly Digest[],
  ) => Readonly<{ groups: readonly (string | null)[]; found: () => (readonly Finding[])[] }>;
}>;

/** Whether what is found in a text hangs on nothing else that they say, in requests. */
const haveSameAuthor = (a: DetectionContext, b: DetectionContext): boolean =>
  a.role === b.role &&
  a.roles === b.roles &&
  a.trust === b.trust &&
  a.isCutOut === b.isCutOut &&
  a.keeps === b.keeps;

type PlannedGroup = Readonly<{ key: string | null; found: () => readonly (readonly Finding[])[] }>;

const findingsOf = ({ scanned }: Task): Scanned => {
  // A text that nobody scanned must never look like one in which nothing was found.
  if (scanned === null) throw new Error('a text was planned and not scanned');
  return scanned;
};

export const createScanPlan = ({ cache, onCacheLookup }: ScanPlanDeps): ScanPlan => {
  const open: Task[] = [];
  let byKey: Map<string, Task> | undefined;

  const begin = (text: string, context: DetectionContext, cached: CacheLookup | null): Task => {
    const findings = cached?.findings;
    const scanned = findings === undefined ? null : { findings, isFinal: true };
    const task = { text, context, key: cached?.key ?? null, scanned };
    if (cached !== null) {
      byKey ??= new Map();
      byKey.set(cached.key, task);
    }
    if (scanned === null) open.push(task);
    return task;
  };

  /** Texts of requests that are too short for the cache, by themselves: names of tools, types and answers of one word stand in a request again and again. */
  let byText: Map<string, Task> | undefined;

  /** The task of the same text of the same author; undefined where it is new. */
  const shortTwin = (text: string, context: DetectionContext): Task | undefined => {
    const task = byText?.get(text);
    return task !== undefined && haveSameAuthor(task.context, context) ? task : undefined;
  };

  const addShort = (text: string, context: DetectionContext): Task => {
    if (context.direction === 'output') return begin(text, context, null);
    const twin = shortTwin(text, context);
    if (twin !== undefined) return twin;
    const task = begin(text, context, null);
    byText ??= new Map();
    byText.set(text, task);
    return task;
  };

  const add = (text: string, context: DetectionContext, digest?: Digest): Task => {
    if (!isCached(text)) return addShort(text, context);
    const cached = cache.lookup(text, context, digest);
    // The same text for the second time: what is found in the first is found in both.
    const twin = cached === null ? undefined : byKey?.get(cached.key);
    if (cached !== null) onCacheLookup(cached.findings !== undefined || twin !== undefined);
    return twin ?? begin(text, context, cached);
  };

  const addGroup = (
    group: readonly Segment[],
    contextOf: (segment: Segment) => DetectionContext,
    keeps: Keeps,
    knownKey: Digest | undefined,
  ): PlannedGroup => {
    const known = cache.lookupGroup(group, keeps, knownKey);
    const key = known?.key ?? null;
    const findings = known?.findings;
    if (findings !== undefined) {
      for (const { text } of group) if (isCached(text)) onCacheLookup(true);
      return { key, found: () => findings };
    }
    const tasks = group.map((segment, index) => add(segment.text, contextOf(segment), known?.digests[index]));
    const comesAgain = tasks.every(isKnown);
    const found = (): readonly (readonly Finding[])[] => {
      const all = tasks.map(findingsOf);
      const each = all.map((scanned) => scanned.findings);
      if (key !== null && comesAgain && all.every(({ isFinal }) => isFinal)) cache.storeGroup(key, each);
      return each;
    };
    return { key, found };
  };

  return {
    open,
    add,
    addSegments: (segments, contextOf, keeps, known) => {
      const groups: PlannedGroup[] = [];
      for (let at = 0; at < segments.length; at += GROUP_SEGMENTS) {
        const group = segments.slice(at, at + GROUP_SEGMENTS);
        groups.push(addGroup(group, contextOf, keeps, known[groups.length]));
      }
      return {
        groups: groups.map(({ key }) => key),
        found: () => groups.flatMap(({ found }) => found()),
      };
    },
  };
};

/** What was found in a task. @throws Error for one that was never scanned. */
export const resultOf = (task: Task): readonly Finding[] => findingsOf(task).findings;
