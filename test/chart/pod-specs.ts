import { parse } from 'yaml';
import { type KubernetesObject, podsOf } from '../cluster/objects.ts';
import { configTexts } from './chart.ts';

export type Container = Readonly<{
  name: string;
  restartPolicy?: string;
  args?: readonly string[];
  securityContext?: Record<string, unknown>;
  env?: readonly Readonly<{ name: string }>[];
  envFrom?: readonly object[];
  volumeMounts?: readonly Readonly<{ name: string; mountPath: string }>[];
}>;
export type PodSpec = Readonly<{
  automountServiceAccountToken?: boolean;
  hostNetwork?: boolean;
  securityContext?: Record<string, unknown>;
  volumes?: readonly Readonly<{ name: string }>[];
  initContainers?: readonly Container[];
  containers: readonly Container[];
}>;

export const specsOf = (objects: readonly KubernetesObject[]): readonly PodSpec[] =>
  podsOf(objects, 'guard').map(({ spec }) => spec as unknown as PodSpec);

export const containersOf = ({ initContainers = [], containers }: PodSpec): readonly Container[] => [
  ...initContainers,
  ...containers,
];

type Patch = Readonly<{ spec: { template: { spec: Partial<PodSpec> } } }>;

/** The snippet for application pods, as a pod of its own. */
export const snippetOf = (objects: readonly KubernetesObject[]): readonly PodSpec[] => {
  const text = configTexts(objects, '-sidecar')['pod-patch.yaml'];
  if (text === undefined) return [];
  return [{ containers: [], ...(parse(text) as Patch).spec.template.spec }];
};

type Proxy = Readonly<{ provider?: { kubernetes: { envoyDeployment?: { patch?: { value?: Patch } } } } }>;

/** What an EnvoyProxy adds to the pods of Envoy Gateway. */
export const proxyPodsOf = (objects: readonly KubernetesObject[]): readonly PodSpec[] =>
  objects
    .filter(({ kind }) => kind === 'EnvoyProxy')
    .map(({ spec }) => (spec as unknown as Proxy).provider?.kubernetes.envoyDeployment?.patch?.value)
    .filter((patch) => patch !== undefined)
    .map((patch) => ({ containers: [], ...patch.spec.template.spec }));
