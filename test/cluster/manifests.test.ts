import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { applyCrds, createNamespace, type Kubectl, kubectlWith } from './kubectl.ts';
import { type KubernetesObject, manifestFiles, podsOf, ROOT, readObjects, yamlOf } from './objects.ts';
import { crds, hasAll, lackingForTier2 } from './tier.ts';

/** The manifests of `deploy/` on a real API server, with the rules that only a server checks. */

const START_MS = 600_000;
const NAMESPACE = 'restricted';
const files = await manifestFiles('deploy');
const isReady = hasAll('the manifests of deploy/ on an API server', lackingForTier2());

const namespacesOf = (objects: readonly KubernetesObject[]): readonly string[] => [
  ...new Set(objects.map(({ metadata }) => metadata.namespace ?? 'default')),
];

const accountFor = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, namespace: NAMESPACE },
});

describe.skipIf(!isReady)('the manifests of deploy/ on a real API server', () => {
  let plane: ControlPlane;
  let kubectl: Kubectl;
  const attempt = (objects: readonly object[]): ReturnType<Kubectl['attempt']> =>
    kubectl.attempt(['apply', '--server-side', '--dry-run=server', '-f', '-'], {
      input: yamlOf(objects),
    });
  const all = async (): Promise<readonly KubernetesObject[]> =>
    (await Promise.all(files.map((file) => readObjects(join(ROOT, file))))).flat();

  beforeAll(async () => {
    plane = await startControlPlane();
    kubectl = kubectlWith(plane.kubeconfig);
    await applyCrds(kubectl, crds);
    await createNamespace(kubectl, NAMESPACE);
  }, START_MS);
  afterAll(() => plane?.stop());

  it('are there', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  it.each(files)('%s is accepted, and once more', async (file) => {
    const objects = await readObjects(join(ROOT, file));
    const own = objects.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name);
    for (const namespace of namespacesOf(objects)) {
      if (namespace !== 'default' && !own.includes(namespace)) await createNamespace(kubectl, namespace);
    }
    await kubectl.apply(objects, ['--validate=strict']);
    const again = await attempt(objects);
    expect(again.stderr).toBe('');
    expect(again.code).toBe(0);
  });

  it.each(files)('%s: its pods are admitted where the restricted profile is enforced', async (file) => {
    for (const pod of podsOf(await readObjects(join(ROOT, file)), NAMESPACE)) {
      const { serviceAccountName } = pod.spec;
      if (serviceAccountName !== undefined) await kubectl.apply([accountFor(serviceAccountName)]);
      const { code, stderr } = await attempt([pod]);
      expect(stderr).toBe('');
      expect(code).toBe(0);
    }
  });

  describe('rules that no schema can say', () => {
    const ofKind = async (kind: string): Promise<KubernetesObject> => {
      const found = (await all()).find((object) => object.kind === kind);
      if (found === undefined) throw new Error(`deploy/ has no ${kind}`);
      return found;
    };
    const changed = async (
      kind: string,
      change: (spec: Record<string, unknown>) => void,
    ): Promise<object> => {
      const object = structuredClone(await ofKind(kind));
      change(object.spec as Record<string, unknown>);
      return object;
    };

    it('a policy that streams both ways cannot fail open', async () => {
      const policy = await changed('EnvoyExtensionPolicy', (spec) => {
        const [extProc] = spec['extProc'] as Record<string, unknown>[];
        Object.assign(extProc ?? {}, {
          failOpen: true,
          processingMode: { response: { body: 'FullDuplexStreamed' } },
        });
      });
      const { code, stderr } = await attempt([policy]);
      expect(code).not.toBe(0);
      expect(stderr).toMatch(/FullDuplexStreamed|failOpen/);
    });

    it('a filter cannot be for pods by labels and for a gateway by name', async () => {
      const filter = await changed('EnvoyFilter', (spec) => {
        Object.assign(spec, {
          workloadSelector: { labels: { app: 'one' } },
          targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'two' }],
        });
      });
      const { code, stderr } = await attempt([filter]);
      expect(code).not.toBe(0);
      expect(stderr).toContain('only one of targetRefs or workloadSelector');
    });

    it('a misspelt field is refused', async () => {
      const policy = await changed('EnvoyExtensionPolicy', (spec) => {
        const [extProc] = spec['extProc'] as Record<string, unknown>[];
        Object.assign(extProc ?? {}, { mesageTimeout: '5s' });
      });
      const { code, stderr } = await attempt([policy]);
      expect(code).not.toBe(0);
      expect(stderr).toContain('mesageTimeout');
    });
  });
});
