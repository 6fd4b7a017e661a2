import type { Rule } from '../ruleset.ts';
import { KEY_NAMES, PASSWORD_NAMES } from './assignment-names.ts';
import { mixed } from './tokens.ts';
import { isAddressPassword, isRandom, isStrongPassword } from './values.ts';

const QUOTE = String.raw`\\{0,7}["'\x60]`;
/** What stands in front of the password: a variable, or a string. */
const ARGUMENT = String.raw`(?:[\w.$>-]{1,60}|[bru@]?${QUOTE}[^"'\x60\n\\]{0,200}${QUOTE})\s{0,2},\s{0,16}`;
const PASSWORD = String.raw`[bru@]?${QUOTE}([^"'\x60\s\\]{8,200})${QUOTE}\s{0,16}[,)]`;

const MIN_RANDOM = 16;
const isHandedOver = (value: string): boolean =>
  isStrongPassword(value) || (value.length >= MIN_RANDOM && isRandom(value, 3.3));

/** Passwords and keys that calls get by their place, and names that a blank divides from them. */
export const CALL_PASSWORDS: readonly Rule[] = [
  {
    id: 'SE-1379',
    score: 0.85,
    starts: [
      ...['login(', 'connect(', 'mysqli_connect(', 'mysqli(', 'pdo(', 'getconnection(', 'pg_connect('],
      ...['networkcredential(', 'credentials.basic(', 'httpbasicauth(', 'basicauth(', 'setbasicauth('],
      ...['usernamepasswordcredentials(', 'passwordauthentication(', 'ftp_login('],
    ],
    rest: String.raw`\s{0,16}(?:${ARGUMENT}){1,3}${PASSWORD}`,
    verify: isStrongPassword,
    match: [
      'smtp.login("anna@corp.dev", "kR7!wq2Zx#")',
      "pymysql.connect('db1', 'root', 'kR7!wq2Zx#', 'shop')",
      'DriverManager.getConnection(url, "root", "kR7!wq2Zx#")',
      'new NetworkCredential("anna", "kR7!wq2Zx#")',
      `new PDO('mysql:host=db1;dbname=shop', 'root', 'kR7wQ2Zx9L')`,
    ],
    noMatch: [
      'smtp.login("anna@corp.dev", password2)',
      'client.connect("broker1", "client-2024")',
      'login("anna", "your-password-1")',
      'connect("db1", 5432)',
      'socket.connect("localhost1", "message2", onConnect2)',
    ],
  },
  {
    id: 'SE-1380',
    score: 0.85,
    starts: [
      ...['jwt.sign(', 'jwt.verify(', 'jwt.encode(', 'jwt.decode(', 'createhmac(', 'hmac.new('],
      ...['fernet(', 'createcipheriv(', 'createdecipheriv('],
    ],
    rest: String.raw`\s{0,16}(?:${ARGUMENT})?${PASSWORD}`,
    verify: isHandedOver,
    match: [
      `jwt.sign(payload, '${mixed(28)}')`,
      `jwt.decode(data, "${mixed(28)}", algorithms=["HS256"])`,
      `crypto.createHmac('sha256', '${mixed(24)}').update(body)`,
      `Fernet(b'${mixed(43)}=')`,
    ],
    noMatch: [
      'jwt.sign(payload, process.env.SECRET_2)',
      "crypto.createHmac('sha256', secret2)",
      `jwt.sign(payload, 'your-256-bit-secret')`,
      "createCipheriv('aes-256-gcm', key1, iv)",
    ],
  },
  {
    // Nothing but a blank stands between the name and the value.
    id: 'SE-1381',
    score: 0.85,
    starts: [...KEY_NAMES, ...PASSWORD_NAMES],
    lead: String.raw`(?:(?:#\s?define|setx|\(def|\benv|\barg)\s{1,3}|(?<![\w.])@)[\w-]{0,40}`,
    rest: String.raw`\x20{1,8}(?:\\{0,7}["'])?([^\s"'\x60\\<>(){}]{10,200})(?![^\s"'\x60\\)])`,
    verify: (value) => isRandom(value, 3.3),
    match: [
      `#define ACME_API_KEY "${mixed(28)}"`,
      `setx API_TOKEN "${mixed(32)}"`,
      `(def api-key "${mixed(28)}")`,
      `  @api_key "${mixed(28)}"`,
      `ENV API_TOKEN ${mixed(32)}`,
    ],
    noMatch: [
      '#define TOKEN_LENGTH 1234567890',
      'ENV API_TOKEN \x24{TOKEN_1}',
      '@token CancellationToken2Source',
      'setx API_TOKEN "your-api-token-1"',
      '#define API_KEY CONFIG_API_KEY_2',
    ],
  },
  {
    // The form of Go's driver for MySQL.
    id: 'SE-1382',
    score: 0.9,
    subType: 'database_url',
    starts: ['@tcp(', '@unix('],
    rest: String.raw`(?<=[\w.-]{1,64}:([^\s"'\x60:/<>]{4,128})@(?:tcp|unix)\()[\w.\[/-]`,
    verify: isAddressPassword,
    match: [
      'app:kR7wq2Zx@tcp(db1:3306)/shop',
      'sql.Open("mysql", "root:s3cr3tPw9x@tcp(10.0.0.7:3306)/shop?parseTime=true")',
      'DSN=app:hunter2go@unix(/run/mysqld.sock)/shop',
    ],
    noMatch: [
      'user:password@tcp(localhost:5555)/dbname',
      '@tcp(db1:3306)/shop',
      '\x24{USER}:\x24{PASS_1}@tcp(db1:3306)/shop',
    ],
  },
];
