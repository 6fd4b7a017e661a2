import { resolve } from 'node:path';
import type { Config } from '../config/schema.ts';

/** Where the store's file is. */
export const storePath = (config: Config): string => resolve(config.dataDir, config.store.path);
