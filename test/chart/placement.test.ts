import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../cluster/objects.ts';
import { hasHelm, render, valuesFile } from './chart.ts';
import { containersOf, proxyPodsOf, snippetOf, specsOf } from './pod-specs.ts';

const NODE_AFFINITY = {
  requiredDuringSchedulingIgnoredDuringExecution: {
    nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }],
  },
};
const PLACED = {
  nodeSelector: { pool: 'llm' },
  tolerations: [{ key: 'pool', operator: 'Equal', value: 'llm', effect: 'NoSchedule' }],
  priorityClassName: 'high',
  runtimeClassName: 'gvisor',
  affinity: { nodeAffinity: NODE_AFFINITY },
};
const LIMITED = { limits: { cpu: '1' } };
const WORKLOADS = ['gateway', 'envoy', 'dashboard'] as const;
const MODES = ['ingress', 'ingress-separate', 'envoy-gateway', 'envoy-gateway-sidecar', 'istio', 'sidecar'];

/** @param values By their path in the values. */
const renderWith = (
  mode: string,
  values: Readonly<Record<string, unknown>>,
): Promise<readonly KubernetesObject[]> =>
  render([
    '--values',
    valuesFile(mode),
    ...Object.entries(values).flatMap(([path, value]) => ['--set-json', `${path}=${JSON.stringify(value)}`]),
  ]);

const placed = Object.fromEntries(
  WORKLOADS.flatMap((workload) =>
    Object.entries(PLACED).map(([field, value]) => [`${workload}.${field}`, value] as const),
  ),
);

describe.skipIf(!hasHelm)('pods of the chart', () => {
  it.each(MODES)('%s: all run where their workloads may', async (mode) => {
    const example = mode === 'sidecar' ? { 'sidecar.example': true } : {};
    const specs = specsOf(await renderWith(mode, { ...placed, ...example }));
    expect(specs.length).toBeGreaterThan(0);
    for (const spec of specs) expect(spec).toMatchObject(PLACED);
  });

  it('the test pod keeps away from no pod that the gateway keeps away from', async () => {
    const objects = await renderWith('ingress', {
      'gateway.affinity': { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [] } },
    });
    expect(specsOf(objects)).toHaveLength(2);
    expect(specsOf(objects).filter((spec) => 'affinity' in spec)).toHaveLength(1);
  });

  it.each(MODES)('%s: every container can be given the limit that a quota asks for', async (mode) => {
    const objects = await renderWith(
      mode,
      Object.fromEntries(
        [...WORKLOADS, 'envoy.drainer', 'initContainers', 'sampleProvider', 'tests'].map((owner) => [
          `${owner}.resources`,
          LIMITED,
        ]),
      ),
    );
    const containers = [
      ...[...specsOf(objects), ...snippetOf(objects)].flatMap(containersOf),
      ...proxyPodsOf(objects).flatMap(({ initContainers = [] }) => initContainers),
    ];
    expect(containers.length).toBeGreaterThan(0);
    for (const container of containers) expect(container).toMatchObject({ resources: LIMITED });
  });
});
