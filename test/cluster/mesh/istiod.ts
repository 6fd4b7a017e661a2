import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { freePort } from '../../free-port.ts';
import type { ControlPlane } from '../control-plane.ts';
import { type Daemon, startDaemon, until } from '../daemon.ts';
import type { Kubectl } from '../kubectl.ts';
import { program } from '../tools/programs.ts';

/** Istio's own control plane, as a program beside the API server: it makes Envoy's configuration from our manifests. */
export type Istiod = Readonly<{ grpcPort: number; log: Daemon['log']; stop: Daemon['stop'] }>;

const READY_MS = 120_000;
const SYSTEM = 'istio-system';

/** The proxies here are Envoy as Envoy's project builds it: what only Istio's build of it knows is left out. */
const ENVIRONMENT = {
  POD_NAMESPACE: SYSTEM,
  POD_NAME: 'istiod-test',
  PILOT_ENABLE_METADATA_EXCHANGE: 'false',
  PILOT_ENABLE_ALPN_FILTER: 'false',
  PILOT_ENABLE_AMBIENT: 'true',
  // Proxies show the token of their account, over loopback.
  XDS_AUTH_PLAINTEXT: 'true',
} as const;

/** Without the agents that give real proxies their certificates nothing may ask for mTLS. */
const MESH = { enableAutoMtls: false, enablePrometheusMerge: false } as const;

/** Where sidecars listen; in pods always the same. */
const sidecarPorts = async (): Promise<object> => ({
  proxyListenPort: await freePort(),
  proxyInboundListenPort: await freePort(),
});

export const startIstiod = async (plane: ControlPlane, kubectl: Kubectl): Promise<Istiod> => {
  await kubectl.apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: SYSTEM } }]);
  const mesh = join(plane.folder, 'mesh.yaml');
  await writeFile(mesh, stringify({ ...MESH, ...(await sidecarPorts()) }));
  const [grpcPort, httpPort, monitoringPort] = [await freePort(), await freePort(), await freePort()];
  const { log, stop } = startDaemon(
    plane.folder,
    'istiod',
    [
      program('pilot-discovery'),
      'discovery',
      `--kubeconfig=${plane.kubeconfig}`,
      `--meshConfig=${mesh}`,
      `--networksConfig=${join(plane.folder, 'no-networks.yaml')}`,
      `--grpcAddr=127.0.0.1:${grpcPort}`,
      `--httpAddr=127.0.0.1:${httpPort}`,
      `--monitoringAddr=127.0.0.1:${monitoringPort}`,
      '--httpsAddr=',
      '--secureGRPCAddr=',
      '--ctrlz_port=0',
    ],
    ENVIRONMENT,
  );
  const isReady = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${httpPort}/ready`)).ok;
  await until('istiod', isReady, READY_MS).catch(async (error: unknown) => {
    const said = await log();
    await stop();
    throw new Error(said, { cause: error });
  });
  return { grpcPort, log, stop };
};
