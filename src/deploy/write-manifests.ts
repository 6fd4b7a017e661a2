import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programVersion } from '../platform/program.ts';
import { manifests } from './manifests.ts';

/** `npm run manifests`: writes all that is made from the generator of Envoy's configuration. */
const ROOT = new URL('../../', import.meta.url).pathname;

for (const { path, text } of manifests(programVersion())) {
  const file = join(ROOT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
