import { configJsonSchema } from '../../src/config/describe.ts';

/** JSON Schema of the chart's values: strict, so that a misspelt value is an error and not a default. */
type Schema = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, Schema>>;

const object = (properties: Properties, rest: Schema = {}): Schema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...rest,
});
/** What Kubernetes itself checks. */
const anyObject: Schema = { type: 'object' };
const objects: Schema = { type: 'array', items: anyObject };
const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const strings: Schema = { type: 'array', items: text };
const texts: Schema = { type: 'object', additionalProperties: text };
const whole = (minimum: number, maximum = 2_147_483_647): Schema => ({ type: 'integer', minimum, maximum });
const port = whole(1, 65_535);
const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema['type'], 'null'] });
const choice = (...values: readonly string[]): Schema => ({ type: 'string', enum: values });
const matching = (pattern: string): Schema => ({ type: 'string', pattern });

/** Names of objects, also none. */
const name = matching('^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)?$');
/** A key of a Secret or ConfigMap: a plain file name. */
const dataKey = matching('^[-._a-zA-Z0-9]{1,253}$');
const host = matching('^(?:(?:\\*\\.)?[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)?$');
const httpUrl = matching('^(?:https?://[^\\s/?#]+[^\\s?#]*)?$');
/** As Go writes them, which cert-manager takes. */
const duration = matching('^(?:[0-9]{1,6}(?:ms|s|m|h))+$');
/** As Prometheus does: each unit once, the longest first. */
const units = ['y', 'w', 'd', 'h', 'm', 's', 'ms'].map((unit) => `(?:[0-9]{1,6}${unit})?`).join('');
const scrapeDuration = { ...matching(`^${units}$`), minLength: 1 };
const alertDuration = { ...matching(`^(?:0|${units})$`), minLength: 1 };
const secretRef = object({ name, key: dataKey });
const image = object({
  registry: text,
  repository: matching('^[a-z0-9]+(?:[._/-]{1,2}[a-z0-9]+)*$'),
  tag: matching('^(?:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?$'),
  digest: matching('^(?:sha256:[0-9a-f]{64})?$'),
  pullPolicy: choice('Always', 'IfNotPresent', 'Never'),
});
const labels = { type: 'object', additionalProperties: { type: 'string', maxLength: 63 } };

/** What every workload has. */
const workload = {
  replicas: whole(0, 1000),
  strategy: anyObject,
  revisionHistoryLimit: whole(0, 100),
  resources: anyObject,
  terminationGracePeriodSeconds: orNull(whole(1, 86_400)),
  podAnnotations: texts,
  podLabels: labels,
  nodeSelector: texts,
  tolerations: objects,
  affinity: anyObject,
  topologySpreadConstraints: objects,
  priorityClassName: text,
  runtimeClassName: text,
  extraEnv: objects,
  extraEnvFrom: objects,
  extraVolumes: objects,
  extraVolumeMounts: objects,
  extraInitContainers: objects,
  extraContainers: objects,
} as const satisfies Properties;

const ingress = object({ enabled: flag, className: text, annotations: texts, host, tlsSecret: name });
const httpRoute = object({
  enabled: flag,
  annotations: texts,
  parentRefs: objects,
  hostnames: { type: 'array', items: host },
});
const monitor = object({
  enabled: flag,
  labels,
  interval: scrapeDuration,
  scrapeTimeout: scrapeDuration,
  relabelings: objects,
  metricRelabelings: objects,
});
const scale = { enabled: flag, minReplicas: whole(1, 1000), maxReplicas: whole(1, 1000) } as const;
const percent = orNull(whole(1, 1000));

