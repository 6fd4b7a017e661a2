import type { Rule } from '../rulesets/ruleset.ts';
import { foldLetters } from '../text/normalize.ts';
import { createFilter, type Filter } from './lazy-filter.ts';
import { type EndOfRun, longRunOf } from './long-runs.ts';

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

/** What stands before a rule's literal, up to the end of a text that ends there. */
type Lead = Readonly<{
  /** Says how far it goes back, and looks for that from each place on. */
  pattern: RegExp;
  /** Says from its `lastIndex` back whether there is one. */
  behind: RegExp;
}>;

export type RulePattern = Readonly<{
  /** What follows the literal, from `lastIndex` on. */
  pattern: RegExp;
  /**
   * Which group of the pattern is the value, and how it is told where that stands: the engine says so, which takes as long as half a
   * match, or a second group holds all that stands behind it.
   */
  value: 'none' | 'with indices' | 'in front of the rest';
  lead: Lead | undefined;
  /** For a pattern without a value that is one long run. */
  run: EndOfRun | undefined;
  /** The same as it is written, for filters of several rules. */
  source: string;
  /** Asked first, so that the pattern is tried only in the few places where it may match. */
  mayMatch: Filter;
}>;

/** A parenthesis that opens a capturing group. */
const GROUP = /(?<!\\)\((?!\?)/gu;
const CLASS = /\[(?:\\.|[^\]\\])*\]/gu;
/** A character, an escape or a class of characters. */
const PIECES = /\[(?:\\.|[^\]\\])*\]|\\.|./gsu;
const QUANTIFIER = /^[?*+{]/;

/** Behind the last capturing group that is within no other one; undefined where there is none, or it stands in one of several ways. */
const behindGroup = (source: string): number | undefined => {
  let depth = 0;
  let end: number | undefined;
  let captures = false;
  for (const { 0: piece, index } of source.matchAll(PIECES)) {
    if (piece === '(') {
      if (depth === 0) captures = source[index + 1] !== '?';
      depth++;
    } else if (piece === ')') {
      depth--;
      if (depth === 0 && captures) end = index + 1;
    } else if (piece === '|' && depth === 0) return undefined;
  }
  return end;
};

const patternOf = (source: string): Pick<RulePattern, 'pattern' | 'value'> => {
  const groups = source.replaceAll(CLASS, '').match(GROUP)?.length ?? 0;
  if (groups === 0) return { pattern: new RegExp(source, 'y'), value: 'none' };
  const end = groups === 1 ? behindGroup(source) : undefined;
  if (end === undefined || QUANTIFIER.test(source.slice(end)))
    return { pattern: new RegExp(source, 'yd'), value: 'with indices' };
  const grouped = `${source.slice(0, end)}(${source.slice(end)})`;
  return { pattern: new RegExp(grouped, 'y'), value: 'in front of the rest' };
};

const leadOf = (source: string): Lead => ({
  pattern: new RegExp(`${source}$`),
  behind: new RegExp(`(?<=${source})`, 'y'),
});

/** The patterns around a rule's literals, and the filter in front of them. */
export const compileRule = (rule: Rule): RulePattern => {
  const source = spellOut(foldLetters(rule.rest).replaceAll(' ', GAP));
  return {
    ...patternOf(source),
    run: longRunOf(source),
    lead: rule.lead === undefined ? undefined : leadOf(spellOut(foldLetters(rule.lead))),
    source,
    mayMatch: createFilter(source, rule.exact === true),
  };
};

/** Where what a pattern without a value matches ends that begins at a place; -1 where it matches nothing. */
export const endOfMatch = (
  { pattern, run }: Pick<RulePattern, 'pattern' | 'run'>,
  text: string,
  at: number,
): number => {
  if (run !== undefined) return run(text, at);
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
};

/** Where the value stands in what a pattern that has one matches from a place on. */
export const valueAt = (
  { pattern, value }: Pick<RulePattern, 'pattern' | 'value'>,
  text: string,
  at: number,
): readonly [start: number, end: number] | undefined => {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null || value === 'with indices') return match?.indices?.[1];
  const [, found = '', rest = ''] = match;
  const end = pattern.lastIndex - rest.length;
  return [end - found.length, end];
};

/** The lead that ends where a text ends; undefined where there is none, empty where it is enough that there is one. */
export const leadAtEnd = (
  { lead, value }: Pick<RulePattern, 'lead' | 'value'>,
  text: string,
): string | undefined => {
  if (lead === undefined) return '';
  lead.behind.lastIndex = text.length;
  if (!lead.behind.test(text)) return undefined;
  return value === 'none' ? lead.pattern.exec(text)?.[0] : '';
};
