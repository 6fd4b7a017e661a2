import { describe, expect, it } from 'vitest';
import { pii } from '../../../../src/detection/detectors/pii.ts';
import { openValueFrom } from '../../../../src/detection/entities/open-values.ts';
import { normalize } from '../../../../src/detection/normalize.ts';
import { readFacts } from '../../../../src/detection/text-facts.ts';
import { USER } from '../samples.ts';

const fill = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** CPU of this process, in µs: other work on the machine counts little. */
const cpuOf = (run: () => void): number => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

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
  'aa:',
  'a::',
  '1:2:3:4:5:6:7:8',
  'aa-11-',
  'a1b2.c3d4.',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb ',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5 ',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD ',
  'x1',
  'ssn bsn tfn sin acn nif 123456789 ',
  'pesel cpf abn nir 12345678901 ',
  '电话电话电话1234567',
  'telephonetelephone1234567 ',
  'a1@',
  '1 x ext ',
  'phoneNumberTaxIdSsnBsn 943476591 ',
];

describe.each(PIECES.map((piece) => ({ piece })))('a text of nothing but "$piece"', ({ piece }) => {
  it('costs what its length costs', () => {
    const [short, long] = [8_000, 64_000].map((length) => {
      const { text } = normalize(fill(piece, length));
      const facts = readFacts(text);
      pii.detect(text, USER, facts);
      const costs = Array.from({ length: 3 }, () => cpuOf(() => void pii.detect(text, USER, facts)));
      return Math.min(...costs);
    });
    // Eight times the text; below the clock's grain there is nothing to compare.
    expect(long).toBeLessThan(25 * Math.max(short ?? 0, 1500));
    expect(long).toBeLessThan(250_000);
  });

  it('lets a stream go on cheaply, and holds little', () => {
    const text = fill(piece, 4_000);
    const cost = cpuOf(() => {
      for (let i = 1; i <= 50; i++) openValueFrom(text.slice(0, -i));
    });
    expect(cost / 50).toBeLessThan(2_000);
    for (let i = 1; i <= 50; i++) expect(4_000 - i - openValueFrom(text.slice(0, -i))).toBeLessThan(200);
  });
});

it('costs next to nothing where nothing can be', () => {
  const { text } = normalize(
    fill('The river was calm that day; and the boats went out: early, to fish. ', 64_000),
  );
  const facts = readFacts(text);
  const costs = Array.from({ length: 20 }, () => cpuOf(() => void pii.detect(text, USER, facts)));
  // Three µs for each KB.
  expect(Math.min(...costs)).toBeLessThan(3 * 64);
});
