import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { valuesSchemaJson } from '../tools/values-schema.ts';
import { CHART, hasHelm, tryRender } from './chart.ts';

const POSTGRES = { postgresql: { existingSecret: { name: 'db' } } };

describe('the schema of the values', () => {
  it('is the one that npm run chart:schema makes', () => {
    expect(readFileSync(join(CHART, 'values.schema.json'), 'utf8')).toBe(valuesSchemaJson());
  });
});

/** What the schema refuses: the message names the place. */
const WRONG: readonly Readonly<{ name: string; values: object; says: RegExp }>[] = [
  { name: 'a value that does not exist', values: { replicas: 3 }, says: /'replicas' not allowed/ },
  { name: 'a misspelt value', values: { gateway: { replica: 3 } }, says: /'replica' not allowed/ },
  { name: 'an unknown mode', values: { mode: 'proxy' }, says: /\/mode/ },
  { name: 'half a replica', values: { gateway: { replicas: 1.5 } }, says: /\/gateway\/replicas/ },
  { name: 'a number as text', values: { gateway: { replicas: '2' } }, says: /\/gateway\/replicas/ },
  { name: 'a port beyond the last', values: { service: { port: 65_536 } }, says: /\/service\/port/ },
  {
    name: 'a provider without a scheme',
    values: { upstream: { url: 'api.openai.com' } },
    says: /\/upstream\/url/,
  },
  { name: 'a provider over ftp', values: { upstream: { url: 'ftp://x' } }, says: /\/upstream\/url/ },
  { name: 'no provider', values: { upstream: { url: '' } }, says: /\/upstream\/url/ },
  { name: 'a digest that is none', values: { image: { digest: 'sha256:abc' } }, says: /\/image\/digest/ },
  { name: 'a tag with a blank', values: { image: { tag: 'a b' } }, says: /\/image\/tag/ },
  {
    name: 'a Secret with a bad name',
    values: { initialKey: { existingSecret: 'A_b' } },
    says: /\/initialKey/,
  },
  { name: 'a path as key of a Secret', values: { initialKey: { key: '../x' } }, says: /\/initialKey\/key/ },
  { name: 'an address for the pods', values: { bindAddress: '10.0.0.1' }, says: /\/bindAddress/ },
  { name: 'a setting that does not exist', values: { config: { polcy: {} } }, says: /'polcy' not allowed/ },
  {
    name: 'a setting out of bounds',
    values: { config: { policy: { sensitivity: 'huge' } } },
    says: /\/config\/policy\/sensitivity/,
  },
  {
    name: 'an address, which is the chart’s affair',
    values: { config: { extProc: { address: '0.0.0.0:1' } } },
    says: /'address' not allowed/,
  },
  {
    name: 'a password in a ConfigMap',
    values: { config: { store: { url: 'postgres://u:p@h/d' } } },
    says: /'url' not allowed/,
  },
  {
    name: 'a secret in a ConfigMap',
    values: { config: { redaction: { hashSecret: 'x'.repeat(16) } } },
    says: /'hashSecret' not allowed/,
  },
  {
    name: 'an unknown context of Istio',
    values: { istio: { contexts: ['ANY'] } },
    says: /\/istio\/contexts/,
  },
  { name: 'no context of Istio', values: { istio: { contexts: [] } }, says: /\/istio\/contexts/ },
  {
    name: 'an eviction policy that does not exist',
    values: { podDisruptionBudget: { unhealthyPodEvictionPolicy: 'Never' } },
    says: /unhealthyPodEvictionPolicy/,
  },
  { name: 'a family that does not exist', values: { ipFamilies: ['IPv5'] }, says: /\/ipFamilies/ },
  { name: 'one family twice', values: { ipFamilies: ['IPv4', 'IPv4'] }, says: /\/ipFamilies/ },
  { name: 'a size that is none', values: { persistence: { size: 'big' } }, says: /\/persistence\/size/ },
];

