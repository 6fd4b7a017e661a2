import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigSchema } from '../../../src/config/schema.ts';
import { missingFlags, withMalloc } from '../../../src/heap.mjs';
import { runGatewayProcess } from '../../../src/start/gateway-process.ts';

it.runIf(process.platform === 'linux')('runs the gateway with a small heap', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portcullis-gateway-'));
  const config = ConfigSchema.parse({
    dataDir,
    extProc: { address: '127.0.0.1:0' },
    metrics: { address: '127.0.0.1:0' },
    log: { level: 'error' },
    scan: { secondTier: 'off' },
  });
  const gateway = await runGatewayProcess(config, { version: '0.0.0' }, () => undefined);
  try {
    const read = async (name: string) =>
      (await readFile(`/proc/${gateway.pid()}/${name}`, 'utf8')).split('\0');
    expect(await read('cmdline')).toEqual(expect.arrayContaining([...missingFlags([], process.env)]));
    const malloc = Object.entries(withMalloc({})).map(([name]) => name);
    const names = (await read('environ')).map((entry) => entry.split('=')[0]);
    expect(malloc.filter((name) => !names.includes(name))).toEqual([]);
  } finally {
    await gateway.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
