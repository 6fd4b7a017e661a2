import type { Direction } from '../../chat/segment.ts';
import type { SegmentFinding } from '../../detection/scan-segments.ts';
import type { ErrorCode } from '../../errors.ts';
import type { Inspection } from '../../inspect.ts';
import { isThreat } from '../../policy/decide.ts';
import type { Mode } from '../../policy/settings.ts';
import type { Logger } from '../../telemetry/logger.ts';
import {
  AUTH_CODES,
  type DetectionAction,
  FAILURE_CODES,
  type FailReason,
  REFUSAL_CODES,
  SCAN_RESULTS,
  sizeOf,
  type UNJUDGED_EFFECTS,
} from '../../telemetry/metric-labels.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { toldStatus } from '../session/legs.ts';
import type { Ending, Leg } from '../session/session-types.ts';
import { charsOf, loosestOf } from './report.ts';
import { toldModel, toldPath } from './told-names.ts';

const FAIL_REASONS: Readonly<Partial<Record<ErrorCode, FailReason>>> = {
  SCAN_TIMEOUT: 'timeout',
  OVERLOADED: 'overload',
  REQUEST_TOO_LARGE: 'too_large',
  TOO_MANY_READINGS: 'too_large',
  INVALID_JSON: 'undecodable',
  INVALID_CHAT_REQUEST: 'undecodable',
  INVALID_ENCODING: 'undecodable',
  PROTOCOL_VIOLATION: 'protocol',
};

const ACTION_BY_MODE: Readonly<Record<Mode, DetectionAction>> = {
  blocking: 'blocked',
  advisory: 'flagged',
  shadow: 'would_block',
};

const REMOVAL_BY_MODE: Readonly<Record<Mode, DetectionAction>> = {
  blocking: 'removed',
  advisory: 'flagged',
  shadow: 'would_remove',
};

const REDACTION_BY_MODE: Readonly<Record<Mode, DetectionAction>> = {
  blocking: 'redacted',
  advisory: 'flagged',
  shadow: 'would_redact',
};

/** One count per kind of thing found, not per match: a text of a thousand attacks is one detection of its kind. */
export const distinct = (findings: readonly SegmentFinding[]): readonly SegmentFinding[] => [
  ...new Map(
    findings.map((finding) => [`${finding.category}/${finding.subType}/${finding.segment.role}`, finding]),
  ).values(),
];

/** Values that were replaced, and those that were put back. */
const measureValues = (
  direction: Direction,
  { status }: Leg,
  { restored, verdict: { action, redactions } }: Inspection,
  metrics: Metrics,
): void => {
  for (const [entity, count] of restored) metrics.restorations.inc({ entity }, count);
  // Of a text that was blocked nothing was replaced.
  if (status === 'blocked' || action !== 'redact') return;
  for (const { subType, replacement } of redactions) {
    metrics.redactions.inc({ entity: subType, direction, action: replacement });
  }
};

const measureFindings = (
  direction: Direction,
  findings: readonly SegmentFinding[],
  action: DetectionAction,
  metrics: Metrics,
): void => {
  if (findings.length === 0) return;
  for (const { category, subType, segment } of distinct(findings)) {
    metrics.detections.inc({ category, sub_type: subType, direction, role: segment.role, action });
  }
};

const STAGES = ['decode', 'segment', 'rules', 'decide', 'total'] as const;

type ObserveStage = Readonly<{ stage: (typeof STAGES)[number]; observe: (seconds: number) => void }>;
type StagesOf = Readonly<Record<Direction, readonly ObserveStage[]>>;

/** Each request observes all of them. */
const knownStages = new WeakMap<Metrics, StagesOf>();

const stagesOf = (metrics: Metrics): StagesOf => {
  const known = knownStages.get(metrics);
  if (known !== undefined) return known;
  const of = (direction: Direction) =>
    STAGES.map((stage) => ({ stage, observe: metrics.scanDuration.at({ direction, stage }) }));
  const made = { input: of('input'), output: of('output') };
  knownStages.set(metrics, made);
  return made;
};

/** Of what was not scanned at all there is no time. */
const measureResult = (direction: Direction, { status, inspection, scanMs }: Leg, metrics: Metrics): void => {
  const result = SCAN_RESULTS.find((each) => each === status);
  if (result === undefined || (inspection === null && scanMs === 0)) return;
  metrics.scanResult.observe({ direction, result }, scanMs / 1000);
};

/** What became of what nobody saw. Nothing of what is refused went on, though its scan had not failed. */
const effectOf = ({ status, failure }: Leg): (typeof UNJUDGED_EFFECTS)[number] => {
  const isRefused = status === 'blocked' || (status === 'error' && failure?.effect !== 'open');
  return isRefused ? 'refused' : 'passed';
};