/** What only several values together get wrong. */
const TOGETHER: readonly Readonly<{ name: string; values: object; says: RegExp }>[] = [
  {
    name: 'two replicas on SQLite',
    values: { gateway: { replicas: 2 } },
    says: /gateway\.replicas: .*PostgreSQL/,
  },
  ...[{ type: 'RollingUpdate' }, { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }].map((strategy) => ({
    name: `a roll-out with two pods on one SQLite file: ${JSON.stringify(strategy)}`,
    values: { gateway: { strategy } },
    says: /gateway\.strategy: .*second pod/,
  })),
  {
    name: 'a HPA on SQLite',
    values: { autoscaling: { enabled: true } },
    says: /autoscaling\.enabled: .*PostgreSQL/,
  },
  {
    name: 'KEDA on SQLite',
    values: { keda: { enabled: true, triggers: [{ type: 'cpu' }] } },
    says: /keda\.enabled: .*PostgreSQL/,
  },
  {
    name: 'two scalers',
    values: {
      ...POSTGRES,
      autoscaling: { enabled: true },
      keda: { enabled: true, triggers: [{ type: 'cpu' }] },
    },
    says: /choose one/,
  },
  {
    name: 'KEDA without a trigger',
    values: { ...POSTGRES, keda: { enabled: true } },
    says: /keda\.triggers/,
  },
  {
    name: 'fewer pods at most than at least',
    values: { ...POSTGRES, autoscaling: { enabled: true, minReplicas: 5, maxReplicas: 4 } },
    says: /autoscaling\.minReplicas/,
  },
  {
    name: 'a HPA that goes by nothing',
    values: { ...POSTGRES, autoscaling: { enabled: true, targetCPUUtilizationPercentage: null } },
    says: /autoscaling\.metrics/,
  },
  {
    name: 'Envoys by number where there is one in each pod',
    values: { envoy: { replicas: 4 } },
    says: /envoy\.replicas: only with envoy\.separate/,
  },
  {
    name: 'pods of the gateway where others have it in theirs',
    values: { ...POSTGRES, mode: 'sidecar', gateway: { replicas: 3 } },
    says: /gateway\.replicas: mode sidecar/,
  },
  ...(['istio', 'envoyGateway', 'sidecar'] as const).map((mode) => ({
    name: `a load balancer where nothing is called: ${mode}`,
    values: { ...POSTGRES, mode, service: { type: 'LoadBalancer' } },
    says: /service\.type: only in mode ingress/,
  })),
  {
    name: 'a disruption budget for no pods',
    values: { ...POSTGRES, mode: 'sidecar', podDisruptionBudget: { enabled: true } },
    says: /podDisruptionBudget\.enabled: mode sidecar/,
  },
  {
    name: 'certificates that would be used by nobody',
    values: { mode: 'processorOnly', mtls: { serverSecret: 'a', clientSecret: 'b' } },
    says: /mtls\.enabled: certificates are named/,
  },
  {
    name: 'a host of a gateway that is not asked for',
    values: { mode: 'istio', istio: { gateway: { host: 'llm.example.com' } } },
    says: /istio\.gateway\.host: only for/,
  },
  {
    name: 'a policy for outside traffic where none comes',
    values: { service: { externalTrafficPolicy: 'Local' } },
    says: /service\.externalTrafficPolicy: only for/,
  },
  {
    name: 'a port of nodes where none is asked for',
    values: { service: { nodePort: 30_080 } },
    says: /service\.nodePort: only for/,
  },
  {
    name: 'a class of load balancers where there is none',
    values: { service: { type: 'NodePort', loadBalancerClass: 'internal' } },
    says: /service\.loadBalancerClass: only for/,
  },
  {
    name: 'sources of a load balancer where there is none',
    values: { service: { loadBalancerSourceRanges: ['203.0.113.0/24'] } },
    says: /service\.loadBalancerSourceRanges: only for/,
  },
  {
    name: 'a budget that says nothing',
    values: { podDisruptionBudget: { enabled: true, maxUnavailable: null } },
    says: /podDisruptionBudget\.maxUnavailable/,
  },
  {
    name: 'a budget that keeps the only pod for ever',
    values: { podDisruptionBudget: { enabled: true, minAvailable: 1 } },
    says: /podDisruptionBudget\.minAvailable: 1 .* gateway, which are 1,/,
  },
  {
    name: 'a budget above the fewest pods of a HPA',
    values: {
      ...POSTGRES,
      gateway: { replicas: 9 },
      autoscaling: { enabled: true },
      podDisruptionBudget: { enabled: true, minAvailable: 3 },
    },
    says: /podDisruptionBudget\.minAvailable: 3 .* gateway, which are 2,/,
  },
  {
    name: 'a budget above the one pod that KEDA begins with',
    values: {
      ...POSTGRES,
      keda: { enabled: true, minReplicas: 0, triggers: [{ type: 'cron' }] },
      podDisruptionBudget: { enabled: true, minAvailable: 1 },
    },
    says: /podDisruptionBudget\.minAvailable: 1 .* gateway, which are 1,/,
  },
  {
    name: 'a budget of per cents that are rounded up to all',
    values: {
      ...POSTGRES,
      gateway: { replicas: 3 },
      podDisruptionBudget: { enabled: true, minAvailable: '67%' },
    },
    says: /podDisruptionBudget\.minAvailable: 67% .* gateway, which are 3,/,
  },
  {
    name: 'a budget that keeps all pods of a separate Envoy',
    values: {
      ...POSTGRES,
      gateway: { replicas: 3 },
      envoy: { separate: true },
      podDisruptionBudget: { enabled: true, minAvailable: 2 },
    },
    says: /podDisruptionBudget\.minAvailable: 2 .* envoy, which are 2,/,
  },
  ...[0, '0%'].map((maxUnavailable) => ({
    name: `a budget that lets no pod go: ${maxUnavailable}`,
    values: { podDisruptionBudget: { enabled: true, maxUnavailable } },
    says: /podDisruptionBudget\.maxUnavailable: 0 lets/,
  })),
  ...[
    { name: 'the gateway', values: { gateway: { resources: { requests: { cpu: null } } } } },
    { name: 'Envoy', values: { envoy: { resources: { requests: { cpu: null } } } } },
    {
      name: 'the sample provider',
      values: { sampleProvider: { enabled: true, resources: { requests: { cpu: null } } } },
    },
    {
      name: 'a container of the operator’s',
      values: { gateway: { extraContainers: [{ name: 'x', image: 'x' }] } },
    },
    {
      name: 'a sidecar of the operator’s',
      values: { gateway: { extraInitContainers: [{ name: 'x', image: 'x', restartPolicy: 'Always' }] } },
    },
  ].flatMap(({ name, values }) => [
    {
      name: `a HPA by CPU where none is requested for ${name}`,
      values: { ...POSTGRES, ...values, autoscaling: { enabled: true } },
      says: /must request cpu/,
    },
    {
      name: `KEDA by CPU where none is requested for ${name}`,
      values: { ...POSTGRES, ...values, keda: { enabled: true, triggers: [{ type: 'cpu' }] } },
      says: /must request cpu/,
    },
  ]),
  {
    name: 'a HPA by memory where none is requested',
    values: {
      ...POSTGRES,
      envoy: { resources: { requests: { memory: null }, limits: { memory: null } } },
      autoscaling: { enabled: true, targetMemoryUtilizationPercentage: 80 },
    },
    says: /envoy\.resources: must request memory/,
  },
  {
    name: 'a name that no Service may have',
    values: { fullnameOverride: '1st-gateway' },
    says: /fullnameOverride: 1st-gateway/,
  },
  {
    name: 'IPv6 where nothing listens on it',
    values: { ipFamilies: ['IPv6'] },
    says: /bindAddress: must be/,
  },
  {
    name: 'both families where only IPv4 is listened on',
    values: { ipFamilyPolicy: 'PreferDualStack' },
    says: /bindAddress: must be/,
  },
  {
    name: 'two families for Services of one',
    values: { bindAddress: '[::]', ipFamilies: ['IPv4', 'IPv6'] },
    says: /ipFamilies: two need/,
  },
  {
    name: 'two replicas of the processor alone, on SQLite',
    values: { mode: 'processorOnly', gateway: { replicas: 2 } },
    says: /gateway\.replicas/,
  },
  {
    name: 'a dashboard apart from its file',
    values: { dashboard: { separate: true } },
    says: /dashboard\.separate/,
  },
  {
    name: 'mTLS over a Unix socket',
    values: { mtls: { enabled: true, serverSecret: 'a', clientSecret: 'b' } },
    says: /Unix socket/,
  },
  {
    name: 'mTLS without certificates',
    values: { mode: 'processorOnly', mtls: { enabled: true } },
    says: /mtls\.serverSecret/,
  },
  {
    name: 'mTLS by cert-manager without an issuer',
    values: { mode: 'processorOnly', mtls: { enabled: true, certManager: { enabled: true } } },
    says: /issuerRef\.name/,
  },
  {
    name: 'mTLS of ours in a mesh',
    values: { mode: 'istio', mtls: { enabled: true, serverSecret: 'a' } },
    says: /not in mode istio/,
  },
  {
    name: 'mTLS with Envoy Gateway where nobody knows Envoy’s certificate',
    values: { mode: 'envoyGateway', mtls: { enabled: true, serverSecret: 'a' }, tests: { enabled: false } },
    says: /mtls\.clientSecret/,
  },
  {
    name: 'mTLS with Envoy Gateway where its certificate would not reach Envoy',
    values: {
      mode: 'envoyGateway',
      upstream: { url: 'http://provider:8081/v1' },
      mtls: { enabled: true, serverSecret: 'a', clientSecret: 'b' },
    },
    says: /only with a provider over https/,
  },
  {
    name: 'a separate Envoy without one',
    values: { mode: 'istio', envoy: { separate: true } },
    says: /envoy\.separate/,
  },
  {
    name: 'the sample provider without an Envoy',
    values: { mode: 'sidecar', sampleProvider: { enabled: true } },
    says: /sampleProvider/,
  },
  ...[9090, 9901, 9902].map((port) => ({
    name: `a sidecar at a port that its pod has already: ${port}`,
    values: { mode: 'sidecar', sidecar: { port } },
    says: new RegExp(`sidecar\\.port: ${port} is taken`),
  })),
  {
    name: 'an Ingress without a Service',
    values: { mode: 'sidecar', ingress: { enabled: true, host: 'a.b' } },
    says: /only in mode ingress/,
  },
  { name: 'an Ingress without a host', values: { ingress: { enabled: true } }, says: /ingress\.host/ },
  {
    name: 'a route without a Gateway',
    values: { httpRoute: { enabled: true } },
    says: /httpRoute\.parentRefs/,
  },
  {
    name: 'less time than streams may take',
    values: { gateway: { terminationGracePeriodSeconds: 319 } },
    says: /gateway\.terminationGracePeriodSeconds: 319 .*at least 320/,
  },
  {
    name: 'metrics twice',
    values: { metrics: { serviceMonitor: { enabled: true }, podMonitor: { enabled: true } } },
    says: /choose one/,
  },
  {
    name: 'a ServiceMonitor of pods that no Service selects',
    values: { mode: 'sidecar', metrics: { serviceMonitor: { enabled: true } } },
    says: /metrics\.serviceMonitor\.enabled: .*podMonitor/,
  },
  {
    name: 'a ServiceMonitor of Envoy Gateway’s pods',
    values: {
      ...POSTGRES,
      mode: 'envoyGateway',
      envoyGateway: { placement: 'sidecar' },
      metrics: { serviceMonitor: { enabled: true } },
    },
    says: /metrics\.serviceMonitor\.enabled: .*podMonitor/,
  },
  {
    name: 'Istio’s gateway without a name',
    values: { mode: 'istio', istio: { contexts: ['GATEWAY'] } },
    says: /istio\.gateway\.host/,
  },
  {
    name: 'a processor in Envoy’s pods without a store',
    values: { mode: 'envoyGateway', envoyGateway: { placement: 'sidecar' } },
    says: /envoyGateway\.placement: .*PostgreSQL/,
  },
];

