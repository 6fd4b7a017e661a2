import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { command } from '../command.ts';
import { type Daemon, startDaemon } from '../daemon.ts';
import { program } from '../tools/programs.ts';
import { writeProgramImage } from './program-image.ts';
import type { Context } from './releases.ts';

/** Envoy Gateway's own namespace, where it makes its Envoys. */
export const SYSTEM = 'envoy-gateway-system';
const IMAGE = 'docker.io/portcullis-test/envoy-gateway:1';
/** Where the controller looks for its certificates, whatever one tells it. */
const CERTIFICATES = '/certs';
const XDS_PORT = 18_000;

/** Envoys ask the controller by its Service; here it is a program on the node. */
const serviceOfController = (address: string): readonly object[] => {
  const metadata = { name: 'envoy-gateway', namespace: SYSTEM };
  const ports = [{ name: 'grpc', port: XDS_PORT }];
  return [
    { apiVersion: 'v1', kind: 'Service', metadata, spec: { ports } },
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { ...metadata, labels: { 'kubernetes.io/service-name': metadata.name } },
      addressType: 'IPv4',
      ports,
      endpoints: [{ addresses: [address], conditions: { ready: true } }],
    },
  ];
};

/** @param envoyImage In place of Envoy Gateway's own, which is named by a digest that no stand-in has. */
const configuration = (envoyImage: string): object => ({
  apiVersion: 'gateway.envoyproxy.io/v1alpha1',
  kind: 'EnvoyGateway',
  gateway: { controllerName: 'gateway.envoyproxy.io/gatewayclass-controller' },
  provider: { type: 'Kubernetes', kubernetes: { shutdownManager: { image: IMAGE } } },
  envoyProxy: {
    provider: {
      type: 'Kubernetes',
      kubernetes: { envoyDeployment: { container: { image: envoyImage } } },
    },
  },
  extensionApis: { enableBackend: true, enableEnvoyPatchPolicy: true },
});

/** Envoy Gateway's real controller, as a program on the node. */
export const startGatewayController = async ({ cluster, images }: Context): Promise<Daemon> => {
  const { folder, kubeconfig } = cluster.plane;
  await cluster.runtime.importImage(await writeProgramImage(folder, IMAGE, program('envoy-gateway')));
  await cluster.kubectl.apply([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: SYSTEM } },
    ...serviceOfController(cluster.nodeAddress),
  ]);
  const env = { KUBECONFIG: kubeconfig, ENVOY_GATEWAY_NAMESPACE: SYSTEM };
  // The injector tells Envoys their zone: there is but one here, and no webhook for it.
  await command(program('envoy-gateway'), ['certgen', '--disable-topology-injector'], { env });
  const { data } = await cluster.kubectl.get<{ data: Readonly<Record<string, string>> }>([
    'secret',
    'envoy-gateway',
    '-n',
    SYSTEM,
  ]);
  await mkdir(CERTIFICATES, { recursive: true });
  await command('mount', ['-t', 'tmpfs', 'tmpfs', CERTIFICATES]);
  for (const [name, value] of Object.entries(data)) {
    await writeFile(join(CERTIFICATES, name), Buffer.from(value, 'base64'));
  }
  const file = join(folder, 'envoy-gateway.yaml');
  await writeFile(file, stringify(configuration(images.envoy)));
  return startDaemon(
    folder,
    'envoy-gateway',
    [program('envoy-gateway'), 'server', '--config-path', file],
    env,
  );
};
