import type { Address } from '../../config/address.ts';
import { collectorOf, type EnvoyTracing, TRACES_CLUSTER, tracingConfig } from './envoy-tracing.ts';
import {
  EXT_PROC_CLUSTER,
  envoyAddress,
  extProcCluster,
  extProcFilter,
  listenAddress,
  loadAssignment,
  MAX_CONNECTIONS,
  type ProcessorTls,
  switchedOn,
  typed,
} from './ext-proc.ts';
import { seconds } from './hole.ts';
import { localReplyConfig } from './local-replies.ts';
import { overloadManager } from './overload.ts';
import { statusCluster, statusListener } from './status-listener.ts';
import { isDnsName, type Upstream } from './upstream.ts';
import { toYaml } from './yaml.ts';

/** All that an Envoy in front of the gateway has to know. */
export type EnvoyOptions = Readonly<{
  listen: Address;
  admin: Address;
  /** Where probes and scrapers ask, from other machines too; absent: nowhere. */
  status?: Address;
  /** Null: no processor at all, to compare with; everything passes unscanned. */
  extProc: Address | null;
  /** Absent: no TLS between Envoy and the processor. */
  extProcTls?: ProcessorTls;
  upstream: Upstream;
  /** PEM file of the CAs that may vouch for the provider; used with https only. */
  caFile: string;
  maxBodyBytes: number;
  /** What Envoy's container may take of memory; absent: nobody says. */
  maxMemoryBytes?: number;
  messageTimeoutMs: number;
  idleTimeoutMs: number;
  /** Envoy's own spans; none where absent. */
  tracing?: EnvoyTracing | null;
}>;

const HTTP = 'envoy.extensions.filters.http';
const PROVIDER_CLUSTER = 'provider';

const routes = ({ upstream, idleTimeoutMs }: EnvoyOptions): object => ({
  typed_per_filter_config: switchedOn(),
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

/**
 * Off unless a route switches it on, and every route does. What Envoy says where there is no route yet (malformed HTTP,
 * headers over its limit) must not wait for the processor: its connection is closed before an answer could come.
 */
const processorFilter = ({ messageTimeoutMs }: EnvoyOptions): object =>
  extProcFilter({ clusterName: EXT_PROC_CLUSTER, messageTimeoutMs, isSwitchedByRoute: true });

const listener = (options: EnvoyOptions): object => ({
  name: 'llm',
  address: listenAddress(options.listen),
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
                ...(options.extProc === null ? [] : [processorFilter(options)]),
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

/** As STRICT_DNS, whose own `respect_dns_ttl` Envoy warns at each start that it will drop. */
const lookedUpByTtl = {
  cluster_type: {
    name: 'envoy.cluster.dns',
    typed_config: typed('envoy.extensions.clusters.dns.v3.DnsCluster', {
      dns_lookup_family: 'V4_PREFERRED',
      respect_dns_ttl: true,
    }),
  },
};

const providerCluster = (options: EnvoyOptions): object => ({
  name: PROVIDER_CLUSTER,
  ...(isDnsName(options.upstream) ? lookedUpByTtl : { type: 'STATIC' }),
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
  // Envoy reads no certificates from files of their own without one.
  node: { id: 'portcullis', cluster: 'portcullis' },
  admin: { address: envoyAddress(options.admin) },
  overload_manager: overloadManager(options.maxMemoryBytes),
  static_resources: {
    listeners: [listener(options), ...(options.status === undefined ? [] : [statusListener(options.status)])],
    clusters: [
      providerCluster(options),
      ...(options.extProc === null ? [] : [extProcCluster(options.extProc, options.extProcTls ?? null)]),
      ...(options.status === undefined ? [] : [statusCluster(options.admin)]),
      ...(options.tracing ? [tracesCluster(options.tracing, options.caFile)] : []),
    ],
  },
});

/** The same as YAML, for `portcullis envoy-config` and for Envoy itself. */
export const envoyBootstrapYaml = (options: EnvoyOptions): string => toYaml([envoyBootstrap(options)]);
