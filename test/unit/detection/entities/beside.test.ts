import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pii } from '../../../../src/detection/detectors/pii.ts';
import { createPipeline } from '../../../../src/detection/pipeline.ts';
import { normalize } from '../../../../src/detection/text/normalize.ts';
import { USER } from '../samples.ts';
import { readableOf, WRITTEN, type Written } from './generators.ts';

const foundIn = (text: string): readonly string[] => {
  const view = normalize(text).text;
  return pii
    .detect(view, USER)
    .filter(({ score }) => score >= 0.8)
    .map(({ subType, span }) => `${subType} ${view.slice(span.start, span.end)}`);
};

const CARD = 'CREDIT_CARD 4111 1111 1111 1111';
const ACCOUNT = 'IBAN_CODE DE89 3704 0044 0532 0130 00';
const MAIL = 'EMAIL_ADDRESS anna@example.com';
const PHONE = 'PHONE_NUMBER +49 171 1234567';
const SSN = 'US_SSN 536-90-4399';

describe('values that touch', () => {
  it.each([
    { text: '4111 1111 1111 1111anna@example.com', found: [CARD, MAIL] },
    { text: '4111 1111 1111 1111_anna@example.com', found: [CARD, MAIL] },
    { text: '4111 1111 1111 1111-anna@example.com', found: [CARD, MAIL] },
    { text: '4111111111111111anna@example.com', found: ['CREDIT_CARD 4111111111111111', MAIL] },
    { text: 'DE89 3704 0044 0532 0130 00anna@example.com', found: [ACCOUNT, MAIL] },
    { text: '+49 171 1234567anna@example.com', found: [PHONE, MAIL] },
    { text: 'anna@example.com4111 1111 1111 1111', found: [MAIL, CARD] },
    { text: 'anna@example.comDE89 3704 0044 0532 0130 00', found: [MAIL, ACCOUNT] },
    { text: 'anna@example.com536-90-4399', found: [MAIL, SSN] },
    { text: 'anna@example.com+49 171 1234567', found: [MAIL, PHONE] },
    { text: '+49 171 1234567 4111 1111 1111 1111', found: [PHONE, CARD] },
    { text: '+49 171 12345674111 1111 1111 1111', found: [PHONE, CARD] },
    { text: '4111 1111 1111 1111@example.com', found: [CARD, 'EMAIL_ADDRESS example.com'] },
    { text: '4111 1111 1111 1111+49 171 1234567', found: [CARD, PHONE] },
    { text: '4111 1111 1111 1111DE89 3704 0044 0532 0130 00', found: [CARD, ACCOUNT] },
    {
      text: '(415) 555-2671-anna@example.com',
      found: ['PHONE_NUMBER 415', 'EMAIL_ADDRESS 555-2671-anna@example.com'],
    },
    {
      text: 'anna@example.com-bob_k+x@firma.de',
      found: ['EMAIL_ADDRESS anna', 'EMAIL_ADDRESS example.com-bob_k+x@firma.de'],
    },
    { text: '+49 171 1234567DE89 3704 0044 0532 0130 00', found: [PHONE, ACCOUNT] },
    { text: '4111 1111 1111 1111 536-90-4399', found: [CARD, SSN] },
    { text: '536-90-4399 4111 1111 1111 1111', found: [SSN, CARD] },
    {
      text: '4111111111111111,+1 415 555 2671',
      found: ['CREDIT_CARD 4111111111111111', 'PHONE_NUMBER +1 415 555 2671'],
    },
    { text: 'Aadhaar 9276 8232 2012Name Asha', found: ['IN_AADHAAR 9276 8232 2012'] },
  ])('in $text', ({ text, found }) => {
    expect(foundIn(text)).toEqual(found);
  });

  it.each([
    { text: '7,415-555-2671,1980', found: ['PHONE_NUMBER 415-555-2671'] },
    {
      text: '7,(415) 555-2671,84.23.117.205',
      found: ['PHONE_NUMBER (415) 555-2671', 'IP_ADDRESS 84.23.117.205'],
    },
    { text: '7,+49 171 1234567,3', found: [PHONE] },
  ])('and stand in the row $text', ({ text, found }) => {
    expect(foundIn(text)).toEqual(found);
  });

  const CARDS = ['4532015112830366', '5500005555555559', '4111111111111111'];
  const divided = (card: string, sign: string): string => card.replaceAll(/.{4}(?=.)/g, `$&${sign}`);

  it.each(['-', '.', '/', ',', '_'])('are cards in a row with %j, whatever begins or ends it', (sign) => {
    for (const group of ['', ' ', '-', '.']) {
      const cards = CARDS.map((card) => divided(card, group));
      const found = cards.map((card) => `CREDIT_CARD ${card}`);
      for (const [before, behind] of [
        ['', ''],
        ['', '4'],
        ['76', ''],
        ['12', '411111'],
        ['0', '41111111'],
      ])
        expect(foundIn([before, ...cards, behind].filter((each) => each !== '').join(sign))).toEqual(found);
    }
  });

  it.each(['-', '.', '/', ',', '_'])('are cards in a row with %j that is longer than a window', (sign) => {
    for (const group of ['', ' ', '-', '.']) {
      const text = Array.from({ length: 900 }, (_, i) => divided(CARDS[i % 3] ?? '', group)).join(sign);
      const found = [...createPipeline([pii]).scan(text, USER)].flat();
      expect(found.map(({ subType }) => subType)).toEqual(Array(900).fill('CREDIT_CARD'));
    }
  });

  it.each([
    ['0.4111111111111111', []],
    ['0.4111111111111111.5', []],
    ['4111111111111111-1', []],
    ['4111111111111111-4111111111111112', []],
    ['4111111111111111-378282246310005-1', []],
    ['4111-1111-1111-1111-1-4111-1111-1111-1111-1', []],
  ])('are no cards for what stands beside them: %j', (text, found) => {
    expect(foundIn(text)).toEqual(found);
  });

  it.each([
    {
      text: '4111111111111111@example.com',
      found: ['EMAIL_ADDRESS 4111111111111111@example.com', 'CREDIT_CARD 4111111111111111'],
    },
    {
      text: 'card_4111111111111111@example.com',
      found: ['EMAIL_ADDRESS card_4111111111111111@example.com', 'CREDIT_CARD 4111111111111111'],
    },
    {
      text: 'DE89370400440532013000@example.com',
      found: ['EMAIL_ADDRESS DE89370400440532013000@example.com', 'IBAN_CODE DE89370400440532013000'],
    },
    { text: '4915112345678@c.us', found: ['EMAIL_ADDRESS 4915112345678@c.us'] },
    { text: '13912345678@139.com', found: ['EMAIL_ADDRESS 13912345678@139.com'] },
  ])('are both found where an address holds the other: $text', ({ text, found }) => {
    expect(foundIn(text)).toEqual(found);
  });

  it.each(['anna@example.com4', 'foo@bar.io1 or foo@bar.md5', 'a@b.de123456789'])(
    'are none in %s',
    (text) => {
      expect(foundIn(text)).toEqual([]);
    },
  );
});

