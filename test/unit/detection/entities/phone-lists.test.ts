import { describe, expect, it } from 'vitest';
import { scan } from '../samples.ts';

const SURE = 0.8;
const phonesIn = (text: string): string[] =>
  scan(text)
    .filter(({ score, subType }) => score >= SURE && subType === 'PHONE_NUMBER')
    .map(({ span }) => text.slice(span.start, span.end));

describe('numbers one below the other', () => {
  it.each([
    ['Telefonnummern:\n- ', '\n- ', ['0221 1234567', '0221 7654321', '0228 998877']],
    ['phone\n', '\n', ['5551234567', '5559876543', '5552223344']],
    ['"phones": [\n  "', '",\n  "', ['8005551234', '8005559876']],
    ['Callback:\n1. ', '\n2. ', ['4155552671', '4155552672']],
    ['Tel.: ', '\n      ', ['0221 1234567', '0221 7654321']],
    ['телефоны:\n• ', '\n• ', ['8 495 123-45-67', '8 916 765-43-21']],
  ])('behind %j are all found', (heading, divider, numbers) => {
    expect(phonesIn(heading + numbers.join(divider))).toEqual(numbers);
  });

  it.each([
    'ids:\n- 0221123456\n- 0221765432',
    'orders:\n1. 4155552671\n2. 4155552672',
    'tel: 0221 1234567\nKundennummer\n0221765432',
    'tel: 0221 1234567\n1765432 EUR',
    'phone: 4155552671\n12345678',
  ])('are none behind another word, or written otherwise: %j', (text) => {
    expect(phonesIn(text).length).toBeLessThan(2);
    expect(phonesIn(text)).not.toContain('0221765432');
  });
});
