import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { secrets } from '../../../src/detection/detectors/secrets.ts';
import { readFacts } from '../../../src/detection/facts/text-facts.ts';
import { matchRules } from '../../../src/detection/matching/matcher.ts';
import { createPipeline } from '../../../src/detection/pipeline.ts';
import { BORROWED_RULES } from '../../../src/detection/rulesets/secrets/borrowed.ts';
import { SERVICE_TOKENS } from '../../../src/detection/rulesets/secrets/service-tokens.ts';
import { hex, lower, mixed, upper } from '../../../src/detection/rulesets/secrets/tokens.ts';
import { SECRETS } from '../../../src/detection/rulesets/secrets.ts';
import { expectCheap } from '../cost.ts';
import { scan, TOOL, USER } from './samples.ts';

const pipeline = createPipeline([secrets]);
const findingsIn = (text: string) => [...pipeline.scan(text, TOOL)].flat();
const valuesIn = (text: string): string[] =>
  findingsIn(text).map(({ subType, span }) => `${subType} ${text.slice(span.start, span.end)}`);

const samples = SECRETS.rules.flatMap(({ id, subType = SECRETS.subType, match }) =>
  match.map((sample) => ({ id, subType, sample, name: `${id} ${JSON.stringify(sample).slice(0, 50)}` })),
);

/** Of these what is escaped once more, as a string within a string or by a shell, is not read. */
const READ_ONCE: ReadonlySet<string> = new Set(['SE-1141', 'SE-1159', 'SE-1307']);
const isReadInJson = ({ id, sample }: (typeof samples)[number]): boolean =>
  !(READ_ONCE.has(id) && sample.includes('\\'));

