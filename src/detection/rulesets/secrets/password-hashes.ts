import type { Rule } from '../ruleset.ts';
import { hex, mixed, tokenRule } from './tokens.ts';
import { isToken } from './values.ts';

/** What passwords are kept as: who has one may guess the password at leisure, and some log in with it as it is. */

const SIGN = '[./A-Za-z0-9]';
const CODED = '[A-Za-z0-9+/._-]';
/** Streams hold what begins with such a sign where the expression names it. */
const WITHIN = String.raw`(?<=[$}])`;
const subType = 'generic_secret';
/** What is no name of something: small letters and capitals, and a digit. */
const isMixed = (value: string): boolean =>
  isToken(value) && /^(?=.*[a-z])(?=.*[A-Z]).*\d/u.test(value.slice(value.lastIndexOf('$') + 1));
const ofLdap = /^\{(S?)(MD5|SHA)(\d*)\}(.+)$/u;
const BYTES: Readonly<Record<string, number>> = { MD5: 16, SHA: 20, SHA256: 32, SHA384: 48, SHA512: 64 };
const MOST_SALT = 64;

/** Whether as many bytes stand there as the name in front says, and behind them what it was salted with. */
const isOfLdap = (value: string): boolean => {
  const [, salted = '', kind = '', bits = '', coded = ''] = ofLdap.exec(value) ?? [];
  const salt = Buffer.from(coded, 'base64').length - (BYTES[kind + bits] ?? Number.POSITIVE_INFINITY);
  return isToken(coded) && (salted === '' ? salt === 0 : salt > 0 && salt <= MOST_SALT);
};

/** Of no password at all, in Windows. */
const EMPTY_NT = '31d6cfe0d16ae931b73c59d7e0c089c0';
const isNt = (value: string): boolean => value !== EMPTY_NT && isToken(value);

