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
} from '../envoy/targets/envoy-gateway.ts';
import {
  gatewayFilter,
  gatewayRoutes,
  type IstioGatewayOptions,
  processorRule,
  providerEntry,
  providerRule,
  sidecarFilter,
  waypointFilter,
  waypointGateway,
} from '../envoy/targets/istio.ts';
import { SOCKET_MOUNT, SOCKET_PATH } from '../envoy/targets/pods.ts';
import { toHelm } from './helm-template.ts';

/** The chart's templates for meshes. `$p` is what `_mesh-params.tpl` of the chart makes of its values. */

const ISTIO: IstioGatewayOptions = {
  name: '⟦text $p.name⟧',
  namespace: '⟦text $p.namespace⟧',
  labels: '⟦json $p.labels⟧',
  processor: { host: '⟦text $p.processorHost⟧', port: '⟦int $p.processorPort⟧' },
  provider: {
    host: '⟦text $p.provider.host⟧',
    port: '⟦int $p.provider.port⟧',
    plainPort: '⟦int $p.istio.plainPort⟧',
    tlsMode: '⟦text $p.istio.tlsMode⟧',
    pathPrefix: '⟦text $p.provider.pathPrefix⟧',
    authority: '⟦text $p.provider.authority⟧',
  },
  exportTo: '⟦json $p.istio.exportTo⟧',
  maxBodyBytes: '⟦int $p.maxBodyBytes⟧',
  messageTimeoutMs: '⟦int $p.messageTimeoutMs⟧',
  gatewayNamespace: '⟦text $p.istio.gateway.namespace⟧',
  selector: '⟦json $p.istio.gateway.selector⟧',
  host: '⟦text $p.istio.gateway.host⟧',
  port: '⟦int $p.istio.gateway.port⟧',
  protocol: '⟦text $p.istio.gateway.protocol⟧',
  tlsSecret: '⟦maybe $p.istio.gateway.tlsSecret⟧',
};

const WAYPOINT = '⟦text $p.istio.waypoint.name⟧';

const SERVICE: EnvoyGatewayOptions = {
  name: '⟦text $p.name⟧',
  namespace: '⟦text $p.namespace⟧',
  labels: '⟦json $p.labels⟧',
  gatewayClass: '⟦text $p.envoyGateway.gatewayClass⟧',
  controllerName: '⟦text $p.envoyGateway.controllerName⟧',
  gateway: '⟦text $p.envoyGateway.gateway⟧',
  port: '⟦int $p.envoyGateway.port⟧',
  protocol: '⟦text $p.envoyGateway.protocol⟧',
  tlsSecret: '⟦maybe $p.envoyGateway.tlsSecret⟧',
  hostnames: '⟦json $p.envoyGateway.hostnames⟧',
  provider: {
    host: '⟦text $p.provider.host⟧',
    port: '⟦int $p.provider.port⟧',
    pathPrefix: '⟦text $p.provider.path⟧',
    tlsValidation: '⟦json $p.envoyGateway.tlsValidation⟧',
  },
  processor: { kind: 'service', name: '⟦text $p.processorService⟧', port: '⟦int $p.processorPort⟧' },
  maxBodyBytes: '⟦int $p.maxBodyBytes⟧',
  messageTimeoutMs: '⟦int $p.messageTimeoutMs⟧',
  idleTimeoutMs: '⟦int $p.idleTimeoutMs⟧',
  drainMs: '⟦int $p.drainMs⟧',
};

const SOCKET: EnvoyGatewayOptions = {
  ...SERVICE,
  processor: {
    kind: 'socket',
    path: SOCKET_PATH,
    container: '⟦json $p.envoyGateway.container⟧',
    volumes: '⟦json $p.envoyGateway.volumes⟧',
    pullSecrets: '⟦maybe $p.envoyGateway.pullSecrets⟧',
    mount: SOCKET_MOUNT,
  },
};

const TLS: EnvoyGatewayOptions = {
  ...SERVICE,
  processor: {
    kind: 'tls',
    host: '⟦text $p.processorHost⟧',
    port: '⟦int $p.processorPort⟧',
    secret: '⟦text $p.envoyGateway.clientSecret⟧',
  },
};

type Part = Readonly<{ when: string | null; documents: readonly object[] }>;

/** Each document begins with its separator, so that any of them may be missing. */
const partOf = ({ when, documents }: Part): string => {
  const text = documents.map((document) => `---\n${toHelm([document])}\n`).join('');
  return when === null ? text : `{{- if ${when} }}\n${text}{{- end }}\n`;
};

const template = (name: string, parts: readonly Part[]): string =>
  [
    '{{/* Made by `npm run manifests` from src/envoy/targets. Do not edit. */}}\n',
    `{{- define "${name}" }}\n`,
    '{{- $p := include "portcullis.meshParams" . | fromYaml }}\n',
    ...parts.map(partOf),
    '{{- end }}\n',
  ].join('');

const inContext = (context: string): string => `has "${context}" $p.istio.contexts`;

export const istioTemplate = (): string =>
  template('portcullis.generated.istio', [
    {
      when: inContext('SIDECAR_OUTBOUND'),
      documents: [sidecarFilter(ISTIO, '⟦maybe $p.istio.sidecar.selector⟧')],
    },
    { when: inContext('GATEWAY'), documents: [gatewayFilter(ISTIO)] },
    {
      when: `and (${inContext('GATEWAY')}) $p.istio.gateway.create`,
      documents: gatewayRoutes(ISTIO),
    },
    { when: inContext('WAYPOINT'), documents: [waypointFilter(ISTIO, WAYPOINT)] },
    {
      when: `and (${inContext('WAYPOINT')}) $p.istio.waypoint.create`,
      documents: [waypointGateway({ ...ISTIO, labels: '⟦json $p.istio.waypoint.labels⟧' }, WAYPOINT)],
    },
    { when: '$p.istio.serviceEntry', documents: [providerEntry(ISTIO, '⟦json $p.istio.providerLabels⟧')] },
    { when: '$p.istio.destinationRule', documents: [providerRule(ISTIO)] },
    { when: null, documents: [processorRule(ISTIO)] },
  ]);

export const envoyGatewayTemplate = (): string =>
  template('portcullis.generated.envoyGateway', [
    { when: '$p.envoyGateway.createClass', documents: [gatewayClass(SERVICE)] },
    {
      when: 'and $p.envoyGateway.createGateway (ne $p.envoyGateway.processor "socket")',
      documents: [envoyProxy(SERVICE)],
    },
    {
      when: 'and $p.envoyGateway.createGateway (eq $p.envoyGateway.processor "socket")',
      documents: [envoyProxy(SOCKET)],
    },
    { when: '$p.envoyGateway.createGateway', documents: [gateway(SERVICE)] },
    { when: 'eq $p.envoyGateway.processor "service"', documents: asking(SERVICE) },
    {
      when: 'eq $p.envoyGateway.processor "tls"',
      documents: [...asking(TLS), providerBackend(TLS)],
    },
    { when: 'eq $p.envoyGateway.processor "socket"', documents: asking(SOCKET) },
    { when: 'ne $p.envoyGateway.processor "tls"', documents: [providerBackend(SERVICE)] },
    { when: '$p.provider.isTls', documents: [providerTls(SERVICE)] },
    { when: null, documents: routing(SERVICE) },
    {
      when: '$p.envoyGateway.patchesReplies',
      documents: [replyPatch(SERVICE, '⟦text $p.envoyGateway.chain⟧')],
    },
  ]);
