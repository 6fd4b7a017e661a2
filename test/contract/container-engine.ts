import { access } from 'node:fs/promises';
import type { ContainerRuntimeClient } from 'testcontainers';

/** Of the same versions as `deploy/compose.yaml` names. */
export const ENVOY_IMAGE = 'envoyproxy/envoy:distroless-v1.40.0';
export const POSTGRES_IMAGE = 'postgres:17.6-alpine';

/** Loaded only where there is an engine, or where there has to be one: it does not run on every Node. */
export type Containers = typeof import('testcontainers');

export type Engine =
  | Readonly<{ ok: true; containers: Containers; client: ContainerRuntimeClient }>
  | Readonly<{ ok: false; reason: string }>;

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Of images that are not there: why not. Those that can be had are pulled. */
const getImages = async (
  { ImageName }: Containers,
  client: ContainerRuntimeClient,
  images: readonly string[],
): Promise<string | null> => {
  for (const image of images) {
    const name = ImageName.fromString(image);
    if (await client.image.exists(name)) continue;
    try {
      await client.image.pull(name);
    } catch (error) {
      return `${image} is not there and cannot be pulled (${messageOf(error)})`;
    }
  }
  return null;
};

const find = async (images: readonly string[]): Promise<Engine> => {
  if (process.env['DOCKER_HOST'] === undefined && !(await isThere('/var/run/docker.sock'))) {
    return { ok: false, reason: 'there is no /var/run/docker.sock, and DOCKER_HOST is not set' };
  }
  try {
    const containers = await import('testcontainers');
    const client = await containers.getContainerRuntimeClient();
    const problem = await getImages(containers, client, images);
    return problem === null ? { ok: true, containers, client } : { ok: false, reason: problem };
  } catch (error) {
    return { ok: false, reason: messageOf(error) };
  }
};

/**
 * The container engine with these images.
 *
 * @throws Error Where there is none and `REQUIRE_CONTAINERS=1` says that there has to be.
 */
export const findEngine = async (images: readonly string[]): Promise<Engine> => {
  const engine = await find(images);
  if (engine.ok) return engine;
  if (process.env['REQUIRE_CONTAINERS'] === '1') throw new Error(`No containers: ${engine.reason}`);
  process.stderr.write(`SKIPPED: tests in containers, since ${engine.reason}\n`);
  return engine;
};
