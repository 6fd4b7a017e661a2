import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tryCommand } from '../cluster/command.ts';
import { type KubernetesObject, objectsOf } from '../cluster/objects.ts';
import { program } from '../cluster/tools/programs.ts';
import { CHART, hasHelm, tryRender } from './chart.ts';
import { containersOf, specsOf } from './pod-specs.ts';

/** Values that are unusual and right, and some that look right. */

const POSTGRES = { postgresql: { existingSecret: { name: 'db' } } };

const rendered = async (values: object, ...args: readonly string[]): Promise<readonly KubernetesObject[]> => {
  const { code, stdout, stderr } = await tryRender(values, ...args);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return objectsOf(stdout);
};

it.skipIf(!hasHelm)('the chart can be a part of another one that switches it by a condition', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-parent-'));
  try {
    await mkdir(join(folder, 'charts'));
    await cp(CHART, join(folder, 'charts/portcullis'), { recursive: true });
    const dependencies = [{ name: 'portcullis', version: '*', condition: 'portcullis.enabled' }];
    const chart = { apiVersion: 'v2', name: 'platform', version: '1.0.0', dependencies };
    await writeFile(join(folder, 'Chart.yaml'), JSON.stringify(chart));
    const template = async (enabled: boolean) => {
      const values = JSON.stringify({ portcullis: { enabled } });
      return tryCommand(program('helm'), ['template', 'rel', folder, '--values', '-'], { input: values });
    };
    const on = await template(true);
    expect(on).toMatchObject({ code: 0 });
    expect(on.stdout).toContain('kind: Deployment');
    expect((await template(false)).stdout).not.toContain('kind: Deployment');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

describe.skipIf(!hasHelm)('null takes a default away', () => {
  it.each([
    { name: 'labels and annotations', values: { commonLabels: null, commonAnnotations: null } },
    { name: 'families', values: { ipFamilies: null, ipFamilyPolicy: null } },
    { name: 'annotations of the claim', values: { persistence: { annotations: null } } },
    {
      name: 'labels and annotations of pods',
      values: { gateway: { podLabels: null, podAnnotations: null } },
    },
    {
      name: 'lists of the network policy',
      values: {
        ...POSTGRES,
        envoy: { separate: true },
        networkPolicy: { enabled: true, extraEgress: null, processorClients: null, callers: null },
      },
    },
  ])('$name', async ({ values }) => {
    expect(await rendered(values)).toContainEqual(expect.objectContaining({ kind: 'Deployment' }));
  });

  it.each([
    { probe: 'startupProbe', told: ['periodSeconds', 'failureThreshold'] },
    {
      probe: 'livenessProbe',
      told: ['periodSeconds', 'timeoutSeconds', 'failureThreshold', 'terminationGracePeriodSeconds'],
    },
    { probe: 'readinessProbe', told: ['periodSeconds', 'timeoutSeconds', 'failureThreshold'] },
  ])('all that the $probe is told', async ({ probe, told }) => {
    for (const value of [null, Object.fromEntries(told.map((key) => [key, null]))]) {
      const [spec] = specsOf(await rendered({ gateway: { [probe]: value } }));
      const gateway = spec === undefined ? [] : containersOf(spec).filter(({ name }) => name === 'gateway');
      expect(gateway).toEqual([
        expect.objectContaining({ [probe]: { httpGet: expect.objectContaining({ port: 'metrics' }) } }),
      ]);
    }
  });

  it('not of the address that pods listen on', async () => {
    expect((await tryRender({ bindAddress: null })).stderr).toMatch(/bindAddress/);
  });
});

describe.skipIf(!hasHelm)('names that look like numbers stay texts', () => {
  const NAMES = {
    fullnameOverride: 'guard',
    nameOverride: '2024',
    initialKey: { existingSecret: '10', key: '11' },
    secrets: { textKeys: { name: '12', key: '13' } },
    upstream: { ca: { name: '16', key: '17' } },
    serviceAccount: { name: '18' },
    gateway: { priorityClassName: '19', runtimeClassName: '20' },
    ingress: { enabled: true, host: 'a.b', className: '21', tlsSecret: '22' },
    service: { type: 'LoadBalancer', loadBalancerClass: '23' },
    metrics: { podMonitor: { enabled: true } },
    networkPolicy: { enabled: true },
  };
  const NUMERIC_FIELDS = new Set([
    ...[
      'port',
      'targetPort',
      'containerPort',
      'defaultMode',
      'replicas',
      'runAsUser',
      'runAsGroup',
      'fsGroup',
    ],
    ...['periodSeconds', 'timeoutSeconds', 'failureThreshold', 'terminationGracePeriodSeconds'],
    ...['maxUnavailable', 'maxSurge', 'maxSkew', 'revisionHistoryLimit'],
  ]);

  const numbersIn = (value: unknown, path = ''): readonly string[] => {
    if (typeof value === 'number') return [path];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) =>
      NUMERIC_FIELDS.has(key) ? [] : numbersIn(inner, `${path}.${key}`),
    );
  };

  const DATABASE = { postgresql: { existingSecret: { name: '14', key: '1e3' } } };
  const APART = { ...DATABASE, envoy: { separate: true } };

  it.each([
    { name: 'with a database', values: DATABASE },
    { name: 'with an Envoy apart', values: APART },
    {
      name: 'with certificates',
      values: { ...APART, mtls: { enabled: true, serverSecret: '24', clientSecret: '25' } },
    },
    { name: 'with a claim of one’s own', values: { persistence: { existingClaim: '26' } } },
    { name: 'with a class of storage', values: { persistence: { storageClass: '27' } } },
  ])('$name', async ({ values }) => {
    const objects = await rendered({ ...NAMES, ...values }, '--namespace', '2024');
    expect(objects.flatMap((object) => numbersIn(object, object.kind))).toEqual([]);
  });
});