/** Keys of the configuration that are not for `config`: the chart sets them, or they are secrets. */
const NOT_IN_CONFIG = [
  ...['dataDir', 'extProc.address', 'extProc.tls', 'metrics.address'],
  ...['dashboard.address', 'dashboard.metricsAddress'],
  ...['proxy.address', 'proxy.adminAddress', 'proxy.statusAddress', 'proxy.upstream', 'proxy.upstreamCaFile'],
  ...['proxy.extProcTls', 'proxy.concurrency', 'store.path', 'dashboard.publicUrl', 'dashboard.gatewayUrl'],
  ...['store.url', 'store.textKeys', 'redaction.hashSecret', 'dashboard.oidc.clientSecret'],
  'telemetry.traces.headers',
  'securityEvents.otlpHeaders',
];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Helm's validator and its users need neither names of variables nor defaults. */
const bare = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(bare);
  if (!isRecord(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([key]) => !['x-env', 'default', '$schema', 'title'].includes(key),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, bare(value)]));
};

const without = (schema: Record<string, unknown>, [first = '', ...rest]: readonly string[]): void => {
  const properties = schema['properties'];
  if (!isRecord(properties)) return;
  const inner = properties[first];
  if (rest.length === 0) delete properties[first];
  else if (isRecord(inner)) without(inner, rest);
};

const configSchema = (): Schema => {
  const schema = bare(configJsonSchema());
  if (!isRecord(schema)) throw new Error('the schema of the configuration is an object');
  for (const key of NOT_IN_CONFIG) without(schema, key.split('.'));
  return schema;
};

const gateway = object({
  ...workload,
  startupProbe: anyObject,
  livenessProbe: anyObject,
  readinessProbe: anyObject,
});

const envoy = object({
  drainer: object({ resources: anyObject }),
  ...workload,
  image,
  separate: flag,
  concurrency: whole(1, 128),
  logLevel: choice('trace', 'debug', 'info', 'warn', 'error', 'critical', 'off'),
  extraArgs: strings,
});

const dashboard = object({
  ...workload,
  terminationGracePeriodSeconds: whole(1, 86_400),
  enabled: flag,
  separate: orNull(flag),
  publicUrl: httpUrl,
  gatewayUrl: httpUrl,
  service: object({ type: choice('ClusterIP', 'NodePort', 'LoadBalancer'), port, annotations: texts }),
  ingress,
  httpRoute,
});

const istio = object({
  contexts: {
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: choice('GATEWAY', 'SIDECAR_OUTBOUND', 'WAYPOINT'),
  },
  serviceEntry: object({ enabled: flag, port }),
  destinationRule: object({ enabled: flag }),
  gateway: object({
    create: flag,
    namespace: name,
    selector: texts,
    host,
    port: orNull(port),
    tlsSecret: name,
  }),
  sidecar: object({ selector: texts }),
  waypoint: object({ create: flag, name }),
});

const envoyGateway = object({
  placement: choice('service', 'sidecar'),
  gatewayClass: object({ create: flag, name, controllerName: text }),
  gateway: object({ create: flag, name, port, tlsSecret: name }),
  httpRoute: object({ hostnames: { type: 'array', items: host } }),
  patchPolicy: object({ enabled: flag }),
});

const metrics = object({
  service: object({ annotations: texts }),
  serviceMonitor: monitor,
  podMonitor: monitor,
  prometheusRule: object({
    enabled: flag,
    labels,
    runbookUrl: text,
    alerts: {
      type: 'object',
      additionalProperties: object({
        enabled: flag,
        for: alertDuration,
        severity: text,
        threshold: { type: 'number' },
      }),
    },
  }),
  dashboards: object({ enabled: flag, labels, annotations: texts }),
});

const availability = {
  anyOf: [whole(0, 1000), matching('^(?:100|[0-9]{1,2})%$'), { type: 'null' }],
};

