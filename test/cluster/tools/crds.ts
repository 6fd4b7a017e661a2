import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { toolsFolder } from './folder.ts';
import { goModule } from './go-builds.ts';

/** Custom resources that the chart and `deploy/` use, from the projects' own Go modules. */
const CRDS = {
  istio: {
    module: 'istio.io/api',
    version: 'v1.31.1',
    path: 'kubernetes/customresourcedefinitions.gen.yaml',
  },
  'gateway-api': { module: 'sigs.k8s.io/gateway-api', version: 'v1.6.1', path: 'config/crd/standard' },
  'envoy-gateway': {
    module: 'github.com/envoyproxy/gateway',
    version: 'v1.9.1',
    path: 'charts/gateway-helm/charts/crds/crds/generated',
  },
  'prometheus-operator': {
    module: 'github.com/prometheus-operator/prometheus-operator',
    version: 'v0.85.0',
    path: 'example/prometheus-operator-crd',
  },
  keda: { module: 'github.com/kedacore/keda/v2', version: 'v2.21.0', path: 'config/crd/bases' },
  'cert-manager': { module: 'github.com/cert-manager/cert-manager', version: 'v1.21.2', path: 'deploy/crds' },
} as const;

export type CrdSet = keyof typeof CRDS;
export const CRD_SETS = Object.keys(CRDS) as CrdSet[];

const crdFolder = (name: CrdSet): string => join(toolsFolder(), 'crds', `${name}-${CRDS[name].version}`);
const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** @returns The YAML files of a set, or none where they were never fetched. */
export const crdFiles = async (name: CrdSet): Promise<readonly string[]> => {
  const folder = crdFolder(name);
  const names = await readdir(folder).catch(() => []);
  return names.filter((file) => file.endsWith('.yaml')).map((file) => join(folder, file));
};

/** Copies the sets that are not there yet into the tools folder. */
export const fetchCrds = async (): Promise<void> => {
  await mkdir(join(toolsFolder(), 'crds'), { recursive: true });
  for (const name of CRD_SETS) {
    const folder = crdFolder(name);
    if (await isThere(folder)) continue;
    const { module, version, path } = CRDS[name];
    const from = join((await goModule(module, version)).dir, path);
    const half = `${folder}.${process.pid}`;
    const to = path.endsWith('.yaml') ? join(half, 'crds.yaml') : half;
    try {
      await cp(from, to, { recursive: true });
      await rename(half, folder);
    } finally {
      await rm(half, { recursive: true, force: true });
    }
  }
};
