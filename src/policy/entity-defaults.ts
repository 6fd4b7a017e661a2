import type { Direction } from '../chat/segment.ts';
import type { EntityAction } from './settings.ts';

/** Numbers that stand for a person or his money, and nobody else's business. */
const PROTECTED: ReadonlySet<string> = new Set([
  'CREDIT_CARD',
  'IBAN_CODE',
  'US_SSN',
  'US_ITIN',
  'US_PASSPORT',
  'US_DRIVER_LICENSE',
  'US_BANK_NUMBER',
  'UK_NHS',
  'UK_NINO',
  'ES_NIF',
  'ES_NIE',
  'IT_FISCAL_CODE',
  'PL_PESEL',
  'FR_NIR',
  'DE_TAX_ID',
  'NL_BSN',
  'IN_AADHAAR',
  'IN_PAN',
  'AU_TFN',
  'AU_MEDICARE',
  'SG_NRIC_FIN',
  'BR_CPF',
]);

/** Found in nearly every text, and of little harm in most. */
const OFF: ReadonlySet<string> = new Set(['PERSON', 'LOCATION', 'DATE_TIME', 'URL', 'NRP']);

/** Secret kinds go by small letters in findings. */
const isSecret = (entity: string): boolean => entity !== entity.toUpperCase();

/**
 * What is done about an entity that the operator has not set, once it is found with certainty.
 *
 * A secret is masked in requests, not tokenised: no model needs to handle one, and what is never put back cannot be carried
 * out by an order that was injected into the answer.
 */
export const defaultAction = (entity: string, direction: Direction): EntityAction => {
  if (isSecret(entity)) return 'mask';
  if (PROTECTED.has(entity)) return direction === 'input' ? 'tokenize' : 'mask';
  return OFF.has(entity) ? 'off' : 'detect';
};
