import { createJointFilter, type JointFilter, UNDECIDED } from './lazy-filter.ts';
import { loosen } from './loose-pattern.ts';
import { type CompiledRule, LITERALS } from './rule-literals.ts';

/** The rules of one literal, and how they are asked whether they may match behind it. */
type Joint = Readonly<{
  rules: readonly CompiledRule[];
  /** One walk through the text answers for several rules. */
  together: JointFilter | undefined;
  /** For each rule its bit there; 0 for one that is asked by itself. */
  bits: readonly number[];
}>;

/**
 * Rules that read further behind their literal are asked by themselves: their walks are long, and meet those from other
 * places and literals only where nobody else's are mixed in.
 */
const JOINT_REACH = 400;

/** Literals with the same rules share a filter. */
const filters = new Map<string, JointFilter>();

/** How far rules read, each measured once: many literals begin the same rule. */
const reaches = new Map<CompiledRule, number>();

const reachOf = (rule: CompiledRule): number => {
  const reach = reaches.get(rule) ?? loosen(rule.source).longest;
  reaches.set(rule, reach);
  return reach;
};

/** A rule that tells capitals apart is not asked together with others. */
const isJoint = (compiled: CompiledRule): boolean =>
  compiled.rule.exact !== true && reachOf(compiled) <= JOINT_REACH;

const join = (rules: readonly CompiledRule[]): Joint => {
  const joint = rules.filter(isJoint);
  const bits = rules.map((rule) => (joint.includes(rule) ? 1 << joint.indexOf(rule) : 0));
  if (joint.length === 0) return { rules, together: undefined, bits };
  const key = joint.map(({ rule }) => rule.id).join();
  const sources = joint.map(({ source }) => source);
  const together = filters.get(key) ?? createJointFilter(sources, false);
  filters.set(key, together);
  return { rules, together, bits };
};

/** By the number of the literal, each made when a text has it for the first time. */
const JOINTS: (Joint | undefined)[] = LITERALS.map(() => undefined);

/**
 * Calls `visit` with each rule of a literal that may match behind it, in their order.
 *
 * @param reading As for a filter.
 */
export const askRules = (
  literal: number,
  text: string,
  restAt: number,
  reading: number,
  visit: (rule: CompiledRule, restAt: number) => void,
): void => {
  const known = JOINTS[literal];
  const { rules, together, bits } = known ?? join(LITERALS[literal]?.rules ?? []);
  if (known === undefined) JOINTS[literal] = { rules, together, bits };
  const joint = together === undefined ? 0 : together(text, restAt, reading);
  for (let i = 0; i < rules.length; i++) {
    const rule = rules[i];
    const bit = bits[i] ?? 0;
    const isDecided = bit !== 0 && joint !== UNDECIDED;
    if (rule === undefined || (isDecided && (joint & bit) === 0)) continue;
    if (isDecided || rule.mayMatch(text, restAt, reading)) visit(rule, restAt);
  }
};
