import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { command } from '../command.ts';

const FOLDER = 'usr/local/bin';
/** Any account without rights: the programs in these images need none. */
const USER = '65532:65532';

const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');

/**
 * An image with one static program in /usr/local/bin and nothing else, as `docker save` would write it.
 *
 * @returns The tar file.
 */
export const writeProgramImage = async (folder: string, name: string, program: string): Promise<string> => {
  const work = await mkdtemp(join(folder, 'image-'));
  const [layer, tar] = [join(work, 'layer.tar'), `${work}.tar`];
  await mkdir(join(work, FOLDER), { recursive: true });
  await cp(program, join(work, FOLDER, basename(program)));
  await mkdir(join(work, 'tmp'), { mode: 0o777 });
  await command('tar', ['-cf', layer, '--owner=0', '--group=0', '-C', work, 'usr', 'tmp']);
  const config = Buffer.from(
    JSON.stringify({
      architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
      os: 'linux',
      config: { Entrypoint: [`/${FOLDER}/${basename(program)}`], User: USER, Env: [`PATH=/${FOLDER}`] },
      rootfs: { type: 'layers', diff_ids: [`sha256:${sha256(await readFile(layer))}`] },
    }),
  );
  const configName = `${sha256(config)}.json`;
  await writeFile(join(work, configName), config);
  await writeFile(
    join(work, 'manifest.json'),
    JSON.stringify([{ Config: configName, RepoTags: [name], Layers: ['layer.tar'] }]),
  );
  await command('tar', ['-cf', tar, '-C', work, 'manifest.json', configName, 'layer.tar']);
  await rm(work, { recursive: true });
  return tar;
};
