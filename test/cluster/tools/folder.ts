import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where built programs stay between runs, outside the repository; `PORTCULLIS_CACHE_DIR` names another folder. Not the folder
 * for temporary files: there anybody could lay a program in wait for us.
 */
export const toolsFolder = (): string =>
  process.env['PORTCULLIS_CACHE_DIR'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'portcullis');
