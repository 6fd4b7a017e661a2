import {
  digitsOf,
  isDate,
  isOneDigit,
  modulo,
  pairAt,
  passesLuhn,
  passesMod1110,
  weighted,
} from './checksums.ts';
import type { CodedEntity, Digits, NumberEntity } from './entity.ts';

const BEFORE_CHECKSUMS = 54;

const FIRST_OVERFLOW = 4;
/** Years up to this one are of this century. */
const LAST_OF_CENTURY = 39;

/** Fifty is added to the months of women; since 2004 twenty, too, where the numbers of a day have run out. */
const isBirthNumber = (digits: Digits): boolean => {
  const year = pairAt(digits, 0);
  const month = pairAt(digits, 2) % 50;
  const isOverflow = month > 20 && year >= FIRST_OVERFLOW && year <= LAST_OF_CENTURY;
  if (!isDate(pairAt(digits, 4), isOverflow ? month - 20 : month)) return false;
  if (year > LAST_OF_CENTURY && year < BEFORE_CHECKSUMS) return false;
  const rest = modulo(digits, 0, 9, 11);
  return (rest === 10 ? 0 : rest) === digits[9];
};

const BIRTH_NUMBER_WORDS = ['rodne cislo', 'rodneho cisla', 'rodnym cislem', 'rodne cisla', 'rodne c'].concat(
  ['birth number', 'rodnecislo'],
);

/** The same in Czechia and Slovakia. */
export const CZ_RODNE_CISLO: NumberEntity = {
  ...{ kind: 'number', name: 'CZ_RODNE_CISLO', lengths: [10], layouts: ['6/4'], check: isBirthNumber },
  words: BIRTH_NUMBER_WORDS,
  mayBeOfGoods: true,
  nearWords: ['rc', 'r c'],
  // Lots and files are numbered by days, too.
  scores: { announced: 0.97, written: 0.75 },
  samples: {
    match: ['710319/2745', 'rodné číslo 7103192745', 'RČ 7103192745', 'r. č.: 7103192745'],
    noMatch: ['710319/2746', 'rodné číslo 7113192745', '7103192745', 'objednávka 710319/2745'],
  },
};

const isOldBirthNumber = (digits: Digits): boolean =>
  pairAt(digits, 0) < BEFORE_CHECKSUMS && isDate(pairAt(digits, 4), pairAt(digits, 2) % 50);

/** Of those born before 1954: nothing but a day, too little for two letters in front of it. */
export const CZ_RODNE_CISLO_BY_DATE: NumberEntity = {
  ...{ kind: 'number', name: 'CZ_RODNE_CISLO', lengths: [9], layouts: [], check: isOldBirthNumber },
  words: BIRTH_NUMBER_WORDS,
  scores: { announced: 0.9 },
  samples: {
    match: ['rodné číslo: 531231/123', 'rodné číslo 531231123', 'rodného čísla 536231/123'],
    noMatch: ['RČ 531231123', 'rc 125114002', 'rodné číslo 991231123', '531231/123'],
  },
};

const LAST_COUNTY = 83;
const NO_COUNTIES = new Set([
  ...[49, 50, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69],
  ...[71, 72, 73, 74, 75, 76, 77, 78, 79],
]);

