import { CONTEXT_RULESETS } from '../rulesets/all.ts';
import type { Ruleset } from '../rulesets/ruleset.ts';
import { foldLetters } from '../text/normalize.ts';
import type { CompiledRule } from './rule-literals.ts';
import { compileRule } from './rule-pattern.ts';

/** A place where a rule's pattern has to be tried. */
export type Candidate = Readonly<{ compiled: CompiledRule; start: number; restAt: number }>;

type Finder = (lower: string) => readonly Candidate[];

const SIGNS = /[.*+?^${}()|[\]\\]/gu;
/** A literal that begins with a letter of ours begins a word. */
const BEGINS_WORD = /^[a-z]/u;

const sourceOf = (literal: string): string =>
  `${BEGINS_WORD.test(literal) ? '(?<![a-z])' : ''}${literal.replaceAll(SIGNS, String.raw`\$&`)}`;

const createFinder = (ruleset: Ruleset): Finder => {
  const byLiteral = new Map<string, CompiledRule[]>();
  for (const rule of ruleset.rules) {
    const compiled = { rule, ruleset, ...compileRule(rule) };
    for (const start of rule.starts) {
      const literal = foldLetters(start).toLowerCase();
      byLiteral.set(literal, [...(byLiteral.get(literal) ?? []), compiled]);
    }
  }
  const literals = [...byLiteral].map(([literal, rules]) => ({ literal, rules }));
  const any = new RegExp(literals.map(({ literal }) => sourceOf(literal)).join('|'), 'g');
  return (lower) => {
    const found: Candidate[] = [];
    any.lastIndex = 0;
    for (let hit = any.exec(lower); hit !== null; hit = any.exec(lower)) {
      const start = hit.index;
      // Another one may begin there, or within it.
      any.lastIndex = start + 1;
      for (const { literal, rules } of literals) {
        if (!lower.startsWith(literal, start)) continue;
        for (const compiled of rules) found.push({ compiled, start, restAt: start + literal.length });
      }
    }
    return found;
  };
};

const finders = new Map<Ruleset, Finder>();

/**
 * Where rules have to be tried that are asked in some requests only. Their literals are no part of the automaton, so nobody else pays for
 * them, and nothing is made of them before the first such request.
 *
 * @param lower A text in small letters.
 * @returns Null for a rule set of another kind.
 */
export const contextCandidates = (ruleset: Ruleset, lower: () => string): readonly Candidate[] | null => {
  if (!CONTEXT_RULESETS.includes(ruleset)) return null;
  const find = finders.get(ruleset) ?? createFinder(ruleset);
  finders.set(ruleset, find);
  return find(lower());
};
