import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config/schema.ts';
import { writeWhole } from '../platform/whole-file.ts';

/** Says to commands in another terminal where the dashboard of a running `start` listens: its port may be any. */
const fileOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => resolve(dataDir, 'dashboard-address');

/** Where a `start` that uses this data folder said last that its dashboard listens; null where none runs, as far as it ended in order. */
export const notedDashboardAddress = (config: Pick<Config, 'dataDir'>): string | null => {
  try {
    return readFileSync(fileOf(config), 'utf8').trim();
  } catch {
    return null;
  }
};

export type AddressNote = Readonly<{ write: (address: string) => void; clear: () => void }>;

/**
 * Keeps the address in the data folder while the dashboard runs. Never throws: without the note links have the configured port.
 *
 * @param say Told why it cannot be written.
 */
export const createAddressNote = (
  config: Pick<Config, 'dataDir'>,
  say: (line: string) => void,
): AddressNote => {
  let written: string | null = null;
  return {
    write: (address) => {
      try {
        writeWhole(fileOf(config), `${address}\n`, 0o600);
        written = address;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        say(`where the dashboard listens could not be noted in ${config.dataDir}: ${reason}`);
      }
    },
    clear: () => {
      // Another `start` on the same folder may have written its own over it.
      if (written !== null && notedDashboardAddress(config) === written)
        rmSync(fileOf(config), { force: true });
    },
  };
};
