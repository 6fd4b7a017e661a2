import type { Direction } from '../chat/segment.ts';
import { ENTITY_NAMES, type EntityName } from '../detection/entities/names.ts';
import type { EntityAction } from './settings.ts';

/** What is no number of a person or his money: an address is found in nearly every text, a company's number on every bill. */
const HARMLESS: ReadonlySet<EntityName> = new Set<EntityName>([
  'EMAIL_ADDRESS',
  'PHONE_NUMBER',
  'IP_ADDRESS',
  'MAC_ADDRESS',
  'CRYPTO',
  'ABA_ROUTING_NUMBER',
  'MEDICAL_LICENSE',
  'IT_VAT_CODE',
  'AU_ABN',
  'AU_ACN',
  'BR_CNPJ',
]);

/** Cards, accounts and national numbers. */
const PROTECTED: ReadonlySet<string> = new Set(ENTITY_NAMES.filter((name) => !HARMLESS.has(name)));

/** Found in nearly every text, and of little harm in most. */
export const RESERVED_ENTITIES: readonly string[] = ['PERSON', 'LOCATION', 'DATE_TIME', 'URL', 'NRP'];
const OFF: ReadonlySet<string> = new Set(RESERVED_ENTITIES);

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
