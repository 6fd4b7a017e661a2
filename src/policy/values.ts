import { ENTITY_NAMES } from '../detection/entities/names.ts';
import { asciiDigit } from '../detection/text/decimal-digits.ts';

/** Where a sign or a letter's case more makes another value. */
const EXACT: ReadonlySet<string> = new Set(['EMAIL_ADDRESS', 'IP_ADDRESS', 'CRYPTO']);
/** Letters and digits alone tell such a number from others; how it is grouped does not. */
const COMPACT: ReadonlySet<string> = new Set(ENTITY_NAMES.filter((name) => !EXACT.has(name)));
const CASELESS: ReadonlySet<string> = new Set(['EMAIL_ADDRESS', 'IP_ADDRESS', 'URL']);

/** No number is longer with all its signs, so what is longer is a number in another form, and stands for itself. */
const MAX_COMPACT_CHARS = 80;
const NUMBER = /^[\p{L}\p{N}\s.,:()/+–-]+$/u;

/**
 * What two notations of the same value have in common: a card number with and without blanks, an e-mail address in capitals.
 * Notations of different values never have it in common.
 *
 * @param entity As in `Finding.subType`.
 */
export const canonical = (entity: string, value: string): string => {
  const plain = value.normalize('NFKC').trim();
  if (CASELESS.has(entity)) return plain.toLowerCase();
  if (!COMPACT.has(entity) || plain.length > MAX_COMPACT_CHARS || !NUMBER.test(plain)) return value;
  const compact = plain
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/\p{Nd}/gu, (digit) => asciiDigit(digit) ?? digit)
    .toUpperCase();
  // With a country's code a telephone number is another one than the same digits without.
  return plain.startsWith('+') ? `+${compact}` : compact;
};
