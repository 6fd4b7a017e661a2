import type { Span } from '../../chat/segment.ts';
import type { TextFacts } from '../facts/facts.ts';
import { readFacts } from '../facts/text-facts.ts';
import type { Finding } from '../findings.ts';
import type { Ruleset } from '../rulesets/ruleset.ts';
import type { Candidate, Candidates } from './candidates.ts';
import { contextCandidates } from './context-rules.ts';
import { DISCUSSED_SCORE, isDiscussed } from './discussed.ts';
import { askRules } from './joint-rules.ts';
import { isOfGame } from './of-games.ts';
import { isOfOthers } from './of-others.ts';
import { BEGINS_RULES, type CompiledRule, LITERALS } from './rule-literals.ts';
import { endOfMatch, leadAtEnd, valueAt } from './rule-pattern.ts';

export type RawFinding = Omit<Finding, 'view'>;

const NONE: Candidates = new Map();
let readings = 0;

const findCandidates = ({ text, hits }: TextFacts): Candidates => {
  if (hits.length === 0) return NONE;
  readings++;
  let candidates: Map<Ruleset, Candidate[]> | undefined;
  const visit = (compiled: CompiledRule, literal: number, restAt: number): void => {
    candidates ??= new Map();
    const start = restAt - (LITERALS[literal]?.text.length ?? 0);
    addCandidate(candidates, { compiled, start, restAt });
  };
  for (let i = 0; i < hits.length; i += 2) {
    const number = hits[i] ?? 0;
    if (BEGINS_RULES[number] === 1) askRules(number, text, hits[i + 1] ?? 0, readings, visit);
  }
  return candidates ?? NONE;
};

const addCandidate = (candidates: Map<Ruleset, Candidate[]>, candidate: Candidate): void => {
  const { ruleset } = candidate.compiled;
  const list = candidates.get(ruleset);
  if (list === undefined) candidates.set(ruleset, [candidate]);
  else list.push(candidate);
};

/** One look at the hits answers for the detectors of all rule sets, which ask one after the other. */
const candidatesIn = (facts: TextFacts): Candidates => {
  facts.candidates ??= findCandidates(facts);
  return facts.candidates;
};

/** Whether any rule may match in a text: in most texts none does. */
export const mayBeginRule = (facts: TextFacts): boolean => candidatesIn(facts) !== NONE;

/** A text of nothing but attacks has no use for the fortieth finding of a rule, and real ones have two dozen; values to redact are never dropped. */
export const MOST_INJECTIONS_OF_RULE = 32;

const NO_FINDINGS: readonly RawFinding[] = [];

/** Of the places within a value where its rule may begin anew so many are tried, the last ones: each look reads as far as a value goes. */
const MOST_WITHIN = 2;

/**
 * Applies the rules of one rule set.
 *
 * @param text A window in the form that `normalize` gives.
 * @param facts What is known of this very text, where somebody has gathered it already.
 * @param isTold Whether the text may be let off since it speaks of somebody's letters and orders: not where strangers wrote it, who
 * may have put those words in.
 * @returns In ascending order of the span's end; injections of one rule do not overlap. Values may, in part: a pattern runs on into the
 * next value where only one of its own signs stands between them, and none of it may stay in sight.
 */
export const matchRules = (
  text: string,
  ruleset: Ruleset,
  facts: TextFacts = readFacts(text),
  isTold = true,
): readonly RawFinding[] => {
  const candidates = candidatesIn(facts).get(ruleset) ?? contextCandidates(ruleset, facts);
  if (candidates === null) return NO_FINDINGS;
  const findings: RawFinding[] = [];
  const ends = new Map<string, number>();
  const full = new Map<string, number>();
  const within = new Map<string, Candidate[]>();
  const tryAt = ({ compiled, start, restAt }: Candidate): void => {
    const { id, score } = compiled.rule;
    const finding = tryRule(compiled, facts, start, restAt, isTold);
    if (finding === undefined || finding.span.end <= (ends.get(id) ?? 0)) return;
    findings.push(finding);
    // Behind so many none is worse than these.
    const count = (full.get(id) ?? 0) + Number(finding.score === score);
    const isEnough = ruleset.category === 'prompt_injection' && count >= MOST_INJECTIONS_OF_RULE;
    full.set(id, count);
    ends.set(id, isEnough ? text.length : finding.span.end);
  };
  const tryWithin = (id: string): void => {
    const places = within.get(id);
    within.delete(id);
    for (const place of places ?? []) tryAt(place);
  };
  for (const candidate of candidates) {
    const { id } = candidate.compiled.rule;
    if (within.size > 0 && candidate.start >= (ends.get(id) ?? 0)) tryWithin(id);
    if (candidate.start >= (ends.get(id) ?? 0)) tryAt(candidate);
    else if (ruleset.category === 'secret')
      within.set(id, [...(within.get(id) ?? []), candidate].slice(-MOST_WITHIN));
  }
  for (const id of within.keys()) tryWithin(id);
  return ruleset.category === 'secret' ? findings.sort((a, b) => a.span.end - b.span.end) : findings;
};

/** What several rule sets found, which is nothing for nearly all texts. */
export const together = (
  first: readonly RawFinding[],
  second: readonly RawFinding[],
): readonly RawFinding[] => {
  if (second.length === 0) return first;
  return first.length === 0 ? second : [...first, ...second];
};

/** Characters before a literal in which its lead is looked for. */
const LONGEST_LEAD = 192;

const leadBefore = (compiled: CompiledRule, text: string, at: number): string | undefined =>
  compiled.lead === undefined ? '' : leadAtEnd(compiled, text.slice(Math.max(0, at - LONGEST_LEAD), at));

const isLetOff = (
  { discussable, ownable = false }: Ruleset,
  text: string,
  span: Span,
  isTold: boolean,
): boolean =>
  (discussable && isDiscussed(text, span)) ||
  (ownable && isTold && (isOfOthers(text, span) || isOfGame(text, span)));

const tryRule = (
  compiled: CompiledRule,
  { text, lower }: TextFacts,
  literalAt: number,
  restAt: number,
  isTold: boolean,
): RawFinding | undefined => {
  const { rule, ruleset } = compiled;
  const subject = rule.exact === true ? text : lower();
  const value = compiled.value === 'none' ? undefined : valueAt(compiled, subject, restAt);
  const restEnd = compiled.value === 'none' ? endOfMatch(compiled, subject, restAt) : value?.[1];
  if (restEnd === undefined || restEnd === -1) return undefined;
  if (rule.exact === true && !rule.starts.includes(text.slice(literalAt, restAt))) return undefined;
  const before = leadBefore(compiled, subject, literalAt);
  if (before === undefined) return undefined;
  const [start, end] = value ?? [literalAt - before.length, restEnd];
  const span = { start, end };
  const matched = text.slice(start, end);
  if (rule.verify !== undefined && !rule.verify(matched)) return undefined;
  return {
    ruleId: rule.id,
    category: ruleset.category,
    subType: rule.subType ?? ruleset.subType,
    score:
      rule.score > DISCUSSED_SCORE && isLetOff(ruleset, text, span, isTold) ? DISCUSSED_SCORE : rule.score,
    span,
  };
};
