import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATTACK, BENIGN } from '../../contract/stack.ts';
import { command } from '../command.ts';
import { type Daemon, until } from '../daemon.ts';
import { expectAsksUs, expectCertificateThere, expectMutualTls, withCamelKeys } from '../envoy-xds.ts';
import { hasAll } from '../tier.ts';
import { CONTROLLERS, missing } from '../tools/programs.ts';
import { ask, type Caller, startStreams } from './callers.ts';
import { makeTlsSecrets } from './certificates.ts';
import { type Database, startDatabase } from './database.ts';
import { SYSTEM, startGatewayController } from './gateway-controller.ts';
import {
  type Context,
  GATEWAY,
  installRelease,
  keyOf,
  podsWith,
  type Release,
  type RunningPod,
  sampleProvider,
  signal,
  statusOf,
} from './releases.ts';

const READY_MS = 240_000;
const STREAMS = 4;
/** Longer than Envoy Gateway's own 10 s for a call, and than the filter waits for one message. */
const STREAM_CHUNK_MS = 700;
const PROXY_ADMIN = 'http://127.0.0.1:19000/config_dump?include_eds';

type Service = Readonly<{
  metadata: { name: string };
  spec: { type: string; clusterIP: string; ports: readonly { port: number }[] };
}>;
type Conditions = readonly Readonly<{ type: string; status: string; message?: string }>[];
type Gateway = Readonly<{ metadata: { name: string }; status?: { conditions?: Conditions } }>;
type Policy = Readonly<{ kind: string; status?: { ancestors?: readonly { conditions?: Conditions }[] } }>;

const POLICIES = ['envoyextensionpolicies', 'clienttrafficpolicies', 'backendtrafficpolicies'].join(',');

/** How Envoy reaches the processor. */
type Way = Readonly<{
  title: string;
  /** Of the release, and of its namespace unless Envoy's pods need what is in it. */
  name: string;
  namespace?: string;
  values: Record<string, unknown>;
  mtls?: typeof TLS;
  database?: Readonly<{ name: string; key: string }>;
}>;

const TLS = { server: 'processor-tls', client: 'envoy-tls' } as const;
const PROVIDER_TLS = { server: 'provider-tls', client: 'provider-client' } as const;
const DATABASE = { name: 'database', key: 'url' } as const;

const WAYS: readonly Way[] = [
  {
    title: 'as a Service, with certificates on both sides',
    name: 'mtls',
    values: {
      mtls: { enabled: true, serverSecret: TLS.server, clientSecret: TLS.client },
      upstream: {
        url: 'https://provider.mtls.svc.cluster.local:8443/v1',
        ca: { kind: 'Secret', name: PROVIDER_TLS.server },
      },
    },
    mtls: TLS,
  },
  {
    title: 'in Envoy’s pods',
    name: 'socket',
    // Envoy Gateway makes its Envoys there, and a pod reads only the ConfigMaps and Secrets of its own namespace.
    namespace: SYSTEM,
    values: {
      envoyGateway: { placement: 'sidecar' },
      postgresql: { existingSecret: DATABASE },
    },
    database: DATABASE,
  },
  { title: 'as a Service', name: 'clear', values: {} },
];

const isTrue = (conditions: Conditions | undefined, type: string): boolean =>
  conditions?.some((condition) => condition.type === type && condition.status === 'True') === true;

