import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, tryCommand } from './command.ts';
import { expectAsksUs, expectMutualTls, findAll } from './envoy-xds.ts';
import {
  CHART,
  type KubernetesObject,
  manifestFiles,
  objectsOf,
  ROOT,
  readObjects,
  yamlOf,
} from './objects.ts';
import { hasAll } from './tier.ts';
import { missing, program } from './tools/programs.ts';

/** What Istio's and Envoy Gateway's own programs say of the manifests and of what the chart renders. No cluster. */

type Source = Readonly<{ name: string; objects: readonly KubernetesObject[] }>;

const HARMLESS = /EnvoyFilter exposes internal implementation details/;

const render = async (name: string): Promise<Source> => {
  const values = ['--values', join(CHART, 'ci', name)];
  const apis = ['monitoring.coreos.com/v1', 'gateway.networking.k8s.io/v1', 'networking.istio.io/v1alpha3'];
  const yaml = await command(program('helm'), [
    'template',
    'gate',
    CHART,
    ...values,
    ...apis.flatMap((api) => ['--api-versions', api]),
  ]);
  return { name: `the chart with ${name}`, objects: objectsOf(yaml) };
};

const POLICY = 'EnvoyExtensionPolicy';
const has =
  (kind: string) =>
  ({ objects }: Source): boolean =>
    objects.some((object) => object.kind === kind);

/** A file of `deploy/`; with a Gateway together with what its folder has beside it: the processor that it speaks of. */
const readSource = async (name: string, others: readonly string[]): Promise<Source> => {
  const read = async (file: string): Promise<Source> => ({
    name: file,
    objects: await readObjects(join(ROOT, file)),
  });
  const source = await read(name);
  if (!has(POLICY)(source)) return source;
  const neighbours = others.filter((other) => other !== name && dirname(other) === dirname(name));
  const beside = (await Promise.all(neighbours.map(read))).filter((other) => other.objects.every(isPlain));
  return { name, objects: [...source.objects, ...beside.flatMap(({ objects }) => objects)] };
};

const isPlain = ({ apiVersion }: KubernetesObject): boolean => ['v1', 'apps/v1'].includes(apiVersion);

const sources = async (): Promise<readonly Source[]> => {
  const names = (await readdir(join(CHART, 'ci'))).filter((name) => name.endsWith('-values.yaml'));
  const files = await manifestFiles('deploy');
  const rendered = missing({ helm: null }).length === 0 ? await Promise.all(names.map(render)) : [];
  return [...rendered, ...(await Promise.all(files.map((name) => readSource(name, files))))];
};

const all = await sources();
const isOf =
  (group: string) =>
  (object: KubernetesObject): boolean =>
    object.apiVersion.split('/')[0]?.endsWith(group) === true;
const istio = all.filter(({ objects }) => objects.some(isOf('.istio.io')));
const envoyGateway = all.filter((source) => has(POLICY)(source) && has('Gateway')(source));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-checkers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const write = async (objects: readonly KubernetesObject[]): Promise<string> => {
  const file = join(folder, `${process.hrtime.bigint()}.yaml`);
  await writeFile(file, yamlOf(objects));
  return file;
};

describe.skipIf(!hasAll('istioctl validate', missing({ istioctl: null })))('istioctl', () => {
  const validate = async (
    objects: readonly KubernetesObject[],
  ): Promise<Readonly<{ code: number; said: string }>> => {
    const { code, stdout, stderr } = await tryCommand(program('istioctl'), [
      'validate',
      '-f',
      await write(objects),
    ]);
    return { code, said: `${stdout}${stderr}` };
  };
  const warnings = (said: string): readonly string[] =>
    said.split('\n').filter((line) => /^\s*\* |unknown/i.test(line) && !HARMLESS.test(line));

  it('has something to look at', () => {
    expect(istio.length).toBeGreaterThan(0);
  });

  it.each(istio)('has no error and no warning for $name', async ({ objects }) => {
    const { code, said } = await validate(objects.filter(isOf('.istio.io')));
    expect(said).not.toMatch(/error/i);
    expect(warnings(said)).toEqual([]);
    expect(code).toBe(0);
  });

  it('warns of a misspelt field of a filter, so its silence says something', async () => {
    const [filter] = istio.flatMap(({ objects }) => objects.filter(({ kind }) => kind === 'EnvoyFilter'));
    const misspelt = JSON.stringify(filter).replaceAll('"message_timeout"', '"mesage_timeout"');
    expect(misspelt).toContain('mesage_timeout');
    const { said } = await validate([JSON.parse(misspelt) as KubernetesObject]);
    expect(warnings(said).join('\n')).toContain('mesage_timeout');
  });
});

const TLS = join(ROOT, 'test/fixtures/tls/processor');

/** The Secrets that Gateways and Backends name; whose they are does not matter to a translation. */
const secretsFor = async (objects: readonly KubernetesObject[]): Promise<readonly KubernetesObject[]> => {
  const data = {
    'tls.crt': await readFile(join(TLS, 'server.pem'), 'base64'),
    'tls.key': await readFile(join(TLS, 'server.key'), 'base64'),
    'ca.crt': await readFile(join(TLS, 'ca.pem'), 'base64'),
  };
  const named = objects.flatMap(({ metadata: { namespace = 'default' }, spec }) =>
    findAll(spec, ({ kind, name }) => kind === 'Secret' && typeof name === 'string').map(({ name }) => ({
      name: String(name),
      namespace,
    })),
  );
  const metadata = new Map(named.map((one) => [`${one.namespace}/${one.name}`, one]));
  return [...metadata.values()].map((one) =>
    Object.assign({ apiVersion: 'v1', kind: 'Secret', metadata: one }, { type: 'kubernetes.io/tls', data }),
  );
};

/** An API server gives each Service an address, and a translation without one goes by it. */
const withAddress = (object: KubernetesObject): KubernetesObject =>
  object.kind === 'Service' ? { ...object, spec: { clusterIP: '10.96.0.10', ...object.spec } } : object;

describe.skipIf(!hasAll('egctl translate', missing({ egctl: null })))('egctl', () => {
  const translate = async (objects: readonly KubernetesObject[], to: 'xds' | 'gateway-api') => {
    const file = await write([...objects.map(withAddress), ...(await secretsFor(objects))]);
    const options = ['--from', 'gateway-api', '--to', to, '-o', 'json', '--file', file];
    return JSON.parse(await command(program('egctl'), ['experimental', 'translate', ...options])) as unknown;
  };

  it('has something to look at', () => {
    expect(envoyGateway.length).toBeGreaterThan(0);
  });

  it.each(envoyGateway)(
    'makes of $name an Envoy that asks us and fails closed',
    async ({ name, objects }) => {
      const xds = await translate(objects, 'xds');
      expectAsksUs(xds);
      // The provider's Backend names a certificate too, but no server: its BackendTLSPolicy does.
      const backends = objects.filter(({ kind }) => kind === 'Backend');
      const mutual = findAll(backends, (fields) => 'clientCertificateRef' in fields && 'sni' in fields);
      expect(mutual).toHaveLength(name.includes('mtls') ? 1 : 0);
      for (const { sni } of mutual) expectMutualTls(xds, String(sni));
    },
  );

  it.each(envoyGateway)('takes all that $name says', async ({ objects }) => {
    const conditions = findAll(await translate(objects, 'gateway-api'), (fields) =>
      ['type', 'status', 'reason'].every((key) => key in fields),
    );
    expect(conditions.filter(({ type }) => type === 'Accepted').length).toBeGreaterThan(3);
    expect(conditions.filter(({ status }) => status !== 'True')).toEqual([]);
  });
});
