import { z } from 'zod';
import { parseAddress } from '../config/address.ts';
import { type Config, ConfigSchema } from '../config/schema.ts';
import { listenError, listenFailure } from '../platform/listening.ts';
import { fail, type Outcome, ok, warn } from './check.ts';

const ANSWER_MS = 3000;

/** In the place of these defaults `start` takes any free port. */
const MOVABLE: ReadonlySet<string> = new Set([
  'extProc.address',
  'dashboard.address',
  'metrics.address',
  'proxy.adminAddress',
]);

const addressesOf = ({ proxy, extProc, metrics, dashboard }: Config): ReadonlyMap<string, string> => {
  const all: readonly (readonly [setting: string, address: string | undefined])[] = [
    ['proxy.address', proxy.address],
    ['proxy.adminAddress', proxy.adminAddress],
    ['proxy.statusAddress', proxy.statusAddress],
    ['extProc.address', extProc.address],
    ['metrics.address', metrics.address],
    ['dashboard.address', dashboard.address],
    ['dashboard.metricsAddress', dashboard.metricsAddress],
  ];
  return new Map(all.flatMap(([setting, address]) => (address === undefined ? [] : [[setting, address]])));
};

const readJson = async (url: string): Promise<unknown> => {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' })).json();
  } catch {
    return null;
  }
};

const LivezSchema = z.strictObject({ live: z.boolean() });

/** Whether a gateway of ours answers, and not whatever else took its port. */
export const isGateway = async (address: string): Promise<boolean> =>
  LivezSchema.safeParse(await readJson(`http://${address}/livez`)).success;

const ApiSchema = z.object({ info: z.object({ title: z.literal('Portcullis dashboard') }) });

/** Whether a dashboard of ours answers. */
export const isDashboard = async (address: string): Promise<boolean> =>
  ApiSchema.safeParse(await readJson(`http://${address}/api/openapi.json`)).success;

/** Processes of ours may be parts of one gateway, each with addresses of which it alone knows. */
const isRunning = async ({ metrics, dashboard }: Config): Promise<boolean> =>
  (await isGateway(metrics.address)) || (await isDashboard(dashboard.address));

type Fault = Readonly<{ setting: string; address: string; error: unknown }>;

const faultsOf = async (config: Config): Promise<readonly Fault[]> => {
  const faults: Fault[] = [];
  for (const [setting, text] of addressesOf(config)) {
    const address = parseAddress(text);
    if (address?.kind !== 'tcp') continue;
    const error = await listenError(address);
    if (error !== null) faults.push({ setting, address: text, error });
  }
  return faults;
};

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** Whether what is to listen could; whatever runs already holds its own ports. */
export const checkPorts = async (config: Config): Promise<Outcome> => {
  const faults = await faultsOf(config);
  if (faults.length === 0) return ok('all free');
  if (faults.every(({ error }) => isTaken(error)) && (await isRunning(config)))
    return ok('in use by the Portcullis that runs here');
  const standard = addressesOf(ConfigSchema.parse({}));
  const isMoved = ({ setting, address, error }: Fault): boolean =>
    isTaken(error) && MOVABLE.has(setting) && standard.get(setting) === address;
  const words = faults.map((fault) =>
    isMoved(fault)
      ? `${fault.address} is in use: "start" takes another port for ${fault.setting}, "serve" does not.`
      : listenFailure(fault.setting, fault.address, fault.error).message,
  );
  return (faults.every(isMoved) ? warn : fail)(words.join(' '));
};
