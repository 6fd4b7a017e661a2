import { expect, it } from 'vitest';
import { maskWhole, policyOf, run, textsOf } from './streams.ts';
import { DONE, say } from './transcripts.ts';

const MASKING = policyOf({ entityAction: () => 'redact' });

const streamed = (text: string, size: number): string => {
  const events = [...say(text, { size }), DONE].map((event) => Buffer.from(event));
  const { released } = run(events, { policy: MASKING });
  return textsOf(Buffer.from(released, 'latin1')).get('/choices/0/content') ?? '';
};

const COUNT = 40;
const rows = (rowOf: (name: string, password: string) => string): string =>
  Array.from({ length: COUNT }, (_, i) => rowOf(`user${i}`, `K$x${(i * 7919) % 100_000}qW!z${i}`)).join('\n');

const PROSE = `${'It was a long day. '.repeat(60)}\n`;

it.each([
  {
    name: 'CSV',
    text: `user,password,role\n${rows((name, password) => `${name},${password},admin`)}\n\nThat is all.`,
  },
  {
    name: 'tabs',
    text: `user\tpassword\n${rows((name, password) => `${name}\t${password}`)}\nThat is all of them.`,
  },
  {
    name: 'Markdown',
    text: `| user | password |\n|---|---|\n${rows((name, password) => `| ${name} | ${password} |`)}\n\nThat is all.`,
  },
  {
    name: 'PostgreSQL',
    text: ` user | password \n------+----------\n${rows((name, password) => ` ${name} | ${password}`)}\n(40 rows)\n`,
  },
  {
    name: 'MySQL',
    text: `+--+--+\n| user | password |\n+--+--+\n${rows((name, password) => `| ${name} | ${password} |`)}\n+--+--+\n40 rows\n`,
  },
  {
    name: 'INSERT',
    text: `INSERT INTO users (name, password) VALUES\n${rows((name, password) => `('${name}', '${password}'),`)}\n('x', 'Zk9,x(4)!pq2');\nDone.`,
  },
])(
  'all rows of a table are masked in a stream as in a whole answer: $name',
  ({ text }) => {
    for (const before of ['', PROSE]) {
      const whole = maskWhole('', before + text, MASKING);
      expect(whole.split('<generic_secret>').length).toBeGreaterThan(COUNT);
      for (const size of [2, 13, 900]) expect(streamed(before + text, size), `${size}`).toBe(whole);
    }
  },
  60_000,
);
