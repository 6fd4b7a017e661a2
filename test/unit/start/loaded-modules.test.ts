import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const PROGRAM = new URL('./list-modules.ts', import.meta.url);
const PACKAGE = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

let folder = '';
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What a gateway has loaded by its main thread: names of packages, and our own files. */
const loadedBy = async (settings: object): Promise<Readonly<{ packages: Set<string>; files: string[] }>> => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-modules-'));
  const address = { address: '127.0.0.1:0' };
  const config = {
    dataDir: folder,
    metrics: address,
    log: { level: 'error' },
    scan: { secondTier: 'off' },
    ...settings,
  };
  const child = fork(PROGRAM, [JSON.stringify(config)], { execArgv: [] });
  const [urls] = await once(child, 'message');
  const all: readonly string[] = Array.isArray(urls) ? urls : [];
  return {
    packages: new Set(all.flatMap((url) => PACKAGE.exec(url)?.[1] ?? [])),
    files: all.flatMap((url) => /\/src\/(?!.*node_modules)(.+)$/.exec(url)?.[1] ?? []),
  };
};

/** Each is megabytes of code, and only some other setting, process or thread has a use for it. */
const UNUSED = [
  ...['@grpc/grpc-js', '@grpc/proto-loader', 'protobufjs', 'kysely', 'pg', 'hono', '@hono/node-server'],
  ...['@hono/zod-openapi', 'openid-client', 'onnxruntime-node'],
];

describe('a gateway with default settings', () => {
  it('loads nothing that it has no use for', async () => {
    const { packages, files } = await loadedBy({ extProc: { address: '127.0.0.1:0' } });
    expect(UNUSED.filter((name) => packages.has(name))).toEqual([]);
    expect(files.filter((file) => /^(?:dashboard|scanner\/threads)\//.test(file))).toEqual([]);
    expect(files).toContain('main.ts');
    expect(packages).toContain('zod');
  });

  it('loads the library that a setting asks for', async () => {
    const { packages } = await loadedBy({ extProc: { address: '127.0.0.1:0', transport: 'grpc-js' } });
    expect(packages).toContain('@grpc/grpc-js');
    expect(packages).toContain('@grpc/proto-loader');
  });

  it('loads what starts threads where there are to be some', async () => {
    const { files } = await loadedBy({
      extProc: { address: '127.0.0.1:0' },
      scan: { secondTier: 'off', threads: 1 },
    });
    expect(files).toContain('scanner/threads/scan-threads.ts');
  });
});
