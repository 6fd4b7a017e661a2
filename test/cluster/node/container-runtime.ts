import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { command, type Finished, tryCommand } from '../command.ts';
import { type Daemon, startDaemon, until } from '../daemon.ts';
import { program } from '../tools/programs.ts';
import { writeProgramImage } from './program-image.ts';

const PAUSE_IMAGE = 'docker.io/portcullis-test/pause:1';
export const POD_RANGE = '10.244.0.0/24';
const READY_MS = 60_000;
const CONTAINER_MS = 300_000;

export type ContainerRuntime = Readonly<{
  endpoint: string;
  /** Takes in what `docker save` or `skopeo` wrote. @returns The image's name. */
  importImage: (tar: string) => Promise<string>;
  /** Lets manifests that name an image in a registry have this one. */
  tagImage: (name: string, also: string) => Promise<void>;
  /** Process id of a running container, as this process sees it. */
  pidOf: (containerId: string) => Promise<number>;
  /** Runs a container that no kubelet knows of, by the arguments of `ctr run`. */
  run: (args: readonly string[]) => Promise<Finished>;
  exec: (containerId: string, args: readonly string[]) => Promise<Finished>;
  isOver: (containerId: string) => Promise<boolean>;
  /** Removes what is left of a container that has ended, if there is any. */
  forget: (containerId: string) => Promise<void>;
  stop: () => Promise<void>;
}>;

const CRI = 'plugins."io.containerd.grpc.v1.cri"';

/** Without CAP_SYS_RESOURCE, which a virtual machine may not have, sandboxes start only with `restrict_oom_score_adj`. */
const configuration = (folder: string, socket: string): string => `version = 2
root = "${folder}/containerd"
state = "/run/containerd"
[grpc]
  address = "${socket}"
[${CRI}]
  restrict_oom_score_adj = true
  sandbox_image = "${PAUSE_IMAGE}"
  [${CRI}.cni]
    bin_dir = "${dirname(program('ptp'))}"
    conf_dir = "${folder}/cni"
  [${CRI}.containerd]
    default_runtime_name = "runc"
    [${CRI}.containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
      [${CRI}.containerd.runtimes.runc.options]
        BinaryName = "${program('runc')}"
`;

/** Each pod a link of its own to the node: traffic between pods is routed, so that Services work without a bridge's filter. */
const network = (folder: string): object => ({
  cniVersion: '0.4.0',
  name: 'pods',
  plugins: [
    {
      type: 'ptp',
      ipam: {
        type: 'host-local',
        dataDir: join(folder, 'ipam'),
        ranges: [[{ subnet: POD_RANGE }]],
        routes: [{ dst: '0.0.0.0/0' }],
      },
    },
  ],
});

export const startContainerRuntime = async (folder: string): Promise<ContainerRuntime> => {
  const socket = join(folder, 'containerd.sock');
  await mkdir(join(folder, 'cni'), { recursive: true });
  await writeFile(join(folder, 'cni', '10-pods.conflist'), JSON.stringify(network(folder)));
  const file = join(folder, 'containerd.toml');
  await writeFile(file, configuration(folder, socket));
  const path = [dirname(program('containerd-shim-runc-v2')), process.env['PATH']].join(':');
  const daemon: Daemon = startDaemon(folder, 'containerd', [program('containerd'), '--config', file], {
    PATH: path,
  });
  const here = ['--address', socket, '--namespace', 'k8s.io'];
  const ctr = (args: readonly string[]): Promise<string> =>
    command(program('ctr'), [...here, ...args], { timeoutMs: CONTAINER_MS });
  const tryCtr = (args: readonly string[]): Promise<Finished> =>
    tryCommand(program('ctr'), [...here, ...args], { timeoutMs: CONTAINER_MS });
  const taskOf = async (id: string): Promise<readonly string[] | undefined> =>
    (await ctr(['tasks', 'ls']))
      .split('\n')
      .map((row) => row.split(/\s+/))
      .find(([name]) => name === id);
  const isReady = async (): Promise<boolean> =>
    (await tryCommand(program('ctr'), ['--address', socket, 'version'])).code === 0;
  await until('containerd', isReady, READY_MS);
  const importImage = async (tar: string): Promise<string> => {
    const told = await ctr(['images', 'import', tar]);
    const name = /^unpacking (\S+) \(/m.exec(told)?.[1];
    if (name === undefined) throw new Error(`${tar} has no image with a name: ${told}`);
    return name;
  };
  await importImage(await writeProgramImage(folder, PAUSE_IMAGE, program('pause')));
  return {
    endpoint: `unix://${socket}`,
    importImage,
    tagImage: async (name, also) => {
      if (name !== also) await ctr(['images', 'tag', '--force', name, also]);
    },
    pidOf: async (containerId) => {
      const pid = Number((await taskOf(containerId))?.[1]);
      if (!(pid > 1)) throw new Error(`Container ${containerId} does not run`);
      return pid;
    },
    run: (args) => tryCtr(['run', '--runc-binary', program('runc'), ...args]),
    exec: (containerId, args) => tryCtr(['tasks', 'exec', '--exec-id', 'hook', containerId, ...args]),
    isOver: async (containerId) => (await taskOf(containerId))?.[2] !== 'RUNNING',
    forget: async (containerId) => {
      if ((await taskOf(containerId)) !== undefined) await ctr(['tasks', 'rm', containerId]);
      // Where there is none, there is nothing to do.
      await tryCtr(['containers', 'rm', containerId]);
    },
    stop: daemon.stop,
  };
};
