import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secrets } from '../../../src/detection/detectors/secrets.ts';
import { createPipeline } from '../../../src/detection/pipeline.ts';
import { expectCheap } from '../cost.ts';
import { USER } from './samples.ts';

const pipeline = createPipeline([secrets]);
const foundIn = (text: string): string[] =>
  [...pipeline.scan(text, USER)].flat().map(({ span }) => text.slice(span.start, span.end));

const coded = (value: string): string => Buffer.from(value).toString('base64');
const HORSE = coded('hunter2horse');
const CAT = coded('smiley-cat');

describe('what a Secret of Kubernetes keeps', () => {
  it.each([
    {
      name: 'below its kind',
      text: `kind: Secret\nmetadata:\n  name: a\ntype: Opaque\ndata:\n  foo: ${HORSE}\n  bar: ${CAT}\n`,
    },
    {
      name: 'above its kind',
      text: `apiVersion: v1\ndata:\n  foo: ${HORSE}\n  bar: ${CAT}\nkind: Secret\nmetadata:\n  name: a\n`,
    },
    {
      name: 'above, of one that stays',
      text: `data:\n  foo: ${HORSE}\n  bar: "${CAT}"\nimmutable: true\nkind: Secret\n`,
    },
    {
      name: 'in a list',
      text: `items:\n- apiVersion: v1\n  data:\n    foo: ${HORSE}\n    bar: ${CAT}\n  kind: Secret\n`,
    },
    { name: 'with a comment', text: `kind: Secret # ours\n# more\ndata:\n  foo: ${HORSE}\n  bar: ${CAT}` },
    {
      name: 'JSON in one line',
      text: `{"kind":"Secret","metadata":{"name":"a"},"data":{"foo":"${HORSE}","bar":"${CAT}"}}`,
    },
    {
      name: 'JSON',
      text: JSON.stringify(
        { data: { foo: HORSE, bar: CAT }, kind: 'Secret', metadata: { name: 'a' } },
        null,
        2,
      ),
    },
    {
      name: 'beside templates',
      text: `kind: Secret\ndata:\n  a: {{ .Values.a | b64enc | quote }}\n  foo: ${HORSE}\n  b: "{{ x }}"\n  bar: ${CAT}`,
    },
    {
      name: 'below comments',
      text: `kind: Secret\ndata: # ours\n  # one\n  foo: ${HORSE} # two\n\n  bar: ${CAT}`,
    },
    {
      name: 'between conditions of a template',
      text: `kind: Secret\nmetadata:\n  {{- with .Values.a }}\n  labels: {{ . }}\n  {{- end }}\n  finalizers:\n  - x.y/z\ndata:\n  {{- if .Values.b }}\n  foo: ${HORSE}\n  {{- end }}\n  bar: ${CAT}`,
    },
    { name: 'with a type of YAML', text: `kind: Secret\ndata:\n  foo: !!binary ${HORSE}\n  bar: ${CAT}` },
    {
      name: 'JSON within JSON',
      text: `{"last":"{\\"data\\":{\\"foo\\":\\"${HORSE}\\",\\"bar\\":\\"${CAT}\\"},\\"kind\\":\\"Secret\\"}\\n"}`,
    },
    {
      name: 'JSON within JSON below its kind',
      text: `"{\\"kind\\": \\"Secret\\", \\"data\\": {\\"foo\\": \\"${HORSE}\\", \\"bar\\": \\"${CAT}\\"}}"`,
    },
  ])('is found: $name', ({ text }) => {
    expect(foundIn(text)).toEqual([HORSE, CAT]);
  });

  it('is found as it is written', () => {
    expect(
      foundIn('kind: Secret\nstringData:\n  api: "Kd7Rw2Xq9"\n  other: w4Zx!pLm9q\n  note: hello\n'),
    ).toEqual(['Kd7Rw2Xq9', 'w4Zx!pLm9q']);
  });

  it('is found in lines of its own', () => {
    const lines = [coded('a certificate with x'), coded('no-text-of-anybodys2')];
    const text = `kind: Secret\ndata:\n  ca.crt: |\n    ${lines.join('\n    ')}\n  foo: |\n    ${HORSE}\n  bar: >-\n    ${CAT}\n`;
    expect(foundIn(text)).toEqual([HORSE, CAT]);
  });

  it.each([
    ['api: Kd7Rw2Xq9 # ours', ['Kd7Rw2Xq9']],
    ['# note\n  api: Kd7Rw2Xq9\r', ['Kd7Rw2Xq9']],
    ['api: ab{c}d9Kx', ['ab{c}d9Kx']],
    [`api: a"b'cd9Kx`, [`a"b'cd9Kx`]],
    [`api: "it's4me!x"`, [`it's4me!x`]],
    [`api: 'Tr0ub4dor and 3 more'`, ['Tr0ub4dor and 3 more']],
  ])('is found as it is written, whatever signs it has: %j', (line, found) => {
    expect(foundIn(`kind: Secret\nstringData:\n  ${line}\n  other: w4Zx!pLm9q\n`)).toEqual([
      ...found,
      'w4Zx!pLm9q',
    ]);
  });

  it('is found as it is written in one line', () => {
    expect(foundIn('kind: Secret\nstringData: {a: Kd7Rw2Xq9, b: w4Zx!pLm9q}\n')).toEqual([
      'Kd7Rw2Xq9',
      'w4Zx!pLm9q',
    ]);
    expect(foundIn('{"kind":"Secret","stringData":{"a":null,"b":"w4Zx!pLm9q","c":""}}')).toEqual([
      'w4Zx!pLm9q',
    ]);
  });

  it('is found far behind its kind', () => {
    const entries = Array.from({ length: 500 }, (_, i) => coded(`pass-word-${i}x`));
    const text = `kind: Secret\ndata:\n${entries.map((value, i) => `  key${i}k: ${value}\n`).join('')}`;
    expect(foundIn(text)).toEqual(entries);
  });
});

