import { METADATA_NAMESPACE } from '../answer/reply.ts';
import {
  HEALTH_CHECK,
  MAX_CONNECTIONS,
  MAX_REQUESTS_PER_CONNECTION,
  MAX_RETRIES,
  REQUEST_ATTRIBUTES,
  RETRIES,
  STATUS_ON_ERROR,
} from '../configuration/ext-proc.ts';
import {
  gatewayDuration,
  type JsonHole,
  type MaybeHole,
  type NumberHole,
  optional,
} from '../configuration/hole.ts';
import { localReplyConfig } from '../configuration/local-replies.ts';
import { EXT_PROC_SERVICE_NAME } from '../proto.ts';

/**
 * The same for Envoy Gateway, which makes Envoy's configuration itself from a policy. Not to be said in a policy: which
 * overrides of modes are allowed (there all are), trailers (skipped), and how Envoy's own replies look (`replyPatch`).
 */
export type EnvoyGatewayOptions = Readonly<{
  /** Of all objects but class and gateway, and the prefix of others. */
  name: string;
  namespace: string;
  labels: Readonly<Record<string, string>> | JsonHole;
  gatewayClass: string;
  controllerName: string;
  gateway: string;
  port: number | NumberHole;
  protocol: 'HTTP' | 'HTTPS' | `⟦text ${string}⟧`;
  /** Secret with the gateway's certificate; null for plain HTTP. */
  tlsSecret: string | null;
  /** Names that callers use; null for all. */
  hostnames: readonly string[] | JsonHole | null;
  provider: Readonly<{
    host: string;
    port: number | NumberHole;
    /** In place of `/v1` at the front of a path; no slash at its end, or `/` alone. */
    pathPrefix: string;
    /** `validation` of the BackendTLSPolicy. */
    tlsValidation: object | JsonHole;
  }>;
  /** A Service of this namespace, in the clear or with certificates on both sides, or a socket in Envoy's own pod. */
  processor:
    | Readonly<{ kind: 'service'; name: string; port: number | NumberHole }>
    | Readonly<{
        kind: 'tls';
        /** Full name of a headless Service, so that Envoy sees each pod; it stands in the processor's certificate. */
        host: string;
        port: number | NumberHole;
        /** Secret with Envoy's `tls.crt` and `tls.key`, and the `ca.crt` of the processor's certificate. */
        secret: string;
      }>
    | Readonly<{
        kind: 'socket';
        path: string;
        /** The gateway's container, as native sidecar, and the volumes of the pod. */
        container: object | JsonHole;
        volumes: readonly object[] | JsonHole;
        /** Where the container's image is kept from strangers; null where it is not. */
        pullSecrets: MaybeHole | null;
        /** The volume with the socket, and where Envoy finds it. */
        mount: Readonly<{ name: string; mountPath: string }>;
      }>;
  maxBodyBytes: number | NumberHole;
  messageTimeoutMs: number | NumberHole;
  idleTimeoutMs: number | NumberHole;
  drainMs: number | NumberHole;
}>;

const GATEWAY_API = 'gateway.networking.k8s.io/v1';
const ENVOY_GROUP = 'gateway.envoyproxy.io';
const ENVOY_API = `${ENVOY_GROUP}/v1alpha1`;
const LISTENER = 'llm';

const metadata = ({ namespace, labels }: EnvoyGatewayOptions, name: string): object => ({
  name,
  namespace,
  labels,
});

const target = (kind: 'Gateway' | 'HTTPRoute', name: string): object => ({
  group: 'gateway.networking.k8s.io',
  kind,
  name,
});

const socketPatch = (processor: EnvoyGatewayOptions['processor']): object =>
  processor.kind !== 'socket'
    ? {}
    : {
        provider: {
          type: 'Kubernetes',
          kubernetes: {
            envoyDeployment: {
              patch: {
                type: 'StrategicMerge',
                value: {
                  spec: {
                    template: {
                      spec: {
                        ...optional('imagePullSecrets', processor.pullSecrets, (secrets) => secrets),
                        initContainers: [processor.container],
                        containers: [{ name: 'envoy', volumeMounts: [processor.mount] }],
                        volumes: processor.volumes,
                      },
                    },
                  },
                },
              },
            },
          },
        },
      };

export const gatewayClass = (options: EnvoyGatewayOptions): object => ({
  apiVersion: GATEWAY_API,
  kind: 'GatewayClass',
  // Of the whole cluster: no namespace.
  metadata: { name: options.gatewayClass, labels: options.labels },
  spec: { controllerName: options.controllerName },
});

/** How the proxies of the gateway run. */
export const envoyProxy = (options: EnvoyGatewayOptions): object => ({
  apiVersion: ENVOY_API,
  kind: 'EnvoyProxy',
  metadata: metadata(options, options.name),
  spec: {
    // What Envoy Gateway and the class say (an image of one's own registry, for one) holds here, too.
    mergeType: 'StrategicMerge',
    ...socketPatch(options.processor),
    // Streams may end before their proxy does.
    shutdown: { drainTimeout: gatewayDuration(options.drainMs) },
  },
});

