import { z } from 'zod';
import { readJson } from '../chat/json.ts';
import { isFarTooDeep } from '../chat/json-depth.ts';
import { chatRequestOf } from '../chat/request.ts';
import { chatResponseOf } from '../chat/response.ts';
import type { Role, Segment, Trust, Unjudged } from '../chat/segment.ts';
import type { ScanSegments, SegmentFinding } from '../detection/scan-segments.ts';
import { GatewayError } from '../errors.ts';
import type { InspectLimits } from '../inspect.ts';
import { decide, loosestFor, type Policy, relevantFindings } from '../policy/decide.ts';
import { effectivePolicy, type PolicySettings } from '../policy/effective.ts';
import { leftOf, type ScanTexts } from '../policy/leave-out.ts';
import { markRemovable, NOTICE } from '../policy/removal.ts';
import type { Sensitivity } from '../policy/settings.ts';

const idSchema = z.union([z.string(), z.number()], { error: 'must be a string or a number' }).optional();

/** Whose a text without a body may be said to be. */
export const LINE_ROLES = ['user', 'tool', 'definition', 'system', 'assistant'] as const;

const TextLineSchema = z.strictObject({
  id: idSchema,
  text: z.string(),
  role: z.enum(LINE_ROLES).default('user'),
  direction: z.enum(['input', 'output']).default('input'),
});
const BodyLineSchema = z.strictObject({
  id: idSchema,
  body: z.record(z.string(), z.unknown()),
  direction: z.enum(['input', 'output']).default('input'),
});
type ScanLine = z.output<typeof TextLineSchema> | z.output<typeof BodyLineSchema>;

/** One answer of `portcullis scan`, ready for JSON. */
export type ScanAnswer =
  | Readonly<{
      id: string | number | null;
      /** The largest injection probability of any segment; 0 where nothing was found. */
      score: number;
      category: string | null;
      sub_type: string | null;
      verdict: Readonly<Record<Sensitivity, LineVerdict>>;
      findings: readonly Readonly<Record<string, string | number>>[];
      unjudged: readonly Unjudged[];
      scan_us: number;
    }>
  | Readonly<{
      id: string | number | null;
      error: Readonly<{ code: string; message: string; line?: number }>;
    }>;

export type ScanLineDeps = Readonly<{
  scanSegments: ScanSegments;
  limits: InspectLimits;
  settings: PolicySettings;
  /** Monotonic clock in milliseconds. */
  clock: () => number;
}>;

export type Texts = Readonly<{ segments: readonly Segment[]; unjudged: readonly Unjudged[] }>;

const TRUST_BY_ROLE: Readonly<Record<(typeof LINE_ROLES)[number], Trust>> = {
  user: 'user',
  tool: 'untrusted',
  definition: 'third-party',
  system: 'trusted',
  assistant: 'model',
};

/** Texts without a JSON body around them have no place that could be redacted. */
const NO_SOURCE = { start: 0, end: 0 } as const;

/** A text without a body around it. */
export const textOnly = (
  line: Pick<Extract<ScanLine, { text: string }>, 'text' | 'role' | 'direction'>,
  { maxTextChars }: Pick<InspectLimits, 'maxTextChars'>,
): Texts => {
  const isOutput = line.direction === 'output';
  const role: Role = isOutput ? 'output' : line.role;
  const segment: Segment = {
    text: line.text.slice(0, maxTextChars).toWellFormed(),
    pointer: '/text',
    role,
    trust: isOutput ? 'output' : TRUST_BY_ROLE[line.role],
    direction: line.direction,
    source: NO_SOURCE,
  };
  const isCut = line.text.length > maxTextChars;
  return { segments: [segment], unjudged: isCut ? [{ reason: 'too_long', pointer: '/text' }] : [] };
};

/** @param raw The line itself: JSON.parse would have lost the body's duplicate keys. */
const textsOf = (line: ScanLine, raw: string, limits: InspectLimits): Texts => {
  if ('text' in line) return textOnly(line, limits);
  const whole = readJson(raw, limits.maxDepth);
  const body =
    whole.type === 'object' ? whole.members.findLast(({ key }) => key === 'body')?.value : undefined;
  if (body === undefined) throw new Error('the line has no body');
  return line.direction === 'output' ? chatResponseOf(body, limits) : chatRequestOf(body, limits);
};

/** What is in force where neither key nor caller says anything. */
export const policyAt = (settings: PolicySettings): Policy =>
  effectivePolicy(
    settings,
    { mode: null, sensitivity: null, override: 'ignore' },
    { mode: null, sensitivity: null },
  );

type LineVerdict = 'pass' | 'redacted' | 'blocked';

