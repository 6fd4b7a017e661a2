import { readFileSync } from 'node:fs';

export const environment = (): NodeJS.ProcessEnv => process.env;

export const programVersion = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isManifest ? String(manifest.version) : '0.0.0';
};
