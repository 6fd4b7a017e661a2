import type { Config } from '../config/schema.ts';
import { newestMigration } from './migrations/migrate.ts';
import { hasStore, storeName } from './open.ts';
import { makeStore, withRawStore } from './raw-store.ts';

/** @returns The newest migration that a store has; null where there is no store yet. Changes nothing. */
const versionOf = async (config: Config): Promise<string | null> =>
  hasStore(config) ? withRawStore(config, ({ db }) => newestMigration(db)) : null;

export type Migrated = Readonly<{ target: string; from: string | null; to: string | null }>;

/**
 * Makes the store that the configuration names, or brings it up to date.
 *
 * @throws GatewayError `STORE_FAILED` as opening it does.
 */
export const migrateStore = async (config: Config): Promise<Migrated> => {
  const from = await versionOf(config);
  await makeStore(config);
  return { target: storeName(config), from, to: await versionOf(config) };
};
