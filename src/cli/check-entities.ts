import type { PolicyDocument } from '../config/policy-layer.ts';
import type { Config } from '../config/schema.ts';
import { currentPolicy } from '../dashboard/current-policy.ts';
import { unsoughtEntities } from '../policy/entity-names.ts';
import { hasStore, openDatabase } from '../records/open.ts';
import type { StoredKey } from '../records/store.ts';
import { type Outcome, ok, warn } from './check.ts';

/** More of them, such as those of hundreds of keys, are only counted. */
const MAX_SHOWN = 8;

const ofPolicy = ({ entities }: Config['policy']): readonly string[] =>
  unsoughtEntities(entities).map((name) => `policy.entities.${name}`);

const ofKey = ({ id, name, entities, revokedAtMs }: StoredKey): readonly string[] =>
  revokedAtMs === null
    ? unsoughtEntities(entities ?? {}).map((entity) => `${entity} of the key ${id} (${name})`)
    : [];

/** With the dashboard's settings and the keys, where there are any. */
const allUnsought = async (config: Config, layer: PolicyDocument): Promise<readonly string[]> => {
  if (!hasStore(config)) return ofPolicy(config.policy);
  const store = await openDatabase(config);
  try {
    const { effective } = await currentPolicy(store, layer);
    return [...ofPolicy(effective), ...(await store.listKeys()).flatMap(ofKey)];
  } finally {
    await store.close();
  }
};

/** Whether something is set for an entity that nothing looks for. @throws GatewayError `STORE_FAILED`. */
export const checkEntities = async (config: Config, layer: PolicyDocument): Promise<Outcome> => {
  const unsought = await allUnsought(config, layer);
  if (unsought.length === 0) return ok('all that something is set for are looked for');
  const more = unsought.length - MAX_SHOWN;
  const shown = unsought.slice(0, MAX_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return warn(`nothing looks for what these are set for, so they do nothing: ${shown}`);
};
