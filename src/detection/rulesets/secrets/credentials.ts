import type { Rule } from '../ruleset.ts';
import { PASSWORD_SIGN, valueEnd } from './assignments.ts';
import { isGivenPassword, PASSWORD, QUOTED_PASSWORD } from './command-line.ts';
import { hex, lower, mixed, upper } from './tokens.ts';
import { isPassword, isRandom, isStrongPassword, isToken } from './values.ts';

/** A name, a colon and a password, once decoded; all of it printable. */
const isCredentials = (value: string): boolean => {
  const [, password] = /^[\x21-\x39\x3b-\x7e]{1,100}:([\x21-\x7e]{4,200})$/.exec(
    Buffer.from(value, 'base64').toString('latin1'),
  ) ?? ['', ''];
  return password !== undefined && password !== '' && !/^(?:pass(?:word|wd)?|secret|pwd)$/i.test(password);
};

/** What requests and files carry to log in with: headers, cookies, files of names and passwords. */
export const CREDENTIALS: readonly Rule[] = [
  {
    // Schemes of single services.
    id: 'SE-1364',
    score: 0.85,
    starts: ['authorization'],
    rest: String.raw`\\?["']?\s?[:,=]\s?\\?["']?(?:token|api[_-]?key|apikey|key|bot|oauth|geniekey|klaviyo-api-key|deepl-auth-key|zoho-oauthtoken|splunk|discogs|apikeyauth|x-api-key|app)(?:\s|=|:\s?|\stoken=)["']?([\w+/.~-]{20,2000}={0,2})`,
    verify: (value) => isRandom(value, 3.3),
    match: [
      `Authorization: Api-Key ${mixed(32)}`,
      `-H 'Authorization: token ${hex(40)}'`,
      `{"Authorization": "GenieKey ${mixed(36)}"}`,
      `headers.set("Authorization", "Key ${mixed(32)}")`,
    ],
    noMatch: [
      'Authorization: token your-token-1234567890ab',
      'Authorization: Token realm',
      'Authorization: Key \x24{API_KEY_1}',
      'authorization: key-based-authentication-2',
    ],
  },
  {
    id: 'SE-1295',
    score: 0.85,
    starts: ['authorization'],
    rest: String.raw`\\?["']?\s?[:,=]\s?\\?["']?([\w+/.~-]{24,2000}={0,2})(?=\\?["'\s,;]|$)`,
    verify: (value) => isRandom(value, 3.3),
    match: [
      `curl -H 'Authorization: ${mixed(40)}' https://api.corp.dev`,
      `{"authorization": "${hex(40)}"}`,
      `headers.set("Authorization", "${mixed(32)}")`,
    ],
    noMatch: [
      'Authorization: Bearer',
      'Authorization: AWS4-HMAC-SHA256 Credential=a',
      'Authorization: your-api-key-1234567890abcdef',
      'authorization: system:serviceaccount:default',
    ],
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
    starts: ['"auth":', '"auth" :', '"auth\\":', '"auth\\" :'],
    rest: String.raw`\x20{0,2}\\{0,7}"([A-Za-z0-9+/]{8,400}={0,2})\\{0,7}"`,
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
    // In the file that `curl` and others read, whatever stands between quotes.
    id: 'SE-1346',
    score: 0.85,
    starts: ['machine '],
    rest: String.raw`\\?["']?[\w.-]{1,100}\\?["']?(?:(?:\s|\\{1,7}[nrt]){1,8}(?:login|account)\s{1,4}\\?["']?[^\s"']{1,100}["']?){1,2}(?:\s|\\{1,7}[nrt]){1,8}password\s{1,4}${PASSWORD}`,
    verify: isGivenPassword,
    match: [
      'machine api.corp.dev login app password "my dog Rex 2019"',
      'machine "api.corp.dev" login "app" account "x" password "s3cr3tPw9x"',
      'machine api.corp.dev\n  login app\n  password "Tr0ub4dor and 3"\n',
    ],
    noMatch: [
      'machine api.corp.dev login app password "your password 1"',
      'machine api.corp.dev login app password \x24{TOKEN_1}',
      'machine learning password Version2x',
      'the machine has a login and password Version2x',
    ],
  },
  {
    // The same, with the password first.
    id: 'SE-1362',
    score: 0.85,
    starts: ['machine '],
    rest: String.raw`(?:\\?["'])?[\w.-]{1,100}(?:\\?["'])?\s{1,8}password\s{1,4}${PASSWORD}(?:\\?["'])?\s{1,8}(?:login|account)\s`,
    verify: isGivenPassword,
    match: [
      'machine api.corp.dev password s3cr3tPw9x login app',
      'machine "api.corp.dev" password "my dog Rex 2019" login app',
      'machine api.corp.dev\n  password Tr0ub4dor&3xKq\n  login app\n',
    ],
    noMatch: [
      'machine api.corp.dev password your-password-1 login app',
      'machine learning password Version2x',
      'machine api.corp.dev password s3cr3tPw9x and a login app',
    ],
  },
  {
    // What is put into AWS's manager of secrets as it is.
    id: 'SE-1359',
    score: 0.85,
    starts: ['secret_string', 'secret-string', 'secretstring'],
    rest: String.raw`\\?["']?\s{0,20}(?:[=:]\s{0,3}|\s)${QUOTED_PASSWORD}`,
    // Of JSON the values are found one by one.
    verify: (value) => !value.startsWith('{') && isGivenPassword(value),
    match: [
      'secret_string = "s3cr3tPw9x"',
      "aws secretsmanager put-secret-value --secret-id a --secret-string 's3cr3tPw9x'",
      '{"Name": "a", "SecretString": "my dog Rex 2019"}',
    ],
    noMatch: [
      'secret_string = "\x24{var.password_1}"',
      'secret_string = random_password.db1.result',
      "aws secretsmanager put-secret-value --secret-id a --secret-string 'your-secret-1'",
      'secret_string = jsonencode("a1b2")',
      'secret_string = "see page 12 of the docs"',
      `--secret-string '{"level":"info2"}'`,
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
  {
    // Names by which frameworks call the cookie that a session hangs on.
    id: 'SE-1228',
    score: 0.85,
    subType: 'session_cookie',
    starts: [
      ...['jsessionid', 'phpsessid', 'asp.net_sessionid', '.aspxauth', 'connect.sid', 'laravel_session'],
      ...['ci_session', 'rack.session', 'koa.sess', '_gitlab_session', '_rails_session', 'sessionid'],
      ...['session-token', 'remember_token', 'user_session', '.aspnetcore.cookies', '.aspnetcore.session'],
    ],
    rest: String.raw`(?:\\{0,7}["'])?(?:=|%3d|(?:\\{0,7}["'])?:\s?\\{0,7}["'])(?:s%3a|s:)?([\w%.+/~-]{20,400})`,
    verify: (value) => isRandom(value, 3.3),
    match: [
      `Cookie: JSESSIONID=${upper(32)}; lang=en`,
      `Set-Cookie: connect.sid=s%3A${mixed(32)}.${mixed(43)}; HttpOnly`,
      `curl -b 'PHPSESSID=${lower(26)}' https://corp.dev`,
      `{"sessionid":"${lower(32)}"}`,
    ],
    noMatch: [
      'JSESSIONID=',
      'sessionid=7f3a9c1e-5b8d-4046-a4f1-a7c93b5d8062',
      'PHPSESSID=xxxxxxxxxxxxxxxxxxxxxxxxxx',
      'sessionid = get_session_id_of_request_2(request)',
    ],
  },
  {
    id: 'SE-1229',
    score: 0.85,
    subType: 'session_cookie',
    starts: [
      ...['sid=', 'sess=', 'session=', 'auth=', 'token=', 'jwt=', 'login=', 'remember_me=', 'session_id='],
      ...[
        'sessid=',
        'sess_id=',
        'auth_token=',
        'session_token=',
        'access_token=',
        'id_token=',
        'refresh_token=',
      ],
    ],
    lead: String.raw`cookie(?:\\{0,7}["'])?\s{0,2}[:,]\s{0,2}(?:\\{0,7}["'])?(?:[^\n]{0,140}[;\s"'])?[\w.-]{0,30}`,
    rest: String.raw`(?:s%3a|s:)?([\w%.+/~-]{20,400})`,
    verify: (value) => isRandom(value, 3.3),
    match: [
      `Cookie: sid=${mixed(32)}; theme=dark`,
      `"cookie": "lang=en; app_session=${mixed(40)}"`,
      `Set-Cookie: auth=${mixed(32)}; Secure`,
    ],
    noMatch: [
      'Cookie: sid=1',
      `sid=${mixed(32)}`,
      `Cookie: sid=${'x'.repeat(32)}`,
      'Cookie: theme=dark; lang=en',
    ],
  },
];
