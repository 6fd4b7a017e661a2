import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { ATTACK, BENIGN } from '../../contract/stack.ts';
import { command } from '../command.ts';
import { type Daemon, startDaemon, until } from '../daemon.ts';
import { hasAll } from '../tier.ts';
import { CONTROLLERS, missing, program } from '../tools/programs.ts';
import { ask, type Caller, startStreams } from './callers.ts';
import { writeProgramImage } from './program-image.ts';
import {
  type Context,
  GATEWAY,
  installRelease,
  keyOf,
  podsWith,
  type Release,
  sampleProvider,
} from './releases.ts';

const SYSTEM = 'envoy-gateway-system';
const CONTROLLER_IMAGE = 'docker.io/portcullis-test/envoy-gateway:1';
/** Where the controller looks for its certificates, whatever one tells it. */
const CERTIFICATES = '/certs';
const XDS_PORT = 18_000;
const READY_MS = 240_000;
const STREAMS = 4;

type Secret = Readonly<{ data: Readonly<Record<string, string>> }>;
type Service = Readonly<{
  metadata: { name: string };
  spec: { type: string; clusterIP: string; ports: readonly { port: number }[] };
}>;
type Conditions = readonly Readonly<{ type: string; status: string }>[];
type Gateway = Readonly<{ metadata: { name: string }; status?: { conditions?: Conditions } }>;
type Policy = Readonly<{ status?: { ancestors?: readonly { conditions?: Conditions }[] } }>;

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

const configuration = {
  apiVersion: 'gateway.envoyproxy.io/v1alpha1',
  kind: 'EnvoyGateway',
  gateway: { controllerName: 'gateway.envoyproxy.io/gatewayclass-controller' },
  provider: { type: 'Kubernetes', kubernetes: { shutdownManager: { image: CONTROLLER_IMAGE } } },
  extensionApis: { enableBackend: true, enableEnvoyPatchPolicy: true },
};

const startController = async ({ cluster }: Context): Promise<Daemon> => {
  const { folder, kubeconfig } = cluster.plane;
  await cluster.runtime.importImage(
    await writeProgramImage(folder, CONTROLLER_IMAGE, program('envoy-gateway')),
  );
  await cluster.kubectl.apply([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: SYSTEM } },
    ...serviceOfController(cluster.nodeAddress),
  ]);
  const env = { KUBECONFIG: kubeconfig, ENVOY_GATEWAY_NAMESPACE: SYSTEM };
  await command(program('envoy-gateway'), ['certgen'], { env });
  const { data } = await cluster.kubectl.get<Secret>(['secret', 'envoy-gateway', '-n', SYSTEM]);
  await mkdir(CERTIFICATES, { recursive: true });
  await command('mount', ['-t', 'tmpfs', 'tmpfs', CERTIFICATES]);
  for (const [name, value] of Object.entries(data)) {
    await writeFile(join(CERTIFICATES, name), Buffer.from(value, 'base64'));
  }
  const file = join(folder, 'envoy-gateway.yaml');
  await writeFile(file, stringify(configuration));
  return startDaemon(
    folder,
    'envoy-gateway',
    [program('envoy-gateway'), 'server', '--config-path', file],
    env,
  );
};

const isTrue = (conditions: Conditions | undefined, type: string): boolean =>
  conditions?.some((condition) => condition.type === type && condition.status === 'True') === true;

/** The chart's resources under Envoy Gateway's real controller, which makes the Envoy itself. */
export const envoyGateway = (context: () => Context): void => {
  const isHere = hasAll('Envoy Gateway on a real node', missing(CONTROLLERS));

  describe.skipIf(!isHere)('mode envoyGateway', () => {
    let controller: Daemon;
    let release: Release;
    let caller: Caller;
    const here = (): readonly string[] => ['-n', release.namespace];
    const get = <T>(args: readonly string[]): Promise<T> => context().cluster.kubectl.get<T>(args);

    /** Envoy Gateway's Service waits for a load balancer: this is all that one would say. */
    const assignAddress = async (): Promise<Service> => {
      const owner = `gateway.envoyproxy.io/owning-gateway-namespace=${release.namespace}`;
      const { items } = await get<{ items: readonly Service[] }>(['services', '-n', SYSTEM, '-l', owner]);
      const [service] = items;
      if (service === undefined) throw new Error('Envoy Gateway made no Service');
      const status = { status: { loadBalancer: { ingress: [{ ip: context().cluster.nodeAddress }] } } };
      const patch = ['--subresource=status', '--type=merge', '-p', JSON.stringify(status)];
      if (service.spec.type === 'LoadBalancer') {
        await context().cluster.kubectl.run([
          'patch',
          'service',
          service.metadata.name,
          '-n',
          SYSTEM,
          ...patch,
        ]);
      }
      return service;
    };

    beforeAll(async () => {
      controller = await startController(context());
      const name = 'envoygateway';
      release = await installRelease(
        context(),
        name,
        {
          mode: 'envoyGateway',
          upstream: { url: `http://provider.${name}.svc.cluster.local:8081/v1` },
        },
        sampleProvider(context()),
      );
      await until('the Service', async () => (await assignAddress()) !== undefined, READY_MS);
      const { spec } = await assignAddress();
      caller = {
        url: `http://${spec.clusterIP}:${spec.ports[0]?.port}`,
        key: await keyOf(context(), release),
      };
    });
    afterAll(async () => {
      await release?.uninstall();
      await controller?.stop();
    });

    it('the controller takes the Gateway and the policy', async () => {
      const isProgrammed = async (): Promise<boolean> => {
        const { items } = await get<{ items: readonly Gateway[] }>(['gateways', ...here()]);
        return items.length > 0 && items.every(({ status }) => isTrue(status?.conditions, 'Programmed'));
      };
      await until('the Gateway', isProgrammed, READY_MS);
      const { items } = await get<{ items: readonly Policy[] }>(['envoyextensionpolicies', ...here()]);
      expect(items.length).toBeGreaterThan(0);
      for (const { status } of items) {
        expect(status?.ancestors?.length).toBeGreaterThan(0);
        for (const { conditions } of status?.ancestors ?? [])
          expect(isTrue(conditions, 'Accepted')).toBe(true);
      }
    });

    it('its Envoy lets the harmless through and blocks the attack', async () => {
      const isServing = async (): Promise<boolean> => (await ask(caller, BENIGN)).status === 200;
      await until('the first answer', isServing, READY_MS);
      const attack = await ask(caller, ATTACK);
      expect(attack.status).toBe(403);
      expect(attack.text).toContain('prompt_injection_detected');
    });

    it('passes helm test', async () => {
      expect(await release.test()).toMatch(/Phase:\s+Succeeded/);
    });

    it('streams longer than the filter waits for a message are whole', async () => {
      const tally = await startStreams(caller, STREAMS).stop();
      expect(tally).toEqual({ whole: STREAMS, refused: [], cut: [] });
    });

    it('fails closed where the processor is gone', async () => {
      const { kubectl } = context().cluster;
      const workload = `deployment/${release.name}-portcullis`;
      await kubectl.run(['scale', workload, '--replicas=0', ...here()]);
      const isGone = async (): Promise<boolean> =>
        (await podsWith(context(), release.namespace, GATEWAY)).length === 0;
      await until('the end of the processor', isGone, READY_MS);
      expect((await ask(caller, BENIGN)).status).toBeGreaterThanOrEqual(500);
      await kubectl.run(['scale', workload, '--replicas=1', ...here()]);
      await until('the processor', async () => (await ask(caller, BENIGN)).status === 200, READY_MS);
    });
  });
};
