import { expect, it } from 'vitest';
import { maskWhole, policyOf, run, textsOf } from './streams.ts';
import { DONE, say } from './transcripts.ts';

const MASKING = policyOf({ entityAction: () => 'redact' });

const streamed = (text: string, size: number): string => {
  const events = [...say(text, { size }), DONE].map((event) => Buffer.from(event));
  const { released } = run(events, { policy: MASKING });
  return textsOf(Buffer.from(released, 'latin1')).get('/choices/0/content') ?? '';
};

const coded = (value: string): string => Buffer.from(value).toString('base64');
const entries = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `  key${i}k: ${coded(`pass-word-${i}${'x'.repeat(i % 3)}`)}\n`,
  ).join('');
const METADATA = `metadata:\n  name: a\n  annotations:\n    note: ${'about it '.repeat(80)}\ntype: Opaque\n`;
const PROSE = `${'It was a long day. '.repeat(60)}\n`;

it.each([
  { name: 'below its kind', text: `kind: Secret\n${METADATA}data:\n${entries(60)}---\nThat is all.` },
  {
    name: 'above its kind',
    text: `apiVersion: v1\ndata:\n${entries(12)}kind: Secret\n${METADATA}\nThat is all.`,
  },
  {
    name: 'in JSON',
    text: `{"kind":"Secret","data":{"foo":"${coded('smiley-cat')}","bar":"${coded('hunter2horse')}"},"x":1} ok`,
  },
  {
    name: 'in JSON above its kind',
    text: `{"data":{"foo":"${coded('smiley-cat')}","bar":"${coded('hunter2horse')}"},"kind":"Secret"} ok`,
  },
  {
    name: 'beside comments, in lines of its own',
    text: `kind: Secret\ndata: # ours\n  # some\n  foo: ${coded('smiley-cat')} # one\n  {{- if .a }}\n  bar: |\n    ${coded('no-text-of-anybodys2')}\n    ${coded('hunter2horse')}\n  {{- end }}\n  c: !!binary ${coded('smiley-dog')}\n\nThat is all.`,
  },
  {
    name: 'in JSON within JSON',
    text: `{"last":"{\\"data\\":{\\"foo\\":\\"${coded('smiley-cat')}\\",\\"bar\\":\\"${coded('hunter2horse')}\\"},\\"kind\\":\\"Secret\\"}\\n"} ok`,
  },
  {
    name: 'as it is, with signs',
    text: `kind: Secret\nstringData:\n  # ours\n  api: Kd7Rw2Xq9 # one\n  b: a"b'cd9{K}x\n  c: 'Tr0ub4dor and 3 more'\n  d: "it's4me!x"\n\nThat is all.`,
  },
  {
    name: 'as it is, in one line',
    text: 'kind: Secret\nstringData: {a: Kd7Rw2Xq9, b: w4Zx!pLm9q}\n\nThat is all.',
  },
  {
    name: 'as it is',
    text: 'kind: Secret\nstringData:\n  api: "Kd7Rw2Xq9"\n  b: w4Zx!pLm9q\n\nThat is all.',
  },
])(
  'values of a Secret are masked in a stream as in a whole answer: $name',
  ({ text }) => {
    for (const before of ['', PROSE]) {
      const whole = maskWhole('', before + text, MASKING);
      expect(whole).toContain('<generic_secret>');
      expect(whole).not.toContain(coded('pass-word-1x'));
      for (const size of [1, 2, 7, 13, 900]) expect(streamed(before + text, size), `${size}`).toBe(whole);
    }
  },
  60_000,
);

const mails = Array.from(
  { length: 30 },
  (_, i) => `user${i}@corp.dev:w${'abcdefghij'[i % 10]}${i * 7}x${'qzv'[i % 3]}t!${'k'.repeat(i % 4)}`,
);

it('passwords of a list of addresses are masked in a stream as in a whole answer', () => {
  for (const before of ['', PROSE]) {
    const text = `${before}${mails.join('\n')}\nThat is all.`;
    const whole = maskWhole('', text, MASKING);
    expect(whole.split('<generic_secret>').length).toBeGreaterThan(30);
    for (const size of [1, 2, 7, 13, 900]) expect(streamed(text, size), `${size}`).toBe(whole);
  }
}, 60_000);
