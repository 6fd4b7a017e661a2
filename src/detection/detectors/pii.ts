import type { Span } from '../../chat/segment.ts';
import type { Detector } from '../detector.ts';
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

const entity = (subType: Entity, score: number, span: Span): RawFinding => ({
  ruleId: RULE_IDS[subType],
  category: 'pii',
  subType,
  score,
  span,
});

const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 ' +
    'FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 ' +
    'LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ' +
    'ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const luhn = (digits: string): boolean => {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
};

const CARD_PREFIX =
  /^(?:4(?:\d{12}|\d{15}|\d{18})$|5[1-5]\d{14}$|2[2-7]\d{14}$|3[47]\d{13}$|6(?:011|5\d\d|4[4-9]\d)\d{12}$|35\d{14}$|3(?:0[0-5]|[68]\d)\d{11}$|62\d{14,17}$)/u;

const ibanIsValid = (iban: string): boolean => {
  let rest = 0;
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(letter, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
};

const sticky = (text: string, pattern: RegExp, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

const CARD = /\d(?:[ -]?\d){11,18}(?![\d-])/y;
const SSN = /\d{3}([ -])\d{2}\1\d{4}(?![\w-])/y;
const IPV4 = /(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}(?![\w.]?\d|\.\w)/y;
const IPV6 = /(?<![\w:])(?:[\da-f]{1,4}:){2,7}(?::?[\da-f]{1,4}){1,6}(?![\w:])/giu;
const IBAN = /[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]){11,30}/y;
const PHONE = /(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,4}\)[ .-]?)?\d{2,5}(?:[ .-]?\d{2,5}){1,4}(?![\w-]|[.,/]\d)/y;
const PHONE_CONTEXT =
  /(?:phone|tel|call|mobile|cell|fax|whatsapp|contact|ring|dial|sms|text me|handy|telefon|tél|número|numero)[^\n]{0,24}$/iu;
const SSN_CONTEXT = /(?:\bssn\b|social security)[^\n]{0,40}$/iu;
const PRIVATE_IP =
  /^(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|255\.|22[4-9]\.|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/u;

const cardAt = (text: string, at: number): RawFinding | undefined => {
  const matched = sticky(text, CARD, at);
  const digits = matched?.replace(/[ -]/gu, '') ?? '';
  if (matched === undefined || !CARD_PREFIX.test(digits) || !luhn(digits) || /^(\d)\1+$/u.test(digits))
    return undefined;
  return entity('CREDIT_CARD', 0.97, { start: at, end: at + matched.length });
};

const ssnAt = (text: string, at: number): RawFinding | undefined => {
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
  const matched = sticky(text, IPV4, at);
  if (matched === undefined || /(?:v|version|release)[ :]?$/iu.test(text.slice(Math.max(0, at - 9), at)))
    return undefined;
  return entity('IP_ADDRESS', PRIVATE_IP.test(matched) ? 0.4 : 0.65, { start: at, end: at + matched.length });
};

const phoneAt = (text: string, at: number): RawFinding | undefined => {
  const lead = /[+(]{1,2}$/u.exec(text.slice(Math.max(0, at - 2), at))?.[0].length ?? 0;
  const start = at - lead;
  const matched = sticky(text, PHONE, start) ?? sticky(text, PHONE, at);
  const digits = matched?.replace(/\D/gu, '') ?? '';
  if (matched === undefined || digits.length < 9 || digits.length > 15) return undefined;
  if (/^(?:19|20)\d\d[-.]\d\d[-.]\d\d/u.test(matched)) return undefined;
  const known = PHONE_CONTEXT.test(text.slice(Math.max(0, start - 40), start));
  const shaped = /[ .()-]/u.test(matched);
  const international = matched.startsWith('+');
  if (!known && !international && !/^\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}$/u.test(matched)) return undefined;
  const score = known || (international && shaped) ? 0.85 : 0.65;
  return entity('PHONE_NUMBER', score, { start, end: start + matched.length });
};

const ibanAt = (text: string, start: number): RawFinding | undefined => {
  const matched = sticky(text, IBAN, start);
  const length = IBAN_LENGTHS[text.slice(start, start + 2)];
  if (matched === undefined || length === undefined) return undefined;
  let end = start;
  let compact = '';
  for (; compact.length < length && end < start + matched.length; end++) {
    if (text[end] !== ' ' && text[end] !== '-') compact += text[end];
  }
  if (compact.length !== length || /[A-Za-z\d]/u.test(text[end] ?? '') || !ibanIsValid(compact))
    return undefined;
  return entity('IBAN_CODE', 0.98, { start, end });
};

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isWord = (code: number): boolean =>
  isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;

const numberAt = (text: string, at: number): RawFinding | undefined =>
  cardAt(text, at) ?? ssnAt(text, at) ?? ipAt(text, at) ?? phoneAt(text, at);

/** All that begins with a digit, and IBANs, whose first digit is their third character. */
const findNumbers = (text: string): RawFinding[] => {
  const found: RawFinding[] = [];
  for (let i = 0; i < text.length; i++) {
    if (!isDigit(text.charCodeAt(i))) continue;
    const before = text.charCodeAt(i - 1);
    const iban =
      before >= 65 && before <= 90 && !isWord(text.charCodeAt(i - 3)) ? ibanAt(text, i - 2) : undefined;
    const finding = iban ?? (isWord(before) || before === 46 ? undefined : numberAt(text, i));
    if (finding !== undefined) {
      found.push(finding);
      i = Math.max(i, finding.span.end - 1);
    }
    while (isDigit(text.charCodeAt(i + 1))) i++;
  }
  return found;
};

const LOCAL_PART = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_%+][\p{L}\p{N}._%+-]{0,63}$/u;
export const DOMAIN =
  /@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,6}\p{L}{2,24}(?![\p{L}\p{N}])/uy;

const findEmails = (text: string): RawFinding[] => {
  const found: RawFinding[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const domain = sticky(text, DOMAIN, at);
    const local = domain === undefined ? null : LOCAL_PART.exec(text.slice(Math.max(0, at - 65), at));
    if (domain === undefined || local === null) continue;
    found.push(entity('EMAIL_ADDRESS', 0.95, { start: at - local[0].length, end: at + domain.length }));
  }
  return found;
};

const findIpv6 = (text: string): RawFinding[] => {
  if (!/[\da-f]:[\da-f]{0,4}:/iu.test(text)) return [];
  return Array.from(text.matchAll(IPV6), (match) => {
    const score = (match[0].match(/:/gu)?.length ?? 0) >= 4 && /\d/u.test(match[0]) ? 0.65 : 0.4;
    return entity('IP_ADDRESS', score, { start: match.index, end: match.index + match[0].length });
  }).filter((finding) => finding.score > 0.4);
};

/** Personal data by Presidio's entity names; numbers that carry a checksum must pass it. */
export const pii: Detector = {
  id: 'pii',
  applies: () => true,
  detect: (text) => [...findEmails(text), ...findNumbers(text), ...findIpv6(text)],
};
