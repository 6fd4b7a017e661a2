import { describe, expect, it } from 'vitest';
import { secrets } from '../../../src/detection/detectors/secrets.ts';
import { createPipeline } from '../../../src/detection/pipeline.ts';
import { expectCheap } from '../cost.ts';
import { USER } from './samples.ts';

const pipeline = createPipeline([secrets]);
const foundIn = (text: string): string[] =>
  [...pipeline.scan(text, USER)].flat().map(({ span }) => text.slice(span.start, span.end));

const kubernetes = (data: string, kind = 'kubernetes_secret'): string =>
  `resource "${kind}" "a" {\n  metadata {\n    name      = "a"\n    namespace = "apps2x"\n  }\n\n  ${data}\n  type = "Opaque"\n}\n`;
const aws = (value: string): string =>
  `resource "aws_secretsmanager_secret_version" "a" {\n  secret_id     = aws_secretsmanager_secret.a.id\n  secret_string = ${value}\n}\n`;

describe('what Terraform keeps as a secret', () => {
  it.each([
    { name: 'a Secret', text: kubernetes('data = {\n    foo = "k7Rw2xQ9"\n    bar = "w4Zx!pLm9q"\n  }') },
    {
      name: 'a Secret of its first version',
      text: kubernetes('data = { foo = "k7Rw2xQ9", "bar" = "w4Zx!pLm9q" }', 'kubernetes_secret_v1'),
    },
    {
      name: 'a Secret beside names, references and comments',
      text: kubernetes(
        'data = {\n    # ours\n    username = "anna2x9K"\n    a = var.password1\n    foo = "k7Rw2xQ9" # old\n    b = base64encode(random_password.x.result)\n    "bar" = "w4Zx!pLm9q"\n  }',
      ),
    },
    {
      name: 'a merged map',
      text: kubernetes('data = merge({\n foo = "k7Rw2xQ9"\n bar = "w4Zx!pLm9q"\n }, var.x)'),
    },
    {
      name: 'a secret of AWS',
      text: aws('jsonencode({\n    foo = "k7Rw2xQ9"\n    bar : "w4Zx!pLm9q"\n  })'),
    },
    { name: 'JSON in a string', text: aws(String.raw`"{\"foo\":\"k7Rw2xQ9\",\"bar\":\"w4Zx!pLm9q\"}"`) },
    {
      name: 'what a command puts there',
      text: `aws secretsmanager create-secret --name a --secret-string '{"foo":"k7Rw2xQ9","bar":"w4Zx!pLm9q"}'`,
    },
    {
      name: 'what AWS answers',
      text: String.raw`{"Name": "a", "SecretString": "{\"foo\": \"k7Rw2xQ9\", \"username\": \"anna\", \"bar\": \"w4Zx!pLm9q\"}"}`,
    },
  ])('is found, whatever it is called: $name', ({ text }) => {
    expect(foundIn(text)).toEqual(['k7Rw2xQ9', 'w4Zx!pLm9q']);
  });

  it('is found with blanks, and without names', () => {
    expect(foundIn(kubernetes('data = {\n    foo = "Tr0ub4dor and 3"\n  }'))).toEqual(['Tr0ub4dor and 3']);
    expect(foundIn(aws('"k7Rw2xQ9"'))).toEqual(['k7Rw2xQ9']);
  });

  it('is found in one resource behind the other', () => {
    const text = kubernetes('data = {\n foo = "k7Rw2xQ9"\n }') + aws('jsonencode({ bar = "w4Zx!pLm9q" })');
    expect(foundIn(text)).toEqual(['k7Rw2xQ9', 'w4Zx!pLm9q']);
  });
});

it.each([
  {
    name: 'of another kind',
    text: kubernetes('data = {\n    foo = "k7Rw2xQ9"\n  }', 'kubernetes_config_map'),
  },
  {
    name: 'of the next resource',
    text: `resource "kubernetes_secret" "a" {\n}\n${kubernetes('data = {\n    foo = "k7Rw2xQ9"\n  }', 'kubernetes_config_map')}`,
  },
  {
    name: 'names, places and references',
    text: kubernetes(
      'data = {\n    username = "anna2x9K"\n    db_host = "db1.corp.dev"\n    a = var.password1\n    b = "\x24{var.password1}"\n    c = random_password.c1.result\n    level = "information2"\n  }',
    ),
  },
  {
    name: 'stand-ins',
    text: aws('jsonencode({\n    foo = "changeme123"\n    bar = "your-password1"\n    c = "<value1>"\n  })'),
  },
  { name: 'a list of ids', text: 'secret_string_ids = { a = "k7Rw2xQ9" }' },
  {
    name: 'what is said of it',
    text: 'The secret string = { a, b } and "kubernetes_secret" "data = { x = 1 }"',
  },
])('nothing is a secret: $name', ({ text }) => {
  expect(foundIn(text)).toEqual([]);
});

it.each([
  'resource "kubernetes_secret" "a" {\n',
  'resource "kubernetes_secret" "a" {\ndata = {\n',
  'secret_string = jsonencode({\n',
  'secret_string = jsonencode({\na = "b"\n',
  'a = "k7Rw2xQ9"\n',
  '# x\n',
  'secret ',
  String.raw`\"a\":\"b`,
])('stays linear: %j', (piece) => {
  for (const text of [
    piece.repeat(50_000 / piece.length),
    `secret_string = jsonencode({${piece.repeat(50_000 / piece.length)}`,
  ])
    expectCheap(400, () => secrets.detect(text, USER), piece);
});
