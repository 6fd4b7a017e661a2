import { readFileSync } from 'node:fs';
import { GatewayError } from '../errors.ts';

/** Without the mark of the byte order that some editors write first. @throws GatewayError `CONFIG_INVALID` for a file that cannot be read. */
export const readTextFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/u, '');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new GatewayError('CONFIG_INVALID', `${file}: cannot be read${reason}`, { cause: error });
  }
};
