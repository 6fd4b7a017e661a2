import { describe, expect, it } from 'vitest';
import { readFacts } from '../../../src/detection/facts/text-facts.ts';
import { hex, mixed } from '../../../src/detection/rulesets/secrets/tokens.ts';
import { secretsBehindNames } from '../../../src/detection/secrets/named-runs.ts';
import { normalize } from '../../../src/detection/text/normalize.ts';
import { expectCheap } from '../cost.ts';

const KEY = mixed(32);

const valuesIn = (text: string): string[] => {
  const plain = normalize(text).text;
  return secretsBehindNames(readFacts(plain)).map(({ span }) => plain.slice(span.start, span.end));
};

describe('a value behind a name that ends as a key does', () => {
  it.each([
    `const acmeApiKey = '${KEY}';`,
    `{"acmeApiKey":"${KEY}","region":"eu"}`,
    `{\\"stripeSecretKey\\":\\"${KEY}\\"}`,
    `private readonly acmeToken: string = "${KEY}";`,
    `const ACME_API_KEY: &'static str = "${KEY}";`,
    `let client_secret = String::from("${KEY}");`,
    `app.acme.api.key=${KEY}`,
    `helm upgrade app ./chart --set auth.acmeApiKey=${KEY}`,
    `- **ACME API KEY:** \`${KEY}\``,
    `| ACME_API_KEY | ${KEY} |`,
    `<acmeApiKey>${KEY}</acmeApiKey>`,
    `<key>acmeApiKey</key>\n\t<string>${KEY}</string>`,
    `variable "acme_api_key" {\n  type    = string\n  default = "${KEY}"\n}`,
    `- name: acmeApiKey\n  value: ${KEY}`,
    `deploy --acme-api-key ${KEY}`,
    `["--acmeToken", "${KEY}"]`,
    `ACME_API_KEY_B64=${KEY}`,
    `acmePassword: ${KEY}`,
    `whatsappToken: '${KEY}'`,
    `pageAccessToken: "${KEY}"`,
    `nextAuthSecret: '${KEY}'`,
    `csrfSecret: "${KEY}"`,
    `siteSecretKey: "${KEY}"`,
    `tool run --acme-token ${KEY}`,
    `tool --acme-signing-key ${KEY} --region eu`,
    `tool --acme-production-signing-key ${KEY}`,
    `tool run "--acme-token" "${KEY}"`,
  ])('is one: %s', (text) => {
    expect(valuesIn(text)).toEqual([KEY]);
  });

  it.each([`0123456789${KEY}`, `${KEY}abcdefghij`, `${KEY}_my_key`])(
    'holds a sequence or words of a test: %s',
    (value) => {
      expect(valuesIn(`acmeApiKey: "${value}"`)).toEqual([value]);
    },
  );

  it('has no sign of its end', () => {
    expect(valuesIn(`acmeApiKey: ${KEY}.`)).toEqual([KEY]);
    expect(valuesIn(`acmeApiKey="${KEY}=="`)).toEqual([KEY]);
    expect(valuesIn(`zaiApiKey="${hex(32)}.${mixed(16)}"`)).toEqual([`${hex(32)}.${mixed(16)}`]);
  });
});

describe('what is no secret', () => {
  it.each([
    `const nextPageToken = '${KEY}';`,
    `csrfToken: ${KEY}`,
    `xsrf-token: ${KEY}`,
    `idempotencyToken: "${KEY}"`,
    `deltaToken: "${KEY}"`,
    '<assemblyIdentity name="Acme" publicKeyToken="b77a5c561934e089" culture="neutral" />',
    'Acme.Web, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a',
    'const usdcToken = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"',
    `stripeApiKey: "pk_live_${KEY}"`,
    'acmeApiKey: "sk-0123456789abcdef0123456789abcdef"',
    'acmeApiKey: "acme_test_api_key_1234567890"',
    `the acme token ${KEY}`,
    `--acme ${KEY}`,
    `--acme-name-of-some-region ${KEY}`,
    `{"publicApiKey":"${KEY}"}`,
    `cacheKey: ${KEY}`,
    `partitionKey = "${hex(32)}"`,
    `"integrity": "sha512-${mixed(86)}=="`,
    `"resolved": "https://registry.corp.dev/acme-token/-/acme-token-1.2.3.tgz#${hex(40)}"`,
    `passwordHash = "${hex(64)}"`,
    `tokenizer: ${KEY}`,
    `secretary = "${KEY}"`,
    `broken = "${KEY}"`,
    `acmeApiKey = process.env.ACME_API_KEY_2`,
    'acmeApiKey: getApiKeyOfTenant2024(tenant)',
    'acmeToken: createTokenProvider2Factory',
    'acmeApiKey: 7f3a9c1e-5b8d-4046-a4f1-a7c93b5d8062',
    `acmeApiKey: ${'x'.repeat(32)}`,
    'acmeApiKey: your-acme-api-key-goes-here-1',
    'secretName: acme-api-credentials-2024-11',
    'isinstance(key, (Ed25519PrivateKey, Ed25519PublicKey, Ed448PrivateKey))',
    'param key: Ed25519PrivateKey|Ed25519PublicKey',
    `commit token ${hex(40)}`,
  ])('is none: %s', (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

it.each([
  `acmeApiKey='${KEY}' `,
  `apiKey|`,
  `${KEY}|`,
  `"${KEY}":`,
  'acmeToken: xxxxxxxxxxxxxxxxxxxx1 ',
  'a'.repeat(40),
  `acmeToken: 0${'a'.repeat(20)}${'-'.repeat(480)}`,
  `--${'a-'.repeat(30)} ${KEY} `,
  'appToken.apptoken',
  `=--${'a'.repeat(18)}`,
])('stays linear on %s', (piece) => {
  const facts = readFacts(piece.repeat(Math.ceil(16_000 / piece.length)));
  secretsBehindNames(facts);
  expectCheap(20, () => secretsBehindNames(facts));
});

describe('a value that others have found', () => {
  const facts = readFacts(`acmeApiKey = "${KEY}"`);
  const [value] = secretsBehindNames(facts);
  const other = (ruleId: string, score: number, end = value?.span.end ?? 0) => ({
    ...({ ruleId, category: 'secret', subType: 'generic_secret', score } as const),
    span: { start: value?.span.start ?? 0, end },
  });

  it.each([other('SE-1016', 0.85), other('SE-1300', 0.95)])('stays theirs: $ruleId', (known) => {
    expect(secretsBehindNames(facts, [known])).toEqual([]);
  });

  it.each([
    { why: 'they have a part of it', known: other('SE-1016', 0.85, (value?.span.end ?? 0) - 1) },
    { why: 'they are less sure', known: other('SE-1016', 0.65) },
    { why: 'theirs would not be kept', known: other('SE-1299', 0.85) },
  ])('is looked at where $why', ({ known }) => {
    expect(secretsBehindNames(facts, [known])).toEqual([value]);
  });
});