it.each([
  { name: 'of another kind', text: `kind: ConfigMap\ndata:\n  foo: ${HORSE}\n` },
  { name: 'of a kind that begins alike', text: `kind: SecretList\ndata:\n  foo: ${HORSE}\n` },
  {
    name: 'of the next object',
    text: `kind: Secret\nmetadata:\n  name: a\n---\nkind: ConfigMap\ndata:\n  foo: ${HORSE}\n`,
  },
  { name: 'of the object before', text: `data:\n  foo: ${HORSE}\nkind: ConfigMap\n---\nkind: Secret\n` },
  {
    name: 'behind a sentence',
    text: `This has kind: Secret\nand is used like this:\ndata:\n  foo: ${HORSE}\n`,
  },
  {
    name: 'names and places',
    text: `kind: Secret\ndata:\n  username: ${coded('application')}\n  dbHost: ${coded('db.corp.dev')}\n  x: ${coded('db.corp.dev:5432')}\n  port: ${coded('543210')}\n  mail: ${coded('anna@corp.dev')}\n`,
  },
  {
    name: 'settings',
    text: `kind: Secret\ndata:\n  LOG_LEVEL: ${coded('information')}\n  client-id: ${coded('portal-web')}\n  SPRING_PROFILES_ACTIVE: ${coded('production,metrics')}\n  scopes: ${coded('openid,profile')}\n  logo.png: iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ\n`,
  },
  {
    name: 'settings as they are',
    text: 'kind: Secret\nstringData:\n  topic: orders-2\n  cluster: eu-west-1a\n  model: gpt-4o-mini\n  image: registry.corp.dev/app:v1.2.3\n',
  },
  {
    name: 'what stands for one',
    text: `kind: Secret\ndata:\n  a: ${coded('changeme')}\n  b: ${coded('your-password')}\n  c: <base64>\n  .secret-file: ${coded('value-2\r\n\r\n')}\n  expiration: ${coded('2020-09-13T04:39:10Z')}\n`,
  },
  {
    name: 'certificates',
    text: `kind: Secret\ndata:\n  ca.crt: ${coded('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n')}\n`,
  },
  {
    name: 'placeholders as they are',
    text: 'kind: Secret\nstringData:\n  a: hello\n  b: $(PASSWORD)\n  c: "{{ .Values.c }}"\n',
  },
])('nothing is a secret: $name', ({ text }) => {
  expect(foundIn(text)).toEqual([]);
});

it('every value is found, whatever it is called', () => {
  const name = fc.oneof(
    fc.stringMatching(/^[a-z][a-z\d]{0,8}[xqz]$/u),
    fc.constantFrom('pwdx', 'password', 'api_token', 'phone', 'secret'),
  );
  // Without vowels and rows of x: `your0aa`, `test1xy` and `xxxx0pr` stand for a value.
  const value = fc
    .stringMatching(/^[bcdfghjklmnpqrstvwxz]{3,9}\d[bcdfghjklmnpqrstvwxz]{2,9}$/u)
    .filter((each) => !each.includes('xxx'));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      fc.boolean(),
      (entries, isBefore, isJson) => {
        const data = isJson
          ? `"data":{${entries.map(([key, word]) => `"${key}":"${coded(word)}"`).join(',')}}`
          : `data:\n${entries.map(([key, word]) => `  ${key}: ${coded(word)}\n`).join('')}`;
        const parts = isJson ? [data, '"kind":"Secret"'] : [data, 'kind: Secret\n'];
        const ordered = isBefore ? parts : parts.toReversed();
        const text = isJson ? `{${ordered.join(',')}}` : ordered.join('');
        expect(new Set(foundIn(text))).toEqual(new Set(entries.map(([, word]) => coded(word))));
      },
    ),
  );
});

