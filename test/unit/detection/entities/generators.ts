import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { EntityName } from '../../../../src/detection/entities/names.ts';

/**
 * Numbers are made here by the definitions of those who give them out, written down a second time and another way than
 * in the program: check digits are tried, not calculated, wherever that is possible.
 */

type Digits = readonly number[];

const sum = (values: Digits): number => values.reduce((total, value) => total + value, 0);
const dot = (digits: Digits, weights: Digits): number =>
  sum(weights.map((weight, i) => weight * (digits[i] ?? 0)));
const split = (text: string): number[] => Array.from(text, Number);
const isLuhn = (digits: Digits): boolean =>
  sum([...digits].reverse().flatMap((digit, i) => split(String(digit * (1 + (i % 2)))))) % 10 === 0;
const pad = (value: number, width: number): string => String(value).padStart(width, '0');

const isVerhoeff = (digits: Digits): boolean => {
  const multiply = (a: number, b: number): number =>
    a < 5 ? (b < 5 ? (a + b) % 5 : ((a + b - 5) % 5) + 5) : b < 5 ? ((a - b + 5) % 5) + 5 : (a - b + 5) % 5;
  const turn = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
  const permute = (digit: number, times: number): number =>
    times === 0 ? digit : permute(turn[digit] ?? 0, times - 1);
  return [...digits].reverse().reduce((state, digit, i) => multiply(state, permute(digit, i % 8)), 0) === 0;
};

export const digitRun = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.nat({ max: 9 }), { minLength: length, maxLength: length }).map((digits) => digits.join(''));

/** Completes a beginning by the first end of `width` digits that passes; not every beginning has one. */
const complete = (beginning: string, width: number, passes: (digits: Digits) => boolean): string | null => {
  for (let end = 0; end < 10 ** width; end++) {
    const whole = beginning + pad(end, width);
    if (passes(split(whole))) return whole;
  }
  return null;
};

const completed = (
  beginnings: fc.Arbitrary<string>,
  width: number,
  passes: (digits: Digits) => boolean,
): fc.Arbitrary<string> =>
  beginnings
    .map((beginning) => complete(beginning, width, passes))
    .filter((whole) => whole !== null && !/^(\d)\1+$/.test(whole))
    .map((whole) => whole ?? '');

const date = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  month: fc.integer({ min: 1, max: 12 }),
  year: fc.nat({ max: 99 }),
});
const dated = (order: 'ymd' | 'dmy', width: number): fc.Arbitrary<string> =>
  fc.tuple(date, digitRun(width)).map(([{ day, month, year }, serial]) => {
    const parts = [year, month, day].map((part) => pad(part, 2));
    return (order === 'ymd' ? parts : parts.reverse()).join('') + serial;
  });
export const joined = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((list) => list.join(''));

/** Cuts a value into groups: `group('3-2-4')('123456789') === '123-45-6789'`. */
export const grouped =
  (layout: string) =>
  (value: string): string => {
    let at = 0;
    return layout.replace(/\d+/g, (size) => {
      at += Number(size);
      return value.slice(at - Number(size), at);
    });
  };

export type Generated = Readonly<{
  name: EntityName;
  values: fc.Arbitrary<string>;
  /** Notations in which it is found at `medium` with any word of `words` in front. */
  layouts: readonly string[];
  words: readonly string[];
  /** Notations that need no word. */
  alone: readonly string[];
  /** False where no checksum tells a wrong digit. */
  isChecked?: boolean;
}>;

const mod11 =
  (weights: Digits) =>
  (digits: Digits): boolean =>
    dot(digits, weights) % 11 === 0;
const cpfDigit = (digits: Digits, weights: Digits): number => {
  const rest = dot(digits, weights) % 11;
  return rest < 2 ? 0 : 11 - rest;
};

