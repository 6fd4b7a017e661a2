import { type ControlPlane, startControlPlane } from '../control-plane.ts';
import { applyCrds, type Kubectl, kubectlWith } from '../kubectl.ts';
import { makeTlsSecrets } from '../node/certificates.ts';
import { type KubernetesObject, type Labels, yamlOf } from '../objects.ts';
import { crds } from '../tier.ts';
import { type Istiod, startIstiod } from './istiod.ts';
import { type MeshProxy, type ProxyOptions, startProxy } from './proxy.ts';
import { type Pems, type SecretServer, startSecretServer } from './secrets.ts';

/** A mesh without pods: API server, istiod, and Envoys as processes on this machine. */
export type Mesh = Readonly<{
  plane: ControlPlane;
  kubectl: Kubectl;
  /** What all proxies trust, and a certificate for `PROVIDER`. */
  pems: Pems;
  /**
   * Applies them in a namespace that is made where it is not there. What comes back removes them:
   * the gateways of all namespaces go to all pods with the label.
   */
  apply: (namespace: string, objects: readonly KubernetesObject[]) => Promise<() => Promise<void>>;
  /** An Envoy with a pod to its name, by which istiod finds its Services. It stops with the mesh at the latest. */
  proxy: (wanted: WantedProxy) => Promise<MeshProxy>;
  stop: () => Promise<void>;
}>;

export type WantedProxy = Pick<ProxyOptions, 'type' | 'name' | 'namespace' | 'labels'> &
  Readonly<{ metadata?: Readonly<Record<string, unknown>> }>;

/** Under this domain every name is this machine, for Envoy's resolver, too. */
export const PROVIDER = 'provider.localhost';
/** Nobody is there: proxies have it only to say who they are. */
const POD_IP = '10.1.0.5';
const WAYPOINT = 'waypoint';
/** What Istio's pods of a waypoint have, and its Service. */
export const GATEWAY_NAME = { 'gateway.networking.k8s.io/gateway-name': WAYPOINT } as const;
const HBONE = { name: 'mesh', port: 15_008 } as const;

const ISTIOS_OWN = [
  'waypoint_downstream_peer_metadata',
  'waypoint_upstream_peer_metadata',
  'connect_authority',
] as const;

const metadata = (name: string, namespace: string, labels: Labels = {}): KubernetesObject['metadata'] => ({
  name,
  namespace,
  labels,
});

const accountOf = (name: string, namespace: string): object => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: metadata(name, namespace),
});

const podOf = (name: string, namespace: string, labels: Labels): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: metadata(name, namespace, labels),
  spec: { serviceAccountName: name, containers: [{ name: 'proxy', image: 'none' }] },
});

/** A gateway may read Secrets where it is, as Istio's own installation has it. */
const readsSecrets = (namespace: string, account: string): readonly object[] => {
  const group = 'rbac.authorization.k8s.io';
  return [
    {
      apiVersion: `${group}/v1`,
      kind: 'Role',
      metadata: metadata('secrets', namespace),
      rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get', 'watch', 'list'] }],
    },
    {
      apiVersion: `${group}/v1`,
      kind: 'RoleBinding',
      metadata: metadata(`secrets-${account}`, namespace),
      roleRef: { apiGroup: group, kind: 'Role', name: 'secrets' },
      subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
    },
  ];
};

/**
 * What else a waypoint has where it runs: the Service that Istio would make, and without the filters that only
 * Istio's own build of Envoy knows.
 */
export const waypointParts = (namespace: string): readonly KubernetesObject[] => [
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadata(WAYPOINT, namespace, GATEWAY_NAME),
    spec: { selector: GATEWAY_NAME, ports: [HBONE] },
  },
  {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: metadata(WAYPOINT, namespace, { 'kubernetes.io/service-name': WAYPOINT }),
    addressType: 'IPv4',
    ports: [HBONE],
    endpoints: [{ addresses: [POD_IP], conditions: { ready: true } }],
  } as KubernetesObject,
  {
    apiVersion: 'networking.istio.io/v1alpha3',
    kind: 'EnvoyFilter',
    metadata: metadata('without-istios-own', namespace),
    spec: {
      targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: WAYPOINT }],
      configPatches: ISTIOS_OWN.map((name) => ({
        applyTo: 'HTTP_FILTER',
        match: {
          context: 'SIDECAR_INBOUND',
          listener: {
            filterChain: {
              filter: { name: 'envoy.filters.network.http_connection_manager', subFilter: { name } },
            },
          },
        },
        patch: { operation: 'REMOVE' },
      })),
    },
  },
];

/**
 * The Service before a gateway's pods, by which istiod knows where they listen: Istio's own do not at 80 and 443 either,
 * which are for root.
 *
 * @param ports Of the Service → of the pods.
 */
export const routerService = (labels: Labels, ports: Readonly<Record<number, number>>): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'gateway' },
  spec: {
    selector: labels,
    ports: Object.entries(ports).map(([port, targetPort]) => ({
      name: `http-${port}`,
      port: Number(port),
      targetPort,
    })),
  },
});

const certificates = async (folder: string): Promise<Pems> => {
  const [server] = (await makeTlsSecrets(folder, PROVIDER, {
    server: 'server',
    client: 'client',
  })) as readonly {
    stringData: Readonly<Record<string, string>>;
  }[];
  const { 'tls.crt': certificate = '', 'tls.key': key = '', 'ca.crt': ca = '' } = server?.stringData ?? {};
  return { certificate, key, ca };
};

export const startMesh = async (): Promise<Mesh> => {
  const plane = await startControlPlane();
  const proxies: MeshProxy[] = [];
  let istiod: Istiod | undefined;
  let secrets: SecretServer | undefined;
  const stop = async (): Promise<void> => {
    for (const proxy of proxies) await proxy.stop();
    secrets?.close();
    await istiod?.stop();
    await plane.stop();
  };
  try {
    const kubectl = kubectlWith(plane.kubeconfig);
    await applyCrds(kubectl, crds);
    istiod = await startIstiod(plane, kubectl);
    const { grpcPort } = istiod;
    const pems = await certificates(plane.folder);
    secrets = await startSecretServer(pems);
    const { port: secretsPort } = secrets;
    const apply: Mesh['apply'] = async (namespace, objects) => {
      await kubectl.apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }]);
      const here = ['--namespace', namespace];
      await kubectl.apply(objects, here);
      return async () => {
        const options = ['--wait=false', '--ignore-not-found', '--grace-period=0', '--force'];
        await kubectl.run(['delete', ...options, ...here, '-f', '-'], { input: yamlOf(objects) });
      };
    };
    return {
      plane,
      kubectl,
      pems,
      apply,
      proxy: async (wanted) => {
        const { name, namespace, labels } = wanted;
        await kubectl.apply([accountOf(name, namespace), ...readsSecrets(namespace, name)]);
        const remove = await apply(namespace, [podOf(name, namespace, labels)]);
        const status = { status: { podIP: POD_IP, podIPs: [{ ip: POD_IP }], phase: 'Running' } };
        const patch = ['patch', 'pod', name, '-n', namespace, '--subresource=status', '--type=merge'];
        await kubectl.run([...patch, '-p', JSON.stringify(status)]);
        const forIstio = ['create', 'token', name, '-n', namespace, '--audience=istio-ca'];
        const token = (await kubectl.run(forIstio)).trim();
        const options = { folder: plane.folder, grpcPort, secretsPort, token, ip: POD_IP, ...wanted };
        const proxy = await startProxy(options);
        proxies.push(proxy);
        return {
          ...proxy,
          stop: async () => {
            await proxy.stop();
            await remove();
          },
        };
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
