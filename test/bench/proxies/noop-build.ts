import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { tryCommand } from '../../cluster/command.ts';
import { toolsFolder } from '../../cluster/tools/folder.ts';

const SOURCES = new URL('./noop/', import.meta.url).pathname;
const FILES = ['main.go', 'go.mod', 'go.sum'] as const;
const BUILD_TIMEOUT_MS = 600_000;

const digest = (): string => {
  const hash = createHash('sha256');
  for (const file of FILES) hash.update(readFileSync(join(SOURCES, file)));
  return hash.digest('hex').slice(0, 12);
};

/**
 * The Go processor that does nothing, built once by the machine's Go.
 *
 * @returns Its path, or why there is none.
 */
export const buildNoop = async (): Promise<Readonly<{ path: string } | { missing: string }>> => {
  const folder = join(toolsFolder(), 'bench');
  const path = join(folder, `noop-${digest()}`);
  if (existsSync(path)) return { path };
  await mkdir(folder, { recursive: true });
  const part = `${path}.${process.pid}`;
  const built = await tryCommand('go', ['build', '-trimpath', '-ldflags=-s -w', '-o', part, '.'], {
    cwd: SOURCES,
    env: { GOFLAGS: '-mod=readonly', CGO_ENABLED: '0' },
    timeoutMs: BUILD_TIMEOUT_MS,
  }).catch((error: unknown) => ({ code: 1, stdout: '', stderr: String(error) }));
  if (built.code !== 0) return { missing: `go build failed: ${built.stderr.trim()}` };
  await rename(part, path);
  return { path };
};
