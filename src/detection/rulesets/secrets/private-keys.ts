import type { Rule } from '../ruleset.ts';
import { hex, lower, mixed, tokenRule, upper } from './tokens.ts';
import { isToken } from './values.ts';

/** A line break, also written out as in JSON, and what stands at the beginnings of lines that are quoted or joined. */
const BREAK = String.raw`[\s\\nr"'+,|>]`;
/** `Proc-Type: 4,ENCRYPTED`, `Version: GnuPG v2`, `Comment: "…"` */
const HEADER = String.raw`[A-Z][A-Za-z-]{2,24}:\x20[^\n\\]{0,120}`;
/** Each ends with its line, or there'd be no end of ways to tell them apart; of one line all are one. */
const HEADERS = String.raw`(?:${HEADER}[\n\\]${BREAK}{0,11}){0,6}(?:${HEADER}${BREAK}{1,12})?`;
/** Between two lines of a key that a program puts together, or a mail quotes. */
const JOINT = String.raw`["'][\x20+,.\\]{0,6}\n[\x20\t]{0,40}["']|\n[>|]`;
const ENDS = String.raw`-----END[\x20A-Z0-9]{1,48}-----`;

const PEM = (kind: string): string => `-----BEGIN ${kind}PRIVATE KEY-----`;
const BODY = `MIIEpAIBAAKCAQEA${mixed(48)}\n${mixed(64)}\n`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readJson = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
};

