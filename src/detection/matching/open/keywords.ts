import { readFacts } from '../../facts/text-facts.ts';
import type { Rule } from '../../rulesets/ruleset.ts';
import { SECRETS } from '../../rulesets/secrets.ts';
import { foldLetters } from '../../text/normalize.ts';
import { isWordCode } from '../automaton.ts';
import { createOpener, PIECE } from '../open-pattern.ts';
import { LITERALS } from '../rule-literals.ts';
import { BREAKING_SIGNS } from './words.ts';

type OpenRule = Readonly<{ rule: Rule; pattern: RegExp; longest: number }>;

/** A rule whose match is always one word needs no look of its own: the last word is held anyway. */
const isOneWord = (rest: string): boolean =>
  (rest.match(PIECE) ?? []).every((token) => {
    if (/^(?:\(|[)|?*+]$)/.test(token)) return true;
    const pattern = new RegExp(token === '{' || token === '}' ? `\\${token}` : token);
    return ![...BREAKING_SIGNS].some((sign) => pattern.test(sign));
  });

const openRule = (rule: Rule): OpenRule => {
  const { open, longest } = createOpener(foldLetters(rule.rest).replaceAll(' ', '[^a-z0-9.!?;]{1,6}'));
  return { rule, pattern: new RegExp(open, 'uy'), longest };
};

const WORDY_RULES = SECRETS.rules
  .filter(({ rest }) => !isOneWord(rest.replaceAll(/\{[\d,]+\}/g, '')))
  .map(openRule);
const NOT_BEGUN: readonly OpenRule[] = [];
/** For each literal of the automaton the rules of these that begin with it. */
const BEGUN: readonly (readonly OpenRule[])[] = LITERALS.map(({ rules }) =>
  WORDY_RULES.filter((open) => rules.some(({ rule }) => rule === open.rule)),
);

/** So much of the end of a beginning tells which ones it may be. */
const END_CHARS = 3;

/** Beginnings of literals of several words, by their last characters; the longest first. */
const BEGINNINGS: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  new Set(
    SECRETS.rules
      .flatMap(({ starts }) => starts.map((start) => foldLetters(start).toLowerCase()))
      .flatMap((start) => Array.from({ length: start.length }, (_, length) => start.slice(0, length)))
      .filter((beginning) => [...beginning].some((character) => BREAKING_SIGNS.includes(character)))
      .toSorted((a, b) => b.length - a.length),
  ),
  (beginning) => beginning.slice(-END_CHARS),
);
const WORD_BEGINS = /(?:^|[^a-z\d]|\\[nrt])$/;
const LONGEST_BEGINNING = Math.max(0, ...[...BEGINNINGS.values()].flat().map(({ length }) => length));

/** Keywords of secrets, and what may follow them. */
export const keywordFrom = (text: string, before: number): number => {
  const { hits, lower } = readFacts(text);
  let lowest = before;
  for (let i = 0; i < hits.length; i += 2) {
    const number = hits[i] ?? 0;
    const begun = BEGUN[number] ?? NOT_BEGUN;
    if (begun.length === 0) continue;
    const end = hits[i + 1] ?? 0;
    const start = end - (LITERALS[number]?.text.length ?? 0);
    const isAny = (open: OpenRule): boolean =>
      text.length - end <= open.longest && isOpen(open, text, lower(), start, end);
    if (start < lowest && begun.some(isAny)) lowest = start;
  }
  return lowest;
};

const isOpen = (
  { rule, pattern }: OpenRule,
  text: string,
  lower: string,
  start: number,
  end: number,
): boolean => {
  if (rule.exact === true && !rule.starts.includes(text.slice(start, end))) return false;
  pattern.lastIndex = end;
  return pattern.test(rule.exact === true ? text : lower);
};

export const beginningFrom = (text: string): number => {
  const end = text.slice(-END_CHARS).toLowerCase();
  for (let length = END_CHARS; length > 0; length--) {
    const beginnings = BEGINNINGS.get(end.slice(-length));
    const at = beginnings === undefined ? text.length : longestBeginning(text, beginnings);
    if (at < text.length) return at;
  }
  return text.length;
};

const longestBeginning = (text: string, beginnings: readonly string[]): number => {
  const lower = text.slice(-LONGEST_BEGINNING - 2).toLowerCase();
  for (const beginning of beginnings) {
    if (!lower.endsWith(beginning)) continue;
    const at = lower.length - beginning.length;
    if (!isWordCode(lower.charCodeAt(at)) || WORD_BEGINS.test(lower.slice(0, at)))
      return text.length - lower.length + at;
  }
  return text.length;
};
