import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardAt } from '../../../src/detection/detectors/card-number.ts';
import { pii } from '../../../src/detection/detectors/pii.ts';
import { scan, USER } from './samples.ts';

const CARD = /\d(?:[ -]?\d){11,18}(?![\d-])/y;
const ISSUED =
  /^(?:4(?:\d{12}|\d{15}|\d{18})$|5[1-5]\d{14}$|2[2-7]\d{14}$|3[47]\d{13}$|6(?:011|5\d\d|4[4-9]\d)\d{12}$|35\d{14}$|3(?:0[0-5]|[68]\d)\d{11}$|62\d{14,17}$)/u;

const luhn = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) % 10;

/** The end of a card number, by patterns. */
const cardEnd = (text: string): number | undefined => {
  CARD.lastIndex = 0;
  const [matched = ''] = CARD.exec(text) ?? [];
  const digits = matched.replace(/[ -]/g, '');
  const isCard = ISSUED.test(digits) && luhn(digits) === 0 && !/^(\d)\1+$/.test(digits);
  return isCard ? matched.length : undefined;
};

const numbers = fc
  .tuple(
    fc.constantFrom('4', '51', '6011', '62', '34', '35', '36', '22', '30', '64', '65', '9'),
    fc.array(fc.constantFrom('0', '1', '2', '5', '7', '9'), { maxLength: 18 }),
  )
  .map(([prefix, rest]) => prefix + rest.join(''))
  .map(
    (digits) =>
      Array.from({ length: 10 }, (_, check) => digits + check).find((whole) => luhn(whole) === 0) ?? '',
  );
const separated = fc
  .tuple(numbers, fc.array(fc.constantFrom('', '', '', ' ', '-', '  '), { minLength: 20, maxLength: 20 }))
  .map(([digits, gaps]) => Array.from(digits, (digit, i) => digit + (gaps[i] ?? '')).join(''));

describe('numbers', () => {
  it('are cards where the patterns say so', () => {
    fc.assert(
      fc.property(
        fc.oneof(numbers, separated),
        fc.constantFrom('', ' ', '-', 'x', '7', ' 4', '.'),
        (number, after) => {
          expect(cardAt(number + after, 0)?.span.end).toBe(cardEnd(number + after));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it.each([
    { text: 'call 12 34 56 78 90', found: ['PHONE_NUMBER'] },
    { text: 'the hotel, telefon 12 34 56 78 90', found: ['PHONE_NUMBER'] },
    { text: 'call\n12 34 56 78 90', found: [] },
    { text: `call ${'x'.repeat(25)} 12 34 56 78 90`, found: [] },
    { text: 'sizes 12 34 56 78 90', found: [] },
    { text: 'at 12:34:56 and 2001:db8:85a3::8a2e:370:7334', found: ['IP_ADDRESS'] },
    { text: 'x2001:db8:85a3::8a2e:370:7334', found: [] },
    {
      text: 'a.b-c@x-y.co.uk, -a@b.co é@münchen.de a@b@c.de',
      found: ['EMAIL_ADDRESS', 'EMAIL_ADDRESS', 'EMAIL_ADDRESS'],
    },
    { text: `${'a'.repeat(64)}@b.co`, found: ['EMAIL_ADDRESS'] },
    { text: `${'a'.repeat(65)}@b.co`, found: [] },
  ])('in "$text": $found', ({ text, found }) => {
    expect(pii.detect(text, USER).map(({ subType }) => subType)).toEqual(found);
    expect(scan(text).filter(({ category }) => category === 'pii')).toHaveLength(found.length);
  });
});
