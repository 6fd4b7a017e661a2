import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { tryCommand } from '../cluster/command.ts';
import { type KubernetesObject, yamlOf } from '../cluster/objects.ts';
import { CRD_SETS, crdFiles } from '../cluster/tools/crds.ts';
import { findProgram, program } from '../cluster/tools/programs.ts';
import { hasHelm, renderFile, VALUES_FILES } from './chart.ts';

type Schema = Record<string, unknown>;
type Crd = Readonly<{
  kind: string;
  spec: Readonly<{
    group: string;
    names: Readonly<{ kind: string }>;
    versions: readonly Readonly<{ name: string; schema?: Readonly<{ openAPIV3Schema: Schema }> }>[];
  }>;
}>;

const isRecord = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As the API server prunes what a schema does not name, a misspelt field must be an error. */
const strict = (schema: unknown, isRoot = false): unknown => {
  if (Array.isArray(schema)) return schema.map((inner) => strict(inner));
  if (!isRecord(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]));
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true || 'additionalProperties' in schema;
  const isClosed = isRecord(schema['properties']) && !isOpen;
  // The API server itself takes these of every object.
  const root =
    isRoot && isRecord(inner['properties'])
      ? { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { type: 'object' } }
      : {};
  return isClosed
    ? { ...inner, properties: { ...root, ...(inner['properties'] as Schema) }, additionalProperties: false }
    : inner;
};

const sets = await Promise.all(CRD_SETS.map((name) => crdFiles(name)));
const canCheck = hasHelm && findProgram('kubeconform') !== null && sets.every((files) => files.length > 0);

/** `group/version kind` of every custom resource that has a schema. */
const writeSchemas = async (folder: string): Promise<ReadonlySet<string>> => {
  const known = new Set<string>();
  for (const file of sets.flat()) {
    for (const document of parseAllDocuments(await readFile(file, 'utf8'), { logLevel: 'silent' })) {
      const crd = document.toJS() as Crd | null;
      if (crd?.kind !== 'CustomResourceDefinition') continue;
      for (const { name: version, schema } of crd.spec.versions) {
        if (schema === undefined) continue;
        const { group, names } = crd.spec;
        const path = join(folder, `${group}_${names.kind.toLowerCase()}_${version}.json`);
        await writeFile(path, JSON.stringify(strict(schema.openAPIV3Schema, true)));
        known.add(`${group}/${version} ${names.kind}`);
      }
    }
  }
  return known;
};

describe.skipIf(!canCheck)('custom resources of the chart', () => {
  let folder: string;
  let known: ReadonlySet<string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-crds-'));
    known = await writeSchemas(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const isCustom = ({ apiVersion, kind }: KubernetesObject): boolean => known.has(`${apiVersion} ${kind}`);
  const check = async (objects: readonly object[]) => {
    const file = join(folder, 'objects.yaml');
    await writeFile(file, yamlOf(objects));
    const location = `${folder}/{{ .Group }}_{{ .ResourceKind }}_{{ .ResourceAPIVersion }}.json`;
    return tryCommand(program('kubeconform'), ['-schema-location', location, '-summary', file]);
  };

  it.each(VALUES_FILES)('%s: fit their definitions', async (name) => {
    const objects = await renderFile(name);
    // What is neither of Kubernetes itself nor of a project that we have the definitions of nobody would have looked at.
    const foreign = objects.filter((object) => object.apiVersion.includes('.') && !isCustom(object));
    const unknown = foreign.filter(
      ({ apiVersion }) => !/^(?:[a-z]+\.)?(?:networking\.)?k8s\.io\/v1$/.test(apiVersion),
    );
    expect(unknown.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([]);
    const custom = objects.filter(isCustom);
    if (custom.length === 0) return;
    expect(await check(custom)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Valid: ${custom.length},`),
    });
  });

  it('would not pass with a misspelt field', async () => {
    const monitor = (await renderFile('ingress-postgres')).find(({ kind }) => kind === 'ServiceMonitor');
    const wrong = { ...monitor, spec: { ...monitor?.spec, endpoint: [] } };
    expect(await check([wrong])).toMatchObject({ code: 1, stdout: expect.stringContaining('endpoint') });
  });
});
