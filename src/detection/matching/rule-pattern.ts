import type { Rule } from '../rulesets/ruleset.ts';
import { foldLetters } from '../text/normalize.ts';
import { createFilter, type Filter } from './lazy-filter.ts';

/**
 * Letters of most scripts as plain ranges: property classes cost milliseconds to compile, for each place and each rule.
 */
const LETTERS = String.raw`a-z\u00c0-\u1fff\u2c00-\u2dff\u3041-\ud7ff\uf900-\ufdff`;

/** Between two words: blanks, marks and symbols, but not the end of a sentence. */
const GAP = String.raw`(?:[^\p{L}\p{N}.!?;]{1,6}|\.(?=\p{L}))`;

const spellOut = (source: string): string =>
  source.replace(/\[(?:\\.|[^\]\\])*\]|\\p\{L\}|\\p\{N\}/gu, (piece) =>
    piece.startsWith('[')
      ? piece.replaceAll(String.raw`\p{L}`, LETTERS).replaceAll(String.raw`\p{N}`, '0-9')
      : piece === String.raw`\p{N}`
        ? '[0-9]'
        : `[${LETTERS}]`,
  );

export type RulePattern = Readonly<{
  /** What follows the literal, from `lastIndex` on. */
  pattern: RegExp;
  /** Whether a group of the pattern is the value. */
  hasValue: boolean;
  /** What stands before the literal, up to the end of a text that ends there. */
  lead: RegExp | undefined;
  /** The same as it is written, for filters of several rules. */
  source: string;
  /** Asked first, so that the pattern is tried only in the few places where it may match. */
  mayMatch: Filter;
}>;

/** A parenthesis that opens a capturing group. */
const GROUP = /(?<!\\)\((?!\?)/u;

/** The patterns around a rule's literals, and the filter in front of them. */
export const compileRule = (rule: Rule): RulePattern => {
  const source = spellOut(foldLetters(rule.rest).replaceAll(' ', GAP));
  const hasValue = GROUP.test(source.replaceAll(/\[(?:\\.|[^\]\\])*\]/gu, ''));
  return {
    pattern: new RegExp(source, hasValue ? 'yd' : 'y'),
    hasValue,
    lead: rule.lead === undefined ? undefined : new RegExp(`${spellOut(foldLetters(rule.lead))}$`),
    source,
    mayMatch: createFilter(source, rule.exact === true),
  };
};
