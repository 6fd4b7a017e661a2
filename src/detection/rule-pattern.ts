import { createFilter, type Filter } from './lazy-filter.ts';
import { foldLetters } from './normalize.ts';
import type { Rule } from './rulesets/ruleset.ts';

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

/** The pattern of what follows a rule's literals, and the filter in front of it. */
export const compileRest = (rule: Rule): Readonly<{ pattern: RegExp; mayMatch: Filter }> => {
  const source = spellOut(foldLetters(rule.rest).replaceAll(' ', GAP));
  return { pattern: new RegExp(source, 'y'), mayMatch: createFilter(source, rule.exact === true) };
};
