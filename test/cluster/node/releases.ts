import { stringify } from 'yaml';
import { command } from '../command.ts';
import { createNamespace } from '../kubectl.ts';
import { CHART } from '../objects.ts';
import { program } from '../tools/programs.ts';
import type { Caller } from './callers.ts';
import type { Cluster } from './node.ts';

/** Names of the two images as the node knows them. */
export type Images = Readonly<{ gateway: string; envoy: string }>;
export type Context = Readonly<{ cluster: Cluster; images: Images }>;

const INSTALL_TIMEOUT = '6m';
const INSTALL_MS = 400_000;

/** Selects the pods of the gateway. */
export const GATEWAY = 'app.kubernetes.io/component=gateway';

/** A provider in the pod in place of one in the Internet, which the node cannot reach; the other modes have none in the pod. */
const baseOf = ({ mode = 'ingress' }: Record<string, unknown>): Record<string, unknown> => ({
  envoy: { concurrency: 1 },
  sampleProvider: { enabled: mode === 'ingress' },
});

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const merged = (one: Record<string, unknown>, other: Record<string, unknown>): Record<string, unknown> => {
  const result = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = result[key];
    result[key] = isMapping(before) && isMapping(value) ? merged(before, value) : value;
  }
  return result;
};

export type Release = Readonly<{
  name: string;
  namespace: string;
  upgrade: (values: Record<string, unknown>) => Promise<string>;
  test: () => Promise<string>;
  uninstall: () => Promise<void>;
}>;

/**
 * Installs the chart where `restricted` is enforced, and waits until it is ready.
 *
 * @param objects What the values speak of and the chart does not make, such as a Secret.
 * @param namespace By default a new one of the release's name.
 */
export const installRelease = async (
  { cluster }: Context,
  name: string,
  values: Record<string, unknown>,
  objects: readonly object[] = [],
  namespace: string = name,
): Promise<Release> => {
  const flags = [`--kubeconfig=${cluster.plane.kubeconfig}`, '--namespace', namespace];
  const helm = (args: readonly string[], input?: object): Promise<string> =>
    command(program('helm'), [...args, ...flags], { input: stringify(input ?? {}), timeoutMs: INSTALL_MS });
  const upgrade = async (more: Record<string, unknown>): Promise<string> =>
    await helm(
      ['upgrade', '--install', name, CHART, '--wait', `--timeout=${INSTALL_TIMEOUT}`, '--values', '-'],
      merged(merged(baseOf(values), values), more),
    );
  await createNamespace(cluster.kubectl, namespace);
  if (objects.length > 0) await cluster.kubectl.apply(objects, ['--namespace', namespace]);
  await upgrade({});
  return {
    name,
    namespace,
    upgrade,
    test: () => helm(['test', name, '--logs', `--timeout=${INSTALL_TIMEOUT}`]),
    uninstall: async () => {
      await helm(['uninstall', name, '--wait']);
    },
  };
};

/** Takes TLS off what comes in, and hands it on. */
const UNWRAP = `
  const [tls, net, fs] = ['node:tls', 'node:net', 'node:fs'].map((name) => process.getBuiltinModule(name));
  const read = (name) => fs.readFileSync('/tls/' + name);
  tls.createServer({ cert: read('tls.crt'), key: read('tls.key') }, (from) => {
    const to = net.connect(8081, '127.0.0.1');
    from.on('error', () => to.destroy()).on('close', () => to.destroy());
    to.on('error', () => from.destroy()).on('close', () => from.destroy());
    from.pipe(to).pipe(from);
  }).listen(8443);
`;

/**
 * The sample provider as a workload of its own, where no Envoy of ours is to have it in its pod.
 *
 * @param tlsSecret For https at port 8443, too.
 */
export const sampleProvider = ({ images }: Context, tlsSecret?: string): readonly object[] => {
  const [name, labels, port, tlsPort] = ['provider', { app: 'provider' }, 8081, 8443];
  const main = '/app/src/sample-provider/main.ts';
  const container = {
    name,
    image: images.gateway,
    imagePullPolicy: 'Never',
    command: ['node', main, '--host', '0.0.0.0', '--port', String(port)],
    ports: [{ containerPort: port }],
    readinessProbe: { tcpSocket: { port } },
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
  };
  const unwrap = {
    ...container,
    name: 'tls',
    command: ['node', '--eval', UNWRAP],
    ports: [{ containerPort: tlsPort }],
    readinessProbe: { tcpSocket: { port: tlsPort } },
    volumeMounts: [{ name: 'tls', mountPath: '/tls', readOnly: true }],
  };
  const pod =
    tlsSecret === undefined
      ? { containers: [container] }
      : {
          containers: [container, unwrap],
          volumes: [{ name: 'tls', secret: { secretName: tlsSecret } }],
        };
  const securityContext = {
    runAsNonRoot: true,
    runAsUser: 65_532,
    seccompProfile: { type: 'RuntimeDefault' },
  };
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { securityContext, ...pod } },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name },
      spec: {
        selector: labels,
        ports: [
          { name: 'http', port },
          { name: 'https', port: tlsPort },
        ],
      },
    },
  ];
};

type Service = Readonly<{ spec: Readonly<{ clusterIP: string; ports: readonly { port: number }[] }> }>;

/** The first key of a release. */
export const keyOf = async (
  { cluster: { kubectl } }: Context,
  { name, namespace }: Release,
): Promise<string> => {
  const secret = ['secret', `${name}-portcullis-initial-key`, '-n', namespace];
  const { data } = await kubectl.get<{ data: { key: string } }>(secret);
  return Buffer.from(data.key, 'base64').toString().trim();
};

/** Its key, and the address of the Service that callers use. */
export const callerOf = async (context: Context, release: Release): Promise<Caller> => {
  const service = ['service', `${release.name}-portcullis`, '-n', release.namespace];
  const { spec } = await context.cluster.kubectl.get<Service>(service);
  return { url: `http://${spec.clusterIP}:${spec.ports[0]?.port}`, key: await keyOf(context, release) };
};

export type ContainerStatus = Readonly<{
  name: string;
  containerID?: string;
  restartCount: number;
  ready: boolean;
}>;
export type RunningPod = Readonly<{
  metadata: Readonly<{ name: string }>;
  status: Readonly<{
    phase: string;
    podIP?: string;
    conditions?: readonly { type: string; status: string }[];
    containerStatuses?: readonly ContainerStatus[];
    initContainerStatuses?: readonly ContainerStatus[];
  }>;
}>;

export const podsWith = async (
  { cluster: { kubectl } }: Context,
  namespace: string,
  selector: string,
): Promise<readonly RunningPod[]> => {
  const { items } = await kubectl.get<{ items: readonly RunningPod[] }>([
    'pods',
    '-n',
    namespace,
    '-l',
    selector,
  ]);
  return items;
};

export const statusOf = ({ status }: RunningPod, container: string): ContainerStatus => {
  const all = [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])];
  const found = all.find(({ name }) => name === container);
  if (found === undefined) throw new Error(`No container ${container}`);
  return found;
};

export const isPodReady = ({ status }: RunningPod): boolean =>
  status.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') === true;

/** Sends a signal to the first process of a container, from outside, as the kernel would. */
export const signal = async (
  { cluster: { runtime } }: Context,
  pod: RunningPod,
  container: string,
  name: 'SIGKILL' | 'SIGSTOP',
): Promise<void> => {
  const id = statusOf(pod, container).containerID?.replace('containerd://', '');
  if (id === undefined) throw new Error(`Container ${container} does not run`);
  process.kill(await runtime.pidOf(id), name);
};
