import { describe, expect, it } from 'vitest';
import { scan } from '../samples.ts';

const SURE = 0.8;
const phonesIn = (text: string): string[] =>
  scan(text)
    .filter(({ score, subType }) => score >= SURE && subType === 'PHONE_NUMBER')
    .map(({ span }) => text.slice(span.start, span.end));

describe('of two numbers in one place each is found, whole', () => {
  it.each([
    ['Tel: ', '+49 30 66959670', ' / ', '0171 1234567'],
    ['Tel: ', '+49 30 66959670', '/', '0171 1234567'],
    ['Tel: ', '+49 30 66959670', ' - ', '0171 1234567'],
    ['Phone: ', '(415) 555-2671', ' / ', '(415) 555-2672'],
    ['Phone: ', '415-555-2671', '/', '415-555-2672'],
    ['Phone: ', '+1 415 555 2671', ' / ', '415 555 2672'],
    ['Tél. ', '01 42 68 53 00', ' / ', '06 12 34 56 78'],
    ['Tél. ', '01.42.68.53.00', '/', '06.12.34.56.78'],
    ['', '+33 1 42 68 53 00', ' / ', '06 12 34 56 78'],
    ['', '+39 06 1234567', ' / ', '333 1234567'],
    ['phone: ', '+380 44 123 4567', '/', '067 123 45 67'],
    ['', '+7 495 123-45-67', ' / ', '8 916 123-45-67'],
    ['电话：', '010-12345678', '/', '13912345678'],
    ['name,phone\nAnna,', '+49 30 66959670', ' / ', '0171 1234567'],
  ])('%s%s%s%s', (before, first, sign, second) => {
    expect(phonesIn(`${before}${first}${sign}${second}`)).toEqual([first, second]);
  });

  it('and of three', () => {
    const numbers = ['01 42 68 53 00', '06 12 34 56 78', '06 12 34 56 79'];
    expect(phonesIn(`Tél. ${numbers.join(' / ')}`)).toEqual(numbers);
  });
});

it.each(['+49 30 / 1234567', '+49 (0)30 / 12 34 56 - 78', '030 12 34 56 - 0', '030 / 12 34 56 / 78'])(
  'one number with such signs in it is one: %s',
  (value) => {
    expect(phonesIn(`Tel. ${value}`)).toEqual([value]);
  },
);

it.each([
  'phone: 2024-01-31 / 2024-02-28',
  'period 01.02.2024 / 03.04.2024',
  'commit 1234567 / 7654321',
  'Progress: 123456789/987654321 bytes',
  'phone call 123456789/987654321 bytes',
  'ISBN 978-3-16-148410-0 / 978-3-16-148410-1',
  '+49 1234 / 1234567 / x',
])('nothing is a second number in %s', (text) => {
  expect(phonesIn(text).length).toBeLessThan(2);
});
