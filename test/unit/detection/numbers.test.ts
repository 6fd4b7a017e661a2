import { describe, expect, it } from 'vitest';
import { pii } from '../../../src/detection/detectors/pii.ts';
import { asciiDigit } from '../../../src/detection/text/decimal-digits.ts';
import { normalize } from '../../../src/detection/text/normalize.ts';
import { canonical } from '../../../src/policy/values.ts';
import { scan, USER } from './samples.ts';

describe('digits of other scripts', () => {
  const CARD = '4111111111111111';
  const written = (zero: number): string =>
    Array.from(CARD, (digit) => String.fromCodePoint(zero + Number(digit))).join('');

  it.each([
    { name: 'Arabic-Indic', zero: 0x660 },
    { name: 'Persian', zero: 0x6f0 },
    { name: 'Devanagari', zero: 0x966 },
    { name: 'Bengali', zero: 0x9e6 },
    { name: 'Thai', zero: 0xe50 },
    { name: 'full-width', zero: 0xff10 },
    { name: 'mathematical', zero: 0x1d7ce },
    { name: 'Adlam', zero: 0x1e950 },
  ])('$name ones make a number, where they stand', ({ zero }) => {
    const value = written(zero);
    const text = `рахунок ${value}, é 😀 ${value.replace(/(.{4})/gsu, '$1 ').trim()}.`;
    const found = scan(text).filter(({ subType }) => subType === 'CREDIT_CARD');
    expect(found.map(({ span }) => text.slice(span.start, span.end).replaceAll(' ', ''))).toContain(value);
    expect(canonical('CREDIT_CARD', value)).toBe(CARD);
    expect(canonical('US_SSN', value)).toBe(CARD);
  });

  it('are told from numbers of other kinds', () => {
    expect(normalize('Ⅷ ② ½ ٣').text).not.toContain('٣');
    expect(asciiDigit('x')).toBeNull();
    expect(asciiDigit('½')).toBeNull();
    expect(Array.from('٠٩०९0９', (digit) => asciiDigit(digit)).join('')).toBe('090909');
  });
});

describe('numbers', () => {
  it.each([
    { text: 'call 12 34 56 78 90', found: ['PHONE_NUMBER'] },
    { text: 'the hotel, telefon 12 34 56 78 90', found: ['PHONE_NUMBER'] },
    { text: 'call\n12 34 56 78 90', found: ['PHONE_NUMBER'] },
    { text: 'call me\nor not\n12 34 56 78 90', found: [] },
    { text: `call ${'x'.repeat(65)} 12 34 56 78 90`, found: [] },
    { text: 'sizes 12 34 56 78 90', found: [] },
    { text: 'at 12:34:56 and 2001:db8:85a3::8a2e:370:7334', found: ['IP_ADDRESS'] },
    { text: 'x2001:db8:85a3::8a2e:370:7334', found: [] },
    {
      text: 'a.b-c@x-y.co.uk, -a@b.co é@münchen.de a@b@c.de',
      found: ['EMAIL_ADDRESS', 'EMAIL_ADDRESS', 'EMAIL_ADDRESS', 'EMAIL_ADDRESS'],
    },
    { text: `${'a'.repeat(64)}@b.co`, found: ['EMAIL_ADDRESS'] },
    { text: `${'a'.repeat(65)}@b.co`, found: [] },
    // An account whose first four characters look like a short word that nothing follows.
    { text: 'pay to DE89\n370400440532013000, please', found: ['IBAN_CODE'] },
    { text: 'SW1A 1AA, v2, 4th, x1 and b2b', found: [] },
  ])('in "$text": $found', ({ text, found }) => {
    expect(pii.detect(text, USER).map(({ subType }) => subType)).toEqual(found);
    expect(scan(text).filter(({ category }) => category === 'pii')).toHaveLength(found.length);
  });
});

describe('one text after another', () => {
  const phonesIn = (text: string): readonly string[] =>
    pii.detect(text, USER).map(({ span }) => text.slice(span.start, span.end));

  it('is looked at by itself: neither places nor words of the one before count', () => {
    const first = `Please call me on my phone, which is ${'still '.repeat(20)}the phone 030 1234567.`;
    expect(phonesIn(first)).toEqual(['030 1234567']);
    expect(phonesIn('phone 030 7654321')).toEqual(['030 7654321']);
    expect(phonesIn('build 7654321')).toEqual([]);
  });
});
