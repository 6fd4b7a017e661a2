import type { RawFinding } from '../matcher.ts';
import { entity, sticky } from './pii-entity.ts';

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

const ibanIsValid = (iban: string): boolean => {
  let rest = 0;
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(letter, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
};

const IBAN = /[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]){11,30}/y;

/** An account number whose two letters begin at `start`. */
export const ibanAt = (text: string, start: number): RawFinding | undefined => {
  const length = IBAN_LENGTHS[text.slice(Math.max(0, start), start + 2)];
  const matched = length === undefined ? undefined : sticky(text, IBAN, start);
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
