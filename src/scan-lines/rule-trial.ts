import type { Direction, Role, Segment, Trust } from '../chat/segment.ts';
import { builtInDetectors } from '../detection/detectors/all.ts';
import { namesValue } from '../detection/findings.ts';
import { createRulePipeline } from '../detection/operator-rules/rules.ts';
import type { SegmentFinding } from '../detection/scan-segments.ts';
import { decide, isThreat, relevantFindings, replacementOf } from '../policy/decide.ts';
import { effectivePolicy, type PolicySettings } from '../policy/effective.ts';
import { changeAnswer } from '../redaction/answer.ts';
import type { HashValue } from '../redaction/placeholder.ts';
import { redactRequest } from '../redaction/request.ts';
import { atOnce } from '../steps/steps.ts';

export type TrialOptions = Readonly<{
  settings: PolicySettings & Readonly<{ rules: Parameters<typeof createRulePipeline>[1] }>;
  hashValue: HashValue;
}>;

/** What is done about one thing that was found. */
export type TrialFinding = Readonly<{
  category: string;
  subType: string;
  ruleId: string;
  confidence: number;
  start: number;
  end: number;
  action: 'detect' | 'mask' | 'hash' | 'tokenize' | 'block';
}>;

export type Trial = Readonly<{
  findings: readonly TrialFinding[];
  /** What becomes of the text in mode `blocking`. */
  verdict: 'pass' | 'redacted' | 'blocked';
  /** The text as it goes on; null where it does not. */
  text: string | null;
}>;

export type TrialText = Readonly<{ text: string; direction: Direction; role: Role }>;

const TRUSTS: Readonly<Partial<Record<Role, Trust>>> = {
  system: 'trusted',
  developer: 'trusted',
  tool: 'untrusted',
  assistant: 'model',
  definition: 'third-party',
  output: 'output',
};

/** Tries rules and entity settings on a text, as a test box does: no provider, no model, no record. */
export const createRuleTrial = ({ settings, hashValue }: TrialOptions): ((text: TrialText) => Trial) => {
  const pipeline = createRulePipeline(builtInDetectors, settings.rules);
  const policy = effectivePolicy(
    { ...settings, mode: 'blocking' },
    { mode: null, sensitivity: null, override: 'ignore' },
    { mode: null, sensitivity: null },
  );
  return ({ text, direction, role }) => {
    const where = direction === 'output' ? 'output' : role;
    const segment: Segment = {
      text,
      pointer: direction === 'output' ? '/choices/0/message/content' : '/messages/0/content',
      role: where,
      trust: TRUSTS[where] ?? 'user',
      direction,
      source: { start: 0, end: 0 },
    };
    const all = [...pipeline.scan(text, { ...segment, protectedTexts: [] })]
      .flat()
      .filter(({ category }) => namesValue(category))
      .map((finding): SegmentFinding => ({ ...finding, segment }));
    const found = relevantFindings(all, policy);
    const { action, redactions } = decide(found, policy);
    const changed =
      direction === 'input'
        ? atOnce(redactRequest([segment], redactions, hashValue)).redactions
        : atOnce(changeAnswer([segment], redactions, null, hashValue)).redactions;
    return {
      verdict: action === 'block' ? 'blocked' : action === 'redact' ? 'redacted' : 'pass',
      text: action === 'block' ? null : (changed[0]?.text ?? text),
      findings: found.map((finding) => ({
        category: finding.category,
        subType: finding.subType,
        ruleId: finding.ruleId,
        confidence: Math.round(finding.score * 1000) / 1000,
        ...finding.span,
        action: isThreat(finding, policy) ? 'block' : (replacementOf(finding, policy) ?? 'detect'),
      })),
    };
  };
};
