import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { secrets } from '../../../src/detection/detectors/secrets.ts';
import { createPipeline } from '../../../src/detection/pipeline.ts';
import { TOOL } from './samples.ts';

const pipeline = createPipeline([secrets]);

const foundIn = (text: string): string[] =>
  [...pipeline.scan(text, TOOL)]
    .flat()
    .map(({ ruleId, span }) => `${ruleId} ${text.slice(span.start, span.end).slice(0, 60)}`);

const hash = (kind: string, seed: number, encoding: 'hex' | 'base64'): string =>
  createHash(kind).update(`${seed}`).digest(encoding);
const many = (count: number, write: (seed: number) => string, gap = '\n'): string =>
  Array.from({ length: count }, (_, seed) => write(seed)).join(gap);
const uuid = (seed: number): string =>
  hash('md5', seed, 'hex').replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');

const PLACEHOLDERS = `
OPENAI_API_KEY=sk-...
OPENAI_API_KEY=your-api-key-here-123
ANTHROPIC_API_KEY=<your-key-1>
API_KEY=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx1
GITHUB_TOKEN=\${{ secrets.GITHUB_TOKEN }}
DB_PASSWORD=\${DB_PASSWORD:-changeme1}
DB_PASSWORD=$DB_PASSWORD_2
PASSWORD=example-password-1
password: "{{ .Values.auth.password1 }}"
password: !Ref DBPassword1
"password": "********1a"
"token": "%TOKEN_2%"
"secret": null, "password": "", "apiKey": undefined
api_key = os.environ["SERVICE_API_KEY_2"]
api_key = os.getenv("SERVICE_API_KEY_2")
const apiKey = process.env.SERVICE_API_KEY_2;
const token = await getAccessToken2(client, 'read1');
token = jwt.encode(payload2, key1)
secret: op://vault1/item2/password
secret = "arn:aws:secretsmanager:eu-west-1:000000000000:secret:db-1a2b3c"
secretKeyRef: {name: db-credentials-2, key: password1}
private_key = "/etc/ssl/private/server1.key"
client_secret: projects/4711/secrets/client2/versions/3
postgres://user:password@localhost:5432/app
postgres://\${USER1}:\${PASS1}@db:5432/app
https://user:${'pass'}@example.com/path1
AKIAIOSFODNN7EXAMPLE
Authorization: Bearer <token1>
Authorization: Bearer $TOKEN1
`;

const CODE = `
export class TokenBucket2 { constructor(private readonly secretKey: Uint8Array, token: CancellationTokenSource) {} }
const password = passwordInput2.value; const tokens = tokenize2(text1); type Password = { passwordHash: string };
function validate(password: string, secret = defaultSecret1): boolean { return password.length >= 12; }
url_auth = get_auth_from_url(self.url); self.proxy_auth = build_basic_auth_header2(proxy1)
parse('postgres://someuser:somepassword@somehost:381/somedatabase')
if (token === TokenType.Base64Url2) return tokens[index1 + 2].kind;
$password = bcrypt_hash2($input1); self.password = self.form_v2.password1
passwordField.placeholder = "At least 8 characters"; // password: minimum 8, maximum 64
<input type="password" name="password" id="password1" autocomplete="current-password">
<label for="token2">Token:</label> "pattern": "^[a-z0-9]{8}$", max_tokens: 4096, total_tokens=12345678901
sk-learn, sk-SK, hf_hub_download, npm_config_registry, task-force-1, pathPrefix1, patternProperties2, SKU4711
key-value-store-1, key-frames, r8_g8_b8_a8, fw_printenv, re_match_2, pul-down, secret_santa_2024, glc_init
`;

const LOG = many(
  200,
  (seed) =>
    `2026-11-21T18:${String(seed % 60).padStart(2, '0')}:07.123Z INFO request_id=${uuid(seed)} trace=${hash('md5', seed, 'hex')} ` +
    `commit ${hash('sha1', seed, 'hex')} user=${seed} tokens=${seed * 37} etag="${hash('md5', seed, 'hex')}" ` +
    `url=https://cdn.corp.dev:8443/a/${hash('sha1', seed, 'hex')}.js?v=${seed}@2x sha256:${hash('sha256', seed, 'hex')} ok`,
);

