import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { command, tryCommand } from './command.ts';
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
const readFile = async (name: string, others: readonly string[]): Promise<Source> => {
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
  return [...rendered, ...(await Promise.all(files.map((name) => readFile(name, files))))];
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
    said.split('\n').filter((line) => /warning|unknown/i.test(line) && !HARMLESS.test(line));

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

describe.skipIf(!hasAll('egctl translate', missing({ egctl: null })))('egctl', () => {
  const translate = async (objects: readonly KubernetesObject[]): Promise<string> => {
    const from = ['--from', 'gateway-api', '--to', 'xds', '-o', 'yaml'];
    return await command(program('egctl'), [
      'experimental',
      'translate',
      ...from,
      '--file',
      await write(objects),
    ]);
  };

  it('has something to look at', () => {
    expect(envoyGateway.length).toBeGreaterThan(0);
  });

  it.each(envoyGateway)('makes of $name an Envoy that asks us and fails closed', async ({ objects }) => {
    const xds = await translate(objects);
    const filters = findAll(parse(xds), (value) =>
      String(value['@type']).endsWith('ext_proc.v3.ExternalProcessor'),
    );
    expect(filters.length).toBeGreaterThan(0);
    for (const filter of filters) expect(filter['failureModeAllow'] ?? false).toBe(false);
    const conditions = findAll(
      parse(xds),
      (value) => 'observedGeneration' in value || 'lastTransitionTime' in value,
    );
    expect(conditions.filter(({ status }) => status !== 'True')).toEqual([]);
  });
});

type Fields = Readonly<Record<string, unknown>>;

/** Every mapping in a tree that answers to a description. */
const findAll = (value: unknown, isWanted: (fields: Fields) => boolean): readonly Fields[] => {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap((inner) => findAll(inner, isWanted));
  return !Array.isArray(value) && isWanted(value as Fields) ? [value as Fields, ...below] : below;
};
