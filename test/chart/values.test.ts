import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { ConfigSchema } from '../../src/config/schema.ts';
import { envoyTracing } from '../../src/envoy/configuration/envoy-tracing.ts';
import type { KubernetesObject } from '../cluster/objects.ts';
import { objectsOf, podsOf } from '../cluster/objects.ts';
import { configTexts, hasHelm, render, tryRender } from './chart.ts';
import { containersOf, type PodSpec, proxyPodsOf, snippetOf, specsOf } from './pod-specs.ts';

const POSTGRES = { postgresql: { existingSecret: { name: 'db' } } };

const rendered = async (values: object): Promise<readonly KubernetesObject[]> => {
  const { code, stdout, stderr } = await tryRender(values);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return objectsOf(stdout);
};

const find = (objects: readonly KubernetesObject[], kind: string): KubernetesObject | undefined =>
  objects.find((object) => object.kind === kind);

describe.skipIf(!hasHelm)('the claim of the SQLite file', () => {
  const POLICY = 'helm.sh/resource-policy';

  it.each([
    { name: 'is kept', persistence: {}, policy: 'keep' },
    { name: 'goes where that is wanted', persistence: { keep: false }, policy: undefined },
    {
      name: 'has the annotation of whoever wrote another',
      persistence: { annotations: { [POLICY]: 'x' } },
      policy: 'x',
    },
  ])('$name', async ({ persistence, policy }) => {
    const claim = find(await rendered({ persistence }), 'PersistentVolumeClaim');
    expect(claim?.metadata.annotations?.[POLICY]).toBe(policy);
  });
});

describe.skipIf(!hasHelm)('families of addresses', () => {
  const EVERYWHERE = {
    ...POSTGRES,
    bindAddress: '[::]',
    envoy: { separate: true },
    dashboard: { separate: true },
  };
  const servicesOf = async (values: object): Promise<readonly KubernetesObject[]> =>
    (await rendered({ ...EVERYWHERE, ...values })).filter(({ kind }) => kind === 'Service');

  it('are the cluster’s affair unless somebody says so', async () => {
    for (const { spec } of await servicesOf({})) {
      expect(Object.keys(spec ?? {})).not.toContain('ipFamilies');
      expect(Object.keys(spec ?? {})).not.toContain('ipFamilyPolicy');
    }
  });

  it('are those of every Service', async () => {
    const families = { ipFamilyPolicy: 'RequireDualStack', ipFamilies: ['IPv6', 'IPv4'] };
    const services = await servicesOf(families);
    expect(services).toHaveLength(6);
    for (const { spec } of services) expect(spec).toMatchObject(families);
  });
});

describe.skipIf(!hasHelm)('names', () => {
  const NAME = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

  // A Service's is a label that begins with a letter; a release's may have dots and 53 characters.
  it.each([
    ['my.release', 'my-release-portcullis'],
    ['portcullis.eu', 'portcullis-eu'],
    [`${'a'.repeat(29)}--b`, `${'a'.repeat(29)}-72dd3829`],
    [`portcullis-${'x'.repeat(29)}`, `portcullis-${'x'.repeat(29)}`],
  ])('are such as Kubernetes takes for the release %s', async (release, name) => {
    const separate = ['--set', 'postgresql.existingSecret.name=db,envoy.separate=true'];
    const objects = await render(separate, release);
    const names = objects.map(({ metadata }) => metadata.name);
    expect(names).toContain(name);
    for (const each of names) expect(each).toMatch(NAME);
  });

  it('are told apart where releases differ only at their end', async () => {
    const namesOf = async (release: string): Promise<readonly string[]> =>
      (await render([], release)).map(({ metadata }) => metadata.name);
    const first = await namesOf(`${'x'.repeat(45)}-staging`);
    const second = await namesOf(`${'x'.repeat(45)}-canary`);
    for (const name of [...first, ...second]) expect(name).toMatch(NAME);
    expect(first.filter((name) => second.includes(name))).toEqual([]);
  });
});

