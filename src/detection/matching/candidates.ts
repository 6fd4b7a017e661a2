import type { Ruleset } from '../rulesets/ruleset.ts';
import type { CompiledRule } from './rule-literals.ts';

/** A place where a rule's pattern has to be tried. */
export type Candidate = Readonly<{ compiled: CompiledRule; start: number; restAt: number }>;

export type Candidates = ReadonlyMap<Ruleset, readonly Candidate[]>;
