import { isInToolCall, type Segment, type Unjudged } from '../chat/segment.ts';
import { KEEPS_NOTHING, keptFrom, keptIn } from './answers/keeping.ts';
import type { RequestAddresses } from './answers/request-addresses.ts';
import type { GroupNames, SegmentCache } from './cache/cache.ts';
import type { Digest } from './cache/digest.ts';
import type { DetectionContext, Pipeline } from './detector.ts';
import type { Finding } from './findings.ts';
import type { Floors } from './model/judge.ts';
import { type Question, type Refined, refine, type SecondTier } from './model/second-tier.ts';
import { callerGone, outOfTime } from './scan-errors.ts';
import { createScanPlan, type Scanned, type Task } from './scan-plan.ts';
import { planSeams } from './seam-plan.ts';
import { isCutOut, type PlacedFinding, rolesIn, type Seam, withoutNeighbours } from './seams.ts';
import { isUnread, withoutUnread } from './views/unread.ts';

/** A finding together with the text that it stands in. */
export type SegmentFinding = Finding &
  Readonly<{
    segment: Segment;
    /** Set in an answer where the caller himself wrote the value into the request. */
    isOwn?: boolean;
    /** Set where it was found before its text was there to the end, as in a stream: no fingerprint tells that text. */
    isGrowing?: true;
    /** Set where a part of it stands in other texts: the fingerprint of this one tells not all of it. */
    isAcross?: true;
    /** The operator's exclusion that takes it out of the verdict; absent where none does. */
    exclusionId?: string;
    /** Set where the request can go on without the text in which it stands, and the operator wants that. */
    isRemovable?: boolean;
  }>;

/** Aborted when nobody waits for the result any more. */
export type Cancellation = Readonly<{ aborted: boolean }>;

/** Time for all of one scan, and how long it may keep other requests waiting at a stretch. */
export type ScanLimits = Readonly<{ timeoutMs: number; sliceMs: number }>;

export type ScanDeps = Readonly<{
  pipeline: Pipeline;
  cache: SegmentCache;
  limits: ScanLimits;
  /** Monotonic clock in milliseconds. */
  clock: () => number;
  /** Lets other work of this thread go first. */
  yieldTurn: () => Promise<void>;
  onCacheLookup: (isHit: boolean) => void;
  /** Asked about what the first tier is not sure of; null where there is none. */
  secondTier: SecondOpinion | null;
  /** Null where all texts are scanned in this thread. */
  scanElsewhere: ScanElsewhere | null;
}>;

/** A text of a request that another thread scans. */
export type TextElsewhere = Readonly<
  Pick<DetectionContext, 'role' | 'roles' | 'trust' | 'keeps'> & { text: string; isCutOut: boolean }
>;

/** Other threads with the same pipeline. */
export type ScanElsewhere = Readonly<{
  /** Whether they are there, and so many characters are worth the way. */
  takes: (chars: number) => boolean;
  /**
   * @param timeoutMs For all of the texts.
   * @returns What was found in each.
   * @throws GatewayError `SCAN_TIMEOUT` when time ran out, `SCAN_UNAVAILABLE` when cancelled, or a thread ended.
   */
  scan: (
    texts: readonly TextElsewhere[],
    timeoutMs: number,
    cancellation: Cancellation,
  ) => Promise<readonly (readonly Finding[])[]>;
}>;

export type SecondOpinion = Readonly<{
  tier: SecondTier;
  /** Time for all passages of one scan, in milliseconds; what is left over then keeps the first tier's score. */
  timeoutMs: number;
  onJudged: (judged: number, unjudged: number) => void;
  /** What was only asked about, and comes out below its side's, is no finding. */
  floors: Floors;
}>;

/** What was found, and which of the texts can be read in more ways than were read. */
export type ScannedTexts = Readonly<{ findings: readonly SegmentFinding[]; unjudged: readonly Unjudged[] }>;

/**
 * Finds everything in the segments of one body, and across their borders.
 *
 * @param protectedTexts What an answer must not repeat; empty for input.
 * @param request What the texts of the request name; for answers only.
 * @throws GatewayError `SCAN_TIMEOUT` when time ran out, `SCAN_UNAVAILABLE` when cancelled.
 */
export type ScanSegments = (
  segments: readonly Segment[],
  protectedTexts: readonly string[],
  cancellation: Cancellation,
  request?: RequestAddresses,
) => Promise<ScannedTexts>;

/**
 * The same for a body that may begin like one that was scanned before.
 *
 * @param names What the first groups of texts were remembered by then.
 * @returns What was found, and the names of as many groups as have one.
 */
export type ScanTurn = (
  segments: readonly Segment[],
  names: GroupNames,
  protectedTexts: readonly string[],
  cancellation: Cancellation,
  request?: RequestAddresses,
) => Promise<ScannedTexts & Readonly<{ names: GroupNames }>>;

export const NO_NAMES: GroupNames = { keeps: KEEPS_NOTHING, groups: [], seams: [] };

/** To be asked between two steps of work. @returns What has to be waited for; null where the work may go on. */
export type Pace = () => Promise<void> | null;

