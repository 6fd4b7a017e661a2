import { join } from 'node:path';
import { command } from '../command.ts';
import { CHART, imagesOf, manifestFiles, objectsOf, ROOT, readObjects } from '../objects.ts';
import { program } from '../tools/programs.ts';
import type { Cluster } from './node.ts';
import type { Images } from './releases.ts';

/** `portcullis/portcullis:1` is docker.io/portcullis/portcullis:1 to a node. */
const fullName = (image: string): string => {
  const [first = '', ...rest] = image.split('/');
  if (rest.length === 0) return `docker.io/library/${image}`;
  return /[.:]|^localhost$/.test(first) ? image : `docker.io/${image}`;
};

/**
 * Imports both images and gives them every name by which the chart and `deploy/` ask for them: so manifests run as they are.
 */
export const takeImages = async ({ runtime }: Cluster, gateway: string, envoy: string): Promise<Images> => {
  const images = { gateway: await runtime.importImage(gateway), envoy: await runtime.importImage(envoy) };
  const chart = objectsOf(await command(program('helm'), ['template', 'gate', CHART]));
  const files = await manifestFiles('deploy');
  const manifests = await Promise.all(files.map((file) => readObjects(join(ROOT, file))));
  const wanted = new Set(imagesOf([...chart, ...manifests.flat()]).map(fullName));
  for (const name of wanted) {
    if (name.includes('/portcullis:')) await runtime.tagImage(images.gateway, name);
    if (name.includes('/envoy:')) await runtime.tagImage(images.envoy, name);
  }
  return images;
};
