import { spawn } from 'node:child_process';

export type Finished = Readonly<{ code: number | null; stdout: string; stderr: string }>;

export const LAUNCHER = new URL('../../src/portcullis.mjs', import.meta.url).pathname;

/** Runs `portcullis` as a user does, to its end. */
export const portcullis = (
  args: readonly string[],
  options: Readonly<{ input?: string; env?: Readonly<Record<string, string>> }> = {},
): Promise<Finished> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [LAUNCHER, ...args], { env: { ...process.env, ...options.env } });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
  });
