import { chown, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finished } from '../command.ts';
import { until } from '../daemon.ts';
import type { KubernetesObject } from '../objects.ts';
import type { ContainerRuntime } from './container-runtime.ts';
import type { Images } from './releases.ts';

type Hook = Readonly<{ exec?: Readonly<{ command: readonly string[] }> }>;

/** Fields of a pod's template as far as it is run here. */
type Container = Readonly<{
  name: string;
  image: string;
  restartPolicy?: 'Always';
  command?: readonly string[];
  args?: readonly string[];
  env?: readonly Readonly<{ name: string; value?: string }>[];
  volumeMounts?: readonly Readonly<{ name: string; mountPath: string; readOnly?: boolean }>[];
  lifecycle?: Readonly<{ postStart?: Hook; preStop?: Hook }>;
}>;
type Volume = Readonly<{
  name: string;
  configMap?: Readonly<{ name: string }>;
  secret?: Readonly<{ secretName: string; items?: readonly Readonly<{ key: string; path: string }>[] }>;
}>;
export type PodSpec = Readonly<{
  initContainers?: readonly Container[];
  containers: readonly Container[];
  volumes: readonly Volume[];
}>;

export type BarePod = Readonly<{
  /** Runs a container to its end. */
  run: (name: string) => Promise<Finished>;
  /** With the hook that follows. */
  start: (name: string) => Promise<void>;
  signal: (name: string, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGTERM') => Promise<void>;
  /** Waits until it has ended, as it may be asked to before. */
  ended: (name: string) => Promise<void>;
  /** What the kubelet runs before it ends a container. */
  preStop: (name: string) => Promise<Finished>;
}>;

type Data = KubernetesObject & Readonly<{ data?: Readonly<Record<string, string>> }>;

const UID = 65_532;
const END_MS = 60_000;

const filesOf = (
  volume: Volume,
  objects: readonly KubernetesObject[],
): readonly (readonly [string, string])[] => {
  const dataOf = (kind: string, name: string): Readonly<Record<string, string>> => {
    const object: Data | undefined = objects.find((one) => one.kind === kind && one.metadata.name === name);
    if (object === undefined) throw new Error(`No ${kind} ${name} for the volume ${volume.name}`);
    return object.data ?? {};
  };
  if (volume.configMap !== undefined) return Object.entries(dataOf('ConfigMap', volume.configMap.name));
  if (volume.secret === undefined) return [];
  const data = dataOf('Secret', volume.secret.secretName);
  const items = volume.secret.items ?? Object.keys(data).map((key) => ({ key, path: key }));
  return items.map(({ key, path }) => [path, Buffer.from(data[key] ?? '', 'base64').toString()]);
};

/**
 * The containers of a pod as the kubelet would run them, for machines without one: their images, arguments, variables and
 * volumes, with a read-only root, on the network of this namespace. Probes, limits and restarts are the caller's affair.
 */
export const makeBarePod = async (
  runtime: ContainerRuntime,
  images: Images,
  folder: string,
  spec: PodSpec,
  objects: readonly KubernetesObject[],
): Promise<BarePod> => {
  const work = await mkdtemp(join(folder, 'pod-'));
  for (const volume of spec.volumes) {
    const path = join(work, volume.name);
    await mkdir(path);
    for (const [name, text] of filesOf(volume, objects)) await writeFile(join(path, name), text);
    // As with fsGroup: what may be written belongs to the pod.
    if (volume.configMap === undefined && volume.secret === undefined) await chown(path, UID, UID);
  }
  const containers = new Map(
    [...(spec.initContainers ?? []), ...spec.containers].map((one) => [one.name, one]),
  );
  const get = (name: string): Container => {
    const container = containers.get(name);
    if (container === undefined) throw new Error(`The pod has no container ${name}`);
    return container;
  };
  const argumentsOf = ({ name, image, command, args, env, volumeMounts }: Container): readonly string[] => {
    const isEnvoy = image.includes('/envoy:');
    const mounts = (volumeMounts ?? []).flatMap(({ name: volume, mountPath, readOnly }) => [
      '--mount',
      `type=bind,src=${join(work, volume)},dst=${mountPath},options=rbind:${readOnly === true ? 'ro' : 'rw'}`,
    ]);
    const variables = (env ?? []).flatMap(({ name: key, value }) => ['--env', `${key}=${value ?? ''}`]);
    return [
      ...[
        '--net-host',
        '--read-only',
        ...mounts,
        ...variables,
        isEnvoy ? images.envoy : images.gateway,
        name,
      ],
      ...(command ?? [isEnvoy ? 'envoy' : 'portcullis']),
      ...(args ?? []),
    ];
  };
  return {
    run: (name) => runtime.run(['--rm', ...argumentsOf(get(name))]),
    start: async (name) => {
      await runtime.forget(name);
      const log = `file://${join(work, `${name}.log`)}`;
      const { code, stderr } = await runtime.run(['--detach', '--log-uri', log, ...argumentsOf(get(name))]);
      if (code !== 0) throw new Error(`${name} does not start: ${stderr}`);
      const hook = get(name).lifecycle?.postStart?.exec?.command;
      if (hook === undefined) return;
      const ran = await runtime.exec(name, hook);
      // The kubelet would end the container again.
      if (ran.code !== 0) throw new Error(`postStart of ${name}: ${ran.stderr}`);
    },
    signal: async (name, signal) => {
      process.kill(await runtime.pidOf(name), signal);
    },
    ended: (name) => until(`the end of ${name}`, () => runtime.isOver(name), END_MS),
    preStop: async (name) => {
      const hook = get(name).lifecycle?.preStop?.exec?.command;
      if (hook === undefined) throw new Error(`${name} has no preStop`);
      return await runtime.exec(name, hook);
    },
  };
};
