import { isCredentialField } from '../chat/credential-fields.ts';
import { namesValue } from '../detection/findings.ts';
import type { SegmentFinding } from '../detection/scan-segments.ts';
import { decide, type Verdict } from '../policy/decide.ts';
import { effectivePolicy, type PolicySettings } from '../policy/effective.ts';
import type { ExclusionScope } from '../policy/exclusions.ts';
import { markRemovable, type RemovableKinds } from '../policy/removal.ts';
import {
  type EntitySettings,
  type InjectionThresholds,
  type Mode,
  SENSITIVITIES,
  type Sensitivity,
  type ThresholdSettings,
  type Thresholds,
  thresholdsFor,
  withThresholds,
} from '../policy/settings.ts';
import { type RecordedFinding, type ScanRecord, wasRemoved, wouldRemove } from '../records/store.ts';

/** From the weakest to the strongest. `would_block` is what `blocked` is in mode `shadow`, `would_remove` a text that would be removed. */
export const REPLAYED = ['pass', 'would_remove', 'would_block', 'flagged', 'redacted', 'blocked'] as const;
export type Replayed = (typeof REPLAYED)[number];

/** What is tried; null leaves a record's own. */
export type ReplayChange = Readonly<{
  exclusion: ExclusionScope | null;
  sensitivity: Sensitivity | null;
  mode: Mode | null;
  /** The operator's own; `{}` stands for the model's alone. */
  thresholds: ThresholdSettings | null;
}>;

export const NO_CHANGE: ReplayChange = { exclusion: null, sensitivity: null, mode: null, thresholds: null };

/** What is in force now, for what a record does not say: actions of entities and rules. */
export type ReplayPolicy = Readonly<{
  settings: PolicySettings & Readonly<{ injectionThresholds: InjectionThresholds }>;
  entitiesOf: (keyId: string | null) => EntitySettings | null;
}>;

type Judged = Pick<ScanRecord, 'keyId' | 'mode' | 'sensitivity' | 'findings' | 'redactions' | 'wouldRedact'>;

/** Whether a scope takes a finding in: all parts of it that are given agree. */
export const isInScope = (
  scope: ExclusionScope,
  finding: Pick<RecordedFinding, 'category' | 'ruleId' | 'subType' | 'role' | 'direction' | 'fingerprint'>,
  keyId: string | null,
): boolean =>
  (scope.ruleId !== null || scope.fingerprint !== null) &&
  // "This text is no attack" says nothing about the values in it.
  (!namesValue(finding.category) || scope.ruleId !== null || scope.subType !== null) &&
  (scope.ruleId === null || scope.ruleId === finding.ruleId) &&
  (scope.subType === null || scope.subType === finding.subType) &&
  (scope.keyId === null || scope.keyId === keyId) &&
  (scope.role === null || scope.role === finding.role) &&
  (scope.direction === null || scope.direction === finding.direction) &&
  (scope.fingerprint === null || scope.fingerprint === finding.fingerprint);

const ABOVE_ALL = 1.000001;
const A_LITTLE = 1e-6;

/** Where a score must stand for a finding to be a threat from this sensitivity on, as near its own as that leaves it. */
const scoreWithin = (confidence: number, loosest: Sensitivity | null, thresholds: Thresholds): number => {
  if (loosest === null) return Math.min(confidence, thresholds.paranoid - A_LITTLE);
  const looser = SENSITIVITIES[SENSITIVITIES.indexOf(loosest) - 1];
  const below = looser === undefined ? ABOVE_ALL : thresholds[looser] - A_LITTLE;
  return Math.min(Math.max(confidence, thresholds[loosest]), Math.max(below, thresholds[loosest]));
};

/**
 * A record keeps the score rounded, and the loosest sensitivity at which it was a threat, exact. The latter wins, also
 * where the model in force is another one by now; scores only count where a threshold is tried that is not in force.
 */
const loosestBy = (
  { loosest, confidence }: RecordedFinding,
  inForce: Thresholds,
  tried: Thresholds,
): Sensitivity | null => {
  const standing = loosest === null ? SENSITIVITIES.length : SENSITIVITIES.indexOf(loosest);
  const isThreat = (each: Sensitivity, at: number): boolean =>
    tried[each] === inForce[each] ? standing <= at : confidence >= tried[each];
  return SENSITIVITIES.find(isThreat) ?? null;
};

const scoreOf = (
  finding: RecordedFinding,
  inForce: InjectionThresholds,
  tried: InjectionThresholds,
): number => {
  const { category, trust, confidence } = finding;
  const thresholds = thresholdsFor(category, trust, tried);
  const loosest = loosestBy(finding, thresholdsFor(category, trust, inForce), thresholds);
  return scoreWithin(confidence, loosest, thresholds);
};

