import type { Span } from '../../chat/segment.ts';
import type { RawFinding } from '../matcher.ts';

const RULE_IDS = {
  EMAIL_ADDRESS: 'PII-1001',
  CREDIT_CARD: 'PII-1002',
  IBAN_CODE: 'PII-1003',
  US_SSN: 'PII-1004',
  IP_ADDRESS: 'PII-1005',
  PHONE_NUMBER: 'PII-1006',
} as const;
type Entity = keyof typeof RULE_IDS;

export const entity = (subType: Entity, score: number, span: Span): RawFinding => ({
  ruleId: RULE_IDS[subType],
  category: 'pii',
  subType,
  score,
  span,
});

/** What `pattern`, which is sticky, matches at `at`. */
export const sticky = (text: string, pattern: RegExp, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

export const isAlphanumeric = (code: number): boolean =>
  isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

export const isWord = (code: number): boolean => isAlphanumeric(code) || code === 95;
