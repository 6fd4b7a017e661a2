import type { Rule } from '../ruleset.ts';
import { PASSWORD_SIGN, valueEnd } from './assignments.ts';
import { hex, mixed } from './tokens.ts';
import { isPassword, isRandom, isToken } from './values.ts';

/** A name, a colon and a password, once decoded; all of it printable. */
const isCredentials = (value: string): boolean => {
  const [, password] = /^[\x21-\x39\x3b-\x7e]{1,100}:([\x21-\x7e]{4,200})$/.exec(
    Buffer.from(value, 'base64').toString('latin1'),
  ) ?? ['', ''];
  return password !== undefined && password !== '' && !/^(?:pass(?:word|wd)?|secret|pwd)$/i.test(password);
};

/** Options of a command in front of the one that is looked for, each with its value, if it has one. */
const OPTIONS = String.raw`(?:\s{1,4}-[\w-]{1,30}(?:(?:=|\s{1,4})[^\s|;&-][^\s|;&]{0,63})?){0,6}`;

/** What programs are handed to log in with: options of commands, headers, files of credentials. */
export const CREDENTIALS: readonly Rule[] = [
  {
    id: 'SE-1131',
    score: 0.85,
    starts: [
      '--password',
      '--passwd',
      '--token',
      '--api-key',
      '--apikey',
      '--secret',
      '--auth-token',
      '--passphrase',
    ],
    rest: String.raw`[\s=]\s{0,2}["']?(${PASSWORD_SIGN}{6,200})${valueEnd(PASSWORD_SIGN)}`,
    verify: isPassword,
    match: [
      'mysql -u app --password s3cr3tPw9x db',
      `deploy --token=${mixed(30)}`,
      `tool --api-key "${mixed(30)}"`,
    ],
    noMatch: ['--password prompt', '--token \x24TOKEN_1', '--password <password1>'],
  },
  {
    id: 'SE-1132',
    score: 0.65,
    starts: ['-u ', '--user ', '-u=', '--user='],
    rest: String.raw`["']?[\w.@%+-]{1,64}:(${PASSWORD_SIGN}{6,128})`,
    verify: isPassword,
    match: [
      'curl -u admin:s3cr3tPw9x https://corp.dev',
      `curl --user "app:${mixed(16)}" x`,
      "wget --user 'a@b.dev:Zk39xQmm' x",
    ],
    noMatch: ['docker run -u 1000:1000 x', 'curl -u user:password x', 'ssh -u root'],
  },
  {
    id: 'SE-1133',
    score: 0.85,
    subType: 'bearer_token',
    starts: ['bearer ', 'bearer: ', 'bearer%20'],
    rest: String.raw`([\w+/.~-]{20,2000}={0,2})`,
    verify: (value) => isToken(value) && isRandom(value, 3.3),
    match: [
      `Authorization: Bearer ${mixed(40)}`,
      `-H 'authorization: bearer ${hex(40)}'`,
      `"Bearer ${mixed(64)}"`,
    ],
    noMatch: ['bearer of good news', 'Bearer \x24{TOKEN}', `Bearer ${'x'.repeat(40)}`],
  },
  {
    id: 'SE-1134',
    score: 0.85,
    subType: 'basic_auth',
    exact: true,
    starts: ['Basic ', 'basic '],
    rest: '([A-Za-z0-9+/_-]{8,400}={0,2})(?![A-Za-z0-9+/=_-])',
    verify: (value) => isCredentials(value),
    match: [
      `Authorization: Basic ${btoa('app:s3cr3tPw9x')}`,
      `"authorization": "Basic ${btoa(`robot:${mixed(30)}`)}"`,
      `-H 'Authorization: basic ${btoa('anna@corp.dev:hunter2x')}'`,
    ],
    noMatch: [
      'Basic understanding of things',
      `Basic ${btoa('no colon in here')}`,
      `Basic ${btoa('user:password')}`,
    ],
  },
  {
    id: 'SE-1136',
    score: 0.85,
    subType: 'basic_auth',
    exact: true,
    starts: ['"auth":', '"auth" :'],
    rest: '\\x20{0,2}"([A-Za-z0-9+/]{8,400}={0,2})"',
    verify: (value) => isCredentials(value),
    match: [
      `{"auths":{"registry.corp.dev":{"auth":"${btoa('app:s3cr3tPw9x')}"}}}`,
      `"auth": "${btoa(`robot:${mixed(30)}`)}"`,
      `"auth" : "${btoa('anna@corp.dev:hunter2x')}"`,
    ],
    noMatch: ['"auth": "required12"', `"auth": "${btoa('no colon in here')}"`, '"auth": true'],
  },
  {
    id: 'SE-1137',
    score: 0.85,
    starts: ['login '],
    rest: String.raw`[^\s"']{1,100}\s{1,8}password\s{1,4}["']?(${PASSWORD_SIGN}{6,128})`,
    verify: isPassword,
    match: [
      'machine api.corp.dev login app password s3cr3tPw9x',
      'machine api.corp.dev\n  login anna@corp.dev\n  password Tr0ub4dor&3xKq',
      'default login app password k7Rw2xQ9',
    ],
    noMatch: ['login with password authentication', 'login app password your-password-1', 'login app'],
  },
  {
    id: 'SE-1140',
    score: 0.85,
    exact: true,
    starts: ['mysql', 'mariadb'],
    rest: String.raw`(?:-?(?:dump|admin|import|check))?${OPTIONS}\s{1,4}-p["']?(${PASSWORD_SIGN}{6,128})${valueEnd(PASSWORD_SIGN)}`,
    verify: isPassword,
    match: [
      'mysql -u root -pXk9mQ2vL7pR shop',
      "docker exec db mysqldump --host=db.internal -u root -p'Xk9mQ2vL7pR' shop",
      'mariadb -h 10.0.0.4 -uapp -ps3cr3tPw9x',
    ],
    noMatch: [
      'mysql -u root -p shop',
      'mysql -u root -P3306 shop',
      'mysql -u root -p"\x24MYSQL_PASSWORD1" shop',
      'mysql -u root -p<password1> shop',
      'install mysql with apt; mkdir -pv /var/lib/mysql8',
      'mysql and then cp -pr9x2kq7 dir',
    ],
  },
  {
    id: 'SE-1141',
    score: 0.85,
    exact: true,
    starts: ['sshpass -p'],
    rest: String.raw`\s{0,4}["']?(${PASSWORD_SIGN}{6,128})${valueEnd(PASSWORD_SIGN)}`,
    verify: isPassword,
    match: [
      'sshpass -p Xk9mQ2vL7pR ssh root@h',
      "sshpass -p 'Tr0ub4dor3xKq' scp a b:",
      'sshpass -ps3cr3tPw9x ssh root@h',
    ],
    noMatch: [
      'sshpass -p "\x24SSH_PASSWORD1" ssh root@h',
      'sshpass -p password ssh root@h',
      'ssh -p 2222 root@host1',
      'docker run -p 8080:80 nginx1',
      'tar -pxf archive1.tar',
      'cp -p file1a file2b',
    ],
  },
  {
    id: 'SE-1143',
    score: 0.85,
    exact: true,
    starts: ['curl', 'wget', 'http'],
    rest: String.raw`${OPTIONS}\s{1,4}(?:-u|--user|--proxy-user|-a)[\s=]{0,2}["']?[\w.@%+-]{1,64}:(${PASSWORD_SIGN}{6,128})`,
    verify: isPassword,
    match: [
      'curl -u admin:S3cr3tP4ss https://api.internal/v1',
      'curl --user deploy:x9Kf72Lmq https://host/',
      `curl -sS -X POST -u "app:${mixed(16)}" https://corp.dev/x`,
      'http -a anna:Zk39xQmm corp.dev/x',
    ],
    noMatch: [
      'curl -u user:password https://corp.dev',
      'curl -u "\x24USER:\x24PASS1" https://corp.dev',
      'curl -u user: https://corp.dev',
      'curl https://corp.dev:8443/v1',
    ],
  },
  {
    id: 'SE-1144',
    score: 0.85,
    starts: ['sqlplus ', 'sqlldr ', 'expdp ', 'impdp '],
    rest: String.raw`(?:-\w{1,8}\s{1,3}){0,4}["']?[\w$#]{1,30}/["']?([^\s"'/@<>{}]{5,64})["']?@`,
    verify: isPassword,
    match: [
      'sqlplus scott/tiger9X@orcl',
      'sqlplus -s system/Manag3r#1@//db.internal:1521/XE',
      'expdp app/s3cr3tPw9x@prod schemas=app',
    ],
    noMatch: [
      'sqlplus user/pass@db',
      'sqlplus / as sysdba',
      'sqlplus scott/\x24{PASS1}@orcl',
      'sqlplus app/tiger@db',
    ],
  },
  {
    id: 'SE-1145',
    score: 0.85,
    exact: true,
    starts: [
      'docker login',
      'podman login',
      'skopeo login',
      'oc login',
      'redis-cli',
      'ldapsearch',
      'ldapmodify',
      'ldapadd',
    ],
    rest: String.raw`${OPTIONS}\s{1,4}(?:-p|-a|-w|--password|--pass)[\s=]["']?(${PASSWORD_SIGN}{6,128})${valueEnd(PASSWORD_SIGN)}`,
    verify: isPassword,
    match: [
      'docker login -u bob -p Dckr9x8Zq registry.corp.dev',
      'redis-cli -h cache -a Rd1sPw99x ping',
      "ldapsearch -D cn=admin -w 'Adm1nPw77' -b dc=corp",
    ],
    noMatch: [
      'docker login -u user -p password',
      'docker login -u app -p \x24REGISTRY_TOKEN1',
      'redis-cli -h cache -p 6379 ping',
      'ldapsearch -x -W -b dc=corp1',
    ],
  },
];
