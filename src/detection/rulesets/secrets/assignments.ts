import type { Rule } from '../ruleset.ts';
import { hex, mixed } from './tokens.ts';
import { entropy, isPassword, isRandom, isToken } from './values.ts';

/** Keys and tokens of whatever kind. A literal begins a word, so what camel case joins is listed as one. */
const KEY_NAMES = [
  ...[
    'token',
    'tokens',
    'secret',
    'credential',
    'credentials',
    'authkey',
    'auth_key',
    'api key',
    'secret key',
  ],
  ...[
    'api_key',
    'apikey',
    'api-key',
    'api_token',
    'apitoken',
    'api_secret',
    'apisecret',
    'app_key',
    'appkey',
  ],
  ...[
    'access_key',
    'accesskey',
    'access-key',
    'secret_key',
    'secretkey',
    'secret-key',
    'private_key',
    'privatekey',
  ],
  ...[
    'private-key',
    'encryption_key',
    'encryptionkey',
    'signing_key',
    'signingkey',
    'master_key',
    'masterkey',
  ],
  ...[
    'service_key',
    'servicekey',
    'subscription_key',
    'account_key',
    'license_key',
    'deploy_key',
    'consumer_key',
  ],
  ...[
    'accesstoken',
    'authtoken',
    'refreshtoken',
    'sessiontoken',
    'bearertoken',
    'bottoken',
    'usertoken',
    'idtoken',
  ],
  ...[
    'clientsecret',
    'jwtsecret',
    'cookiesecret',
    'sessionsecret',
    'webhooksecret',
    'appsecret',
    'sharedsecret',
  ],
  ...[
    'consumersecret',
    'signingsecret',
    'hmacsecret',
    'secret_key_base',
    'secretkeybase',
    'aeskey',
    'aes_key',
  ],
  ...[
    'api-schlüssel',
    'apischlüssel',
    'clé api',
    'clave api',
    'chave api',
    'chave de api',
    'klucz api',
    'ключ api',
  ],
  ...['токен', 'секрет', '密钥', '密鑰', '令牌', 'apiキー', 'トークン', '秘密鍵', 'api 키', '토큰'],
];

/** Words for a password, in the languages of most texts; see `KEY_NAMES` about words that are joined. */
const PASSWORD_NAMES = [
  ...[
    'password',
    'passwords',
    'passwd',
    'passwort',
    'kennwort',
    'passcode',
    'passphrase',
    'pwd',
    'pass',
    'pswd',
  ],
  ...[
    'dbpassword',
    'dbpass',
    'dbpasswd',
    'userpassword',
    'userpass',
    'adminpassword',
    'rootpassword',
    'mypassword',
  ],
  ...['smtppassword', 'mysqlpassword', 'pgpassword', 'redispassword', 'defaultpassword', 'masterpassword'],
  ...['keystorepassword', 'storepassword', 'keypassword', 'sshpass', 'userpwd', 'dbpwd', 'databasepassword'],
  ...[
    'mot de passe',
    'motdepasse',
    'mot_de_passe',
    'mdp',
    'contraseña',
    'contrasena',
    'clave',
    'senha',
    'sua senha',
  ],
  ...[
    'palavra-passe',
    'palavra passe',
    'parola',
    'parola chiave',
    "parola d'ordine",
    'hasło',
    'haslo',
    'heslo',
  ],
  ...[
    'wachtwoord',
    'lösenord',
    'losenord',
    'adgangskode',
    'kodeord',
    'passord',
    'salasana',
    'jelszó',
    'jelszo',
  ],
  ...[
    'şifre',
    'sifre',
    'parolă',
    'lozinka',
    'geslo',
    'slaptažodis',
    'parool',
    'kata sandi',
    'mật khẩu',
    'mat khau',
  ],
  ...[
    'пароль',
    'парол',
    'лозинка',
    'κωδικός',
    'סיסמה',
    'كلمة المرور',
    'كلمة السر',
    'رمز عبور',
    'पासवर्ड',
    'รหัสผ่าน',
  ],
  ...['密码', '密碼', '口令', 'パスワード', '暗証番号', '비밀번호', '암호'],
];

/** `_prod`, `-2`: what a name of a variable may go on with. */
const SUFFIX = String.raw`(?:[_-](?:prod|production|dev|staging|stage|test|live|value|old|new|v?\d{1,2}))?`;
/** The end of a name in quotes, also of JSON within JSON, and of an index: `["token"]`. */
const NAME_END = String.raw`(?:\\?["'\x60])?\]?`;
const TYPE = String.raw`(?::\s?(?:string|str|text|varchar|any)\s?(?==))?`;
/** What gives a name its value: a sign with blanks around it, the end of a tag, or the word "value" of a list of settings. */
const GIVES = String.raw`(?:\s{0,3}(?::=|=>|={1,3}|:)\s{0,3}|>|[,\s]{1,12}["']?value["']?\s?[:=]\s{0,3})`;
const QUOTE = String.raw`(?:[bru]?\\?["'\x60])?`;
/** Ends of values: quotes, blanks, brackets; a backslash only in front of a quote or an escaped break. */
const VALUE_SIGN = String.raw`(?:[^\s"'\x60,;<>(){}\[\]\\&|]|\\(?!["'\x60nrt\\]))`;
const PASSWORD_SIGN = String.raw`(?:[^\s"'\x60,;<>(){}\\]|\\(?!["'\x60nrt\\]))`;
/** A call or an index is no value. */
const NO_CALL = String.raw`(?![(\[{])`;
const valueEnd = (sign: string): string => `(?!${sign})${NO_CALL}`;

