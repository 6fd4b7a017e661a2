import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { GatewayError } from '../../../src/errors.ts';
import { createLogger, createTimestamp, type Logger } from '../../../src/telemetry/logger.ts';

const Line = z.record(z.string(), z.unknown());

const into = (lines: string[]) => ({ write: (line: string) => void lines.push(line) });

const logged = (write: (logger: Logger) => void): { raw: string; line: Record<string, unknown> } => {
  const lines: string[] = [];
  write(createLogger('debug', into(lines)));
  const raw = lines.join('');
  expect(raw.split('\n')).toHaveLength(2);
  return { raw, line: Line.parse(JSON.parse(raw)) };
};

it('writes one JSON line with the time and the level’s name', () => {
  const { line } = logged((logger) => logger.info({ requestId: 'req_1', ms: 3 }, 'done'));
  expect(line).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    requestId: 'req_1',
    ms: 3,
    msg: 'done',
  });
});

it('writes times as the language writes them, whatever the clock does', () => {
  const time = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  const steps = fc.array(fc.constantFrom(0, 1, 2, 999, 1000, -1, -1500, 86_400_000), { maxLength: 30 });
  fc.assert(
    fc.property(time, steps, (from, moves) => {
      let nowMs = Math.max(0, from.getTime() - 3_000_000_000);
      const timestamp = createTimestamp(() => nowMs);
      for (const move of moves) {
        nowMs = Math.max(0, nowMs + move);
        expect(timestamp()).toBe(`,"time":"${new Date(nowMs).toISOString()}"`);
      }
    }),
  );
});

it.each([
  { level: 'warn', says: ['warn', 'error'] },
  { level: 'trace', says: ['trace', 'debug', 'info', 'warn', 'error'] },
  { level: 'silent', says: [] },
] as const)('at $level says $says', ({ level, says }) => {
  const lines: string[] = [];
  const logger = createLogger(level, into(lines));
  for (const each of ['trace', 'debug', 'info', 'warn', 'error'] as const) logger[each]({ a: 1 }, 'said');
  expect(lines.map((line) => Line.parse(JSON.parse(line))['level'])).toEqual(says);
});

it('writes each field as JSON does, and leaves out what JSON has no form of', () => {
  const fields = {
    path: 'a "b" \\ \n \ud800',
    number: 1.5,
    infinite: Number.POSITIVE_INFINITY,
    big: 10n,
    yes: true,
    nothing: null,
    missing: undefined,
    call: () => 1,
    list: ['a', { b: undefined }],
    time: new Date(0),
    ['__proto__']: 'own',
  };
  const { raw, line } = logged((logger) => logger.child({ part: 'x' }).info(fields));
  expect(line).toMatchObject({
    part: 'x',
    path: 'a "b" \\ \n \ud800',
    number: 1.5,
    infinite: null,
    big: '10',
  });
  expect(line).toMatchObject({ yes: true, nothing: null, list: ['a', {}], time: '1970-01-01T00:00:00.000Z' });
  expect(raw).toContain(',"__proto__":"own"');
  for (const name of ['missing', 'call', 'msg']) expect(line).not.toHaveProperty(name);
});

it('takes the message of its error where it has none of its own', () => {
  expect(logged((logger) => logger.warn({ err: new Error('lost') })).line).toMatchObject({ msg: 'lost' });
  expect(logged((logger) => logger.warn({ err: new Error('lost') }, 'oh')).line).toMatchObject({ msg: 'oh' });
  expect(logged((logger) => logger.error(new Error('lost'))).line).toMatchObject({ msg: 'lost' });
});

it.each([
  { name: 'a bearer', fields: { authorization: 'Bearer s3cret' } },
  { name: 'another spelling', fields: { 'X-Gateway-Key': 's3cret', x_gateway_key: 's3cret' } },
  { name: 'headers inside a request', fields: { request: { headers: { Cookie: 's3cret' } } } },
  { name: 'messages in a list', fields: { calls: [{ messages: [{ content: 's3cret' }] }] } },
  { name: 'a body as bytes', fields: { body: Buffer.from('s3cret'), other: Buffer.from('s3cret') } },
  {
    name: 'what lies too deep to look at',
    fields: { a: { b: { c: { d: { e: { f: { g: 's3cret' } } } } } } },
  },
  {
    name: 'fields of an error',
    fields: { err: Object.assign(new Error('x'), { headers: { a: 's3cret' } }) },
  },
])('hides $name', ({ fields }) => {
  expect(logged((logger) => logger.info(fields)).raw).not.toContain('s3cret');
  expect(logged((logger) => logger.child(fields).info('hello')).raw).not.toContain('s3cret');
});

it('tells an error with its code and its cause', () => {
  const cause = new Error('no such file');
  const { line } = logged((logger) => logger.error(new GatewayError('STORE_FAILED', 'lost', { cause })));
  expect(line).toMatchObject({
    level: 'error',
    err: { type: 'GatewayError', code: 'STORE_FAILED', message: 'lost', cause: { message: 'no such file' } },
  });
});

it('survives an error that causes itself', () => {
  const error = new Error('again');
  error.cause = error;
  expect(logged((logger) => logger.error({ err: error })).line).toMatchObject({ err: { message: 'again' } });
});

it.each([
  { name: 'a line break', text: 'a\r\n{"level":"info"}' },
  { name: 'a terminal escape', text: '\u001b[2Ja\u009b2J' },
  { name: 'a line separator', text: 'a\u2028b\u2029c\u0085d' },
  { name: 'a mark that turns text round', text: 'a\u202eb\u2066c\u200f' },
])('cannot be broken by $name', ({ text }) => {
  const { raw, line } = logged((logger) => logger.info({ path: text, [text]: 1 }, text));
  expect(line).toMatchObject({ path: text, msg: text, [text]: 1 });
  expect(raw).toMatch(/^[\u0020-\u007e]+\n$/);
});

it('cuts long strings and long lists', () => {
  const fields = { path: 'x'.repeat(1_000_000), ids: Array.from({ length: 100_000 }, () => 1) };
  expect(logged((logger) => logger.info(fields)).raw.length).toBeLessThan(5000);
});
