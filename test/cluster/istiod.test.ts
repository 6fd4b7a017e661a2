import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConfigSchema } from '../../src/config/schema.ts';
import { freePort } from '../free-port.ts';
import { command } from './command.ts';
import {
  GATEWAY_NAME,
  type Mesh,
  routerService,
  startMesh,
  type WantedProxy,
  waypointParts,
} from './mesh/mesh.ts';
import type { MeshProxy } from './mesh/proxy.ts';
import { meshTraffic } from './mesh/traffic.ts';
import { expectOnlyProviderAsked, waysTo } from './mesh/ways.ts';
import { CHART, type KubernetesObject, type Labels, objectsOf, ROOT, readObjects } from './objects.ts';
import { hasAll, lackingForTier2 } from './tier.ts';
import { MESH, missing, program } from './tools/programs.ts';

/**
 * What Istio's own control plane makes of our manifests, as an Envoy that it configures has taken it. A patch that fits
 * nothing does nothing, and Istio says nothing of it: so every way to the provider is looked at.
 */

const SETTLE_MS = 30_000;
const OPENAI = 'api.openai.com';
const HOST = 'llm.example.com';
const { maxBodyBytes } = ConfigSchema.parse({}).scan;

const isReady = hasAll('istiod', [...lackingForTier2(), ...missing(MESH)]);

const settled = <T>(look: () => Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: SETTLE_MS, interval: 500 });

/** Another service on the provider's port, and at a gateway another name: our business is neither. */
const neighbours: readonly KubernetesObject[] = [
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'neighbour', labels: { 'istio.io/use-waypoint': 'waypoint' } },
    spec: { selector: { app: 'neighbour' }, ports: [{ name: 'http', port: 80 }] },
  },
  {
    apiVersion: 'networking.istio.io/v1',
    kind: 'Gateway',
    metadata: { name: 'neighbour' },
    spec: {
      selector: { istio: 'ingressgateway' },
      servers: [{ port: { number: 80, name: 'http', protocol: 'HTTP' }, hosts: ['neighbour.example.com'] }],
    },
  },
  {
    apiVersion: 'networking.istio.io/v1',
    kind: 'VirtualService',
    metadata: { name: 'neighbour' },
    spec: {
      hosts: ['neighbour.example.com'],
      gateways: ['neighbour'],
      http: [{ route: [{ destination: { host: 'neighbour', port: { number: 80 } } }] }],
    },
  },
];

/** The ports of a gateway's Service → where its pods listen; and a sidecar's port for those who take it for an HTTP proxy. */
const PORTS = { 443: await freePort(), 80: await freePort(), 8080: await freePort() } as const;
const HTTP_PROXY_PORT = await freePort();

type Kind = Readonly<{
  type: WantedProxy['type'];
  labels: Labels;
  metadata?: Readonly<Record<string, string>>;
  /** From which the provider is reached. */
  listeners: readonly string[];
}>;
const router: Kind = {
  type: 'router',
  labels: { istio: 'ingressgateway' },
  listeners: [`0.0.0.0_${PORTS[443]}`],
};
const sidecar: Kind = {
  type: 'sidecar',
  labels: { app: 'application', llm: 'true' },
  metadata: { HTTP_PROXY_PORT: String(HTTP_PROXY_PORT) },
  listeners: ['0.0.0.0_80', `127.0.0.1_${HTTP_PROXY_PORT}`],
};
const waypoint: Kind = {
  type: 'waypoint',
  labels: GATEWAY_NAME,
  listeners: ['main_internal'],
};

const deployed = async (file: string): Promise<readonly KubernetesObject[]> =>
  [
    ...(await readObjects(join(ROOT, 'deploy/istio/processor.yaml'))),
    ...(await readObjects(join(ROOT, `deploy/istio/${file}.yaml`))),
  ].filter(({ kind }) => kind !== 'Namespace');

const rendered = async (namespace: string, values: string): Promise<readonly KubernetesObject[]> =>
  objectsOf(
    await command(program('helm'), [
      ...['template', 'gate', CHART, '--namespace', namespace],
      ...['--values', join(CHART, 'ci', values), '--api-versions', 'networking.istio.io/v1alpha3'],
    ]),
  ).filter(
    ({ apiVersion, kind }) => apiVersion.includes('istio.io') || kind === 'Service' || kind === 'Gateway',
  );