const isCnp = (digits: Digits): boolean => {
  const county = pairAt(digits, 7);
  if (digits[0] === 0 || !isDate(pairAt(digits, 5), pairAt(digits, 3))) return false;
  if (county === 0 || NO_COUNTIES.has(county) || county > LAST_COUNTY) return false;
  const rest = weighted(digits, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return (rest === 10 ? 1 : rest) === digits[12];
};

export const RO_CNP: NumberEntity = {
  ...{ kind: 'number', name: 'RO_CNP', lengths: [13], layouts: [], check: isCnp },
  nearWords: ['n p'],
  words: ['cnp', 'cnpul', 'cod numeric', 'codul numeric', 'numeric personal'],
  scores: { announced: 0.97, bare: 0.4 },
  samples: {
    match: ['CNP 1630615123457', 'codul numeric personal: 1630615123457', '"cnp":"1630615123457"'],
    noMatch: ['CNP 1630615123458', 'CNP 1631315123457', 'CNP 163061512345'],
  },
};

const isEgn = (digits: Digits): boolean => {
  const month = pairAt(digits, 2);
  if (month > 52 || !isDate(pairAt(digits, 4), month % 20)) return false;
  return (weighted(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === digits[9];
};

export const BG_EGN: NumberEntity = {
  ...{ kind: 'number', name: 'BG_EGN', lengths: [10], layouts: [], check: isEgn },
  words: ['егн', 'egn', 'граждански номер', 'единен граждански'],
  scores: { announced: 0.97 },
  samples: {
    match: ['ЕГН 7523169263', 'ЕГН: 7523169263', 'EGN 7523169263', 'Единен граждански номер 7523169263'],
    noMatch: ['7523169263', 'ЕГН 7523169264', 'ЕГН 7533169263'],
  },
};

const isAfm = (digits: Digits): boolean =>
  (weighted(digits, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === digits[8] && !isOneDigit(digits, 9);

export const GR_AFM: NumberEntity = {
  ...{ kind: 'number', name: 'GR_AFM', lengths: [9], layouts: [], check: isAfm },
  nearWords: ['φ μ', 'afm'],
  words: ['αφμ', 'afm number', 'afm no', 'φορολογικου μητρωου', 'φορολογικο μητρωο', 'greek tax'],
  scores: { announced: 0.97 },
  samples: {
    match: ['ΑΦΜ 094259216', 'ΑΦΜ: 094259216', 'AFM 094259216', 'αριθμός φορολογικού μητρώου 094259216'],
    noMatch: ['094259216', 'ΑΦΜ 094259217', 'ΑΦΜ 09425921'],
  },
};

const isAmka = (digits: Digits): boolean =>
  isDate(pairAt(digits, 0), pairAt(digits, 2)) && passesLuhn(digits, 11);

export const GR_AMKA: NumberEntity = {
  ...{ kind: 'number', name: 'GR_AMKA', lengths: [11], layouts: [], check: isAmka },
  nearWords: ['κ α'],
  words: ['αμκα', 'amka', 'κοινωνικης ασφαλισης', 'greek social'],
  scores: { announced: 0.97, bare: 0.4 },
  samples: {
    match: ['ΑΜΚΑ 01013099997', 'AMKA: 01013099997', '"amka":"01013099997"'],
    noMatch: ['ΑΜΚΑ 01013099998', 'ΑΜΚΑ 01133099997', 'AMKA 0101309999'],
  },
};

const isTaj = (digits: Digits): boolean =>
  weighted(digits, [3, 7, 3, 7, 3, 7, 3, 7]) % 10 === digits[8] && !isOneDigit(digits, 9);

export const HU_TAJ: NumberEntity = {
  ...{ kind: 'number', name: 'HU_TAJ', lengths: [9], layouts: [], check: isTaj },
  words: ['tajszam*', 'taj szam', 'taj szama', 'taj szamom', 'tarsadalombiztositasi*'],
  nearWords: ['taj'],
  scores: { announced: 0.97 },
  samples: {
    match: ['TAJ szám: 123 456 788', 'TAJ-szám 123456788', 'tajszám 123-456-788', 'TAJ: 123456788'],
    noMatch: ['123 456 788', 'TAJ szám: 123 456 789', 'TAJ szám: 12345678'],
  },
};

const isHungarianTax = (digits: Digits): boolean =>
  digits[0] === 8 && weighted(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11 === digits[9];

export const HU_TAX_ID: NumberEntity = {
  ...{ kind: 'number', name: 'HU_TAX_ID', lengths: [10], layouts: [], check: isHungarianTax },
  words: ['adoazonosito*', 'ado azonosito', 'adoszam*'],
  scores: { announced: 0.97 },
  samples: {
    match: ['adóazonosító jel: 8071592153', 'Adóazonosító: 8071592153', 'adóazonosító jele 8071592153'],
    noMatch: ['8071592153', 'adóazonosító jel: 8071592154', 'adóazonosító jel: 7071592154'],
  },
};

const INSURANCE_WORDS = [
  ...['svnr', 'sv nr', 'sv nummer', 'svnummer', 'vsnr', 'sozialversicherung*', 'versicherungsnummer'],
  'sozialversicherungsnummer',
  ...['versicherungsnr', 'versicherungs nr'],
];

const AUSTRIAN_MONTHS = 15;

/** Where the numbers of a day have run out, the month is from 13 on. */
const isAustrian = (digits: Digits): boolean => {
  const month = pairAt(digits, 6);
  if (digits[0] === 0 || month > AUSTRIAN_MONTHS || !isDate(pairAt(digits, 4), Math.min(month, 12)))
    return false;
  return weighted(digits, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === digits[3];
};

export const AT_SVNR: NumberEntity = {
  ...{ kind: 'number', name: 'AT_SVNR', lengths: [10], layouts: ['4 6', '4-6', '4/6'], check: isAustrian },
  ...{ words: INSURANCE_WORDS, nearWords: ['svn'], mayBeOfGoods: true },
  scores: { announced: 0.97, written: 0.65 },
  samples: {
    match: ['SVNR 1237 010180', 'Sozialversicherungsnummer: 1237010180', 'SV-Nr. 1237/010180', '1237 010180'],
    noMatch: ['1237010180', 'SVNR 2237 010180', 'SVNR 1237 011680'],
  },
};

const GERMAN_WEIGHTS = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1] as const;

const crossSum = (product: number): number => Math.floor(product / 10) + (product % 10);

/** The letter of the name counts as two digits. */
const withOrdinal = (value: string, at: number): string =>
  value.slice(0, at) + String(value.charCodeAt(at) - 64).padStart(2, '0') + value.slice(at + 1);

/** Tens in which no area is. */
const NO_AREA = /^(?:0[01]|3[0-7]|7[0-7]|9)/u;
/** `20240115A001`: a day and what was counted on it. */
const BEGINS_WITH_DAY = /^20[0-3]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])/u;

const isGermanPension = (value: string): boolean => {
  if (BEGINS_WITH_DAY.test(value) || NO_AREA.test(value)) return false;
  const day = Number(value.slice(2, 4));
  if (!isDate(day > 50 ? day - 50 : day, Number(value.slice(4, 6)))) return false;
  const digits = digitsOf(withOrdinal(value, 8));
  const sum = GERMAN_WEIGHTS.reduce((all, weight, i) => all + crossSum(weight * (digits[i] ?? 0)), 0);
  return sum % 10 === digits[12];
};

/** Of the pension insurance: an area, the birth, a letter of the name, the sex. */
export const DE_SOCIAL_SECURITY: CodedEntity = {
  ...{ kind: 'coded', name: 'DE_SOCIAL_SECURITY', check: isGermanPension },
  heads: [
    { letters: 0, digits: [2, 2] },
    { letters: 0, digits: [8, 8] },
  ],
  pattern: /\d{2}[ -]?\d{6}[ -]?[a-z][ -]?\d{2}[ -]?\d/iy,
  words: [...INSURANCE_WORDS, 'rvnr', 'rentenversicherung*', 'german social'],
  scores: { announced: 0.97, written: 0.95, bare: 0.65 },
  samples: {
    match: ['15070649C103', 'SV-Nummer: 15 070649 C 103', 'Rentenversicherungsnummer 15070649c103'],
    noMatch: ['15070649C104', '15071349C103', '1507064C103', 'A15070649C103'],
  },
};

const isGermanHealth = (value: string): boolean => {
  const digits = digitsOf(withOrdinal(value, 0));
  let sum = 0;
  for (let i = 0; i < 10; i++) sum += crossSum((digits[i] ?? 0) * (1 + (i % 2)));
  return sum % 10 === digits[10];
};

export const DE_HEALTH_INSURANCE: CodedEntity = {
  ...{ kind: 'coded', name: 'DE_HEALTH_INSURANCE', check: isGermanHealth },
  heads: [{ letters: 1, digits: [9, 9] }],
  pattern: /[a-z]\d{9}/iy,
  words: [
    'kvnr',
    'krankenversicherung*',
    'krankenversicherten*',
    'versichertennummer',
    'versicherten nr',
    'kv nummer',
    'kv nr',
  ],
  scores: { announced: 0.97, written: 0.4 },
  samples: {
    match: ['KVNR A123456780', 'Krankenversichertennummer: A123456780', 'Versicherten-Nr. A123456780'],
    noMatch: ['KVNR A123456781', 'KVNR A12345678', 'KVNR AB123456780'],
  },
};

export const HR_OIB: NumberEntity = {
  ...{ kind: 'number', name: 'HR_OIB', lengths: [11], layouts: [] },
  check: (digits) => passesMod1110(digits, 11) && !isOneDigit(digits, 11),
  words: ['oib', 'identifikacijski broj', 'osobni identifikacijski'],
  scores: { announced: 0.97 },
  samples: {
    match: ['OIB 33392005961', 'OIB: 33392005961', 'osobni identifikacijski broj 33392005961'],
    noMatch: ['33392005961', 'OIB 33392005962', 'OIB 3339200596'],
  },
};

/** Of the year of the birth there are three digits. */
const isJmbg = (digits: Digits): boolean => {
  const century = digits[4] ?? 0;
  if (!isDate(pairAt(digits, 0), pairAt(digits, 2)) || (century !== 9 && century !== 0)) return false;
  const rest = weighted(digits, [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest === 0 ? 0 : 11 - rest) === digits[12];
};

/** The same in Serbia, Bosnia, Montenegro, North Macedonia and Slovenia. */
export const RS_JMBG: NumberEntity = {
  ...{ kind: 'number', name: 'RS_JMBG', lengths: [13], layouts: [], check: isJmbg },
  words: ['jmbg', 'јмбг', 'emso', 'ембг', 'maticni broj', 'матични број'],
  scores: { announced: 0.97, bare: 0.4 },
  samples: {
    match: ['JMBG 0101006500006', 'ЈМБГ: 0101006500006', 'EMŠO 0101006500006', 'matični broj 0101006500006'],
    noMatch: ['JMBG 0101006500007', 'JMBG 0113006500006', 'JMBG 010100650000'],
  },
};

/** Where the first weights leave ten, others are taken. */
const isBaltic = (digits: Digits): boolean => {
  const kind = digits[0] ?? 0;
  if (kind < 1 || kind > 6 || !isDate(pairAt(digits, 5), pairAt(digits, 3))) return false;
  const first = weighted(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
  const rest = first < 10 ? first : weighted(digits, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11;
  return rest % 10 === digits[10];
};

export const EE_ISIKUKOOD: NumberEntity = {
  ...{ kind: 'number', name: 'EE_ISIKUKOOD', lengths: [11], layouts: [], check: isBaltic },
  words: ['isikukood*', 'estonian id', 'estonian personal'],
  scores: { announced: 0.97 },
  samples: {
    match: ['isikukood 37605030299', 'Isikukood: 37605030299', 'minu isikukoodiks on 37605030299'],
    noMatch: ['37605030299', 'isikukood 37605030298', 'isikukood 37613030299'],
  },
};

export const LT_ASMENS_KODAS: NumberEntity = {
  ...{ kind: 'number', name: 'LT_ASMENS_KODAS', lengths: [11], layouts: [], check: isBaltic },
  words: ['asmens kodas', 'asmens kodo', 'asmens koda', 'asmenskodas', 'lithuanian personal'],
  nearWords: ['a k'],
  scores: { announced: 0.97 },
  samples: {
    match: ['asmens kodas 33309240064', 'a. k. 33309240064', '"asmensKodas":"33309240064"'],
    noMatch: ['33309240064', 'asmens kodas 33309240065', 'asmens kodas 33313240064'],
  },
};

/** What numbers begin with that since 2017 tell no birth. */
const WITHOUT_BIRTH = 32;

const isLatvian = (digits: Digits): boolean => {
  const isDated = isDate(pairAt(digits, 0), pairAt(digits, 2)) && (digits[6] ?? 0) <= 2;
  if (!isDated && pairAt(digits, 0) !== WITHOUT_BIRTH) return false;
  const sum = weighted(digits, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9]);
  return ((1 + sum) % 11) % 10 === digits[10];
};

export const LV_PERSONAS_KODS: NumberEntity = {
  ...{ kind: 'number', name: 'LV_PERSONAS_KODS', lengths: [11], layouts: ['6-5'], check: isLatvian },
  words: ['personas kods', 'personas koda', 'personas kodu', 'personaskods', 'latvian personal'],
  nearWords: ['p k'],
  scores: { announced: 0.97, written: 0.75 },
  samples: {
    match: ['161175-19997', 'personas kods 16117519997', 'p.k. 161175-19997', '328673-00679'],
    noMatch: ['161175-19996', '161375-19997', '16117519997'],
  },
};
