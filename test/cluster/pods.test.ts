import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, ATTACK, BENIGN, errorOf } from '../contract/stack.ts';
import { command } from './command.ts';
import { until } from './daemon.ts';
import { type BarePod, makeBarePod, type PodSpec } from './node/bare-pod.ts';
import { ask } from './node/callers.ts';
import { type ContainerRuntime, startContainerRuntime } from './node/container-runtime.ts';
import { hideFolders } from './node/node.ts';
import type { Images } from './node/releases.ts';
import { CHART, type KubernetesObject, objectsOf } from './objects.ts';
import { images as archives, hasAll, lackingForPods } from './tier.ts';
import { program } from './tools/programs.ts';

/** The chart's pods by containerd alone, without a kubelet: what can be seen where Kubernetes' programs are not at hand. */

const READY_MS = 120_000;
const PROXY = 'http://127.0.0.1:8080';
const STATUS = 'http://127.0.0.1:9902/ready';
const isReady = hasAll('the pods of the chart by containerd', lackingForPods());

const statusOf = (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    ({ status }) => status,
    () => 0,
  );

describe.skipIf(!isReady)('the pods of the chart by containerd', () => {
  let folder: string;
  let runtime: ContainerRuntime;
  let images: Images;

  const render = async (values: readonly string[]): Promise<readonly KubernetesObject[]> =>
    objectsOf(await command(program('helm'), ['template', 'gate', CHART, '--set', values.join(',')]));
  const podOf = (kind: string, objects: readonly KubernetesObject[]): Promise<BarePod> => {
    const workload = objects.find((object) => object.kind === kind) as unknown as {
      spec: { template: { spec: PodSpec } };
    };
    return makeBarePod(runtime, images, folder, workload.spec.template.spec, objects);
  };
  const startAll = async (pod: BarePod, names: readonly string[]): Promise<void> => {
    for (const name of names) await pod.start(name);
  };
  const endAll = async (pod: BarePod, names: readonly string[]): Promise<void> => {
    for (const name of names) {
      await pod.signal(name, 'SIGTERM');
      await pod.ended(name);
      await runtime.forget(name);
    }
  };

  beforeAll(async () => {
    await hideFolders();
    folder = await mkdtemp(join(tmpdir(), 'portcullis-pods-'));
    runtime = await startContainerRuntime(folder);
    images = {
      gateway: await runtime.importImage(archives.gateway ?? ''),
      envoy: await runtime.importImage(archives.envoy ?? ''),
    };
  });
  afterAll(async () => {
    await runtime?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  describe('mode ingress', () => {
    let pod: BarePod;
    let key: string;
    const asked = (content: string): Promise<Answer> => ask({ url: PROXY, key }, content);
    const untilReady = (): Promise<void> =>
      until('/ready of Envoy', async () => (await statusOf(STATUS)) === 200, READY_MS);

    beforeAll(async () => {
      const objects = await render(['sampleProvider.enabled=true', 'envoy.concurrency=1']);
      const secret = objects.find(({ kind }) => kind === 'Secret') as unknown as { data: { key: string } };
      key = Buffer.from(secret.data.key, 'base64').toString();
      pod = await podOf('Deployment', objects);
    });
    afterAll(() => endAll(pod, ['gateway', 'envoy', 'sample-provider']));

    it('takes its key, makes its bootstrap, and is not ready before the gateway is', async () => {
      expect(await pod.run('import-key')).toMatchObject({ code: 0 });
      expect(await pod.run('envoy-config')).toMatchObject({ code: 0 });
      await startAll(pod, ['sample-provider', 'envoy']);
      await until('Envoy', async () => (await statusOf(STATUS)) === 503, READY_MS);
      expect((await asked(BENIGN)).status).toBe(503);
      await pod.start('gateway');
      await untilReady();
    });

    it('lets the harmless through and blocks the attack', async () => {
      expect(await asked(BENIGN)).toMatchObject({ status: 200 });
      expect(await asked(ATTACK)).toMatchObject({ status: 403 });
    });

    it('passes nothing after kill -9 of the gateway, and serves again on the same socket', async () => {
      await pod.signal('gateway', 'SIGKILL');
      await pod.ended('gateway');
      const answer = await asked(BENIGN);
      expect(answer.status).toBe(503);
      expect(errorOf(answer)).toMatchObject({ code: 'scan_unavailable' });
      await pod.start('gateway');
      await untilReady();
      expect(await asked(ATTACK)).toMatchObject({ status: 403 });
      expect(await asked(BENIGN)).toMatchObject({ status: 200 });
    });

    it('passes nothing while the gateway hangs, and what a restart runs before leaves Envoy alone', async () => {
      await pod.signal('gateway', 'SIGSTOP');
      const answer = await asked(BENIGN);
      expect(answer.status).toBe(503);
      expect(errorOf(answer)).toMatchObject({ code: 'scan_unavailable' });
      // The kubelet runs it where the liveness probe fails, too; only the gateway's container is then begun anew.
      await pod.preStop('gateway');
      await pod.signal('gateway', 'SIGKILL');
      await pod.ended('gateway');
      await pod.start('gateway');
      await untilReady();
      expect(await asked(ATTACK)).toMatchObject({ status: 403 });
      expect(await asked(BENIGN)).toMatchObject({ status: 200 });
    });

    it('takes no more traffic after the hook of a pod that ends', async () => {
      expect(await pod.preStop('gateway')).toMatchObject({ code: 0 });
      expect(await statusOf(STATUS)).not.toBe(200);
    });
  });

  describe('mode sidecar', () => {
    it('the Job of the example gets its answers, and its sidecars end after it', async () => {
      const pod = await podOf(
        'Job',
        await render(['mode=sidecar', 'sidecar.example=true', 'envoy.concurrency=1']),
      );
      expect(await pod.run('import-key')).toMatchObject({ code: 0 });
      expect(await pod.run('envoy-config')).toMatchObject({ code: 0 });
      await startAll(pod, ['sample-provider', 'portcullis', 'envoy']);
      const { code, stdout } = await pod.run('test');
      expect(stdout).toMatch(/^ok +harmless.*^ok +attack/ms);
      expect(code).toBe(0);
      await endAll(pod, ['envoy', 'portcullis', 'sample-provider']);
    });
  });
});
