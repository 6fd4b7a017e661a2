import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const VENV = new URL('../../node_modules/.cache/portcullis/openai-python', import.meta.url).pathname;
const PYTHON = `${VENV}/bin/python`;
const SCRIPT = new URL('openai-stream.py', import.meta.url).pathname;
const INSTALL_MS = 180_000;
const STREAM_MS = 60_000;

const isInstalled = async (): Promise<boolean> =>
  existsSync(PYTHON) &&
  (await run(PYTHON, ['-c', 'import openai']).then(
    () => true,
    () => false,
  ));

/**
 * Installs the openai package for Python once, in a folder of its own.
 *
 * @returns Why it cannot be used; null where it can.
 * @throws Error In CI, where it has to be there.
 */
export const installPythonClient = async (): Promise<string | null> => {
  try {
    if (await isInstalled()) return null;
    await rm(VENV, { recursive: true, force: true });
    await mkdir(dirname(VENV), { recursive: true });
    await run('python3', ['-m', 'venv', VENV], { timeout: INSTALL_MS });
    await run(PYTHON, ['-m', 'pip', 'install', '--quiet', 'openai>=1.50'], { timeout: INSTALL_MS });
    return null;
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    return error instanceof Error ? error.message : String(error);
  }
};

/** Has the package read one stream. @returns What `openai-stream.py` prints. */
export const readWithPython = async (asked: object): Promise<unknown> => {
  const { stdout } = await run(PYTHON, [SCRIPT, JSON.stringify(asked)], { timeout: STREAM_MS });
  return JSON.parse(stdout);
};
