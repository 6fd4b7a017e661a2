import type { Address } from '../../config/address.ts';
import { METADATA_NAMESPACE, MODES } from '../answer/reply.ts';
import { EXT_PROC_SERVICE_NAME, type ProcessingMode } from '../proto.ts';
import { type NumberHole, seconds } from './hole.ts';
import { isDnsName } from './upstream.ts';

/**
 * How Envoy asks the processor: the filter, the switch that puts it on, and the cluster. Whatever makes a configuration
 * for Envoy, alone or in a mesh, takes them from here.
 */

export const EXT_PROC_FILTER = 'envoy.filters.http.ext_proc';
export const EXT_PROC_CLUSTER = 'portcullis_ext_proc';
/** Below the thousand resets after which Node's HTTP/2 server drops a connection; see `transport/http2.ts`. */
export const MAX_REQUESTS_PER_CONNECTION = 900;
export const MAX_CONNECTIONS = 10_000;
/** A stream counts for its whole life, and Envoy's default of three retries is used up by one reset connection. */
export const MAX_RETRIES = 1000;
export const RETRIES = {
  on: ['connect-failure', 'reset', 'refused-stream', 'unavailable'],
  times: 2,
} as const;
export const STATUS_ON_ERROR = 503;
export const REQUEST_ATTRIBUTES = ['request.id'] as const;
export const HEALTH_CHECK = {
  timeoutMs: 1000,
  intervalMs: 2000,
  unhealthyIntervalMs: 500,
  unhealthyThreshold: 2,
  healthyThreshold: 1,
} as const;

const TYPE_URL = 'type.googleapis.com';
const HEADER_MODE_NAMES = ['DEFAULT', 'SEND', 'SKIP'] as const;
const BODY_MODE_NAMES = ['NONE', 'STREAMED', 'BUFFERED', 'BUFFERED_PARTIAL', 'FULL_DUPLEX_STREAMED'] as const;

export const typed = (type: string, fields: object): object => ({
  '@type': `${TYPE_URL}/${type}`,
  ...fields,
});

export const envoyAddress = (address: Address): object =>
  address.kind === 'unix'
    ? { pipe: { path: address.path } }
    : { socket_address: { address: address.host, port_value: address.port } };

const EVERY_ADDRESS = /^[0:]+$/;

/** Where Envoy listens: at `::` it would take callers over IPv6 alone, and not the IPv4 ones of a pod or machine that has both. */
export const listenAddress = (address: Address): object =>
  address.kind === 'tcp' && EVERY_ADDRESS.test(address.host)
    ? { socket_address: { address: address.host, port_value: address.port, ipv4_compat: true } }
    : envoyAddress(address);

export const loadAssignment = (name: string, address: object): object => ({
  cluster_name: name,
  endpoints: [{ lb_endpoints: [{ endpoint: { address } }] }],
});

/** Spelled by name: an override is allowed only where it repeats the configured modes literally. */
const modeNames = (mode: ProcessingMode): object => ({
  request_header_mode: HEADER_MODE_NAMES[mode.request_header_mode],
  response_header_mode: HEADER_MODE_NAMES[mode.response_header_mode],
  request_body_mode: BODY_MODE_NAMES[mode.request_body_mode],
  response_body_mode: BODY_MODE_NAMES[mode.response_body_mode],
  request_trailer_mode: HEADER_MODE_NAMES[mode.request_trailer_mode],
  response_trailer_mode: HEADER_MODE_NAMES[mode.response_trailer_mode],
});

export type ExtProcFilterOptions = Readonly<{
  clusterName: string;
  /** Where the cluster's own name would make no good `:authority`. */
  authority?: string;
  messageTimeoutMs: number | NumberHole;
  /** Off unless a route switches it on. */
  isSwitchedByRoute: boolean;
}>;

export const extProcFilter = (options: ExtProcFilterOptions): object => ({
  name: EXT_PROC_FILTER,
  ...(options.isSwitchedByRoute ? { disabled: true } : {}),
  typed_config: typed('envoy.extensions.filters.http.ext_proc.v3.ExternalProcessor', {
    grpc_service: {
      envoy_grpc: {
        cluster_name: options.clusterName,
        ...(options.authority === undefined ? {} : { authority: options.authority }),
      },
      retry_policy: { retry_on: RETRIES.on.join(','), num_retries: RETRIES.times },
    },
    message_timeout: seconds(options.messageTimeoutMs),
    // The last resort, should the processor not decide at all: nothing passes unscanned.
    failure_mode_allow: false,
    status_on_error: { code: STATUS_ON_ERROR },
    allow_mode_override: true,
    allowed_override_modes: [MODES.headersOnly, MODES.answerUnread, MODES.stream].map(modeNames),
    processing_mode: modeNames(MODES.base),
    request_attributes: [...REQUEST_ATTRIBUTES],
    metadata_options: { receiving_namespaces: { untyped: [METADATA_NAMESPACE] } },
  }),
});

/**
 * The value of `typed_per_filter_config` that puts the filter on for a route, a virtual host or all of them. Any settings
 * of the filter there do; these change nothing. A `FilterConfig` with an empty `config` would as well, but Istio refuses
 * it: an Any without `@type`.
 */