const EXTRAS = {
  gateway: {
    extraEnv: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/db-ca/ca.crt' }],
    extraEnvFrom: [{ configMapRef: { name: 'more' } }],
    extraVolumes: [{ name: 'db-ca', configMap: { name: 'db-ca' } }],
    extraVolumeMounts: [{ name: 'db-ca', mountPath: '/etc/db-ca', readOnly: true }],
  },
  envoy: {
    extraVolumes: [{ name: 'more-envoy', configMap: { name: 'more-envoy' } }],
    extraVolumeMounts: [{ name: 'more-envoy', mountPath: '/etc/more', readOnly: true }],
  },
  dashboard: {
    extraEnv: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/other-ca/ca.crt' }],
    extraVolumes: [{ name: 'other-ca', configMap: { name: 'other-ca' } }],
    extraVolumeMounts: [{ name: 'other-ca', mountPath: '/etc/other-ca', readOnly: true }],
  },
};

const WAYS = [
  { name: 'SQLite', values: { postgresql: {} } },
  { name: 'PostgreSQL', values: {} },
  { name: 'a separate Envoy', values: { envoy: { ...EXTRAS.envoy, separate: true } } },
  { name: 'mode processorOnly', values: { mode: 'processorOnly' } },
  { name: 'mode sidecar', values: { mode: 'sidecar', sidecar: { example: true } } },
  { name: 'mode envoyGateway', values: { mode: 'envoyGateway' } },
  {
    name: 'mode envoyGateway in Envoy’s pods',
    values: { mode: 'envoyGateway', envoyGateway: { placement: 'sidecar' } },
  },
];

describe.skipIf(!hasHelm).each(WAYS)('volumes and variables of the operator, $name', ({ values }) => {
  const specs = async (): Promise<readonly PodSpec[]> => {
    const objects = await rendered({ ...POSTGRES, ...EXTRAS, ...values });
    return [...specsOf(objects), ...snippetOf(objects), ...proxyPodsOf(objects)];
  };

  it('have a volume for each mount, and each once', async () => {
    for (const spec of await specs()) {
      const volumes = (spec.volumes ?? []).map(({ name }) => name);
      expect(new Set(volumes).size).toBe(volumes.length);
      for (const { name, volumeMounts = [] } of containersOf(spec)) {
        expect({ name, without: volumeMounts.filter((mount) => !volumes.includes(mount.name)) }).toEqual({
          name,
          without: [],
        });
      }
    }
  });

  it('reach the container that brings the first key as they reach the one after it', async () => {
    const SERVING = ['gateway', 'portcullis', 'dashboard'];
    for (const spec of await specs()) {
      const containers = containersOf(spec);
      const serving = containers.find(({ name }) => SERVING.includes(name));
      for (const bringing of containers.filter(({ name }) => name === 'import-key')) {
        expect(bringing.env).toEqual(serving?.env);
        expect(bringing.envFrom).toEqual(serving?.envFrom);
        expect(bringing.volumeMounts?.at(-1)).toEqual(serving?.volumeMounts?.at(-1));
        expect(bringing.volumeMounts?.at(-1)?.name).toMatch(/-ca$/);
      }
    }
  });
});

describe.skipIf(!hasHelm)('traces of Envoy', () => {
  const TRACED = { config: { telemetry: { traces: { endpoint: 'http://collector:4318', envoy: true } } } };
  const SEPARATE = {
    envoy: { separate: true },
    networkPolicy: { enabled: true, extraEgress: [{ ports: [{ port: 4318 }] }] },
  };

  it('are in the configuration that Envoy’s is made from', async () => {
    const text = configTexts(await rendered(TRACED), '-config')['envoy-config.yaml'] ?? '';
    expect(envoyTracing(ConfigSchema.parse(parse(text)))?.url).toBe('http://collector:4318/v1/traces');
  });

  it.each([
    { name: 'may leave a separate Envoy', values: { ...SEPARATE, ...TRACED }, ports: true },
    { name: 'open nothing where there are none', values: SEPARATE, ports: false },
  ])('$name', async ({ values, ports }) => {
    const policy = (await rendered(values)).find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name.endsWith('-envoy'),
    );
    expect(JSON.stringify(policy?.spec?.['egress']).includes('4318')).toBe(ports);
  });
});

