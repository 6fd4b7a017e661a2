import type { Segment } from '../chat/segment.ts';
import {
  GROUP_SEGMENTS,
  type GroupSeams,
  isCached,
  type SeamsLookup,
  type SegmentCache,
} from './cache/cache.ts';
import type { Digest } from './cache/digest.ts';
import { isKnown, resultOf, type Task } from './scan-plan.ts';
import {
  attributeToSegments,
  bordersOf,
  createSeamFinder,
  findSeams,
  isReadAlike,
  mayHaveSeams,
  type PlacedFinding,
  type Seam,
} from './seams.ts';

/** Open seams of more pieces than this, that is of texts of a few words each, are not remembered. */
const MAX_OPEN_PIECES = 64;

export type SeamPlanDeps = Readonly<{
  cache: SegmentCache;
  onCacheLookup: (isHit: boolean) => void;
  /** Plans the scan of a seam. */
  add: (seam: Seam) => Task;
}>;

/** `keys`: of the first groups, what their seams are remembered by. `found`: to be asked when all is scanned. */
export type SeamPlan = Readonly<{ keys: readonly Digest[]; found: Found }>;

/** To be asked when all is scanned. */
type Found = () => readonly PlacedFinding[];

type Planned = Readonly<{ seam: Seam; task: Task }>;

const NOTHING: readonly PlacedFinding[] = [];
const NONE: SeamPlan = { keys: [], found: () => NOTHING };

const isFinal = ({ task }: Planned): boolean => task.scanned?.isFinal === true;

const foundIn = (planned: readonly Planned[]): readonly PlacedFinding[] =>
  planned.flatMap(({ seam, task }) =>
    resultOf(task).flatMap((finding) => attributeToSegments(seam, finding)),
  );

/** Null where the texts of the group do not tell all that its seams hang on. */
const lookUpGroup = (
  segments: readonly Segment[],
  number: number,
  group: string | null,
  before: string,
  known: Digest | undefined,
  cache: SegmentCache,
): SeamsLookup | null => {
  if (known !== undefined) return cache.lookupKnownSeams(known);
  const from = number * GROUP_SEGMENTS;
  const borders = group === null ? null : bordersOf(segments, from, from + GROUP_SEGMENTS);
  return borders === null ? null : cache.lookupSeams(before, `${group}${borders}`);
};

/** The chained keys of all groups, and what is remembered behind the first of them, as far as it is without a gap. */
const lookUp = (
  segments: readonly Segment[],
  groups: readonly (string | null)[],
  knownKeys: readonly Digest[],
  cache: SegmentCache,
): Readonly<{ keys: readonly string[]; known: readonly GroupSeams[] }> => {
  const keys: string[] = [];
  const known: GroupSeams[] = [];
  let before = '';
  for (const [number, group] of groups.entries()) {
    const looked = lookUpGroup(segments, number, group, before, knownKeys[number], cache);
    if (looked === null) break;
    const { key, seams } = looked;
    if (seams !== undefined && known.length === keys.length) known.push(seams);
    keys.push(key);
    before = key;
  }
  return { keys, known };
};

/**
 * Plans the scan of all seams of one body. A conversation comes again in full at every turn: what the seams that end within
 * its known groups said, and where its open seams stood behind them, is remembered together, so that neither is put together again.
 *
 * @param groups The keys of the first groups of `GROUP_SEGMENTS`; null for one that the cache has nothing to do with.
 * @param knownKeys Of the seams of the first groups, where the same texts were planned before.
 * @returns What was found across borders comes in the order in which the seams end.
 */
export const planSeams = (
  segments: readonly Segment[],
  groups: readonly (string | null)[],
  knownKeys: readonly Digest[],
  { cache, onCacheLookup, add }: SeamPlanDeps,
): SeamPlan => {
  if (!mayHaveSeams(segments)) return NONE;
  const plan = (seams: readonly Seam[]): readonly Planned[] =>
    seams.map((seam) => ({ seam, task: add(seam) }));
  // Under repeated keys seams are those of several readings, of which each would have a state.
  if (!isReadAlike(segments)) {
    const planned = plan(findSeams(segments));
    return { keys: [], found: () => foundIn(planned) };
  }
  const { known, keys } = lookUp(segments, groups, knownKeys, cache);
  for (const { seams } of known) for (let count = 0; count < seams; count += 1) onCacheLookup(true);
  const finder = createSeamFinder(segments);
  const last = known.at(-1);
  if (last !== undefined) finder.resume(last.state);
  const rest: Found[] = [];
  let next = known.length * GROUP_SEGMENTS;
  for (const key of keys.slice(known.length)) {
    for (const end = next + GROUP_SEGMENTS; next < end; next += 1) finder.add(next);
    const planned = plan(finder.take());
    const comesAgain = planned.every(({ task }) => isKnown(task));
    const state = comesAgain ? finder.state(MAX_OPEN_PIECES) : null;
    rest.push(() => {
      const found = foundIn(planned);
      const seams = planned.filter(({ seam }) => isCached(seam.text)).length;
      if (state !== null && planned.every(isFinal)) cache.storeSeams(key, { seams, found, state });
      return found;
    });
  }
  for (; next < segments.length; next += 1) finder.add(next);
  finder.end();
  const end = plan(finder.take());
  const found: Found = () => [
    ...known.flatMap((seams) => seams.found),
    ...rest.flatMap((inGroup) => inGroup()),
    ...foundIn(end),
  ];
  return { keys, found };
};
