import type { Config } from '../config/schema.ts';
import { GatewayError } from '../errors.ts';
import type { StoredText } from '../records/ports.ts';
import type { RecordedText } from '../records/store.ts';
import type { DashboardData } from './context.ts';

export type OpenedStore = Readonly<{
  data: DashboardData;
  readText: (stored: StoredText) => Promise<readonly RecordedText[]>;
  close: () => Promise<void>;
}>;

/**
 * The one place at which the dashboard gets its store. Here `openStore` of `records/open.ts` is to be connected, and the
 * cipher of the texts; until then a dashboard does not start, and traffic goes on without one.
 *
 * @throws GatewayError `STORE_FAILED`.
 */
export const openDashboardStore = async (
  _config: Config,
  _onError: (error: unknown) => void,
): Promise<OpenedStore> => {
  throw new GatewayError('STORE_FAILED', 'The dashboard’s store is not connected in this build.');
};