describe.skipIf(!hasHelm)('a PodMonitor selects', () => {
  const OURS = { 'app.kubernetes.io/instance': 'rel', 'app.kubernetes.io/name': 'portcullis' };

  it.each([
    { name: 'the pods of the chart', values: {}, labels: OURS },
    { name: 'patched pods', values: { mode: 'sidecar' }, labels: { 'portcullis/sidecar': 'rel-portcullis' } },
    { name: 'the pods beside Envoy Gateway’s', values: { mode: 'envoyGateway' }, labels: OURS },
    {
      name: 'the pods of Envoy Gateway’s that the processor is in',
      values: {
        ...POSTGRES,
        mode: 'envoyGateway',
        envoyGateway: { placement: 'sidecar', gateway: { name: 'llm' } },
      },
      labels: {
        'gateway.envoyproxy.io/owning-gateway-name': 'llm',
        'gateway.envoyproxy.io/owning-gateway-namespace': 'guard',
      },
    },
  ])('$name', async ({ values, labels }) => {
    const monitor = find(
      await rendered({ ...values, metrics: { podMonitor: { enabled: true } } }),
      'PodMonitor',
    );
    expect(monitor?.spec?.['selector']).toEqual({ matchLabels: labels });
  });
});

describe.skipIf(!hasHelm)('metrics of the dashboard', () => {
  const portsOf = (object: KubernetesObject | undefined): string =>
    JSON.stringify([
      object?.spec?.['endpoints'],
      object?.spec?.['podMetricsEndpoints'],
      object?.spec?.['ports'],
    ]);
  const named = (objects: readonly KubernetesObject[], kind: string, name: string) =>
    objects.find((each) => each.kind === kind && each.metadata.name === name);

  it.each([
    { name: 'in the gateway’s pod', values: {}, service: 'rel-portcullis-metrics' },
    { name: 'in pods of its own', values: POSTGRES, service: 'rel-portcullis-dashboard-metrics' },
  ])('are behind a Service that the ServiceMonitor selects: $name', async ({ values, service }) => {
    const objects = await rendered({ ...values, metrics: { serviceMonitor: { enabled: true } } });
    const monitor = find(objects, 'ServiceMonitor');
    expect(portsOf(monitor)).toContain('"port":"dash-metrics"');
    const behind = named(objects, 'Service', service);
    expect(portsOf(behind)).toContain('"name":"dash-metrics","port":9091');
    const selector = monitor?.spec?.['selector'] as { matchLabels: Record<string, string> };
    expect(behind?.metadata.labels).toMatchObject(selector.matchLabels);
    const others = objects.filter(({ kind, metadata }) => kind === 'Service' && metadata.name !== service);
    expect(others.filter((each) => portsOf(each).includes('dash-metrics'))).toEqual([]);
    const text = configTexts(objects, '-config')['config.yaml'] ?? '';
    expect(ConfigSchema.parse(parse(text)).dashboard.metricsAddress).toMatch(/:9091$/);
  });

  it.each([
    { values: {}, monitor: 'rel-portcullis' },
    { values: POSTGRES, monitor: 'rel-portcullis' },
    { values: { ...POSTGRES, mode: 'sidecar' }, monitor: 'rel-portcullis-dashboard' },
  ])('are scraped by a PodMonitor where it is enabled: $monitor', async ({ values, monitor }) => {
    const objects = await rendered({ ...values, metrics: { podMonitor: { enabled: true } } });
    const asking = objects.filter(
      (each) => each.kind === 'PodMonitor' && portsOf(each).includes('dash-metrics'),
    );
    expect(asking.map(({ metadata }) => metadata.name)).toEqual([monitor]);
  });

  it('are nowhere without a dashboard, or without being asked for', async () => {
    const monitored = { metrics: { serviceMonitor: { enabled: true } } };
    const without = await rendered({ dashboard: { enabled: false }, ...monitored });
    expect(without.filter((each) => portsOf(each).includes('dash-metrics'))).toEqual([]);
    expect(find(await rendered({}), 'ServiceMonitor')).toBeUndefined();
  });

  it.each([{}, POSTGRES])('may be reached by whoever scrapes, and by nobody else: %j', async (values) => {
    const objects = await rendered({
      ...values,
      networkPolicy: { enabled: true, scrapers: [{ podSelector: {} }] },
    });
    const open = objects.filter(
      ({ kind, spec }) =>
        kind === 'NetworkPolicy' && JSON.stringify(spec?.['ingress']).includes('dash-metrics'),
    );
    expect(open).toHaveLength(1);
    const rules = open[0]?.spec?.['ingress'] as { from?: unknown; ports: unknown }[];
    const rule = rules.find(({ ports }) => JSON.stringify(ports).includes('dash-metrics'));
    expect(rule?.from).toEqual([{ podSelector: {} }]);
  });
});

