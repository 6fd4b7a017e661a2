import type { Config } from '../config/schema.ts';
import { openStore } from '../records/open.ts';
import type { StoredText } from '../records/ports.ts';
import type { RecordedText } from '../records/store.ts';
import { createTextCipher } from '../records/texts.ts';
import type { DashboardData } from './context.ts';

export type OpenedStore = Readonly<{
  data: DashboardData;
  readText: (stored: StoredText) => Promise<readonly RecordedText[]>;
  close: () => Promise<void>;
}>;

/**
 * The one place at which the dashboard gets its store: the same as the processor's, in a thread of its own.
 *
 * @throws GatewayError `STORE_FAILED`, `CONFIG_INVALID`.
 */
export const openDashboardStore = async (
  config: Config,
  onError: (error: unknown) => void,
): Promise<OpenedStore> => {
  const cipher = await createTextCipher(config.store);
  const store = await openStore(config, { onError, onWritten: () => undefined, onDropped: () => undefined });
  return { data: store, readText: cipher.decrypt, close: store.close };
};
