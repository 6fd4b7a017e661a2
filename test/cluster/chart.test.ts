import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandOptions, command, type Finished, tryCommand } from './command.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { applyCrds, createNamespace, everything, type Kubectl, kubectlWith } from './kubectl.ts';
import { CHART, type KubernetesObject, objectsOf, podsOf, rootPod } from './objects.ts';
import { crds, hasAll, lackingForTier2 } from './tier.ts';
import { program } from './tools/programs.ts';

/** Every values file of the chart on a real API server: its way from installation to removal, and its pods. */

const START_MS = 600_000;
const KEEP = 'helm.sh/resource-policy';
/** A value that every mode has, and that changes objects. */
const CHANGE = 'commonAnnotations.changed=yes';

const folder = join(CHART, 'ci');
const files = readdirSync(folder, { withFileTypes: true }).filter(({ name }) =>
  name.endsWith('-values.yaml'),
);
const cases = [
  { name: 'no values at all', namespace: 'plain', args: [] },
  ...files.map(({ name }) => ({
    name,
    namespace: name.replace('-values.yaml', '').toLowerCase(),
    args: ['--values', join(folder, name)],
  })),
];
const isReady = hasAll('the chart on an API server', lackingForTier2());

describe.skipIf(!isReady)('the chart on a real API server', () => {
  let plane: ControlPlane;
  let kubectl: Kubectl;
  const helm = (args: readonly string[], options?: CommandOptions): Promise<string> =>
    command(program('helm'), [...args, `--kubeconfig=${plane.kubeconfig}`], options);
  const objects = async (args: readonly string[]): Promise<readonly KubernetesObject[]> =>
    objectsOf(await helm(['get', ...args]));

  beforeAll(async () => {
    plane = await startControlPlane();
    kubectl = kubectlWith(plane.kubeconfig);
    await applyCrds(kubectl, crds);
  }, START_MS);
  afterAll(() => plane?.stop());

  describe.each(cases)('$name', ({ namespace, args }) => {
    const [release, here] = [namespace, ['-n', namespace]];
    const admit = (pod: object): Promise<Finished> =>
      kubectl.attempt(['create', '--dry-run=server', '-f', '-'], { input: JSON.stringify(pod) });
    /** What values name as being there already. */
    const createAccounts = async (): Promise<void> => {
      const made = objectsOf(await helm(['template', release, CHART, ...here, ...args]));
      for (const { spec } of podsOf(made, namespace)) {
        const name = spec.serviceAccountName ?? 'default';
        if (made.some(({ kind, metadata }) => kind === 'ServiceAccount' && metadata.name === name)) continue;
        await kubectl.apply([{ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } }]);
      }
    };
    let before: ReadonlySet<string>;

    it('is installed', async () => {
      await createNamespace(kubectl, namespace);
      await createAccounts();
      before = await everything(kubectl, namespace);
      await helm(['install', release, CHART, ...here, ...args]);
      const manifest = await helm(['get', 'manifest', release, ...here]);
      expect(objectsOf(manifest).length).toBeGreaterThan(0);
      // The server has each object of the manifest.
      await kubectl.run(['get', ...here, '-f', '-', '-o=name'], { input: manifest });
    });

    it('makes pods that are admitted where the restricted profile is enforced', async () => {
      const made = [
        ...(await objects(['manifest', release, ...here])),
        ...(await objects(['hooks', release, ...here])),
      ];
      const refused: string[] = [];
      for (const pod of podsOf(made, namespace)) {
        const { code, stderr } = await admit(pod);
        if (code !== 0) refused.push(`${pod.metadata.name}: ${stderr}`);
      }
      expect(refused).toEqual([]);
    });

    it('would have them refused without runAsNonRoot', async () => {
      for (const pod of podsOf(await objects(['manifest', release, ...here]), namespace)) {
        const { code, stderr } = await admit(rootPod(pod));
        expect(code).not.toBe(0);
        expect(stderr).toMatch(/violates PodSecurity "restricted:latest".*runAsNonRoot/s);
      }
    });

    it('is upgraded and rolled back', async () => {
      const first = await helm(['get', 'manifest', release, ...here]);
      await helm(['upgrade', release, CHART, ...here, ...args, '--set-string', CHANGE]);
      const second = await helm(['get', 'manifest', release, ...here]);
      expect(second).not.toBe(first);
      await kubectl.run(['get', ...here, '-f', '-', '-o=name'], { input: second });
      await helm(['rollback', release, '1', ...here]);
      expect(await helm(['get', 'manifest', release, ...here])).toBe(first);
      const history = JSON.parse(await helm(['history', release, ...here, '-o', 'json'])) as unknown[];
      expect(history).toHaveLength(3);
    });

    it('is removed, and leaves nothing but what it says it keeps', async () => {
      const kept = (await objects(['manifest', release, ...here])).filter(
        ({ metadata }) => metadata.annotations?.[KEEP] === 'keep',
      );
      await helm(['uninstall', release, ...here]);
      const after = await everything(kubectl, namespace);
      const left = [...after].filter((name) => !before.has(name)).map((name) => name.split('/')[1]);
      expect(left).toEqual(kept.map(({ metadata }) => metadata.name));
    });
  });

  it('is what helm says of it: an unknown value is refused before anything is sent', async () => {
    const { code, stderr } = await tryCommand(program('helm'), [
      'install',
      'unknown',
      CHART,
      '--set',
      'noSuchValue=1',
      `--kubeconfig=${plane.kubeconfig}`,
    ]);
    expect(code).not.toBe(0);
    expect(stderr).toContain('noSuchValue');
  });
});