describe.skipIf(!hasHelm)('images', () => {
  const DIGEST = `sha256:${'0'.repeat(64)}`;
  const imagesOf = async (values: object): Promise<readonly unknown[]> => {
    const [spec] = specsOf(await rendered(values));
    const images =
      spec === undefined ? [] : containersOf(spec).map((each) => (each as { image?: string }).image);
    return [...new Set(images)].sort();
  };

  it.each([
    { name: 'have the chart’s version', image: {}, is: 'portcullis:0.1.0' },
    { name: 'have it beside a digest, too', image: { digest: DIGEST }, is: `portcullis:0.1.0@${DIGEST}` },
    { name: 'go by both', image: { tag: '1.0', digest: DIGEST }, is: `portcullis:1.0@${DIGEST}` },
  ])('$name', async ({ image, is }) => {
    expect(await imagesOf({ image })).toContain(is);
  });

  it('of Envoy go by a digest alone, and by no version of ours', async () => {
    expect(await imagesOf({ envoy: { image: { tag: '', digest: DIGEST } } })).toContain(
      `envoyproxy/envoy@${DIGEST}`,
    );
    const { code, stderr } = await tryRender({ envoy: { image: { tag: '' } } });
    expect(stderr).toMatch(/envoy\.image\.tag/);
    expect(code).not.toBe(0);
  });
});

describe.skipIf(!hasHelm)('durations', () => {
  const monitor = (interval: string, scrapeTimeout?: string): object => ({
    metrics: { serviceMonitor: { enabled: true, interval, ...(scrapeTimeout ? { scrapeTimeout } : {}) } },
  });
  const alert = (lasts: string): object => ({
    metrics: { prometheusRule: { enabled: true, alerts: { PortcullisDown: { for: lasts } } } },
  });

  it.each([
    monitor('1m', '60s'),
    monitor('1m30s', '90s'),
    monitor('10s'),
    alert('1d'),
    alert('1h30m'),
    alert('0'),
  ])('as Prometheus takes them: %j', async (values) => {
    expect(await tryRender(values)).toMatchObject({ code: 0 });
  });

  it.each([
    // The operator leaves out such a monitor altogether, and only its log says so.
    { values: monitor('5s'), says: /metrics\.serviceMonitor\.scrapeTimeout: 10s .*5s/ },
    { values: monitor('1m', '61s'), says: /metrics\.serviceMonitor\.scrapeTimeout/ },
    {
      values: { metrics: { podMonitor: { enabled: true, interval: '900ms', scrapeTimeout: '1s' } } },
      says: /metrics\.podMonitor\.scrapeTimeout/,
    },
    { values: monitor('5m1h'), says: /\/metrics\/serviceMonitor\/interval/ },
    { values: monitor('1m1m'), says: /\/metrics\/serviceMonitor\/interval/ },
    { values: alert('1h1d'), says: /\/metrics\/prometheusRule\/alerts\/PortcullisDown\/for/ },
    { values: alert(''), says: /\/metrics\/prometheusRule\/alerts\/PortcullisDown\/for/ },
  ])('as it does not: $values', async ({ values, says }) => {
    const { code, stderr } = await tryRender(values);
    expect(stderr).toMatch(says);
    expect(code).not.toBe(0);
  });
});

it.skipIf(!hasHelm)('the example is another Job after an upgrade: none can be changed', async () => {
  const jobOf = async (tag: string): Promise<KubernetesObject | undefined> =>
    (await rendered({ mode: 'sidecar', sidecar: { example: true }, image: { tag } })).find(
      ({ kind }) => kind === 'Job',
    );
  const [first, again, next] = [await jobOf('1'), await jobOf('1'), await jobOf('2')];
  expect(first?.metadata.name).toMatch(/^rel-portcullis-example-[0-9a-f]{8}$/);
  expect(again?.metadata.name).toBe(first?.metadata.name);
  expect(next?.metadata.name).not.toBe(first?.metadata.name);
});

it.skipIf(!hasHelm)('Envoy Gateway knows one key of a provider’s CA', async () => {
  const values = (key: string): object => ({
    mode: 'envoyGateway',
    upstream: { ca: { kind: 'ConfigMap', name: 'ca', key } },
  });
  expect(await tryRender(values('ca.crt'))).toMatchObject({ code: 0 });
  expect((await tryRender(values('ca.pem'))).stderr).toMatch(/upstream\.ca\.key: must be ca\.crt/);
});

it.skipIf(!hasHelm).each([
  { port: 15_001, provider: '8081' },
  { port: 8081, provider: '8082' },
])('the test finds another port for its provider than the sidecar’s: $port', async ({ port, provider }) => {
  const objects = await rendered({ mode: 'sidecar', sidecar: { port, example: true } });
  const containers = specsOf(objects).flatMap(containersOf) as readonly Readonly<{
    name: string;
    command?: readonly string[];
    args?: readonly string[];
  }>[];
  const providers = containers.filter(({ name }) => name === 'sample-provider');
  expect(providers.map(({ command }) => command?.at(-1))).toEqual([provider, provider]);
  const asking = containers.filter(({ name }) => name === 'envoy-config');
  expect(asking.map(({ args }) => args?.includes(`http://127.0.0.1:${provider}`))).toEqual([true, true]);
});
