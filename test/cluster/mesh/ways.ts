import { expect } from 'vitest';
import { EXT_PROC_FILTER } from '../../../src/envoy/configuration/ext-proc.ts';
import { expectFailsClosed, expectProcessor, filtersIn, findAll } from '../envoy-xds.ts';

/** All ways that requests can go through an Envoy, read from the configuration that it says it uses. */

type Switches = Readonly<{
  typedPerFilterConfig?: Readonly<Record<string, Readonly<{ disabled?: boolean }>>>;
  requestBodyBufferLimit?: string | number;
}>;
type Route = Switches & Readonly<{ route?: Readonly<{ cluster?: string }> }>;
type VirtualHost = Switches &
  Readonly<{ name: string; domains: readonly string[]; routes?: readonly Route[] }>;
type RouteConfig = Readonly<{ name: string; virtualHosts?: readonly VirtualHost[] }>;
type HttpFilter = Readonly<{ name: string; disabled?: boolean }>;
type ConnectionManager = Readonly<{
  '@type': string;
  httpFilters: readonly HttpFilter[];
  routeConfig?: RouteConfig;
  rds?: Readonly<{ routeConfigName: string }>;
}>;
type Listener = Readonly<{ name: string }>;

export type Way = Readonly<{
  listener: string;
  virtualHost: string;
  /** Null where Envoy answers itself. */
  cluster: string | null;
  /** Whether the cluster is there: without one Envoy answers 503. */
  isOpen: boolean;
  /** Whether our filter stands before the router, switched on. */
  isAsked: boolean;
  /** What a virtual host says of how much of a request may be buffered. */
  limit: number | null;
}>;

const ROUTER = 'envoy.filters.http.router';
const HCM = 'http_connection_manager.v3.HttpConnectionManager';

const isSwitchedOn = ({ disabled = false }: HttpFilter, switches: readonly Switches[]): boolean => {
  const [nearest] = switches.flatMap(({ typedPerFilterConfig }) => {
    const one = typedPerFilterConfig?.[EXT_PROC_FILTER];
    return one === undefined ? [] : [one];
  });
  return nearest === undefined ? !disabled : nearest.disabled !== true;
};

const isAsked = (filters: readonly HttpFilter[], switches: readonly Switches[]): boolean => {
  const ours = filters.findIndex(({ name }) => name === EXT_PROC_FILTER);
  const router = filters.findIndex(({ name }) => name === ROUTER);
  const filter = filters[ours];
  return filter !== undefined && ours < router && isSwitchedOn(filter, switches);
};

export const waysIn = (config: unknown): readonly Way[] => {
  const tables = new Map(
    findAll(config, (fields) => 'routeConfig' in fields && 'versionInfo' in fields).map((one) => {
      const table = one['routeConfig'] as RouteConfig;
      return [table.name, table];
    }),
  );
  const clusters = new Set(
    findAll(config, (fields) => String(fields['@type']).endsWith('cluster.v3.Cluster')).map(
      ({ name }) => name,
    ),
  );
  const listeners = findAll(config, (fields) =>
    String(fields['@type']).endsWith('listener.v3.Listener'),
  ) as readonly unknown[] as readonly Listener[];
  return listeners.flatMap((listener) => {
    const managers = findAll(listener, (fields) => String(fields['@type']).endsWith(HCM));
    return (managers as readonly unknown[] as readonly ConnectionManager[]).flatMap(
      ({ httpFilters, routeConfig, rds }) => {
        const table = routeConfig ?? tables.get(rds?.routeConfigName ?? '');
        return (table?.virtualHosts ?? []).flatMap((host) =>
          (host.routes ?? []).map((route) => ({
            listener: listener.name,
            virtualHost: host.name,
            cluster: route.route?.cluster ?? null,
            isOpen: clusters.has(route.route?.cluster),
            isAsked: isAsked(httpFilters, [route, host]),
            limit: host.requestBodyBufferLimit === undefined ? null : Number(host.requestBodyBufferLimit),
          })),
        );
      },
    );
  });
};

/** The ways that end at one host, and those that end at others. */
export const waysTo = (
  config: unknown,
  host: string,
): Readonly<{ there: readonly Way[]; elsewhere: readonly Way[] }> => {
  const ways = waysIn(config).filter(({ cluster }) => cluster !== null);
  const isThere = ({ cluster }: Way): boolean => cluster?.endsWith(`|${host}`) === true;
  return { there: ways.filter(isThere), elsewhere: ways.filter((way) => !isThere(way)) };
};

type Expected = Readonly<{
  provider: string;
  maxBodyBytes: number;
  /** Listeners from which the provider can be reached, in order. */
  listeners: readonly string[];
  /** Some other way must be there, or to leave others alone would be nothing. */
  neighbour: string;
}>;

/** Each way to the provider, and no other, asks the processor; and where it can't, the request ends. */
export const expectOnlyProviderAsked = (config: unknown, expected: Expected): void => {
  const refused = findAll(config, (fields) => 'errorState' in fields);
  expect(refused.map(({ errorState }) => (errorState as { details?: string }).details)).toEqual([]);
  const { there, elsewhere } = waysTo(config, expected.provider);
  expect([...new Set(there.map(({ listener }) => listener))].toSorted()).toEqual(expected.listeners);
  expect(there.filter((way) => !way.isOpen || !way.isAsked || way.limit !== expected.maxBodyBytes)).toEqual(
    [],
  );
  expect(elsewhere.map(({ cluster }) => cluster)).toContainEqual(expect.stringContaining(expected.neighbour));
  expect(elsewhere.filter((way) => way.isAsked)).toEqual([]);
  const filters = filtersIn(config);
  expect(filters.length).toBeGreaterThan(0);
  for (const filter of filters) {
    expectFailsClosed(filter);
    expectProcessor(config, filter);
  }
};
