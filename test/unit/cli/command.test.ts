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

it('takes lists, and an option that says the same twice', () => {
  const { values } = readOptions(['--word', 'a', '--word', 'b', '--json', '--json'], OPTIONS);
  expect({ ...values }).toEqual({ word: ['a', 'b'], json: true });
});