describe.skipIf(!hasHelm)('the dashboard’s own address', () => {
  const HOST = 'guard.example.com';

  it.each([
    { name: 'is unknown before nobody', dashboard: {}, url: undefined },
    {
      name: 'is unknown behind an Ingress without a certificate',
      dashboard: { ingress: { enabled: true, host: HOST } },
      url: undefined,
    },
    {
      name: 'is that of an Ingress with a certificate',
      dashboard: { ingress: { enabled: true, host: HOST, tlsSecret: 'tls' } },
      url: `https://${HOST}`,
    },
    {
      name: 'is no pattern',
      dashboard: { ingress: { enabled: true, host: '*.example.com', tlsSecret: 'tls' } },
      url: undefined,
    },
    {
      name: 'is unknown behind a route, whose Gateway may speak TLS',
      dashboard: { httpRoute: { enabled: true, parentRefs: [{ name: 'edge' }], hostnames: [HOST] } },
      url: undefined,
    },
    {
      name: 'is what the values say',
      dashboard: { ingress: { enabled: true, host: HOST }, publicUrl: 'https://other.example.com' },
      url: 'https://other.example.com',
    },
  ])('$name', async ({ dashboard, url }) => {
    const text = configTexts(await rendered({ dashboard }), '-config')['config.yaml'] ?? '';
    expect((parse(text) as { dashboard: { publicUrl?: string } }).dashboard.publicUrl).toBe(url);
  });
});

it.skipIf(!hasHelm)('labels of all objects stand once, whatever they are called', async () => {
  const part = 'app.kubernetes.io/part-of';
  const component = 'app.kubernetes.io/component';
  const { stdout } = await tryRender({ commonLabels: { [part]: 'platform', [component]: 'x', team: 'a' } });
  const objects = parseAllDocuments(stdout, { uniqueKeys: true });
  expect(objects.flatMap(({ errors }) => errors)).toEqual([]);
  const claim = find(objectsOf(stdout), 'PersistentVolumeClaim');
  expect(claim?.metadata.labels).toMatchObject({ [part]: 'platform', [component]: 'gateway', team: 'a' });
});

