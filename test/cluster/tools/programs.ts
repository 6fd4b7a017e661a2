import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { toolsFolder } from './folder.ts';

/** Where a program comes from if this machine does not have it: a Go module (`go-builds.ts`) or a Debian package. */
export type Origin = Readonly<{ go: string } | { debian: string }>;

/** What tier 2 needs: an API server, what speaks to it, and what reads manifests without one. */
export const TIER_2 = {
  etcd: { debian: 'usr/bin/etcd' },
  'kube-apiserver': { go: 'kubernetes' },
  kubectl: { go: 'kubernetes' },
  helm: { go: 'helm' },
} as const satisfies Record<string, Origin>;

/** Checks of Istio's and Envoy Gateway's own programs; without them those checks are skipped. */
export const CHECKERS = {
  egctl: { go: 'envoy-gateway' },
  istioctl: { go: 'istio' },
} as const satisfies Record<string, Origin>;

/** What runs containers. */
export const RUNTIME = {
  containerd: { debian: 'usr/bin/containerd' },
  ctr: { debian: 'usr/bin/ctr' },
  'containerd-shim-runc-v2': { debian: 'usr/bin/containerd-shim-runc-v2' },
  runc: { debian: 'usr/sbin/runc' },
  ptp: { debian: 'usr/lib/cni/ptp' },
  'host-local': { debian: 'usr/lib/cni/host-local' },
  pause: { go: 'pause' },
} as const satisfies Record<string, Origin>;

/** What tier 3 needs beyond tier 2: a node, and what schedules pods onto it. */
export const TIER_3 = {
  ...RUNTIME,
  'kube-controller-manager': { go: 'kubernetes' },
  'kube-scheduler': { go: 'kubernetes' },
  kubelet: { go: 'kubernetes' },
  'kube-proxy': { go: 'kubernetes' },
  nft: { debian: 'usr/sbin/nft' },
} as const satisfies Record<string, Origin>;

/** What the checks of the chart take (`test/chart`). */
export const CHART_TOOLS = {
  helm: { go: 'helm' },
  'helm-docs': { go: 'helm-docs' },
  untt: { go: 'helm-unittest' },
  kubeconform: { go: 'kubeconform' },
} as const satisfies Record<string, Origin>;

/** istiod, for its own part of tier 2. */
export const MESH = { 'pilot-discovery': { go: 'istio' } } as const satisfies Record<string, Origin>;

/** Envoy Gateway's controller, for its own part of tier 3. */
export const CONTROLLERS = { 'envoy-gateway': { go: 'envoy-gateway' } } as const satisfies Record<
  string,
  Origin
>;

/** What reads alerts and dashboards as an operator's Prometheus would (`test/observability`). */
export const OBSERVABILITY = {
  promtool: { go: 'prometheus' },
  prometheus: { go: 'prometheus' },
} as const satisfies Record<string, Origin>;

export const PROGRAMS: Readonly<Record<ProgramName, Origin>> = {
  ...TIER_2,
  ...CHECKERS,
  ...MESH,
  ...CHART_TOOLS,
  ...TIER_3,
  ...CONTROLLERS,
  ...OBSERVABILITY,
};

export type ProgramName =
  | keyof typeof TIER_2
  | keyof typeof CHECKERS
  | keyof typeof MESH
  | keyof typeof CHART_TOOLS
  | keyof typeof TIER_3
  | keyof typeof CONTROLLERS
  | keyof typeof OBSERVABILITY;

/** `kube-apiserver` may be named by `KUBE_APISERVER_BIN`. */
export const variableOf = (name: ProgramName): string => `${name.toUpperCase().replaceAll('-', '_')}_BIN`;

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The folder with Debian packages that were unpacked, not installed. */
export const debianRoot = (): string => join(toolsFolder(), 'debian');

/** @returns The program's path, or null where this machine does not have it. A wrong override is an error. */
export const findProgram = (name: ProgramName): string | null => {
  const named = process.env[variableOf(name)];
  if (named !== undefined) {
    if (isProgram(named)) return named;
    throw new Error(`${variableOf(name)} names ${named}, which is no program`);
  }
  const origin = PROGRAMS[name];
  const places = [
    join(toolsFolder(), 'bin', name),
    ...('debian' in origin ? [join(debianRoot(), origin.debian)] : []),
    ...(process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)),
  ];
  return places.find(isProgram) ?? null;
};

/** For tests that have looked before: `missing` said that all is there. */
export const program = (name: ProgramName): string => {
  const path = findProgram(name);
  if (path === null) throw new Error(`${name} is not on this machine: npm run test:cluster builds it`);
  return path;
};

export const missing = (names: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(names).filter((name) => findProgram(name as ProgramName) === null);
