import { stringify } from 'yaml';
import type { Address } from '../config/address.ts';
import { collectorOf, type EnvoyTracing, TRACES_CLUSTER, tracingConfig } from './envoy-tracing.ts';
import { localReplyConfig } from './local-replies.ts';
import { EXT_PROC_SERVICE_NAME, type ProcessingMode } from './proto.ts';
import { METADATA_NAMESPACE, MODES } from './reply.ts';
import { isDnsName, type Upstream } from './upstream.ts';

/** All that an Envoy in front of the gateway has to know. */
export type EnvoyOptions = Readonly<{
  listen: Address;
  admin: Address;
  /** Null: no processor at all, to compare with; everything passes unscanned. */
  extProc: Address | null;
  upstream: Upstream;
  /** PEM file of the CAs that may vouch for the provider; used with https only. */
  caFile: string;
  maxBodyBytes: number;
  messageTimeoutMs: number;
  idleTimeoutMs: number;
  /** Envoy's own spans; none where absent. */
  tracing?: EnvoyTracing | null;
}>;

const TYPE_URL = 'type.googleapis.com';
const HTTP = 'envoy.extensions.filters.http';
const EXT_PROC_FILTER = 'envoy.filters.http.ext_proc';
const EXT_PROC_CLUSTER = 'portcullis_ext_proc';
const PROVIDER_CLUSTER = 'provider';
/** Below the thousand resets after which Node's HTTP/2 server drops a connection; see `server.ts`. */
const MAX_REQUESTS_PER_CONNECTION = 900;
const MAX_CONNECTIONS = 10_000;

const HEADER_MODE_NAMES = ['DEFAULT', 'SEND', 'SKIP'] as const;
const BODY_MODE_NAMES = ['NONE', 'STREAMED', 'BUFFERED', 'BUFFERED_PARTIAL', 'FULL_DUPLEX_STREAMED'] as const;

const typed = (type: string, fields: object): object => ({ '@type': `${TYPE_URL}/${type}`, ...fields });
const seconds = (ms: number): string => `${ms / 1000}s`;

const envoyAddress = (address: Address): object =>
  address.kind === 'unix'
    ? { pipe: { path: address.path } }
    : { socket_address: { address: address.host, port_value: address.port } };

/** Spelled by name: an override is allowed only where it repeats the configured modes literally. */
const modeNames = (mode: ProcessingMode): object => ({
  request_header_mode: HEADER_MODE_NAMES[mode.request_header_mode],
  response_header_mode: HEADER_MODE_NAMES[mode.response_header_mode],
  request_body_mode: BODY_MODE_NAMES[mode.request_body_mode],
  response_body_mode: BODY_MODE_NAMES[mode.response_body_mode],
  request_trailer_mode: HEADER_MODE_NAMES[mode.request_trailer_mode],
  response_trailer_mode: HEADER_MODE_NAMES[mode.response_trailer_mode],
});

/**
 * Off unless a route switches it on, and every route does. What Envoy says where there is no route yet (malformed HTTP,
 * headers over its limit) must not wait for the processor: its connection is closed before an answer could come.
 */
const extProcFilter = (options: EnvoyOptions): object => ({
  name: EXT_PROC_FILTER,
  disabled: true,
  typed_config: typed(`${HTTP}.ext_proc.v3.ExternalProcessor`, {
    grpc_service: {
      envoy_grpc: { cluster_name: EXT_PROC_CLUSTER },
      retry_policy: { retry_on: 'connect-failure,reset,refused-stream,unavailable', num_retries: 2 },
    },
    message_timeout: seconds(options.messageTimeoutMs),
    // The last resort, should the processor not decide at all: nothing passes unscanned.
    failure_mode_allow: false,
    status_on_error: { code: 503 },
    allow_mode_override: true,
    allowed_override_modes: [MODES.headersOnly, MODES.answerUnread, MODES.stream].map(modeNames),
    processing_mode: modeNames(MODES.base),
    request_attributes: ['request.id'],
    metadata_options: { receiving_namespaces: { untyped: [METADATA_NAMESPACE] } },
  }),
});

