import type { Rule } from '../ruleset.ts';
import { isGivenPassword, OPTIONS, PASSWORD, passwordBehind, QUOTED_PASSWORD } from './command-line.ts';
import { hex } from './tokens.ts';

/** Passwords that commands get by an option of their own to open archives, stores of keys and encrypted files. */
export const FILE_OPTIONS: readonly Rule[] = [
  {
    id: 'SE-1158',
    score: 0.85,
    exact: true,
    starts: ['zip', 'unzip', 'zipcloak'],
    rest: String.raw`${OPTIONS}\s{1,4}-P\s{0,2}${PASSWORD}`,
    verify: isGivenPassword,
    match: [
      'zip -P Xk9mQ2vL7pR a.zip dir',
      "zip -r -9 -P 'Tr0ub4dor3xKq' a.zip dir",
      'unzip -o -PZk39xQmm a.zip',
    ],
    noMatch: [
      'zip -P password1 a.zip',
      'zip -P "\x24ZIP_PASS1" a.zip',
      'unzip -p archive1.zip',
      'the zip file -P is Version2x',
    ],
  },
  {
    id: 'SE-1147',
    score: 0.85,
    exact: true,
    starts: ['7z ', '7za ', '7zz ', 'rar ', 'unrar '],
    rest: String.raw`[a-z]\s{1,4}(?:-(?!h?p)[\w=]{1,20}\s{1,4}){0,4}(?:[^\s|;&-][^\s|;&]{0,99}\s{1,4}){0,2}-h?p${PASSWORD}`,
    verify: isGivenPassword,
    match: [
      '7z a -pXk9mQ2vL7pR a.7z dir',
      "7z x a.7z -p'Tr0ub4dor3xKq'",
      '7z a -t7z -mhe=on -ps3cr3tPw9x a.7z',
      'rar a -hpZk39xQmm a.rar',
    ],
    noMatch: [
      '7z a -p"\x24ARCHIVE_PASSWORD1" a.7z',
      '7z a -ppassword1 a.7z',
      '7z x a.7z -p',
      'rar a -p- a1.rar',
    ],
  },
  {
    id: 'SE-1152',
    score: 0.85,
    exact: true,
    starts: ['openssl '],
    rest: String.raw`[a-z][\w-]{1,15}${OPTIONS}\s{1,4}-[kK]\s${PASSWORD}`,
    verify: isGivenPassword,
    match: [
      'openssl enc -aes-256-cbc -salt -in a -out b -k Xk9mQ2vL7pR',
      "openssl enc -d -aes-256-cbc -k 's3cr3tPw9x' -in a",
      `openssl enc -aes-128-cbc -K ${hex(32)} -in a`,
    ],
    noMatch: [
      'openssl enc -aes-256-cbc -k "\x24PASS1" -in a',
      'openssl enc -aes-256-cbc -kfile pass1.txt',
      'openssl enc -aes-256-cbc -k secret -in a',
      'openssl s_client -connect host1:443 -key client1.pem',
    ],
  },
  {
    id: 'SE-1345',
    score: 0.85,
    exact: true,
    starts: ['-pass', '-passin', '-passout'],
    rest: String.raw`\s${passwordBehind('pass:')}`,
    verify: isGivenPassword,
    match: [
      'openssl enc -aes-256-cbc -pass pass:Xk9mQ2vL7pR -in a',
      "openssl rsa -passin 'pass:Tr0ub4dor and 3' -in a",
      'openssl genrsa -aes256 -passout "pass:my dog Rex 2019" 4096',
    ],
    noMatch: [
      'openssl rsa -passin pass: -in a1',
      'openssl enc -pass "pass:\x24{PASS1}" -in a',
      'openssl enc -pass file:pass1.txt -in a',
    ],
  },
  {
    id: 'SE-1153',
    score: 0.85,
    exact: true,
    starts: ['htpasswd -'],
    rest: String.raw`(?=[a-zA-Z]{0,5}b)(?:[a-zA-Z]{0,5}n[a-zA-Z]{0,5}|[a-mo-zA-Z]{1,6}\s{1,4}[^\s-][^\s]{0,99})\s{1,4}["']?[\w.@-]{1,64}["']?\s{1,4}${PASSWORD}`,
    verify: isGivenPassword,
    match: [
      'htpasswd -b .htpasswd anna Xk9mQ2vL7pR',
      "htpasswd -cbB /etc/nginx/.htpasswd anna 's3cr3tPw9x'",
      'htpasswd -nb anna Zk39xQmm',
    ],
    noMatch: [
      'htpasswd -c .htpasswd anna',
      'htpasswd -b .htpasswd user password',
      'htpasswd -nbB admin "\x24PASSWORD1"',
      'htpasswd -b passwordfile username password1',
    ],
  },
  {
    id: 'SE-1154',
    score: 0.85,
    starts: ['-storepass', '-keypass', '-srcstorepass', '-deststorepass'],
    rest: String.raw`\s{1,3}${PASSWORD}`,
    verify: isGivenPassword,
    match: [
      'keytool -list -keystore a.jks -storepass Xk9mQ2vL7pR',
      "jarsigner -keypass 's3cr3tPw9x' a.jar",
      'keytool -importkeystore -deststorepass Zk39xQmm',
    ],
    noMatch: [
      'keytool -storepass changeit',
      'keytool -storepass "\x24STORE_PASS1"',
      'keytool -storepass password1',
    ],
  },
  {
    id: 'SE-1156',
    score: 0.85,
    starts: ['convertto-securestring'],
    rest: String.raw`(?:\s{1,3}-(?:string|asplaintext|force)){0,3}\s{1,3}${QUOTED_PASSWORD}`,
    verify: isGivenPassword,
    match: [
      'ConvertTo-SecureString "Xk9mQ2vL7pR" -AsPlainText -Force',
      "ConvertTo-SecureString -String 's3cr3tPw9x' -AsPlainText -Force",
      "ConvertTo-SecureString -AsPlainText -Force 'Zk39xQmm'",
      'ConvertTo-SecureString "my dog Rex 2019" -AsPlainText -Force',
    ],
    noMatch: [
      'ConvertTo-SecureString "\x24Password1" -AsPlainText',
      'ConvertTo-SecureString "<password1>" -AsPlainText',
      'ConvertTo-SecureString "password1" -AsPlainText -Force',
    ],
  },
];
