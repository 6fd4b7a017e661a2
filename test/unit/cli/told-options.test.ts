import { readFileSync } from 'node:fs';
import type { ParseArgsConfig } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '../../../src/cli/main.ts';

const asked: string[] = [];

// Told what a command takes, it goes no further.
vi.mock('node:util', async (original) => ({
  ...(await original<typeof import('node:util')>()),
  parseArgs: ({ options = {} }: ParseArgsConfig): never => {
    asked.push(...Object.keys(options));
    throw new Error('asked');
  },
}));

/** Words behind which a command takes other options. */
const WORDS: Readonly<Record<string, readonly string[]>> = { records: ['erase'] };

const optionsOf = async (name: string): Promise<ReadonlySet<string>> => {
  const command = await COMMANDS.get(name)?.load();
  asked.length = 0;
  for (const args of [[], ...(WORDS[name] ?? []).map((word) => [word])])
    await expect(command?.run(args)).rejects.toThrow('asked');
  return new Set(asked);
};

const flagsIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map(([, flag = '']) => flag);

const unknownIn = (text: string, options: ReadonlySet<string>): readonly string[] =>
  flagsIn(text).filter((flag) => !options.has(flag));

/** These have no store: it is taken so that what fits one command fits another, and changes nothing. */
const STORELESS: ReadonlySet<string> = new Set(['scan', 'eval', 'rules', 'drain-envoy']);

const NAMES = [...COMMANDS.keys()];

// What commands load is read and compiled at the first time.
describe('the help of', { timeout: 300_000 }, () => {
  it.each(NAMES)('%s names all that it takes, and nothing else', async (name) => {
    const options = await optionsOf(name);
    const usage = (await COMMANDS.get(name)?.load())?.usage ?? '';
    const told = flagsIn(usage);
    expect(unknownIn(usage, options)).toEqual([]);
    const untold = [...options].filter((option) => !told.includes(option));
    expect(untold).toEqual(STORELESS.has(name) ? ['data-dir'] : []);
  });
});

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

describe('the table of commands in README.md', () => {
  const rows = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `npx portcullis '));
  const rowsOf = (name: string): readonly string[] =>
    rows.filter((row) => new RegExp(`^\\| \`npx portcullis ${name}[ \`]`).test(row));

  it('has each command, and no other', () => {
    expect(NAMES.filter((name) => rowsOf(name).length === 0)).toEqual([]);
    expect(NAMES.flatMap(rowsOf)).toHaveLength(rows.length);
  });

  it.each(NAMES)('names options that %s takes', async (name) => {
    expect(unknownIn(rowsOf(name).join('\n'), await optionsOf(name))).toEqual([]);
  });
});

describe('commands that are shown in', () => {
  it.each([
    'README.md',
    'deploy/envoy/README.md',
    'deploy/envoy-gateway/README.md',
    'deploy/istio/README.md',
    'deploy/sidecar/README.md',
    'helm/portcullis/README.md',
    'helm/portcullis/RUNBOOKS.md',
    'src/dashboard/README.md',
    'src/detection/operator-rules/README.md',
    'src/records/README.md',
    'test/cluster/README.md',
    'test/eval/README.md',
    'test/slow/README.md',
  ])('%s have options that they take', async (path) => {
    const shown = read(path)
      .replaceAll(/\\\n\s*/g, ' ')
      .replaceAll('npm start -- ', 'portcullis start ')
      .matchAll(/portcullis(?:\.mjs)? ([a-z-]+)(?= )([^`|\n]*)/g);
    const wrong: string[] = [];
    for (const [call, name = '', rest = ''] of shown) {
      if (!COMMANDS.has(name)) continue;
      if (unknownIn(rest, await optionsOf(name)).length > 0) wrong.push(call);
    }
    expect(wrong).toEqual([]);
  });
});
