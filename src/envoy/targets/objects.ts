import { isIP } from 'node:net';
import type { Address } from '../../config/address.ts';
import { GatewayError } from '../../errors.ts';
import { isDnsName, type Upstream } from '../configuration/upstream.ts';
import {
  asking,
  type EnvoyGatewayOptions,
  envoyProxy,
  gateway,
  gatewayClass,
  providerBackend,
  providerTls,
  replyPatch,
  routing,
} from './envoy-gateway.ts';
import {
  gatewayFilter,
  gatewayRoutes,
  type IstioGatewayOptions,
  type IstioOptions,
  processorRule,
  providerEntry,
  providerRule,
  sidecarFilter,
  waypointFilter,
  waypointGateway,
} from './istio.ts';
import { gatewaySidecar, PROCESSOR_PORT, SOCKET_MOUNT, sidecarVolumes } from './pods.ts';

/** What `envoy-config` and the files of `deploy/` know about an installation. */
export type TargetOptions = Readonly<{
  name: string;
  namespace: string;
  /** The name that callers use, where a gateway is made. */
  host: string;
  image: string;
  upstream: Upstream;
  /** Null: the Service or socket that goes by the name. */
  processor: Address | null;
  maxBodyBytes: number;
  messageTimeoutMs: number;
  idleTimeoutMs: number;
  drainMs: number;
}>;

export const ISTIO_CONTEXTS = ['gateway', 'sidecar', 'waypoint'] as const;
export type IstioContext = (typeof ISTIO_CONTEXTS)[number];

const PLAIN_PORT = 80;
const WAYPOINT = 'waypoint';
const INGRESS_GATEWAY = { istio: 'ingressgateway' } as const;

const labelsOf = ({ name }: TargetOptions): Readonly<Record<string, string>> => ({
  'app.kubernetes.io/name': 'portcullis',
  'app.kubernetes.io/instance': name,
});

const requireName = ({ upstream }: TargetOptions): string => {
  if (isDnsName(upstream)) return upstream.host;
  throw new GatewayError(
    'CONFIG_INVALID',
    'This target takes a provider with a DNS name, not an IP address.',
  );
};

const serviceOf = ({ name, namespace, processor }: TargetOptions): { host: string; port: number } => {
  if (processor === null) return { host: `${name}.${namespace}.svc.cluster.local`, port: PROCESSOR_PORT };
  if (processor.kind === 'tcp') return processor;
  throw new GatewayError('USAGE', 'Istio’s proxies reach the processor over TCP: --ext-proc HOST:PORT.');
};

const istioOptions = (options: TargetOptions): IstioOptions => ({
  name: options.name,
  namespace: options.namespace,
  labels: labelsOf(options),
  processor: serviceOf(options),
  provider: {
    host: requireName(options),
    port: options.upstream.port,
    plainPort: PLAIN_PORT,
    tlsMode: options.upstream.isTls ? 'SIMPLE' : 'DISABLE',
    pathPrefix: options.upstream.pathPrefix,
    authority: options.upstream.authority,
  },
  exportTo: ['.'],
  maxBodyBytes: options.maxBodyBytes,
  messageTimeoutMs: options.messageTimeoutMs,
});

const istioGatewayOptions = (options: TargetOptions): IstioGatewayOptions => ({
  ...istioOptions(options),
  gatewayNamespace: options.namespace,
  selector: INGRESS_GATEWAY,
  host: options.host,
  port: 443,
  protocol: 'HTTPS',
  tlsSecret: `${options.name}-tls`,
});

const inContext = (options: TargetOptions, context: IstioContext): readonly object[] => {
  switch (context) {
    case 'gateway': {
      const gatewayOptions = istioGatewayOptions(options);
      return [gatewayFilter(gatewayOptions), ...gatewayRoutes(gatewayOptions)];
    }
    case 'sidecar':
      return [sidecarFilter(istioOptions(options), null)];
    case 'waypoint': {
      const labels = { ...labelsOf(options), 'istio.io/waypoint-for': 'all' };
      return [
        waypointFilter(istioOptions(options), WAYPOINT),
        waypointGateway({ namespace: options.namespace, labels }, WAYPOINT),
      ];
    }
    default:
      return context satisfies never;
  }
};

/** All that a mesh needs to have one kind of its proxies ask the processor. */
export const istioObjects = (options: TargetOptions, context: IstioContext): readonly object[] => {
  const common = istioOptions(options);
  return [
    ...inContext(options, context),
    providerEntry(
      common,
      context === 'waypoint'
        ? { ...labelsOf(options), 'istio.io/use-waypoint': WAYPOINT }
        : labelsOf(options),
    ),
    providerRule(common),
    processorRule(common),
  ];
};

const withoutSlash = (path: string): string => path.replace(/(?<=.)\/$/, '');

/** @throws GatewayError `USAGE` for what is no Service of the policy's own namespace: it would be another one, or none. */
const serviceNameOf = (host: string, namespace: string): string => {
  const [service = '', where = namespace, svc = 'svc'] = host.split('.');
  if (isIP(host) === 0 && where === namespace && svc === 'svc') return service;
  throw new GatewayError(
    'USAGE',
    `--ext-proc takes a Service of the namespace ${namespace} with Envoy Gateway, such as portcullis:9000, not "${host}".`,
  );
};

const processorFor = ({
  name,
  namespace,
  processor,
  image,
}: TargetOptions): EnvoyGatewayOptions['processor'] => {
  if (processor?.kind === 'unix') {
    return {
      kind: 'socket',
      path: processor.path,
      container: gatewaySidecar({ image }),
      volumes: sidecarVolumes(name),
      pullSecrets: null,
      mount: SOCKET_MOUNT,
    };
  }
  if (processor === null) return { kind: 'service', name, port: PROCESSOR_PORT };
  return { kind: 'service', name: serviceNameOf(processor.host, namespace), port: processor.port };
};

const envoyGatewayOptions = (options: TargetOptions): EnvoyGatewayOptions => ({
  name: options.name,
  namespace: options.namespace,
  labels: labelsOf(options),
  gatewayClass: options.name,
  controllerName: 'gateway.envoyproxy.io/gatewayclass-controller',
  gateway: options.name,
  port: 443,
  protocol: 'HTTPS',
  tlsSecret: `${options.name}-tls`,
  hostnames: [options.host],
  provider: {
    host: requireName(options),
    port: options.upstream.port,
    pathPrefix: withoutSlash(options.upstream.pathPrefix),
    tlsValidation: { wellKnownCACertificates: 'System', hostname: options.upstream.host },
  },
  processor: processorFor(options),
  maxBodyBytes: options.maxBodyBytes,
  messageTimeoutMs: options.messageTimeoutMs,
  idleTimeoutMs: options.idleTimeoutMs,
  drainMs: options.drainMs,
});

/** All that Envoy Gateway needs to have a gateway ask the processor: over a Unix socket in its own pod, or as a Service. */
export const envoyGatewayObjects = (options: TargetOptions): readonly object[] => {
  const target = envoyGatewayOptions(options);
  return [
    gatewayClass(target),
    envoyProxy(target),
    gateway(target),
    ...asking(target),
    providerBackend(target),
    ...(options.upstream.isTls ? [providerTls(target)] : []),
    ...routing(target),
  ];
};

/** Envoy's own replies in our shape, where Envoy Gateway may be patched. */
export const envoyGatewayReplies = (options: TargetOptions): object =>
  replyPatch(envoyGatewayOptions(options), 'filter_chains/0');