it.skipIf(!hasHelm)(
  'labels and annotations that two values say stand once, and the nearer one counts',
  async () => {
    const { stdout } = await tryRender({
      commonLabels: { release: 'common', team: 'a' },
      commonAnnotations: { 'kubectl.kubernetes.io/default-container': 'common' },
      gateway: {
        podAnnotations: { 'kubectl.kubernetes.io/default-container': 'envoy', 'checksum/config': 'x' },
      },
      metrics: {
        serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
        dashboards: { enabled: true, labels: { team: 'b' } },
      },
    });
    expect(parseAllDocuments(stdout, { uniqueKeys: true }).flatMap(({ errors }) => errors)).toEqual([]);
    const objects = objectsOf(stdout);
    expect(find(objects, 'ServiceMonitor')?.metadata.labels).toMatchObject({
      release: 'prometheus',
      team: 'a',
    });
    const pod = podsOf(objects, 'guard').find(
      ({ metadata }) => metadata.name === 'deployment-rel-portcullis',
    );
    expect(pod?.metadata.annotations).toMatchObject({
      'kubectl.kubernetes.io/default-container': 'envoy',
      'checksum/config': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  },
);

it.skipIf(!hasHelm)('the example has a network policy, too', async () => {
  const values = { mode: 'sidecar', sidecar: { example: true }, networkPolicy: { enabled: true } };
  const policy = (await rendered({ ...POSTGRES, ...values })).find(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'rel-portcullis-example',
  );
  expect(policy?.spec?.['ingress']).toEqual([]);
  expect(JSON.stringify(policy?.spec?.['egress'])).toContain('5432');
});

it.skipIf(!hasHelm)('no network policy is for a test that there is none of', async () => {
  const objects = await rendered({ networkPolicy: { enabled: true }, initialKey: { enabled: false } });
  const names = objects.filter(({ kind }) => kind === 'NetworkPolicy').map(({ metadata }) => metadata.name);
  expect(names).toEqual(['rel-portcullis']);
});

it.skipIf(!hasHelm).each([
  { url: undefined, port: false },
  { url: 'https://guard.example.com/v1', port: '"port":443' },
  { url: 'http://guard.example.com:8443', port: '"port":8443' },
])('helm test may reach the address that it is to test: $url', async ({ url, port }) => {
  const objects = await rendered({
    networkPolicy: { enabled: true },
    tests: url === undefined ? {} : { url },
  });
  const policy = objects.find(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name.endsWith('-test'),
  );
  const open = JSON.stringify(policy?.spec?.['egress']);
  if (port === false) expect(open).not.toMatch(/"port":(?:443|80|8443)\b/);
  else expect(open).toContain(port);
});

describe.skipIf(!hasHelm)('no process that hangs passes for alive', () => {
  const Probes = z.object({ livenessProbe: z.unknown(), startupProbe: z.unknown() });
  const livenessAt = (port: string) => ({ httpGet: { path: '/livez', port } });

  it.each([
    { name: 'envoy', values: {}, port: 'envoy-status' },
    { name: 'envoy', values: { ...POSTGRES, envoy: { separate: true } }, port: 'envoy-status' },
    { name: 'dashboard', values: { ...POSTGRES, dashboard: { separate: true } }, port: 'dash-metrics' },
  ])('$name with $values is asked at $port', async ({ name, values, port }) => {
    const containers = specsOf(await rendered(values)).flatMap(containersOf);
    const asked = containers.filter((container) => container.name === name);
    expect(asked.length).toBeGreaterThan(0);
    for (const container of asked) {
      const { livenessProbe, startupProbe } = Probes.parse(container);
      expect(livenessProbe).toMatchObject(livenessAt(port));
      expect(JSON.stringify(startupProbe)).not.toMatch(/tcpSocket|"\/ready"/);
    }
  });
});

describe.skipIf(!hasHelm)('that no gateway is there', () => {
  const ALERTS = ['PortcullisAbsent', 'PortcullisReleaseGone'];
  const asked = (enabled: boolean) => Object.fromEntries(ALERTS.map((name) => [name, { enabled }]));

  it.each([
    { name: 'is a fault', values: {}, alerts: {}, told: ALERTS },
    { name: 'is none where that is said', values: {}, alerts: asked(false), told: [] },
    { name: 'is none where gateways end with Jobs', values: { mode: 'sidecar' }, alerts: {}, told: [] },
    {
      name: 'is none there with another `for` alone',
      values: { mode: 'sidecar' },
      alerts: { PortcullisAbsent: { for: '10m' } },
      told: [],
    },
    { name: 'is one there, too, on demand', values: { mode: 'sidecar' }, alerts: asked(true), told: ALERTS },
  ])('$name', async ({ values, alerts, told }) => {
    const metrics = { podMonitor: { enabled: true }, prometheusRule: { enabled: true, alerts } };
    const rules = JSON.stringify(find(await rendered({ ...values, metrics }), 'PrometheusRule')?.spec);
    expect(ALERTS.filter((name) => rules.includes(`"${name}"`))).toEqual(told);
    expect(rules).toContain('"PortcullisDown"');
  });
});
