import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { command } from '../command.ts';
import { type ControlPlane, NODE_NAME, startControlPlane } from '../control-plane.ts';
import { type Daemon, startDaemon, until } from '../daemon.ts';
import { type Kubectl, kubectlWith } from '../kubectl.ts';
import { debianLibraries } from '../tools/debian.ts';
import { program } from '../tools/programs.ts';
import { type ContainerRuntime, POD_RANGE, startContainerRuntime } from './container-runtime.ts';
import { startDns } from './dns.ts';

/** A cluster of one node. All of it lives in the namespaces that `run.ts` made: addresses and mounts are ours alone. */
export type Cluster = Readonly<{
  plane: ControlPlane;
  kubectl: Kubectl;
  runtime: ContainerRuntime;
  nodeAddress: string;
  podLogs: string;
  stop: () => Promise<void>;
}>;

const NODE_ADDRESS = '172.31.250.1';
const ROUTER_ADDRESS = '172.31.250.2';
const READY_MS = 180_000;
const VOLUMES = 8;
/** Uid of the chart's pods. */
const UID = 65_532;
/** The machine's disk may be full of other things: what is evicted then is us. */
const EVICTION = { 'memory.available': '100Mi', 'nodefs.available': '1Gi', 'imagefs.available': '1Gi' };

/** The node's only way out leads nowhere; but an address and a default route are what kubelet and kube-proxy look for. */
const makeNetwork = async (): Promise<void> => {
  const ip = (...args: readonly string[]): Promise<string> => command('ip', args);
  await ip('link', 'add', 'node0', 'type', 'veth', 'peer', 'name', 'node1');
  await ip('addr', 'add', `${NODE_ADDRESS}/24`, 'dev', 'node0');
  await ip('link', 'set', 'node0', 'up');
  await ip('link', 'set', 'node1', 'up');
  await ip('route', 'add', 'default', 'via', ROUTER_ADDRESS, 'dev', 'node0');
  await writeFile('/proc/sys/net/ipv4/ip_forward', '1');
};

/** Folders where Kubernetes' programs leave things, whatever one tells them. */
export const hideFolders = async (): Promise<void> => {
  for (const folder of ['/run', '/var/lib', '/var/log']) {
    await command('mount', ['-t', 'tmpfs', 'tmpfs', folder]);
    await command('mount', ['--make-shared', folder]);
  }
};

const kubeletConfiguration = (folder: string, endpoint: string): object => ({
  kind: 'KubeletConfiguration',
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  containerRuntimeEndpoint: endpoint,
  cgroupDriver: 'cgroupfs',
  failCgroupV1: false,
  enforceNodeAllocatable: [],
  makeIPTablesUtilChains: false,
  failSwapOn: false,
  podLogsDir: join(folder, 'pod-logs'),
  evictionHard: EVICTION,
  imageGCHighThresholdPercent: 100,
  clusterDNS: [NODE_ADDRESS],
  clusterDomain: 'cluster.local',
  resolvConf: join(folder, 'resolv.conf'),
  // Nobody but this namespace reaches it.
  authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
  authorization: { mode: 'AlwaysAllow' },
});

