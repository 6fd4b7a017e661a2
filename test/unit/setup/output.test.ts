import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const LAUNCHER = new URL('../../../src/portcullis.mjs', import.meta.url).pathname;
/** The exit code of a command whose output goes where the shell sends it, and what it complained of. */
const run = async (redirection: string): Promise<string> => {
  const script = `node "$0" rules test --role user ${redirection}`;
  const env = { ...process.env, PATH: `${process.execPath.replace(/\/node$/u, '')}:${process.env['PATH']}` };
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script, LAUNCHER], { env });
  return `${stdout}${stderr}`.trimEnd();
};

describe('what a command prints', () => {
  // Three hundred thousand characters: more than a pipe holds.
  it('may be left unread, as by head', async () => {
    const read = '< <(head -c 300000 /dev/zero | tr "\\0" x) | head -c 7; echo " $PIPESTATUS"';
    expect(await run(read)).toBe('verdict 0');
  });

  it.skipIf(!existsSync('/dev/full'))(
    'and cannot be written is told in one line, and by the exit code',
    async () => {
      expect(await run('<<< tea > /dev/full; echo $?')).toBe(
        '1\nportcullis: What it prints cannot be written: ENOSPC.',
      );
    },
  );
});
