import { describe, expect, it } from 'vitest';
import { pii } from '../../../../src/detection/detectors/pii.ts';
import { expectCheap } from '../../cost.ts';
import { scan, TOOL } from '../samples.ts';

const SURE = 0.8;
const foundIn = (text: string): string[] =>
  scan(text)
    .filter(({ category, score }) => category === 'pii' && score >= SURE)
    .map(({ subType, span }) => `${subType} ${text.slice(span.start, span.end)}`);

const CARD = `four${' one'.repeat(15)}`;

describe('numbers whose digits are said', () => {
  it.each([
    [`My card number is ${CARD}, thanks`, `CREDIT_CARD ${CARD}`],
    [`credit card: ${CARD.replaceAll(' ', ', ')}.`, `CREDIT_CARD ${CARD.replaceAll(' ', ', ')}`],
    [`Meine Kreditkarte: vier${' eins'.repeat(15)} bitte`, `CREDIT_CARD vier${' eins'.repeat(15)}`],
    [`numéro de carte quatre${' un'.repeat(15)}`, `CREDIT_CARD quatre${' un'.repeat(15)}`],
    [`número de tarjeta cuatro${' uno'.repeat(15)}`, `CREDIT_CARD cuatro${' uno'.repeat(15)}`],
    [
      'my phone is four one five double five five two six seven one',
      'PHONE_NUMBER four one five double five five two six seven one',
    ],
    ['SSN two-one-two-oh-six-nine-one-two-six', 'US_SSN two-one-two-oh-six-nine-one-two-six'],
  ])('%s', (text, value) => {
    expect(foundIn(text)).toEqual([value]);
  });

  it.each([
    'my card one two three four five six seven',
    'phone four five six',
    'phone keypad: one two three four five six seven eight nine zero',
    'Fax test: nine eight seven six five four three two one zero',
    'phone: null, null, null, null, null, null, null, null',
    `my card number is ${CARD} one two`,
    `Count with me: ${CARD}`,
    'my card is one of two or three that I use',
    'the phone rang six, seven, eight times',
  ])('nothing in %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });

  it('costs little, whatever a text is made of', () => {
    for (const piece of [
      'card number ',
      'card number one ',
      'card is one two three four five six seven ',
      'phone double ',
    ])
      expectCheap(900, () => pii.detect(piece.repeat(262_144 / piece.length), TOOL), piece);
  });
});
