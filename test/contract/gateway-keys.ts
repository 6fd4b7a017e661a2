import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const LAUNCHER = new URL('../../src/portcullis.mjs', import.meta.url).pathname;
const run = promisify(execFile);

/** `portcullis keys …` as an operator runs it, beside the gateway that uses the same store. */
const keysCommand = async <T>(dataDir: string, args: readonly string[]): Promise<T> => {
  const { stdout } = await run(process.execPath, [
    LAUNCHER,
    'keys',
    ...args,
    '--data-dir',
    dataDir,
    '--json',
  ]);
  return JSON.parse(stdout);
};

export const createGatewayKey = (
  dataDir: string,
  args: readonly string[] = [],
): Promise<{ key: string; id: string }> => keysCommand(dataDir, ['create', ...args]);

export const revokeGatewayKey = (dataDir: string, id: string): Promise<{ state: string }> =>
  keysCommand(dataDir, ['revoke', id]);
