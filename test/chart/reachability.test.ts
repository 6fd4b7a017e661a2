import { describe, expect, it } from 'vitest';
import { type KubernetesObject, objectsOf } from '../cluster/objects.ts';
import { hasHelm, tryRender } from './chart.ts';
import { type PodSpec, proxyPodsOf, snippetOf } from './pod-specs.ts';

const POSTGRES = { postgresql: { existingSecret: { name: 'db' } } };
const POLICIES = { networkPolicy: { enabled: true } };

const rendered = async (values: object): Promise<readonly KubernetesObject[]> => {
  const { code, stdout, stderr } = await tryRender(values);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return objectsOf(stdout);
};

type Rule = Readonly<{ from?: readonly object[]; to?: readonly object[]; ports?: readonly object[] }>;

const rulesOf = (
  objects: readonly KubernetesObject[],
  name: string,
  way: 'ingress' | 'egress',
): readonly Rule[] =>
  (objects.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name)?.spec?.[way] ??
    []) as readonly Rule[];

const withPort = (rules: readonly Rule[], port: number | string): readonly Rule[] =>
  rules.filter(({ ports = [] }) => JSON.stringify(ports).includes(`"port":${JSON.stringify(port)}`));

/** Before Kubernetes 1.32 (and patches of older ones) and Calico 3.29 nothing found a port of a native sidecar by its name. */
describe.skipIf(!hasHelm)('ports of Envoy, a native sidecar, are told by number', () => {
  const ENVOY_PORTS = /"(?:proxy|envoy-status)"/;
  const WAYS = [
    { name: 'in the gateway’s pod', values: POLICIES },
    { name: 'in pods of its own', values: { ...POSTGRES, ...POLICIES, envoy: { separate: true } } },
  ];

  it.each(WAYS)('to Services: $name', async ({ values }) => {
    const services = (await rendered(values)).filter(({ kind }) => kind === 'Service');
    const targets = services
      .flatMap(({ spec }) => (spec?.['ports'] ?? []) as readonly Readonly<{ targetPort: unknown }>[])
      .map(({ targetPort }) => targetPort);
    expect(targets).toEqual(expect.arrayContaining([8080, 9902]));
    expect(JSON.stringify(targets)).not.toMatch(ENVOY_PORTS);
  });

  it.each(WAYS)('to network policies: $name', async ({ values }) => {
    const policies = (await rendered(values)).filter(({ kind }) => kind === 'NetworkPolicy');
    const rules = policies.flatMap(({ metadata }) => rulesOf(policies, metadata.name, 'ingress'));
    expect([withPort(rules, 8080), withPort(rules, 9902)]).toEqual([
      [expect.anything()],
      [expect.anything()],
    ]);
    expect(JSON.stringify(rules)).not.toMatch(ENVOY_PORTS);
  });
});

describe.skipIf(!hasHelm)('pull secrets reach pods of others, too', () => {
  const PULLS = { ...POSTGRES, global: { imagePullSecrets: [{ name: 'regcred' }] } };
  type Pulling = PodSpec & Readonly<{ imagePullSecrets?: unknown }>;

  it.each([
    { name: 'of applications', values: { mode: 'sidecar' }, podsOf: snippetOf },
    {
      name: 'of Envoy Gateway',
      values: { mode: 'envoyGateway', envoyGateway: { placement: 'sidecar' } },
      podsOf: proxyPodsOf,
    },
  ])('$name', async ({ values, podsOf }) => {
    const pulls = async (more: object): Promise<readonly unknown[]> =>
      podsOf(await rendered({ ...values, ...more })).map((pod) => (pod as Pulling).imagePullSecrets);
    expect(await pulls(PULLS)).toEqual([[{ name: 'regcred' }]]);
    expect(await pulls(POSTGRES)).toEqual([undefined]);
  });
});