/** "is", between a word for a password and the password. */
const IS = String.raw`\s{0,3}(?:[:=]\s{0,3}|(?:is|ist|lautet|est|es|é|e|to|jest|je|is:|är|er|—|-)\s{1,3}|(?:是|为|為|は|が|은|는|이|가)[\s:]{0,3})`;

/** The same for keys, in fewer words, for "a token is valid" is said more often. */
const KEY_IS = String.raw`(?:${GIVES}|\s{1,3}(?:is|ist|lautet|est|es)(?:\s{1,3}|:\s{0,3})|\s?(?:是|为|為|は)\s?)`;

/** Secrets without a form of their own, told by the name that somebody gave them. */
export const ASSIGNMENTS: readonly Rule[] = [
  {
    id: 'SE-1016',
    score: 0.85,
    starts: KEY_NAMES,
    rest: `${SUFFIX}${NAME_END}${TYPE}${KEY_IS}${QUOTE}(${VALUE_SIGN}{10,200})${valueEnd(VALUE_SIGN)}`,
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
      `密钥：${mixed(24)}`,
      `my api key is ${hex(32)}`,
      `- name: API_TOKEN\n  value: ${mixed(24)}`,
      `<apiKey>${mixed(24)}</apiKey>`,
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
    ],
  },
  {
    id: 'SE-1130',
    score: 0.85,
    starts: PASSWORD_NAMES,
    rest: `${SUFFIX}${NAME_END}${TYPE}${GIVES}${QUOTE}(${PASSWORD_SIGN}{8,128})${valueEnd(PASSWORD_SIGN)}`,
    verify: (value) => isPassword(value) && entropy(value) >= 2.5,
    match: [
      'password = "Tr0ub4dor&3xKq"',
      'DB_PASSWORD=s3cr3tPw9x',
      '"passwd": "Zebra!Quilt"',
      'spring.datasource.password: k7Rw2xQ9',
      'Server=db;User Id=app;Password=Wq8!kd93mN;',
      'contraseña: Verano2024!',
      'пароль: Zima2024x!',
      '{\\"password\\":\\"Tr0ub4dor3x\\"}',
      '{"name":"DB_PASSWORD","value":"s3cr3tPw9x"}',
      '<add key="Password" value="s3cr3tPw9x"/>',
      '<password>s3cr3tPw9x</password>',
    ],
    noMatch: [
      'password: your_password_1',
      'password = config.db.password1',
      'password: string',
      "password: 'required|min:8'",
      'password = hashPassword(input1)',
      'password=\x24DB_PASSWORD_1',
      'password: changeme123',
      'password = userPassword2',
    ],
  },
  {
    // Between quotes a value may hold what would end it elsewhere.
    id: 'SE-1135',
    score: 0.85,
    starts: [...KEY_NAMES, ...PASSWORD_NAMES],
    rest: `${SUFFIX}${NAME_END}${TYPE}${GIVES}[bru]?["'\x60]([^"'\x60\\s\\\\<>]{10,200})["'\x60]`,
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
      'password: "a7 b8 (c9)"',
    ],
  },
  {
    id: 'SE-1017',
    score: 0.65,
    starts: PASSWORD_NAMES,
    rest: `(?:\\x20(?:for|to|of|für|pour|para|del|de)\\x20[\\w.@-]{1,40})?${NAME_END}${IS}\\\\?["'\\x60*]{0,2}(?=[^\\s]{0,63}\\d)(?=[^\\s]{0,63}\\p{L})(${PASSWORD_SIGN}{6,64})${valueEnd(PASSWORD_SIGN)}`,
    verify: isPassword,
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
    ],
    noMatch: [
      'password is required',
      'password: string',
      'password is wrong',
      'the password is in config.json',
    ],
  },
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
];

/** A name, a colon and a password, once decoded; all of it printable. */
function isCredentials(value: string): boolean {
  const [, password] = /^[\x21-\x39\x3b-\x7e]{1,100}:([\x21-\x7e]{4,200})$/.exec(
    Buffer.from(value, 'base64').toString('latin1'),
  ) ?? ['', ''];
  return password !== undefined && password !== '' && !/^(?:pass(?:word|wd)?|secret|pwd)$/i.test(password);
}
