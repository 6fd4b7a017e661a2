import type { Direction } from '../chat/segment.ts';
import { isEntity, namesValue } from '../detection/findings.ts';
import type { SegmentFinding } from '../detection/scan-segments.ts';
import type { ExcludedBy } from './exclusions.ts';
import type { RemovableKinds } from './removal.ts';
import {
  type EntityAction,
  type InjectionThresholds,
  type Mode,
  type OnScanError,
  type Replacement,
  type RuleAction,
  replacementBy,
  SENSITIVITIES,
  type Sensitivity,
  thresholdsFor,
} from './settings.ts';
import type { RefusedKinds } from './unreadable-parts.ts';

/** What is in force for one request; made once, when its headers have been read. */
export type Policy = Readonly<{
  mode: Mode;
  sensitivity: Sensitivity;
  onScanError: Readonly<Record<Direction, OnScanError>>;
  /** @param score Where nobody has set an action, a weak match is only detected; 1 asks about the surest. */
  entityAction: (entity: string, direction: Direction, score?: number) => EntityAction;
  /** Whether a value is one that the operator never takes for an entity. */
  isAllowed: (entity: string, value: string) => boolean;
  /** Whether any entity is replaced or blocked in this direction. */
  enforcesEntities: (direction: Direction) => boolean;
  /** Kinds of parts that nobody can read and that refuse what holds them; absent: none. */
  refusesParts?: RefusedKinds;
  /** Texts that an injection is removed with, so that the rest goes on; absent: none. */
  removes?: RemovableKinds;
  /** What is done about what an operator's rule finds. */
  ruleAction: (ruleId: string) => RuleAction;
  injectionThresholds: InjectionThresholds;
  /** What the operator has excluded; absent: nothing. */
  excludedBy?: ExcludedBy;
  /** Names the settings and rules in force; kept in the record. */
  revision: string;
}>;

/** A finding whose value is replaced. */
export type RedactedFinding = SegmentFinding & Readonly<{ replacement: Replacement }>;

/**
 * What policy makes of the findings.
 *
 * `pass` nothing to do · `flag` goes on, the caller is told · `redact` goes on, changed or without some texts · `block` is refused.
 */
export type Verdict = Readonly<{
  action: 'pass' | 'flag' | 'redact' | 'block';
  /** The finding that weighs most among those that are a threat at the sensitivity in force. */
  threat: SegmentFinding | null;
  /** What would be replaced in mode `blocking`; replaced now only where `action` is `redact`. */
  redactions: readonly RedactedFinding[];
  /** For each text that would be removed in mode `blocking` what is worst in it; removed now only where `action` is `redact`. */
  removals: readonly SegmentFinding[];
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
  { category, subType, ruleId, segment, score, isOwn }: SegmentFinding,
  policy: Policy,
): EntityAction | RuleAction | null => {
  if (category === 'policy') return policy.ruleAction(ruleId);
  if (!isEntity(category)) return null;
  const action = policy.entityAction(subType, segment.direction, score);
  // What the caller said himself is no leak.
  if (isOwn === true && action !== 'off') return 'detect';
  // A credential that is masked on its way to whom it is for is a call that fails; only `block` says that nobody may send one.
  const isHandedOver = category === 'secret' && segment.isCredential === true;
  return isHandedOver && replacementBy(action, segment.direction) !== null ? 'detect' : action;
};

/** Entities and operator's rules are a threat only where the operator says `block`; what is excluded never is. */
const mayBlock = (finding: SegmentFinding, policy: Policy): boolean => {
  if (finding.exclusionId !== undefined) return false;
  const action = actionOf(finding, policy);
  return action === null || action === 'block';
};

/** Whether a finding is a threat at the sensitivity in force. */
export const isThreat = (finding: SegmentFinding, policy: Policy): boolean =>
  mayBlock(finding, policy) &&
  finding.score >=
    thresholdsFor(finding.category, finding.segment.trust, policy.injectionThresholds)[policy.sensitivity];

/** What takes the place of a finding's value; null where the value stays. */
export const replacementOf = (finding: SegmentFinding, policy: Policy): Replacement | null => {
  if (finding.exclusionId !== undefined) return null;
  const action = actionOf(finding, policy);
  if (action === null || loosestFor(finding, policy) === null) return null;
  return replacementBy(action, finding.segment.direction);
};

/** What a finding is to the verdict, from nothing to what decides it; `distant` is a threat at another sensitivity alone. */
const STANDINGS = ['excluded', 'noted', 'distant', 'replaced', 'threat'] as const;

const standingOf = (finding: SegmentFinding, policy: Policy): (typeof STANDINGS)[number] => {
  if (finding.exclusionId !== undefined) return 'excluded';
  if (isThreat(finding, policy)) return 'threat';
  if (replacementOf(finding, policy) !== null) return 'replaced';
  return mayBlock(finding, policy) && loosestFor(finding, policy) !== null ? 'distant' : 'noted';
};

/** Among threats the score alone decides, as it does for the verdict; among others the loosest sensitivity goes before it. */
const weightOf = (finding: SegmentFinding, policy: Policy): readonly number[] => {
  const standing = standingOf(finding, policy);
  const loosest = standing === 'threat' ? null : loosestFor(finding, policy);
  const looseness = loosest === null ? 0 : SENSITIVITIES.length - SENSITIVITIES.indexOf(loosest);
  return [STANDINGS.indexOf(standing), looseness, finding.score];
};

