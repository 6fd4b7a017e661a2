import {
  extProcFilter,
  MAX_CONNECTIONS,
  MAX_REQUESTS_PER_CONNECTION,
  MAX_RETRIES,
  switchedOn,
  typed,
} from '../configuration/ext-proc.ts';
import { type JsonHole, type MaybeHole, type NumberHole, optional } from '../configuration/hole.ts';
import { localReplyConfig } from '../configuration/local-replies.ts';

/**
 * The same filter for the proxies of an Istio mesh, which are configured by patches. Istio passes the values of patches on
 * as they are: what is wrong in them shows in no validation of Kubernetes, so `envoy-configs.test.ts` has Envoy look at each.
 */
export type IstioOptions = Readonly<{
  /** Prefix of all names. */
  name: string;
  namespace: string;
  labels: Readonly<Record<string, string>> | JsonHole;
  processor: Readonly<{ host: string; port: number | NumberHole }>;
  provider: Readonly<{
    host: string;
    port: number | NumberHole;
    /** What callers ask in plain HTTP, for the proxy to see it; the proxy makes TLS of it. */
    plainPort: number | NumberHole;
    tlsMode: 'SIMPLE' | 'DISABLE' | `⟦text ${string}⟧`;
    /** In place of `/v1/` at the front of a path; ends with a slash. */
    pathPrefix: string;
    authority: string;
  }>;
  /** Namespaces that see the provider by its plain port. */
  exportTo: readonly string[] | JsonHole;
  maxBodyBytes: number | NumberHole;
  messageTimeoutMs: number | NumberHole;
}>;

export type IstioGatewayOptions = IstioOptions &
  Readonly<{
    /** Where the gateway's pods are: patches by labels reach no further than their namespace. */
    gatewayNamespace: string;
    selector: Readonly<Record<string, string>> | JsonHole;
    /** The name that callers use, and the gateway's port. */
    host: string;
    port: number | NumberHole;
    protocol: 'HTTP' | 'HTTPS' | `⟦text ${string}⟧`;
    /** Secret with the gateway's certificate; null for plain HTTP. */
    tlsSecret: string | null;
  }>;

const API = 'networking.istio.io/v1';
const HTTP_CONNECTION_MANAGER = 'envoy.filters.network.http_connection_manager';
const ROUTER = 'envoy.filters.http.router';

const metadata = (
  { namespace, labels }: Pick<IstioOptions, 'namespace' | 'labels'>,
  name: string,
): object => ({
  name,
  namespace,
  labels,
});

const filterOf = (
  { processor: { host, port }, messageTimeoutMs }: IstioOptions,
  isSwitchedByRoute: boolean,
): object =>
  extProcFilter({
    clusterName: `outbound|${port}||${host}`,
    // Istio's name of the cluster would be no host that Node's HTTP/2 server takes.
    authority: host,
    messageTimeoutMs,
    isSwitchedByRoute,
  });

const beforeRouter = (context: string, listener: object, value: object): object => ({
  applyTo: 'HTTP_FILTER',
  match: { context, listener },
  patch: { operation: 'INSERT_BEFORE', value },
});

const routerIn = (filterChain: object = {}): object => ({
  filterChain: { ...filterChain, filter: { name: HTTP_CONNECTION_MANAGER, subFilter: { name: ROUTER } } },
});

const virtualHost = (context: string, routeConfiguration: object, value: object): object => ({
  applyTo: 'VIRTUAL_HOST',
  match: { context, routeConfiguration },
  patch: { operation: 'MERGE', value },
});

/** On for one name alone: a listener serves every service of its port. */
const switchOn = (context: string, vhost: object, { maxBodyBytes }: IstioOptions): object =>
  virtualHost(
    context,
    { vhost },
    { typed_per_filter_config: switchedOn(), request_body_buffer_limit: maxBodyBytes },
  );

/** Envoy's own replies to what the processor has seen; all others stay as the mesh has them. */
const ownReplies = (context: string, listener: object): object => ({
  applyTo: 'NETWORK_FILTER',
  match: { context, listener: { ...listener, filterChain: { filter: { name: HTTP_CONNECTION_MANAGER } } } },
  patch: {
    operation: 'MERGE',
    value: {
      name: HTTP_CONNECTION_MANAGER,
      typed_config: typed(
        'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
        { local_reply_config: localReplyConfig({ onlyOfKnownRequests: true }) },
      ),
    },
  },
});

const envoyFilter = (options: IstioOptions, name: string, spec: object, annotations?: object): object => ({
  apiVersion: 'networking.istio.io/v1alpha3',
  kind: 'EnvoyFilter',
  metadata: { ...metadata(options, name), ...(annotations === undefined ? {} : { annotations }) },
  spec,
});

/** How the mesh's own cluster of the processor is to be used. */
export const processorRule = (options: IstioOptions): object => ({
  apiVersion: API,
  kind: 'DestinationRule',
  metadata: metadata(options, `${options.name}-processor`),
  spec: {
    host: options.processor.host,
    trafficPolicy: {
      connectionPool: {
        tcp: { maxConnections: MAX_CONNECTIONS, connectTimeout: '0.5s' },
        http: {
          http1MaxPendingRequests: MAX_CONNECTIONS,
          http2MaxRequests: MAX_CONNECTIONS,
          maxRequestsPerConnection: MAX_REQUESTS_PER_CONNECTION,
          maxRetries: MAX_RETRIES,
        },
      },
    },
  },
});

