import type { TextFacts } from '../facts/facts.ts';
import { CONTEXT_RULESETS } from '../rulesets/all.ts';
import type { Ruleset } from '../rulesets/ruleset.ts';
import { foldLetters } from '../text/normalize.ts';
import type { Candidate, Candidates } from './candidates.ts';
import type { CompiledRule } from './rule-literals.ts';
import { compileRule } from './rule-pattern.ts';

type Finder = (lower: string) => Candidates;

const SIGNS = /[.*+?^${}()|[\]\\]/gu;

const isLatin = (code: number): boolean => code >= 97 && code <= 122;

/** A literal that begins with a letter of ours begins a word. */
const isWithinWord = (lower: string, at: number): boolean =>
  isLatin(lower.charCodeAt(at)) && isLatin(lower.charCodeAt(at - 1));

const compileAll = (): ReadonlyMap<string, readonly CompiledRule[]> => {
  const byLiteral = new Map<string, CompiledRule[]>();
  for (const ruleset of CONTEXT_RULESETS) {
    for (const rule of ruleset.rules) {
      const compiled = { rule, ruleset, ...compileRule(rule) };
      for (const start of rule.starts) {
        const literal = foldLetters(start).toLowerCase();
        byLiteral.set(literal, [...(byLiteral.get(literal) ?? []), compiled]);
      }
    }
  }
  return byLiteral;
};

type Literal = Readonly<{ literal: string; rules: readonly CompiledRule[] }>;

const candidatesAt = (literals: readonly Literal[], lower: string, start: number): readonly Candidate[] =>
  literals
    .filter(({ literal }) => lower.startsWith(literal, start))
    .flatMap(({ literal, rules }) =>
      rules.map((compiled) => ({ compiled, start, restAt: start + literal.length })),
    );

const createFinder = (): Finder => {
  const literals = [...compileAll()].map(([literal, rules]) => ({ literal, rules }));
  // Nothing but literals, which V8 looks for in one go.
  const any = new RegExp(
    literals.map(({ literal }) => literal.replaceAll(SIGNS, String.raw`\$&`)).join('|'),
    'g',
  );
  return (lower) => {
    const found = new Map<Ruleset, Candidate[]>();
    any.lastIndex = 0;
    for (let hit = any.exec(lower); hit !== null; hit = any.exec(lower)) {
      // Another one may begin within it.
      any.lastIndex = hit.index + 1;
      if (isWithinWord(lower, hit.index)) continue;
      for (const candidate of candidatesAt(literals, lower, hit.index)) {
        const list = found.get(candidate.compiled.ruleset) ?? [];
        list.push(candidate);
        found.set(candidate.compiled.ruleset, list);
      }
    }
    return found;
  };
};

let finder: Finder | undefined;

/**
 * Where rules have to be tried that are asked in some requests only. Their literals are no part of the automaton, so nobody else pays for
 * them, and nothing is made of them before the first such request.
 *
 * @returns Null where there are none.
 */
export const contextCandidates = (ruleset: Ruleset, facts: TextFacts): readonly Candidate[] | null => {
  if (!CONTEXT_RULESETS.includes(ruleset)) return null;
  if (facts.contextCandidates === undefined) {
    finder ??= createFinder();
    facts.contextCandidates = finder(facts.lower());
  }
  return facts.contextCandidates.get(ruleset) ?? null;
};