it.each([
  'kind: Secret\n',
  'kind: Secret\ndata:\n',
  `kind: Secret\ndata:\n a: ${HORSE}\n`,
  'data:\n',
  `data:\na: ${HORSE}\nkind: Secret\n`,
  `a: ${HORSE}\n`,
  '"kind":"Secret",',
  '"kind":"Secret","data":{',
  'kind: Secret\na: b\n',
  '#\n',
  `{{ x }}\n${'\n'.repeat(20)}`,
  ' a: |\n AAAA\n',
  `data:\n a: |\n${' QUJDQUJD\n'.repeat(300)}`,
  'stringData:\n a: b}',
  'stringData:\n a: b,',
  String.raw`\"kind\":\"Secret\",\"data\":{\"a\":`,
])('stays linear: %j', (piece) => {
  for (const text of [
    piece.repeat(50_000 / piece.length),
    `kind: Secret\ndata:\n${piece.repeat(50_000 / piece.length)}`,
  ])
    expectCheap(400, () => secrets.detect(text, USER), piece);
});

describe('what a command makes a Secret of', () => {
  it.each([
    ['kubectl create secret generic a --from-literal=foo=hunter2horse', ['hunter2horse']],
    [
      "kubectl -n prod create secret generic a --from-literal=foo='s3cr3t!Val' --from-literal bar=smiley-cat",
      ['s3cr3t!Val', 'smiley-cat'],
    ],
    [
      'oc create secret generic a \\\n  --from-literal="foo=smiley-cat" \\\n  --from-literal=username=application',
      ['smiley-cat'],
    ],
    [`kubectl create secret generic a --from-literal="foo=Tr0ub4dor and 3 more" x`, ['Tr0ub4dor and 3 more']],
    [`oc create secret generic a --from-literal=foo='Tr0ub4dor "and" 3'`, ['Tr0ub4dor "and" 3']],
    [`kubectl create secret generic a --from-literal=foo="it's4me!x" -n b`, ["it's4me!x"]],
    [
      String.raw`kubectl create secret generic a --from-literal=foo=s3cr3tPw\$x9 -n b`,
      [String.raw`s3cr3tPw\$x9`],
    ],
    [
      `kubectl create secret generic a ${'--from-literal=name=portal '.repeat(30)}--from-literal=foo=smiley-cat`,
      ['smiley-cat'],
    ],
    [
      'kubectl create secret generic a --from-literal=foo=smiley-cat; kubectl create secret generic b --from-literal=bar=hunter2horse',
      ['smiley-cat', 'hunter2horse'],
    ],
  ])('is found: %s', (text, found) => {
    expect(foundIn(text)).toEqual(found);
  });

  it.each([
    'kubectl create configmap a --from-literal=foo=hunter2horse',
    'kubectl create secret generic a --from-literal=foo=$FOO_VALUE --from-literal=bar=<value>',
    'kubectl create secret generic a --from-literal=foo=your-value --from-literal=host=db.corp.dev',
    'kubectl create secret generic a\nsome --from-literal=foo=smiley-cat',
    'It makes a secret from --from-literal=foo=smiley-cat',
    'kubectl create secret generic a --from-literal=key1=supersecret --from-literal=key2=topsecret',
    'kubectl create secret generic a --from-literal=client-id=portal-web --from-literal=log-level=information',
    'kubectl create secret generic a --from-literal=foo="$(head -c 16 /dev/urandom | base64)"',
  ])('nothing is: %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });

  it('stays linear', () => {
    for (const piece of [
      'kubectl create secret ',
      'kubectl create secret --from-literal=a=smiley-cat ',
      ' -a b create secret',
      'oc create secret ',
      "oc create secret --from-literal=a='b ",
      'oc create secret --from-literal="a=\\\\',
    ]) {
      const text = piece.repeat(50_000 / piece.length);
      expectCheap(400, () => secrets.detect(text, USER), piece);
    }
  });
});
