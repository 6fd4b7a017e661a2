import type { PolicyReader } from './policy-source.ts';

/** Stands in for a store that keeps no settings and no exclusions: only the configuration says anything. */
export const NOTHING_SET: PolicyReader = {
  policyVersion: () => Promise.resolve(''),
  currentSettings: () => Promise.resolve(null),
  getSettings: () => Promise.resolve(null),
  listExclusions: () => Promise.resolve([]),
  addExclusionHits: () => Promise.resolve(),
};
