import { reverse, rot47, shiftLetters } from './decoding/letter-order.ts';
import { MISTYPED } from './decoding/mistyped.ts';
import {
  ATTACK_WORDS,
  COMMON_WORDS,
  MISORDERED,
  NATO_LETTERS,
  PIG_LATIN,
  SCRIPT_WORDS,
  SIGN_WORDS,
} from './decoding/signal-words.ts';
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

/** Marks of a hidden text: words of attacks in the forms that cheap ciphers give them. */
export type Signal =
  | 'rot13'
  | 'rot47'
  | 'reversed'
  | 'reversed-script'
  | 'order'
  | 'pig-latin'
  | 'nato'
  | 'typo';

type Literal = { text: string; rules: CompiledRule[]; signal: Signal | undefined };

/** What the automaton looks for besides the beginnings of rules. A blank tells a short word from the beginning of another. */
const signalWords = (): readonly (readonly [string, Signal])[] => {
  const all = (words: readonly string[], signal: Signal, write = (word: string): string => word) =>
    words.map((word) => [write(word), signal] as const);
  return [
    ...all(ATTACK_WORDS, 'reversed', reverse),
    ...all(COMMON_WORDS, 'reversed', (word) => `${reverse(word)} `),
    ...all(SCRIPT_WORDS, 'reversed-script', reverse),
    ...all(ATTACK_WORDS, 'rot13', (word) => shiftLetters(word, 13)),
    ...all(ATTACK_WORDS, 'rot47', rot47),
    ...all([...COMMON_WORDS, ...SIGN_WORDS], 'rot47', (word) => `${rot47(word)} `),
    ...all(MISORDERED, 'order', (pair) => `${pair} `),
    ...all(PIG_LATIN, 'pig-latin'),
    ...all(NATO_LETTERS, 'nato'),
    ...all(MISTYPED, 'typo'),
  ];
};

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
  for (const [word, signal] of signalWords()) literal(word).signal = signal;
  return [...literals.values()];
};

/** What the automaton looks for: the beginnings of all rules, and the signals. */
export const LITERALS: readonly Readonly<Literal>[] = collectLiterals();
