import { codeAt } from '../text/code-units.ts';
import type { Candidate, Samples } from './entity.ts';
import { isAlphanumeric, isLetter, isUpper, sticky } from './letters.ts';

/** The IBAN registry's lengths. */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 ' +
    'FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 ' +
    'LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 ' +
    'RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const A = 65;
const HEAD = 4;

/** @param iban In capitals, without separators. */
export const ibanIsValid = (iban: string): boolean => {
  let rest = 0;
  for (let i = HEAD; i < iban.length + HEAD; i++) {
    const code = iban.charCodeAt(i % iban.length);
    rest = code < A ? (rest * 10 + code - 48) % 97 : (rest * 100 + code - A + 10) % 97;
  }
  return rest === 1;
};

/** In capitals however it is divided, in small letters in one piece or in fours as on paper. */
const IBAN = /[A-Z]{2}[ -]?\d{2}(?:[ \n./_+-]?[A-Z\d]){11,30}/y;
const LOWER_IBAN =
  /[a-z]{2}\d{2}(?:(?:[ \n-][a-z\d]{4}){2,7}(?:[ \n-][a-z\d]{1,3})?(?![a-z\d])|[a-z\d]{11,30})/iy;

const NO_SMALL_LETTER = /^[A-Z\d]+$/;
const OF_DIGITS = /^..\d+$/;

/** Whether a letter behind an account is of what touches it: behind digits alone, or a small one behind capitals. */
const isOtherBehind = (account: string, behind: number): boolean =>
  isLetter(behind) && (OF_DIGITS.test(account) || (!isUpper(behind) && NO_SMALL_LETTER.test(account)));

/** An account number whose two letters begin at `start`. */
export const ibanAt = (text: string, start: number): Candidate | undefined => {
  if (!isLetter(codeAt(text, start)) || !isLetter(codeAt(text, start + 1))) return undefined;
  const length = IBAN_LENGTHS[text.slice(start, start + 2).toUpperCase()];
  if (length === undefined) return undefined;
  const isCapital = isUpper(codeAt(text, start)) && isUpper(codeAt(text, start + 1));
  const matched = (isCapital ? sticky(text, IBAN, start) : undefined) ?? sticky(text, LOWER_IBAN, start);
  if (matched === undefined) return undefined;
  let end = start;
  let compact = '';
  for (; compact.length < length && end < start + matched.length; end++) {
    if (isAlphanumeric(codeAt(text, end))) compact += text.charAt(end);
  }
  const isEnd = !isAlphanumeric(codeAt(text, end)) || isOtherBehind(compact, codeAt(text, end));
  compact = compact.toUpperCase();
  if (compact.length !== length || !isEnd || !ibanIsValid(compact)) return undefined;
  return { name: 'IBAN_CODE', score: 0.98, span: { start, end }, isChecked: true };
};

export const IBAN_SAMPLES: Samples = {
  match: [
    'DE89 3704 0044 0532 0130 00',
    'IBAN:DE89370400440532013000',
    'GB29-NWBK-6016-1331-9268-19',
    'gb29nwbk60161331926819',
    'gb29 nwbk 6016 1331 9268 19',
    'FR1420041010050500013M02606 and more',
    'NO9386011117947',
    'Gb29Nwbk60161331926819',
    'DE89 3704 0044\n0532 0130 00',
    'gb29 nwbk 6016 1331\n9268 19',
    'GB29/NWBK/6016/1331/9268/19',
    'account_GB29NWBK60161331926819',
    'GB29_NWBK_6016_1331_9268_19',
    'DE 8937 0400 4405 3201 3000',
    'IBANDE89370400440532013000',
    'iban=DE89+3704+0044+0532+0130+00',
  ],
  noMatch: [
    'DE89 3704 0044 0532 0130 01',
    'DE8937040044053201300',
    'XX89370400440532013000',
    'xDE89370400440532013000',
    'DE893704004405320130001',
  ],
};
