import { effectivePolicyDocument, type PolicyDocument } from '../config/policy-layer.ts';
import type { Config } from '../config/schema.ts';
import type { PolicyStore } from '../records/ports/policy.ts';

export type CurrentPolicy = Readonly<{
  /** 0 before the first change. */
  revision: number;
  own: PolicyDocument;
  effective: Config['policy'];
}>;

/**
 * What is in force: defaults < dashboard < file and environment. A revision that this version does not take (an older
 * program wrote it, or the file since forbids it) is as if it were not there; the processor does the same.
 */
export const currentPolicy = async (store: PolicyStore, locked: PolicyDocument): Promise<CurrentPolicy> => {
  const newest = await store.currentSettings();
  const own = newest?.own ?? {};
  const read = effectivePolicyDocument(own, locked);
  const fallback = read.ok ? read : effectivePolicyDocument({}, locked);
  if (!fallback.ok) throw new Error('the configuration was checked at the start');
  return { revision: newest?.revision ?? 0, own, effective: fallback.policy };
};
