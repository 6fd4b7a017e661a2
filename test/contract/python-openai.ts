import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installPython, venvFolder } from './python-venv.ts';

const run = promisify(execFile);

const VENV = 'openai-python';
const SCRIPT = new URL('openai-stream.py', import.meta.url).pathname;
const STREAM_MS = 60_000;

/**
 * Installs the openai package for Python once.
 *
 * @returns Why it cannot be used; null where it can.
 * @throws Error In CI, where it has to be there.
 */
export const installPythonClient = (): Promise<string | null> =>
  installPython(VENV, 'openai', 'openai>=1.50');

/** Has the package read one stream. @returns What `openai-stream.py` prints. */
export const readWithPython = async (asked: object): Promise<unknown> => {
  const python = `${venvFolder(VENV)}/bin/python`;
  const { stdout } = await run(python, [SCRIPT, JSON.stringify(asked)], { timeout: STREAM_MS });
  return JSON.parse(stdout);
};