/** What policy withholds for a part that may not pass is no failure of ours: it wakes nobody. */
const measureFailure = (direction: Direction, { failure }: Leg, metrics: Metrics): void => {
  if (failure === null || failure.code === 'UNREADABLE_PART') return;
  const counter = failure.effect === 'open' ? metrics.failOpen : metrics.failClosed;
  counter.inc({ direction, reason: FAIL_REASONS[failure.code] ?? 'scan_error' });
};

const measureLeg = (direction: Direction, leg: Leg, ending: Ending, metrics: Metrics): void => {
  const { policy } = ending;
  measureFailure(direction, leg, metrics);
  for (const { reason } of leg.unjudged) metrics.unjudged.inc({ reason, effect: effectOf(leg) });
  if (policy === null || leg.status === 'none') return;
  metrics.scans.inc({ direction, status: leg.status, mode: policy.mode });
  const { inspection } = leg;
  measureResult(direction, leg, metrics);
  if (inspection === null) return;
  for (const { stage, observe } of stagesOf(metrics)[direction]) {
    const ms = stage === 'total' ? leg.scanMs : inspection.stages[stage];
    observe(ms / 1000);
  }
  metrics.scanSize.observe({ direction, size: sizeOf(charsOf(inspection)) }, leg.scanMs / 1000);
  const { findings, verdict } = inspection;
  if (findings.length > 0) {
    const threats = findings.filter((each) => isThreat(each, policy));
    const isRemoved = verdict.action !== 'block' && verdict.removals.length > 0;
    const actions = isRemoved ? REMOVAL_BY_MODE : ACTION_BY_MODE;
    measureFindings(direction, threats, actions[policy.mode], metrics);
  }
  measureValues(direction, leg, inspection, metrics);
  if (leg.status === 'blocked') return;
  measureFindings(direction, verdict.redactions, REDACTION_BY_MODE[policy.mode], metrics);
};

const measureErrorCode = ({ errorCode, outcome }: Ending, metrics: Metrics): void => {
  if (errorCode === null) return;
  const authCode = AUTH_CODES.find((each) => each === errorCode);
  if (authCode !== undefined) metrics.authFailures.inc({ code: authCode });
  const refusal = REFUSAL_CODES.find((each) => each === errorCode);
  if (refusal !== undefined) {
    metrics.refusals.inc({ code: refusal });
    return;
  }
  const failure = FAILURE_CODES.find((each) => each === errorCode);
  // Else it is the code of a verdict, which is counted by what was detected.
  if (failure !== undefined || outcome !== 'blocked') metrics.failures.inc({ code: failure ?? 'other' });
};

/** Counts all that `metrics.ts` has a name for in the end of one request. */
export const measure = (ending: Ending, defaultMode: Mode, metrics: Metrics): void => {
  metrics.requests.inc({
    mode: ending.policy?.mode ?? defaultMode,
    outcome: ending.outcome,
    stream: ending.input.inspection?.stream === true ? 'true' : 'false',
  });
  measureErrorCode(ending, metrics);
  const loosest = loosestOf(ending.input, ending.output);
  if (ending.policy !== null && loosest !== null) {
    const { mode, sensitivity } = ending.policy;
    metrics.threats.inc({ mode, sensitivity, loosest });
  }
  measureLeg('input', ending.input, ending, metrics);
  measureLeg('output', ending.output, ending, metrics);
};

const MAX_LOGGED_RULES = 20;

const rulesOf = ({ inspection }: Leg): readonly string[] =>
  inspection === null || inspection.findings.length === 0
    ? []
    : [...new Set(inspection.findings.map(({ ruleId }) => ruleId))].slice(0, MAX_LOGGED_RULES);

const unjudgedOf = (...legs: readonly Leg[]): readonly string[] =>
  legs.every(({ unjudged }) => unjudged.length === 0)
    ? []
    : [...new Set(legs.flatMap(({ unjudged }) => unjudged.map(({ reason }) => reason)))];

/**
 * One line per request: ids, outcome, rule ids, times; never a text, a header's value or a key.
 *
 * @param traceId Of the trace that the request belongs to; null where nobody traces.
 */
export const logEnding = (
  ending: Ending,
  durationMs: number,
  logger: Logger,
  traceId: string | null = null,
): void => {
  const { exchange, head, input, output, policy } = ending;
  logger.info(
    {
      request_id: exchange.requestId,
      trace_id: traceId ?? undefined,
      key_id: ending.keyId,
      method: head?.method.slice(0, 16),
      path: toldPath(head),
      model: toldModel(input.inspection) ?? undefined,
      mode: policy?.mode,
      sensitivity: policy?.sensitivity,
      outcome: ending.outcome,
      status: ending.httpStatus,
      code: ending.errorCode,
      input_status: toldStatus(input),
      output_status: toldStatus(output),
      rules: [...rulesOf(input), ...rulesOf(output)],
      unjudged: unjudgedOf(input, output),
      scan_ms: Math.round((input.scanMs + output.scanMs) * 1000) / 1000,
      duration_ms: Math.round(durationMs),
    },
    'request',
  );
};