describe.skipIf(!hasHelm)('a network policy lets in the Envoys that ask the processor', () => {
  const OWN = { podSelector: {} };
  const EVERY_NAMESPACE = { namespaceSelector: {} };
  const clientsOf = async (values: object): Promise<readonly object[] | undefined> =>
    withPort(rulesOf(await rendered({ ...POLICIES, ...values }), 'rel-portcullis', 'ingress'), 'grpc')[0]
      ?.from;

  it('that Envoy Gateway runs, wherever it does', async () => {
    expect(
      await clientsOf({ mode: 'envoyGateway', envoyGateway: { gateway: { name: 'llm' } } }),
    ).toContainEqual({
      ...EVERY_NAMESPACE,
      podSelector: {
        matchLabels: {
          'gateway.envoyproxy.io/owning-gateway-name': 'llm',
          'gateway.envoyproxy.io/owning-gateway-namespace': 'guard',
        },
      },
    });
  });

  it('of an Istio gateway in another namespace', async () => {
    const gateway = { host: 'llm.example.com', namespace: 'edge', selector: { istio: 'public' } };
    expect(await clientsOf({ mode: 'istio', istio: { contexts: ['GATEWAY'], gateway } })).toContainEqual({
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'edge' } },
      podSelector: { matchLabels: { istio: 'public' } },
    });
  });

  it.each([
    { mode: 'istio' },
    { mode: 'istio', istio: { contexts: ['GATEWAY'], gateway: { host: 'a.b' } } },
    { mode: 'processorOnly' },
  ])('and else those of the namespace: %j', async (values) => {
    const clients = (await clientsOf(values)) ?? [];
    expect(clients).toContainEqual(OWN);
    expect(JSON.stringify(clients)).not.toContain('namespaceSelector');
  });

  it.each(['istio', 'envoyGateway', 'processorOnly'])('or whom somebody named: %s', async (mode) => {
    const processorClients = [{ podSelector: { matchLabels: { app: 'edge' } } }];
    const networkPolicy = { enabled: true, processorClients };
    const clients = await clientsOf({ mode, networkPolicy });
    expect(clients).toHaveLength(2);
    expect(clients).toContainEqual(processorClients[0]);
  });
});

describe.skipIf(!hasHelm)('a network policy lets a mesh work', () => {
  const NAMES = ['rel-portcullis', 'rel-portcullis-dashboard'];
  const MESH = { ...POSTGRES, ...POLICIES, mode: 'istio' };

  it.each(NAMES)('%s: its sidecar reaches istiod, which is nobody else’s affair', async (name) => {
    const istiod = withPort(rulesOf(await rendered(MESH), name, 'egress'), 15_012);
    expect(istiod).toEqual([
      {
        to: [{ namespaceSelector: {}, podSelector: { matchLabels: { app: 'istiod' } } }],
        ports: [{ port: 15_012, protocol: 'TCP' }],
      },
    ]);
    const others = await rendered({ ...MESH, mode: 'processorOnly' });
    expect(withPort(rulesOf(others, name, 'egress'), 15_012)).toEqual([]);
  });

  it.each([
    { name: 'rel-portcullis', port: 'grpc', probed: 'metrics' },
    { name: 'rel-portcullis-dashboard', port: 'dashboard', probed: 'dashboard' },
  ])(
    '$name: tunnels of ztunnel come in from its clients alone, and probes',
    async ({ name, port, probed }) => {
      const rules = rulesOf(await rendered(MESH), name, 'ingress');
      const tunnels = withPort(rules, 15_008);
      expect(tunnels).toHaveLength(1);
      expect(tunnels[0]?.ports).toContainEqual({ port, protocol: 'TCP' });
      const probes = rules.filter(({ from }) => JSON.stringify(from).includes('169.254.7.127/32'));
      expect(probes.map(({ ports }) => ports)).toEqual([[{ port: probed, protocol: 'TCP' }]]);
      const others = rulesOf(await rendered({ ...MESH, mode: 'processorOnly' }), name, 'ingress');
      expect(JSON.stringify(others)).not.toMatch(/15008|169\.254/);
    },
  );
});

describe.skipIf(!hasHelm)('a network policy lets names be looked up', () => {
  const APART = { ...POSTGRES, envoy: { separate: true } };
  const lookUps = async (dns: readonly object[]): Promise<readonly (readonly Rule[])[]> => {
    const objects = await rendered({ ...APART, networkPolicy: { enabled: true, dns } });
    const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
    return policies.map(({ metadata }) => withPort(rulesOf(objects, metadata.name, 'egress'), 5353));
  };

  it('on OpenShift, too, whose DNS has another port', async () => {
    const to = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'openshift-dns' } } }];
    const ports = ['UDP', 'TCP'].map((protocol) => ({ port: 5353, protocol }));
    const rules = await lookUps([]);
    expect(rules).toHaveLength(4);
    for (const each of rules) expect(each).toEqual([{ to, ports }]);
  });

  it('where somebody says so, and nowhere else', async () => {
    expect((await lookUps([{ podSelector: {} }])).flat()).toEqual([]);
  });
});