export const gateway = (options: EnvoyGatewayOptions): object => ({
  apiVersion: GATEWAY_API,
  kind: 'Gateway',
  metadata: metadata(options, options.gateway),
  spec: {
    gatewayClassName: options.gatewayClass,
    infrastructure: { parametersRef: { group: ENVOY_GROUP, kind: 'EnvoyProxy', name: options.name } },
    listeners: [
      {
        name: LISTENER,
        port: options.port,
        protocol: options.protocol,
        allowedRoutes: { namespaces: { from: 'Same' } },
        ...optional('tls', options.tlsSecret, (name) => ({
          mode: 'Terminate',
          certificateRefs: [{ kind: 'Secret', name }],
        })),
      },
    ],
  },
});

const providerName = ({ name }: EnvoyGatewayOptions): string => `${name}-provider`;
const processorName = ({ name, processor }: EnvoyGatewayOptions): string =>
  `${name}-${processor.kind === 'socket' ? 'socket' : 'processor'}`;

export const providerTls = (options: EnvoyGatewayOptions): object => ({
  apiVersion: GATEWAY_API,
  kind: 'BackendTLSPolicy',
  metadata: metadata(options, providerName(options)),
  spec: {
    targetRefs: [{ group: ENVOY_GROUP, kind: 'Backend', name: providerName(options) }],
    validation: options.provider.tlsValidation,
  },
});

const route = (options: EnvoyGatewayOptions): object => ({
  apiVersion: GATEWAY_API,
  kind: 'HTTPRoute',
  metadata: metadata(options, options.name),
  spec: {
    parentRefs: [{ name: options.gateway, sectionName: LISTENER }],
    ...(options.hostnames === null ? {} : { hostnames: options.hostnames }),
    rules: [
      {
        matches: [{ path: { type: 'PathPrefix', value: '/v1' } }],
        filters: [
          {
            type: 'URLRewrite',
            urlRewrite: {
              hostname: options.provider.host,
              path: { type: 'ReplacePrefixMatch', replacePrefixMatch: options.provider.pathPrefix },
            },
          },
          {
            type: 'RequestHeaderModifier',
            // What says something about callers is none of the provider's business.
            requestHeaderModifier: {
              remove: ['x-forwarded-for', 'x-forwarded-proto', 'x-envoy-external-address'],
            },
          },
        ],
        backendRefs: [{ group: ENVOY_GROUP, kind: 'Backend', name: providerName(options) }],
        // Answers take as long as they take; only silence is bounded.
        timeouts: { request: '0s' },
      },
    ],
  },
});

const processorRef = (options: EnvoyGatewayOptions): object =>
  options.processor.kind === 'service'
    ? { group: '', kind: 'Service', name: options.processor.name, port: options.processor.port }
    : { group: ENVOY_GROUP, kind: 'Backend', name: processorName(options) };

const socketSpec = (path: string): object => ({
  endpoints: [{ unix: { path } }],
  appProtocols: [`${ENVOY_GROUP}/h2c`],
});

const secretRef = (name: string): object => ({ group: '', kind: 'Secret', name });

/** Here and not in a BackendTLSPolicy, which knows no client certificate. */
const tlsSpec = ({
  host,
  port,
  secret,
}: Extract<EnvoyGatewayOptions['processor'], { kind: 'tls' }>): object => ({
  endpoints: [{ fqdn: { hostname: host, port } }],
  tls: {
    caCertificateRefs: [secretRef(secret)],
    sni: host,
    clientCertificateRef: secretRef(secret),
    // Health checks would otherwise offer nothing, and the processor speaks HTTP/2 alone.
    alpnProtocols: ['h2'],
  },
});

/** How Envoy reaches the processor, where a Service does not say it all. */
const processorBackend = (options: EnvoyGatewayOptions): readonly object[] => {
  const { processor } = options;
  if (processor.kind === 'service') return [];
  return [
    {
      apiVersion: ENVOY_API,
      kind: 'Backend',
      metadata: metadata(options, processorName(options)),
      spec: processor.kind === 'socket' ? socketSpec(processor.path) : tlsSpec(processor),
    },
  ];
};

