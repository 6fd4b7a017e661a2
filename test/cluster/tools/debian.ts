import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { command, tryCommand } from '../command.ts';
import { toolsFolder } from './folder.ts';
import { debianRoot } from './programs.ts';

/** With the libraries that they need and that a small system may not have. */
const PACKAGES = [
  'etcd-server',
  'containerd',
  'runc',
  'libseccomp2',
  'containernetworking-plugins',
  'nftables',
  'libnftables1',
  'libnftnl11',
  'libjansson4',
  'libedit2',
  'libbsd0',
  'libmd0',
  'libmnl0',
  'libxtables12',
] as const;

/** Fetches the packages and unpacks them into the tools folder; nothing is installed on the machine. */
export const unpackDebianPackages = async (): Promise<void> => {
  const folder = join(toolsFolder(), 'debs');
  await mkdir(folder, { recursive: true });
  const download = (): ReturnType<typeof tryCommand> =>
    tryCommand('apt-get', ['download', '-q', ...PACKAGES], { cwd: folder, timeoutMs: 600_000 });
  if ((await download()).code !== 0) {
    // A fresh image comes without lists of packages.
    await command('apt-get', ['update', '-q'], { timeoutMs: 600_000 });
    const { code, stderr } = await download();
    if (code !== 0) throw new Error(`apt-get download: ${stderr}`);
  }
  const files = (await readdir(folder)).filter((name) => name.endsWith('.deb'));
  for (const file of files) await command('dpkg-deb', ['-x', join(folder, file), debianRoot()]);
};

/** For programs from these packages: where their libraries lie. */
export const debianLibraries = async (): Promise<string> => {
  const lib = join(debianRoot(), 'usr/lib');
  const names = await readdir(lib).catch(() => []);
  return names
    .filter((name) => name.includes('-linux-'))
    .map((name) => join(lib, name))
    .join(':');
};