const startPrograms = async (plane: ControlPlane, runtime: ContainerRuntime): Promise<readonly Daemon[]> => {
  const { folder } = plane;
  const [controllers, node] = [await plane.kubeconfigFor('controllers'), await plane.kubeconfigFor('node')];
  const kubelet = join(folder, 'kubelet.yaml');
  await writeFile(join(folder, 'resolv.conf'), `nameserver ${NODE_ADDRESS}\n`);
  await writeFile(kubelet, stringify(kubeletConfiguration(folder, runtime.endpoint)));
  const nft = program('nft');
  return [
    startDaemon(folder, 'kube-controller-manager', [
      program('kube-controller-manager'),
      `--kubeconfig=${controllers}`,
      '--leader-elect=false',
      '--bind-address=127.0.0.1',
      `--service-account-private-key-file=${plane.serviceAccountKey}`,
      `--root-ca-file=${join(folder, 'certs', 'apiserver.crt')}`,
    ]),
    startDaemon(folder, 'kube-scheduler', [
      program('kube-scheduler'),
      `--kubeconfig=${controllers}`,
      '--leader-elect=false',
      '--bind-address=127.0.0.1',
    ]),
    startDaemon(folder, 'kubelet', [
      program('kubelet'),
      `--kubeconfig=${node}`,
      `--config=${kubelet}`,
      `--root-dir=${join(folder, 'kubelet')}`,
      `--node-ip=${NODE_ADDRESS}`,
      `--hostname-override=${NODE_NAME}`,
    ]),
    startDaemon(
      folder,
      'kube-proxy',
      [
        program('kube-proxy'),
        `--kubeconfig=${controllers}`,
        `--hostname-override=${NODE_NAME}`,
        '--proxy-mode=nftables',
        `--cluster-cidr=${POD_RANGE}`,
        '--conntrack-max-per-core=0',
        '--conntrack-tcp-timeout-established=0',
        '--conntrack-tcp-timeout-close-wait=0',
      ],
      { PATH: [join(nft, '..'), process.env['PATH']].join(':'), LD_LIBRARY_PATH: await debianLibraries() },
    ),
  ];
};

/** Volumes that claims find without a class of their own. */
const makeVolumes = async ({ folder }: ControlPlane, kubectl: Kubectl): Promise<void> => {
  const name = 'host';
  const volumes = Array.from({ length: VOLUMES }, (_, index) => ({
    path: join(folder, 'volumes', String(index)),
    name: `volume-${index}`,
  }));
  for (const { path } of volumes) {
    await mkdir(path, { recursive: true });
    await chown(path, UID, UID);
  }
  await kubectl.apply([
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name, annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: 'kubernetes.io/no-provisioner',
      volumeBindingMode: 'WaitForFirstConsumer',
    },
    ...volumes.map((volume) => ({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: volume.name },
      spec: {
        storageClassName: name,
        capacity: { storage: '10Gi' },
        accessModes: ['ReadWriteOnce'],
        persistentVolumeReclaimPolicy: 'Retain',
        hostPath: { path: volume.path },
      },
    })),
  ]);
};

/** What the kubelet has mounted for pods that nobody ended keeps folders from being removed. */
const unmountBelow = async (folder: string): Promise<void> => {
  const mounts = (await readFile('/proc/self/mounts', 'utf8'))
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  for (const path of mounts.filter((mount) => mount.startsWith(`${folder}/`)).toReversed()) {
    await command('umount', ['--lazy', path]);
  }
};

export const startCluster = async (): Promise<Cluster> => {
  await hideFolders();
  await makeNetwork();
  const plane = await startControlPlane({ host: NODE_ADDRESS, disabledAdmission: [] });
  const stops: (() => Promise<void>)[] = [plane.stop, () => unmountBelow(plane.folder)];
  const stop = async (): Promise<void> => {
    for (const one of stops.toReversed()) await one();
  };
  try {
    const kubectl = kubectlWith(plane.kubeconfig);
    const runtime = await startContainerRuntime(plane.folder);
    stops.push(runtime.stop);
    const daemons = await startPrograms(plane, runtime);
    stops.push(...daemons.map((daemon) => daemon.stop));
    stops.push(await startDns(NODE_ADDRESS, kubectl));
    await makeVolumes(plane, kubectl);
    const isReady = async (): Promise<boolean> => {
      const type = '{.status.conditions[?(@.type=="Ready")].status}';
      return (await kubectl.run(['get', 'node', NODE_NAME, `-o=jsonpath=${type}`])) === 'True';
    };
    await until('the node', isReady, READY_MS).catch(async (error: unknown) => {
      const logs = await Promise.all(daemons.map(async (daemon) => `${daemon.name}:\n${await daemon.log()}`));
      throw new Error(logs.join('\n'), { cause: error });
    });
    return {
      plane,
      kubectl,
      runtime,
      nodeAddress: NODE_ADDRESS,
      podLogs: join(plane.folder, 'pod-logs'),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
