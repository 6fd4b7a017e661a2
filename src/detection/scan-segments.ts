import { isInToolCall, type Segment } from '../chat/segment.ts';
import { GatewayError } from '../errors.ts';
import { GROUP_SEGMENTS, isCached, type SegmentCache } from './cache.ts';
import type { DetectionContext, Finding, Pipeline } from './detector.ts';
import { type Refined, refine, type SecondTier } from './model/second-tier.ts';
import type { RequestAddresses } from './request-addresses.ts';
import { attributeToSegments, findSeams } from './seams.ts';

/** A finding together with the text that it stands in. */
export type SegmentFinding = Finding &
  Readonly<{
    segment: Segment;
    /** Set in an answer where the caller himself wrote the value into the request. */
    isOwn?: boolean;
    /** Set where it was found before its text was there to the end, as in a stream: no fingerprint tells that text. */
    isGrowing?: true;
    /** The operator's exclusion that takes it out of the verdict; absent where none does. */
    exclusionId?: string;
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
}>;

export type SecondOpinion = Readonly<{
  tier: SecondTier;
  /** Time for all passages of one scan, in milliseconds; what is left over then keeps the first tier's score. */
  timeoutMs: number;
  onJudged: (judged: number, unjudged: number) => void;
  /** What was only asked about, and comes out below this, is no finding. */
  floor: number;
}>;

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
) => Promise<readonly SegmentFinding[]>;

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
    sliceEndMs = clock() + limits.sliceMs;
  };
  return () => {
    const nowMs = clock();
    if (cancellation.aborted) throw new GatewayError('SCAN_UNAVAILABLE', 'The caller went away.');
    if (nowMs > deadlineMs) throw new GatewayError('SCAN_TIMEOUT', 'The scan ran out of time.');
    return nowMs < sliceEndMs ? null : rest();
  };
};

/** Asks the second tier, in what is left of the time for one scan. */
type Ask = (findings: readonly Finding[]) => Promise<Refined>;

const createAsk = ({ secondTier, clock }: ScanDeps): Ask | null => {
  if (secondTier === null) return null;
  const { tier, timeoutMs, onJudged, floor } = secondTier;
  let leftMs = timeoutMs;
  return async (findings) => {
    const startMs = clock();
    const refined = await refine(findings, tier, leftMs);
    leftMs -= clock() - startMs;
    onJudged(refined.judged, refined.unjudged);
    const isFinding = ({ passage, score }: Finding): boolean => passage === undefined || score >= floor;
    return { ...refined, findings: refined.findings.filter(isFinding) };
  };
};

/** `isFinal`: the same would be found at any other time, too. */
type Scanned = Readonly<{ findings: readonly Finding[]; isFinal: boolean }>;

const scanText = async (
  text: string,
  context: DetectionContext,
  { pipeline, cache, onCacheLookup }: ScanDeps,
  pace: () => Promise<void> | null,
  ask: Ask | null,
): Promise<Scanned> => {
  const cached = cache.lookup(text, context);
  if (cached !== null) onCacheLookup(cached.findings !== undefined);
  if (cached?.findings !== undefined) return { findings: cached.findings, isFinal: true };
  const found: Finding[] = [];
  for (const findings of pipeline.scan(text, context)) {
    found.push(...findings);
    const turn = pace();
    if (turn !== null) await turn;
  }
  const isOpen = ask !== null && found.some(({ passage }) => passage !== undefined);
  const { findings, unjudged } = isOpen ? await ask(found) : { findings: found, unjudged: 0 };
  // Next time there may be the time for a second opinion.
  const isFinal = unjudged === 0;
  if (cached !== null && isFinal) cache.store(cached.key, findings);
  return { findings, isFinal };
};

/** What was found in each of some neighbouring texts. */
const scanGroup = async (
  group: readonly Segment[],
  { cache, onCacheLookup }: ScanDeps,
  scan: (segment: Segment) => Promise<Scanned>,
): Promise<readonly (readonly Finding[])[]> => {
  const cached = cache.lookupGroup(group);
  if (cached?.findings !== undefined) {
    for (const { text } of group) if (isCached(text)) onCacheLookup(true);
    return cached.findings;
  }
  const all: Scanned[] = [];
  for (const segment of group) all.push(await scan(segment));
  const findings = all.map((each) => each.findings);
  if (cached !== null && all.every(({ isFinal }) => isFinal)) cache.storeGroup(cached.key, findings);
  return findings;
};

/** Tells for each finding whether it is news: neighbouring seams share some text, and find the same or something worse there. */
const createNewsFilter = (): ((finding: SegmentFinding) => boolean) => {
  const seen = new Map<Segment, Map<string, number>>();
  return ({ segment, ruleId, span, score }) => {
    const places = seen.get(segment) ?? new Map<string, number>();
    seen.set(segment, places);
    const place = `${ruleId} ${span.start} ${span.end}`;
    const isNews = score > (places.get(place) ?? -1);
    if (isNews) places.set(place, score);
    return isNews;
  };
};

export const createSegmentScanner =
  (deps: ScanDeps): ScanSegments =>
  async (segments, protectedTexts, cancellation, request) => {
    const pace = createPacer(deps, cancellation);
    const ask = createAsk(deps);
    const contextOf = ({ role, trust, direction, pointer }: Segment): DetectionContext => ({
      ...{ role, trust, direction, protectedTexts },
      ...(request === undefined ? {} : { request, isToolCall: isInToolCall(pointer) }),
    });
    const scan = (text: string, context: DetectionContext): Promise<Scanned> =>
      scanText(text, context, deps, pace, ask);
    const found: SegmentFinding[] = [];
    for (let at = 0; at < segments.length; at += GROUP_SEGMENTS) {
      const group = segments.slice(at, at + GROUP_SEGMENTS);
      const each = await scanGroup(group, deps, (segment) => scan(segment.text, contextOf(segment)));
      for (const [index, segment] of group.entries()) {
        for (const finding of each[index] ?? []) found.push({ ...finding, segment });
      }
    }
    const isNews = createNewsFilter();
    for (const seam of findSeams(segments)) {
      const { findings } = await scan(seam.text, { ...contextOf(seam.first), isToolCall: false });
      for (const finding of findings) {
        found.push(...attributeToSegments(seam, finding).filter(isNews));
      }
    }
    return found;
  };
