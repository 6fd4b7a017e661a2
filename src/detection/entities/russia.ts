import { isDate, isOneDigit, modulo, pairAt, weighted } from './checksums.ts';
import type { Digits, NumberEntity } from './entity.ts';

/** Of people; those of firms have ten digits. */
const isInn = (digits: Digits): boolean =>
  (weighted(digits, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10 === digits[10] &&
  (weighted(digits, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10 === digits[11] &&
  !isOneDigit(digits, 12);

export const RU_INN: NumberEntity = {
  ...{ kind: 'number', name: 'RU_INN', lengths: [12], layouts: [], check: isInn },
  words: ['инн', 'номер налогоплательщика', 'russian tax'],
  nearWords: ['inn'],
  scores: { announced: 0.97 },
  samples: {
    match: ['ИНН 500100732259', 'ИНН: 500100732259', 'INN 500100732259', '"inn":"500100732259"'],
    noMatch: ['500100732259', 'ИНН 500100732258', 'ИНН 50010073225'],
  },
};

/** Numbers up to this one have no checksum. */
const FIRST_CHECKED = 1_001_998;

const isSnils = (digits: Digits): boolean => {
  if (modulo(digits, 0, 9, 1e10) <= FIRST_CHECKED) return false;
  return (weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101) % 100 === pairAt(digits, 9);
};

export const RU_SNILS: NumberEntity = {
  ...{ kind: 'number', name: 'RU_SNILS', lengths: [11], check: isSnils },
  layouts: ['3-3-3 2'],
  words: ['снилс', 'snils', 'страховой номер', 'пенсионного страхования'],
  scores: { announced: 0.97, written: 0.95, bare: 0.4 },
  samples: {
    match: ['112-233-445 95', 'СНИЛС 11223344595', 'СНИЛС: 112-233-445-95', 'snils=11223344595'],
    noMatch: ['112-233-445 96', '112-233-445-95', 'СНИЛС 11223344596', '112 233 445 95 1'],
  },
};

const isUkrainian = (digits: Digits): boolean => {
  const sum = weighted(digits, [-1, 5, 7, 9, 4, 6, 10, 5, 7]);
  return (((sum % 11) + 11) % 11) % 10 === digits[9] && !isOneDigit(digits, 10);
};

/** Ukraine's. */
export const UA_RNOKPP: NumberEntity = {
  ...{ kind: 'number', name: 'UA_RNOKPP', lengths: [10], layouts: [], check: isUkrainian },
  words: ['рнокпп', 'іпн', 'ідентифікаційний код', 'ідентифікаційний номер', 'картки платника', 'rnokpp'],
  scores: { announced: 0.97 },
  samples: {
    match: ['РНОКПП 1759013776', 'ІПН: 1759013776', 'ідентифікаційний код 1759013776'],
    noMatch: ['1759013776', 'РНОКПП 1759013777', 'ІПН 175901377'],
  },
};

/** Where the first weights leave ten, others are taken. */
const isKazakh = (digits: Digits): boolean => {
  const century = digits[6] ?? 0;
  if (century > 6 || !isDate(pairAt(digits, 4), pairAt(digits, 2))) return false;
  const first = weighted(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) % 11;
  const rest = first < 10 ? first : weighted(digits, [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]) % 11;
  return rest === digits[11];
};

/** Kazakhstan's. */
export const KZ_IIN: NumberEntity = {
  ...{ kind: 'number', name: 'KZ_IIN', lengths: [12], layouts: [], check: isKazakh },
  words: ['иин', 'жсн', 'iin'],
  scores: { announced: 0.97 },
  samples: {
    match: ['ИИН 800101300125', 'ЖСН: 800101300125', 'IIN 800101300125'],
    noMatch: ['800101300125', 'ИИН 800101300126', 'ИИН 801301300123'],
  },
};