/** The schema of `values.yaml`. `values-schema.json` is made from it; a test finds where the two have parted. */
export const valuesSchema = (): Schema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Values of the chart portcullis',
  ...object({
    // Nothing here reads it: the condition by which a parent chart switches this one.
    enabled: flag,
    mode: choice('ingress', 'sidecar', 'istio', 'envoyGateway', 'processorOnly'),
    nameOverride: matching('^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)?$'),
    fullnameOverride: matching('^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)?$'),
    commonLabels: labels,
    commonAnnotations: texts,
    clusterDomain: host,
    bindAddress: choice('0.0.0.0', '[::]'),
    ipFamilyPolicy: choice('', 'SingleStack', 'PreferDualStack', 'RequireDualStack'),
    ipFamilies: { type: 'array', maxItems: 2, uniqueItems: true, items: choice('IPv4', 'IPv6') },
    // Helm puts the values of a parent chart beside these.
    global: {
      type: 'object',
      properties: { imageRegistry: text, imagePullSecrets: { type: 'array', items: object({ name }) } },
    },
    image,
    config: configSchema(),
    upstream: object({
      url: matching('^https?://[^\\s/?#]+[^\\s?#]*$'),
      ca: object({ kind: choice('Secret', 'ConfigMap'), name, key: dataKey }),
    }),
    sampleProvider: object({ enabled: flag, resources: anyObject }),
    initContainers: object({ resources: anyObject }),
    initialKey: object({ enabled: flag, existingSecret: name, key: dataKey }),
    secrets: object({ redactionHashSecret: secretRef, textKeys: secretRef, oidcClientSecret: secretRef }),
    postgresql: object({ existingSecret: secretRef, port }),
    persistence: object({
      enabled: flag,
      keep: flag,
      existingClaim: name,
      storageClass: text,
      accessModes: {
        type: 'array',
        minItems: 1,
        items: choice('ReadWriteOnce', 'ReadWriteOncePod', 'ReadWriteMany'),
      },
      size: matching('^[0-9]{1,9}(?:\\.[0-9]{1,3})?(?:[kMGTPE]i?|m)?$'),
      annotations: texts,
    }),
    podSecurityContext: anyObject,
    securityContext: anyObject,
    gateway,
    envoy,
    mtls: object({
      enabled: flag,
      serverSecret: name,
      clientSecret: name,
      certManager: object({
        enabled: flag,
        issuerRef: object({ name: text, kind: text, group: text }),
        duration,
        renewBefore: duration,
      }),
    }),
    dashboard,
    service: object({
      type: choice('ClusterIP', 'NodePort', 'LoadBalancer'),
      port,
      nodePort: orNull(port),
      annotations: texts,
      externalTrafficPolicy: choice('', 'Cluster', 'Local'),
      loadBalancerSourceRanges: strings,
      loadBalancerClass: text,
    }),
    ingress,
    httpRoute,
    sidecar: object({ port: whole(1024, 65_535), example: flag }),
    istio,
    envoyGateway,
    serviceAccount: object({ create: flag, name, annotations: texts }),
    autoscaling: object({
      ...scale,
      targetCPUUtilizationPercentage: percent,
      targetMemoryUtilizationPercentage: percent,
      metrics: objects,
      behavior: anyObject,
    }),
    keda: object({
      ...scale,
      minReplicas: whole(0, 1000),
      pollingInterval: whole(1, 86_400),
      cooldownPeriod: whole(0, 86_400),
      triggers: objects,
      advanced: anyObject,
    }),
    podDisruptionBudget: object({
      enabled: flag,
      minAvailable: availability,
      maxUnavailable: availability,
      unhealthyPodEvictionPolicy: choice('AlwaysAllow', 'IfHealthyBudget'),
    }),
    networkPolicy: object({
      enabled: flag,
      callers: objects,
      processorClients: objects,
      dashboardClients: objects,
      scrapers: objects,
      upstream: objects,
      postgresql: objects,
      dns: objects,
      extraEgress: objects,
    }),
    metrics,
    tests: object({ enabled: flag, url: httpUrl, resources: anyObject }),
    extraObjects: { type: 'array', items: { type: ['object', 'string'] } },
  }),
});

export const valuesSchemaJson = (): string => `${JSON.stringify(valuesSchema(), null, 2)}\n`;
