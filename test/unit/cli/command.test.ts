import { expect, it } from 'vitest';
import { readOptions } from '../../../src/cli/command.ts';

const OPTIONS = {
  config: { type: 'string' },
  word: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const;

it.each([
  [['--config', ''], '--config needs a value'],
  [['--config='], '--config needs a value'],
  [['--word', 'a', '--word', ''], '--word needs a value'],
  [['--config', 'a', '--config', 'b'], '--config is there twice'],
  [['--config', 'a\uFFFDb'], 'not UTF-8'],
  [['--confg', 'a'], 'did you mean --config?'],
  [['--config'], 'argument missing'],
  [['--config', '-1'], '--config needs a value; one that begins with a dash is written --config=-…'],
  [['--json=yes'], 'does not take an argument'],
  [['extra'], 'extra'],
])('refuses %j', (args, message) => {
  expect(() => readOptions(args, OPTIONS)).toThrow(
    expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(message) }),
  );
});

it('says how an argument is given that looks like an option, as a private key does', () => {
  const read = (takes: number) => () => readOptions(['-----BEGIN PRIVATE KEY-----'], OPTIONS, takes);
  expect(read(1)).toThrow(
    'There is no option -----BEGIN; an argument that begins with a dash stands behind --.',
  );
  expect(read(0)).toThrow('There is no option -----BEGIN.');
  expect(readOptions(['--', '-----BEGIN PRIVATE KEY-----'], OPTIONS, 1).positionals).toHaveLength(1);
});

it('takes lists, and an option that says the same twice', () => {
  const { values } = readOptions(['--word', 'a', '--word', 'b', '--json', '--json'], OPTIONS);
  expect({ ...values }).toEqual({ word: ['a', 'b'], json: true });
});