/** Keeps a scan within its time: gives others a turn after each slice, and throws past the deadline. */
export const createPacer = (
  { limits, clock, yieldTurn }: Pick<ScanDeps, 'limits' | 'clock' | 'yieldTurn'>,
  cancellation: Cancellation,
): Pace => {
  const deadlineMs = clock() + limits.timeoutMs;
  let sliceEndMs = clock() + limits.sliceMs;
  const rest = async (): Promise<void> => {
    await yieldTurn();
    // What is known of a text was forgotten when the caller went, and would lie there again.
    if (cancellation.aborted) throw callerGone();
    sliceEndMs = clock() + limits.sliceMs;
  };
  return () => {
    const nowMs = clock();
    if (cancellation.aborted) throw callerGone();
    if (nowMs > deadlineMs) throw outOfTime();
    return nowMs < sliceEndMs ? null : rest();
  };
};

/** Asks the second tier, in what is left of the time for one scan. */
type Ask = (findings: readonly Finding[]) => Promise<Refined>;

const createAsk = ({ secondTier, clock }: ScanDeps): Ask | null => {
  if (secondTier === null) return null;
  const { tier, timeoutMs, onJudged, floors } = secondTier;
  let leftMs = timeoutMs;
  const judge = async (questions: readonly Question[]): Promise<readonly (number | null)[]> => {
    const startMs = clock();
    const answers = await tier.judge(questions, leftMs);
    leftMs -= clock() - startMs;
    return answers;
  };
  return async (findings) => {
    const refined = await refine(findings, tier.header, judge);
    onJudged(refined.judged, refined.unjudged);
    const isFinding = ({ passage, score }: Finding): boolean =>
      passage === undefined || score >= floors[passage.side];
    return { ...refined, findings: refined.findings.filter(isFinding) };
  };
};

/** Its texts are pieces of a body, which the cache would keep as long as the finding. */
const withoutPassage = ({ passage: _asked, ...finding }: Finding): Finding => finding;

const close = (task: Task, scanned: Scanned, cache: SegmentCache): void => {
  if (task.key !== null && scanned.isFinal) cache.store(task.key, scanned.findings);
  task.scanned = scanned;
};

const closeAsked = async (
  task: Task,
  found: readonly Finding[],
  cache: SegmentCache,
  ask: Ask,
): Promise<void> => {
  const { findings, unjudged } = await ask(found);
  // Next time there may be the time for a second opinion.
  close(task, { findings: findings.map(withoutPassage), isFinal: unjudged === 0 }, cache);
};

/**
 * What is done once the first tier has said all of a text.
 *
 * @returns What has to be waited for; null where all is done, as for nearly every text.
 */
const settle = (
  task: Task,
  found: readonly Finding[],
  cache: SegmentCache,
  ask: Ask | null,
): Promise<void> | null => {
  if (ask !== null && found.some(({ passage }) => passage !== undefined))
    return closeAsked(task, found, cache, ask);
  close(task, { findings: found, isFinal: true }, cache);
  return null;
};

const scanHere = async (
  tasks: readonly Task[],
  { pipeline, cache }: ScanDeps,
  pace: Pace,
  ask: Ask | null,
): Promise<void> => {
  for (const task of tasks) {
    const found: Finding[] = [];
    for (const findings of pipeline.scan(task.text, task.context)) {
      for (const finding of findings) found.push(finding);
      const turn = pace();
      if (turn !== null) await turn;
    }
    const settling = settle(task, found, cache, ask);
    if (settling !== null) await settling;
  }
};

/** The threads that take these texts; null where this one has to. */
const whoTakes = (tasks: readonly Task[], { scanElsewhere }: ScanDeps): ScanElsewhere | null => {
  // An answer is judged against its request, which would have to go along.
  if (scanElsewhere === null || tasks[0]?.context.direction !== 'input') return null;
  const chars = tasks.reduce((sum, { text }) => sum + text.length, 0);
  return scanElsewhere.takes(chars) ? scanElsewhere : null;
};

/** Tells for each finding whether it is news: neighbouring seams share some text, and find the same or something worse there. */
const createNewsFilter = (): ((segment: Segment, finding: Finding) => boolean) => {
  const seen = new Map<Segment, Map<string, number>>();
  return (segment, { ruleId, span, score }) => {
    const places = seen.get(segment) ?? new Map<string, number>();
    seen.set(segment, places);
    const place = `${ruleId} ${span.start} ${span.end}`;
    const isNews = score > (places.get(place) ?? -1);
    if (isNews) places.set(place, score);
    return isNews;
  };
};

const scanAway = async (
  tasks: readonly Task[],
  threads: ScanElsewhere,
  deps: ScanDeps,
  cancellation: Cancellation,
  ask: Ask | null,
): Promise<void> => {
  const texts = tasks.map(({ text, context: { role, roles, trust, keeps, isCutOut = false } }) => ({
    ...{ text, role, trust, isCutOut },
    ...(roles === undefined ? {} : { roles }),
    ...(keeps === undefined ? {} : { keeps }),
  }));
  const each = await threads.scan(texts, deps.limits.timeoutMs, cancellation);
  for (const [index, task] of tasks.entries()) {
    const found = each[index];
    const settling = found === undefined ? null : settle(task, found, deps.cache, ask);
    if (settling !== null) await settling;
  }
};

