import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createKeySecret } from '../../../src/keys/format.ts';
import { until } from '../daemon.ts';
import { createNamespace } from '../kubectl.ts';
import { objectsOf, ROOT } from '../objects.ts';
import { type Context, sampleProvider } from './releases.ts';

const NAMESPACE = 'portcullis';
const JOB_MS = 180_000;
const HERE = ['--namespace', NAMESPACE];

const secret = (name: string, key: string): object => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  stringData: { key },
});

/** `deploy/sidecar` as its README says, but for the provider, which the node cannot reach. */
export const sidecarFiles = (context: () => Context): void => {
  describe('deploy/sidecar', () => {
    const read = (name: string): Promise<string> => readFile(join(ROOT, 'deploy/sidecar', name), 'utf8');

    beforeAll(async () => {
      const { kubectl } = context().cluster;
      await createNamespace(kubectl, NAMESPACE);
      const config = (await read('config.yaml')).replace(
        'https://api.openai.com/v1',
        `http://provider.${NAMESPACE}.svc.cluster.local:8081/v1`,
      );
      const keys = [secret('gateway-key', createKeySecret()), secret('provider-key', 'provider-key')];
      await kubectl.apply([...keys, ...sampleProvider(context()), ...objectsOf(config)], HERE);
      await kubectl.run(['rollout', 'status', 'deployment/provider', '--timeout=120s', ...HERE]);
    });

    it('the Job brings its key into the store, gets its answer, and ends', async () => {
      const { kubectl, podLogs } = context().cluster;
      await kubectl.apply(objectsOf(await read('job.yaml')));
      const isOver = async (): Promise<boolean> => {
        const { items } = await kubectl.get<{ items: readonly { status: { succeeded?: number } }[] }>([
          'jobs',
          ...HERE,
        ]);
        return items.some(({ status }) => status.succeeded === 1);
      };
      await until('the Job', isOver, JOB_MS);
      // It ends well whatever it was answered: what it was says its log.
      const logs = await readdir(podLogs, { recursive: true });
      const [log] = logs.filter((path) => path.startsWith(`${NAMESPACE}_`) && path.endsWith('/app/0.log'));
      expect(await readFile(join(podLogs, log ?? ''), 'utf8')).toMatch(/ 200 pass /);
    });
  });
};