export const PASSWORD_HASHES: readonly Rule[] = [
  tokenRule({
    ...{ id: 'SE-1347', subType, score: 0.85, starts: ['$2b$', '$2a$', '$2x$', '$2y$'] },
    ...{ rest: String.raw`(?:0[4-9]|[12]\d|3[01])\$${SIGN}{53}`, body: `12$${mixed(53)}` },
  }),
  tokenRule({
    ...{ id: 'SE-1348', subType, score: 0.85, starts: ['$argon2id$', '$argon2i$', '$argon2d$'] },
    rest: String.raw`(?:v=\d{1,3}\$)?(?:[a-z]{1,6}=[\w+/-]{1,40},?){1,6}\$${CODED}{8,128}\$${CODED}{16,256}`,
    body: `v=19$m=65536,t=3,p=4$${mixed(22)}$${mixed(43)}`,
  }),
  tokenRule({
    ...{ id: 'SE-1349', subType, score: 0.85, starts: ['$6$', '$5$'], verify: isMixed },
    rest: String.raw`(?:rounds=\d{3,9}\$)?${SIGN}{1,16}\$(?:${SIGN}{86}|${SIGN}{43})`,
    body: `Xk9mQ2vL$${mixed(86)}`,
  }),
  tokenRule({
    ...{ id: 'SE-1350', subType, score: 0.85, starts: ['$apr1$', '$1$'], verify: isMixed },
    ...{ rest: String.raw`${SIGN}{1,8}\$${SIGN}{22}`, body: `Xk9mQ2vL$${mixed(22)}` },
  }),
  tokenRule({
    ...{ id: 'SE-1351', subType, score: 0.85, starts: ['$y$', '$gy$', '$7$'], verify: isMixed },
    ...{ rest: String.raw`${SIGN}{2,8}\$${SIGN}{1,86}\$${SIGN}{43}`, body: `j9T$${mixed(22)}$${mixed(43)}` },
  }),
  tokenRule({
    ...{ id: 'SE-1352', subType, score: 0.85, starts: ['$9$', '$8$'], verify: isMixed },
    ...{ rest: String.raw`${SIGN}{14}\$${SIGN}{43}`, body: `${mixed(14)}$${mixed(43)}` },
  }),
  tokenRule({
    ...{ id: 'SE-1353', subType, score: 0.85, starts: ['$P$', '$H$', '$S$'], verify: isMixed },
    ...{ rest: String.raw`${WITHIN}[5-9A-Z](?:${SIGN}{51}|${SIGN}{30})`, body: `B${mixed(30)}` },
  }),
  tokenRule({
    ...{ id: 'SE-1354', subType, score: 0.85 },
    starts: [
      ...(['pbkdf2_sha256$', 'pbkdf2_sha1$', 'pbkdf2_sha512$', '$pbkdf2-sha256$'] as const),
      ...['$pbkdf2-sha512$', '$pbkdf2$', 'pbkdf2:sha256:', 'pbkdf2:sha512:', 'pbkdf2:sha1:', 'scrypt:'],
    ],
    rest: String.raw`\d{3,8}(?::\d{1,3}){0,2}\$${CODED}{4,64}={0,2}\$${CODED}{24,256}={0,2}`,
    body: `600000$${mixed(16)}$${mixed(43)}`,
  }),
  tokenRule({
    ...{ id: 'SE-1355', subType, score: 0.85, starts: ['SCRAM-SHA-256$', 'SCRAM-SHA-1$'] },
    rest: String.raw`\d{3,8}:${CODED}{8,128}={0,2}\$${CODED}{24,64}={0,2}:${CODED}{24,64}={0,2}`,
    body: `4096:${mixed(22)}==$${mixed(43)}=:${mixed(43)}`,
  }),
  tokenRule({
    ...{ id: 'SE-1356', subType, score: 0.85, verify: isOfLdap },
    starts: [
      ...(['{SSHA}', '{SHA}', '{SMD5}', '{MD5}', '{SSHA256}', '{SSHA384}'] as const),
      ...['{SSHA512}', '{SHA256}', '{SHA384}', '{SHA512}'],
    ],
    ...{ rest: `${WITHIN}[A-Za-z0-9+/]{22,200}={0,2}`, body: mixed(32) },
  }),
  {
    // Windows takes it in place of the password.
    id: 'SE-1357',
    score: 0.85,
    starts: ['aad3b435b51404eeaad3b435b51404ee:', '-hashes '],
    rest: String.raw`(?:(?<=:)|[\da-f]{0,32}:)([\da-f]{32})(?![\da-f])`,
    verify: isNt,
    match: [
      `Administrator:500:aad3b435b51404eeaad3b435b51404ee:${hex(32)}:::`,
      `psexec.py -hashes :${hex(32)} corp/anna@10.0.0.4`,
      `secretsdump.py -hashes ${hex(32)}:${hex(32)} anna@10.0.0.4`,
    ],
    noMatch: [
      `Guest:501:aad3b435b51404eeaad3b435b51404ee:${EMPTY_NT}:::`,
      `verify -hashes ${hex(32)}`,
      `Administrator:500:${hex(32)}`,
    ],
  },
  {
    // What databases write of their users.
    id: 'SE-1358',
    score: 0.85,
    starts: ["password '*", "as '*", "by '*", "password 'md5", 'password "md5'],
    rest: String.raw`([\da-f]{40}|(?<=md5)[\da-f]{32})["']`,
    verify: isToken,
    match: [
      `GRANT ALL ON *.* TO 'app'@'%' IDENTIFIED BY PASSWORD '*${hex(40).toUpperCase()}';`,
      `ALTER USER 'app'@'%' IDENTIFIED WITH mysql_native_password AS '*${hex(40).toUpperCase()}'`,
      `ALTER ROLE app WITH ENCRYPTED PASSWORD 'md5${hex(32)}';`,
    ],
    noMatch: [`etag as '${hex(40)}'`, "ALTER ROLE app WITH PASSWORD 'md5'", `password '*${'0'.repeat(40)}'`],
  },
];
