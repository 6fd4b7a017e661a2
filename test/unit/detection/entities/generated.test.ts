import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';
import { pii } from '../../../../src/detection/detectors/pii.ts';
import type { EntityName } from '../../../../src/detection/entities/names.ts';
import { isPossibleNumber } from '../../../../src/detection/entities/phone-number.ts';
import { normalize } from '../../../../src/detection/text/normalize.ts';
import { USER } from '../samples.ts';
import { CODES, digitRun, grouped, joined, NUMBERS } from './generators.ts';

const AROUND = [
  (value: string) => value,
  (value: string) => `It is ${value}, as you know.`,
  (value: string) => `{"value":"${value}","n":1}`,
  (value: string) => `name,${value},x\n`,
  (value: string) => `Das ist (${value}).`,
  (value: string) => `'${value}'`,
  (value: string) => `key=${value};`,
  (value: string) => `好的：${value}。`,
  (value: string) => `| ${value} | b |`,
  (value: string) => `ligne\n${value}\nautre`,
] as const;

const around = fc.constantFrom(...AROUND);

type Found = Readonly<{ subType: string; score: number; text: string }>;

const findIn = (text: string): readonly Found[] => {
  const normal = normalize(text).text;
  return pii.detect(normal, USER).map(({ subType, score, span }) => ({
    ...{ subType, score },
    text: normal.slice(span.start, span.end),
  }));
};

/** At `medium`, and all of it. */
const isFound = (text: string, name: EntityName | null, value: string): boolean =>
  findIn(text).some(
    (found) =>
      (name === null || found.subType === name) && found.score >= 0.8 && found.text === normalize(value).text,
  );

/** One digit more, so that it is another number of the same form. */
const withOtherDigit = (value: string, place: number): string => {
  const places = Array.from(value.matchAll(/\d/g), ({ index }) => index);
  const at = places[place % places.length] ?? 0;
  return `${value.slice(0, at)}${(Number(value[at]) + 1) % 10}${value.slice(at + 1)}`;
};

const RUNS = { numRuns: 60 } as const;

const ENTITIES = [...NUMBERS, ...CODES];

