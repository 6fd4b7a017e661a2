import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runEnvoy } from '../../contract/envoy-runner.ts';
import { freePort } from '../../free-port.ts';
import { until } from '../daemon.ts';
import { withCamelKeys } from '../envoy-xds.ts';

/** One Envoy of the mesh, as istio-agent starts it in a pod: it says who it is, and istiod tells it all else. */
export type ProxyOptions = Readonly<{
  folder: string;
  /** Of istiod, and of those who give out certificates. */
  grpcPort: number;
  secretsPort: number;
  /** Of the pod's account: what tells istiod that the proxy is who it says. */
  token: string;
  type: 'router' | 'sidecar' | 'waypoint';
  ip: string;
  /** Name of the pod. */
  name: string;
  namespace: string;
  labels: Readonly<Record<string, string>>;
  metadata?: Readonly<Record<string, unknown>>;
}>;

export type MeshProxy = Readonly<{
  /** What Envoy has taken, and what it refused, with the names of all fields in camel case. */
  config: () => Promise<unknown>;
  stats: () => Promise<Readonly<Record<string, number>>>;
  output: () => string;
  stop: () => Promise<void>;
}>;

const READY_MS = 60_000;

const grpcCluster = (name: string, port: number): object => ({
  name,
  type: 'STATIC',
  connect_timeout: '1s',
  typed_extension_protocol_options: {
    'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': {
      '@type': 'type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions',
      explicit_http_config: { http2_protocol_options: {} },
    },
  },
  load_assignment: {
    cluster_name: name,
    endpoints: [
      {
        lb_endpoints: [
          { endpoint: { address: { socket_address: { address: '127.0.0.1', port_value: port } } } },
        ],
      },
    ],
  },
});

const bootstrap = (options: ProxyOptions, adminPort: number): object => ({
  node: {
    id: [
      options.type,
      options.ip,
      `${options.name}.${options.namespace}`,
      `${options.namespace}.svc.cluster.local`,
    ].join('~'),
    cluster: options.name,
    metadata: {
      NAMESPACE: options.namespace,
      NAME: options.name,
      LABELS: options.labels,
      CLUSTER_ID: 'Kubernetes',
      ISTIO_VERSION: '1.31.0',
      INSTANCE_IPS: options.ip,
      ...options.metadata,
    },
  },
  admin: { address: { socket_address: { address: '127.0.0.1', port_value: adminPort } } },
  bootstrap_extensions: [
    {
      name: 'envoy.bootstrap.internal_listener',
      typed_config: {
        '@type': 'type.googleapis.com/envoy.extensions.bootstrap.internal_listener.v3.InternalListener',
      },
    },
  ],
  dynamic_resources: {
    ads_config: {
      api_type: 'GRPC',
      transport_api_version: 'V3',
      set_node_on_first_message_only: true,
      grpc_services: [
        {
          envoy_grpc: { cluster_name: 'xds-grpc' },
          initial_metadata: [
            { key: 'authorization', value: `Bearer ${options.token}` },
            { key: 'clusterid', value: 'Kubernetes' },
          ],
        },
      ],
    },
    cds_config: { ads: {}, resource_api_version: 'V3', initial_fetch_timeout: '0s' },
    lds_config: { ads: {}, resource_api_version: 'V3', initial_fetch_timeout: '0s' },
  },
  static_resources: {
    clusters: [grpcCluster('xds-grpc', options.grpcPort), grpcCluster('sds-grpc', options.secretsPort)],
  },
});

export const startProxy = async (options: ProxyOptions): Promise<MeshProxy> => {
  const adminPort = await freePort();
  const file = join(options.folder, `${options.name}.json`);
  await writeFile(file, JSON.stringify(bootstrap(options, adminPort)));
  const envoy = await runEnvoy(file);
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${adminPort}${path}`);
    return await response.json();
  };
  const stats: MeshProxy['stats'] = async () => {
    const { stats: all } = (await ask('/stats?format=json')) as {
      stats: readonly { name?: string; value?: number }[];
    };
    return Object.fromEntries(
      all.flatMap(({ name, value }) => (name === undefined ? [] : [[name, value ?? 0]])),
    );
  };
  const isTold = async (): Promise<boolean> => {
    const { 'listener_manager.lds.update_attempt': attempts } = await stats();
    return (attempts ?? 0) > 1;
  };
  await until(`listeners of ${options.name}`, isTold, READY_MS).catch(async (error: unknown) => {
    await envoy.stop();
    throw new Error(envoy.output(), { cause: error });
  });
  return {
    config: async () => withCamelKeys(await ask('/config_dump?include_eds')),
    stats,
    output: envoy.output,
    stop: envoy.stop,
  };
};