export const switchedOn = (): object => ({
  [EXT_PROC_FILTER]: typed('envoy.extensions.filters.http.ext_proc.v3.ExtProcPerRoute', { overrides: {} }),
});

/** Files of a client certificate and of the CA that vouches for the processor's. */
export type ProcessorTls = Readonly<{
  certFile: string;
  keyFile: string;
  caFile: string;
  /** The name in the processor's certificate. */
  serverName: string;
  /**
   * Files that hold `tlsSecrets`, which Envoy reads again when the certificates' folder changes; null: certificates are
   * read once, when Envoy starts.
   */
  secretFiles: Readonly<{ certificate: string; ca: string }> | null;
}>;

const CERTIFICATE_SECRET = 'ext_proc_certificate';
const CA_SECRET = 'ext_proc_ca';

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/')) || '/';

const certificateOf = ({ certFile, keyFile }: ProcessorTls): object => ({
  certificate_chain: { filename: certFile },
  private_key: { filename: keyFile },
});

const validationOf = ({ caFile, serverName }: ProcessorTls): object => ({
  trusted_ca: { filename: caFile },
  match_typed_subject_alt_names: [
    { san_type: isDnsName({ host: serverName }) ? 'DNS' : 'IP_ADDRESS', matcher: { exact: serverName } },
  ],
});

const SECRET = 'envoy.extensions.transport_sockets.tls.v3.Secret';

/** What stands in `secretFiles`. */
export const tlsSecrets = (tls: ProcessorTls): Readonly<{ certificate: object; ca: object }> => ({
  certificate: {
    resources: [
      typed(SECRET, {
        name: CERTIFICATE_SECRET,
        tls_certificate: { ...certificateOf(tls), watched_directory: { path: folderOf(tls.certFile) } },
      }),
    ],
  },
  ca: {
    resources: [
      typed(SECRET, {
        name: CA_SECRET,
        validation_context: { ...validationOf(tls), watched_directory: { path: folderOf(tls.caFile) } },
      }),
    ],
  },
});

const fromFile = (name: string, path: string): object => ({
  name,
  sds_config: { path_config_source: { path }, resource_api_version: 'V3' },
});

const tlsSocket = (tls: ProcessorTls): object => ({
  name: 'envoy.transport_sockets.tls',
  typed_config: typed('envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext', {
    ...(isDnsName({ host: tls.serverName }) ? { sni: tls.serverName } : {}),
    common_tls_context: {
      alpn_protocols: ['h2'],
      tls_params: { tls_minimum_protocol_version: 'TLSv1_2' },
      ...(tls.secretFiles === null
        ? { tls_certificates: [certificateOf(tls)], validation_context: validationOf(tls) }
        : {
            tls_certificate_sds_secret_configs: [fromFile(CERTIFICATE_SECRET, tls.secretFiles.certificate)],
            validation_context_sds_secret_config: fromFile(CA_SECRET, tls.secretFiles.ca),
          }),
    },
  }),
});

/** What the cluster's connections are: HTTP/2, and left before Node would drop them. */
const httpOptions = (): object => ({
  'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': typed(
    'envoy.extensions.upstreams.http.v3.HttpProtocolOptions',
    {
      common_http_protocol_options: { max_requests_per_connection: MAX_REQUESTS_PER_CONNECTION },
      explicit_http_config: {
        http2_protocol_options: { connection_keepalive: { interval: '30s', timeout: '5s' } },
      },
    },
  ),
});

export const extProcCluster = (extProc: Address, tls: ProcessorTls | null): object => ({
  name: EXT_PROC_CLUSTER,
  // A name may stand for addresses of both kinds, and processors listen on IPv4 unless somebody says otherwise.
  ...(extProc.kind === 'tcp' && isDnsName(extProc)
    ? { type: 'STRICT_DNS', dns_lookup_family: 'V4_PREFERRED' }
    : { type: 'STATIC' }),
  connect_timeout: '0.5s',
  circuit_breakers: {
    thresholds: [
      {
        max_connections: MAX_CONNECTIONS,
        max_pending_requests: MAX_CONNECTIONS,
        max_requests: MAX_CONNECTIONS,
        max_retries: MAX_RETRIES,
      },
    ],
  },
  health_checks: [
    {
      timeout: seconds(HEALTH_CHECK.timeoutMs),
      interval: seconds(HEALTH_CHECK.intervalMs),
      no_traffic_interval: seconds(HEALTH_CHECK.intervalMs),
      unhealthy_interval: seconds(HEALTH_CHECK.unhealthyIntervalMs),
      unhealthy_threshold: HEALTH_CHECK.unhealthyThreshold,
      healthy_threshold: HEALTH_CHECK.healthyThreshold,
      grpc_health_check: { service_name: EXT_PROC_SERVICE_NAME },
    },
  ],
  typed_extension_protocol_options: httpOptions(),
  load_assignment: loadAssignment(EXT_PROC_CLUSTER, envoyAddress(extProc)),
  ...(tls === null ? {} : { transport_socket: tlsSocket(tls) }),
});
