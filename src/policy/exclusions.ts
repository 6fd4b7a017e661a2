import type { Direction, Segment } from '../chat/segment.ts';
import { namesValue } from '../detection/findings.ts';
import type { SegmentFinding } from '../detection/scan-segments.ts';

/** What is no longer a threat: all parts that are given must agree, and a rule or a text is among them. */
export type ExclusionScope = Readonly<{
  ruleId: string | null;
  subType: string | null;
  keyId: string | null;
  role: string | null;
  direction: Direction | null;
  fingerprint: string | null;
}>;

export type Exclusion = Readonly<{
  id: string;
  scope: ExclusionScope;
  expiresAtMs: number | null;
  endedAtMs: number | null;
}>;

/**
 * @param isWhole Whether the finding's text is there to its end and tells all of it, so that its fingerprint does.
 * @returns The exclusion that matches the finding; null where none does.
 */
export type ExcludedBy = (finding: SegmentFinding, isWhole: boolean) => string | null;

/** Exclusions, indexed. */
export type Exclusions = Readonly<{
  /** Null where there are none, so that a request without them pays nothing. */
  forKey: (keyId: string) => ExcludedBy | null;
}>;

export type ExclusionDeps = Readonly<{
  /** Unix time in milliseconds. */
  now: () => number;
  fingerprintOf: (segment: Segment) => string;
}>;

export const NO_EXCLUSIONS: Exclusions = { forKey: () => null };

const NONE: readonly Exclusion[] = [];

const isOrAny = (asked: string | null, actual: string): boolean => asked === null || asked === actual;

/** Whether all parts of the scope but the text agree. */
const agrees = (
  { scope, expiresAtMs }: Exclusion,
  finding: SegmentFinding,
  keyId: string,
  nowMs: number,
): boolean =>
  (expiresAtMs === null || nowMs < expiresAtMs) &&
  isOrAny(scope.ruleId, finding.ruleId) &&
  isOrAny(scope.subType, finding.subType) &&
  isOrAny(scope.keyId, keyId) &&
  isOrAny(scope.role, finding.segment.role) &&
  isOrAny(scope.direction, finding.segment.direction) &&
  // "This text is no attack" says nothing about the values in it.
  (!namesValue(finding.category) || scope.ruleId !== null || scope.subType !== null);

/** What names neither a rule nor a text would exclude everything, and what was ended nothing. */
const isInForce = ({ scope, endedAtMs }: Exclusion): boolean =>
  endedAtMs === null && (scope.ruleId !== null || scope.fingerprint !== null);

/** Those that need no fingerprint first. */
const byCost = (a: Exclusion, b: Exclusion): number =>
  Number(a.scope.fingerprint !== null) - Number(b.scope.fingerprint !== null);

/** Indexes exclusions by the rule that they name, or by their text. */
export const compileExclusions = (
  stored: readonly Exclusion[],
  { now, fingerprintOf }: ExclusionDeps,
): Exclusions => {
  const inForce = stored.filter(isInForce).sort(byCost);
  if (inForce.length === 0) return NO_EXCLUSIONS;
  const byRule = Map.groupBy(inForce, ({ scope }) => scope.ruleId);
  const ofAnyRule = byRule.get(null) ?? NONE;
  const byText = Map.groupBy(ofAnyRule, ({ scope }) => scope.fingerprint);
  const bySubType = Map.groupBy(ofAnyRule, ({ scope }) => scope.subType);

  const forKey =
    (keyId: string): ExcludedBy =>
    (finding, isWhole) => {
      const nowMs = now();
      const isMeant = (exclusion: Exclusion): boolean => agrees(exclusion, finding, keyId, nowMs);
      const named = (byRule.get(finding.ruleId) ?? NONE).find(
        (exclusion) =>
          isMeant(exclusion) &&
          (exclusion.scope.fingerprint === null ||
            (isWhole && exclusion.scope.fingerprint === fingerprintOf(finding.segment))),
      );
      if (named !== undefined) return named.id;
      const ofAnyType = namesValue(finding.category) ? NONE : (bySubType.get(null) ?? NONE);
      const ofType = bySubType.get(finding.subType) ?? NONE;
      if (!isWhole || !(ofAnyType.some(isMeant) || ofType.some(isMeant))) return null;
      return byText.get(fingerprintOf(finding.segment))?.find(isMeant)?.id ?? null;
    };
  return { forKey };
};
