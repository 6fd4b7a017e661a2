import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { type SampleProvider, startSampleProvider } from '../../../src/sample-provider/server.ts';
import { createGatewayKey } from '../../contract/gateway-keys.ts';
import { readiness, serve } from '../../contract/serving.ts';
import { type Answer, ATTACK, BENIGN, chat, errorOf, send } from '../../contract/stack.ts';
import { freePort } from '../../free-port.ts';
import { command } from '../command.ts';
import { until } from '../daemon.ts';
import { CHART, type KubernetesObject, objectsOf } from '../objects.ts';
import { program } from '../tools/programs.ts';
import { type Mesh, PROVIDER, type WantedProxy } from './mesh.ts';
import type { MeshProxy } from './proxy.ts';
import type { Pems } from './secrets.ts';

/** Requests through Envoys that istiod configures, to a processor and a provider that are processes on this machine. */

const READY_MS = 60_000;
const ANSWER_MS = 30_000;
const HOST = 'llm.example.com';

type Closing = Readonly<{ port: number; close: () => Promise<void> }>;

/** The provider as the mesh finds it: with TLS, and a certificate for its name. */
const startTlsProvider = async ({ certificate, key }: Pems): Promise<Closing> => {
  const provider: SampleProvider = await startSampleProvider({ host: '127.0.0.1', port: 0 });
  const server = createServer({ cert: certificate, key }, (from) => {
    const to = connect(Number(new URL(provider.url).port), '127.0.0.1');
    from.on('error', () => to.destroy()).on('close', () => to.destroy());
    to.on('error', () => from.destroy()).on('close', () => from.destroy());
    from.pipe(to).pipe(from);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: async () => {
      server.close();
      await provider.close();
    },
  };
};

type Processor = Readonly<{
  port: number;
  key: string;
  kill: () => Promise<void>;
  start: () => Promise<void>;
}>;

const startProcessor = async (folder: string): Promise<Processor> => {
  const { key } = await createGatewayKey(folder);
  const [port, metricsPort] = [await freePort(), await freePort()];
  let child: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const start = async (): Promise<void> => {
    child = serve({ folder, drainMs: 1 }, { kind: 'tcp', host: '127.0.0.1', port }, metricsPort);
    await until('the processor', async () => (await readiness(metricsPort)) === 200, READY_MS);
  };
  await start();
  return { port, key, kill, start };
};

/** The chart's resources for Istio, and its processor's Service. */
const render = async (namespace: string, values: object): Promise<readonly KubernetesObject[]> => {
  const made = await command(
    program('helm'),
    [
      ...['template', 'gate', CHART, '--namespace', namespace, '--values', '-'],
      ...['--api-versions', 'networking.istio.io/v1alpha3'],
    ],
    { input: stringify({ mode: 'istio', ...values }) },
  );
  return objectsOf(made).filter(
    ({ apiVersion, kind }) => apiVersion.startsWith('networking.istio.io/') || kind === 'Service',
  );
};

/** In place of a pod of the processor: Kubernetes takes no endpoint on loopback, and Istio does. */
const endpointOf = (objects: readonly KubernetesObject[], port: number): KubernetesObject => {
  const service = objects.find(
    ({ kind, spec }) => kind === 'Service' && JSON.stringify(spec).includes('"port":9000'),
  );
  return {
    apiVersion: 'networking.istio.io/v1',
    kind: 'WorkloadEntry',
    metadata: { name: 'processor' },
    spec: { address: '127.0.0.1', ports: { grpc: port }, labels: service?.spec?.['selector'] },
  };
};

type Call = Readonly<{ url: string; host: string; path?: string }>;
type Case = Readonly<{
  title: string;
  namespace: string;
  values: (ports: Ports) => object;
  proxy: (ports: Ports) => Pick<WantedProxy, 'type' | 'labels' | 'metadata'>;
  call: (ports: Ports) => Call;
}>;
type Ports = Readonly<{ listen: number }>;

const onLoopback = (object: KubernetesObject): KubernetesObject => {
  if (object.kind !== 'Gateway') return object;
  const servers = (object.spec as { servers: readonly object[] }).servers;
  return {
    ...object,
    spec: { ...object.spec, servers: servers.map((one) => ({ ...one, bind: '127.0.0.1' })) },
  };
};

const APPLICATION = { app: 'application' } as const;

const CASES: readonly Case[] = [
  {
    title: 'a gateway',
    namespace: 'gateway-traffic',
    values: ({ listen }) => ({ istio: { contexts: ['GATEWAY'], gateway: { host: HOST, port: listen } } }),
    proxy: () => ({ type: 'router', labels: { istio: 'ingressgateway' } }),
    call: ({ listen }) => ({ url: `http://127.0.0.1:${listen}`, host: HOST }),
  },
  {
    title: 'a sidecar',
    namespace: 'sidecar-traffic',
    values: ({ listen }) => ({ istio: { contexts: ['SIDECAR_OUTBOUND'], serviceEntry: { port: listen } } }),
    // Without redirection of packets, for which it would have to be in a pod, it listens on loopback itself.
    proxy: () => ({ type: 'sidecar', labels: APPLICATION, metadata: { INTERCEPTION_MODE: 'NONE' } }),
    call: ({ listen }) => ({ url: `http://127.0.0.1:${listen}`, host: `${PROVIDER}:${listen}` }),
  },
  {
    title: 'a sidecar as an HTTP proxy',
    namespace: 'http-proxy-traffic',
    values: () => ({ istio: { contexts: ['SIDECAR_OUTBOUND'] } }),
    proxy: ({ listen }) => ({
      type: 'sidecar',
      labels: APPLICATION,
      metadata: { HTTP_PROXY_PORT: String(listen) },
    }),
    call: ({ listen }) => ({
      url: `http://127.0.0.1:${listen}`,
      host: PROVIDER,
      path: `http://${PROVIDER}/v1/chat/completions`,
    }),
  },
];

export const meshTraffic = (mesh: () => Mesh): void => {
  describe.each(CASES)('traffic through $title', ({ namespace, values, proxy: wanted, call }) => {
    let folder: string;
    let provider: Closing;
    let processor: Processor;
    let ports: Ports;
    let proxy: MeshProxy;
    let remove: () => Promise<void>;

    const asked = (content: string): Promise<Answer> => {
      const { url, host, path } = call(ports);
      return send(url, {
        ...(path === undefined ? {} : { path }),
        headers: {
          host,
          authorization: 'Bearer sk-test-provider-key',
          'x-gateway-key': processor.key,
          'content-type': 'application/json',
        },
        body: chat(content),
      });
    };
    const answers = (): Promise<void> =>
      vi.waitFor(async () => expect((await asked(BENIGN)).status).toBe(200), {
        timeout: ANSWER_MS,
        interval: 500,
      });

    beforeAll(async () => {
      folder = await mkdtemp(join(mesh().plane.folder, 'processor-'));
      provider = await startTlsProvider(mesh().pems);
      processor = await startProcessor(folder);
      ports = { listen: await freePort() };
      const upstream = { url: `https://${PROVIDER}:${provider.port}/v1` };
      const objects = (await render(namespace, { upstream, ...values(ports) })).map(onLoopback);
      remove = await mesh().apply(namespace, [...objects, endpointOf(objects, processor.port)]);
      proxy = await mesh().proxy({ name: namespace, namespace, ...wanted(ports) });
    });
    afterAll(async () => {
      await proxy?.stop();
      await remove?.();
      await processor?.kill();
      await provider?.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('lets the harmless through and blocks the attack', async () => {
      await answers();
      expect((await asked(BENIGN)).headers['x-gateway-input-status']).toBe('pass');
      const attack = await asked(ATTACK);
      expect(attack.status).toBe(403);
      expect(errorOf(attack)).toMatchObject({ code: 'prompt_injection_detected' });
    });

    it('passes nothing while the processor is gone, and serves again when it is back', async () => {
      await processor.kill();
      expect((await asked(BENIGN)).status).toBe(503);
      expect((await asked(ATTACK)).status).toBe(503);
      await processor.start();
      await answers();
      expect((await asked(ATTACK)).status).toBe(403);
    });
  });
};
