import { createSecretKey, randomBytes } from 'node:crypto';
import { keyedHash } from '../platform/keyed-hash.ts';
import { nameOf } from '../policy/redact.ts';
import { canonical } from '../policy/values.ts';
import type { Place } from './places.ts';

/** The hash of a value; the same for all its notations, different for every entity. */
export type HashValue = (entity: string, canonicalValue: string) => string;

/** 64 bits: enough to tell the values of a deployment apart. */
const HASH_CHARS = 16;

/**
 * HMAC-SHA256 in hexadecimal, cut to 16 digits. Without the secret nobody can look up a guess.
 *
 * @param secret Of the operator's; without one, hashes of two processes have nothing in common.
 */
export const createValueHash = (secret?: string): HashValue => {
  const key = createSecretKey(secret === undefined ? randomBytes(32) : Buffer.from(secret));
  return (entity, value) => keyedHash(key, `${entity}\0${value}`).slice(0, HASH_CHARS);
};

/** What stands in the place of a value for good: `<EMAIL_ADDRESS>`, or with its hash, `<EMAIL_ADDRESS:9f3a…>`. */
export const placeholderFor = (
  { finding, value, replacement }: Pick<Place, 'finding' | 'value' | 'replacement'>,
  hashValue: HashValue,
): string => {
  const name = nameOf(finding);
  if (replacement !== 'hash') return `<${name}>`;
  const { subType } = finding;
  return `<${name}:${hashValue(subType.toUpperCase(), canonical(subType, value))}>`;
};
