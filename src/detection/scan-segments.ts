import type { Segment } from '../chat/segment.ts';
import { GatewayError } from '../errors.ts';
import type { SegmentCache } from './cache.ts';
import type { DetectionContext, Finding, Pipeline } from './detector.ts';
import { attributeToSegments, findSeams } from './seams.ts';

/** A finding together with the text that it stands in. */
export type SegmentFinding = Finding & Readonly<{ segment: Segment }>;

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
}>;

/**
 * Finds everything in the segments of one body, and across their borders.
 *
 * @param protectedTexts What an answer must not repeat; empty for input.
 * @throws GatewayError `SCAN_TIMEOUT` when time ran out, `SCAN_UNAVAILABLE` when cancelled.
 */
export type ScanSegments = (
  segments: readonly Segment[],
  protectedTexts: readonly string[],
  cancellation: Cancellation,
) => Promise<readonly SegmentFinding[]>;

/** Keeps a scan within its time: gives others a turn after each slice, and throws past the deadline. */
const createPacer = (
  { limits, clock, yieldTurn }: ScanDeps,
  cancellation: Cancellation,
): (() => Promise<void> | null) => {
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

const scanText = async (
  text: string,
  context: DetectionContext,
  { pipeline, cache, onCacheLookup }: ScanDeps,
  pace: () => Promise<void> | null,
): Promise<readonly Finding[]> => {
  const cached = cache.lookup(text, context);
  if (cached !== null) onCacheLookup(cached.findings !== undefined);
  if (cached?.findings !== undefined) return cached.findings;
  const found: Finding[] = [];
  for (const findings of pipeline.scan(text, context)) {
    found.push(...findings);
    const turn = pace();
    if (turn !== null) await turn;
  }
  if (cached !== null) cache.store(cached.key, found);
  return found;
};

/** Tells for each finding whether it is the first of its kind at its place: neighbouring seams share some text. */
const createFirsts = (): ((finding: SegmentFinding) => boolean) => {
  const seen = new Map<Segment, Set<string>>();
  return ({ segment, ruleId, span }) => {
    const places = seen.get(segment) ?? new Set();
    seen.set(segment, places);
    const place = `${ruleId} ${span.start} ${span.end}`;
    const isFirst = !places.has(place);
    places.add(place);
    return isFirst;
  };
};

export const createSegmentScanner =
  (deps: ScanDeps): ScanSegments =>
  async (segments, protectedTexts, cancellation) => {
    const pace = createPacer(deps, cancellation);
    const scan = (text: string, { role, trust, direction }: Segment): Promise<readonly Finding[]> =>
      scanText(text, { role, trust, direction, protectedTexts }, deps, pace);
    const found: SegmentFinding[] = [];
    for (const segment of segments) {
      for (const finding of await scan(segment.text, segment)) found.push({ ...finding, segment });
    }
    const isFirst = createFirsts();
    for (const seam of findSeams(segments)) {
      for (const finding of await scan(seam.text, seam.first)) {
        found.push(...attributeToSegments(seam, finding).filter(isFirst));
      }
    }
    return found;
  };