describe('every kind', () => {
  it.each(samples)('is one finding of its own kind: $name', ({ subType, sample }) => {
    expect(findingsIn(sample).map((finding) => finding.subType)).toEqual([subType]);
  });

  it.each(samples.filter(isReadInJson))('is found in a string of JSON: $name', ({ subType, sample }) => {
    const found = findingsIn(JSON.stringify({ path: 'a.sh', content: `${sample}\nls` }));
    expect(found.map((finding) => finding.subType)).toContain(subType);
  });

  it.each(samples)('is found in code of Markdown: $name', ({ subType, sample }) => {
    expect(findingsIn(`Run \`${sample}\` now.`).map((finding) => finding.subType)).toContain(subType);
  });

  it('stands in the list of kinds', () => {
    const list = readFileSync(new URL('../../../src/detection/secrets/README.md', import.meta.url), 'utf8');
    const kinds = new Set(
      [...SECRETS.rules, ...BORROWED_RULES].map(({ subType = SECRETS.subType }) => subType),
    );
    expect([...kinds].filter((kind) => !list.includes(`\`${kind}\``))).toEqual([]);
  });

  it('has a name in lower case', () => {
    expect(samples.filter(({ subType }) => !/^[a-z]+(?:_[a-z]+)*$/u.test(subType))).toEqual([]);
  });

  it.each(['SE-1001', 'SE-1005', 'SE-1008', 'SE-1021', 'SE-1044'])('is found in its disguises: %s', (id) => {
    const sample = SECRETS.rules.find((rule) => rule.id === id)?.match[0] ?? '';
    for (const text of [
      Buffer.from(`the key of the production system is ${sample} so`).toString('base64'),
      [...sample].join('\u200b'),
      // Short pieces of a key are no words with something invisible in place of their blanks.
      ...[3, 4, 5].map((size) =>
        sample.replaceAll(new RegExp(`.{${size}}`, 'gu'), (piece) => `${piece}\u200b`),
      ),
      `key: ${sample.replace(/[_-]/u, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
    ]) {
      expect(
        scan(text, USER).map(({ category }) => category),
        text,
      ).toContain('secret');
    }
  });
});

describe('what a service marks its tokens by', () => {
  const ONE_FORM = ['SE-1251', 'SE-1270', 'SE-1271', 'SE-1272', 'SE-1273', 'SE-1277', 'SE-1278', 'SE-1283'];
  const marks = SERVICE_TOKENS.filter(({ id }) => ONE_FORM.includes(id)).flatMap(
    ({ starts, match: [sample = ''] }) =>
      starts.map((start) => ({ start, body: sample.slice(starts[0]?.length) })),
  );
  const shapes = [
    ['t1.9', `${mixed(60)}.${mixed(86)}`],
    ['AQVN', mixed(36)],
    ['YCN', mixed(37)],
    ['y0_Ag', mixed(50)],
    ['amzn1.oa2-cs.v1.', hex(64)],
    ['da2-', lower(26)],
    ['AKLT', mixed(44)],
    ['GOOG', upper(20)],
    ['SWMKEY-1-', mixed(43)],
    ['mat_', `${mixed(30)}_${mixed(6)}`],
    ['live_', mixed(30)],
    ['live_', `${mixed(20)}-${mixed(19)}`],
    ['secret-', mixed(43)],
    ['p8e-', lower(32)],
    ['KEY0', `${upper(31)}_${mixed(22)}`],
    ['endr+', mixed(16)],
    ['sec-c-', `${mixed(20)}/${mixed(23)}+${mixed(3)}`],
    ['whsec_', `${mixed(9)}+${mixed(10)}/${mixed(10)}=`],
    ['sntryi_', hex(64)],
    ['shpua_', hex(32)],
    ['glrtr-', mixed(20)],
    ['ATSTT3', mixed(180)],
    ['asana token: 2/7392018465739/', `7392018465739:${hex(32)}`],
  ].map(([start = '', body = '']) => ({ start, body }));

  it.each([...marks, ...shapes])('is known: $start', ({ start, body }) => {
    expect(valuesIn(`Here it is: ${start}${body} and that was all.`)).toHaveLength(1);
  });

  it.each(marks)('is no name of something: $start', ({ start }) => {
    for (const rest of [
      'process_order_handler_v2',
      'getUserInputForTheForm2',
      `${'x'.repeat(40)}`,
      'your-token-goes-here',
    ]) {
      expect(valuesIn(`see ${start}${rest} for more`), rest).toEqual([]);
    }
  });

  it('may hold no digit', () => {
    expect(valuesIn('take apify_api_KdRwXqLbZtVmHsYpGfJcNnQaEeTuBvWkKdRw now')).toHaveLength(1);
  });
});

const TOKEN = `ghp_${mixed(36)}`;
const PEM = `-----BEGIN PRIVATE KEY-----\n${`${mixed(64)}\n`.repeat(20)}-----END PRIVATE KEY-----`;

describe('what is no secret', () => {
  it.each([
    {
      name: 'a digest that was published together with something',
      text: `published together with digest ${hex(64)}`,
    },
    { name: 'a name in a program', text: 'call fw_initializeHardwareAbstraction(x)' },
  ])('$name', ({ text }) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

it.each([0, 0.3, 0.6, 0.9])('is found in base64 that is longer than a window, behind %d of it', (part) => {
  const prose = 'The committee met on Tuesday to discuss the budget of the town, which had grown again. ';
  const lines = Array.from({ length: 300 }, () => prose);
  lines.splice(Math.floor(part * lines.length), 0, `My key is ${TOKEN}. `);
  const coded = Buffer.from(lines.join('')).toString('base64');
  const at = coded.length * part;
  const found = [...createPipeline([secrets]).scan(`Here: ${coded} and so on.`, USER)].flat();
  expect(found.some(({ span }) => span.start <= at + 12 && at + TOKEN.length < span.end)).toBe(true);
});

describe('a password in an address', () => {
  const PASSWORD = 'Kd7Rw2Xq9Lb4';

  it.each([
    { text: `https://deploy:${PASSWORD}@git.corp.dev/a.git`, found: [`url_password ${PASSWORD}`] },
    { text: `postgres://app:${PASSWORD}@db.corp.dev:5432/x`, found: [`database_url ${PASSWORD}`] },
    { text: 'https://deploy:p@ss.word-7@git.corp.dev/a', found: ['url_password p@ss.word-7'] },
    { text: 'postgres://app:Kd7%20Rw2x@db.corp.dev/x', found: ['database_url Kd7%20Rw2x'] },
    { text: 'https://app:Kd7%2FRw2x@git.corp.dev/x', found: ['url_password Kd7%2FRw2x'] },
    { text: String.raw`https://app:a\u0020b@git.corp.dev`, found: [String.raw`url_password a\u0020b`] },
    { text: 'postgres:\\u002f\\u002fapp:Kd7Rw2x@db.corp.dev', found: ['database_url Kd7Rw2x'] },
    {
      text: 'postgres://app:Kd7%20Rw2x@db.corp.dev/x by anna@corp.dev',
      found: ['database_url Kd7%20Rw2x', 'EMAIL_ADDRESS anna@corp.dev'],
    },
    { text: 'https://user:password@corp.dev/', found: [] },
    {
      text: `smtp://robot@corp.dev:${PASSWORD}@mail.corp.dev`,
      found: ['EMAIL_ADDRESS robot@corp.dev', `url_password ${PASSWORD}`],
    },
    { text: 'sftp://jane@corp.dev/x', found: ['EMAIL_ADDRESS jane@corp.dev'] },
    { text: 'foo://user:k7Rw2xQ9@corp.dev', found: ['EMAIL_ADDRESS k7Rw2xQ9@corp.dev'] },
    { text: 'mail:anna@corp.dev', found: ['EMAIL_ADDRESS anna@corp.dev'] },
  ])('is one finding in $text', ({ text, found }) => {
    const values = scan(text, USER)
      .filter(({ category }) => category === 'secret' || category === 'pii')
      .sort((a, b) => a.span.start - b.span.start)
      .map(({ subType, span }) => `${subType} ${text.slice(span.start, span.end)}`);
    expect(values).toEqual(found);
  });
});

describe('of rules that see one value', () => {
  it.each([
    {
      name: 'the name of a service and of a password',
      text: `GITHUB_TOKEN=${TOKEN}`,
      values: [`github_token ${TOKEN}`],
    },
    {
      name: 'a header and a token',
      text: `Authorization: Bearer ${TOKEN}`,
      values: [`github_token ${TOKEN}`],
    },
    { name: 'a token within a value', text: `"secret": "v1-${TOKEN}"`, values: [`github_token v1-${TOKEN}`] },
    {
      name: 'an address and a setting',
      text: `password=postgres://app:${mixed(12)}@db/x`,
      values: [`database_url ${mixed(12)}`],
    },
    {
      name: 'two values in a row',
      text: `${TOKEN} hf_${mixed(34)}`,
      values: [`github_token ${TOKEN}`, `huggingface_token hf_${mixed(34)}`],
    },
  ])('the most specific one names it: $name', ({ text, values }) => {
    expect(valuesIn(text)).toEqual(values);
  });
});

describe('what gives a value away stays', () => {
  it.each([
    { text: '{"password":"Tr0ub4dor&3xKq","n":1}', left: '{"password":"","n":1}' },
    { text: `{"a":"{\\"api_key\\":\\"${mixed(24)}\\"}"}`, left: '{"a":"{\\"api_key\\":\\"\\"}"}' },
    { text: `AccountName=a;AccountKey=${mixed(86)}==;X=1`, left: 'AccountName=a;AccountKey=;X=1' },
    { text: `postgres://app:${mixed(12)}@db.corp.dev/x`, left: 'postgres://app:@db.corp.dev/x' },
    { text: `https://api.corp.dev/?token=${mixed(24)}&page=2`, left: 'https://api.corp.dev/?token=&page=2' },
    {
      text: `{"private_key":"${PEM.replaceAll('\n', '\\n')}\\n","b":2}`,
      left: '{"private_key":"\\n","b":2}',
    },
    { text: `{"k":"${PEM.replaceAll('\n', '\\n').slice(0, 900)}","b":2}`, left: '{"k":"","b":2}' },
    {
      text: JSON.stringify({ arguments: JSON.stringify({ key: PEM, token: mixed(24) }) }),
      left: '{"arguments":"{\\"key\\":\\"\\",\\"token\\":\\"\\"}"}',
    },
    { text: 'user: app\npassword: s3cr3tPw9x\nhost: db', left: 'user: app\npassword: \nhost: db' },
  ])('$left', ({ text, left }) => {
    const found = findingsIn(text).toSorted((a, b) => b.span.start - a.span.start);
    expect(found.length).toBeGreaterThan(0);
    expect(found.reduce((rest, { span }) => rest.slice(0, span.start) + rest.slice(span.end), text)).toBe(
      left,
    );
  });
});

it.each([
  { name: 'RSA of 8192 bits', length: 6400 },
  { name: 'RSA of 4096 bits', length: 3200 },
])('a private key is found to its end: $name', ({ length }) => {
  const key = PEM.replace(/\n[^-]+/u, `\n${`${mixed(64)}\n`.repeat(length / 64)}`);
  expect(valuesIn(`so ${key} it is`)).toEqual([`private_key ${key}`]);
});

it.each([
  { name: 'no algorithm', header: { typ: 'JWT' }, found: 0 },
  { name: 'an algorithm', header: { alg: 'ES256' }, found: 1 },
  { name: 'a list', header: ['alg'], found: 0 },
])('a JWT names its algorithm: $name', ({ header, found }) => {
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const jwt = `${encode(header)}.${encode({ sub: 'anna' })}.${mixed(43)}`;
  expect(matchRules(jwt, SECRETS)).toHaveLength(found);
});

const LENGTH = 50_000;
const fill = (piece: string): string => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);

describe('the rules stay linear', () => {
  it.each(SECRETS.rules)('$id', ({ starts, match }) => {
    const [start = ''] = starts;
    const [sample = ''] = match;
    const pieces = [
      start,
      `${start} `,
      `${start}: "`,
      `${start}a`,
      `${start}${lower(60)}`,
      `${start}.${hex(9)}-`,
    ];
    for (const piece of [
      ...pieces,
      `${sample} `,
      sample.slice(0, -1),
      `${sample.slice(0, -1)}€`,
      `${sample}:@`,
    ]) {
      const facts = readFacts(fill(piece));
      expectCheap(400, () => secrets.detect(facts.text, USER, facts), piece.slice(0, 60));
    }
  });
});

it('names of tests below other results of a run are no passwords', () => {
  const foundIn = (text: string) =>
    secrets.detect(text, TOOL).map(({ span }) => text.slice(span.start, span.end));
  expect(
    foundIn('Running addr.exp\nPASS: .sleb128 tests\nPASS: addr2line\nFAIL: x\nPASS: all-in/i386/pr21231a\n'),
  ).toEqual([]);
  expect(foundIn('USER: anna\nPASS: hunter2x\n')).toEqual(['hunter2x']);
  expect(foundIn('PASS: one\nPASS: X7!kw9$pQ2\n')).toEqual(['X7!kw9$pQ2']);
});