/** Findings in the order of their weight: what decided the verdict first, what is excluded last. */
export const byWeight = (findings: readonly SegmentFinding[], policy: Policy): readonly SegmentFinding[] => {
  if (findings.length < 2) return findings;
  const weighed = findings.map((finding) => ({ finding, weight: weightOf(finding, policy) }));
  weighed.sort((a, b) => a.weight.reduce((order, number, at) => order || (b.weight[at] ?? 0) - number, 0));
  return weighed.map(({ finding }) => finding);
};

const actionFor = (
  mode: Mode,
  threats: readonly SegmentFinding[],
  hasRedactions: boolean,
): Verdict['action'] => {
  if (mode === 'shadow') return 'pass';
  const hasThreats = threats.length > 0;
  if (mode === 'advisory') return hasThreats || hasRedactions ? 'flag' : 'pass';
  if (threats.some(({ isRemovable }) => isRemovable !== true)) return 'block';
  return hasThreats || hasRedactions ? 'redact' : 'pass';
};

const worse = (a: SegmentFinding | undefined, b: SegmentFinding): SegmentFinding =>
  a === undefined || b.score > a.score ? b : a;

/** The worst of each text that is removed. */
const removalsOf = (threats: readonly SegmentFinding[]): readonly SegmentFinding[] => {
  if (threats.length === 0) return threats;
  const worst = new Map<SegmentFinding['segment'], SegmentFinding>();
  for (const threat of threats)
    if (threat.isRemovable === true) worst.set(threat.segment, worse(worst.get(threat.segment), threat));
  return [...worst.values()];
};

/** The text that a finding names. */
export const valueIn = ({ segment, span }: Pick<SegmentFinding, 'segment' | 'span'>): string =>
  segment.text.slice(span.start, span.end);

/**
 * Findings whose entity the operator switched off, or whose value he allows, are not evidence at all.
 *
 * @param read How a finding's value is read; a growing text knows a cheaper way.
 */
export const relevantFindings = (
  findings: readonly SegmentFinding[],
  policy: Policy,
  read: (finding: SegmentFinding) => string = valueIn,
): readonly SegmentFinding[] =>
  findings.filter(
    (finding) =>
      actionOf(finding, policy) !== 'off' &&
      !(isEntity(finding.category) && policy.isAllowed(finding.subType, read(finding))),
  );

/** Whether a finding's text is there to its end and tells all of it, so that the fingerprint of that text stands for it. */
export const isToldByText = ({ isGrowing, isAcross }: SegmentFinding): boolean =>
  isGrowing !== true && isAcross !== true;

/**
 * What lies across a border is told by the text that it is given to where this one is as bad by itself, and the neighbour adds nothing:
 * models see the whole of a border, whatever stands in front.
 */
const withToldAlone = (
  findings: readonly SegmentFinding[],
  policy: Pick<Policy, 'injectionThresholds'>,
): readonly SegmentFinding[] => {
  if (!findings.some(({ isAcross }) => isAcross === true)) return findings;
  const alone = new Map<SegmentFinding['segment'], Sensitivity | null>();
  for (const finding of findings) {
    if (finding.isAcross === true || namesValue(finding.category)) continue;
    const { segment } = finding;
    alone.set(segment, looser(alone.get(segment) ?? null, loosestFor(finding, policy)));
  }
  return findings.map((finding) => {
    const { isAcross, ...told } = finding;
    if (isAcross !== true || namesValue(finding.category)) return finding;
    const own = alone.get(finding.segment) ?? null;
    return own !== null && looser(own, loosestFor(finding, policy)) === own ? told : finding;
  });
};

/**
 * Marks what the operator has excluded: it stays evidence for the record and counts for nothing. Of what lies across a border
 * `isAcross` stays only where no fingerprint tells it.
 */
export const markExcluded = (
  findings: readonly SegmentFinding[],
  { excludedBy, injectionThresholds }: Pick<Policy, 'excludedBy' | 'injectionThresholds'>,
): readonly SegmentFinding[] => {
  const told = withToldAlone(findings, { injectionThresholds });
  if (excludedBy === undefined) return told;
  return told.map((finding) => {
    const exclusionId = excludedBy(finding, isToldByText(finding));
    return exclusionId === null ? finding : { ...finding, exclusionId };
  });
};

/** Values that are no evidence; what shows a text must not show them all the same. */
export const unheededValues = (
  findings: readonly SegmentFinding[],
  relevant: readonly SegmentFinding[],
): readonly SegmentFinding[] => {
  if (findings.length === relevant.length) return [];
  const heeded = new Set(relevant);
  return findings.filter((finding) => namesValue(finding.category) && !heeded.has(finding));
};

/**
 * The only place that may say "block". Monotone: a stricter sensitivity or more findings never loosen the verdict, and
 * more exclusions never tighten it.
 *
 * @param findings Those of one direction, in any order.
 */
export const decide = (findings: readonly SegmentFinding[], policy: Policy): Verdict => {
  const threats: SegmentFinding[] = [];
  let loosest: Sensitivity | null = null;
  const redactions: RedactedFinding[] = [];
  for (const finding of findings) {
    const replacement = replacementOf(finding, policy);
    if (replacement !== null) redactions.push({ ...finding, replacement });
    if (!mayBlock(finding, policy)) continue;
    loosest = looser(loosest, loosestFor(finding, policy));
    if (isThreat(finding, policy)) threats.push(finding);
  }
  return {
    action: actionFor(policy.mode, threats, redactions.length > 0),
    threat: threats.length === 0 ? null : threats.reduce(worse),
    redactions,
    removals: removalsOf(threats),
    loosest,
  };
};