const routes = ({ upstream, idleTimeoutMs }: EnvoyOptions): object => ({
  typed_per_filter_config: { [EXT_PROC_FILTER]: typed('envoy.config.route.v3.FilterConfig', { config: {} }) },
  virtual_hosts: [
    {
      name: 'llm',
      domains: ['*'],
      // What says something about callers is none of the provider's business.
      request_headers_to_remove: ['x-forwarded-for', 'x-forwarded-proto', 'x-envoy-external-address'],
      routes: [
        {
          name: 'provider',
          match: { prefix: '/v1/' },
          route: {
            cluster: PROVIDER_CLUSTER,
            prefix_rewrite: upstream.pathPrefix,
            host_rewrite_literal: upstream.authority,
            // Answers take as long as they take; only silence is bounded.
            timeout: '0s',
            idle_timeout: seconds(idleTimeoutMs),
            retry_policy: { retry_on: 'connect-failure,reset-before-request,refused-stream', num_retries: 2 },
          },
        },
        // The processor answers 404 to every other path before this does.
        { name: 'unknown', match: { prefix: '/' }, direct_response: { status: 404 } },
      ],
    },
  ],
});

const listener = (options: EnvoyOptions): object => ({
  name: 'llm',
  address: envoyAddress(options.listen),
  per_connection_buffer_limit_bytes: options.maxBodyBytes,
  filter_chains: [
    {
      filters: [
        {
          name: 'envoy.filters.network.http_connection_manager',
          typed_config: typed(
            'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
            {
              stat_prefix: 'llm',
              use_remote_address: true,
              skip_xff_append: true,
              server_header_transformation: 'PASS_THROUGH',
              // Two spellings of one path must not differ between the processor, Envoy and the provider.
              normalize_path: true,
              merge_slashes: true,
              path_with_escaped_slashes_action: 'REJECT_REQUEST',
              stream_idle_timeout: seconds(options.idleTimeoutMs),
              request_headers_timeout: '30s',
              request_timeout: '300s',
              ...(options.tracing ? { tracing: tracingConfig(options.tracing) } : {}),
              local_reply_config: localReplyConfig(),
              route_config: routes(options),
              http_filters: [
                ...(options.extProc === null ? [] : [extProcFilter(options)]),
                {
                  name: 'envoy.filters.http.router',
                  typed_config: typed(`${HTTP}.router.v3.Router`, { suppress_envoy_headers: true }),
                },
              ],
            },
          ),
        },
      ],
    },
  ],
});

const httpOptions = (fields: object): object => ({
  'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': typed(
    'envoy.extensions.upstreams.http.v3.HttpProtocolOptions',
    fields,
  ),
});

const loadAssignment = (name: string, address: object): object => ({
  cluster_name: name,
  endpoints: [{ lb_endpoints: [{ endpoint: { address } }] }],
});

/** Envoy checks no host name unless told which: without the matcher any certificate of any site would do. */
const tlsSocket = (upstream: Pick<Upstream, 'host'>, caFile: string): object => ({
  name: 'envoy.transport_sockets.tls',
  typed_config: typed('envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext', {
    ...(isDnsName(upstream) ? { sni: upstream.host } : {}),
    common_tls_context: {
      alpn_protocols: ['http/1.1'],
      tls_params: { tls_minimum_protocol_version: 'TLSv1_2' },
      validation_context: {
        trusted_ca: { filename: caFile },
        match_typed_subject_alt_names: [
          { san_type: isDnsName(upstream) ? 'DNS' : 'IP_ADDRESS', matcher: { exact: upstream.host } },
        ],
      },
    },
  }),
});

