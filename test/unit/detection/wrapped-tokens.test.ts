import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secrets } from '../../../src/detection/detectors/secrets.ts';
import { createPipeline } from '../../../src/detection/pipeline.ts';
import { hex, mixed } from '../../../src/detection/rulesets/secrets/tokens.ts';
import { expectCheap } from '../cost.ts';
import { OUTPUT, USER } from './samples.ts';

const pipeline = createPipeline([secrets]);
const foundIn = (text: string, context = USER): string[] =>
  [...pipeline.scan(text, context)].flat().map(({ span }) => text.slice(span.start, span.end));

const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const TOKENS = [
  `ghp_${mixed(36)}`,
  `github_pat_${mixed(22)}_${mixed(59)}`,
  `sk-ant-api03-${mixed(93)}AA`,
  `glpat-${mixed(20)}`,
  `AIza${mixed(35)}`,
  `${coded({ alg: 'HS256', typ: 'JWT' })}.${coded({ sub: 'anna', name: 'Anna K', iat: 1516239022 })}.${mixed(43)}`,
];
const BREAKS = ['\n', '=\n', '\r\n', '\n> ', '\n>> '];

describe('a token in pieces is found, whole', () => {
  it.each(TOKENS)('%s', (token) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...BREAKS),
        fc.integer({ min: 17, max: Math.max(20, token.length - 18) }),
        (between, at) => {
          const pieces = [token.slice(0, at), token.slice(at)];
          fc.pre(pieces.every((piece) => /\d[a-z]/iu.test(piece) && !/^[.-]|[.-]$/u.test(piece)));
          const text = `${between.endsWith('> ') ? '> ' : ''}${pieces.join(between)}`;
          expect(foundIn(`Here it is:\n${text}\n\nBest, Anna`)).toEqual([pieces.join(between)]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('with a blank within', () => {
    const token = `ghp_${mixed(20)} ${mixed(16)}`;
    expect(foundIn(`here: ${token} ok`)).toEqual([token]);
  });

  it.each(['"\n  "', '" +\n    "', "'\n  + '", '" \\\n  "', '\\\n', '\\\r\n  '])(
    'as strings or lines of a program: %j',
    (between) => {
      for (const token of [
        `ghp_${mixed(18)}${between}${mixed(18)}`,
        `sk-ant-api03-${mixed(50)}${between}${mixed(43)}AA`,
      ])
        expect(foundIn(`key = "${token}"\n`), token).toEqual([token]);
    },
  );

  it('of the shortest kind', () => {
    const id = 'AKIA1Q7Z4WX2\n9RT5KB3M';
    expect(foundIn(`key: ${id}\n\nThanks`)).toEqual([id]);
  });

  it('of the shortest kind, in three pieces', () => {
    const id = 'AKIA1Q7Z\n4WX29RT5\nKB3M';
    expect(foundIn(`key: ${id}\n\nThanks`)).toEqual([id]);
  });

  it('of several lines too short for one, behind others that are none', () => {
    const token = `fm2_${mixed(52)}`;
    const wrapped = token.match(/.{1,14}/gu)?.join('\n') ?? '';
    expect(foundIn(`${'fm1a_1a/\n'.repeat(9)}\nkey:\n${wrapped}\n\nThanks`)).toEqual([wrapped]);
  });

  it('in lines of 40 characters', () => {
    const token = TOKENS[2] ?? '';
    const wrapped = token.match(/.{1,40}/gu)?.join('=\n') ?? '';
    expect(foundIn(`key: see below\n\n${wrapped}\n\nThanks`)).toEqual([wrapped]);
  });
});

it('what follows a token is no part of it', () => {
  const token = `ghp_${mixed(36)}`;
  for (const text of [`${token}\nThanks1 and more`, `${token} v2x and more`, `${token}\n> ok4 so`])
    expect(foundIn(text), text).toEqual([token]);
});

it.each([
  'use ghp_ tokens1\nand glpat- tokens2',
  `ghp_${mixed(10)}\nand ${mixed(26)}`,
  `ghp_${mixed(10)} is too short2 for one`,
  'ASIAPACIFICSALES TEAM',
  'sk-model12345 version1234567890',
  'sk-learn1234\nrelease1234567890',
  'glpat-settings1 documentation2024',
  `sha256-${hex(20)}\n${hex(20)}`,
  `ghp_${'x'.repeat(20)}\n${'x'.repeat(16)}`,
])('nothing is a token: %j', (text) => {
  expect(foundIn(text)).toEqual([]);
});

it('is found behind what begins like one', () => {
  const token = `ghp_${mixed(36)}`;
  const wrapped = `${token.slice(0, 20)}\n${token.slice(20)}`;
  expect(foundIn(`sk-learn1a/${wrapped}\n`)).toEqual([wrapped]);
});

it.each(['\n', ' ', '\n> '])('each token of a list is one: %j', (between) => {
  const tokens = [1, 2, 3, 4, 5, 6].map((i) => `ghp_${mixed(35)}${i}`);
  expect(foundIn(tokens.join(between))).toEqual(tokens);
});

it('is looked for in requests only', () => {
  const token = `ghp_${mixed(36)}`;
  expect(foundIn(`${token.slice(0, 20)}\n> ${token.slice(20)}`, OUTPUT)).toEqual([]);
});

it.each([
  'ghp_a1b2c3d4\n',
  'ghp_a1b2c3d4 ',
  `ghp_${mixed(30)}\n> `,
  'eyJhbGciOiJ1\n',
  'fm1a_1a/\n',
  `sk-ant-api03-${mixed(40)}=\n`,
  `${'sk-1a/'.repeat(33)}\n`,
  `${'AKIA1A/'.repeat(28)} `,
])('stays linear: %j', (piece) => {
  const text = piece.repeat(50_000 / piece.length);
  expectCheap(150, () => secrets.detect(text, USER), piece);
});