/** @param labels Those of all objects, and `istio.io/use-waypoint` where a waypoint looks at the traffic. */
export const providerEntry = (options: IstioOptions, labels: IstioOptions['labels']): object => ({
  apiVersion: API,
  kind: 'ServiceEntry',
  metadata: metadata({ ...options, labels }, `${options.name}-provider`),
  spec: {
    hosts: [options.provider.host],
    location: 'MESH_EXTERNAL',
    resolution: 'DNS',
    exportTo: options.exportTo,
    ports: [
      {
        number: options.provider.plainPort,
        name: 'http',
        protocol: 'HTTP',
        targetPort: options.provider.port,
      },
    ],
  },
});

/** Makes TLS of what the proxy has seen in plain HTTP, and checks the provider's name. */
export const providerRule = (options: IstioOptions): object => ({
  apiVersion: API,
  kind: 'DestinationRule',
  metadata: metadata(options, `${options.name}-provider`),
  spec: {
    host: options.provider.host,
    exportTo: options.exportTo,
    trafficPolicy: {
      portLevelSettings: [
        {
          port: { number: options.provider.plainPort },
          tls: {
            mode: options.provider.tlsMode,
            sni: options.provider.host,
            subjectAltNames: [options.provider.host],
          },
        },
      ],
    },
  },
});

/** Calls of applications through their own sidecars, to the provider's plain port. */
export const sidecarFilter = (options: IstioOptions, selector: MaybeHole | null): object => {
  const { host, plainPort } = options.provider;
  return envoyFilter(options, `${options.name}-sidecar`, {
    // An empty selector would draw a warning.
    ...optional('workloadSelector', selector, (labels) => ({ labels })),
    configPatches: [
      // In every listener: the provider has routes not only in that of its port, but also in the mesh's HTTP proxy.
      beforeRouter('SIDECAR_OUTBOUND', routerIn(), filterOf(options, true)),
      // By its name where other ports' virtual hosts may be beside it, by its domain in the listeners of other ports.
      switchOn('SIDECAR_OUTBOUND', { name: `${host}:${plainPort}` }, options),
      switchOn('SIDECAR_OUTBOUND', { domainName: host }, options),
      ownReplies('SIDECAR_OUTBOUND', {}),
    ],
  });
};

/** What comes in at a gateway under the name that callers use. */
export const gatewayFilter = (options: IstioGatewayOptions): object =>
  envoyFilter({ ...options, namespace: options.gatewayNamespace }, `${options.name}-gateway`, {
    workloadSelector: { labels: options.selector },
    configPatches: [
      beforeRouter('GATEWAY', routerIn(), filterOf(options, true)),
      // Not by its name: of names with the same routes Istio makes one virtual host, and calls it by the longest.
      switchOn('GATEWAY', { domainName: options.host }, options),
      ownReplies('GATEWAY', {}),
    ],
  });

/** The gateway's own listener, and the way from it to the provider. */
export const gatewayRoutes = (options: IstioGatewayOptions): readonly object[] => [
  {
    apiVersion: API,
    kind: 'Gateway',
    metadata: metadata({ ...options, namespace: options.gatewayNamespace }, options.name),
    spec: {
      selector: options.selector,
      servers: [
        {
          port: { number: options.port, name: 'llm', protocol: options.protocol },
          hosts: [options.host],
          ...optional('tls', options.tlsSecret, (credentialName) => ({
            mode: 'SIMPLE',
            credentialName,
            minProtocolVersion: 'TLSV1_2',
          })),
        },
      ],
    },
  },
  {
    apiVersion: API,
    kind: 'VirtualService',
    metadata: metadata({ ...options, namespace: options.gatewayNamespace }, options.name),
    spec: {
      hosts: [options.host],
      gateways: [options.name],
      http: [
        {
          name: 'provider',
          match: [{ uri: { prefix: '/v1/' } }],
          rewrite: { uri: options.provider.pathPrefix, authority: options.provider.authority },
          headers: {
            request: { remove: ['x-forwarded-for', 'x-forwarded-proto', 'x-envoy-external-address'] },
          },
          route: [
            { destination: { host: options.provider.host, port: { number: options.provider.plainPort } } },
          ],
          retries: { attempts: 2, retryOn: 'connect-failure,reset-before-request,refused-stream' },
        },
        // The processor answers 404 to every other path before this does.
        { name: 'unknown', directResponse: { status: 404 } },
      ],
    },
  },
];

/**
 * Calls of an ambient mesh through a waypoint. There a filter chain serves one service alone, so the filter is on from the
 * beginning. Istio 1.31 knows a context `WAYPOINT` and does nothing with it: what reaches a waypoint is `SIDECAR_INBOUND`.
 */
export const waypointFilter = (options: IstioOptions, waypoint: string): object => {
  const { host, plainPort } = options.provider;
  const name = `inbound-vip|${plainPort}|http|${host}`;
  return envoyFilter(
    options,
    `${options.name}-waypoint`,
    {
      targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: waypoint }],
      configPatches: [
        beforeRouter('SIDECAR_INBOUND', routerIn({ name }), filterOf(options, false)),
        virtualHost('SIDECAR_INBOUND', { name }, { request_body_buffer_limit: options.maxBodyBytes }),
      ],
    },
    // Waypoints know no services but their own, unless told.
    { 'envoyfilter.istio.io/referenced-services': options.processor.host },
  );
};

export const waypointGateway = (
  options: Pick<IstioOptions, 'namespace' | 'labels'>,
  name: string,
): object => ({
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'Gateway',
  metadata: metadata(options, name),
  spec: {
    gatewayClassName: 'istio-waypoint',
    listeners: [{ name: 'mesh', port: 15_008, protocol: 'HBONE' }],
  },
});
