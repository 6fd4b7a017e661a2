import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findEnvoy } from '../../src/envoy/binary.ts';
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