const providerCluster = (options: EnvoyOptions): object => ({
  name: PROVIDER_CLUSTER,
  type: isDnsName(options.upstream) ? 'STRICT_DNS' : 'STATIC',
  ...(isDnsName(options.upstream) ? { dns_lookup_family: 'V4_PREFERRED', respect_dns_ttl: true } : {}),
  connect_timeout: '5s',
  per_connection_buffer_limit_bytes: options.maxBodyBytes,
  circuit_breakers: {
    thresholds: [
      {
        max_connections: MAX_CONNECTIONS,
        max_pending_requests: MAX_CONNECTIONS,
        max_requests: MAX_CONNECTIONS,
      },
    ],
  },
  load_assignment: loadAssignment(
    PROVIDER_CLUSTER,
    envoyAddress({ kind: 'tcp', host: options.upstream.host, port: options.upstream.port }),
  ),
  ...(options.upstream.isTls ? { transport_socket: tlsSocket(options.upstream, options.caFile) } : {}),
});

const extProcCluster = (extProc: Address): object => ({
  name: EXT_PROC_CLUSTER,
  type: extProc.kind === 'tcp' && isDnsName(extProc) ? 'STRICT_DNS' : 'STATIC',
  connect_timeout: '0.5s',
  circuit_breakers: {
    // A stream counts for its whole life, and the default of three retries is used up by one reset connection.
    thresholds: [
      {
        max_connections: MAX_CONNECTIONS,
        max_pending_requests: MAX_CONNECTIONS,
        max_requests: MAX_CONNECTIONS,
        max_retries: 1000,
      },
    ],
  },
  health_checks: [
    {
      timeout: '1s',
      interval: '2s',
      no_traffic_interval: '2s',
      unhealthy_interval: '0.5s',
      unhealthy_threshold: 2,
      healthy_threshold: 1,
      grpc_health_check: { service_name: EXT_PROC_SERVICE_NAME },
    },
  ],
  typed_extension_protocol_options: httpOptions({
    common_http_protocol_options: { max_requests_per_connection: MAX_REQUESTS_PER_CONNECTION },
    explicit_http_config: {
      http2_protocol_options: { connection_keepalive: { interval: '30s', timeout: '5s' } },
    },
  }),
  load_assignment: loadAssignment(EXT_PROC_CLUSTER, envoyAddress(extProc)),
});

const tracesCluster = (tracing: EnvoyTracing, caFile: string): object => {
  const collector = collectorOf(tracing);
  return {
    name: TRACES_CLUSTER,
    type: isDnsName(collector) ? 'STRICT_DNS' : 'STATIC',
    ...(isDnsName(collector) ? { dns_lookup_family: 'V4_PREFERRED' } : {}),
    connect_timeout: '5s',
    load_assignment: loadAssignment(TRACES_CLUSTER, envoyAddress({ kind: 'tcp', ...collector })),
    ...(collector.isTls ? { transport_socket: tlsSocket(collector, caFile) } : {}),
  };
};

/** A whole Envoy configuration, as an object. */
export const envoyBootstrap = (options: EnvoyOptions): object => ({
  admin: { address: envoyAddress(options.admin) },
  overload_manager: {
    resource_monitors: [
      {
        name: 'envoy.resource_monitors.global_downstream_max_connections',
        typed_config: typed(
          'envoy.extensions.resource_monitors.downstream_connections.v3.DownstreamConnectionsConfig',
          { max_active_downstream_connections: MAX_CONNECTIONS },
        ),
      },
    ],
  },
  static_resources: {
    listeners: [listener(options)],
    clusters: [
      providerCluster(options),
      ...(options.extProc === null ? [] : [extProcCluster(options.extProc)]),
      ...(options.tracing ? [tracesCluster(options.tracing, options.caFile)] : []),
    ],
  },
});

/** The same as YAML, for `portcullis envoy-config` and for Envoy itself. */
export const envoyBootstrapYaml = (options: EnvoyOptions): string =>
  stringify(envoyBootstrap(options), { lineWidth: 0, aliasDuplicateObjects: false });
