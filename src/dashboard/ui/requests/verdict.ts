import { OUTCOMES, SENSITIVITIES, SENSITIVITY_WORDS } from '../components/badges.tsx';
import { label, score } from '../lib/format.ts';
import type { Finding, RequestDetail } from '../lib/types.ts';
import { visibleString } from '../lib/visible.ts';

/** How much a finding says: a threat more than what is none, the more the looser the setting. */
const weight = ({ loosest, confidence }: Finding): number =>
  loosest === null ? confidence : confidence + SENSITIVITIES.length - SENSITIVITIES.indexOf(loosest);

const worst = ({ findings }: RequestDetail) =>
  findings.filter(({ exclusionId }) => exclusionId === null).toSorted((a, b) => weight(b) - weight(a))[0];

const reason = (detail: RequestDetail): string => {
  const finding = worst(detail);
  if (finding === undefined) return '';
  const what = `${label(finding.category).toLowerCase()} (${visibleString(label(finding.subType).toLowerCase())})`;
  const where =
    finding.direction === 'input' ? `in the ${visibleString(finding.role)} text` : 'in the answer';
  return `${what} was found ${where} with confidence ${score(finding.confidence)}`;
};

const comparison = (detail: RequestDetail): string => {
  const finding = worst(detail);
  if (finding === undefined) return '';
  const threshold = finding.thresholds[detail.sensitivity];
  const name = SENSITIVITY_WORDS[detail.sensitivity].word;
  const words = finding.confidence >= threshold ? 'at or above' : 'below';
  return threshold > 1
    ? `, which ${name} never enforces for such text`
    : `, ${words} the threshold of ${name} (${score(threshold)})`;
};

/** Why it went as it went, in one sentence. */
export const verdictSentence = (detail: RequestDetail): string => {
  const why = reason(detail);
  const { outcome, mode, wouldBlock, errorCode } = detail;
  if (outcome === 'refused')
    return `Refused before any text was judged${errorCode === null ? '' : `: ${visibleString(errorCode)}`}.`;
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
  if (wouldBlock) return `Let through because the mode was ${mode}: ${why}${end}.`;
  return `${OUTCOMES[outcome].word}: ${why}${end}.`;
};
