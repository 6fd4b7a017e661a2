import { describe, expect, it } from 'vitest';
import { evalCommand } from '../../../src/cli/eval.ts';
import { trainCommand } from '../../../src/cli/train.ts';
import { fileOf } from '../training/rows.ts';

describe('portcullis train', () => {
  it.each([
    { name: 'nothing to write', args: [], message: 'train needs --out FILE or --passages FILE.' },
    {
      name: 'texts, and nothing to write',
      args: ['a.jsonl'],
      message: 'train needs --out FILE or --passages FILE.',
    },
    {
      name: 'files, and nowhere to write their passages',
      args: ['--out', 'x', '--files', 'y'],
      message: 'train --files FILE needs --passages FILE, and no --out.',
    },
    {
      name: 'files and a model at once',
      args: ['--out', 'x', '--passages', 'z', '--files', 'y'],
      message: 'train --files FILE needs --passages FILE, and no --out.',
    },
    {
      name: 'a seed that is no number',
      args: ['--out', 'x', '--seed', 'one'],
      message: '--seed takes a whole number from 0 to 2147483647, not "one".',
    },
    {
      name: 'an option without its value',
      args: ['--out'],
      message: expect.stringContaining("'--out <value>'"),
    },
    {
      name: 'a day that does not exist',
      args: ['--out', 'x', '--date', '2027-02-31'],
      message: '--date takes a day such as 2027-03-31, not "2027-02-31".',
    },
    {
      name: 'a file in a folder that is not there',
      args: ['--out', '/nowhere/x.model'],
      message: expect.stringMatching(/^--out: \/nowhere\/x\.model cannot be written/u),
    },
    { name: 'an option that is none', args: ['--fast'], message: expect.stringContaining('--fast') },
  ])('is called wrongly with $name', async ({ args, message }) => {
    await expect(trainCommand.run(args)).rejects.toMatchObject({ code: 'USAGE', message });
  });

  it('refuses texts that it cannot read', async () => {
    const file = fileOf('bad.jsonl', 'no');
    await expect(trainCommand.run(['--out', `${file}.model`, file])).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `${file}:1: not JSON`,
    });
  });
});

describe('portcullis eval', () => {
  it.each([
    { name: 'no file', args: [], message: 'eval needs at least one labelled file.' },
    { name: 'an option that is none', args: ['--fast', 'x'], message: expect.stringContaining('--fast') },
    {
      name: 'an option without its value',
      args: ['x', '--json'],
      message: expect.stringContaining("'--json <value>'"),
    },
    ...(['json', 'misses'] as const).map((option) => ({
      name: `--${option} in a folder that is not there`,
      args: ['x', `--${option}`, '/nowhere/x'],
      message: expect.stringMatching(`^--${option}: /nowhere/x cannot be written`),
    })),
  ])('is called wrongly with $name', async ({ args, message }) => {
    await expect(evalCommand.run(args)).rejects.toMatchObject({ code: 'USAGE', message });
  });

  it('says of files without a text that there is none: it would be as good as ever', async () => {
    const files = [fileOf('empty.jsonl'), fileOf('blank.jsonl', '', ' ')];
    await expect(evalCommand.run(files)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `There is no text in ${files.join(', ')}.`,
    });
  });

  it.each([
    { name: 'is not there', file: () => '/nowhere/report.json' },
    { name: 'is no JSON', file: () => fileOf('report.json', 'no') },
    { name: 'is something else', file: () => fileOf('report.json', { all: { accuracy: 'good' } }) },
  ])('looks at the earlier report before it begins, and refuses one that $name', async ({ file }) => {
    const since = file();
    await expect(evalCommand.run(['--since', since, '/nowhere/texts.jsonl'])).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `${since}: no report of \`portcullis eval\``,
    });
  });
});
