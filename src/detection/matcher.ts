import type { Finding } from './detector.ts';
import { DISCUSSED_SCORE, isDiscussed } from './discussed.ts';
import { createLiteralScanner, type LiteralHits } from './literals.ts';
import { foldLetters } from './normalize.ts';
import { RULESETS } from './rulesets/all.ts';
import type { Rule, Ruleset } from './rulesets/ruleset.ts';

export type RawFinding = Omit<Finding, 'view'>;

/** Marks of a hidden text: words of attacks in the forms that two cheap ciphers give them. */
export type Signal = 'rot13' | 'reversed';

/**
 * Letters of most scripts as plain ranges: property classes cost milliseconds to compile, for each place and each rule.
 */
const LETTERS = String.raw`a-z\u00c0-\u1fff\u2c00-\u2dff\u3041-\ud7ff\uf900-\ufdff`;

/** Between two words: blanks, marks and symbols, but not the end of a sentence. */
const GAP = String.raw`(?:[^\p{L}\p{N}.!?;]{1,6}|\.(?=\p{L}))`;

type CompiledRule = Readonly<{
  rule: Rule;
  ruleset: Ruleset;
  pattern: RegExp;
}>;

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

const spellOut = (source: string): string =>
  source.replace(/\[(?:\\.|[^\]\\])*\]|\\p\{L\}|\\p\{N\}/gu, (piece) =>
    piece.startsWith('[')
      ? piece.replaceAll(String.raw`\p{L}`, LETTERS).replaceAll(String.raw`\p{N}`, '0-9')
      : piece === String.raw`\p{N}`
        ? '[0-9]'
        : `[${LETTERS}]`,
  );

const compile = (rule: Rule, ruleset: Ruleset): CompiledRule => ({
  rule,
  ruleset,
  pattern: new RegExp(spellOut(foldLetters(rule.rest).replaceAll(' ', GAP)), 'y'),
});

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
      const compiled = compile(rule, ruleset);
      for (const start of rule.starts) literal(start).rules.push(compiled);
    }
  }
  for (const word of SIGNAL_WORDS) {
    literal(rot13(word)).signal = 'rot13';
    literal(reverse(word)).signal = 'reversed';
  }
  return [...literals.values()];
};

const LITERALS = collectLiterals();
const scanLiterals = createLiteralScanner(LITERALS.map(({ text }) => text));

/**
 * Every detector of a view, and the decoders behind them, ask about the same text one after the other. So the last
 * answer is kept; it depends on nothing but the text.
 */
const last: { text: string; lower: string; hits: LiteralHits } = { text: '', lower: '', hits: [] };

const hitsIn = (text: string): LiteralHits => {
  if (last.text !== text) {
    last.hits = scanLiterals(text);
    last.lower = text.toLowerCase();
    last.text = text;
  }
  return last.hits;
};

/** Which cheap ciphers a text may hold attacks in. */
export const signalsIn = (text: string): ReadonlySet<Signal> => {
  const signals = new Set<Signal>();
  const hits = hitsIn(text);
  for (let i = 0; i < hits.length; i += 2) {
    const signal = LITERALS[hits[i] ?? 0]?.signal;
    if (signal !== undefined) signals.add(signal);
  }
  return signals;
};

/**
 * Applies the rules of one rule set.
 *
 * @param text A window in the form that `normalize` gives.
 * @returns In ascending order of the span's end; matches of one rule do not overlap.
 */
export const matchRules = (text: string, ruleset: Ruleset): readonly RawFinding[] => {
  const hits = hitsIn(text);
  const findings: RawFinding[] = [];
  const ends = new Map<string, number>();
  for (let i = 0; i < hits.length; i += 2) {
    const literal = LITERALS[hits[i] ?? 0];
    const end = hits[i + 1] ?? 0;
    if (literal === undefined) continue;
    const start = end - literal.text.length;
    for (const compiled of literal.rules) {
      if (compiled.ruleset !== ruleset || start < (ends.get(compiled.rule.id) ?? 0)) continue;
      const finding = tryRule(compiled, text, start, end);
      if (finding === undefined) continue;
      ends.set(finding.ruleId, finding.span.end);
      findings.push(finding);
    }
  }
  return findings;
};

const tryRule = (
  { rule, ruleset, pattern }: CompiledRule,
  text: string,
  start: number,
  restAt: number,
): RawFinding | undefined => {
  pattern.lastIndex = restAt;
  const match = pattern.exec(rule.exact === true ? text : last.lower);
  if (match === null) return undefined;
  const span = { start, end: restAt + match[0].length };
  const matched = text.slice(span.start, span.end);
  if (rule.exact === true && !rule.starts.includes(text.slice(start, restAt))) return undefined;
  if (rule.verify !== undefined && !rule.verify(matched)) return undefined;
  const lowered = ruleset.discussable && rule.score > DISCUSSED_SCORE && isDiscussed(text, span);
  return {
    ruleId: rule.id,
    category: ruleset.category,
    subType: rule.subType ?? ruleset.subType,
    score: lowered ? DISCUSSED_SCORE : rule.score,
    span,
  };
};