const extension = (options: EnvoyGatewayOptions): object => ({
  apiVersion: ENVOY_API,
  kind: 'EnvoyExtensionPolicy',
  metadata: metadata(options, options.name),
  spec: {
    targetRefs: [target('HTTPRoute', options.name)],
    extProc: [
      {
        backendRefs: [processorRef(options)],
        backendSettings: {
          circuitBreaker: {
            maxConnections: MAX_CONNECTIONS,
            maxPendingRequests: MAX_CONNECTIONS,
            maxParallelRequests: MAX_CONNECTIONS,
            maxParallelRetries: MAX_RETRIES,
            maxRequestsPerConnection: MAX_REQUESTS_PER_CONNECTION,
          },
          retry: { numRetries: RETRIES.times, retryOn: { triggers: [...RETRIES.on] } },
          timeout: { tcp: { connectTimeout: '500ms' } },
          healthCheck: {
            active: {
              type: 'GRPC',
              grpc: { service: EXT_PROC_SERVICE_NAME },
              timeout: gatewayDuration(HEALTH_CHECK.timeoutMs),
              interval: gatewayDuration(HEALTH_CHECK.intervalMs),
              unhealthyThreshold: HEALTH_CHECK.unhealthyThreshold,
              healthyThreshold: HEALTH_CHECK.healthyThreshold,
            },
          },
        },
        // The default of 200 ms is less than a scan may take.
        messageTimeout: gatewayDuration(options.messageTimeoutMs),
        // With true, Envoy Gateway would also leave the processor out where this policy has a mistake.
        failOpen: false,
        statusOnError: STATUS_ON_ERROR,
        processingMode: {
          request: { body: 'Buffered', attributes: [...REQUEST_ATTRIBUTES] },
          response: { body: 'Buffered' },
          // Without it streamed answers are refused: they would have to be read whole.
          allowModeOverride: true,
        },
        metadata: { writableNamespaces: [METADATA_NAMESPACE] },
      },
    ],
  },
});

const clientTraffic = (options: EnvoyGatewayOptions): object => ({
  apiVersion: ENVOY_API,
  kind: 'ClientTrafficPolicy',
  metadata: metadata(options, options.name),
  spec: {
    targetRefs: [target('Gateway', options.gateway)],
    connection: { bufferLimit: options.maxBodyBytes },
    // Two spellings of one path must not differ between the processor, Envoy and the provider.
    path: { escapedSlashesAction: 'RejectRequest', disableMergeSlashes: false },
    timeout: {
      http: {
        requestHeadersReceivedTimeout: '30s',
        requestReceivedTimeout: '300s',
        streamIdleTimeout: gatewayDuration(options.idleTimeoutMs),
      },
    },
  },
});

const backendTraffic = (options: EnvoyGatewayOptions): object => ({
  apiVersion: ENVOY_API,
  kind: 'BackendTrafficPolicy',
  metadata: metadata(options, options.name),
  spec: {
    targetRefs: [target('HTTPRoute', options.name)],
    connection: { bufferLimit: options.maxBodyBytes },
    timeout: { tcp: { connectTimeout: '5s' }, http: { requestTimeout: '0s' } },
    retry: {
      numRetries: 2,
      retryOn: { triggers: ['connect-failure', 'reset-before-request', 'refused-stream'] },
    },
    circuitBreaker: {
      maxConnections: MAX_CONNECTIONS,
      maxPendingRequests: MAX_CONNECTIONS,
      maxParallelRequests: MAX_CONNECTIONS,
    },
  },
});

/** That the processor is asked. It goes before `routing`: a route that is there first would let traffic pass unscanned. */
export const asking = (options: EnvoyGatewayOptions): readonly object[] => [
  ...processorBackend(options),
  extension(options),
];

/**
 * The provider. Envoy Gateway 1.9 hands a client certificate to Envoy only with the backend of a route; what is named for the
 * processor alone never arrives, and Envoy then refuses all ("Secret is not supplied by SDS"). So it is named here, too.
 */
export const providerBackend = (options: EnvoyGatewayOptions): object => ({
  apiVersion: ENVOY_API,
  kind: 'Backend',
  metadata: metadata(options, providerName(options)),
  spec: {
    endpoints: [{ fqdn: { hostname: options.provider.host, port: options.provider.port } }],
    ...(options.processor.kind === 'tls'
      ? { tls: { clientCertificateRef: secretRef(options.processor.secret) } }
      : {}),
  },
});

/** The way of the traffic and the other policies on it. */
export const routing = (options: EnvoyGatewayOptions): readonly object[] => [
  clientTraffic(options),
  backendTraffic(options),
  route(options),
];

/**
 * Envoy's own replies in our shape. It takes `extensionApis.enableEnvoyPatchPolicy` in Envoy Gateway, which lets everybody
 * who may make such a policy change all of Envoy's configuration: so it is for those who have it on already.
 *
 * @param chain Where Envoy Gateway puts the connection manager: plain HTTP is the default chain.
 */
export const replyPatch = (
  options: EnvoyGatewayOptions,
  chain: 'default_filter_chain' | 'filter_chains/0' | `⟦text ${string}⟧`,
): object => ({
  apiVersion: ENVOY_API,
  kind: 'EnvoyPatchPolicy',
  metadata: metadata(options, options.name),
  spec: {
    targetRef: target('Gateway', options.gateway),
    type: 'JSONPatch',
    jsonPatches: [
      {
        type: 'type.googleapis.com/envoy.config.listener.v3.Listener',
        name: `${options.namespace}/${options.gateway}/${LISTENER}`,
        operation: {
          op: 'add',
          path: `/${chain}/filters/0/typed_config/local_reply_config`,
          value: localReplyConfig({ onlyOfKnownRequests: true }),
        },
      },
    ],
  },
});
