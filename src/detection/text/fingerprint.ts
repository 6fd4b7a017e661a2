import type { KeyObject } from 'node:crypto';
import type { Segment } from '../../chat/segment.ts';
import { keyedHash } from '../../platform/keyed-hash.ts';
import { normalize } from './normalize.ts';

/** Names a text without keeping it: 32 hex digits, the same however the text is spaced, cased or written in look-alikes. */
export type FingerprintOf = (segment: Pick<Segment, 'text'>) => string;

const DIGITS = 32;
/** Beyond so many UTF-16 code units a text is taken as it was sent: all of it counts, but only so much is normalised. */
const MAX_NORMALISED_CHARS = 65_536;

/**
 * What normalising drops may carry a message of its own, such as bits in zero-width characters or in stacked marks: then it
 * is another text, or an exclusion of the plain one would let the message through.
 */
const HIDDEN = /[\p{Cf}\p{M}\p{Co}\p{Cn}\u115f\u1160\u3164\uffa0]/gu;

const hiddenIn = (text: string): string => (text.normalize('NFC').match(HIDDEN) ?? []).join('');

/** Normalised text has one blank or line feed for each run of white space. */
const plain = (text: string): string => normalize(text).text.replaceAll('\n', ' ').trim().toLowerCase();

/**
 * @param secret The same on every replica, so that an exclusion made of one request meets the next one anywhere; nobody
 *   without it can look up a guess.
 */
export const createFingerprint = (secret: KeyObject): FingerprintOf => {
  const known = new WeakMap<object, string>();
  return (segment) => {
    const before = known.get(segment);
    if (before !== undefined) return before;
    const { text } = segment;
    const start = text.slice(0, MAX_NORMALISED_CHARS);
    const named = `fingerprint\0${plain(start)}\0${hiddenIn(start)}\0${text.slice(MAX_NORMALISED_CHARS)}`;
    const digest = keyedHash(secret, named).slice(0, DIGITS);
    known.set(segment, digest);
    return digest;
  };
};
