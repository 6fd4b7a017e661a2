import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INSTALL_MS = 180_000;

/** Where the programs of one private folder of Python packages are. */
export const venvFolder = (name: string): string =>
  new URL(`../../node_modules/.cache/portcullis/${name}`, import.meta.url).pathname;

/**
 * Installs Python packages once, in a folder of their own.
 *
 * @param name Of the folder; with the version where that is pinned.
 * @param module What they are imported as, such as `orjson, pydantic`.
 * @returns Why it cannot be used; null where it can.
 * @throws Error In CI, where it has to be there.
 */
export const installPython = async (
  name: string,
  module: string,
  ...requirements: readonly string[]
): Promise<string | null> => {
  const folder = venvFolder(name);
  const python = `${folder}/bin/python`;
  const imports = (): Promise<boolean> =>
    run(python, ['-c', `import ${module}`]).then(
      () => true,
      () => false,
    );
  try {
    if (existsSync(python) && (await imports())) return null;
    await rm(folder, { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    await run('python3', ['-m', 'venv', folder], { timeout: INSTALL_MS });
    await run(python, ['-m', 'pip', 'install', '--quiet', ...requirements], { timeout: INSTALL_MS });
    return null;
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    return error instanceof Error ? error.message : String(error);
  }
};
