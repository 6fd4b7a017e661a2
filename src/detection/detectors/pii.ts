import type { Detector } from '../detector.ts';
import type { RawFinding } from '../matcher.ts';
import { readFacts } from '../text-facts.ts';
import { entity, isAlphanumeric, sticky } from './pii-entity.ts';
import { findNumbers } from './pii-numbers.ts';

const LOCAL_PART = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_%+][\p{L}\p{N}._%+-]{0,63}$/u;
export const DOMAIN =
  /@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,6}\p{L}{2,24}(?![\p{L}\p{N}])/uy;
const LONGEST_LOCAL_PART = 64;
const DOT = 0x2e;
const HYPHEN = 0x2d;

/** Characters of the part before the sign. */
const LOCAL_CHARACTERS = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  if (isAlphanumeric(code) || '._%+-'.includes(String.fromCharCode(code))) LOCAL_CHARACTERS[code] = 1;
}

/** False where no domain of ASCII letters can follow the sign; a domain of others needs the pattern. */
const mayHaveDomain = (text: string, at: number): boolean => {
  let i = at + 1;
  while (isAlphanumeric(text.charCodeAt(i)) || (text.charCodeAt(i) === HYPHEN && i > at + 1)) i++;
  const code = text.charCodeAt(i);
  return code > 127 || (code === DOT && i > at + 1);
};

const localPartBefore = (text: string, at: number): number => {
  let start = at;
  while (LOCAL_CHARACTERS[text.charCodeAt(start - 1)] === 1 && at - start <= LONGEST_LOCAL_PART) start--;
  if (text.charCodeAt(start - 1) > 127)
    return LOCAL_PART.exec(text.slice(Math.max(0, at - LONGEST_LOCAL_PART - 1), at))?.[0].length ?? 0;
  const first = text.charCodeAt(start);
  return at - start > LONGEST_LOCAL_PART || first === DOT || first === HYPHEN ? 0 : at - start;
};

const findEmails = (text: string): RawFinding[] => {
  const found: RawFinding[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const domain = mayHaveDomain(text, at) ? sticky(text, DOMAIN, at) : undefined;
    const local = domain === undefined ? 0 : localPartBefore(text, at);
    if (domain === undefined || local === 0) continue;
    found.push(entity('EMAIL_ADDRESS', 0.95, { start: at - local, end: at + domain.length }));
  }
  return found;
};

const IPV6 = /(?<![\w:])(?:[\da-f]{1,4}:){2,7}(?::?[\da-f]{1,4}){1,6}(?![\w:])/iuy;
const COLON = 0x3a;
const LONGEST_GROUP = 4;

const isHex = (code: number): boolean => isAlphanumeric(code) && (code | 0x20) < 0x67;

/** Addresses consist of hexadecimal digits and colons only, so each begins where such a run does. */
const findIpv6 = (text: string): RawFinding[] => {
  const found: RawFinding[] = [];
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at)) {
    const colon = at;
    at++;
    while (isHex(text.charCodeAt(at))) at++;
    if (text.charCodeAt(at) !== COLON || at - colon - 1 > LONGEST_GROUP) continue;
    let start = colon;
    while (isHex(text.charCodeAt(start - 1)) || text.charCodeAt(start - 1) === COLON) start--;
    const matched = sticky(text, IPV6, start);
    while (isHex(text.charCodeAt(at)) || text.charCodeAt(at) === COLON) at++;
    if (matched === undefined || matched.split(':').length < 5 || !/\d/u.test(matched)) continue;
    found.push(entity('IP_ADDRESS', 0.65, { start, end: start + matched.length }));
  }
  return found;
};

/** Personal data by Presidio's entity names; numbers that carry a checksum must pass it. */
export const pii: Detector = {
  id: 'pii',
  applies: () => true,
  detect: (text, _context, facts = readFacts(text)) => [
    ...findEmails(text),
    ...findNumbers(text, facts.marks),
    ...findIpv6(text),
  ],
};
