import type { Span } from '../../chat/segment.ts';
import { GatewayError } from '../../errors.ts';
import type { Finding } from '../findings.ts';

const UNREAD = 'unread';

/**
 * Says that a text can be read in more ways than were read. It goes the way of the findings, so that whoever keeps these keeps it, and
 * is taken from them before anything is decided.
 */
export const unreadAt = (span: Span): Finding => ({
  ruleId: UNREAD,
  category: 'prompt_injection',
  subType: 'obfuscated_instruction',
  score: 0,
  span,
  view: UNREAD,
});

export const isUnread = ({ ruleId }: Pick<Finding, 'ruleId'>): boolean => ruleId === UNREAD;

const isRead = (finding: Pick<Finding, 'ruleId'>): boolean => !isUnread(finding);

/** The findings themselves. */
export const withoutUnread = <Each extends Finding>(findings: readonly Each[]): readonly Each[] =>
  findings.some(isUnread) ? findings.filter(isRead) : findings;

export const tooManyReadings = (): GatewayError =>
  new GatewayError('TOO_MANY_READINGS', 'A text can be read in more ways than are scanned.');
