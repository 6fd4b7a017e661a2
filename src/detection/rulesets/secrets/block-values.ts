import type { Rule } from '../ruleset.ts';
import { KEY_NAMES, PASSWORD_NAMES } from './assignment-names.ts';
import { hex, mixed } from './tokens.ts';
import { isRandom, isStrongPassword } from './values.ts';

/** The blanks that a line begins with are gone by the time that rules read it; in strings of JSON they are not. */
const BREAK = String.raw`[\x20\t]{0,3}(?:\r?\n|(?:\\{1,4}r)?\\{1,4}n)[\x20\t]{0,24}`;
const FIRST_SIGN = String.raw`[^\s"'\x60,;<>(){}\[\]\\&|]`;
/** A further line of a key is nothing else. */
const FURTHER_SIGN = String.raw`[\w+/=.-]`;
const LEAST_FURTHER = 12;

const isBlockValue = (value: string): boolean => {
  const [first = '', ...others] = value.split(/\s+|\\+[nr]/u).filter((line) => line !== '');
  // The next key of the file, below a text that is empty.
  if (first.endsWith(':')) return false;
  if (others.length === 0) return isStrongPassword(first) || isRandom(first, 3);
  return isRandom([first, ...others].join(''), 3.3);
};

/** Secrets below their names, as YAML has texts of one or several lines: `password: |`. */
export const BLOCK_VALUES: readonly Rule[] = [
  {
    id: 'SE-1385',
    score: 0.85,
    starts: [...KEY_NAMES, ...PASSWORD_NAMES],
    rest: `(?:[_-][a-z\\d]{1,20})?["']?\\s{0,3}:\\x20{0,3}[|>][+-]?\\d?[+-]?${BREAK}(${FIRST_SIGN}{8,200}(?:${BREAK}${FURTHER_SIGN}{${LEAST_FURTHER},200}(?!${FURTHER_SIGN}|:|\\x20\\S)){0,7})(?!${FIRST_SIGN}|\\x20\\S)`,
    verify: isBlockValue,
    match: [
      'db:\n  password: >-\n    Wq8!kd93mN-xx2\n  host: db1',
      `api_key: |\n  ${hex(32)}\nname: x`,
      `client_secret: >\n    ${mixed(24)}\n`,
      `signing_key: |-\n  ${mixed(32)}\n  ${mixed(32)}\n  ${mixed(20)}\nport: 80`,
      'passphrase: |\n  Tr0ub4dor&3xKq',
      '{"values":"password: |\\n  Wq8!kd93mN-xx2\\nhost: db1"}',
    ],
    noMatch: [
      'password: |\n  Must be at least 8 characters\n  and contain a digit',
      'token: |\n  \x24{TOKEN}\n',
      'api_key: |\n  your-api-key-here\n',
      'password: >-\n  {{ vault_password }}\n',
      'password: |\n  # see the vault\n',
      'secret: >\n  database-credentials\n',
      'token: |\n  description2 of it\n',
      'access_key: >\n  documentation-v2\n',
      'password: |\nserver12:\n  port: 80',
    ],
  },
];
