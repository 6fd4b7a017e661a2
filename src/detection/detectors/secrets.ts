import type { Span } from '../../chat/segment.ts';
import type { Detector } from '../detector.ts';
import { readFacts } from '../facts/text-facts.ts';
import { matchRules, type RawFinding, together } from '../matching/matcher.ts';
import { SECRETS } from '../rulesets/secrets.ts';
import { desHashes } from '../secrets/des-hashes.ts';
import { passwordsOfMails } from '../secrets/mail-passwords.ts';
import { markedRuns } from '../secrets/marked-runs.ts';
import { secretsBehindNames } from '../secrets/named-runs.ts';
import { secretsInColumns } from '../secrets/secret-columns.ts';
import { secretLiterals } from '../secrets/secret-literals.ts';
import { findBorrowed } from '../secrets/secretlint.ts';
import { secretsOfTerraform } from '../secrets/terraform-secrets.ts';
import { wrappedTokens } from '../secrets/wrapped-tokens.ts';

/** A kind that says more than "something secret" goes first, then what is surer, then what is longer. */
const isBetter = (a: RawFinding, b: RawFinding): boolean => {
  const isSpecific = a.subType !== SECRETS.subType;
  if (isSpecific !== (b.subType !== SECRETS.subType)) return isSpecific;
  if (a.score !== b.score) return a.score > b.score;
  const longer = a.span.end - a.span.start - (b.span.end - b.span.start);
  return longer === 0 ? a.ruleId < b.ruleId : longer > 0;
};

/**
 * Of findings one of which holds the other, one is left: of the best kind, and as long as the longer one, so that nothing
 * that one of them saw stays in sight. Those that overlap in part stay as they are, whatever part of a stream is known.
 */
const mergeOverlaps = (found: readonly RawFinding[]): readonly RawFinding[] => {
  const merged: { best: RawFinding; span: Span }[] = [];
  const sorted = found.toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  for (const finding of sorted) {
    const last = merged.at(-1);
    if (last === undefined || last.span.end < finding.span.end)
      merged.push({ best: finding, span: finding.span });
    else if (isBetter(finding, last.best)) last.best = finding;
  }
  return merged.map(({ best, span }) => ({ ...best, span }));
};

/** Lines of a test run: a result follows another one, and what it names is spelt as tests are. */
const BELOW_RESULT =
  /(?:^|\n) ?(?:X?PASS|X?FAIL|SKIP|UNSUPPORTED|UNTESTED|Running)\b[^\n]{0,200}\n ?PASS: $/u;
const IS_TEST = /^\.?[a-z][a-z\d_]*(?:[-/.:+][a-z\d_]+)*:?$/u;
const RESULT_REACH = 240;

const isTestResult = (text: string, { ruleId, span: { start, end } }: RawFinding): boolean =>
  (ruleId === 'SE-1130' || ruleId === 'SE-1017') &&
  text.startsWith('PASS: ', start - 6) &&
  IS_TEST.test(text.slice(start, end)) &&
  BELOW_RESULT.test(text.slice(Math.max(0, start - RESULT_REACH), start));

const NOTHING: readonly RawFinding[] = [];

/** Keys, tokens and passwords, in both directions: our rules and secretlint's. */
export const secrets: Detector = {
  id: 'secrets',
  readings: 'plain',
  sparesPlainWords: true,
  applies: () => true,
  detect: (text, { direction, table }, facts = readFacts(text)) => {
    const own = matchRules(text, SECRETS, facts).filter((each) => !isTestResult(text, each));
    const borrowed = findBorrowed(facts);
    const placed = together(
      secretsInColumns(facts, table),
      together(markedRuns(facts), secretsBehindNames(facts, own)),
    );
    const listed = together(
      together(passwordsOfMails(text), desHashes(text)),
      secretLiterals(facts, direction),
    );
    // A stream would have to hold every token until the next line, and what is declared until its end.
    const wrapped = direction === 'input' ? wrappedTokens(facts) : NOTHING;
    const declared = direction === 'input' ? secretsOfTerraform(facts) : NOTHING;
    const all = together(
      together(own, together(borrowed, declared)),
      together(placed, together(listed, wrapped)),
    );
    return all.length < 2 ? all : mergeOverlaps(all);
  },
};
