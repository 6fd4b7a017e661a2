import type { Direction } from '../chat/segment.ts';
import { isEntity } from '../detection/detector.ts';
import type { SegmentFinding } from '../detection/scan-segments.ts';
import {
  type EntityAction,
  type InjectionThresholds,
  type Mode,
  type OnScanError,
  type RuleAction,
  SENSITIVITIES,
  type Sensitivity,
  thresholdsFor,
} from './settings.ts';

/** What is in force for one request; made once, when its headers have been read. */
export type Policy = Readonly<{
  mode: Mode;
  sensitivity: Sensitivity;
  onScanError: Readonly<Record<Direction, OnScanError>>;
  entityAction: (entity: string, direction: Direction) => EntityAction;
  /** Whether any entity is redacted or blocked in this direction. */
  enforcesEntities: (direction: Direction) => boolean;
  /** What is done about what an operator's rule finds. */
  ruleAction: (ruleId: string) => RuleAction;
  injectionThresholds: InjectionThresholds;
  /** Names the settings and rules in force; kept in the record. */
  revision: string;
}>;

/**
 * What policy makes of the findings.
 *
 * `pass` nothing to do · `flag` goes on, the caller is told · `redact` goes on, changed · `block` is refused.
 */
export type Verdict = Readonly<{
  action: 'pass' | 'flag' | 'redact' | 'block';
  /** The finding that weighs most among those that are a threat at the sensitivity in force. */
  threat: SegmentFinding | null;
  /** What would be replaced in mode `blocking`; replaced now only where `action` is `redact`. */
  redactions: readonly SegmentFinding[];
  /** The loosest sensitivity at which something here is a threat; null where at none. */
  loosest: Sensitivity | null;
}>;

/** The loosest sensitivity at which a finding is a threat by its score; null where at none. */
export const loosestFor = (
  finding: SegmentFinding,
  { injectionThresholds }: Pick<Policy, 'injectionThresholds'>,
): Sensitivity | null => {
  const thresholds = thresholdsFor(finding.category, finding.segment.trust, injectionThresholds);
  return SENSITIVITIES.find((sensitivity) => finding.score >= thresholds[sensitivity]) ?? null;
};

const looser = (a: Sensitivity | null, b: Sensitivity | null): Sensitivity | null => {
  if (a === null || b === null) return a ?? b;
  return SENSITIVITIES.indexOf(a) <= SENSITIVITIES.indexOf(b) ? a : b;
};

/** What the operator says about a finding; null where nothing can be said, and its score alone decides. */
const actionOf = (
  { category, subType, ruleId, segment }: SegmentFinding,
  policy: Policy,
): EntityAction | RuleAction | null => {
  if (category === 'policy') return policy.ruleAction(ruleId);
  return isEntity(category) ? policy.entityAction(subType, segment.direction) : null;
};

/** Entities and operator's rules are a threat only where the operator says `block`. */
const mayBlock = (finding: SegmentFinding, policy: Policy): boolean => {
  const action = actionOf(finding, policy);
  return action === null || action === 'block';
};

/** Whether a finding is a threat at the sensitivity in force. */
export const isThreat = (finding: SegmentFinding, policy: Policy): boolean =>
  mayBlock(finding, policy) &&
  finding.score >=
    thresholdsFor(finding.category, finding.segment.trust, policy.injectionThresholds)[policy.sensitivity];

export const isRedacted = (finding: SegmentFinding, policy: Policy): boolean =>
  actionOf(finding, policy) === 'redact' && loosestFor(finding, policy) !== null;

const actionFor = (mode: Mode, isThreat: boolean, hasRedactions: boolean): Verdict['action'] => {
  if (mode === 'shadow') return 'pass';
  if (mode === 'advisory') return isThreat || hasRedactions ? 'flag' : 'pass';
  if (isThreat) return 'block';
  return hasRedactions ? 'redact' : 'pass';
};

/** Findings whose entity the operator switched off are not evidence at all. */
export const relevantFindings = (
  findings: readonly SegmentFinding[],
  policy: Policy,
): readonly SegmentFinding[] => findings.filter((finding) => actionOf(finding, policy) !== 'off');

/**
 * The only place that may say "block". Monotone: a stricter sensitivity or more findings never loosen the verdict.
 *
 * @param findings Those of one direction, in any order.
 */
export const decide = (findings: readonly SegmentFinding[], policy: Policy): Verdict => {
  let threat: SegmentFinding | null = null;
  let loosest: Sensitivity | null = null;
  const redactions: SegmentFinding[] = [];
  for (const finding of findings) {
    if (isRedacted(finding, policy)) redactions.push(finding);
    if (!mayBlock(finding, policy)) continue;
    loosest = looser(loosest, loosestFor(finding, policy));
    if (isThreat(finding, policy) && (threat === null || finding.score > threat.score)) threat = finding;
  }
  return {
    action: actionFor(policy.mode, threat !== null, redactions.length > 0),
    threat,
    redactions,
    loosest,
  };
};