const verdictAt = async (
  findings: readonly SegmentFinding[],
  segments: readonly Segment[],
  settings: PolicySettings,
  sensitivity: Sensitivity,
  scan: ScanTexts,
): Promise<LineVerdict> => {
  const policy = policyAt({ ...settings, mode: 'blocking', sensitivity });
  const decided = decide(markRemovable(findings, segments, policy.removes), policy);
  const { action } = (await leftOf(decided, { segments, unjudged: [] }, policy, scan)).verdict;
  if (action === 'block') return 'blocked';
  return action === 'redact' ? 'redacted' : 'pass';
};

/** Mostly the same texts are removed at every sensitivity. */
const onceForEach = (scanSegments: ScanSegments): ScanTexts => {
  const known = new Map<string, ReturnType<ScanTexts>>();
  return (segments) => {
    const notices = segments.flatMap(({ text }, at) => (text === NOTICE ? [at] : [])).join();
    const scanning = known.get(notices) ?? scanSegments(segments, [], { aborted: false });
    known.set(notices, scanning);
    return scanning;
  };
};

/**
 * What becomes of texts in mode `blocking` at each sensitivity, by what was found in them.
 *
 * @param scanSegments Asked where some are removed, for one after the other: each has all of the time for one scan.
 */
export const verdictsOf = async (
  findings: readonly SegmentFinding[],
  segments: readonly Segment[],
  settings: PolicySettings,
  scanSegments: ScanSegments,
): Promise<Readonly<Record<Sensitivity, LineVerdict>>> => {
  const scan = onceForEach(scanSegments);
  const at = (sensitivity: Sensitivity): Promise<LineVerdict> =>
    verdictAt(findings, segments, settings, sensitivity, scan);
  return {
    low: await at('low'),
    medium: await at('medium'),
    high: await at('high'),
    paranoid: await at('paranoid'),
  };
};

const round = (score: number): number => Math.round(score * 1000) / 1000;

const toWire = ({ category, subType, score, ruleId, span, view, segment }: SegmentFinding) => ({
  category,
  sub_type: subType,
  confidence: round(score),
  rule: ruleId,
  start: span.start,
  end: span.end,
  view,
  pointer: segment.pointer,
});

const failure = (id: string | number | null, error: unknown, line: number | undefined): ScanAnswer => ({
  id,
  error: {
    ...(error instanceof GatewayError
      ? { code: error.code.toLowerCase(), message: error.message }
      : { code: 'invalid_line', message: error instanceof Error ? error.message : String(error) }),
    ...(line === undefined ? {} : { line }),
  },
});

/** In one line, since it stands in one of JSON Lines. */
const problemsOf = ({ issues }: z.ZodError): string =>
  issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`))
    .join('; ');

const parseLine = (raw: string): ScanLine => {
  const value: unknown = JSON.parse(raw);
  const hasBody = typeof value === 'object' && value !== null && 'body' in value;
  // Asked one by one, since a union says only that neither fits.
  const result = (hasBody ? BodyLineSchema : TextLineSchema).safeParse(value);
  if (!result.success) throw new Error(problemsOf(result.error));
  return result.data;
};

const idOf = (raw: string): string | number | null => {
  try {
    const parsed: unknown = JSON.parse(raw);
    if (typeof parsed !== 'object' || parsed === null || !('id' in parsed)) return null;
    return typeof parsed.id === 'string' || typeof parsed.id === 'number' ? parsed.id : null;
  } catch {
    return null;
  }
};

/**
 * Scans one line of JSON.
 *
 * @param number Of the line in its file, from 1, for whoever looks for one that cannot be read.
 * @returns An answer in every case; what cannot be read becomes its `error`.
 */
export const scanLine = async (raw: string, deps: ScanLineDeps, number?: number): Promise<ScanAnswer> => {
  if (isFarTooDeep(raw)) return failure(null, new Error('the line is nested too deeply'), number);
  try {
    const line = parseLine(raw);
    const { segments, unjudged } = textsOf(line, raw, deps.limits);
    const startMs = deps.clock();
    const scanned = await deps.scanSegments(segments, [], { aborted: false });
    const scanMs = deps.clock() - startMs;
    const policy = policyAt(deps.settings);
    const judged = [...relevantFindings(scanned.findings, policy)].sort((a, b) => b.score - a.score);
    const injection = judged.find(({ category }) => category === 'prompt_injection');
    // What no sensitivity takes for a threat is a number and no finding.
    const findings = judged.filter(
      (finding) => finding.category !== 'prompt_injection' || loosestFor(finding, policy) !== null,
    );
    const top = findings.find((finding) => finding === injection) ?? findings[0];
    return {
      id: line.id ?? null,
      score: round(injection?.score ?? 0),
      category: top?.category ?? null,
      sub_type: top?.subType ?? null,
      verdict: await verdictsOf(findings, segments, deps.settings, deps.scanSegments),
      findings: findings.map(toWire),
      unjudged: [...unjudged, ...scanned.unjudged],
      scan_us: Math.round(scanMs * 1000),
    };
  } catch (error) {
    return failure(idOf(raw), error, number);
  }
};
