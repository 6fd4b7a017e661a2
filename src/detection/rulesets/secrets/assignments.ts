import type { Rule } from '../ruleset.ts';
import { KEY_NAMES, PASSWORD_NAMES } from './assignment-names.ts';
import { hex, mixed } from './tokens.ts';
import {
  entropy,
  isAssignedPassword,
  isMixedPassword,
  isPassword,
  isPasswordWithBlanks,
  isPlainPassword,
  isRandom,
  isSaidPassword,
  isStrongPassword,
  isToken,
} from './values.ts';

/** `_prod`, `-2`: what a name of a variable may go on with. */
const SUFFIX = String.raw`(?:[_-](?:prod|production|dev|staging|stage|test|live|value|old|new|v?\d{1,2}))?`;
/** Tokens that say where to go on, stand in a form, or are pieces of a text. */
const NO_CURSOR = String.raw`(?<!(?:next|prev|page|sync|continuation|cursor|[cx]srf|pad|eos|bos|unk|max|num)[_-]tokens?)`;
/** The end of a name in quotes, also of JSON within JSON, as deep as it is, and of an index: `["token"]`. */
const NAME_END = String.raw`(?:\\{0,7}["'\x60])?\]?(?:\*\*|__)?`;
const TYPE = String.raw`(?::\s?(?:(?:&(?:'static\s)?)?(?:string|str)|text|varchar|any)\s?(?==)|\s(?:as\s)?string\s?(?==)|\s?\{\sget;(?:\s(?:set|init);)?\s\}\s?(?==))?`;
/** What gives a name its value: a sign with blanks around it, which may be bold, the end of a tag, or the word "value" of a list of settings. */
const GIVES = String.raw`(?:\s{0,3}(?::=|=>|={1,3}|\?=|<-|:)(?:\*\*|__)?\s{0,3}(?:!!str\s)?|<\/\w{1,20}>(?:\s|\\{1,4}[nrt]){0,24}<\w{1,20}>|>|(?:[,\s]|\\{1,4}[nrt]){1,12}\\{0,7}["']?value\\{0,7}["']?\s?[:=]\s{0,3})`;
const QUOTE = String.raw`(?:[bru@]?\\{0,7}["'\x60])?`;
/** Ends of values: quotes, blanks, brackets; a backslash only in front of a quote or an escaped break. */
const VALUE_SIGN = String.raw`(?:[^\s"'\x60,;<>(){}\[\]\\&|]|\\(?!["'\x60nrt\\]))`;
/** In an address the next part of its query ends a value. */
export const PASSWORD_SIGN = String.raw`(?:[^\s"'\x60,;<>(){}\\&]|&(?![\w.-]{1,40}=)|\\(?!["'\x60nrt\\]))`;
/** A call or an index is no value. */
const NO_CALL = String.raw`(?![(\[{])`;
export const valueEnd = (sign: string): string => `(?!${sign})${NO_CALL}`;

/** Whose it is, where that stands behind the word. */
const OF = String.raw`(?:\s(?:mitt|mea|mia|meu|minha|saya|ko|langu|ime|của\s(?:tôi|mình|em)|μου|ми|мой|такой|такий|שלי|الخاصة\sبي|wifi|wi-fi))?`;
/** "is", between a word for a password and the password. */
const IS = String.raw`${OF}\s{0,3}(?:[:=]\s{0,3}|(?:(?:has\sbeen|was|is|now)?\s?(?:changed|set|reset|updated|geändert|gesetzt)\s(?:to|auf)|is|now|ist|lautet|est|c.est|es|é|e|е|là|to|jest|je|є|är|er|(?<=salasana\p{L}{0,4}\s)on|este|ir|yra|ni|ay|është|auf(?=\s[^\s]{1,62}[!#$%&*?~^=][^\s])|a|είναι|היא|هي|هو|คือ)(?:\s?:)?\s{1,3}|[—-]\s{1,3}|(?:是|为|為|は|が|은|는|이|가)[\s:「『“]{0,3})`;

/** The same for keys, in fewer words, for "a token is valid" is said more often. */
const KEY_IS = String.raw`(?:${GIVES}|\s{1,3}(?:is|ist|lautet|est|es)(?:\s{1,3}|:\s{0,3})|\s?(?:是|为|為|は)\s?)`;

/** A sentence that needs no blanks goes on behind a password of ASCII. */
const PLAIN_SIGN = String.raw`[!#$%&*+./0-9:=?@A-Z^_a-z|~-]`;
const UNSPACED = String.raw`\u0e00-\u0e7f\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af`;