const oneWay = (
  context: () => Context,
  { title, name, namespace = name, values, mtls, database: secret }: Way,
) =>
  describe(`the processor ${title}`, () => {
    let database: Database | undefined;
    let release: Release;
    let caller: Caller;
    const fullname = `${name}-portcullis`;
    const serverName = `${fullname}-processor-tls.${namespace}.svc.cluster.local`;
    const owned = [
      `gateway.envoyproxy.io/owning-gateway-name=${fullname}`,
      `gateway.envoyproxy.io/owning-gateway-namespace=${namespace}`,
    ].join(',');
    const here = ['-n', namespace];
    const get = <T>(args: readonly string[]): Promise<T> => context().cluster.kubectl.get<T>(args);
    const isServing = async (): Promise<boolean> => (await ask(caller, BENIGN)).status === 200;

    const envoyPod = async (): Promise<RunningPod> => {
      const pods = await podsWith(context(), SYSTEM, owned);
      const [pod] = pods.filter(({ status }) => status.phase === 'Running');
      if (pod === undefined) throw new Error('No pod of Envoy');
      return pod;
    };

    /** Envoy Gateway's Service waits for a load balancer: this is all that one would say. */
    const assignAddress = async (): Promise<Service> => {
      const { items } = await get<{ items: readonly Service[] }>(['services', '-n', SYSTEM, '-l', owned]);
      const [service] = items;
      if (service === undefined) throw new Error('Envoy Gateway made no Service');
      const status = { status: { loadBalancer: { ingress: [{ ip: context().cluster.nodeAddress }] } } };
      await context().cluster.kubectl.run([
        ...['patch', 'service', service.metadata.name, '-n', SYSTEM],
        ...['--subresource=status', '--type=merge', '-p', JSON.stringify(status)],
      ]);
      return service;
    };

    /** What the controller made, as the Envoy that runs has taken it. */
    const envoyConfig = async (): Promise<unknown> => {
      const id = statusOf(await envoyPod(), 'envoy').containerID?.replace('containerd://', '') ?? '';
      const network = `--net=/proc/${await context().cluster.runtime.pidOf(id)}/ns/net`;
      const script = `process.stdout.write(await (await fetch(${JSON.stringify(PROXY_ADMIN)})).text())`;
      const node = [process.execPath, '--input-type=module', '--eval', script];
      return withCamelKeys(JSON.parse(await command('nsenter', [network, ...node])));
    };

    const tlsSecrets = async (names: typeof TLS): Promise<readonly object[]> => {
      const { folder } = context().cluster.plane;
      const provider = `provider.${namespace}.svc.cluster.local`;
      return [
        ...(await makeTlsSecrets(folder, serverName, names)),
        ...(await makeTlsSecrets(folder, provider, PROVIDER_TLS)),
      ];
    };

    beforeAll(async () => {
      const { cluster } = context();
      database = secret === undefined ? undefined : await startDatabase(cluster, secret);
      release = await installRelease(
        context(),
        name,
        {
          mode: 'envoyGateway',
          upstream: { url: `http://provider.${namespace}.svc.cluster.local:8081/v1` },
          ...values,
        },
        [
          ...sampleProvider(context(), mtls === undefined ? undefined : PROVIDER_TLS.server),
          ...(mtls === undefined ? [] : await tlsSecrets(mtls)),
          ...(database === undefined ? [] : [database.secret]),
        ],
        namespace,
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
      await database?.close();
    });

    it('the controller takes the Gateway and the policies', async () => {
      const isProgrammed = async (): Promise<boolean> => {
        const { items } = await get<{ items: readonly Gateway[] }>(['gateways', ...here]);
        return items.length > 0 && items.every(({ status }) => isTrue(status?.conditions, 'Programmed'));
      };
      await until('the Gateway', isProgrammed, READY_MS);
      const { items } = await get<{ items: readonly Policy[] }>([POLICIES, ...here]);
      expect(items.map(({ kind }) => kind).toSorted()).toEqual([
        'BackendTrafficPolicy',
        'ClientTrafficPolicy',
        'EnvoyExtensionPolicy',
      ]);
      for (const { kind, status } of items) {
        const conditions = (status?.ancestors ?? []).flatMap((ancestor) => ancestor.conditions ?? []);
        expect([kind, conditions.filter((one) => one.status !== 'True')]).toEqual([kind, []]);
        expect([kind, isTrue(conditions, 'Accepted')]).toEqual([kind, true]);
      }
    });

    it('its Envoy lets the harmless through and blocks the attack', async () => {
      await until('the first answer', isServing, READY_MS);
      expect((await ask(caller, BENIGN)).headers['x-gateway-input-status']).toBe('pass');
      const attack = await ask(caller, ATTACK);
      expect(attack.status).toBe(403);
      expect(attack.text).toContain('prompt_injection_detected');
    });

    it('its Envoy has the filter on each route, and closed where it fails', async () => {
      const config = await envoyConfig();
      expectAsksUs(config);
      if (mtls === undefined) return;
      expectMutualTls(config, serverName);
      expectCertificateThere(config, serverName);
    });

    it('passes helm test', async () => {
      expect(await release.test()).toMatch(/Phase:\s+Succeeded/);
    });

    it('streams longer than a call to the processor may take are whole', async () => {
      const tally = await startStreams(caller, STREAMS, STREAM_CHUNK_MS).stop();
      expect(tally).toEqual({ whole: STREAMS, refused: [], cut: [] });
    });

    it.runIf(secret === undefined)('passes nothing where the processor is gone', async () => {
      const { kubectl } = context().cluster;
      await kubectl.run(['scale', `deployment/${fullname}`, '--replicas=0', ...here]);
      const isGone = async (): Promise<boolean> =>
        (await podsWith(context(), namespace, GATEWAY)).length === 0;
      await until('the end of the processor', isGone, READY_MS);
      expect((await ask(caller, BENIGN)).status).toBeGreaterThanOrEqual(500);
      await kubectl.run(['scale', `deployment/${fullname}`, '--replicas=1', ...here]);
      await until('the processor', isServing, READY_MS);
    });

    it.runIf(secret !== undefined)(
      'passes nothing after kill -9 of the processor, until it is back',
      async () => {
        const before = await envoyPod();
        const { restartCount } = statusOf(before, 'portcullis');
        await signal(context(), before, 'portcullis', 'SIGKILL');
        const seen = new Set<number>();
        const isBack = async (): Promise<boolean> => {
          seen.add((await ask(caller, ATTACK).catch(() => ({ status: 0 }))).status);
          const isNew = statusOf(await envoyPod(), 'portcullis').restartCount > restartCount;
          return isNew && (await isServing());
        };
        await until('the processor after kill -9', isBack, READY_MS);
        expect(seen).not.toContain(200);
      },
    );
  });

/** The chart's resources under Envoy Gateway's real controller, which makes the Envoy itself. */
export const envoyGateway = (context: () => Context): void => {
  const isHere = hasAll('Envoy Gateway on a real node', missing(CONTROLLERS));

  describe.skipIf(!isHere)('mode envoyGateway', () => {
    let controller: Daemon;
    beforeAll(async () => {
      controller = await startGatewayController(context());
    });
    afterAll(() => controller?.stop());

    for (const way of WAYS) oneWay(context, way);
  });
};
