import { expect } from 'vitest';
import { ConfigSchema } from '../../src/config/schema.ts';
import { MAX_REQUESTS_PER_CONNECTION } from '../../src/envoy/configuration/ext-proc.ts';

/** What must stand in a configuration that somebody else made for Envoy, from our resources. */

type Fields = Readonly<Record<string, unknown>>;

/** Every mapping in a tree that answers to a description. */
export const findAll = (value: unknown, isWanted: (fields: Fields) => boolean): readonly Fields[] => {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap((inner) => findAll(inner, isWanted));
  return !Array.isArray(value) && isWanted(value as Fields) ? [value as Fields, ...below] : below;
};

const toCamel = (key: string): string =>
  key.startsWith('@') || key.includes('.')
    ? key
    : key.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** Envoy says its configuration with underscores, programs in Go do without: here all go without. */
export const withCamelKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withCamelKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [toCamel(key), withCamelKeys(inner)]),
  );
};

const isOf =
  (type: string) =>
  (fields: Fields): boolean =>
    String(fields['@type']).endsWith(type);
const at = (fields: Fields, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Fields | undefined)?.[key], fields);

/** The listener of our Gateways, as Envoy Gateway names what belongs to it. */
const LISTENER = '/llm';
const { scan, extProc } = ConfigSchema.parse({});

export type Asked = Readonly<{ messageTimeoutMs?: number }>;

type Filter = Readonly<{ name: string; typedConfig: Fields }>;

/** Every filter of ours in a tree. */
export const filtersIn = (xds: unknown): readonly Filter[] =>
  findAll(xds, (fields) => {
    const typed = fields['typedConfig'] as Fields | undefined;
    return typed !== undefined && isOf('ext_proc.v3.ExternalProcessor')(typed);
  }) as readonly unknown[] as readonly Filter[];

/** Asks the processor for all that it needs to know, and fails closed. */
export const expectFailsClosed = (
  { typedConfig: filter }: Filter,
  { messageTimeoutMs = extProc.messageTimeoutMs }: Asked = {},
): void => {
  expect(filter).toMatchObject({
    allowModeOverride: true,
    messageTimeout: `${messageTimeoutMs / 1000}s`,
    statusOnError: { code: 'ServiceUnavailable' },
    processingMode: { requestBodyMode: 'BUFFERED', responseBodyMode: 'BUFFERED' },
    requestAttributes: ['request.id'],
  });
  expect(filter['failureModeAllow'] ?? false).toBe(false);
  expect(filter['observabilityMode'] ?? false).toBe(false);
};

/** The processor's cluster is there, and leaves a connection before Node would drop it. */
export const expectProcessor = (xds: unknown, { typedConfig: filter }: Filter): void => {
  const clusterName = at(filter, 'grpcService', 'envoyGrpc', 'clusterName');
  const [cluster] = findAll(xds, (fields) => fields['name'] === clusterName && 'connectTimeout' in fields);
  const [http] = findAll(cluster, isOf('upstreams.http.v3.HttpProtocolOptions'));
  expect(at(http ?? {}, 'commonHttpProtocolOptions', 'maxRequestsPerConnection')).toBe(
    MAX_REQUESTS_PER_CONNECTION,
  );
  expect(http).toHaveProperty('explicitHttpConfig.http2ProtocolOptions');
};

/** What Envoy Gateway makes of our resources: asks the processor on each route, and fails closed. */
export const expectAsksUs = (xds: unknown, asked: Asked = {}): void => {
  const filters = filtersIn(xds);
  expect(filters).toHaveLength(1);
  const [filter] = filters as [Filter];
  const { name } = filter;
  expectFailsClosed(filter, asked);
  expectProcessor(xds, filter);

  // The filter is off in the listener; each route must switch it on. Others are Envoy's own, for probes and metrics.
  const tables = findAll(
    xds,
    (fields) => 'virtualHosts' in fields && String(fields['name']).endsWith(LISTENER),
  );
  const routes = findAll(tables, (fields) => 'match' in fields && 'name' in fields);
  expect(routes.length).toBeGreaterThan(0);
  for (const route of routes) {
    const isOn = at(route, 'typedPerFilterConfig', name) as Fields | undefined;
    expect(isOn).toBeDefined();
    expect(isOn?.['disabled'] ?? false).toBe(false);
  }

  const listeners = findAll(
    xds,
    (fields) => 'filterChains' in fields || 'defaultFilterChain' in fields,
  ).filter((listener) => findAll(listener, isOf('ext_proc.v3.ExternalProcessor')).length > 0);
  expect(listeners).toHaveLength(1);
  expect(listeners[0]?.['perConnectionBufferLimitBytes']).toBe(scan.maxBodyBytes);
};

const processorTls = (xds: unknown, serverName: string): Fields => {
  const contexts = findAll(xds, isOf('tls.v3.UpstreamTlsContext')).filter(({ sni }) => sni === serverName);
  expect(contexts).toHaveLength(1);
  return contexts[0] ?? {};
};

/** Its connections to the processor are encrypted, and both sides show a certificate. */
export const expectMutualTls = (xds: unknown, serverName: string): void => {
  expect(processorTls(xds, serverName)).toMatchObject({
    commonTlsContext: {
      alpnProtocols: ['h2'],
      tlsCertificateSdsSecretConfigs: [{ name: expect.any(String) }],
      combinedValidationContext: {
        defaultValidationContext: {
          matchTypedSubjectAltNames: [{ sanType: 'DNS', matcher: { exact: serverName } }],
        },
        validationContextSdsSecretConfig: { name: expect.any(String) },
      },
    },
  });
};

/** To name a certificate is not enough: an Envoy that runs must have been given it. */
export const expectCertificateThere = (config: unknown, serverName: string): void => {
  const path = ['commonTlsContext', 'tlsCertificateSdsSecretConfigs', '0', 'name'];
  const name = at(processorTls(config, serverName), ...path);
  expect(name).toEqual(expect.any(String));
  const there = findAll(config, (fields) => fields['name'] === name && 'tlsCertificate' in fields);
  expect(there).not.toHaveLength(0);
};
