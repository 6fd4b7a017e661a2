import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { isWellFormed } from '../../src/keys/format.ts';
import { command } from '../cluster/command.ts';
import { type KubernetesObject, podsOf, yamlOf } from '../cluster/objects.ts';
import { program } from '../cluster/tools/programs.ts';
import { hasKubernetesValidate, kubernetesValidate } from '../tools/kubernetes-validate.ts';
import { CHART, configTexts, hasHelm, render, renderFile, VALUES_FILES, valuesFile } from './chart.ts';
import { containersOf, snippetOf, specsOf } from './pod-specs.ts';

/** Oldest release that the chart names, those in between that many run, and the newest that the schemas know. */
const KUBERNETES = ['1.29', '1.33', '1.37'];
const CORE = /^(?:v1|apps\/v1|batch\/v1|policy\/v1|autoscaling\/v2|networking\.k8s\.io\/v1)$/;
const canValidate = await hasKubernetesValidate();

describe.skipIf(!hasHelm)('the chart', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-chart-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  describe.each(VALUES_FILES)('%s', (name) => {
    let objects: readonly KubernetesObject[];
    beforeAll(async () => {
      objects = await renderFile(name);
    });

    it('passes helm lint --strict', async () => {
      await command(program('helm'), ['lint', '--strict', CHART, '--values', valuesFile(name)]);
    });

    it('has names and labels that Kubernetes takes, and no two objects of one name', () => {
      const ids = objects.map(({ kind, apiVersion, metadata }) => `${apiVersion} ${kind} ${metadata.name}`);
      expect(new Set(ids).size).toBe(ids.length);
      expect(objects.filter(({ metadata }) => metadata.name.length > 63)).toEqual([]);
      for (const { metadata } of objects) {
        expect(Object.values(metadata.labels ?? {}).filter((label) => label.length > 63)).toEqual([]);
      }
    });

    it('has a test that helm runs', () => {
      const hooks = objects.filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'test');
      expect(hooks.map(({ kind }) => kind)).toEqual(['Pod']);
    });

    it('asks for no rights in the cluster', () => {
      expect(objects.filter(({ kind }) => /Role/.test(kind))).toEqual([]);
    });

    it('writes a configuration that the gateway takes', async () => {
      const file = join(folder, `${name}.yaml`);
      const text = configTexts(objects, '-config')['config.yaml'] ?? '';
      // Keys of kept texts come from a Secret.
      const env = text.includes('fullText')
        ? { PORTCULLIS_STORE_TEXT_KEYS: `a:${Buffer.alloc(32).toString('base64')}` }
        : {};
      await writeFile(file, text);
      expect(loadConfig({ file, env }).dataDir).toBe('/var/lib/portcullis');
    });

    it('keeps every pod to the restricted profile', () => {
      for (const spec of [...specsOf(objects), ...snippetOf(objects)]) {
        expect(spec.hostNetwork ?? false).toBe(false);
        for (const { name: container, securityContext } of containersOf(spec)) {
          expect({ container, ...securityContext }).toMatchObject({
            container,
            runAsNonRoot: true,
            runAsUser: 65532,
            readOnlyRootFilesystem: true,
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'] },
            seccompProfile: { type: 'RuntimeDefault' },
          });
        }
      }
      for (const spec of specsOf(objects)) expect(spec.automountServiceAccountToken).toBe(false);
    });

    it('mounts only volumes that are there, none within another read-only one', () => {
      for (const spec of [...specsOf(objects), ...snippetOf(objects)]) {
        const volumes = new Set((spec.volumes ?? []).map((volume) => volume.name));
        expect(volumes.size).toBe(spec.volumes?.length ?? 0);
        for (const { name: container, volumeMounts = [] } of containersOf(spec)) {
          const lacks = volumeMounts.filter((mount) => !volumes.has(mount.name));
          expect({ container, lacks }).toEqual({ container, lacks: [] });
          const paths = volumeMounts.map(({ mountPath }) => mountPath);
          expect(paths.filter((path) => paths.some((other) => path.startsWith(`${other}/`)))).toEqual([]);
        }
      }
    });

    it('selects pods that the workloads make', () => {
      const made = podsOf(objects, 'guard').map(({ metadata }) => metadata.labels ?? {});
      for (const { kind, metadata, spec } of objects) {
        if (kind !== 'Service') continue;
        const selector = Object.entries((spec?.['selector'] ?? {}) as Record<string, string>);
        const hits = made.filter((labels) => selector.every(([key, value]) => labels[key] === value));
        expect({ service: metadata.name, pods: hits.length }).not.toMatchObject({ pods: 0 });
      }
    });

    it.skipIf(!canValidate)('passes the schemas of Kubernetes', async () => {
      const file = join(folder, `${name}-objects.yaml`);
      await writeFile(file, yamlOf(objects.filter(({ apiVersion }) => CORE.test(apiVersion))));
      const versions = KUBERNETES.flatMap((version) => ['--kubernetes-version', version]);
      await command(kubernetesValidate(), ['--strict', ...versions, file]);
    });
  });

  it('makes a first key that the gateway takes, another one each time', async () => {
    const keyOf = (objects: readonly KubernetesObject[]): string => {
      const secret = objects.find(({ kind }) => kind === 'Secret') as unknown as { data: { key: string } };
      return Buffer.from(secret.data.key, 'base64').toString();
    };
    const keys = [keyOf(await render([])), keyOf(await render([]))];
    expect(keys.map(isWellFormed)).toEqual([true, true]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('restarts pods for a changed setting, and not for a changed policy', async () => {
    const checksum = async (config: string): Promise<string | undefined> => {
      const objects = await render(['--set-json', `config=${config}`]);
      return podsOf(objects, 'guard')[0]?.metadata.annotations?.['checksum/config'];
    };
    const before = await checksum('{}');
    expect(before).toMatch(/^[0-9a-f]{64}$/);
    expect(await checksum('{"policy":{"sensitivity":"high"}}')).toBe(before);
    expect(await checksum('{"scan":{"timeoutMs":2000}}')).not.toBe(before);
  });

  it('gives every pod as long to end as Envoy and the gateway may drain', async () => {
    const values = '{"shutdown":{"drainMs":7001,"graceMs":90000}}';
    const objects = await render(['--set-json', `config=${values}`]);
    const spec = specsOf(objects)[0] as unknown as { terminationGracePeriodSeconds: number };
    expect(spec.terminationGracePeriodSeconds).toBe(90 + 8 + 15);
  });
});
