import { describe, expect, it } from 'vitest';
import { scan } from '../samples.ts';

const SURE = 0.8;
const surelyIn = (text: string): string[] =>
  scan(text)
    .filter(({ score }) => score >= SURE)
    .map(({ span }) => text.slice(span.start, span.end));

const CARD = '4111 1111 1111 1111';
const ACCOUNT = 'DE89 3704 0044 0532 0130 00';
const SSN = '212-06-9126';
const CALL = '+49 30 66959670';
const LOCAL = '(415) 548-7001';
const MAIL = 'anna.k@corp.dev';

describe('the very value is found', () => {
  const values = [CARD, '4111111111111111', ACCOUNT, SSN, CALL, LOCAL, MAIL];

  it.each(values)('behind a break that is written out: %s', (value) => {
    for (const text of [`a\\n${value}\\nb`, `a\\t${value}\\tb`, `{"x":"a\\r\\n${value}"}`, `\\\\n${value}`])
      expect(surelyIn(text), text).toEqual([value]);
  });

  it('and by its word behind such a break', () => {
    expect(surelyIn('Anna\\nphone: 4155552671\\nBonn')).toEqual(['4155552671']);
    expect(surelyIn('Anna\\n\\tssn: 212069126')).toEqual(['212069126']);
  });

  it('and by its word in front of such a break, with blanks or a word in between', () => {
    for (const between of ['\\n', '\\n ', ':\\n  ', '\\r\\n ', '\\nno '])
      expect(surelyIn(`SSN${between}212069126`), between).toEqual(['212069126']);
    expect(surelyIn('Phone\\n 3580594')).toEqual(['3580594']);
  });

  it.each(values.filter((value) => value !== MAIL))('in italics and in bold: %s', (value) => {
    for (const look of ['_', '__']) expect(surelyIn(`so ${look}${value}${look} is`)).toEqual([value]);
  });

  it.each(['\u00b7', '\u2022', '\u2219', '\u22c5', '\u30fb'])('divided by %s', (dot) => {
    for (const value of [CARD, ACCOUNT]) {
      const text = value.replaceAll(' ', dot);
      expect(surelyIn(`here: ${text} ok`)).toEqual([text]);
    }
    const text = `212${dot}06${dot}9126`;
    expect(surelyIn(`SSN ${text} ok`)).toEqual([text]);
  });

  it.each([
    '\u662f%\u5417',
    '\u306f%\u3067\u3059\u3002',
    '%\uc785\ub2c8\ub2e4',
    '\u0e04\u0e37\u0e2d%\u0e04\u0e23\u0e31\u0e1a',
  ])('between words that touch it: %s', (frame) => {
    for (const value of [MAIL, CARD, ACCOUNT]) expect(surelyIn(frame.replace('%', value))).toEqual([value]);
  });
});

it('values on both sides of a dot between blanks are two', () => {
  expect(surelyIn('Tel 030 1234567 \u2022 0171 1234567')).toEqual(['030 1234567', '0171 1234567']);
  expect(surelyIn(`${SSN} \u00b7 ${CALL} \u00b7 ${MAIL}`)).toEqual([SSN, CALL, MAIL]);
});

it.each([
  'C:\\new4111\\x',
  '2\u00b73\u00b75\u00b77 = 210',
  'the \\tel command and \\nu4',
  'const _123456789 = x;',
  'a\\n1\\n2\\n3\\n4\\n5\\n6\\n7\\n8\\n9\\n10',
  '1\u00b72\u00b7345\u00b76789',
])('nothing is found in %s', (text) => {
  expect(surelyIn(text)).toEqual([]);
});
