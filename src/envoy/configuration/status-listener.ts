import type { Address } from '../../config/address.ts';
import { EXT_PROC_CLUSTER, envoyAddress, listenAddress, loadAssignment, typed } from './ext-proc.ts';

const ADMIN_CLUSTER = 'envoy_admin';
const HTTP = 'envoy.extensions.filters.http';

const BUFFER_BYTES = 65_536;

const get = (path: string): object => ({
  path,
  headers: [{ name: ':method', string_match: { exact: 'GET' } }],
});

/**
 * Three paths for whoever watches from outside, since the admin interface, which can end Envoy, is for this machine alone:
 * `/ready`, which is 200 while Envoy takes traffic and the processor is healthy, `/livez`, which is 200 as long as Envoy answers at
 * all, while it drains and without a processor, too, and `/stats/prometheus`.
 */
export const statusListener = (address: Address): object => ({
  name: 'status',
  address: listenAddress(address),
  // Probes must come through where traffic is refused for being too much.
  ignore_global_conn_limit: true,
  bypass_overload_manager: true,
  per_connection_buffer_limit_bytes: BUFFER_BYTES,
  filter_chains: [
    {
      filters: [
        {
          name: 'envoy.filters.network.http_connection_manager',
          typed_config: typed(
            'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
            {
              stat_prefix: 'status',
              normalize_path: true,
              merge_slashes: true,
              path_with_escaped_slashes_action: 'REJECT_REQUEST',
              request_headers_timeout: '5s',
              request_timeout: '10s',
              route_config: {
                virtual_hosts: [
                  {
                    name: 'status',
                    domains: ['*'],
                    routes: [
                      { match: get('/livez'), direct_response: { status: 200 } },
                      {
                        match: get('/stats/prometheus'),
                        route: { cluster: ADMIN_CLUSTER, timeout: '10s' },
                      },
                      { match: { prefix: '/' }, direct_response: { status: 404 } },
                    ],
                  },
                ],
              },
              http_filters: [
                {
                  name: 'envoy.filters.http.health_check',
                  typed_config: typed(`${HTTP}.health_check.v3.HealthCheck`, {
                    pass_through_mode: false,
                    headers: [{ name: ':path', string_match: { exact: '/ready' } }],
                    cluster_min_healthy_percentages: { [EXT_PROC_CLUSTER]: { value: 1 } },
                  }),
                },
                { name: 'envoy.filters.http.router', typed_config: typed(`${HTTP}.router.v3.Router`, {}) },
              ],
            },
          ),
        },
      ],
    },
  ],
});

/** The admin interface, as `statusListener` reaches it. */
export const statusCluster = (admin: Address): object => ({
  name: ADMIN_CLUSTER,
  type: 'STATIC',
  connect_timeout: '1s',
  load_assignment: loadAssignment(ADMIN_CLUSTER, envoyAddress(admin)),
});