describe.skipIf(!hasHelm)('the chart refuses', () => {
  it.each([...WRONG, ...TOGETHER])('$name', async ({ values, says }) => {
    const { code, stderr } = await tryRender(values);
    expect(stderr).toMatch(says);
    expect(code).not.toBe(0);
  });

  it('nothing at the edge of what it refuses', async () => {
    const good = [
      { gateway: { terminationGracePeriodSeconds: 320 } },
      { gateway: { strategy: { type: 'Recreate' } } },
      { gateway: { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } } },
      { ...POSTGRES, gateway: { strategy: { type: 'RollingUpdate' } } },
      { ...POSTGRES, gateway: { replicas: 2 } },
      { service: { port: 65_535 } },
      { service: { type: 'NodePort', externalTrafficPolicy: 'Local', nodePort: 30_080 } },
      { service: { type: 'LoadBalancer', loadBalancerClass: 'a', loadBalancerSourceRanges: ['10.0.0.0/8'] } },
      { podDisruptionBudget: { enabled: true, minAvailable: 0, maxUnavailable: null } },
      { podDisruptionBudget: { enabled: true, maxUnavailable: '1%' } },
      { podDisruptionBudget: { maxUnavailable: 0 } },
      { ...POSTGRES, gateway: { replicas: 3 }, podDisruptionBudget: { enabled: true, minAvailable: '66%' } },
      {
        ...POSTGRES,
        autoscaling: { enabled: true },
        podDisruptionBudget: { enabled: true, minAvailable: 1 },
      },
      { gateway: { replicas: 0 }, podDisruptionBudget: { enabled: true, minAvailable: 1 } },
      { ...POSTGRES, sampleProvider: { enabled: true }, autoscaling: { enabled: true } },
      {
        ...POSTGRES,
        gateway: {
          resources: { requests: { cpu: null }, limits: { cpu: 2 } },
          extraInitContainers: [{ name: 'x', image: 'x' }],
        },
        autoscaling: { enabled: true },
      },
      {
        ...POSTGRES,
        envoy: { separate: true, resources: { requests: { cpu: null } } },
        autoscaling: { enabled: true },
      },
      { ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv4'] },
      {
        ...POSTGRES,
        autoscaling: { enabled: true, targetCPUUtilizationPercentage: null, metrics: [{ type: 'Pods' }] },
      },
      { gateway: { replicas: 1 } },
      // The dashboard's port, which is another pod's.
      { ...POSTGRES, mode: 'sidecar', sidecar: { port: 3000 } },
      { mode: 'ingress', sidecar: { port: 9090 } },
    ];
    for (const values of good) expect(await tryRender(values)).toMatchObject({ code: 0 });
  });

  it('all problems at once', async () => {
    const { stderr } = await tryRender({ gateway: { replicas: 2 }, ingress: { enabled: true } });
    expect(stderr).toMatch(/gateway\.replicas[\s\S]*ingress\.host/);
  });

  it('an older Kubernetes', async () => {
    const { code, stderr } = await tryRender({}, '--kube-version', '1.28.0');
    expect(stderr).toMatch(/kubeVersion/);
    expect(code).not.toBe(0);
  });
});
