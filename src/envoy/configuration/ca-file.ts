import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { makeFolder } from '../../platform/folder.ts';

/** Debian and Alpine, Fedora and RHEL, openSUSE, OpenBSD and macOS. */
const SYSTEM_FILES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** The system's own list of trusted CAs, or null where it keeps none in a known place. */
export const systemCaFile = (): string | null => SYSTEM_FILES.find((path) => existsSync(path)) ?? null;

/** The system's CAs; on a system without any, those that come with Node, written into `directory`. */
export const ensureCaFile = async (directory: string): Promise<string> => {
  const found = systemCaFile();
  if (found !== null) return found;
  const path = join(directory, 'ca-certificates.pem');
  makeFolder(directory);
  await writeFile(path, getCACertificates('default').join('\n'));
  return path;
};
