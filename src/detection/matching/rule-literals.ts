import { reverse, rot47, shiftLetters } from '../decoding/letters/letter-order.ts';
import { MISTYPED } from '../decoding/words/mistyped.ts';
import {
  ATTACK_WORDS,
  CHOOSING_WORDS,
  COMMON_FOREIGN,
  COMMON_WORDS,
  MISORDERED,
  NATO_LETTERS,
  PIG_LATIN,
  SCRIPT_WORDS,
  SIGN_WORDS,
} from '../decoding/words/signal-words.ts';
import { ENTITY_COLUMNS, SPOKEN_CARDS } from '../entities/column-names.ts';
import { RULESETS } from '../rulesets/all.ts';
import type { Rule, Ruleset } from '../rulesets/ruleset.ts';
import { BORROWED_RULES } from '../rulesets/secrets/borrowed.ts';
import { SECRETS } from '../rulesets/secrets.ts';
import { foldLetters } from '../text/normalize.ts';
import { compileRule, type RulePattern } from './rule-pattern.ts';

export type CompiledRule = RulePattern & Readonly<{ rule: Rule; ruleset: Ruleset }>;

/** Marks of a hidden text: words of attacks in the forms that cheap ciphers give them, and how somebody says where to read. */
export type Signal =
  | 'rot13'
  | 'rot47'
  | 'reversed'
  | 'reversed-script'
  | 'order'
  | 'choice'
  | 'pig-latin'
  | 'nato'
  | 'typo';

type Literal = {
  text: string;
  rules: CompiledRule[];
  signal: Signal | undefined;
  /** Numbers of borrowed rules, in `BORROWED_RULES`. */
  borrowed: number[];
};

/** What the automaton looks for besides the beginnings of rules. A blank tells a short word from the beginning of another. */
const signalWords = (): readonly (readonly [string, Signal])[] => {
  const all = (words: readonly string[], signal: Signal, write = (word: string): string => word) =>
    words.map((word) => [write(word), signal] as const);
  return [
    ...all(ATTACK_WORDS, 'reversed', reverse),
    ...all([...COMMON_WORDS, ...COMMON_FOREIGN], 'reversed', (word) => `${reverse(word)} `),
    ...all(SCRIPT_WORDS, 'reversed-script', reverse),
    ...all(ATTACK_WORDS, 'rot13', (word) => shiftLetters(word, 13)),
    ...all(ATTACK_WORDS, 'rot47', rot47),
    ...all([...COMMON_WORDS, ...SIGN_WORDS], 'rot47', (word) => `${rot47(word)} `),
    ...all(CHOOSING_WORDS, 'choice'),
    ...all(MISORDERED, 'order', (pair) => `${pair} `),
    ...all(PIG_LATIN, 'pig-latin'),
    ...all(NATO_LETTERS, 'nato'),
    ...all(MISTYPED, 'typo'),
  ];
};

/** Who gives mailboxes to anybody: behind a word for the sign they make an address, `anna at gmail dot com`. */
const PROVIDERS = [
  'gmail',
  'googlemail',
  'hotmail',
  'outlook',
  'yahoo',
  'icloud',
  'gmx',
  'yandex',
  'protonmail',
  'aol',
];

/** How domains end that are spoken: behind them stands the rest of an address in words, `anna at firma dot com`. */
const SPOKEN_ENDS = [
  ...[
    'dot com',
    'dot org',
    'dot net',
    'dot io',
    'dot co',
    'dot ai',
    'dot edu',
    'dot gov',
    'dot de',
    'dot fr',
    'dot uk',
  ],
  ...[
    'punto com',
    'punto es',
    'punto it',
    'punto mx',
    'ponto com',
    'ponto br',
    'point com',
    'point fr',
    'point be',
  ],
  ...[
    'punkt de',
    'punkt com',
    'punkt at',
    'punkt ch',
    'punt nl',
    'punt be',
    'точка ру',
    'точка ком',
    'точка ru',
  ],
];

const collectLiterals = (): readonly Literal[] => {
  const literals = new Map<string, Literal>();
  const literal = (text: string): Literal => {
    const key = foldLetters(text).toLowerCase();
    const known = literals.get(key) ?? { text: key, rules: [], signal: undefined, borrowed: [] };
    literals.set(key, known);
    return known;
  };
  for (const ruleset of RULESETS) {
    for (const rule of ruleset.rules) {
      const compiled = { rule, ruleset, ...compileRule(rule) };
      for (const start of rule.starts) literal(start).rules.push(compiled);
    }
  }
  for (const [word, signal] of signalWords()) literal(word).signal = signal;
  for (const [number, { starts }] of BORROWED_RULES.entries()) {
    for (const start of starts) literal(start).borrowed.push(number);
  }
  for (const name of [...ENTITY_COLUMNS, ...SPOKEN_CARDS]) literal(name);
  for (const provider of PROVIDERS) literal(`${provider} `);
  for (const provider of PROVIDERS) literal(`${provider}.`);
  for (const end of SPOKEN_ENDS) literal(end);
  // Copies, since an array that grew has room for sixteen more.
  return Array.from(literals.values(), ({ text, rules, signal, borrowed }) => ({
    text,
    rules: rules.slice(),
    signal,
    borrowed: borrowed.slice(),
  }));
};

/** What the automaton looks for: the beginnings of all rules, ours and borrowed ones, and the signals. */
export const LITERALS: readonly Readonly<Literal>[] = collectLiterals();

/** By the number of each literal what is asked of every hit: in tables of their own, since literals lie far apart in memory. */
export const SIGNAL_OF: readonly (Signal | undefined)[] = LITERALS.map(({ signal }) => signal);
export const BEGINS_RULES = Uint8Array.from(LITERALS, ({ rules }) => Number(rules.length > 0));
export const BEGINS_BORROWED = Uint8Array.from(LITERALS, ({ borrowed }) => Number(borrowed.length > 0));

/** Whether it is looked for as what attacks or secrets are told by, and not only as the name of a column or what announces a number. */
export const TELLS_OF_RULES = Uint8Array.from(LITERALS, ({ rules, signal, borrowed }) =>
  Number(rules.length > 0 || signal !== undefined || borrowed.length > 0),
);

/** Whether a secret may begin with it, or be announced by it. */
export const TELLS_OF_SECRETS = Uint8Array.from(LITERALS, ({ rules, borrowed }) =>
  Number(borrowed.length > 0 || rules.some(({ ruleset }) => ruleset === SECRETS)),
);

const FOLDED_ENDS: ReadonlySet<string> = new Set(SPOKEN_ENDS.map((end) => foldLetters(end).toLowerCase()));

/** How long the end of a spoken domain is; 0 for other literals. */
export const ENDS_SPOKEN = Uint8Array.from(LITERALS, ({ text }) => (FOLDED_ENDS.has(text) ? text.length : 0));

/** How long the name of a provider of mailboxes is that a literal ends with, and what stands behind it; 0 for others. */
export const NAMES_PROVIDER = Uint8Array.from(LITERALS, ({ text }) =>
  PROVIDERS.includes(text.slice(0, -1)) ? text.length : 0,
);
