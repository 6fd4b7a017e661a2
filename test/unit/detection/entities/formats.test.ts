import { describe, expect, it } from 'vitest';
import { scan } from '../samples.ts';

const isFound = (text: string, entity: string): boolean =>
  scan(text).some(({ subType, score }) => subType === entity && score >= 0.8);

/** As people write them in chats, mails, tables, markup and logs. */
const PHONES = [
  '\u260e 030 1234567',
  '\u{1f4f1}06 12 34 56 78',
  '\u{1f4de} 612 345 678 por favor',
  '\u{1f4de} 20123456 ring',
  'κινητό 6912345678',
  'Rückruf unter 0171 1234567',
  'numărul meu este 0721 234 567',
  '제 번호는 01012345678입니다',
  'ring til 20123456',
  'Kontakt: 0171 1234567',
  'ruf mich an 0151 23456789',
  'mein handy: 0151-234 567 89',
  'Tel +49(0)30-901820',
  '+49.30.901820',
  'mon numéro : 06.12.34.56.78',
  'appelle-moi au 0612345678',
  'mi móvil es 612 345 678',
  'cell. 347-1234567',
  'zap 11 98765-4321',
  'cel: 11987654321',
  'fone (21) 2345-6789',
  'mijn nummer is 06-12345678',
  'kom. 601234567',
  'faks: 22 123 45 67',
  'mobilnr 912 34 567',
  'puh. 09 1234 5678',
  'мой номер 8 (912) 345-67-89',
  'звони 89123456789',
  'моб: 8-912-345-67-89',
  'мій номер 067 123 45 67',
  'numaram 532 123 4567',
  '微信联系方式 13912345678',
  '連絡先: 09012345678',
  '연락처: 01012345678',
  'เบอร์ 0812345678',
  'gọi 0912345678',
  'telp (021) 1234567',
  'hubungi 0812-3456-7890',
  'मेरा नंबर 9876543210',
  'رقم هاتفي 0501234567',
  'هاتف: ٠٥٠١٢٣٤٥٦٧',
  'اتصل على 01012345678',
  'נייד: 0521234567',
  'Natel 079 123 45 67',
  'text 415.555.2671',
  'call 1-800-555-0123 now',
  '{"tel": 612345678}',
  '<a href="tel:+4930901820">',
  'caller=+14155552671 callee=x',
  'TEL;TYPE=CELL:0151 23456789',
  'Anna,415-555-2671,1980',
];

const MAILS = [
  'anna＠example.com',
  'a\u200bnna@exam\u200bple.com',
  'anna@exam\u00adple.com',
  'https://x.example/?email=anna%40example.com',
  'anna&#64;example.com',
  'reported by anna@example[.]com',
  'my email is anna underscore s at gmail dot com',
  'Written by Anna Schmidt <anna.s at gmail.com>',
  'आन्ना@उदाहरण.भारत',
];

const ACCOUNTS = [
  'DE 8937 0400 4405 3201 3000',
  'IBANDE89370400440532013000',
  'iban=DE89+3704+0044+0532+0130+00',
  'DE89–3704–0044–0532–0130–00',
  '<td>DE89 3704 0044 0532 0130 00</td>',
  'ＤＥ８９３７０４００４４０５３２０１３０００',
  'DE89370400440532013000Anna Schmidt',
];

const CARDS = [
  'no4111111111111111',
  'tarjeta4111111111111111',
  '٤١١١ ١١١١ ١١١١ ١١١١',
  '4111\u200b 1111\u200b 1111\u200b 1111',
];

describe.each([
  { entity: 'PHONE_NUMBER', texts: PHONES },
  { entity: 'EMAIL_ADDRESS', texts: MAILS },
  { entity: 'IBAN_CODE', texts: ACCOUNTS },
  { entity: 'CREDIT_CARD', texts: CARDS },
])('$entity', ({ entity, texts }) => {
  it.each(texts)('is found in %s', (text) => {
    expect(isFound(text, entity)).toBe(true);
  });
});

it.each([
  'meet me at yahoo headquarters',
  'look at gmail and outlook',
  'zap 12345 tokens',
  'the cel shading of 1234567 models',
  'kom 2024-01-31',
  'version 1,415-555',
  'the values 12,34-56-78 and 1,234,567.89',
  'WA 98101-1234',
  'CEP: 01310-100',
  'AD 1234 5678 9012 3456 7890',
])('neither a telephone number nor an address is found in %s', (text) => {
  expect(isFound(text, 'PHONE_NUMBER') || isFound(text, 'EMAIL_ADDRESS') || isFound(text, 'IBAN_CODE')).toBe(
    false,
  );
});

it.each([
  '\u{1f4f1} 1 000 000 downloads',
  '\u{1f4f1} 1.234.567 Nutzer',
  '\u{1f4de} 25000000 subscribers',
  '\u{1f4f1} 3.1234567 million',
])('what is counted behind the picture of a telephone is none: %s', (text) => {
  expect(isFound(text, 'PHONE_NUMBER')).toBe(false);
});

it('a product of numbers is no address of a device', () => {
  expect(isFound('5\u22c510\u22c520\u22c530\u22c540\u22c550\u22c560\u22c570', 'MAC_ADDRESS')).toBe(false);
});