const LOCKFILE = JSON.stringify(
  Object.fromEntries(
    Array.from({ length: 200 }, (_, seed) => [
      `node_modules/token-secret-${seed}`,
      {
        version: `1.${seed}.0`,
        resolved: `https://registry.corp.dev/p/-/p-${seed}.tgz#${hash('sha1', seed, 'hex')}`,
        integrity: `sha512-${hash('sha512', seed, 'base64')}`,
        checksum: `10c0/${hash('sha512', seed, 'hex')}`,
      },
    ]),
  ),
  null,
  2,
);

const bytes = (length: number): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.ceil(length / 64) }, (_, seed) =>
      createHash('sha512').update(`${seed}`).digest(),
    ),
  ).subarray(0, length);

const MINIFIED = many(
  400,
  (seed) =>
    `function ${hash('md5', seed, 'hex').slice(0, 2)}(e,t){var n=e.token${seed},r=t.password;return n?r:"${hash('md5', seed, 'hex').slice(0, 8)}"}!function(){try{var o=a.secretKey;o&&(i.apiKey=o)}catch(e){}}();`,
  '',
);

describe('no secret is found in', () => {
  it.each([
    { name: 'placeholders', text: PLACEHOLDERS },
    { name: 'code', text: CODE },
    { name: 'logs', text: LOG },
    { name: 'a lockfile', text: LOCKFILE },
    { name: 'an image', text: `![](data:image/png;base64,${bytes(60_000).toString('base64')})` },
    { name: 'an image in lines', text: bytes(20_000).toString('base64').replaceAll(/.{76}/gu, '$&\n') },
    { name: 'hexadecimal bytes', text: bytes(10_000).toString('hex') },
    { name: 'minified code', text: MINIFIED },
    { name: 'UUIDs', text: many(500, uuid) },
    {
      name: 'UUIDs in JSON',
      text: JSON.stringify(Array.from({ length: 200 }, (_, seed) => ({ id: uuid(seed) }))),
    },
    {
      name: 'hashes',
      text: many(300, (seed) => `${hash('sha1', seed, 'hex')} ${hash('sha256', seed, 'base64')}`),
    },
    {
      name: 'certificates',
      text: `-----BEGIN CERTIFICATE-----\n${bytes(900).toString('base64')}\n-----END CERTIFICATE-----`,
    },
    {
      name: 'a public key',
      text: `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5${bytes(32).toString('base64')} anna@corp`,
    },
    {
      name: 'talk of passwords',
      text: 'My password is too long. The secret: patience. A token of 2024. Pass 3 of 4.',
    },
  ])('$name', ({ text }) => {
    expect(foundIn(text)).toEqual([]);
  });
});

/** Texts of this repository that hold secrets on purpose: made-up ones, and one key for tests of TLS. */
const WITH_SECRETS = [
  'src/detection/rulesets/secrets/',
  'src/training/seeds/',
  'test/contract/paths.test.ts',
  'test/contract/stream-cases.ts',
  'test/fixtures/tls/',
  'test/unit/config/load.test.ts',
  'test/unit/config/store-url.test.ts',
  'test/unit/dashboard/webhooks.test.ts',
  'test/unit/detection/',
  'test/unit/inspect/credential-fields.test.ts',
  'test/unit/inspect/inspect.test.ts',
  'test/unit/inspect/kept-secret-questions.test.ts',
  'test/unit/stream/plain-words.test.ts',
  'test/unit/stream/value-notations.test.ts',
];

it('no secret is found in this repository but those that are there on purpose', () => {
  const root = new URL('../../../', import.meta.url);
  const names = ['src', 'test', 'proto'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:[mc]?[jt]s|json|txt|md|ya?ml|proto|py)$/u.test(entry.name))
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.pathname.length)),
  );
  expect(names.length).toBeGreaterThan(300);
  const found = names
    .filter((name) => !WITH_SECRETS.some((folder) => name.startsWith(folder)))
    .flatMap((name) => {
      const text = readFileSync(new URL(name, root), 'utf8');
      return secrets
        .detect(text, TOOL)
        .map(({ ruleId, span }) => `${name} ${ruleId} ${text.slice(span.start, span.end)}`);
    });
  expect(found).toEqual([]);
});
