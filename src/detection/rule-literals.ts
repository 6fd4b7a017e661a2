import type { Filter } from './lazy-filter.ts';
import { foldLetters } from './normalize.ts';
import { compileRest } from './rule-pattern.ts';
import { RULESETS } from './rulesets/all.ts';
import type { Rule, Ruleset } from './rulesets/ruleset.ts';

export type CompiledRule = Readonly<{
  rule: Rule;
  ruleset: Ruleset;
  /** What follows the literal, from `lastIndex` on. */
  pattern: RegExp;
  /** Asked first, so that the pattern is tried only in the few places where it may match. */
  mayMatch: Filter;
}>;

/** Marks of a hidden text: words of attacks in the forms that two cheap ciphers give them. */
export type Signal = 'rot13' | 'reversed';

type Literal = { text: string; rules: CompiledRule[]; signal: Signal | undefined };

const SIGNAL_WORDS = [
  'ignore',
  'disregard',
  'forget',
  'instructions',
  'system prompt',
  'previous',
  'unrestricted',
];

const rot13 = (text: string): string =>
  text.replace(/[a-z]/giu, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

const reverse = (text: string): string => [...text].reverse().join('');

const collectLiterals = (): readonly Literal[] => {
  const literals = new Map<string, Literal>();
  const literal = (text: string): Literal => {
    const key = foldLetters(text).toLowerCase();
    const known = literals.get(key) ?? { text: key, rules: [], signal: undefined };
    literals.set(key, known);
    return known;
  };
  for (const ruleset of RULESETS) {
    for (const rule of ruleset.rules) {
      const compiled = { rule, ruleset, ...compileRest(rule) };
      for (const start of rule.starts) literal(start).rules.push(compiled);
    }
  }
  for (const word of SIGNAL_WORDS) {
    literal(rot13(word)).signal = 'rot13';
    literal(reverse(word)).signal = 'reversed';
  }
  return [...literals.values()];
};

/** What the automaton looks for: the beginnings of all rules, and the signals. */
export const LITERALS: readonly Readonly<Literal>[] = collectLiterals();
