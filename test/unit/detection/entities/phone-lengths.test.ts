import { Metadata } from 'libphonenumber-js/min';
import METADATA from 'libphonenumber-js/min/metadata';
import { expect, it } from 'vitest';
import { isPossibleNumber } from '../../../../src/detection/entities/phone-number.ts';

const MOST_DIGITS = 20;
const CODES = Object.entries(METADATA.country_calling_codes).map(([code, [country = 'US']]) => ({
  code,
  country,
}));

it.each(CODES)('numbers of +$code have the lengths that the library reads', ({ code, country }) => {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const lengths = Array.from({ length: MOST_DIGITS }, (_, length) => length);
  const possible = lengths.filter((length) => isPossibleNumber(`${code}${'5'.repeat(length)}`));
  expect(possible).toEqual(metadata.numberingPlan?.possibleLengths());
});
