import type { CodedEntity } from './entity.ts';

const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

const passes = (digits: string, letter: string): boolean => LETTERS[Number(digits) % 23] === letter;

export const ES_NIF: CodedEntity = {
  ...{ kind: 'coded', name: 'ES_NIF' },
  heads: [
    { letters: 0, digits: [7, 8] },
    { letters: 0, digits: [1, 2] },
  ],
  pattern: /(?:\d{7,8}|\d{1,2}\.\d{3}\.\d{3})[ -]?[a-z](?!(?<=\de)[+-]\d)/iy,
  check: (value) => passes(value.slice(0, -1), value.slice(-1)) && Number(value.slice(0, -1)) > 0,
  words: ['nif', 'dni', 'documento nacional', 'identificacion fiscal', 'identidad', 'de identificacion'],
  scores: { announced: 0.97, written: 0.85, bare: 0.65 },
  samples: {
    match: [
      '12345678Z',
      '99585767E',
      'DNI 12.345.678-Z',
      'nif: 12345678-z',
      'su DNI es 12345678 Z',
      '"dni":"00000001R"',
    ],
    noMatch: [
      '12345678A',
      '12.345.678-A',
      '1234567890Z',
      '00000000T',
      'A12345678Z',
      '99585767E-22',
      '99585767e+05',
    ],
  },
};

export const ES_NIE: CodedEntity = {
  ...{ kind: 'coded', name: 'ES_NIE' },
  heads: [
    { letters: 1, digits: [7, 8] },
    { letters: 1, digits: [7, 8], isDivided: true },
    { letters: 1, digits: [1, 1], isDivided: true },
    { letters: 1, digits: [1, 1] },
  ],
  pattern: /[xyz][ -]?(?:\d{7,8}|\d\.\d{3}\.\d{3})[ -]?[a-z]/iy,
  check: (value) => passes(`${'XYZ'.indexOf(value.charAt(0))}${value.slice(1, -1)}`, value.slice(-1)),
  words: ['nie', 'extranjero', 'identidad extranjero', 'extranjeria', 'residencia'],
  scores: { announced: 0.97, written: 0.9, bare: 0.85 },
  samples: {
    match: ['X1234567L', 'NIE: Y-1234567-X', 'Z 1234567 R', 'nie x1234567l', 'X-1.234.567-L'],
    noMatch: ['X1234567M', 'W1234567L', 'X123456L', 'AX1234567L'],
  },
};
