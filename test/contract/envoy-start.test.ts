import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findEnvoy } from '../../src/envoy/binary.ts';
import { freePort } from '../free-port.ts';
import { runEnvoy } from './envoy-runner.ts';
import { portcullis } from './program.ts';
import { BENIGN, chat, startStack } from './stack.ts';

/** The real Envoy, on a machine so busy that the file for its address is there long before the address is in it. */
const slowly = (envoy: string): string => `#!/bin/sh
for argument; do
  if [ "$before" = --admin-address-path ]; then : > "$argument"; sleep 0.5; fi
  before=$argument
done
exec "${envoy}" "$@"
`;

it('waits for the address that Envoy has not yet written into its file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-envoy-'));
  const binary = join(folder, 'envoy');
  const { path } = await findEnvoy({ env: process.env, log: () => undefined });
  await writeFile(binary, slowly(path), { mode: 0o755 });
  const stack = await startStack({ env: { ENVOY_BIN: binary } });
  try {
    expect((await stack.call({ body: chat(BENIGN) })).status).toBe(200);
  } finally {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

it.runIf(Object.values(networkInterfaces()).some((all) => all?.some(({ family }) => family === 'IPv6')))(
  'takes callers and probes over IPv4 and IPv6 where it listens at [::]',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portcullis-envoy-'));
    const [port, statusPort, adminPort] = [await freePort(), await freePort(), await freePort()];
    const file = join(folder, 'envoy.yaml');
    const { stderr } = await portcullis([
      ...[
        'envoy-config',
        '--listen',
        `[::]:${port}`,
        '--status',
        `[::]:${statusPort}`,
        '--admin',
        `127.0.0.1:${adminPort}`,
      ],
      ...[
        '--upstream',
        'http://127.0.0.1:9',
        '--ext-proc',
        '127.0.0.1:9',
        '--out',
        file,
        '--data-dir',
        folder,
      ],
    ]);
    const envoy = await runEnvoy(file);
    const statusOf = (url: string, method = 'GET'): Promise<number> =>
      fetch(url, { method }).then(
        ({ status }) => status,
        () => 0,
      );
    try {
      for (const host of ['127.0.0.1', '[::1]']) {
        for (const url of [`http://${host}:${port}/`, `http://${host}:${statusPort}/ready`]) {
          await expect.poll(() => statusOf(url), { timeout: 20_000, message: url + stderr }).toBe(503);
        }
        // It lives, although no processor does.
        const livez = `http://${host}:${statusPort}/livez`;
        expect([await statusOf(livez), await statusOf(livez, 'POST')]).toEqual([200, 404]);
      }
    } finally {
      await envoy.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
