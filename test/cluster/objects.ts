import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';

export const ROOT = new URL('../..', import.meta.url).pathname;
export const CHART = join(ROOT, 'helm/portcullis');

export type Labels = Readonly<Record<string, string>>;
export type KubernetesObject = Readonly<{
  apiVersion: string;
  kind: string;
  metadata: Readonly<{ name: string; namespace?: string; labels?: Labels; annotations?: Labels }>;
  spec?: Readonly<Record<string, unknown>>;
}>;
type PodTemplate = Readonly<{
  metadata?: Readonly<{ labels?: Labels; annotations?: Labels }>;
  spec: PodSpec;
}>;
type Container = Readonly<Record<string, unknown>>;
type PodSpec = Readonly<{
  serviceAccountName?: string;
  containers: readonly Container[];
  initContainers?: readonly Container[];
}>;

const isObject = (value: unknown): value is KubernetesObject =>
  typeof value === 'object' &&
  value !== null &&
  'apiVersion' in value &&
  'kind' in value &&
  'metadata' in value;

/** The Kubernetes objects of a YAML text; what is none (an Envoy configuration, a compose file) is left out. */
export const objectsOf = (yaml: string): readonly KubernetesObject[] =>
  parseAllDocuments(yaml)
    .map((document): unknown => document.toJS())
    .flatMap((value): readonly unknown[] =>
      isObject(value) && value.kind === 'List' ? (value as unknown as { items: unknown[] }).items : [value],
    )
    .filter(isObject);

export const yamlOf = (objects: readonly object[]): string =>
  objects.map((one) => stringify(one)).join('---\n');

const TEMPLATED = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job']);

const templateOf = ({ kind, spec }: KubernetesObject): PodTemplate | null => {
  const at = (value: unknown, ...path: readonly string[]): unknown =>
    path.reduce((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
  if (TEMPLATED.has(kind)) return at(spec, 'template') as PodTemplate;
  if (kind === 'CronJob') return at(spec, 'jobTemplate', 'spec', 'template') as PodTemplate;
  return kind === 'Pod' ? ({ spec } as unknown as PodTemplate) : null;
};

export type Pod = KubernetesObject & Readonly<{ spec: PodSpec }>;

/** Every pod that these objects would make, as a pod: only those does PodSecurity refuse; workloads it but warns of. */
export const podsOf = (objects: readonly KubernetesObject[], namespace: string): readonly Pod[] =>
  objects.flatMap((object) => {
    const template = templateOf(object);
    if (template === null) return [];
    const name = `${object.kind.toLowerCase()}-${object.metadata.name}`.slice(0, 60);
    const metadata = { ...template.metadata, name, namespace };
    return [{ apiVersion: 'v1', kind: 'Pod', metadata, spec: template.spec }];
  });

const withoutRunAsNonRoot = (holder: Container): Container => {
  const { runAsNonRoot: _, ...securityContext } = (holder['securityContext'] ?? {}) as Record<
    string,
    unknown
  >;
  return { ...holder, securityContext };
};

/** The same pod, but nothing says that its processes must not be root. */
export const rootPod = (pod: Pod): object => ({
  ...pod,
  spec: {
    ...withoutRunAsNonRoot(pod.spec as unknown as Container),
    containers: pod.spec.containers.map(withoutRunAsNonRoot),
    initContainers: (pod.spec.initContainers ?? []).map(withoutRunAsNonRoot),
  },
});

/** Images that these objects' pods ask for. */
export const imagesOf = (objects: readonly KubernetesObject[]): readonly string[] => [
  ...new Set(
    podsOf(objects, 'any').flatMap(({ spec }) =>
      [...(spec.initContainers ?? []), ...spec.containers].map(({ image }) => String(image)),
    ),
  ),
];

export const readObjects = async (file: string): Promise<readonly KubernetesObject[]> =>
  objectsOf(await readFile(file, 'utf8'));

/** Files below `folder` (of the repository) with Kubernetes objects in them, by their path in the repository. */
export const manifestFiles = async (folder: string): Promise<readonly string[]> => {
  const names = await readdir(join(ROOT, folder), { recursive: true }).catch(() => []);
  const files = names.filter((name) => /\.ya?ml$/.test(name)).map((name) => join(ROOT, folder, name));
  const found: string[] = [];
  for (const file of files.toSorted())
    if ((await readObjects(file)).length > 0) found.push(relative(ROOT, file));
  return found;
};
