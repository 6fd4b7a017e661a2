import { dirname } from 'node:path';
import type { Config } from '../config/schema.ts';
import { hasStore, openDatabase } from '../records/open.ts';
import { storePath } from '../records/path.ts';
import { tell } from './command.ts';

/** Whoever forgot to say where his store is would hand out a key or a link that no gateway and no dashboard knows. */
export const tellOfNewStore = (config: Config): void => {
  if (hasStore(config)) return;
  tell(
    `There was no store in ${dirname(storePath(config))}, so a new one is made. One that is elsewhere is named ` +
      'with --data-dir, or its configuration with --config.',
  );
};

/** For a command that may come before the first start. @throws GatewayError `STORE_FAILED`. */
export const openOrMakeDatabase: typeof openDatabase = async (config) => {
  tellOfNewStore(config);
  return openDatabase(config);
};
