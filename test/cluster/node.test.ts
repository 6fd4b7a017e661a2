import { afterAll, beforeAll, describe } from 'vitest';
import { applyCrds } from './kubectl.ts';
import { envoyGateway } from './node/envoy-gateway.ts';
import { takeImages } from './node/images.ts';
import { ingress } from './node/ingress.ts';
import { type Cluster, startCluster } from './node/node.ts';
import type { Context } from './node/releases.ts';
import { rollOut } from './node/roll-out.ts';
import { sidecar } from './node/sidecar.ts';
import { sidecarFiles } from './node/sidecar-files.ts';
import { images as archives, crds, hasAll, lackingForTier3 } from './tier.ts';

/** Tier 3: pods that really run, on a node of our own. */

const START_MS = 600_000;
const isReady = hasAll('pods on a real node', lackingForTier3());

describe.skipIf(!isReady)('on a real node', () => {
  let cluster: Cluster;
  let context: Context;

  beforeAll(async () => {
    cluster = await startCluster();
    await applyCrds(cluster.kubectl, crds);
    context = { cluster, images: await takeImages(cluster, archives.gateway ?? '', archives.envoy ?? '') };
  }, START_MS);
  afterAll(() => cluster?.stop());

  ingress(() => context);
  rollOut(() => context);
  sidecar(() => context);
  sidecarFiles(() => context);
  envoyGateway(() => context);
});