describe.skipIf(!isReady)('istiod', () => {
  let mesh: Mesh;
  beforeAll(async () => {
    mesh = await startMesh();
  });
  afterAll(() => mesh?.stop());

  const certificateAs = (name: string): KubernetesObject =>
    ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name },
      type: 'kubernetes.io/tls',
      stringData: { 'tls.crt': mesh.pems.certificate, 'tls.key': mesh.pems.key },
    }) as KubernetesObject;
  const apply = async (namespace: string, objects: readonly KubernetesObject[]): Promise<void> => {
    onTestFinished(await mesh.apply(namespace, objects));
  };
  const start = async ({ type, labels, metadata }: Kind, namespace: string): Promise<MeshProxy> => {
    if (type === 'router') await apply(namespace, [routerService(labels, PORTS)]);
    const proxy = await mesh.proxy({ type, name: type, namespace, labels, ...(metadata && { metadata }) });
    onTestFinished(proxy.stop);
    return proxy;
  };
  const expectSettled = (proxy: MeshProxy, listeners: readonly string[]): Promise<void> =>
    settled(async () =>
      expectOnlyProviderAsked(await proxy.config(), {
        provider: OPENAI,
        maxBodyBytes,
        listeners,
        neighbour: '|neighbour.',
      }),
    );

  describe.each([
    { file: 'gateway', kind: router },
    { file: 'sidecar', kind: sidecar },
    { file: 'waypoint', kind: waypoint },
  ])('of the folder deploy/istio, $file', ({ file, kind }) => {
    it('makes an Envoy that asks us on each way to the provider, and on no other', async () => {
      const namespace = 'portcullis';
      await apply(namespace, [
        ...(await deployed(file)),
        certificateAs('portcullis-tls'),
        ...neighbours,
        ...(file === 'waypoint' ? waypointParts(namespace) : []),
      ]);
      await expectSettled(await start(kind, namespace), kind.listeners);
    });
  });

  describe.each([
    { values: 'istio-sidecars-values.yaml', kinds: [sidecar] },
    { values: 'istio-values.yaml', kinds: [router, sidecar, waypoint] },
  ])('of the chart with $values', ({ values, kinds }) => {
    it('makes Envoys that ask us on each way to the provider, and on no other', async () => {
      const namespace = values.replace('-values.yaml', '');
      await apply(namespace, [
        ...(await rendered(namespace, values)),
        certificateAs('llm-tls'),
        ...neighbours,
        ...waypointParts(namespace),
      ]);
      for (const kind of kinds) await expectSettled(await start(kind, namespace), kind.listeners);
    });
  });

  describe('of somebody’s own routes at a gateway', () => {
    const own = (hosts: readonly string[], servers: readonly object[]): readonly KubernetesObject[] => [
      {
        apiVersion: 'networking.istio.io/v1',
        kind: 'Gateway',
        metadata: { name: 'portcullis' },
        spec: { selector: { istio: 'ingressgateway' }, servers },
      },
      {
        apiVersion: 'networking.istio.io/v1',
        kind: 'VirtualService',
        metadata: { name: 'portcullis' },
        spec: {
          hosts,
          gateways: ['portcullis'],
          http: [{ route: [{ destination: { host: OPENAI, port: { number: 80 } } }] }],
        },
      },
    ];
    const http = (number: number): object => ({ number, name: `http-${number}`, protocol: 'HTTP' });
    const asGiven = async (namespace: string): Promise<readonly KubernetesObject[]> =>
      (await deployed('gateway'))
        .filter(({ kind }) => !['Gateway', 'VirtualService'].includes(kind))
        .map((object) => ({ ...object, metadata: { ...object.metadata, namespace } }));

    it.each([
      // Istio makes one virtual host of all names with the same routes, and calls it by the longest.
      {
        name: 'two-names',
        hosts: [HOST, `longer-${HOST}`],
        ports: [80] as const,
        called: `longer-${HOST}:80`,
      },
      { name: 'two-ports', hosts: [HOST], ports: [80, 8080] as const, called: `${HOST}:80` },
    ])('asks us: $name', async ({ name, hosts, ports, called }) => {
      const servers = ports.map((port) => ({ port: http(port), hosts }));
      await apply(name, [...(await asGiven(name)), ...own(hosts, servers)]);
      const proxy = await start(router, name);
      await settled(async () => {
        const { there } = waysTo(await proxy.config(), OPENAI);
        expect(there.map(({ listener }) => listener).toSorted()).toEqual(
          ports.map((port) => `0.0.0.0_${PORTS[port]}`).toSorted(),
        );
        expect(there.map(({ virtualHost }) => virtualHost)).toContain(called);
        expect(there.filter(({ isAsked }) => !isAsked)).toEqual([]);
      });
    });

    it('leads no further at a gateway of another namespace, which no patch of ours reaches', async () => {
      await apply('portcullis', [...(await deployed('gateway')), certificateAs('portcullis-tls')]);
      await apply('elsewhere', [certificateAs('portcullis-tls')]);
      const proxy = await start(router, 'elsewhere');
      await settled(async () => {
        const { there } = waysTo(await proxy.config(), OPENAI);
        expect(there).toMatchObject([{ isAsked: false, isOpen: false }]);
      });
    });

    it('does not ask us for a name that was not given, which is what these tests look for', async () => {
      const hosts = ['other.example.com'];
      await apply('no-name', [...(await asGiven('no-name')), ...own(hosts, [{ port: http(80), hosts }])]);
      const proxy = await start(router, 'no-name');
      await settled(async () => {
        const { there } = waysTo(await proxy.config(), OPENAI);
        expect(there.map(({ isAsked }) => isAsked)).toEqual([false]);
      });
    });
  });

  meshTraffic(() => mesh);
});
