import { mayBegin, NUMBERS, noteFirsts } from './first-places.ts';
import { createGlance, createJointFilter, isOpenToAll, type JointFilter, UNDECIDED } from './lazy-filter.ts';
import { loosen } from './loose-pattern.ts';
import { type CompiledRule, LITERALS } from './rule-literals.ts';

/** The rules of one literal, and how they are asked whether they may match behind it. */
type Joint = Readonly<{
  rules: readonly CompiledRule[];
  /** Rules out most places for most of the rules; undefined where one walk through the text does so anyway. */
  glance: ReturnType<typeof createGlance> | undefined;
  /** One walk through the text answers for several rules. */
  together: JointFilter | undefined;
  /** For each rule its bit in what both say; 0 for one that tells capitals apart. */
  bits: readonly number[];
  /** The bits of the rules that `together` answers for; others are asked by themselves. */
  joint: number;
}>;

/**
 * Rules that read further behind their literal are asked by themselves: their walks are long, and meet those from other
 * places and literals only where nobody else's are mixed in.
 */
const JOINT_REACH = 400;

/** Literals with the same rules share what they are asked by. */
const glances = new Map<string, ReturnType<typeof createGlance>>();
const filters = new Map<string, JointFilter>();

const shared = <T>(
  known: Map<string, T>,
  rules: readonly CompiledRule[],
  create: (sources: readonly string[]) => T,
): T => {
  const key = rules.map(({ rule }) => rule.id).join();
  const one = known.get(key) ?? create(rules.map(({ source }) => source));
  known.set(key, one);
  return one;
};

/** How far a rule reads, and what it may begin with behind its literal. */
type Outline = Readonly<{ reach: number; firsts: Int32Array }>;

/** Of each rule once: many literals begin the same one. */
const outlines = new Map<CompiledRule, Outline>();

const outlineOf = (compiled: CompiledRule): Outline => {
  const known = outlines.get(compiled);
  if (known !== undefined) return known;
  const pattern = loosen(compiled.source);
  const firsts = new Int32Array(NUMBERS);
  noteFirsts(pattern, compiled.rule.exact === true, firsts);
  const outline = { reach: pattern.longest, firsts };
  outlines.set(compiled, outline);
  return outline;
};

const reachOf = (rule: CompiledRule): number => outlineOf(rule).reach;

/** Those that read far and may be ruled out soon. */
const isGlancedAt = new Map<CompiledRule, boolean>();

const mayBeGlancedAt = (rule: CompiledRule): boolean => {
  const known = isGlancedAt.get(rule) ?? !isOpenToAll(rule.source);
  isGlancedAt.set(rule, known);
  return known;
};

const join = (rules: readonly CompiledRule[]): Joint => {
  // Those that do not tell capitals apart, the ones that read less far first: these have the lowest bits.
  const folded = rules.filter(({ rule }) => rule.exact !== true);
  const near = folded.filter((rule) => reachOf(rule) <= JOINT_REACH);
  const far = folded.filter((rule) => reachOf(rule) > JOINT_REACH && mayBeGlancedAt(rule));
  const all = [...near, ...far];
  return {
    rules,
    glance: all.length > Math.max(1, near.length) ? shared(glances, all, createGlance) : undefined,
    together:
      near.length === 0 ? undefined : shared(filters, near, (sources) => createJointFilter(sources, false)),
    bits: rules.map((rule) => (all.includes(rule) ? 1 << all.indexOf(rule) : 0)),
    joint: (1 << near.length) - 1,
  };
};

/** For each literal the number of its rules: hundreds of them begin the same ones. */
const GROUP_OF = new Uint16Array(LITERALS.length);
const GROUPS: (readonly CompiledRule[])[] = [];
const groupsByIds = new Map<string, number>();
for (const [literal, { rules }] of LITERALS.entries()) {
  const ids = rules.map(({ rule }) => rule.id).join();
  const group = groupsByIds.get(ids) ?? GROUPS.push(rules) - 1;
  groupsByIds.set(ids, group);
  GROUP_OF[literal] = group;
}
groupsByIds.clear();

/** By the number of the rules, each made when a text has one of their literals for the first time. */
const JOINTS: (Joint | undefined)[] = GROUPS.map(() => undefined);
/** What each of them may begin with, side by side, since most places are ruled out by it; anything before it is made. */
const FIRSTS = new Int32Array(NUMBERS * GROUPS.length).fill(-1);

const jointOf = (group: number): Joint => {
  const known = JOINTS[group];
  if (known !== undefined) return known;
  const rules = GROUPS[group] ?? [];
  const joint = join(rules);
  JOINTS[group] = joint;
  const firsts = FIRSTS.subarray(group * NUMBERS, (group + 1) * NUMBERS).fill(0);
  for (const rule of rules)
    for (const [at, bits] of outlineOf(rule).firsts.entries()) firsts[at] = (firsts[at] ?? 0) | bits;
  return joint;
};

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
  visit: (rule: CompiledRule, literal: number, restAt: number) => void,
): void => {
  const group = GROUP_OF[literal] ?? 0;
  if (mayBegin(FIRSTS, group * NUMBERS, text, restAt)) askGroup(group, literal, text, restAt, reading, visit);
};

const askGroup = (
  group: number,
  literal: number,
  text: string,
  restAt: number,
  reading: number,
  visit: (rule: CompiledRule, literal: number, restAt: number) => void,
): void => {
  const { rules, glance, together, bits, joint } = jointOf(group);
  const glanced = glance === undefined ? UNDECIDED : glance(text, restAt);
  const isAsked = together !== undefined && (glanced & joint) !== 0;
  const found = isAsked ? together(text, restAt, reading) : 0;
  for (let i = 0; i < rules.length; i++) {
    const rule = rules[i];
    const bit = bits[i] ?? 0;
    if (rule === undefined || (bit !== 0 && (glanced & bit) === 0)) continue;
    const isDecided = (bit & joint) !== 0 && found !== UNDECIDED;
    if (isDecided ? (found & bit) !== 0 : rule.mayMatch(text, restAt, reading)) visit(rule, literal, restAt);
  }
};
