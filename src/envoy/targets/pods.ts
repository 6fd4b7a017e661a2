/**
 * Pods for Kubernetes as plain objects: the gateway and Envoy as native sidecars of an application (Kubernetes 1.29 and
 * later), and the processor as a workload of its own. The Helm chart has more of everything; these are to read and to try.
 */
export type PodOptions = Readonly<{
  image: string;
  envoyImage: string;
  /** `http://127.0.0.1:<port>` is where the application finds the gateway. */
  port: number;
  statusPort: number;
  upstream: string;
}>;

const RUN = { name: 'portcullis-run', path: '/run/portcullis' } as const;
const DATA = { name: 'portcullis-data', path: '/var/lib/portcullis' } as const;
const CONFIG = { name: 'portcullis-config', path: '/etc/portcullis' } as const;
/** The key that the application uses, from a Secret. */
const KEY = { name: 'gateway-key', path: '/etc/gateway-key' } as const;
/** Where Envoy's images have their CAs. */
const ENVOY_CA_FILE = '/etc/ssl/certs/ca-certificates.crt';
const METRICS_PORT = 9090;
export const ENVOY_IMAGE = 'envoyproxy/envoy:distroless-v1.40.0';
/** A place that is nobody's: the image is built from this repository and pushed to where the cluster finds it. */
export const gatewayImage = (version: string): string => `registry.example.com/portcullis:${version}`;
export const PROCESSOR_PORT = 9000;
export const SOCKET_PATH = `${RUN.path}/ext-proc.sock`;
export const SOCKET_MOUNT = { name: RUN.name, mountPath: RUN.path } as const;

/** Envoy and the gateway share a socket, and so a user. */
const USER = {
  runAsNonRoot: true,
  runAsUser: 65_532,
  runAsGroup: 65_532,
  seccompProfile: { type: 'RuntimeDefault' },
} as const;

/** What the Pod Security Standard `restricted` asks for, of a pod that is all ours. */
export const POD_SECURITY = { ...USER, fsGroup: 65_532 } as const;

/** With a user of their own: in a pod of somebody else's it stays what it is for the other containers. */
const CONTAINER_SECURITY = {
  ...USER,
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
} as const;

const mount = ({ name, path }: Readonly<{ name: string; path: string }>, readOnly = false): object => ({
  name,
  mountPath: path,
  ...(readOnly ? { readOnly } : {}),
});

const probe = (path: string, port: number, rest: object): object => ({
  httpGet: { path, port },
  ...rest,
});

const gatewayContainer = (options: Pick<PodOptions, 'image'>, mounts: readonly object[]): object => ({
  name: 'portcullis',
  image: options.image,
  args: ['serve', '--role', 'processor', '--config', `${CONFIG.path}/config.yaml`],
  // The scanner warms up before it says ready.
  startupProbe: probe('/readyz', METRICS_PORT, { periodSeconds: 2, failureThreshold: 60 }),
  readinessProbe: probe('/readyz', METRICS_PORT, { periodSeconds: 5 }),
  livenessProbe: probe('/livez', METRICS_PORT, {
    periodSeconds: 10,
    timeoutSeconds: 5,
    failureThreshold: 6,
    // What hangs ends no streams: without this it would be waited for as long as for a whole drain.
    terminationGracePeriodSeconds: 15,
  }),
  resources: { requests: { cpu: '250m', memory: '512Mi' }, limits: { memory: '2Gi' } },
  securityContext: CONTAINER_SECURITY,
  volumeMounts: [mount(CONFIG, true), mount(DATA), ...mounts],
});

/** The gateway beside an Envoy that somebody else makes. */
export const gatewaySidecar = (options: Pick<PodOptions, 'image'>): object => ({
  ...gatewayContainer(options, [mount(RUN)]),
  restartPolicy: 'Always',
});

export const keyVolume = { name: KEY.name, secret: { secretName: KEY.name } } as const;

export const sidecarVolumes = (configMap: string): readonly object[] => [
  { name: RUN.name, emptyDir: { medium: 'Memory', sizeLimit: '16Mi' } },
  { name: DATA.name, emptyDir: {} },
  { name: CONFIG.name, configMap: { name: configMap } },
];

