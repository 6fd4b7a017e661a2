import type { Rule } from '../ruleset.ts';
import { beginningOf, isGivenPassword, LINE_END, PASSWORD, QUOTED_PASSWORD } from './command-line.ts';
import { isPassword } from './values.ts';

/** Passwords in statements to databases, and in what is typed on switches, routers and servers. */
export const STATEMENT_PASSWORDS: readonly Rule[] = [
  {
    id: 'SE-1169',
    score: 0.85,
    starts: ['identified by', 'identified with'],
    lead: String.raw`(?:(?:create|alter)\s{1,3}user|grant)\s[^;\n]{1,150}`,
    rest: String.raw`(?:\s{1,3}["'\x60\w]{1,40}\s{1,3}by)?\s{1,3}(?:password\s{1,3})?${QUOTED_PASSWORD}`,
    verify: isGivenPassword,
    match: [
      "CREATE USER 'anna'@'%' IDENTIFIED BY 'Xk9mQ2vL7pR';",
      "GRANT ALL ON shop.* TO 'app'@'10.%' IDENTIFIED BY 's3cr3tPw9x'",
      "CREATE USER 'anna'@'%' IDENTIFIED BY 'my dog Rex 2019';",
      "ALTER USER 'root'@'localhost' IDENTIFIED WITH mysql_native_password BY 'Zk39xQmm';",
      "CREATE USER 'anna' IDENTIFIED BY '{9xK2}vL7q';",
    ],
    noMatch: [
      "CREATE USER 'anna'@'%' IDENTIFIED BY 'password';",
      "CREATE USER anna IDENTIFIED BY '\x24{DB_PASS1}'",
      "each device is identified by 'AB12CD34'",
    ],
  },
  {
    id: 'SE-1170',
    score: 0.85,
    starts: ['with password', 'encrypted password', 'set password for', 'sp_addlogin', 'sp_password'],
    rest: String.raw`(?:\s{1,3}["'\x60]?[\w.%-]{1,64}["'\x60]?(?:@["'\x60]?[\w.%-]{1,64}["'\x60]?)?(?:\s{0,3}[,=]\s{0,3}))?\s{0,3}(?:=\s{0,3})?(?:password\s?\(\s?)?${QUOTED_PASSWORD}`,
    verify: (value) => isPassword(beginningOf(value)),
    match: [
      "ALTER USER anna WITH PASSWORD 'Xk9mQ2vL7pR';",
      "SET PASSWORD FOR 'anna'@'%' = 's3cr3tPw9x';",
      "exec sp_addlogin 'anna', 'Zk39xQmm'",
      "ALTER LOGIN sa WITH PASSWORD = 'Xk9mQ2vL7pR'",
      "ALTER USER anna WITH PASSWORD 'Tr0ub4dor and 3';",
    ],
    noMatch: [
      "ALTER USER anna WITH PASSWORD '\x24PASS1';",
      "CREATE ROLE app WITH PASSWORD 'password1'",
      "log in with password 'of at least 8 signs'",
      "SET PASSWORD FOR 'anna'@'%' = PASSWORD('');",
    ],
  },
  {
    id: 'SE-1171',
    score: 0.85,
    starts: [
      ...['enable secret', 'enable password', 'crypto isakmp key', 'tacacs-server key', 'radius-server key'],
      ...['snmp-server community', 'wpa-psk ascii', 'ppp chap password', 'plain-text-password-value'],
      ...['set smbpass', 'set httppassword', 'set password'],
    ],
    rest: String.raw`(?:\s{1,2}\d{1,2})?\s{1,2}${PASSWORD}(?:\s{1,2}(?:r[ow]|address\s{1,2}[\d.]{7,15})\b)?${LINE_END}`,
    verify: isGivenPassword,
    match: [
      'enable secret Xk9mQ2vL7pR\nline vty 0 4',
      'crypto isakmp key s3cr3tPw9x address 10.0.0.1',
      'snmp-server community Zk39xQmm RO',
      'wpa-psk ascii 0 Xk9mQ2vL7pR',
      'msf6 > set SMBPass Xk9mQ2vL7pR\nSMBPass => 1',
    ],
    noMatch: [
      'snmp-server community public RO',
      'enable secret <secret1>',
      'enable password protection2 for all users',
      'enable secret password1',
      'set password policy2 first',
      'set password "policy for 2 users"',
    ],
  },
  {
    id: 'SE-1172',
    score: 0.85,
    starts: ['username '],
    rest: String.raw`(?!and\b|or\b)[\w.@-]{1,64}(?:\s{1,2}privilege\s{1,2}\d{1,2})?\s{1,2}(?:password|secret)(?:\s{1,2}\d{1,2})?\s{1,2}${PASSWORD}${LINE_END}`,
    verify: isGivenPassword,
    match: [
      'username admin privilege 15 secret 0 Xk9mQ2vL7pR\n!',
      'username anna password s3cr3tPw9x\n!',
      'username anna secret 5 \x24 \nusername bo password 0 Zk39xQmm',
    ],
    noMatch: [
      'username and password Version2',
      'username admin password 0 password1',
      'username admin secret <secret1>',
    ],
  },
  {
    id: 'SE-1176',
    score: 0.85,
    starts: [':5432:', ':5433:', ':5434:', ':6432:', ':6543:', ':5439:', ':26257:', ':25060:', ':*:'],
    lead: String.raw`(?:^|[\s"'\x60])[\w.*-]{1,100}`,
    rest: String.raw`[\w*-]{1,63}:[\w.@-]{1,63}:${PASSWORD}`,
    verify: isGivenPassword,
    match: [
      'db.internal:5432:shop:app:Xk9mQ2vL7pR',
      'echo "*:*:*:app:s3cr3tPw9x" > ~/.pgpass',
      'localhost:5432:*:postgres:Zk39xQmm',
      'pooler.corp.dev:6543:postgres:app:Zk39xQmm',
    ],
    noMatch: [
      'db.internal:5432:shop:app:password',
      '127.0.0.1:5432:5432',
      'hostname:5432:database:username:password1',
    ],
  },
  {
    // Behind a prompt or alone in its line: mail servers are told how, and prose shouts.
    id: 'SE-1230',
    score: 0.85,
    exact: true,
    starts: ['AUTH '],
    lead: String.raw`(?:^|[\n>"'\x60]\s{0,3})`,
    rest: String.raw`(?:[\w.@-]{1,64}\s{1,2})?(?=[^\s]{0,126}[a-z])${PASSWORD.replace('{6,', '{8,')}${LINE_END}`,
    verify: isGivenPassword,
    match: [
      '127.0.0.1:6379> AUTH Xk9mQ2vL7pR',
      '> AUTH default s3cr3tPw9x\n+OK',
      'cache:6379> AUTH "Zk39xQmm"\nOK',
    ],
    noMatch: ['AUTH PLAIN LOGIN CRAM-MD5', 'AUTH XOAUTH2', 'AUTH is for Version2b', 'AUTH \x24REDIS_PASS1'],
  },
];