const toSegmentFinding = (finding: RecordedFinding, score: number): SegmentFinding => ({
  ruleId: finding.ruleId,
  category: finding.category,
  subType: finding.subType,
  score,
  span: { start: finding.start, end: finding.end },
  view: finding.view,
  segment: {
    text: '',
    pointer: finding.pointer,
    role: finding.role,
    trust: finding.trust,
    direction: finding.direction,
    source: { start: 0, end: 0 },
    ...(finding.direction === 'input' && isCredentialField(finding.pointer) ? { isCredential: true } : {}),
  },
});

/** Whether it was a threat, and one of a kind that can be removed. */
const wasInjection = ({ category, direction, loosest }: RecordedFinding, { sensitivity }: Judged): boolean =>
  category === 'prompt_injection' &&
  direction === 'input' &&
  loosest !== null &&
  SENSITIVITIES.indexOf(loosest) <= SENSITIVITIES.indexOf(sensitivity);

/**
 * A record does not say which messages stood in front of the caller's last one, but that all that was a threat in the request could be
 * removed, once it was. Of others those are known that are followed by something found in what a caller said.
 */
const withRemovable = (
  scored: readonly SegmentFinding[],
  findings: readonly RecordedFinding[],
  record: Judged,
  kinds: RemovableKinds | undefined,
): readonly SegmentFinding[] => {
  const segments = scored.map(({ segment }) => segment);
  const marked = markRemovable(scored, segments, kinds);
  if (kinds?.has('earlier') !== true || !(wasRemoved(record) || wouldRemove(record))) return marked;
  return marked.map((each, at) => {
    const finding = findings[at];
    return finding !== undefined && wasInjection(finding, record) ? { ...each, isRemovable: true } : each;
  });
};

export type Judgement = Readonly<{
  verdict: Replayed;
  /** The loosest sensitivity at which it is blocked in mode `blocking`; null where at none. */
  loosest: Sensitivity | null;
}>;

/** What a stored request comes to by its findings; those that an exclusion took out before stay out. */
export const judgeRecord = (
  record: Judged,
  change: ReplayChange,
  { settings, entitiesOf }: ReplayPolicy,
): Judgement => {
  const mode = change.mode ?? record.mode;
  const sensitivity = change.sensitivity ?? record.sensitivity;
  const { exclusion } = change;
  const findings = record.findings.filter(
    (finding) =>
      finding.exclusionId === null && (exclusion === null || !isInScope(exclusion, finding, record.keyId)),
  );
  const key = { mode, sensitivity, override: 'ignore', entities: entitiesOf(record.keyId) } as const;
  const thresholds = change.thresholds ?? settings.thresholds ?? {};
  const policy = effectivePolicy({ ...settings, thresholds }, key, { mode: null, sensitivity: null });
  const inForce = withThresholds(settings.injectionThresholds, settings.thresholds);
  const scored = findings.map((finding) =>
    toSegmentFinding(finding, scoreOf(finding, inForce, policy.injectionThresholds)),
  );
  const judged = withRemovable(scored, findings, record, policy.removes);
  const verdict = decide(judged, policy);
  const isBlocked = decide(judged, { ...policy, mode: 'blocking' }).action === 'block';
  return { verdict: verdictOf(verdict, isBlocked), loosest: verdict.loosest };
};

/** @param isBlocked Whether it is in mode `blocking`. */
const verdictOf = ({ action, threat }: Verdict, isBlocked: boolean): Replayed => {
  switch (action) {
    case 'block':
      return 'blocked';
    case 'redact':
      return 'redacted';
    case 'flag':
      return 'flagged';
    default:
      if (isBlocked) return 'would_block';
      return threat === null ? 'pass' : 'would_remove';
  }
};

export type Comparison = Readonly<{
  before: Judgement;
  after: Judgement;
  change: 'none' | 'loosened' | 'tightened';
}>;

/** A record as it is judged now, and as it would be with the change. */
export const compareRecord = (record: Judged, change: ReplayChange, policy: ReplayPolicy): Comparison => {
  const before = judgeRecord(record, NO_CHANGE, policy);
  const after = judgeRecord(record, change, policy);
  const step = REPLAYED.indexOf(after.verdict) - REPLAYED.indexOf(before.verdict);
  return { before, after, change: step === 0 ? 'none' : step < 0 ? 'loosened' : 'tightened' };
};