/** Most that Envoy may take. */
const ENVOY_MEMORY = '512Mi';

/**
 * In this order: Envoy's configuration is written, the application's key is put into the store, then the gateway starts, then Envoy, then the application. They end the
 * other way round, so that nothing of the application goes unanswered.
 */
export const sidecarContainers = (options: PodOptions): readonly object[] => [
  {
    name: 'envoy-config',
    image: options.image,
    args: [
      ...['envoy-config', '--config', `${CONFIG.path}/config.yaml`],
      ...['--max-memory', ENVOY_MEMORY, '--out', `${RUN.path}/envoy.yaml`],
    ],
    securityContext: CONTAINER_SECURITY,
    volumeMounts: [mount(CONFIG, true), mount(RUN)],
  },
  {
    name: 'import-key',
    image: options.image,
    args: [
      ...['keys', 'import', '--config', `${CONFIG.path}/config.yaml`],
      ...['--name', 'application', '--key-file', `${KEY.path}/key`],
    ],
    securityContext: CONTAINER_SECURITY,
    volumeMounts: [mount(CONFIG, true), mount(DATA), mount(KEY, true)],
  },
  gatewaySidecar(options),
  {
    name: 'envoy',
    image: options.envoyImage,
    command: ['envoy'],
    args: [
      ...['-c', `${RUN.path}/envoy.yaml`, '--concurrency', '1'],
      ...['--log-level', 'warn', '--disable-hot-restart'],
    ],
    restartPolicy: 'Always',
    startupProbe: probe('/ready', options.statusPort, { periodSeconds: 1, failureThreshold: 120 }),
    readinessProbe: probe('/ready', options.statusPort, { periodSeconds: 5 }),
    resources: { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: ENVOY_MEMORY } },
    securityContext: CONTAINER_SECURITY,
    volumeMounts: [mount(RUN, true)],
  },
];

/** The configuration of a gateway that shares its pod with Envoy. */
export const socketConfig = ({ port, statusPort, upstream }: PodOptions): object => ({
  dataDir: DATA.path,
  extProc: { address: `unix:${SOCKET_PATH}` },
  metrics: { address: `0.0.0.0:${METRICS_PORT}` },
  proxy: {
    // For the application alone.
    address: `127.0.0.1:${port}`,
    adminAddress: '127.0.0.1:9901',
    statusAddress: `0.0.0.0:${statusPort}`,
    upstream,
    upstreamCaFile: ENVOY_CA_FILE,
  },
});

/** The configuration of a processor that other pods ask. */
export const serviceConfig = (): object => ({
  dataDir: DATA.path,
  extProc: { address: `0.0.0.0:${PROCESSOR_PORT}` },
  metrics: { address: `0.0.0.0:${METRICS_PORT}` },
});

const meta = (name: string, namespace: string, labels: Readonly<Record<string, string>>): object => ({
  name,
  namespace,
  labels,
});

export type Named = Readonly<{
  name: string;
  namespace: string;
  labels: Readonly<Record<string, string>>;
}>;

export const configMap = ({ name, namespace, labels }: Named, yaml: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: meta(name, namespace, labels),
  data: { 'config.yaml': yaml },
});

/** One processor with its Service; keys and records end with its pod. */
export const processorWorkload = (
  { name, namespace, labels }: Named,
  options: Pick<PodOptions, 'image'>,
): readonly object[] => [
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: meta(name, namespace, labels),
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          securityContext: POD_SECURITY,
          // `shutdown.drainMs` and `shutdown.graceMs` by default, and some more.
          terminationGracePeriodSeconds: 320,
          containers: [
            { ...gatewayContainer(options, []), ports: [{ name: 'grpc', containerPort: PROCESSOR_PORT }] },
          ],
          volumes: sidecarVolumes(name).slice(1),
        },
      },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: meta(name, namespace, labels),
    spec: {
      selector: labels,
      ports: [{ name: 'grpc', port: PROCESSOR_PORT, targetPort: 'grpc', appProtocol: 'kubernetes.io/h2c' }],
    },
  },
];