/** A header that names its algorithm, and claims; what is encrypted (five parts) has no claims to be read. */
const isJwt = (token: string): boolean => {
  const parts = token.split('.');
  const header = readJson(parts[0] ?? '');
  if (!isObject(header) || typeof header['alg'] !== 'string') return false;
  return parts.length === 5 ? typeof header['enc'] === 'string' : isObject(readJson(parts[1] ?? ''));
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const CLAIMS = part({ sub: '1739', iss: 'abc' });

/** Keys that sign and open, and what they have signed. */
export const PRIVATE_KEYS: readonly Rule[] = [
  {
    id: 'SE-1010',
    score: 0.9,
    subType: 'jwt',
    exact: true,
    starts: ['eyJ'],
    // Where a token stands within a word, as behind `a-`, it is not begun again at each of its letters; behind a written-out break it begins.
    rest: String.raw`(?<=(?:(?<![\w-])|\\[nrt])eyJ)[\w-]{8,2000}\.(?:eyJ[\w-]{6,4000}\.[\w-]{0,1400}|[\w-]{0,1400}(?:\.[\w-]{8,4000}){3})`,
    verify: isJwt,
    match: [
      `${part({ alg: 'HS256' })}.${part({ sub: '123' })}.${mixed(43)}`,
      `Bearer ${part({ alg: 'RS256', typ: 'JWT' })}.${CLAIMS}.${mixed(80)}`,
      `(${part({ typ: 'JWT', alg: 'none' })}.${CLAIMS}.)`,
      `{"log":"token:\\n${part({ alg: 'HS256' })}.${CLAIMS}.${mixed(43)}\\n"}`,
      `${part({ alg: 'RSA-OAEP', enc: 'A256GCM' })}.${mixed(64)}.${mixed(16)}.${mixed(120)}.${mixed(22)}`,
    ],
    noMatch: [
      'eyJhbGci',
      `${part({ alg: 'HS256' })}.payload.sig`,
      `${part({ alg: 'HS256' })}.eyJzdWIi`,
      `eyJ${mixed(20)}.eyJ${mixed(20)}.${mixed(43)}`,
      `${part({ name: 'HS256' })}.${CLAIMS}.${mixed(43)}`,
    ],
  },
  {
    id: 'SE-1011',
    score: 0.97,
    subType: 'private_key',
    exact: true,
    starts: ['-----BEGIN', '---- BEGIN'],
    rest: String.raw`(?:\x20[A-Z0-9]{2,12}){0,3}\x20PRIVATE\x20KEY(?:\x20BLOCK)?\x20?-{4,5}${BREAK}{1,12}${HEADERS}[A-Za-z0-9+/]{16,100}(?:${JOINT}|[A-Za-z0-9+/=\s\\]){8,10000}(?:${ENDS})?`,
    match: [
      `${PEM('')}\n${BODY}`,
      `${PEM('RSA ')}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,7F3A9C1E\n\n${BODY}-----END RSA PRIVATE KEY-----`,
      `{"private_key": "${PEM('')}\\n${BODY.replaceAll('\n', '\\n')}-----END PRIVATE KEY-----\\n"}`,
      `${PEM('OPENSSH ')}\n${BODY}-----END OPENSSH PRIVATE KEY-----`,
      `-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\n${BODY}=a1Bc\n-----END PGP PRIVATE KEY BLOCK-----`,
      `    "${PEM('EC ')}\\n" +\n    "${mixed(64)}\\n" +\n    "-----END EC PRIVATE KEY-----"`,
      `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n${BODY}`,
    ],
    noMatch: [
      `-----BEGIN CERTIFICATE-----\n${BODY}`,
      `-----BEGIN PUBLIC KEY-----\n${BODY}`,
      'BEGIN PRIVATE KEY',
      'A file that begins with -----BEGIN PRIVATE KEY-----.',
    ],
  },
  {
    id: 'SE-1110',
    score: 0.97,
    subType: 'private_key',
    starts: ['private-lines:'],
    rest: String.raw`\s?\d{1,3}[\s\\nr]{1,6}([a-z0-9+/=\s\\]{24,6000})`,
    match: [
      `PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 14\n${BODY}`,
      `Private-Lines: 2\n${mixed(64)}\n`,
      `Private-Lines: 1\\n${mixed(64)}`,
    ],
    noMatch: ['Private-Lines: 14', 'private-lines: some', `Public-Lines: 2\n${mixed(64)}`],
  },
  {
    id: 'SE-1111',
    score: 0.97,
    subType: 'private_key',
    starts: ['age-secret-key-1'],
    rest: '[a-z0-9]{58}(?![a-z0-9])',
    verify: isToken,
    match: [
      `AGE-SECRET-KEY-1${upper(58)}`,
      `# key\nAGE-SECRET-KEY-1${upper(58)}\n`,
      `"age-secret-key-1${upper(58).toLowerCase()}"`,
    ],
    noMatch: ['AGE-SECRET-KEY-1', `AGE-SECRET-KEY-1${upper(40)}`, `AGE-SECRET-KEY-1${'X'.repeat(58)}`],
  },
  {
    id: 'SE-1112',
    score: 0.85,
    subType: 'private_key',
    starts: ['"d":', '\\"d\\":', '\\\\\\"d\\\\\\":'],
    rest: String.raw`\s?\\{0,7}"([\w-]{40,700})\\{0,7}"`,
    verify: isToken,
    match: [
      `{"kty":"EC","crv":"P-256","d":"${mixed(43)}"}`,
      `"d": "${mixed(342)}"`,
      `{\\"kty\\":\\"OKP\\",\\"d\\":\\"${mixed(43)}\\"}`,
    ],
    noMatch: ['"d": "M0 0h24v24H0z"', `"id":"${mixed(43)}"`, `"d":"${mixed(20)}"`],
  },
  {
    id: 'SE-1018',
    score: 0.97,
    subType: 'gateway_key',
    exact: true,
    // No look at the checksum: a key with one wrong letter still says what the right one is.
    starts: ['pcl_'],
    rest: '[A-Za-z0-9]{46}(?![A-Za-z0-9])',
    match: [`pcl_${mixed(46)}`, `X-Gateway-Key: pcl_${mixed(46)}`, `"pcl_${mixed(46)}"`],
    noMatch: ['pcl_', `pcl_${mixed(45)}`, `pcl_${mixed(47)}`],
  },
  {
    id: 'SE-1285',
    score: 0.97,
    subType: 'private_key',
    exact: true,
    starts: ['-----BEGIN OpenVPN Static key V1-----'],
    rest: String.raw`${BREAK}{1,12}[0-9a-f]{32}[0-9a-f\s\\nr]{32,800}(?:-----END OpenVPN Static key V1-----)?`.replaceAll(
      ' ',
      String.raw`\x20`,
    ),
    match: [
      `-----BEGIN OpenVPN Static key V1-----\n${`${hex(32)}\n`.repeat(16)}-----END OpenVPN Static key V1-----`,
      `<tls-auth>\n-----BEGIN OpenVPN Static key V1-----\n${hex(32)}\n${hex(32)}\n`,
      `"-----BEGIN OpenVPN Static key V1-----\\n${hex(32)}\\n${hex(32)}\\n"`,
    ],
    noMatch: [
      '-----BEGIN OpenVPN Static key V1-----\n...',
      `-----BEGIN CERTIFICATE-----\n${hex(32)}\n${hex(32)}`,
      `-----BEGIN OpenVPN Static key V1-----\n${hex(20)}`,
    ],
  },
  tokenRule({
    ...{ id: 'SE-1286', subType: 'private_key', starts: ['nsec1'] },
    ...{ rest: '[02-9ac-hj-np-z]{58}', body: lower(58).replaceAll(/[1bio]/gu, 'q') },
  }),
  tokenRule({
    // Of a wallet: whoever has it has all keys below it.
    ...{ id: 'SE-1248', subType: 'private_key', starts: ['xprv', 'yprv', 'zprv', 'tprv'] },
    ...{ rest: '[1-9A-HJ-NP-Za-km-z]{100,112}', body: mixed(107).replaceAll('0', '2') },
  }),
];
