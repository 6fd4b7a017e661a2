import { CRD_SETS, type CrdSet, crdFiles } from './tools/crds.ts';
import { missing, RUNTIME, TIER_2, TIER_3 } from './tools/programs.ts';

/** `REQUIRE_CLUSTER=1` turns what would be skipped into a failure: for machines that are meant to have it all. */
const required = process.env['REQUIRE_CLUSTER'] === '1';

/** Says what is not there, and so is skipped. @returns Whether all is there. */
export const hasAll = (what: string, lacks: readonly string[]): boolean => {
  if (lacks.length === 0) return true;
  const reason = `${what}: this machine lacks ${lacks.join(', ')}`;
  if (required) throw new Error(reason);
  process.stderr.write(`SKIPPED ${reason}\n`);
  return false;
};

const sets: readonly (readonly [CrdSet, readonly string[]])[] = await Promise.all(
  CRD_SETS.map(async (name) => [name, await crdFiles(name)] as const),
);

export const crds: readonly string[] = sets.flatMap(([, files]) => files);

export const lackingForTier2 = (): readonly string[] => [
  ...missing(TIER_2),
  ...sets.filter(([, files]) => files.length === 0).map(([name]) => `the custom resources of ${name}`),
];

/** Archives as `docker save` writes them. */
export const images = {
  gateway: process.env['PORTCULLIS_IMAGE_TAR'],
  envoy: process.env['ENVOY_IMAGE_TAR'],
} as const;

const lackingToRunPods = (): readonly string[] => [
  ...(process.env['CLUSTER_TIER'] === '3' ? [] : ['CLUSTER_TIER=3 (it takes root)']),
  ...(images.gateway === undefined
    ? ['an image of the gateway (PORTCULLIS_IMAGE_TAR, from docker save)']
    : []),
  ...(images.envoy === undefined ? ['an image of Envoy (ENVOY_IMAGE_TAR, from docker save)'] : []),
];

export const lackingForPods = (): readonly string[] => [
  ...missing({ helm: TIER_2.helm, ...RUNTIME }),
  ...lackingToRunPods(),
];

export const lackingForTier3 = (): readonly string[] => [
  ...lackingForTier2(),
  ...missing(TIER_3),
  ...lackingToRunPods(),
];
