import { readFileSync } from 'node:fs';
import { GatewayError } from '../errors.ts';

/** @throws GatewayError `CONFIG_INVALID` for a file that cannot be read. */
export const readTextFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new GatewayError('CONFIG_INVALID', `${file}: cannot be read`, { cause: error });
  }
};