export const NUMBERS: readonly Generated[] = [
  {
    name: 'CREDIT_CARD',
    values: fc.oneof(
      completed(
        joined(fc.constantFrom('4', '51', '6011', '2221', '3528', '62'), digitRun(15)).map((all) =>
          all.slice(0, 15),
        ),
        1,
        isLuhn,
      ),
      completed(
        joined(fc.constantFrom('34', '37', '2131', '1800'), digitRun(14)).map((all) => all.slice(0, 14)),
        1,
        isLuhn,
      ),
      completed(
        joined(fc.constantFrom('36', '305'), digitRun(13)).map((all) => all.slice(0, 13)),
        1,
        isLuhn,
      ),
    ),
    layouts: ['99'],
    words: ['card:', 'Kreditkarte', 'cc'],
    alone: [
      '99',
      '4 4 4 99',
      '4-4-4-99',
      '4.4.4.99',
      '4 6 99',
      '4\u20114\u20114\u201199',
      '4\u00a04\u00a04\u00a099',
    ],
  },
  {
    name: 'US_SSN',
    values: joined(
      fc.integer({ min: 1, max: 665 }).map((area) => pad(area, 3)),
      fc.integer({ min: 1, max: 99 }).map((group) => pad(group, 2)),
      fc.integer({ min: 1, max: 9999 }).map((serial) => pad(serial, 4)),
    ),
    layouts: ['9', '3 2 4', '3-2-4', '3.2.4', '3\u20132\u20134'],
    words: ['SSN', 'social security number is', '"ssn": "'],
    alone: ['3-2-4'],
    isChecked: false,
  },
  {
    name: 'UK_NHS',
    values: completed(digitRun(9), 1, mod11([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])),
    layouts: ['10', '3 3 4', '3-3-4', '3.3.4'],
    words: ['NHS number:', 'nhs no'],
    alone: [],
  },
  {
    name: 'ABA_ROUTING_NUMBER',
    values: completed(
      joined(fc.constantFrom('01', '12', '21', '32', '61', '80'), digitRun(6)),
      1,
      (d) => dot(d, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
    ),
    layouts: ['9', '4-4-1'],
    words: ['routing number', 'ABA:'],
    alone: [],
  },
  {
    name: 'PL_PESEL',
    values: completed(dated('ymd', 4), 1, (d) => dot(d, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0),
    layouts: ['11', '6 5', '6-5'],
    words: ['PESEL', 'nr PESEL:'],
    alone: [],
  },
  {
    name: 'FR_NIR',
    values: joined(
      fc.constantFrom('1', '2'),
      dated('ymd', 6).map((d) => d.slice(0, 4) + d.slice(4, 12).padEnd(8, '7')),
    ).map((n) => n + pad(97 - Number(BigInt(n) % 97n), 2)),
    layouts: ['15', '1 2 2 2 3 3 2', '13 2', '1.2.2.2.3.3.2', '1-2-2-2-3-3-2'],
    words: ['NIR', 'numéro de sécurité sociale :'],
    alone: ['15', '1 2 2 2 3 3 2'],
  },
  {
    name: 'NL_BSN',
    values: completed(
      joined(fc.constantFrom('1', '2', '0'), fc.constantFrom('1', '4', '8'), digitRun(6)),
      1,
      mod11([9, 8, 7, 6, 5, 4, 3, 2, -1]),
    ),
    layouts: ['9', '4.2.3', '3 3 3', '4 2 3'],
    words: ['BSN', 'burgerservicenummer:', 'sofinummer'],
    alone: [],
  },
  {
    name: 'IN_AADHAAR',
    values: completed(joined(fc.constantFrom('2', '5', '9'), digitRun(10)), 1, isVerhoeff),
    layouts: ['12', '4 4 4', '4-4-4'],
    words: ['Aadhaar', 'UIDAI no.'],
    alone: [],
  },
  {
    name: 'AU_TFN',
    values: completed(
      joined(fc.constantFrom('1', '4', '8'), digitRun(7)),
      1,
      mod11([1, 4, 3, 7, 5, 8, 6, 9, 10]),
    ),
    layouts: ['9', '3 3 3', '3-3-3'],
    words: ['TFN', 'tax file number'],
    alone: [],
  },
  {
    name: 'AU_ABN',
    values: completed(
      joined(fc.constantFrom('1', '5', '9'), digitRun(8)),
      2,
      (d) => dot([(d[0] ?? 0) - 1, ...d.slice(1)], [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0,
    ),
    layouts: ['11', '2 3 3 3', '2-3-3-3'],
    words: ['ABN', 'Australian business number'],
    alone: ['2 3 3 3'],
  },
  {
    name: 'AU_MEDICARE',
    values: joined(
      completed(
        joined(fc.constantFrom('2', '6'), digitRun(7)),
        1,
        (d) => dot(d, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === d[8],
      ),
      fc.constantFrom('1', '2'),
    ),
    layouts: ['10', '4 5 1', '4-5-1'],
    words: ['Medicare', 'medicare card number:'],
    alone: [],
  },
  {
    name: 'BR_CPF',
    values: completed(
      digitRun(9),
      2,
      (d) =>
        cpfDigit(d, [10, 9, 8, 7, 6, 5, 4, 3, 2]) === d[9] &&
        cpfDigit(d, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) === d[10],
    ),
    layouts: ['11', '3.3.3-2', '3 3 3 2', '3-3-3-2'],
    words: ['CPF', 'meu cpf é'],
    alone: ['3.3.3-2'],
  },
  {
    name: 'BR_CNPJ',
    values: completed(
      joined(digitRun(8), fc.constant('0001')),
      2,
      (d) =>
        cpfDigit(d, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) === d[12] &&
        cpfDigit(d, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) === d[13],
    ),
    layouts: ['14', '2.3.3/4-2'],
    words: ['CNPJ', 'cnpj da empresa:'],
    alone: ['2.3.3/4-2'],
  },
  {
    name: 'CA_SIN',
    values: completed(joined(fc.constantFrom('1', '4', '7'), digitRun(7)), 1, isLuhn),
    layouts: ['9', '3 3 3', '3-3-3'],
    words: ['SIN', 'NAS :', 'Canadian social insurance number'],
    alone: [],
  },
  {
    name: 'CH_AHV',
    values: completed(
      joined(fc.constant('756'), digitRun(9)),
      1,
      (d) => dot(d, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
    ),
    layouts: ['13', '3.4.4.2', '3 4 4 2'],
    words: ['AHV-Nummer', 'numéro AVS'],
    alone: ['3.4.4.2'],
  },
  {
    name: 'SE_PERSONNUMMER',
    values: completed(dated('ymd', 3), 1, isLuhn),
    layouts: ['10', '6-4', '6 4'],
    words: ['personnummer', 'Personnr:'],
    alone: ['6-4'],
  },
  {
    name: 'NO_FODSELSNUMMER',
    values: completed(
      dated('dmy', 3),
      2,
      (d) =>
        dot(d, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
        dot(d, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
    ),
    layouts: ['11', '6 5'],
    words: ['fødselsnummer', 'fnr'],
    alone: ['6 5'],
  },
  {
    name: 'BE_NATIONAL_NUMBER',
    values: dated('ymd', 3).map((n) => n + pad(97 - (Number(n) % 97), 2)),
    layouts: ['11', '2.2.2-3.2', '2 2 2 3 2'],
    words: ['rijksregisternummer', 'NISS'],
    alone: ['2.2.2-3.2'],
  },
  {
    name: 'PT_NIF',
    values: completed(
      joined(fc.constantFrom('1', '2', '5'), digitRun(7)),
      1,
      (d) => cpfDigit(d, [9, 8, 7, 6, 5, 4, 3, 2]) === d[8],
    ),
    layouts: ['9', '3 3 3'],
    words: ['NIF', 'contribuinte'],
    alone: [],
  },
  {
    name: 'IT_VAT_CODE',
    values: completed(joined(fc.constant('0'), digitRun(9)), 1, isLuhn),
    layouts: ['11'],
    words: ['partita IVA', 'P. IVA'],
    alone: [],
  },
  {
    name: 'KR_RRN',
    values: completed(
      dated('ymd', 6).map((all) => `${all.slice(0, 6)}1${all.slice(7)}`),
      1,
      (d) => (11 - (dot(d, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10 === d[12],
    ),
    layouts: ['13', '6-7'],
    words: ['RRN', '주민등록번호:'],
    alone: ['6-7'],
  },
  {
    name: 'TR_NATIONAL_ID',
    values: completed(joined(fc.constantFrom('1', '4', '9'), digitRun(8)), 2, (d) => {
      const odd = sum([0, 2, 4, 6, 8].map((i) => d[i] ?? 0));
      const even = sum([1, 3, 5, 7].map((i) => d[i] ?? 0));
      return (odd * 7 - even + 100) % 10 === d[9] && sum(d.slice(0, 10)) % 10 === d[10];
    }),
    layouts: ['11', '3 3 3 2'],
    words: ['TC Kimlik No:', 'kimlik numaram', 'TCKN'],
    alone: [],
  },
  {
    name: 'ZA_ID_NUMBER',
    values: completed(
      dated('ymd', 4).chain((all) => fc.constantFrom('08', '18', '09').map((end) => all + end)),
      1,
      isLuhn,
    ),
    layouts: ['13', '6 4 3', '6 4 2 1'],
    words: ['SA ID', 'ID number:', 'identiteitsnommer'],
    alone: ['6 4 3', '6 4 2 1'],
  },
  {
    name: 'IL_ID_NUMBER',
    values: completed(joined(fc.constantFrom('0', '2', '3'), digitRun(7)), 1, isLuhn),
    layouts: ['9', '8-1'],
    words: ['ת.ז.', 'תעודת זהות:', 'Israeli ID'],
    alone: [],
  },
  {
    name: 'AE_EMIRATES_ID',
    values: completed(joined(fc.constantFrom('7841975', '7842003'), digitRun(7)), 1, isLuhn),
    layouts: ['15', '3-4-7-1', '3 4 7 1'],
    words: ['Emirates ID', 'رقم الهوية:'],
    alone: ['15', '3-4-7-1'],
  },
  {
    name: 'SA_NATIONAL_ID',
    values: completed(joined(fc.constantFrom('10', '24'), digitRun(7)), 1, isLuhn),
    layouts: ['10'],
    words: ['Iqama', 'رقم الإقامة:'],
    alone: [],
  },
  {
    name: 'AR_CUIT',
    values: completed(
      joined(fc.constantFrom('20', '27', '23'), digitRun(8)),
      1,
      mod11([5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]),
    ),
    layouts: ['11', '2-8-1'],
    words: ['CUIT', 'mi CUIL es'],
    alone: ['2-8-1'],
  },
  {
    name: 'CL_RUT',
    values: completed(
      joined(fc.constantFrom('12', '17', '25'), digitRun(6)),
      1,
      mod11([3, 2, 7, 6, 5, 4, 3, 2, 1]),
    ),
    layouts: ['9', '8-1', '2.3.3-1'],
    words: ['RUT', 'rut:'],
    alone: ['2.3.3-1'],
  },
  {
    name: 'CZ_RODNE_CISLO',
    values: completed(
      dated('ymd', 3).filter((all) => /^[0126-9]/.test(all)),
      1,
      (d) => Number(d.join('')) % 11 === 0,
    ),
    layouts: ['10', '6/4'],
    words: ['rodné číslo', 'r. č.:', 'rodného čísla'],
    alone: [],
  },
  {
    name: 'RO_CNP',
    values: completed(
      dated('ymd', 0).chain((day) => digitRun(3).map((serial) => `2${day}12${serial}`)),
      1,
      (d) => {
        const rest = dot(d, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
        return d[12] === (rest > 9 ? 1 : rest);
      },
    ),
    layouts: ['13'],
    words: ['CNP', 'codul numeric personal:'],
    alone: [],
  },
  {
    name: 'BG_EGN',
    values: completed(dated('ymd', 3), 1, (d) => (dot(d, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === d[9]),
    layouts: ['10'],
    words: ['ЕГН', 'EGN:'],
    alone: [],
  },
  {
    name: 'GR_AFM',
    values: completed(
      joined(fc.constantFrom('0', '1'), digitRun(7)),
      1,
      (d) => (d.slice(0, 8).reduce((total, digit) => (total + digit) * 2, 0) % 11) % 10 === d[8],
    ),
    layouts: ['9'],
    words: ['ΑΦΜ', 'AFM:'],
    alone: [],
  },
  {
    name: 'GR_AMKA',
    values: completed(dated('dmy', 4), 1, isLuhn),
    layouts: ['11'],
    words: ['ΑΜΚΑ', 'AMKA:'],
    alone: [],
  },
  {
    name: 'HU_TAJ',
    values: completed(digitRun(8), 1, (d) => dot(d, [3, 7, 3, 7, 3, 7, 3, 7, -1]) % 10 === 0),
    layouts: ['9', '3 3 3', '3-3-3'],
    words: ['TAJ szám:', 'tajszám'],
    alone: [],
  },
  {
    name: 'HU_TAX_ID',
    values: completed(joined(fc.constant('8'), digitRun(8)), 1, mod11([1, 2, 3, 4, 5, 6, 7, 8, 9, -1])),
    layouts: ['10'],
    words: ['adóazonosító jel:', 'Adóazonosító'],
    alone: [],
  },
  {
    name: 'AT_SVNR',
    values: fc
      .tuple(fc.integer({ min: 100, max: 999 }), dated('dmy', 0))
      .map(([serial, day]) => {
        const rest = dot(split(`${serial}0${day}`), [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11;
        return `${serial}${rest}${day}`;
      })
      .filter((value) => value.length === 10),
    layouts: ['10', '4 6', '4-6'],
    words: ['SVNR', 'Sozialversicherungsnummer:', 'SV-Nummer'],
    alone: [],
  },
  {
    name: 'HR_OIB',
    values: completed(digitRun(10), 1, (d) => {
      const rest = d.slice(0, 10).reduce((left, digit) => (((left + digit) % 10 || 10) * 2) % 11, 10);
      return (rest + (d[10] ?? 0)) % 10 === 1;
    }),
    layouts: ['11'],
    words: ['OIB', 'OIB:'],
    alone: [],
  },
  {
    name: 'RS_JMBG',
    values: completed(
      date.chain(({ day, month }) => digitRun(7).map((rest) => `${pad(day, 2)}${pad(month, 2)}9${rest}`)),
      1,
      mod11([7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]),
    ),
    layouts: ['13'],
    words: ['JMBG', 'ЈМБГ:', 'EMŠO'],
    alone: [],
  },
  ...(['EE_ISIKUKOOD', 'LT_ASMENS_KODAS'] as const).map((name) => ({
    name,
    values: completed(
      dated('ymd', 3).map((all) => `4${all}`),
      1,
      (d: Digits) => {
        const first = dot(d, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
        const second = (dot(d, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11) % 10;
        return d[10] === (first === 10 ? second : first);
      },
    ),
    layouts: ['11'],
    words: name === 'EE_ISIKUKOOD' ? ['isikukood', 'Isikukood:'] : ['asmens kodas', 'asmens kodo'],
    alone: [],
  })),
  {
    name: 'LV_PERSONAS_KODS',
    values: completed(
      dated('dmy', 3).map((all) => `${all.slice(0, 6)}1${all.slice(7)}7`),
      1,
      (d) => ((1101 - dot(d, [1, 6, 3, 7, 9, 10, 5, 8, 4, 2])) % 11) % 10 === d[10],
    ),
    layouts: ['11', '6-5'],
    words: ['personas kods', 'personas kodu'],
    alone: [],
  },
  {
    name: 'RU_INN',
    values: completed(
      joined(fc.constantFrom('50', '77', '78'), digitRun(8)),
      2,
      (d) =>
        (dot(d, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10 === d[10] &&
        (dot(d, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10 === d[11],
    ),
    layouts: ['12'],
    words: ['ИНН', 'ИНН:', 'INN'],
    alone: [],
  },
  {
    name: 'RU_SNILS',
    values: joined(fc.constantFrom('1', '2', '0'), fc.constantFrom('1', '5'), digitRun(7)).map((n) => {
      let rest = dot(split(n), [9, 8, 7, 6, 5, 4, 3, 2, 1]);
      while (rest > 101) rest -= 101;
      return n + pad(rest > 99 ? 0 : rest, 2);
    }),
    layouts: ['11', '3-3-3 2', '3-3-3-2'],
    words: ['СНИЛС', 'snils:'],
    alone: ['3-3-3 2'],
  },
  {
    name: 'UA_RNOKPP',
    values: completed(
      joined(fc.constantFrom('2', '3'), digitRun(8)),
      1,
      (d) => (dot(d, [10, 5, 7, 9, 4, 6, 10, 5, 7]) % 11) % 10 === d[9],
    ),
    layouts: ['10'],
    words: ['РНОКПП', 'ІПН:'],
    alone: [],
  },
  {
    name: 'KZ_IIN',
    values: completed(
      dated('ymd', 5).map((all) => `${all.slice(0, 6)}4${all.slice(7)}`),
      1,
      (d) => {
        const first = dot(d, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) % 11;
        return d[11] === (first === 10 ? dot(d, [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]) % 11 : first);
      },
    ),
    layouts: ['12'],
    words: ['ИИН', 'ЖСН:'],
    alone: [],
  },
  {
    name: 'TH_TNIN',
    values: completed(joined(fc.constantFrom('110', '345', '558'), digitRun(9)), 1, (d) => {
      const rest = dot(d, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11;
      return d[12] === (rest < 2 ? 1 - rest : 11 - rest);
    }),
    layouts: ['13', '1-4-5-2-1', '1 4 5 2 1'],
    words: ['เลขบัตรประชาชน', 'Thai ID'],
    alone: ['1-4-5-2-1'],
  },
  {
    name: 'MY_NRIC',
    // From 5 on some would be cards, too, and so would those of April 2006.
    values: dated('ymd', 4)
      .filter((all) => /^(?!0604)[0-4]/.test(all))
      .map((all) => `${all.slice(0, 6)}14${all.slice(6)}`),
    layouts: ['12', '6-2-4'],
    words: ['MyKad', 'NRIC:', 'kad pengenalan'],
    alone: [],
    isChecked: false,
  },
  {
    name: 'ID_NIK',
    values: dated('dmy', 0).chain((day) =>
      fc.integer({ min: 1, max: 9999 }).map((serial) => `317101${day}${pad(serial, 4)}`),
    ),
    layouts: ['16'],
    words: ['NIK', 'No. KTP:'],
    alone: [],
    isChecked: false,
  },
  {
    name: 'PK_CNIC',
    values: joined(fc.constantFrom('35', '17'), digitRun(10), fc.constantFrom('1', '2', '5', '9')),
    layouts: ['13', '5-7-1'],
    words: ['CNIC', 'cnic no:'],
    alone: [],
    isChecked: false,
  },
  {
    name: 'NZ_IRD',
    values: completed(
      joined(fc.constantFrom('049', '087', '112'), digitRun(5)),
      1,
      mod11([3, 2, 7, 6, 5, 4, 3, 2, 1]),
    ),
    layouts: ['9', '3-3-3'],
    words: ['IRD', 'IRD number:'],
    alone: [],
  },
];

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const letter = fc.constantFrom(...LETTERS);
const IN_CURP = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ';
const spanish = (n: string): string => 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(n) % 23);

const base58 = (bytes: Buffer): string => {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let value = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = alphabet.charAt(Number(value % 58n)) + text;
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text;
};
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

const mod97 = (account: string, country: string): string => {
  const rest = BigInt(Array.from(`${account}${country}00`, (c) => Number.parseInt(c, 36)).join('')) % 97n;
  return pad(98 - Number(rest), 2);
};
const iban = (country: string, accounts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  accounts.map((account) => country + mod97(account, country) + account);

export const CODES: readonly Generated[] = [
  {
    name: 'IBAN_CODE',
    values: fc.oneof(
      iban('DE', digitRun(18)),
      iban('GB', joined(fc.constantFrom('NWBK', 'BARC'), digitRun(14))),
      iban('NO', digitRun(11)),
      iban('FR', digitRun(23)),
      iban('MT', joined(fc.constant('MALT'), digitRun(23))),
    ),
    layouts: ['99'],
    words: ['IBAN'],
    alone: ['99', '4 4 4 4 4 4 4 4 4', '4-4-4-4-4-4-4-4-4'],
  },
  {
    name: 'ES_NIF',
    values: digitRun(8)
      .filter((n) => Number(n) > 0)
      .map((n) => n + spanish(n)),
    layouts: ['9', '8-1', '8 1', '2.3.3-1'],
    words: ['DNI', 'NIF:'],
    alone: ['9', '8-1', '2.3.3-1'],
  },
  {
    name: 'ES_NIE',
    values: fc
      .tuple(fc.nat({ max: 2 }), digitRun(7))
      .map(([n, rest]) => 'XYZ'.charAt(n) + rest + spanish(n + rest)),
    layouts: ['9', '1-7-1', '1 7 1'],
    words: ['NIE'],
    alone: ['9', '1-7-1'],
  },
  {
    name: 'CRYPTO',
    values: fc
      .tuple(fc.constantFrom(0, 5), fc.uint8Array({ minLength: 20, maxLength: 20 }))
      .map(([version, hash]) => {
        const body = Buffer.from([version, ...hash]);
        return base58(Buffer.concat([body, sha256(sha256(body)).subarray(0, 4)]));
      }),
    layouts: ['99'],
    words: ['wallet'],
    alone: ['99'],
  },
  {
    name: 'MEDICAL_LICENSE',
    values: fc.tuple(fc.constantFrom('A', 'B', 'F', 'M'), letter, digitRun(6)).map(([kind, name, n]) => {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = split(n);
      return `${kind}${name}${n}${(a + c + e + 2 * (b + d + f)) % 10}`;
    }),
    layouts: ['9'],
    words: ['DEA number'],
    alone: [],
  },
  {
    name: 'SG_NRIC_FIN',
    values: fc.tuple(fc.constantFrom('S', 'T', 'F', 'G'), digitRun(7)).map(([kind, n]) => {
      const total = dot(split(n), [2, 7, 6, 5, 4, 3, 2]) + (kind === 'T' || kind === 'G' ? 4 : 0);
      return kind + n + (kind === 'S' || kind === 'T' ? 'JZIHGFEDCBA' : 'XWUTRQPNMLK').charAt(total % 11);
    }),
    layouts: ['9'],
    words: ['NRIC'],
    alone: ['9'],
  },
  {
    name: 'FI_PERSONAL_IDENTITY_CODE',
    values: dated('dmy', 3).map(
      (n) => `${n.slice(0, 6)}-${n.slice(6)}${'0123456789ABCDEFHJKLMNPRSTUVWXY'.charAt(Number(n) % 31)}`,
    ),
    layouts: ['11'],
    words: ['hetu'],
    alone: ['11'],
  },
  {
    name: 'CN_RESIDENT_ID',
    values: fc
      .tuple(fc.constantFrom('110105', '440524'), date, digitRun(3))
      .map(([area, { year, month, day }, n]) => {
        const body = `${area}19${pad(year, 2)}${pad(month, 2)}${pad(day, 2)}${n}`;
        const rest = split(body).reduce((state, digit, i) => state + digit * (2 ** (17 - i) % 11), 0) % 11;
        return body + '10X98765432'.charAt(rest);
      }),
    layouts: ['18', '6 8 4'],
    words: ['身份证号：', 'ID card'],
    alone: ['18'],
  },
  {
    name: 'MX_CURP',
    values: fc
      .tuple(
        dated('ymd', 0),
        fc.constantFrom('H', 'M'),
        fc.constantFrom('DF', 'NE', 'JC'),
        fc.nat({ max: 9 }),
      )
      .map(([day, sex, state, n]) => {
        const body = `GOMC${day}${sex}${state}RRL${n}`;
        const total = Array.from(body).reduce((all, c, i) => all + IN_CURP.indexOf(c) * (18 - i), 0);
        return `${body}${(1000 * 10 - total) % 10}`;
      }),
    layouts: ['18'],
    words: ['CURP', 'mi curp:'],
    alone: ['18'],
  },
  {
    name: 'MX_RFC',
    values: fc.tuple(dated('ymd', 0), letter, fc.nat({ max: 9 })).map(([day, mark, n]) => {
      const body = `GOMC${day}${mark}${n}`;
      const total = Array.from(body).reduce((all, c, i) => all + IN_CURP.indexOf(c) * (13 - i), 0);
      return body + '0123456789A'.charAt((1100 * 11 - total) % 11);
    }),
    layouts: ['13', '4-6-3'],
    words: ['RFC', 'rfc:'],
    alone: [],
    // Behind the word a date is enough.
    isChecked: false,
  },
  {
    name: 'DE_SOCIAL_SECURITY',
    values: fc
      .tuple(fc.constantFrom('15', '65'), dated('dmy', 0), fc.constantFrom('C', 'M', 'W'), digitRun(2))
      .map(([area, day, name, n]) => {
        const read = split(`${area}${day}${pad(LETTERS.indexOf(name) + 1, 2)}${n}`);
        const weights = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1];
        const total = sum(weights.flatMap((weight, i) => split(String(weight * (read[i] ?? 0)))));
        return `${area}${day}${name}${n}${total % 10}`;
      }),
    layouts: ['12', '2 6 1 3', '2 6 1 2 1'],
    words: ['Rentenversicherungsnummer', 'SV-Nummer:'],
    alone: ['12'],
  },
  {
    name: 'DE_HEALTH_INSURANCE',
    values: fc.tuple(letter, digitRun(8)).map(([first, n]) => {
      const read = split(`${pad(LETTERS.indexOf(first) + 1, 2)}${n}`);
      return `${first}${n}${sum(read.flatMap((digit, i) => split(String(digit * (1 + (i % 2)))))) % 10}`;
    }),
    layouts: ['10'],
    words: ['KVNR', 'Krankenversichertennummer:'],
    alone: [],
  },
  {
    name: 'TW_NATIONAL_ID',
    values: fc
      .tuple(fc.constantFrom('A10', 'F15', 'I34', 'Z33'), fc.constantFrom('1', '2'), digitRun(7))
      .map(([place, sex, n]) => {
        const [letterOf = '', ...code] = place;
        const read = [...code.map(Number), ...split(sex + n)];
        const rest = dot(read, [1, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 10;
        return `${letterOf}${sex}${n}${(10 - rest) % 10}`;
      }),
    layouts: ['10'],
    words: ['身分證字號：', '身分證'],
    alone: [],
  },
  {
    name: 'HK_ID_CARD',
    values: fc.tuple(fc.constantFrom('A', 'G', 'Z'), digitRun(6)).map(([lead, n]) => {
      const read = [
        ...(lead.length === 1 ? [36] : []),
        ...Array.from(lead + n, (c) => Number.parseInt(c, 36)),
      ];
      const rest = (11 - (dot(read, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
      return `${lead}${n}${rest === 10 ? 'A' : rest}`;
    }),
    layouts: ['8', '7-1'],
    words: ['HKID', '身份證：'],
    alone: [],
  },
  {
    name: 'IE_PPS',
    values: digitRun(7).map(
      (n) => n + 'WABCDEFGHIJKLMNOPQRSTUV'.charAt(dot(split(n), [8, 7, 6, 5, 4, 3, 2]) % 23),
    ),
    layouts: ['8'],
    words: ['PPS number', 'PPSN:'],
    alone: [],
  },
];

/** A value as people write it, and how much of the text in front is the word that announces it. */
export type Written = Readonly<{ name: EntityName; text: string; lead: number }>;

/** What blanks divide into groups such as those of many lists: behind one more blank it is a list. */
const LIKE_LISTS = ['2 3 3 3', '6 5', '6 4 3', '6 4 2 1', '3-3-3 2'];

const ASCII = /^[\0-\x7f]+$/;
const writtenAs = ({ name, values, layouts, words, alone }: Generated): readonly fc.Arbitrary<Written>[] => {
  const [word = ''] = words;
  const lead = alone.length > 0 ? '' : `${word} `;
  const notations = (alone.length > 0 ? alone : layouts).filter(
    (layout) => ASCII.test(layout) && !LIKE_LISTS.includes(layout),
  );
  return notations.map((layout) =>
    values.map((value) => ({
      ...{ name, lead: lead.length },
      text: lead + grouped(layout)(value).replace(/[^A-Za-z\d]+$/, ''),
    })),
  );
};

const fixed = (name: EntityName, ...texts: readonly string[]): fc.Arbitrary<Written> =>
  fc.constantFrom(...texts).map((text) => ({ name, text, lead: 0 }));

/** Values of all kinds, each of which is found where it stands by itself. */
export const WRITTEN: readonly fc.Arbitrary<Written>[] = [
  // A number of Medicare may have one more digit, so that nobody can say whose the next one is.
  ...[...NUMBERS, ...CODES].filter(({ name }) => name !== 'AU_MEDICARE').flatMap(writtenAs),
  fixed('EMAIL_ADDRESS', 'anna@example.com', 'j.smith42@mail.example.co.uk', 'bob_k+x@firma.de'),
  fixed('PHONE_NUMBER', '+49 171 1234567', '+1 415 555 2671', '+44 7700 900123', '+33 6 12 34 56 78'),
  fixed('PHONE_NUMBER', '(415) 555-2671', '415-555-2671'),
];

/** The longest run of letters and digits of a value that stays readable; `\0` stands for what is covered. */
export const readableOf = (masked: string): number =>
  Math.max(0, ...masked.split('\0').map((part) => part.replace(/[^A-Za-z\d]/g, '').length));