/** Of fewer texts none stands between two of another role. */
const FEWEST_MIXED = 3;

/**
 * Texts of one role are of one kind: prose, tables, programs. Scanned one after the other they find the processor's caches as they need
 * them, and its guesses right; what is found in each hangs on no other.
 */
const byRole = (tasks: readonly Task[]): readonly Task[] => {
  if (tasks.length < FEWEST_MIXED) return tasks;
  const roles = Map.groupBy(tasks, ({ context }) => context.role);
  return roles.size === 1 ? tasks : [...roles.values()].flat();
};

/** Scans what is open, here or elsewhere; none is left without its result. @returns Null where nothing is open. */
const scanOpen = (
  open: readonly Task[],
  deps: ScanDeps,
  cancellation: Cancellation,
): Promise<void> | null => {
  if (open.length === 0) return null;
  const tasks = byRole(open);
  const ask = createAsk(deps);
  const threads = whoTakes(tasks, deps);
  return threads === null
    ? scanHere(tasks, deps, createPacer(deps, cancellation), ask)
    : scanAway(tasks, threads, deps, cancellation, ask);
};

/** A border near a text that is not read to the end is none either, which says nothing of its neighbour. */
const withoutToldTwice = (
  each: readonly (readonly Finding[])[],
  acrossBorders: readonly PlacedFinding[],
): readonly PlacedFinding[] =>
  acrossBorders.some(({ finding }) => isUnread(finding)) && each.some((findings) => findings.some(isUnread))
    ? acrossBorders.filter(({ finding }) => !isUnread(finding))
    : acrossBorders;

/** What was found within each of the segments, and across the borders of some. */
const gather = (
  segments: readonly Segment[],
  each: readonly (readonly Finding[])[],
  acrossBorders: readonly PlacedFinding[],
): readonly SegmentFinding[] => {
  const found: SegmentFinding[] = [];
  for (let index = 0; index < segments.length; index += 1) {
    const segment = segments[index];
    const findings = each[index];
    if (segment === undefined || findings === undefined || findings.length === 0) continue;
    for (const finding of findings) found.push({ ...finding, segment });
  }
  if (acrossBorders.length === 0) return found;
  const isNews = createNewsFilter();
  for (const { index, finding } of withoutNeighbours(segments, each, withoutToldTwice(each, acrossBorders))) {
    const segment = segments[index];
    if (segment !== undefined && isNews(segment, finding))
      found.push({ ...finding, segment, isAcross: true });
  }
  return found;
};

/** Up to the first that the cache has nothing to do with. */
const firstNamed = (groups: readonly (Digest | null)[]): readonly Digest[] => {
  const named: Digest[] = [];
  for (const group of groups) {
    if (group === null) break;
    named.push(group);
  }
  return named;
};

const NOTHING_UNJUDGED: readonly Unjudged[] = [];

/** Each text once. */
const unjudgedIn = (findings: readonly SegmentFinding[]): readonly Unjudged[] => {
  if (!findings.some(isUnread)) return NOTHING_UNJUDGED;
  const unread = new Set(findings.filter(isUnread).map(({ segment }) => segment));
  return Array.from(unread, ({ pointer }) => ({ reason: 'too_many_readings', pointer }));
};

export const createSegmentScanner = (deps: ScanDeps): ScanSegments => {
  const scan = createTurnScanner(deps);
  return (segments, protectedTexts, cancellation, request) =>
    scan(segments, NO_NAMES, protectedTexts, cancellation, request);
};

export const createTurnScanner =
  (deps: ScanDeps): ScanTurn =>
  async (segments, names, protectedTexts, cancellation, request) => {
    const keeps = keptIn(segments);
    const known = names.keeps === keeps ? names : NO_NAMES;
    const contextOf = ({ role, trust, direction, pointer }: Segment): DetectionContext => {
      if (keptFrom(trust, keeps) !== KEEPS_NOTHING) return { role, trust, direction, protectedTexts, keeps };
      return request === undefined
        ? { role, trust, direction, protectedTexts }
        : { role, trust, direction, protectedTexts, request, isToolCall: isInToolCall(pointer) };
    };
    const plan = createScanPlan(deps);
    const { groups, found: inSegments } = plan.addSegments(segments, contextOf, keeps, known.groups);
    const add = (seam: Seam): Task =>
      plan.add(seam.text, {
        ...contextOf(seam.first),
        ...rolesIn(seam),
        ...{ isToolCall: false, isCutOut: isCutOut(seam) },
      });
    const seams = planSeams(segments, groups, known.seams, { ...deps, add });
    const scanning = scanOpen(plan.open, deps, cancellation);
    if (scanning !== null) await scanning;
    const found = gather(segments, inSegments(), seams.found());
    return {
      findings: withoutUnread(found),
      unjudged: unjudgedIn(found),
      names: { keeps, groups: firstNamed(groups), seams: seams.keys },
    };
  };
