import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../daemon.ts';
import { type Context, installRelease, podsWith, type Release, type RunningPod } from './releases.ts';

const JOB_MS = 180_000;

type Job = Readonly<{ metadata: { name: string }; status: { succeeded?: number; failed?: number } }>;
type Ended = Readonly<{ state?: { terminated?: { finishedAt: string; exitCode: number } } }>;

/** An application's own pod, a Job, with Envoy and the gateway as native sidecars. */
export const sidecar = (context: () => Context): void => {
  describe('mode sidecar', () => {
    let release: Release;

    beforeAll(async () => {
      release = await installRelease(context(), 'sidecar', { mode: 'sidecar', sidecar: { example: true } });
    });
    afterAll(() => release?.uninstall());

    it('the Job of the example gets its answers through its sidecars, and ends', async () => {
      const { kubectl } = context().cluster;
      const jobs = async (): Promise<readonly Job[]> =>
        (await kubectl.get<{ items: readonly Job[] }>(['jobs', '-n', release.namespace])).items;
      await until('the Job', async () => (await jobs()).some(({ status }) => status.succeeded === 1), JOB_MS);
      const [job] = await jobs();
      expect(job?.status.failed ?? 0).toBe(0);

      const [pod] = await podsWith(context(), release.namespace, `job-name=${job?.metadata.name}`);
      const ended = (list: RunningPod['status']['containerStatuses']): readonly number[] =>
        (list ?? []).map((status) => Date.parse((status as Ended).state?.terminated?.finishedAt ?? ''));
      const [application] = ended(pod?.status.containerStatuses);
      // Sidecars outlive the application, so that its last call still has a way out.
      const sidecars = (pod?.status.initContainerStatuses ?? []).filter(({ name }) =>
        ['envoy', 'portcullis'].includes(name),
      );
      expect(sidecars).toHaveLength(2);
      for (const at of ended(sidecars)) expect(at).toBeGreaterThanOrEqual(application ?? Number.NaN);
    });
  });
};