/** A word for a password, what it is for, "is", and the value. */
const SAID_PASSWORD = `(?:\\x20(?:for|to|of|für|pour|para|del|de|от|для)(?:\\x20[\\w\\p{L}.@-]{1,40}){1,3})?${NAME_END}${IS}\\\\?["'\\x60*]{0,2}(?=[^\\s]{0,63}\\d)(?=[^\\s]{0,63}\\p{L})(${PLAIN_SIGN}{6,64}(?=[${UNSPACED}])|${PASSWORD_SIGN}{6,64}${valueEnd(PASSWORD_SIGN)})`;

/** Where a stream ends between a backslash and its quote, a value goes on. */
const CUT = String.raw`(?:\\(?!.))?`;

/** Secrets without a form of their own, told by the name that somebody gave them. */
export const ASSIGNMENTS: readonly Rule[] = [
  {
    id: 'SE-1016',
    score: 0.85,
    starts: KEY_NAMES,
    rest: `${NO_CURSOR}${SUFFIX}${NAME_END}${TYPE}${KEY_IS}${QUOTE}(${VALUE_SIGN}{10,200})${valueEnd(VALUE_SIGN)}`,
    verify: (value) => isRandom(value, 3),
    match: [
      `api_key: ${hex(32)}`,
      'CLIENT_SECRET=aB3dE5gH7jK9mN1pQ3',
      `"api_key": "${mixed(24)}"`,
      `export TOKEN=${mixed(20)}`,
      `config["secretKey"] = '${mixed(24)}';`,
      `{\\"accessToken\\":\\"${mixed(24)}\\"}`,
      `const apiKey: string = "${mixed(24)}"`,
      `https://api.corp.dev/v1?token=${mixed(24)}&page=2`,
      `clé API : ${mixed(24)}`,
      `api_key = "acme_test_key_${mixed(24)}"`,
      `api_key=${mixed(24)}_my_key`,
      `API_KEY=${mixed(24)}0123456789`,
      `密钥：${mixed(24)}`,
      `my api key is ${hex(32)}`,
      `- name: API_TOKEN\n  value: ${mixed(24)}`,
      `<apiKey>${mixed(24)}</apiKey>`,
      `- **API Key:** \`${mixed(24)}\``,
      `**Token**: ${mixed(24)}`,
      `<key>ApiKey</key>\n\t<string>${mixed(24)}</string>`,
      `const API_KEY: &str = "${mixed(24)}";`,
      `var apiKey string = "${mixed(24)}"`,
      `public string ApiKey { get; set; } = "${mixed(24)}";`,
      `Const API_KEY As String = "${mixed(24)}"`,
      `API_KEY ?= ${mixed(24)}`,
      `api_key <- "${mixed(24)}"`,
      `my secret access key is ${mixed(40)}`,
    ],
    noMatch: [
      'api_key: your-api-key-1234',
      'token = generateToken2024(user)',
      'secret: \x24{CLIENT_SECRET_1}',
      'token: CancellationTokenSource2',
      'api_key = os.environ["KEY_2024_A"]',
      'token: 7f3a9c1e-5b8d-4046-a4f1-a7c93b5d8062',
      'secret: prod-db-credentials-2024',
      'secret: projects/corp/secrets/db1/versions/2',
      'apiKey: process.env.API_KEY_2',
      'TOKEN=xxxxxxxxxxxx1234',
      'API_KEY=0123456789abcdef0123456789abcdef',
      'token: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"',
      `api_key: "pk_live_${mixed(24)}"`,
      'token: abcdefghijklmnopqrstuvwxyz0123456789',
      'api_key = "test_api_key_1234567890"',
      `<input type="hidden" name="csrf_token" value="${mixed(32)}">`,
      'https://api.corp.dev/items?page_token=CAoQAA1x9Zk3Qm7',
    ],
  },
  {
    id: 'SE-1130',
    score: 0.85,
    starts: PASSWORD_NAMES,
    rest: `${SUFFIX}${NAME_END}${TYPE}${GIVES}${QUOTE}(${PASSWORD_SIGN}{8,128})${valueEnd(PASSWORD_SIGN)}`,
    verify: isAssignedPassword,
    match: [
      'password = "Tr0ub4dor&3xKq"',
      'DB_PASSWORD=s3cr3tPw9x',
      '"passwd": "Zebra!Quilt"',
      'spring.datasource.password: k7Rw2xQ9',
      'Server=db;User Id=app;Password=Wq8!kd93mN;',
      'contraseña: Verano2024!',
      'пароль: Zima2024x!',
      'user: anna / PW: k7Rw2xQ9',
      '{\\"password\\":\\"Tr0ub4dor3x\\"}',
      '{"name":"DB_PASSWORD","value":"s3cr3tPw9x"}',
      '<add key="Password" value="s3cr3tPw9x"/>',
      '<password>s3cr3tPw9x</password>',
      // Capitals anywhere, without a digit, or with one at the end.
      'password=kAQtUavoKhbL',
      '- **Password:** `Tr0ub4dor&3xKq`',
      '<key>password</key>\n<string>s3cr3tPw9x</string>',
      'password: Corp9!x_my_secret1',
      'DB_PASSWORD: rjUJJENHzOY3',
      'password: !!str s3cr3tPw9x',
    ],
    noMatch: [
      'password: ENC[AES256_GCM,data:p673w7==,iv:YY1c5,tag:UQ8x,type:str]',
      'password: your_password_1',
      'password = config.db.password1',
      'password: string',
      "password: 'required|min:8'",
      'password = hashPassword(input1)',
      'password=\x24DB_PASSWORD_1',
      'password: changeme123',
      'password = userPassword2',
      'password = getUserInputForForm',
      'password: isValidHTMLForUI',
      'PASS: test_login_2024',
      '"password": "PBKDF2-HMAC with salt"',
      'password: SHA256-hashed',
      'pass: tests/unit/login2.test',
      '**Password:** at least 12 characters, one digit',
    ],
  },
  {
    // Between quotes a password may have blanks: what is found of it without them is not all of it.
    id: 'SE-1342',
    score: 0.85,
    starts: PASSWORD_NAMES,
    rest: `${SUFFIX}${NAME_END}${TYPE}${GIVES}[bru@]?\\\\?(?:["'\x60])((?<=[^\\\\]")(?:[^"\\n\\\\<>]|\\\\["'/\\\\]){10,128}(?=")|(?<=\\\\")[^"\\n\\\\<>]{10,128}${CUT}(?=\\\\")|(?<=')[^'\\n\\\\<>]{10,128}${CUT}(?=\\\\?')|(?<=\x60)[^\x60\\n\\\\<>]{10,128}(?=\x60))`,
    verify: isPasswordWithBlanks,
    match: [
      "password = 'Tr0ub4dor and 3 more'",
      '"password": "K7rw2xQ9! it\'s mine"',
      '{\\"password\\":\\"Tr0ub4dor 3x\\"}',
      'DB_PASSWORD="Sommer2024! am See"',
      'password: "Tr0ub4dor (and) 3 more"',
      'password: "Tr0ub4dor, and 3 more"',
      'password: "Tr0ub4dor \\"and\\" 3 more"',
    ],
    noMatch: [
      'password: "Please enter 8 characters"',
      'password: "Must have at least 1 digit"',
      '"password": "WPA2-PSK pre-shared key"',
      '"password": "MSCHAPv2 inner auth"',
      '"passphrase": "BIP39-mnemonic of 12 words"',
      'password: "EAP-TTLS2 with PAP"',
      '"password": "At least one, 2 are better"',
      'password = "hunter2x" + "y"',
      'passwords: "your-password1 or another"',
    ],
  },
  {
    // Terraform's: the name of a variable, and what it is unless somebody says otherwise.
    id: 'SE-1343',
    score: 0.85,
    starts: PASSWORD_NAMES,
    rest: String.raw`${SUFFIX}(?:\\{0,7}["'])?\s?\{[^{}]{0,200}\bdefault\s{0,8}=\s{0,3}\\{0,7}"([^"\n\\]{8,128})\\{0,7}"`,
    verify: (value) =>
      value.includes(' ') ? isPasswordWithBlanks(value) : isPassword(value) && entropy(value) >= 2.5,
    match: [
      'variable "db_password" {\n  type    = string\n  default = "s3cr3tPw9x"\n}',
      'variable "root_password" { default = "Wq8!kd93mN" }',
      'variable "db_password" { default = "Tr0ub4dor and 3 more" }',
      'variable "db_password" { default = "s3cr3t{Pw};9x" }',
      'variable "admin_pwd" {\n  description = "of the database"\n  sensitive = true\n  default = "s3cr3tPw9x"\n}',
    ],
    noMatch: [
      'variable "db_password" {\n  type = string\n  default = ""\n}',
      'variable "db_password" {\n  default = "changeme123"\n}',
      'variable "db_password" {\n  default = "set it in version 2"\n}',
      'variable "db_password" {\n  type = string\n}\nvariable "size" {\n  default = "t3.micro12"\n}',
      'variable "db_password" {\n  description = "see docs"\n  default = "\x24{var.other1}"\n}',
    ],
  },
  {
    // Between quotes a value may hold what would end it elsewhere.
    id: 'SE-1135',
    score: 0.85,
    starts: [...KEY_NAMES, ...PASSWORD_NAMES],
    rest: `${NO_CURSOR}${SUFFIX}${NAME_END}${TYPE}${GIVES}[bru]?\\\\?["'\x60]([^"'\x60\\s\\\\<>]{10,200})\\\\?["'\x60]`,
    verify: (value) => isRandom(value, 3),
    match: [
      'SECRET_KEY = "z9!k(w&7m)r4[q]x2,v"',
      `password: 'Wq8(kd93)mN;x1'`,
      '"clientSecret": "a7~{Qw3|Zx9};k"',
    ],
    noMatch: [
      'token: "create(input1, input2)',
      'password: "your(password)1"',
      'secret = "none"',
      '"next_token": "z9!k(w&7m)r4[q]x2,v"',
      'password: "a7 b8 (c9)"',
    ],
  },
  {
    id: 'SE-1017',
    score: 0.65,
    starts: PASSWORD_NAMES,
    rest: SAID_PASSWORD,
    verify: isSaidPassword,
    match: [
      'my password is hunter2x',
      'Password: Sommer2024!',
      'the passcode is 4a7b9c',
      'Das Passwort lautet Winter99',
      'le mot de passe est Soleil2024x',
      'mi contraseña es Verano24',
      '我的密码是Sommer2024',
      'パスワードは Fuyu2024x',
      'the password for anna@corp.dev is hunter2x',
      'пароль от сервера: Qwerty12345',
      'mật khẩu là Hanoi2024',
      'salasanani on Talvi2024',
      'Passwort auf Sommer2024!x geändert',
      'lösenordet är Vinter2024x',
      'kodeordet er Vinter2024x',
    ],
    noMatch: [
      'password is required',
      'your password on Ubuntu22.04',
      '密码是SHA256加密的',
      'パスワードはUTF-8で保存',
      'パスワードは8文字以上です',
      '비밀번호는 Base64로',
      'the password is changed to SHA-256',
      'the password is 12-stellig',
      'the password on web01.corp.dev/login',
      'Passwort auf Windows11',
      'password: string',
      'password is wrong',
      'the password is in config.json',
    ],
  },
  {
    id: 'SE-1142',
    score: 0.85,
    starts: PASSWORD_NAMES,
    rest: SAID_PASSWORD,
    verify: isStrongPassword,
    match: [
      'my password is Hunter2!x9',
      'The password is: Tr0ub4dor&3',
      'Mein Passwort ist Sommer2024!',
      'Passwort lautet: Sommer2024!',
      'The pw is Hunter2!x9',
      'Das WLAN-Passwort lautet BlueFox-44!71',
      'Mi contraseña es Perro$2023',
      'mon mot de passe est Soleil!75',
      'la password è Gatto99!!',
      'パスワードは Sakura#88k',
      '密码是 Abc123!@#',
      'the password for anna@corp.dev is Xk9mPq2w',
      'Das Passwort für den Server lautet Quartz23!ww3',
      'the password for the staging server is Xk9mPq2w',
    ],
    noMatch: [
      'Das Passwort lautet: siehe Handbuch',
      'the password is required',
      'The password is base64-encoded',
      'the password is PBKDF2-HMAC-SHA256 derived',
      'password is RFC2617-compliant',
      'the password is OAuth2-based!',
      'my password is hunter2x',
      'the password is Base64Encoded!',
      'The password is 8-64 characters long!',
      'password is \x24DB_PASS1!',
      'the password is password123!',
    ],
  },
  {
    // With nothing in between it takes a value that is nothing else.
    id: 'SE-1304',
    score: 0.85,
    starts: PASSWORD_NAMES,
    rest: `${OF}\\s{1,3}["'\x60*]{0,2}(${PASSWORD_SIGN}{8,64})${valueEnd(PASSWORD_SIGN)}`,
    verify: isMixedPassword,
    match: [
      'мой пароль Kw9!fx2zQ#',
      'şifrem Kw9!fx2zQ#',
      'kata sandi saya Kw9!fx2zQ#',
      'sudo password Tr0ub4dor&3',
      'मेरा पासवर्ड Hunter2!x9 है',
    ],
    noMatch: [
      'password minLength=8',
      'the password Base64Encoded!',
      'password policy#2',
      'password \x24DB_Pass1!',
      'password SHA256-Digest',
      'user password Hunter2',
    ],
  },
  {
    // Whose it is says that what follows is one, and no sentence about passwords.
    id: 'SE-1305',
    score: 0.85,
    starts: PASSWORD_NAMES,
    lead: String.raw`(?:my|our|your|his|her|their|mein|unser|dein|ihr|mon|notre|votre|mi|su|nuestra|minha|nossa|sua|mia|mijn|ons|mitt|min|moje|mój|мой|мій|моя|ο|我的|您的|我们的)\s?(?:[\p{L}\d][\p{L}\d.-]{1,20}[\s-]){0,2}`,
    rest: SAID_PASSWORD,
    verify: isPlainPassword,
    match: [
      'my password is hunter2x, please log in',
      'mein Passwort ist Sommer2024',
      'mi contraseña es Verano24',
      'mon mot de passe est Soleil2024x',
      'your temporary password is Falcon8812',
      'my gmail password is hunter2x9',
      'our staging-db root password is Falcon8812',
      'мой пароль — Zima2024',
      '我的密码是Sommer2024',
    ],
    noMatch: [
      'my password is base64 encoded',
      'my password is Windows2000 compatible',
      'my password is sha256-hashed',
      'your password is 8-16 characters long',
      'my password is step2',
      'our password is v2.0.1',
      'my password is 12characters long',
      'mein Passwort ist 12-stellig',
      'your password is 16-character',
      'your password is stored-in-1password',
      'my password is case2sensitive',
      'our password is encrypted1',
    ],
  },
  {
    // A name to log in with stands in front, and says that what follows is no sentence about passwords.
    id: 'SE-1235',
    score: 0.85,
    starts: PASSWORD_NAMES,
    lead: String.raw`(?:user|username|user name|usuario|usuário|utilisateur|identifiant|benutzer|benutzername|nutzer|login|utente|gebruiker|użytkownik|användare)[\s:=]{1,3}["'\x60]?[\w.@+-]{2,64}["'\x60]?[\s,;/]{1,3}(?:(?:and|with|y|con|und|mit|et|avec|e|com|en|met|i|och)\s)?`,
    rest: `\\s{1,3}["'\x60]?(${PASSWORD_SIGN}{8,64})${valueEnd(PASSWORD_SIGN)}`,
    verify: isStrongPassword,
    match: [
      'usuario admin contraseña Perro$2023',
      'user anna password Hunter2!x9',
      'Benutzer: mueller, Passwort Sommer2024!',
      'login bob and password Tr0ub4dor&3',
    ],
    noMatch: [
      'user anna password reset2day',
      'user and password Version2',
      'login form password \x24DB_PASS1!',
      'the user admin password policy2 is',
    ],
  },
  {
    id: 'SE-1138',
    score: 0.65,
    starts: [
      'auth token ',
      'authorization: token ',
      'api token ',
      'access token ',
      'api key ',
      'secret key ',
    ],
    rest: String.raw`["'\x60]?([\w+/.~-]{20,200}={0,2})`,
    verify: (value) => isRandom(value, 3.3),
    match: [
      `account sid 4711 auth token ${hex(32)}`,
      `Authorization: token ${hex(40)}`,
      `use the api key ${mixed(24)} here`,
    ],
    noMatch: ['an access token for-the-service', 'api key your-key-1234567890-abc', 'auth token 7f3a9c1e'],
  },
  {
    // A UUID alone is a name of something; after these words it is what some services give out as a key.
    id: 'SE-1139',
    score: 0.65,
    starts: [
      ...['api_key', 'apikey', 'api-key', 'api key', 'client_secret', 'clientsecret', 'client secret'],
      ...['secret_key', 'secretkey', 'secret key', 'access_key', 'accesskey', 'auth_token', 'authtoken'],
    ],
    rest: `${NAME_END}${KEY_IS}${QUOTE}([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})(?![\\w-])`,
    verify: isToken,
    match: [
      'API Key: 7f3a9c1e-5b8d-4046-a4f1-a7c93b5d8062',
      '"client_secret": "7f3a9c1e-5b8d-4046-a4f1-a7c93b5d8062"',
      'MAPS_API_KEY=7F3A9C1E-5B8D-4046-A4F1-A7C93B5D8062',
    ],
    noMatch: [
      'api_key: 00000000-0000-0000-0000-000000000000',
      'token: 7f3a9c1e-5b8d-4046-a4f1-a7c93b5d8062',
      'api_key_id: 7f3a9c1e-5b8d-4046-a4f1-a7c93b5d8062',
    ],
  },
];
