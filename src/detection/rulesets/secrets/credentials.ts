import type { Rule } from '../ruleset.ts';
import { PASSWORD_SIGN, valueEnd } from './assignments.ts';
import { hex, mixed } from './tokens.ts';
import { isPassword, isRandom, isStrongPassword, isToken } from './values.ts';

/** A name, a colon and a password, once decoded; all of it printable. */
const isCredentials = (value: string): boolean => {
  const [, password] = /^[\x21-\x39\x3b-\x7e]{1,100}:([\x21-\x7e]{4,200})$/.exec(
    Buffer.from(value, 'base64').toString('latin1'),
  ) ?? ['', ''];
  return password !== undefined && password !== '' && !/^(?:pass(?:word|wd)?|secret|pwd)$/i.test(password);
};

/** Options of a command in front of the one that is looked for, each with its value, if it has one. */
const OPTIONS = String.raw`(?:\s{1,4}-[\w-]{1,30}(?:(?:=|\s{1,4})[^\s|;&-][^\s|;&]{0,63})?){0,6}`;

/** What a command is about, in front of its options. */
const OPERAND = String.raw`(?:\s{1,4}[^\s|;&-][^\s|;&]{0,99})?`;
/** A password between or behind quotes, and nothing of it left. */
const PASSWORD = String.raw`["']?(${PASSWORD_SIGN}{6,128})${valueEnd(PASSWORD_SIGN)}`;
/** Nothing else stands in its line, or the text that it is quoted in goes on. */
const LINE_END = String.raw`["']?(?=\s{0,4}(?:$|[\n\x60|&;]))`;

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
  {
    id: 'SE-1146',
    score: 0.85,
    exact: true,
    starts: [
      ...['mongo', 'sqlcmd', 'rdesktop', 'evil-winrm', 'crackmapexec', 'netexec', 'nxc'],
      ...['az login', 'argocd login', 'cqlsh', 'ipmitool'],
    ],
    rest: `(?:sh|dump|restore|export|import)?${OPERAND}${OPERAND}${OPTIONS}\\s{1,4}-(?:p|P|pw|w)[\\s=]${PASSWORD}`,
    verify: isPassword,
    match: [
      'mongo -u root -p Xk9mQ2vL7pR --authenticationDatabase admin',
      "mongosh mongodb://db.internal/shop -u app -p 's3cr3tPw9x'",
      'sqlcmd -S db.internal -U sa -P Manag3r#1x',
      'evil-winrm -i 10.0.0.5 -u anna -p Adm1nPw77',
      'crackmapexec smb 10.0.0.5 -u anna -p Adm1nPw77',
      'az login --service-principal -u app -p Dckr9x8Zq --tenant corp',
    ],
    noMatch: [
      'mongo -u root -p --authenticationDatabase admin',
      'mongo -u root -p "\x24MONGO_PASSWORD1"',
      'crackmapexec smb 10.0.0.0/24 -u users.txt -p passwords1.txt',
      'sqlcmd -S db -U sa -P <password1>',
      'mongo -p 27017',
    ],
  },
  {
    id: 'SE-1158',
    score: 0.85,
    exact: true,
    starts: ['zip', 'unzip', 'zipcloak'],
    rest: String.raw`${OPTIONS}\s{1,4}-P\s{0,2}${PASSWORD}`,
    verify: isPassword,
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
    verify: isPassword,
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
    id: 'SE-1148',
    score: 0.85,
    exact: true,
    starts: ['smbclient', 'rpcclient', 'smbget', 'smbcacls', 'winexe', 'net rpc', 'net ads'],
    rest: String.raw`${OPERAND}${OPTIONS}\s{1,4}(?:-U|--user)[\s=]{0,2}["']?[\w.@$/\\-]{1,64}%${PASSWORD}`,
    verify: isPassword,
    match: [
      'smbclient -U anna%Xk9mQ2vL7pR //files/share',
      "smbclient //files/share -U 'CORP\\anna%Tr0ub4dor3xKq'",
      'rpcclient -U "anna%s3cr3tPw9x" 10.0.0.4',
    ],
    noMatch: [
      'smbclient -U user%password //files/share',
      'smbclient -U "anna%\x24PASS1" //files/share',
      'smbclient -L //files -U anna',
      'rpcclient -U "" -N 10.0.0.4',
    ],
  },
  {
    id: 'SE-1149',
    score: 0.85,
    starts: ['net user ', 'net.exe user '],
    rest: String.raw`["']?[\w.@$-]{1,64}["']?\s{1,4}${PASSWORD}["']?(?=\s{1,4}/[ad])`,
    verify: isPassword,
    match: [
      'net user anna Xk9mQ2vL7pR /add',
      'NET USER anna "s3cr3tPw9x" /add /domain',
      'net user admin Zk39xQmm /active:yes',
    ],
    noMatch: [
      'net user anna * /add',
      'net user username password1 /add',
      'net user anna /domain /add',
      'net user anna %PASS1% /add',
      'net user accounts2 and groups2 /add',
    ],
  },
  {
    id: 'SE-1150',
    score: 0.85,
    starts: ['net user ', 'net.exe user '],
    rest: String.raw`["']?[\w.@$-]{1,64}["']?\s{1,4}${PASSWORD}${LINE_END}`,
    verify: isStrongPassword,
    match: [
      'net user anna Hunter2!x9\nThe command completed',
      'net user admin "Tr0ub4dor&3"; whoami',
      '\x60net user bo Xk9mPq2w\x60',
    ],
    noMatch: [
      'net user anna secret2',
      'net user accounts and Group2Policy rules',
      'net user anna \x24PASS1!',
    ],
  },
  {
    id: 'SE-1151',
    score: 0.85,
    starts: ['net use ', 'net.exe use '],
    rest: String.raw`(?:[\w*]:?\s{1,3})?["']?\\{2,4}[^\s"']{1,100}["']?\s{1,3}(?:/user:[^\s]{1,64}\s{1,3})?(?!/)${PASSWORD}["']?(?=\s|$)`,
    verify: isPassword,
    match: [
      'net use Z: \\\\files\\share Xk9mQ2vL7pR /user:anna',
      'net use \\\\files\\share /user:CORP\\anna s3cr3tPw9x',
      'net use * \\\\10.0.0.4\\c\x24 /user:admin "Zk39xQmm" /persistent:yes',
    ],
    noMatch: [
      'net use Z: \\\\files\\share /user:anna *',
      'net use Z: \\\\files\\share2 /persistent:yes',
      'net use Z: \\\\files\\share password1 /user:anna',
      'net use \\\\files\\share and Windows2000 fails',
    ],
  },
  {
    id: 'SE-1152',
    score: 0.85,
    exact: true,
    starts: ['openssl '],
    rest: String.raw`[a-z][\w-]{1,15}${OPTIONS}\s{1,4}-[kK]\s${PASSWORD}`,
    verify: isPassword,
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
    id: 'SE-1153',
    score: 0.85,
    exact: true,
    starts: ['htpasswd -'],
    rest: String.raw`(?=[a-zA-Z]{0,5}b)(?:[a-zA-Z]{0,5}n[a-zA-Z]{0,5}|[a-mo-zA-Z]{1,6}\s{1,4}[^\s-][^\s]{0,99})\s{1,4}["']?[\w.@-]{1,64}["']?\s{1,4}${PASSWORD}`,
    verify: isPassword,
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
    verify: isPassword,
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
    id: 'SE-1155',
    score: 0.85,
    starts: ['xfreerdp', 'wfreerdp', 'sdl-freerdp'],
    rest: String.raw`(?:\s{1,4}[/+-][^\s|;&]{1,99}){0,8}\s{1,4}/p:${PASSWORD}`,
    verify: isPassword,
    match: [
      'xfreerdp /u:anna /p:Xk9mQ2vL7pR /v:10.0.0.4',
      "xfreerdp /v:h /u:CORP\\anna /p:'s3cr3tPw9x'",
      'xfreerdp +clipboard /u:bo /p:Zk39xQmm /v:h',
    ],
    noMatch: [
      'xfreerdp /u:user /p:password1 /v:h',
      'xfreerdp /u:anna /v:h1',
      'xfreerdp /u:anna /p:"\x24PASS1"',
    ],
  },
  {
    id: 'SE-1156',
    score: 0.85,
    starts: ['convertto-securestring'],
    rest: String.raw`(?:\s{1,3}-(?:string|asplaintext|force)){0,3}\s{1,3}["']([^"'\s]{6,128})["']`,
    verify: isPassword,
    match: [
      'ConvertTo-SecureString "Xk9mQ2vL7pR" -AsPlainText -Force',
      "ConvertTo-SecureString -String 's3cr3tPw9x' -AsPlainText -Force",
      "ConvertTo-SecureString -AsPlainText -Force 'Zk39xQmm'",
    ],
    noMatch: [
      'ConvertTo-SecureString "\x24Password1" -AsPlainText',
      'ConvertTo-SecureString "<password1>" -AsPlainText',
      'ConvertTo-SecureString "password1" -AsPlainText -Force',
    ],
  },
  {
    id: 'SE-1157',
    score: 0.85,
    starts: ['creds', 'credentials', 'login', 'zugangsdaten', 'identifiants', 'credenciales', 'credenziali'],
    rest: String.raw`(?::|\s(?:are|is|sind|lauten|sont|son|sono):?)\s{1,3}["'\x60]?[\w.@+-]{2,64}\s?[:/]\s?(${PASSWORD_SIGN}{8,64})${valueEnd(PASSWORD_SIGN)}`,
    verify: isStrongPassword,
    match: [
      'creds: anna:Hunter2!x9',
      'The credentials are admin / Tr0ub4dor&3',
      'Zugangsdaten: anna@corp.dev / Sommer2024!',
      'login is root:Xk9mPq2w',
    ],
    noMatch: [
      'credentials: user:password',
      'credentials: see https://corp.dev/Login2?x=1',
      'login: anna at /Home1/x2',
      'creds: \x24USER:\x24PASS1',
      'credentials: vault:secret/data/App1x2',
    ],
  },
];
