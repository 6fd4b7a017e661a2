import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Address } from '../../../src/config/address.ts';
import { ENTITY_NAMES } from '../../../src/detection/entities/names.ts';
import { findEnvoy } from '../../../src/envoy/binary.ts';
import { parseUpstream } from '../../../src/envoy/configuration/upstream.ts';
import { type EnvoyProcess, startEnvoy } from '../../../src/envoy/process.ts';
import { portcullis } from '../../contract/program.ts';
import { readiness, serve } from '../../contract/serving.ts';
import { eventually } from '../../contract/stack.ts';
import { freePort } from '../../free-port.ts';
import { endChild, startProgram } from './children.ts';
import { buildNoop } from './noop-build.ts';
import { AUTHORIZATION, type Candidate, CHAT_PATH, type Part, type Place, type Target } from './targets.ts';

const READY_MS = 60_000;
/** As the settings' defaults. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const MESSAGE_TIMEOUT_MS = 5000;
const IDLE_TIMEOUT_MS = 300_000;

/** The same Envoy for every row, with one worker thread, in front of a processor or of none. */
export const envoyBefore = async (
  place: Place,
  folder: string,
  extProc: Address | null,
  binary?: string,
): Promise<EnvoyProcess> => {
  const loopback = { kind: 'tcp', host: '127.0.0.1', port: 0 } as const;
  return startEnvoy({
    binary: binary ?? (await findEnvoy({ env: process.env, log: place.log })).path,
    directory: folder,
    concurrency: 1,
    onLine: () => undefined,
    onExit: () => undefined,
    envoy: {
      listen: loopback,
      admin: loopback,
      extProc,
      upstream: parseUpstream(place.providerUrl, false),
      caFile: '',
      maxBodyBytes: MAX_BODY_BYTES,
      messageTimeoutMs: MESSAGE_TIMEOUT_MS,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
    },
  });
};

const addressFor = async ({ extProc }: Place, folder: string): Promise<Address> =>
  extProc === 'unix'
    ? { kind: 'unix', path: join(folder, 'ext-proc.sock') }
    : { kind: 'tcp', host: '127.0.0.1', port: await freePort() };

type Described = Pick<Target, 'id' | 'label' | 'headers' | 'expected'>;

const behindEnvoy = (
  described: Described,
  envoy: EnvoyProcess,
  processor: Readonly<{ part: Part; stop: () => Promise<void> }> | null,
): Target => {
  const { hostname, port } = new URL(envoy.proxyUrl);
  return {
    ...described,
    host: hostname,
    port: Number(port),
    path: CHAT_PATH,
    parts: [{ name: 'Envoy', pid: envoy.pid }, ...(processor === null ? [] : [processor.part])],
    stop: async () => {
      await envoy.stop(0);
      await processor?.stop();
    },
  };
};

export const DIRECT: Candidate = {
  id: 'direct',
  start: async ({ providerUrl }) => {
    const { hostname, port } = new URL(providerUrl);
    return {
      id: 'direct',
      label: 'direct',
      host: hostname,
      port: Number(port),
      path: CHAT_PATH,
      headers: AUTHORIZATION,
      expected: [],
      parts: [],
      stop: () => Promise.resolve(),
    };
  },
};

export const PLAIN_ENVOY: Candidate = {
  id: 'envoy',
  start: async (place) => {
    const envoy = await envoyBefore(place, join(place.folder, 'envoy'), null);
    return behindEnvoy({ id: 'envoy', label: 'Envoy', headers: AUTHORIZATION, expected: [] }, envoy, null);
  },
};

