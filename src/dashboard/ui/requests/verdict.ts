import { OUTCOMES, SENSITIVITIES, SENSITIVITY_WORDS } from '../components/badges.tsx';
import { labelWithin, score } from '../lib/format.ts';
import type { Finding, RequestDetail } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';

/** The server lists findings in the order in which they decided the verdict. */
const worst = ({ findings }: RequestDetail) => {
  const counted = findings.filter(({ exclusionId }) => exclusionId === null);
  return counted.find(({ loosest }) => loosest !== null) ?? counted[0];
};

const isThreatAt = ({ loosest }: Finding, sensitivity: RequestDetail['sensitivity']): boolean =>
  loosest !== null && SENSITIVITIES.indexOf(loosest) <= SENSITIVITIES.indexOf(sensitivity);

const reason = (detail: RequestDetail): string => {
  const finding = worst(detail);
  if (finding === undefined) return '';
  const what = `${labelWithin(finding.category)} (${visibleString(labelWithin(finding.subType))})`;
  const where =
    finding.direction === 'input' ? `in the ${visibleString(finding.role)} text` : 'in the answer';
  return `${what} was found ${where} with confidence ${score(finding.confidence)}`;
};

/** Of an answer that was blocked the request may have been without a text, too. */
const isRemoved = ({ outcome, removed }: RequestDetail): boolean => removed && outcome !== 'blocked';

const isOnlyRemovable = ({ wouldBlock, wouldRemove }: RequestDetail): boolean => wouldRemove && !wouldBlock;

const comparison = (detail: RequestDetail): string => {
  const finding = worst(detail);
  if (finding === undefined) return '';
  if (isRemoved(detail)) return '. The request went on without that text';
  if (isOnlyRemovable(detail)) return '. In mode blocking the request would have gone on without that text';
  // A score that would do, and nothing that was or would be stopped: the policy has said so.
  if (detail.outcome !== 'blocked' && !detail.wouldBlock && isThreatAt(finding, detail.sensitivity)) {
    if (detail.outcome === 'redacted') return ', which the policy replaces';
    return detail.wouldRedact
      ? ', which the policy replaces in mode blocking'
      : ', which the policy only records';
  }
  const threshold = finding.thresholds[detail.sensitivity];
  const name = SENSITIVITY_WORDS[detail.sensitivity].word;
  const words = finding.confidence >= threshold ? 'at or above' : 'below';
  return threshold > 1
    ? `, which ${name} never enforces for such text`
    : `, ${words} the threshold of ${name} (${score(threshold)})`;
};

/** Refused behind the scan of all the rest. */
const UNJUDGED_CODES: ReadonlySet<string | null> = new Set(['too_many_readings', 'unreadable_part']);

const wordOf = (detail: RequestDetail): string =>
  isRemoved(detail) ? 'Removed' : OUTCOMES[detail.outcome].word;

const refusalOf = (errorCode: string | null): string => {
  const when = UNJUDGED_CODES.has(errorCode) ? 'for what could not be judged' : 'before any text was judged';
  return `Refused ${when}${errorCode === null ? '' : `: ${visibleString(errorCode)}`}.`;
};

const hasPassedThrough = ({ unjudged }: RequestDetail): boolean => (unjudged['pass_through'] ?? 0) > 0;

const verdictOf = (detail: RequestDetail): string => {
  const why = reason(detail);
  const { outcome, mode, wouldBlock, wouldRemove, errorCode } = detail;
  if (outcome === 'refused') return refusalOf(errorCode);
  if (hasPassedThrough(detail)) return 'Passed through unscanned, as policy.passThrough says of its path.';
  if (outcome === 'error')
    return `The scan or the provider failed${errorCode === null ? '' : `: ${visibleString(errorCode)}`}.`;
  if (why === '') {
    const excluded = detail.findings.length > 0 ? ' What was found is excluded by a rule of yours.' : '';
    return outcome === 'redacted'
      ? `Values were replaced before the text went on.${excluded}`
      : `Nothing that counts was found; it went through.${excluded}`;
  }
  const end = comparison(detail);
  if (outcome === 'blocked') return `Blocked: ${why}${end}.`;
  if (wouldBlock || wouldRemove) return `Let through because the mode was ${mode}: ${why}${end}.`;
  return `${wordOf(detail)}: ${why}${end}.`;
};

const NOBODY_KNOWS = 'the caller left or the provider did, and Envoy does not say which';
/** Codes that would mislead without a word: none of these is a fault of the gateway's, some are nobody's. */
const ENDINGS = new Map([
  ['client_closed_request', 'The caller did not wait for the answer'],
  ['answer_interrupted', `The answer broke off before it was whole: ${NOBODY_KNOWS}`],
  ['stream_interrupted', `The stream broke off: ${NOBODY_KNOWS}`],
]);

const endingOf = (code: string): string => {
  const known = ENDINGS.get(code);
  return known === undefined ? `It failed all the same: ${visibleString(code)}.` : `${known} (${code}).`;
};

/** Why it went as it went, in a sentence or two. */
export const verdictSentence = (detail: RequestDetail): string => {
  const { outcome, errorCode } = detail;
  const isSaid = outcome === 'blocked' || outcome === 'refused' || outcome === 'error';
  const failure = isSaid || errorCode === null ? '' : ` ${endingOf(errorCode)}`;
  return `${verdictOf(detail)}${failure}`;
};
