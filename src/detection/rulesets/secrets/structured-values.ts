import type { Rule } from '../ruleset.ts';
import { KEY_NAMES, PASSWORD_NAMES } from './assignment-names.ts';
import { PASSWORD_SIGN } from './assignments.ts';
import { hex, mixed } from './tokens.ts';
import {
  entropy,
  isAddressPassword,
  isNamedAsPassword,
  isPassword,
  isRandom,
  isStrongPassword,
} from './values.ts';

const MIN_RANDOM = 16;
/** `Products_By_Category_2024_List` */
const IS_WORDS =
  /^(?:[A-Z]?[a-z]{2,20}|[A-Z]{2,20}|\d{1,4})(?:[-_.+](?:[A-Z]?[a-z]{1,20}|[A-Z]{2,20}|\d{1,4})){2,12}$/u;
const isHandedOver = (value: string): boolean =>
  isStrongPassword(value) || (value.length >= MIN_RANDOM && isRandom(value, 3.3));

const MIN_IN_CELL = 12;
const isInCell = (value: string): boolean =>
  isStrongPassword(value) ||
  (value.length >= MIN_IN_CELL && /^(?=.*[a-z])(?=.*[A-Z])[A-Za-z\d]+$/u.test(value) && isRandom(value, 3));

const isConnecting = (value: string): boolean =>
  isAddressPassword(value) &&
  !/passw|secret/iu.test(value) &&
  /\d|[a-z][A-Z]|[A-Z]{2}[a-z]/u.test(value) &&
  entropy(value) > 2.5;

/** Also of JSON within JSON. */
const QUOTE = String.raw`\\{0,7}"`;
const BLANK = String.raw`(?:\s|\\{1,7}[nrt])`;