const accepts = (address: Address): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(address.kind === 'unix' ? { path: address.path } : address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

export const NOOP: Candidate = {
  id: 'noop',
  start: async (place) => {
    const built = await buildNoop();
    if ('missing' in built) {
      place.log(`Envoy + Go no-op is left out: ${built.missing}`);
      return null;
    }
    const folder = join(place.folder, 'noop');
    await mkdir(folder);
    const address = await addressFor(place, folder);
    const text = address.kind === 'unix' ? address.path : `${address.host}:${address.port}`;
    const args = ['-network', address.kind, '-address', text];
    const child = startProgram(built.path, args, { logFile: join(folder, 'noop.log') });
    await eventually(
      () => accepts(address),
      (isOpen) => isOpen,
      READY_MS,
    );
    const envoy = await envoyBefore(place, folder, address);
    return behindEnvoy(
      {
        id: 'noop',
        label: 'Envoy + Go no-op',
        headers: AUTHORIZATION,
        expected: [
          'x-noop-request-id:',
          'x-noop-scan-time-ms:',
          'x-noop-input-status:',
          'x-noop-output-status:',
        ],
      },
      envoy,
      { part: { name: 'processor', pid: child.pid ?? 0 }, stop: () => endChild(child) },
    );
  },
};

type Setting = Readonly<{ id: string; label: string; env: Readonly<Record<string, string>> }>;

const FIRST_TIER = { PORTCULLIS_SCAN_SECOND_TIER: 'off' } as const;

const ALL_ENTITIES = Object.fromEntries(
  ENTITY_NAMES.map((name) => [name, { input: 'redact', output: 'redact' }]),
);
const OPERATOR_RULES = [
  { id: 'project-names', words: ['Project Bluebird', 'Operation Kingfisher'], action: 'block' },
  { id: 'ticket-number', pattern: 'TICKET-[0-9]{6}', action: 'redact' },
  { id: 'internal-host', pattern: '[a-z0-9-]{1,40}[.]corp[.]example', action: 'detect' },
];

const SETTINGS: readonly Setting[] = [
  {
    id: 'shadow',
    label: 'Envoy + Portcullis, shadow',
    env: { ...FIRST_TIER, PORTCULLIS_POLICY_MODE: 'shadow' },
  },
  { id: 'blocking', label: 'Envoy + Portcullis, blocking', env: FIRST_TIER },
  {
    id: 'both-tiers',
    label: 'Envoy + Portcullis, blocking, second tier',
    env: { PORTCULLIS_SCAN_SECOND_TIER: 'auto' },
  },
  {
    id: 'all',
    label: 'Envoy + Portcullis, all detectors',
    env: {
      PORTCULLIS_SCAN_SECOND_TIER: 'auto',
      PORTCULLIS_POLICY_ENTITIES: JSON.stringify(ALL_ENTITIES),
      PORTCULLIS_POLICY_RULES: JSON.stringify(OPERATOR_RULES),
    },
  },
];

/** Settings that whoever runs this may change for all rows, to compare two ways of doing one thing. */
const PASSED_ON = 'PORTCULLIS_LOG_LEVEL';

const startPortcullis = async (setting: Setting, place: Place): Promise<Target> => {
  const folder = join(place.folder, setting.id);
  await mkdir(folder);
  const key = (await portcullis(['keys', 'create', '--data-dir', folder])).stdout.trim();
  const address = await addressFor(place, folder);
  const metricsPort = await freePort();
  const env = { PORTCULLIS_LOG_LEVEL: process.env[PASSED_ON] ?? 'info', ...setting.env };
  const child = serve({ folder, drainMs: 1, output: 'ignore', env }, address, metricsPort);
  await eventually(
    () => readiness(metricsPort),
    (status) => status === 200 || child.exitCode !== null,
    READY_MS,
  );
  if (child.exitCode !== null) throw new Error(`${setting.label} ended with ${child.exitCode} at its start`);
  const envoy = await envoyBefore(place, folder, address);
  return behindEnvoy(
    {
      id: setting.id,
      label: setting.label,
      headers: { ...AUTHORIZATION, 'x-gateway-key': key },
      expected: ['x-gateway-input-status: pass'],
    },
    envoy,
    { part: { name: 'processor', pid: child.pid ?? 0 }, stop: () => endChild(child) },
  );
};

export const PORTCULLIS: readonly Candidate[] = SETTINGS.map((setting) => ({
  id: setting.id,
  start: (place) => startPortcullis(setting, place),
}));
