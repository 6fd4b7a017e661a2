import { describe, expect, it } from 'vitest';
import { pii } from '../../../../src/detection/detectors/pii.ts';
import { openValueFrom } from '../../../../src/detection/entities/open-values.ts';
import { readFacts } from '../../../../src/detection/facts/text-facts.ts';
import { normalize } from '../../../../src/detection/text/normalize.ts';
import { cpuMs, expectBelow, expectCheap } from '../../cost.ts';
import { USER } from '../samples.ts';

const fill = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const PIECES = [
  '1 ',
  '12-',
  '1.',
  '4111 1111 1111 1111 ',
  '4111111111111112 ',
  'call 1 ',
  'call (1',
  '+1 ',
  '+',
  '(((((',
  '0049',
  '00 49 ',
  'AB 12 ',
  'AB12',
  'RSS MRA ',
  'DE89 ',
  'gb29 nwbk ',
  '4111 1111 1111 1111anna@example.com ',
  'anna@example.com4111 1111 1111 1111 ',
  '4111 1111 1111 1111 536-90-4399 ',
  '52 519 706 600 ',
  '4111111111111111,+1 415 555 2671,',
  'References: <1.2.345678@a.example.com> ',
  'anna@example.com ',
  '4111111111111111 ',
  'a@b.c4111',
  'a@b.com4111 1111 1111 1111',
  '4111 1111 1111 1111anna@',
  '4111111111111111@example.com ',
  '1@a.de',
  'a@b.de4',
  'a@b[.]',
  'ssh -a a/ root@a.de ',
  'a dot b dot c at gmail.com ',
  'aa:',
  'a::',
  '1:2:3:4:5:6:7:8',
  'aa-11-',
  'a1b2.c3d4.',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb ',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5 ',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD ',
  'wallet 9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM ',
  '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3B ',
  '<<',
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\n',
  'I<UTOD231458907<<<<<<<<<<<<<<<\n',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<11\n',
  '"a"@b.com ',
  '"a b"@',
  '1234567\n',
  'tel:\n- 0221 1234567\n- 0221 7654321\n',
  'x1',
  'ssn bsn tfn sin acn nif 123456789 ',
  'pesel cpf abn nir 12345678901 ',
  '电话电话电话1234567',
  'telephonetelephone1234567 ',
  'a1@',
  '1 x ext ',
  'phoneNumberTaxIdSsnBsn 943476591 ',
  '4111 1111\n1111 1112 ',
  '4111111111111111,',
  'https://a:b@c.co:',
  'mac 001b44113ab7 ',
  '12.ABC.345/01DE-35 ',
  'nginx/1.25.3.1 ',
  'DE89\n',
  'PT 12345678 ',
];

describe.each(PIECES.map((piece) => ({ piece })))('a text of nothing but "$piece"', ({ piece }) => {
  it('costs what its length costs', () => {
    const costOf = (length: number): (() => number) => {
      const { text } = normalize(fill(piece, length));
      const facts = readFacts(text);
      return () => cpuMs(() => pii.detect(text, USER, facts));
    };
    const [short, long] = [costOf(8_000), costOf(64_000)];
    short();
    // Linear work gives 8, quadratic work 64; below the clock's grain there is nothing to compare.
    expectBelow(25, () => long() / Math.max(short(), 1.5), 'eight times the text');
    expectBelow(250, long);
  });

  it('lets a stream go on cheaply, and holds little', () => {
    const text = fill(piece, 4_000);
    expectCheap(50 * 5, () => {
      for (let i = 1; i <= 50; i++) openValueFrom(text.slice(0, -i));
    });
    for (let i = 1; i <= 50; i++) expect(4_000 - i - openValueFrom(text.slice(0, -i))).toBeLessThan(200);
  });
});

it('costs next to nothing where nothing can be', () => {
  const { text } = normalize(
    fill('The river was calm that day; and the boats went out: early, to fish. ', 64_000),
  );
  const facts = readFacts(text);
  // Three µs for each KB were measured (`npm run bench:pii`); to look for values at each word would cost hundreds.
  expectCheap(0.03 * 64, () => pii.detect(text, USER, facts));
});
