import { type ChildProcess, spawn } from 'node:child_process';
import { type Address, formatAddress } from '../../src/config/address.ts';
import { findEnvoy } from '../../src/envoy/binary.ts';
import { parseUpstream } from '../../src/envoy/configuration/upstream.ts';
import { type EnvoyProcess, startEnvoy } from '../../src/envoy/process.ts';

const LAUNCHER = new URL('../../src/portcullis.mjs', import.meta.url).pathname;

type Served = Readonly<{
  folder: string;
  drainMs: number;
  role?: 'all' | 'processor' | 'dashboard';
  /** More settings as environment variables. */
  env?: Readonly<Record<string, string>>;
  /** Where its output goes, a number for a descriptor; into the test's by default. */
  output?: 'inherit' | 'ignore' | 'pipe' | number;
}>;

/** `portcullis serve` as a user runs it. */
export const serve = (
  { folder, drainMs, role = 'processor', env = {}, output = 'inherit' }: Served,
  extProc: Address,
  metricsPort: number,
): ChildProcess =>
  spawn(process.execPath, [LAUNCHER, 'serve', '--data-dir', folder, '--role', role], {
    env: {
      ...process.env,
      PORTCULLIS_EXT_PROC_ADDRESS: formatAddress(extProc),
      PORTCULLIS_METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
      PORTCULLIS_DASHBOARD_ADDRESS: '127.0.0.1:0',
      PORTCULLIS_SHUTDOWN_DRAIN_MS: String(drainMs),
      PORTCULLIS_LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', output, output],
  });

/** The status of `/readyz`; 0 where nobody answers. */
export const readiness = async (metricsPort: number): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/readyz`).catch(() => null);
  return response?.status ?? 0;
};

/** An Envoy that somebody else runs, in front of a processor. */
export const envoyFor = async (
  folder: string,
  extProc: Address,
  providerUrl: string,
): Promise<EnvoyProcess> => {
  const loopback = { kind: 'tcp', host: '127.0.0.1', port: 0 } as const;
  return startEnvoy({
    binary: (await findEnvoy({ env: process.env, log: () => undefined })).path,
    directory: folder,
    concurrency: 1,
    onLine: () => undefined,
    onExit: () => undefined,
    envoy: {
      listen: loopback,
      admin: loopback,
      extProc,
      upstream: parseUpstream(providerUrl, false),
      caFile: '',
      maxBodyBytes: 1_048_576,
      messageTimeoutMs: 2000,
      idleTimeoutMs: 30_000,
    },
  });
};
