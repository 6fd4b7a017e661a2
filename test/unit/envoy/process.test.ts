import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parseUpstream } from '../../../src/envoy/configuration/upstream.ts';
import { startEnvoy } from '../../../src/envoy/process.ts';

const tcp = (port: number) => ({ kind: 'tcp', host: '127.0.0.1', port }) as const;

it.runIf(process.platform !== 'win32')('ends Envoy where what is told of it fails', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'portcullis-envoy-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const binary = join(directory, 'envoy');
  await writeFile(binary, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
  const pids: number[] = [];
  const ends: string[] = [];
  const starting = startEnvoy({
    binary,
    directory,
    concurrency: 1,
    envoy: {
      tracing: null,
      listen: tcp(0),
      admin: tcp(0),
      extProc: tcp(9000),
      upstream: parseUpstream('http://127.0.0.1:1', false),
      caFile: '/ca.pem',
      maxBodyBytes: 1000,
      messageTimeoutMs: 5000,
      idleTimeoutMs: 300_000,
    },
    onSpawn: (pid) => {
      pids.push(pid);
      throw new Error('told in vain');
    },
    onLine: () => undefined,
    onExit: (reason) => ends.push(reason),
  });
  await expect(starting).rejects.toThrow('told in vain');
  expect([pids.length, ends]).toEqual([1, ['SIGTERM']]);
  expect(await readFile(join(directory, 'envoy.yaml'), 'utf8')).toContain('static_resources');
});
