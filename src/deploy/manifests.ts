import { ConfigSchema } from '../config/schema.ts';
import { type EnvoyOptions, envoyBootstrapYaml } from '../envoy/configuration/bootstrap.ts';
import { type ProcessorTls, tlsSecrets } from '../envoy/configuration/ext-proc.ts';
import { parseUpstream } from '../envoy/configuration/upstream.ts';
import { toYaml } from '../envoy/configuration/yaml.ts';
import {
  envoyGatewayObjects,
  envoyGatewayReplies,
  ISTIO_CONTEXTS,
  istioObjects,
  type TargetOptions,
} from '../envoy/targets/objects.ts';
import {
  configMap,
  ENVOY_IMAGE,
  gatewayImage,
  processorWorkload,
  SOCKET_PATH,
  serviceConfig,
} from '../envoy/targets/pods.ts';
import { sidecarConfigMap, sidecarDeployment, sidecarJob, sidecarPatch } from '../envoy/targets/sidecar.ts';
import { envoyGatewayTemplate, istioTemplate } from './helm-templates.ts';

/** A file of the repository that is made, and its text. */
export type Manifest = Readonly<{ path: string; text: string }>;

const PROVIDER = 'https://api.openai.com/v1';
const CA_FILE = '/etc/ssl/certs/ca-certificates.crt';
const CERTIFICATES = '/etc/portcullis/tls';
const ENVOY_FOLDER = '/etc/envoy';
const MADE = '# Made by `npm run manifests`; see src/deploy/manifests.ts. A test compares.';

const tcp = (host: string, port: number) => ({ kind: 'tcp', host, port }) as const;

const withHead = (says: string, yaml: string): string =>
  `${MADE}\n${says
    .trim()
    .split('\n')
    .map((line) => `# ${line.trim()}`)
    .join('\n')}\n${yaml}`;

const { scan, extProc, proxy, shutdown } = ConfigSchema.parse({});
const LIMITS = {
  maxBodyBytes: scan.maxBodyBytes,
  messageTimeoutMs: extProc.messageTimeoutMs,
  idleTimeoutMs: proxy.idleTimeoutMs,
} as const;

const envoyOptions = (
  upstream: string,
  rest: Pick<EnvoyOptions, 'extProc' | 'extProcTls'>,
): EnvoyOptions => ({
  listen: tcp('0.0.0.0', 8080),
  admin: tcp('127.0.0.1', 9901),
  status: tcp('0.0.0.0', 9902),
  upstream: parseUpstream(upstream, false),
  caFile: CA_FILE,
  ...LIMITS,
  ...rest,
});

const TLS: ProcessorTls = {
  certFile: `${CERTIFICATES}/tls.crt`,
  keyFile: `${CERTIFICATES}/tls.key`,
  caFile: `${CERTIFICATES}/ca.crt`,
  serverName: 'portcullis',
  secretFiles: {
    certificate: `${ENVOY_FOLDER}/ext-proc-certificate.yaml`,
    ca: `${ENVOY_FOLDER}/ext-proc-ca.yaml`,
  },
};

const envoyFiles = (): readonly Manifest[] => {
  const secrets = tlsSecrets(TLS);
  const processor = tcp('portcullis', 9000);
  return [
    {
      path: 'deploy/envoy/tcp/envoy.yaml',
      text: withHead(
        'Envoy with the processor on another host, in the clear: for networks where nobody else listens.',
        envoyBootstrapYaml(envoyOptions(PROVIDER, { extProc: processor })),
      ),
    },
    {
      path: 'deploy/envoy/unix-socket/envoy.yaml',
      text: withHead(
        'Envoy with the processor on the same host, over a Unix socket. Both run as the same user.',
        envoyBootstrapYaml(envoyOptions(PROVIDER, { extProc: { kind: 'unix', path: SOCKET_PATH } })),
      ),
    },
    {
      path: 'deploy/envoy/mtls/envoy.yaml',
      text: withHead(
        `Envoy with the processor on another host, with certificates on both sides. The two files beside this one are read
        again when the certificates change.`,
        envoyBootstrapYaml(envoyOptions(PROVIDER, { extProc: processor, extProcTls: TLS })),
      ),
    },
    {
      path: 'deploy/envoy/mtls/ext-proc-certificate.yaml',
      text: withHead('Envoy’s own certificate for the processor.', toYaml([secrets.certificate])),
    },
    {
      path: 'deploy/envoy/mtls/ext-proc-ca.yaml',
      text: withHead('Who vouches for the processor, and its name.', toYaml([secrets.ca])),
    },
    {
      path: 'deploy/compose/envoy.yaml',
      text: withHead(
        'Envoy of deploy/compose.yaml: the gateway and the sample provider by their names there.',
        envoyBootstrapYaml(envoyOptions('http://sample-provider:8081', { extProc: tcp('gateway', 50_051) })),
      ),
    },
  ];
};

const NAMED = {
  name: 'portcullis',
  namespace: 'portcullis',
  labels: { 'app.kubernetes.io/name': 'portcullis', 'app.kubernetes.io/instance': 'portcullis' },
} as const;

const targetOptions = (image: string): TargetOptions => ({
  name: NAMED.name,
  namespace: NAMED.namespace,
  host: 'llm.example.com',
  image,
  upstream: parseUpstream(PROVIDER, false),
  processor: null,
  ...LIMITS,
  drainMs: shutdown.drainMs + shutdown.graceMs,
});

const ISTIO_HEADS = {
  gateway: `For an Istio ingress gateway whose pods are in the namespace portcullis and have the label istio: ingressgateway.
    Callers use https://llm.example.com/v1. Edit: namespace, selector, hosts, the Secret portcullis-tls, the provider.`,
  sidecar: `For applications with Istio's sidecars in the namespace portcullis. They use http://api.openai.com/v1 (plain HTTP: what
    they encrypt themselves no sidecar can read, and nothing here looks at it). Edit: namespace, the provider.`,
  waypoint: `For applications of an ambient mesh in the namespace portcullis, as with sidecars, through a waypoint.
    Edit: namespace, the provider.`,
} as const;

