import { GatewayError } from '../errors.ts';
import type { StoredText } from '../records/ports.ts';
import type { RecordedText } from '../records/store.ts';
import type { DashboardDeps } from './context.ts';
import { ApiFailure } from './failure.ts';

type ReadText = DashboardDeps['readText'];

/**
 * @throws ApiFailure `text_unreadable`, which says why, for a text that does not open: the store answers, but the text's key was taken
 *   out of the configuration, say.
 */
export const readKeptText = async (
  readText: ReadText,
  stored: StoredText,
): Promise<readonly RecordedText[]> => {
  try {
    return await readText(stored);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'STORE_FAILED') throw error;
    throw new ApiFailure('conflict', 'text_unreadable', error.message);
  }
};

/** One that does not open is as if it were not kept: it must not keep others from being read. */
export const keptTextOrNone = (readText: ReadText, stored: StoredText): Promise<readonly RecordedText[]> =>
  readKeptText(readText, stored).catch((error: unknown) => {
    if (error instanceof ApiFailure) return [];
    throw error;
  });