const maskedOf = (text: string): string => {
  const { text: view, toSource } = normalize(text);
  let masked = text;
  for (const { score, span } of pii.detect(view, USER)) {
    if (score < 0.8) continue;
    const { start, end } = toSource(span);
    masked = masked.slice(0, start) + '\0'.repeat(end - start) + masked.slice(end);
  }
  return masked;
};

const SEPARATORS = [' ', '  ', ',', ', ', ';', '\n', '\t', '|', ' | ', ': ', ' and '] as const;
const value = fc.oneof(...WRITTEN);

it('no six letters or digits of a value stay readable, whatever stands beside it', () => {
  const beside = fc.array(fc.tuple(value, fc.constantFrom(...SEPARATORS)), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(beside, (parts) => {
      const alone = ({ text, lead }: Written): boolean => readableOf(maskedOf(text).slice(lead)) < 6;
      fc.pre(parts.every(([each]) => alone(each)));
      const masked = maskedOf(parts.map(([{ text }, separator]) => text + separator).join(''));
      let at = 0;
      for (const [{ text, lead }, separator] of parts) {
        expect(readableOf(masked.slice(at + lead, at + text.length)), masked).toBeLessThan(6);
        at += text.length + separator.length;
      }
    }),
    { numRuns: 1500, seed: 20261128 },
  );
});

/** Without a separator it takes a letter on one side and a digit on the other to say where one ends. */
it('no six letters or digits stay readable of a card, an account or a telephone number that touches an address', () => {
  const digits = value.filter(
    ({ name, text }) => /^(?:CREDIT_CARD|IBAN_CODE)$/.test(name) || text.startsWith('+'),
  );
  const mail = fc.constantFrom('anna@example.com', 'j.smith42@mail.example.co.uk', 'bob_k@firma.de');
  fc.assert(
    fc.property(digits, mail, fc.boolean(), ({ text }, address, isFirst) => {
      expect(readableOf(maskedOf(isFirst ? address + text : text + address))).toBeLessThan(6);
    }),
    { numRuns: 500, seed: 20261128 },
  );
});
