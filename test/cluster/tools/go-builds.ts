import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from '../command.ts';
import { toolsFolder } from './folder.ts';
import type { ProgramName } from './programs.ts';

/**
 * How programs are built from Go modules. Most can be installed as they are. Kubernetes and Istio can't, since their
 * `go.mod` replaces modules or asks for some that no proxy has: they are built from a small module around them.
 */
type GoBuild = Readonly<{
  module: string;
  version: string;
  /** Package of each program, below the module. */
  packages: Readonly<Partial<Record<ProgramName, string>>>;
  ldflags?: readonly string[];
  tags?: readonly string[];
  wrapper?: Readonly<{
    require?: Readonly<Record<string, string>>;
    /** By module: another version, or another module and its version. */
    replace?: Readonly<Record<string, string>>;
    /** Version of the modules that the module itself replaces by its folder `staging/`. */
    stagingVersion?: string;
  }>;
}>;

const KUBERNETES = '1.36.3';
const COMPONENT = 'k8s.io/component-base/version';
const ISTIO_API = 'v1.31.1';

const GO_BUILDS: Readonly<Record<string, GoBuild>> = {
  kubernetes: {
    module: 'k8s.io/kubernetes',
    version: `v${KUBERNETES}`,
    packages: {
      'kube-apiserver': 'cmd/kube-apiserver',
      'kube-controller-manager': 'cmd/kube-controller-manager',
      'kube-scheduler': 'cmd/kube-scheduler',
      kubelet: 'cmd/kubelet',
      'kube-proxy': 'cmd/kube-proxy',
      kubectl: 'cmd/kubectl',
    },
    ldflags: [
      `-X ${COMPONENT}.gitVersion=v${KUBERNETES}`,
      `-X ${COMPONENT}.gitMajor=1`,
      `-X ${COMPONENT}.gitMinor=36`,
    ],
    wrapper: { stagingVersion: 'v0.36.3' },
  },
  helm: { module: 'helm.sh/helm/v4', version: 'v4.3.1', packages: { helm: 'cmd/helm' } },
  'helm-docs': {
    module: 'github.com/norwoodj/helm-docs',
    version: 'v1.14.2',
    packages: { 'helm-docs': 'cmd/helm-docs' },
  },
  kubeconform: {
    module: 'github.com/yannh/kubeconform',
    version: 'v0.8.0',
    packages: { kubeconform: 'cmd/kubeconform' },
  },
  'helm-unittest': {
    module: 'github.com/helm-unittest/helm-unittest',
    version: 'v1.1.2',
    packages: { untt: 'cmd/helm-unittest' },
    // Its own `go.mod` does so.
    wrapper: {
      replace: { 'github.com/vmware-labs/yaml-jsonpath': 'github.com/helm-unittest/yaml-jsonpath v0.4.0' },
    },
  },
  prometheus: {
    module: 'github.com/prometheus/prometheus',
    version: 'v0.316.0',
    packages: { promtool: 'cmd/promtool', prometheus: 'cmd/prometheus' },
    // The clients of all clouds, which find targets: three quarters of the build.
    tags: ['remove_all_sd'],
  },
  'envoy-gateway': {
    module: 'github.com/envoyproxy/gateway',
    version: 'v1.9.1',
    packages: { egctl: 'cmd/egctl', 'envoy-gateway': 'cmd/envoy-gateway' },
  },
  istio: {
    module: 'istio.io/istio',
    version: 'v0.0.0-20260827124520-eed52ebb66ad',
    packages: {
      istioctl: 'istioctl/cmd/istioctl',
      'pilot-discovery': 'pilot/cmd/pilot-discovery',
    },
    // The branch asks for unreleased states of these.
    wrapper: {
      require: { 'istio.io/api': ISTIO_API, 'istio.io/client-go': ISTIO_API },
      replace: {
        'istio.io/api': ISTIO_API,
        'istio.io/client-go': ISTIO_API,
        'github.com/envoyproxy/go-control-plane/envoy': 'v1.40.0',
        'github.com/envoyproxy/go-control-plane/contrib': 'v1.36.1-0.20260729145720-a2d8c7492908',
      },
    },
  },
};

const HOUR_MS = 3_600_000;
const STAGING_LINE = /^(?:replace )?\s*(\S+) => \.\/staging\//gm;