describe.each(ENTITIES)('$name', ({ name, values, layouts, words }) => {
  const notations = layouts.flatMap((layout) => words.map((word) => ({ layout, word })));

  it('is found behind a word in every notation', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(...notations), around, (value, { layout, word }, put) => {
        const written = grouped(layout)(value).replace(/[^A-Za-z\d]+$/, '');
        expect(isFound(put(`${word} ${written}`), name, written)).toBe(true);
      }),
      RUNS,
    );
  });

  it('is found with invisible characters and wide digits', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(...words), (value, word) => {
        const wide = value.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
        const hidden = Array.from(value).join('\u200b');
        expect(isFound(`${word} ${wide}`, name, value)).toBe(true);
        expect(isFound(`${word} ${hidden}`, name, value)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});

it.each(ENTITIES.filter(({ alone }) => alone.length > 0))(
  '$name is found by itself where its notation is its own',
  ({ name, values, alone }) => {
    let all = 0;
    let named = 0;
    fc.assert(
      fc.property(values, fc.constantFrom(...alone), around, (value, layout, put) => {
        const written = grouped(layout)(value).replace(/[^A-Za-z\d]+$/, '');
        all++;
        if (isFound(put(written), name, written)) named++;
        // Now and then it passes the checksum of another entity, too.
        expect(isFound(put(written), null, written)).toBe(true);
      }),
      RUNS,
    );
    expect(named / all).toBeGreaterThan(0.75);
  },
);

it.each(ENTITIES.filter(({ isChecked = true }) => isChecked))(
  '$name is not found with one digit changed',
  ({ name, values, words }) => {
    let wrong = 0;
    let found = 0;
    fc.assert(
      fc.property(values, fc.constantFrom(...words), fc.nat({ max: 40 }), (value, word, place) => {
        wrong++;
        const other = withOtherDigit(value, place);
        if (isFound(`${word} ${other}`, name, other)) found++;
      }),
      { numRuns: 150 },
    );
    // Where a weight shares a factor with the modulus, or a digit is no part of the sum, a wrong one may pass.
    expect(found / wrong).toBeLessThan(0.25);
  },
);

describe('telephone numbers', () => {
  const national = fc
    .tuple(
      fc.constantFrom('1', '44', '49', '33', '91', '55', '358', '7', '86'),
      fc.integer({ min: 3, max: 14 }),
    )
    .chain(([code, length]) => digitRun(length).map((rest) => ({ code, rest: rest.replace(/^0/, '2') })));

  it('are possible where the library says so', () => {
    fc.assert(
      fc.property(national, ({ code, rest }) => {
        const parsed = parsePhoneNumberFromString(`+${code}${rest}`);
        // The library reads national prefixes that callers from abroad leave out, we do not.
        const isWhole = parsed !== undefined && parsed.nationalNumber.length === rest.length;
        const isMain =
          parsed?.country === undefined ||
          ['US', 'GB', 'DE', 'FR', 'IN', 'BR', 'FI', 'RU', 'CN'].includes(parsed.country);
        if (isWhole && isMain) expect(isPossibleNumber(code + rest)).toBe(parsed.isPossible());
      }),
      { numRuns: 500 },
    );
  });

  const digit = fc.constantFrom('2', '3', '4', '5', '6', '7', '8', '9');
  const nanp = joined(digit, digitRun(2), digit, digitRun(6));
  it.each([
    '(3) 3-4',
    '3-3-4',
    '3.3.4',
    '+1 3-3-4',
    '+1 (3) 3-4',
    '1-3-3-4',
    '+199',
    '+1.3.3.4',
    '001 3 3 4',
    '(3)3-4',
  ])('are found by themselves as %s', (layout) => {
    // The first digit of a layout stands for itself where it is no size.
    const template = layout
      .replace(/^(\+?)1(?=[ .-])/, '$1①')
      .replace('+199', '+①99')
      .replace('001', '⓪');
    fc.assert(
      fc.property(nanp, around, (value, put) => {
        const written = grouped(template)(value).replace('①', '1').replace('⓪', '001');
        expect(isFound(put(written), 'PHONE_NUMBER', written)).toBe(true);
      }),
      RUNS,
    );
  });

  it.each([
    'Tel.: 030/901820',
    'Telefon 0171-2345678',
    'Handy: 0171 234 56 78',
    'mobile +44 (0)7700 900123',
    'Appelez le 06.12.34.56.78',
    'tél : 06 12 34 56 78',
    'llámame al 612 34 56 78',
    'chiamami al 347 1234567',
    'ring mig på 070-123 45 67',
    'zadzwoń: 601 234 567',
    'WhatsApp +55 (11) 91234-5678',
    'телефон 8 (912) 345-67-89',
    'phone=5551234567&x=1',
    '{"phoneNumber":"5551234567"}',
    'contact_phone: 98765 43210',
    'my number is 98765-43210',
    '联系电话：010-12345678',
    '手机13912345678',
    'Fax: +1 212 555 0123 ext. 44',
    'call 1-800-555-0123 now',
    'Mobile\t+65 9123 4567',
  ])('are found in "%s"', (text) => {
    expect(
      findIn(text).filter(({ subType, score }) => subType === 'PHONE_NUMBER' && score >= 0.8),
    ).toHaveLength(1);
  });

  it.each([
    'It happened on 2024-05-06 at 12:34:56.',
    'version 10.0.19045.3803',
    'The price is 1,234,567.89 euros.',
    'ISBN 978-3-16-148410-0',
    'commit 1234567890abcdef',
    'id: 550e8400-e29b-41d4-a716-446655440000',
    'pi is 3.14159265358979',
    'lines 100-200 and 300-400 of 5000',
    '{"created":1700000000,"total_tokens":1234567}',
    'order number 100-2003004',
    '10 20 30 40 50 60 70 80',
    '1/2 3/4 5/6 7/8',
    'area 51.507351, -0.127758',
    'call the function with 1234567890123456789',
  ])('are not found in "%s"', (text) => {
    expect(findIn(text).filter(({ subType }) => subType === 'PHONE_NUMBER')).toEqual([]);
  });
});
