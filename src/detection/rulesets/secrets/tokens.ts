import type { Rule } from '../ruleset.ts';
import { isRandom, isToken } from './values.ts';

/** Nothing that could go on with a token. */
export const TOKEN_END = '(?![A-Za-z0-9])';

const MIXED = 'Kd7Rw2Xq9Lb4Zt6Vm3Hs8Yp5Gf1Jc0NnQaEeTuBvWk';
const LOWER = 'k7rw2xq9lb4zt6vm3hs8yp5gf1jc0nqaetud';
const HEX = '7f3a9c1e5b8d2046e4f1a7c93b5d8062';
const UPPER = 'K7RW2XQ4LB5ZT6VM3HSYPGFJCNAETUDB';

const cycle = (letters: string, length: number): string =>
  letters.repeat(Math.ceil(length / letters.length)).slice(0, length);

/** Values for samples; no token stands in a file as a whole, or scanners of repositories would find it. */
export const mixed = (length: number): string => cycle(MIXED, length);
export const lower = (length: number): string => cycle(LOWER, length);
export const upper = (length: number): string => cycle(UPPER, length);
export const hex = (length: number): string => cycle(HEX, length);

type TokenKind = Readonly<{
  id: string;
  subType: string;
  starts: readonly [string, ...string[]];
  /** What follows, without the end. */
  rest: string;
  /** What follows the first start in a token of this kind. */
  body: string;
  /** Stands before the literal in a token of this kind; see `Rule`. */
  lead?: string;
  head?: string;
  score?: number;
  verify?: (matched: string) => boolean;
}>;

/** So little of a token is none yet. */
const LONGEST_STUMP = 5;

const zeros = (text: string): string => text.replaceAll(/[A-Za-z0-9]/gu, '0');
const crosses = (text: string): string => text.replaceAll(/[A-Za-z0-9]/gu, 'x');

/** A rule for tokens that their first characters give away. */
export const tokenRule = ({ head = '', ...kind }: TokenKind): Rule => {
  const { id, subType, starts, rest, body, lead, score = 0.97, verify = isToken } = kind;
  const token = head + starts[0] + body;
  return {
    ...{ id, score, subType, exact: true, starts, verify },
    ...(lead === undefined ? {} : { lead }),
    rest: rest + TOKEN_END,
    match: [token, `key=${token}`, `{"a":"${token}"}`, `take ${token}, please`],
    noMatch: [
      head + starts[0],
      head + starts[0] + body.slice(0, Math.min(LONGEST_STUMP, body.length / 3)),
      head + starts[0] + zeros(body),
      head + starts[0] + crosses(body),
    ],
  };
};

type NamedKind = Readonly<{
  id: string;
  subType: string;
  /** Words that say what the value is, in lower case. */
  names: readonly [string, ...string[]];
  /** Expression for the value, in lower case. */
  value: string;
  sample: string;
  score?: number;
  verify?: (value: string) => boolean;
}>;

/** Between a name and its value: `cohere api key: "`, `DD_API_KEY=`, `"mistralKey": "`, `heroku key is `. */
const TO_VALUE = String.raw`[\w\x20.-]{0,24}?\\?["'\x60]?\s{0,2}(?:[:=]{1,2}>?|\x20is\x20|\x20)\s{0,2}\\?["'\x60]?`;

/** A rule for values without a form of their own, which a name in front of them gives away. */
export const namedRule = (kind: NamedKind): Rule => {
  const { id, subType, names, value, sample, score = 0.85, verify = (found) => isRandom(found) } = kind;
  const [name] = names;
  return {
    ...{ id, score, subType, starts: names, verify },
    rest: `${TO_VALUE}(?<![a-z0-9])(${value})(?![a-z0-9_-])`,
    match: [
      `${name}_api_key=${sample}`,
      `"${name}": "${sample}"`,
      `the ${name} key is ${sample}, ok`,
      `export ${name.toUpperCase()}_TOKEN='${sample}'`,
    ],
    noMatch: [
      `${name}_api_key=`,
      `${name} key: ${'x'.repeat(sample.length)}`,
      `${name} is ${'0'.repeat(sample.length)}`,
      `${name}=\${${name.toUpperCase()}}`,
    ],
  };
};
