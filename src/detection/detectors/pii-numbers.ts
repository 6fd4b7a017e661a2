import type { RawFinding } from '../matcher.ts';
import { cardAt } from './card-number.ts';
import { ibanAt } from './iban.ts';
import { createPhoneFinder } from './phone-number.ts';
import { entity, isDigit, isWord, sticky } from './pii-entity.ts';

const BLANK = 0x20;
const HYPHEN = 0x2d;
const DOT = 0x2e;

const SSN = /\d{3}([ -])\d{2}\1\d{4}(?![\w-])/y;
const SSN_CONTEXT = /(?:\bssn\b|social security)[^\n]{0,40}$/iu;
const IPV4 = /(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}(?![\w.]?\d|\.\w)/y;
const PRIVATE_IP =
  /^(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|255\.|22[4-9]\.|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/u;

const ssnAt = (text: string, at: number): RawFinding | undefined => {
  const separator = text.charCodeAt(at + 3);
  if ((separator !== BLANK && separator !== HYPHEN) || text.charCodeAt(at + 6) !== separator)
    return undefined;
  const matched = sticky(text, SSN, at);
  if (matched === undefined || /^(?:000|666|9)|^...[ -]00|0000$/u.test(matched)) return undefined;
  const score = SSN_CONTEXT.test(text.slice(Math.max(0, at - 60), at))
    ? 0.97
    : matched[3] === '-'
      ? 0.85
      : 0.4;
  return entity('US_SSN', score, { start: at, end: at + matched.length });
};

const ipAt = (text: string, at: number): RawFinding | undefined => {
  let dot = at + 1;
  while (dot < at + 3 && isDigit(text.charCodeAt(dot))) dot++;
  if (text.charCodeAt(dot) !== DOT) return undefined;
  const matched = sticky(text, IPV4, at);
  if (matched === undefined || /(?:v|version|release)[ :]?$/iu.test(text.slice(Math.max(0, at - 9), at)))
    return undefined;
  return entity('IP_ADDRESS', PRIVATE_IP.test(matched) ? 0.4 : 0.65, { start: at, end: at + matched.length });
};

/** Cards, telephone and social security numbers have at least this many digits, within as many characters. */
const MIN_DIGITS = 9;
const LONGEST_NUMBER = 45;

const NUMBER_CHARACTERS = new Uint8Array(128);
for (const character of '0123456789 .()+-') NUMBER_CHARACTERS[character.charCodeAt(0)] = 1;

/** A look ahead that rules most numbers out: few have nine digits, or three dots. */
const mayBeEntity = (text: string, at: number): boolean => {
  let digits = 0;
  let dots = 0;
  for (let i = at; i < at + LONGEST_NUMBER; i++) {
    const code = text.charCodeAt(i);
    if (NUMBER_CHARACTERS[code] !== 1) break;
    if (isDigit(code)) digits++;
    else if (code === DOT) dots++;
    if (digits >= MIN_DIGITS || dots > 2) return true;
  }
  return false;
};

const isUpper = (code: number): boolean => code >= 65 && code <= 90;

/**
 * All that begins with a digit, and IBANs, whose first digit is their third character.
 *
 * @param marks Where runs of digits begin, among others.
 */
export const findNumbers = (text: string, marks: readonly number[]): RawFinding[] => {
  const found: RawFinding[] = [];
  const phoneAt = createPhoneFinder(text);
  const findAt = (at: number): RawFinding | undefined => {
    const before = text.charCodeAt(at - 1);
    const iban = isUpper(before) && !isWord(text.charCodeAt(at - 3)) ? ibanAt(text, at - 2) : undefined;
    if (iban !== undefined || isWord(before) || before === DOT || !mayBeEntity(text, at)) return iban;
    return cardAt(text, at) ?? ssnAt(text, at) ?? ipAt(text, at) ?? phoneAt(at);
  };
  let end = 0;
  for (const at of marks) {
    const finding = at < end || !isDigit(text.charCodeAt(at)) ? undefined : findAt(at);
    if (finding === undefined) continue;
    found.push(finding);
    ({ end } = finding.span);
  }
  return found;
};