/** Secrets that something else than a sign divides from their name: a comma, a bar, the other members of an object. */
export const STRUCTURED_VALUES: readonly Rule[] = [
  {
    id: 'SE-1242',
    score: 0.85,
    starts: [...KEY_NAMES, ...PASSWORD_NAMES],
    lead: String.raw`[\w$]{1,40}\(\s{0,3}["'\x60][\w.-]{0,40}`,
    rest: String.raw`["'\x60]\s{0,3},\s{0,3}["'\x60]([^"'\x60\\\s<>]{8,200})["'\x60]\s{0,3}[),]`,
    verify: isHandedOver,
    match: [
      "define( 'DB_PASSWORD', 'kR7!wq2Zx#' );",
      `localStorage.setItem('access_token', '${mixed(32)}')`,
      `os.environ.setdefault("API_KEY", "${mixed(24)}")`,
    ],
    noMatch: [
      "define('DB_PASSWORD', 'password_here');",
      "rule('password', 'required|min:8')",
      "t('password', 'Password')",
      "setItem('token', 'user-token-2024')",
      "['password', 'kR7wq2Zx']",
      "env('DB_PASSWORD', 'secret')",
    ],
  },
  {
    id: 'SE-1243',
    score: 0.85,
    starts: [...KEY_NAMES, ...PASSWORD_NAMES],
    rest: String.raw`${QUOTE}\s{0,3}:\s{0,3}\{${BLANK}{0,24}(?:${QUOTE}(?:sensitive|type|description)${QUOTE}\s{0,3}:\s{0,3}(?:${QUOTE}[^"\n]{0,60}"|[a-z]{1,6}),${BLANK}{0,24}){0,3}${QUOTE}value${QUOTE}\s{0,3}:\s{0,3}${QUOTE}([^"\\\s]{8,200})${QUOTE}`,
    verify: (value) => isPassword(value) && entropy(value) >= 2.5,
    match: [
      '"db_password": {"sensitive": true, "type": "string", "value": "kR7wq2ZxL0"}',
      '"adminPassword": {\n  "value": "kR7!wq2Zx"\n}',
      `"api_token": {"type": "string", "sensitive": true, "value": "${mixed(24)}"}`,
    ],
    noMatch: [
      '"password": {"type": "string", "value": "changeme123"}',
      '"password": {"type": "string", "minLength": 12}',
      '"token": {"value": "\x24{TOKEN_1}"}',
    ],
  },
  {
    // Beside a name to log in with nothing stands there but a password, whatever it looks like.
    id: 'SE-1244',
    score: 0.85,
    starts: ['password=', 'pwd='],
    lead: String.raw`(?:user id|uid|user|username|user name)\s?=\s?[^;=\n"']{1,64};\s?(?:[\w ]{1,30}=[^;=\n"']{0,60};\s?){0,4}`,
    rest: String.raw`([^;\s"'<>{}]{8,128})(?=[;"'\s]|$)`,
    verify: isConnecting,
    match: [
      'Server=db1;User ID=app;Password=WRUKxTabspvNLU;',
      'Uid=app;Database=shop;Pwd=kAQtUavoKhbL',
      'Username=app;Password=tRaVelKiwi;SSL Mode=Require',
    ],
    noMatch: [
      'User ID=app;Password=password;',
      'User Id=myUsername;Password=myPassword;',
      'Uid=app;Pwd=\x24{DB_PASSWORD_1};',
      'Server=db1;Password=changeit;',
    ],
  },
  {
    id: 'SE-1245',
    score: 0.85,
    starts: ['login '],
    rest: String.raw`[^\s"']{1,100}\s{1,8}password\s{1,4}([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\w-])`,
    verify: (value) => entropy(value) > 3,
    match: [
      'machine api.corp.dev login anna@corp.dev password 7f3a9c1e-5b8d-4046-a4f1-a7c93b5d8062',
      'machine git.corp.dev\n  login app\n  password 0c3b8a1e-77d2-4b19-9f3e-1d2c3b4a5968\n',
      'default login app password 5d8062a7-c93b-4046-a4f1-7f3a9c1e5b8d',
    ],
    noMatch: [
      'login app password 00000000-0000-0000-0000-000000000000',
      'login app password-id 7f3a9c1e-5b8d-4046-a4f1-a7c93b5d8062',
      'login app session 7f3a9c1e-5b8d-4046-a4f1-a7c93b5d8062',
    ],
  },
  {
    id: 'SE-1246',
    score: 0.85,
    starts: PASSWORD_NAMES,
    rest: String.raw`["'\x60*]{0,2}\s{0,30}[|│]\s{0,3}["'\x60]?(${PASSWORD_SIGN}{8,64})["'\x60]?(?=\s{0,40}(?:[|│\n]|\\{1,7}n|$))`,
    verify: isInCell,
    match: [
      'id | 1\npassword | kR7!wq2Zx#\n',
      '| Password | `Sommer2024!x` |\n',
      '-[ RECORD 1 ]-\npassword | kR7wQ2Zx9Lm\n',
      '-[ RECORD 1 ]-\npassword | VaR94LrJNcTFT\n',
    ],
    noMatch: [
      '| password | varchar(255) | YES |',
      '| password | string | at least 12 characters |',
      '| password | required, 8-64 characters |',
      '| Password | \x24DB_PASS1! |',
      '| password | getUserInput2024 |',
      'user | password | Base64Encoded!\n',
    ],
  },
  {
    // What Terraform made up, in its state.
    id: 'SE-1247',
    score: 0.85,
    starts: ['random_password'],
    rest: String.raw`${QUOTE}(?:(?!"result)[^\x60]){0,600}"result${QUOTE}\s?:\s?${QUOTE}([^"\\\s]{8,200})${QUOTE}`,
    verify: (value) => isPassword(value) && entropy(value) >= 2.5,
    match: [
      '{"type":"random_password","name":"db","instances":[{"attributes":{"length":12,"result":"kR7wq2ZxL0mN"}}]}',
      '"type": "random_password",\n "attributes": {"special": true,\n "result": "x!7#kQ2z"}',
      '"type": "random_password", "result": "Zk39xQmm1"',
    ],
    noMatch: [
      'password = random_password.db.result',
      'resource "random_password" "db" { length = 16 }',
      '"type": "random_password", "result": "\x24{RESULT_1}"',
    ],
  },
  {
    id: 'SE-1306',
    score: 0.85,
    starts: ['key=', 'auth=', 'appid='],
    lead: String.raw`https?:\/\/[^\s"'<>]{3,160}[?&]`,
    // Hashes say which thing is meant.
    rest: '(?!sha(?:256|384|512)-)((?<=appid=)[\\da-f]{32}|(?=[\\da-f]{0,200}[g-z])[\\w.~+-]{20,200})(?![\\w.~+%-])',
    verify: (value) => isRandom(value, 3.3) && !IS_WORDS.test(value),
    match: [
      `GET https://api.corp.dev/v1/x?a=1&key=${mixed(32)}&b=2`,
      `https://corp.dev/data?appid=${hex(32)}`,
      `(https://corp.dev/feed?auth=${mixed(40)})`,
    ],
    noMatch: [
      `https://corp.dev/x?key=${hex(40)}`,
      'https://corp.dev/x?key=sha256-47DEQpj8HBSaTImW5JCeuQeRkm5NMpJWZG3hSuFU',
      'https://corp.dev/x?key=Products_By_Category_2024_List',
      'https://corp.dev/x?key=products-by-category-2024',
      'https://corp.dev/x?key=YOUR_API_KEY_GOES_HERE1',
      `key=${mixed(32)}`,
      'https://corp.dev/x?key=7f3a9c1e-5b8d-4046-a4f1-a7c93b5d8062',
    ],
  },
  {
    // What the code on a wall says of a wireless network.
    id: 'SE-1307',
    score: 0.85,
    starts: ['wifi:'],
    rest: String.raw`(?:[tshr]:(?:[^;\\\n]|\\.){0,64};){1,3}p:((?:[^;\\\n]|\\.){8,63});`,
    verify: (value) => isAddressPassword(value) && isPassword(value) && !isNamedAsPassword(value),
    match: [
      'WIFI:T:WPA;S:home;P:Zk39xQmm1;;',
      'WIFI:S:Cafe Nord;T:WPA2;P:Tr0ub4dor&3;H:false;;',
      '"WIFI:T:WPA;S:corp;P:k7Rw2xQ9!a;;"',
      String.raw`WIFI:T:WPA;S:a\;b;P:Zk39\;xQmm1;;`,
    ],
    noMatch: [
      'WIFI:T:nopass;S:home;;',
      'WIFI:T:WPA;S:<name>;P:<password1>;;',
      'WIFI:T:WPA;S:home;P:password;;',
      'WIFI:T:WPA;S:MyNetworkName;P:ThisIsMyPassword1;;',
    ],
  },
  {
    id: 'SE-1308',
    score: 0.85,
    starts: [
      'setpassword(',
      'withpassword(',
      '.password(',
      'auth=(',
      'auth = (',
      'httpbasicauth(',
      'storepassword',
      'keypassword',
    ],
    rest: String.raw`\s?(?:\\?["'][\w.@+-]{1,64}\\?["'],\s?)?\\?["']([^"'\s\\<>]{8,128})\\?["'](?=\s?\)|\s{0,4}$|\n|\\n)`,
    verify: (value) => isPassword(value) && entropy(value) >= 2.5 && !isNamedAsPassword(value),
    match: [
      'user.setPassword("Kw9!fx2zQ#");',
      'requests.get(url, auth=("anna", "Tr0ub4dor3x"))',
      "storePassword 's3cr3tPw9x'\n",
    ],
    noMatch: [
      'user.setPassword("changeme123")',
      'auth=("user", "password1")',
      'setPassword("user.password1")',
      'auth=(\'user\', "\x24{PASSWORD_1}")',
      "storePassword 'android'",
      "keyPassword 'android1'",
      'storePassword "KEYSTORE_PASSWORD1"',
      "HTTPBasicAuth('user', 'pass1234')",
      'auth=("username", "apiKey123")',
      'user.setPassword("secret123")',
      '.password("{noop}password1")',
    ],
  },
];