const istioFiles = (image: string): readonly Manifest[] => [
  ...ISTIO_CONTEXTS.map((context) => ({
    path: `deploy/istio/${context}.yaml`,
    text: withHead(ISTIO_HEADS[context], toYaml(istioObjects(targetOptions(image), context))),
  })),
  { path: 'deploy/istio/processor.yaml', text: processorFile(image) },
];

const processorFile = (image: string): string =>
  withHead(
    'The processor and its Service, to try. For more than that take the Helm chart, with mode processorOnly.',
    toYaml([configMap(NAMED, toYaml([serviceConfig()])), ...processorWorkload(NAMED, { image })]),
  );

const envoyGatewayFiles = (image: string): readonly Manifest[] => [
  {
    path: 'deploy/envoy-gateway/service.yaml',
    text: withHead(
      'Envoy Gateway with the processor as a Service. Edit: hostnames, the Secret portcullis-tls, the provider.',
      toYaml(envoyGatewayObjects(targetOptions(image))),
    ),
  },
  { path: 'deploy/envoy-gateway/processor.yaml', text: processorFile(image) },
  {
    path: 'deploy/envoy-gateway/replies.yaml',
    text: withHead(
      `Not needed: Envoy's own replies (503, 504, 413) to requests that the processor has seen as JSON of the gateway's shape.
      Envoy Gateway must run with extensionApis.enableEnvoyPatchPolicy. For a listener without TLS the path begins with
      /default_filter_chain in place of /filter_chains/0.`,
      toYaml([envoyGatewayReplies(targetOptions(image))]),
    ),
  },
  {
    path: 'deploy/envoy-gateway/socket.yaml',
    text: withHead(
      `Envoy Gateway with the processor in the pods of its Envoys, over a Unix socket. Their Deployment is in Envoy Gateway's own
      namespace: that is where the ConfigMap portcullis belongs. Edit: as in service.yaml.`,
      toYaml(
        envoyGatewayObjects({
          ...targetOptions(image),
          processor: { kind: 'unix', path: SOCKET_PATH },
        }),
      ),
    ),
  },
  {
    path: 'deploy/envoy-gateway/socket-config.yaml',
    text: withHead(
      `The gateway's configuration for socket.yaml. Without store.url of a PostgreSQL, keys and records end with each pod.`,
      toYaml([
        configMap(
          { ...NAMED, namespace: 'envoy-gateway-system' },
          toYaml([{ ...serviceConfig(), extProc: { address: `unix:${SOCKET_PATH}` } }]),
        ),
      ]),
    ),
  },
];

const sidecarFiles = (image: string): readonly Manifest[] => {
  const options = {
    ...NAMED,
    image,
    envoyImage: ENVOY_IMAGE,
    port: 15_001,
    statusPort: 9902,
    upstream: PROVIDER,
  };
  return [
    {
      path: 'deploy/sidecar/config.yaml',
      text: withHead(
        'The gateway’s configuration, for all three files here.',
        toYaml(sidecarConfigMap(options)),
      ),
    },
    {
      path: 'deploy/sidecar/patch.yaml',
      text: withHead(
        'Gateway and Envoy for a Deployment that is there: kubectl patch deployment NAME --patch-file patch.yaml',
        toYaml([sidecarPatch(options)]),
      ),
    },
    {
      path: 'deploy/sidecar/job.yaml',
      text: withHead(
        'A Job that asks once through its sidecars. It ends, since native sidecars end after the application.',
        toYaml([sidecarJob(options)]),
      ),
    },
    {
      path: 'deploy/sidecar/deployment.yaml',
      text: withHead(
        'An application with its sidecars. Edit: the container app.',
        toYaml([sidecarDeployment(options)]),
      ),
    },
  ];
};

/** Every file that `npm run manifests` writes. @param version Of the program, for the image's tag. */
export const manifests = (version: string): readonly Manifest[] => {
  const image = gatewayImage(version);
  return [
    ...envoyFiles(),
    ...istioFiles(image),
    ...envoyGatewayFiles(image),
    ...sidecarFiles(image),
    { path: 'helm/portcullis/templates/_generated-istio.tpl', text: istioTemplate() },
    { path: 'helm/portcullis/templates/_generated-envoy-gateway.tpl', text: envoyGatewayTemplate() },
  ];
};