const buildFolder = (name: string): string => join(toolsFolder(), 'build', name);
const binFolder = (): string => join(toolsFolder(), 'bin');

/** CGO off: the programs then run whatever C library is there. */
const goEnvironment = { CGO_ENABLED: '0' } as const;

/** Fetches a module, and says where its files and its `go.mod` are. */
export const goModule = async (path: string, version: string): Promise<{ dir: string; goMod: string }> => {
  const told = await command('go', ['mod', 'download', '-json', `${path}@${version}`], {
    timeoutMs: HOUR_MS,
  });
  const { Dir: dir, GoMod: goMod } = JSON.parse(told) as { Dir: string; GoMod: string };
  return { dir, goMod };
};

const writeWrapper = async (name: string, build: GoBuild): Promise<string> => {
  const folder = buildFolder(name);
  await mkdir(folder, { recursive: true });
  const { goMod } = await goModule(build.module, build.version);
  const theirs = await readFile(goMod, 'utf8');
  const goVersion = /^go (\S+)$/m.exec(theirs)?.[1];
  if (goVersion === undefined) throw new Error(`${goMod} names no version of Go`);
  const { require = {}, replace = {}, stagingVersion } = build.wrapper ?? {};
  const staged =
    stagingVersion === undefined
      ? []
      : [...theirs.matchAll(STAGING_LINE)].map(([, path]) => [path, stagingVersion] as const);
  const lines = [
    `module portcullis.test/${name}`,
    `go ${goVersion}`,
    ...Object.entries({ [build.module]: build.version, ...require }).map(
      (entry) => `require ${entry.join(' ')}`,
    ),
    ...[...staged, ...Object.entries(replace)].map(
      ([path, by]) => `replace ${path} => ${by.includes(' ') ? by : `${path} ${by}`}`,
    ),
  ];
  await writeFile(join(folder, 'go.mod'), `${lines.join('\n')}\n`);
  const imports = Object.values(build.packages).map((path) => `\t_ "${build.module}/${path}"`);
  await writeFile(
    join(folder, 'tools.go'),
    `//go:build tools\n\npackage tools\n\nimport (\n${imports.join('\n')}\n)\n`,
  );
  await command('go', ['mod', 'tidy'], { cwd: folder, timeoutMs: HOUR_MS });
  return folder;
};

/** The process of each pod that holds its namespaces: it waits for the signal that ends the pod. */
const PAUSE_GO = `package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	end := make(chan os.Signal, 1)
	signal.Notify(end, syscall.SIGTERM, syscall.SIGINT)
	<-end
}
`;

const buildPause = async (): Promise<void> => {
  const folder = buildFolder('pause');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'go.mod'), 'module portcullis.test/pause\n\ngo 1.22\n');
  await writeFile(join(folder, 'main.go'), PAUSE_GO);
  await command('go', ['build', '-ldflags', '-s -w', '-o', join(binFolder(), 'pause'), '.'], {
    cwd: folder,
    env: goEnvironment,
    timeoutMs: HOUR_MS,
  });
};

/** Builds one program into the tools folder. Kubernetes' take minutes each on an idle machine, and the first the longest. */
export const buildByGo = async (name: ProgramName, origin: string): Promise<void> => {
  await mkdir(binFolder(), { recursive: true });
  if (origin === 'pause') return await buildPause();
  const build = GO_BUILDS[origin];
  const path = build?.packages[name];
  if (build === undefined || path === undefined) throw new Error(`No recipe builds ${name}`);
  const flags = [
    ...['-ldflags', ['-s', '-w', ...(build.ldflags ?? [])].join(' ')],
    ...(build.tags === undefined ? [] : ['-tags', build.tags.join(',')]),
  ];
  const options = { env: goEnvironment, timeoutMs: HOUR_MS };
  if (build.wrapper === undefined) {
    const env = { ...goEnvironment, GOBIN: binFolder() };
    await command('go', ['install', ...flags, `${build.module}/${path}@${build.version}`], {
      ...options,
      env,
    });
    return;
  }
  const cwd = await writeWrapper(origin, build);
  const output = ['-o', join(binFolder(), name)];
  await command('go', ['build', '-mod=mod', ...flags, ...output, `${build.module}/${path}`], {
    ...options,
    cwd,
  });
};
