import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, resolve } from 'node:path';
import { type PolicyDocument, readPolicyLayer } from '../config/policy-layer.ts';
import type { Config } from '../config/schema.ts';
import { systemCaFile } from '../envoy/configuration/ca-file.ts';
import { loadServices } from '../envoy/services.ts';
import { environment } from '../platform/program.ts';
import { hasStore, openDatabase, storeName } from '../records/open.ts';
import { storePath } from '../records/path.ts';
import { chooseUpstream } from '../start/upstream-choice.ts';
import { fail, type Outcome, ok, warn } from './check.ts';
import { checkClock, installedAtMs } from './check-clock.ts';
import { checkEntities } from './check-entities.ts';
import { checkEnvoy } from './check-envoy.ts';
import { checkModel, checkSecondTier } from './check-models.ts';
import { checkPorts, isGateway } from './check-ports.ts';
import { type CliCommand, CONFIG_OPTIONS, configFrom, print, readOptions, sourcesFrom } from './command.ts';

type Check = Readonly<{ name: string }> & Outcome;
/** @param layer What file and environment say under `policy`. */
type Examine = (config: Config, layer: PolicyDocument) => Promise<Outcome>;

const MIN_NODE = 24;
const MIN_FREE_BYTES = 1024 ** 3;
const CONNECT_MS = 3000;

const canConnect = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const settle = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
    socket.once('timeout', () => settle(false));
  });

const examineNode: Examine = async () => {
  const { node } = process.versions;
  return Number(node.split('.', 1)[0]) >= MIN_NODE
    ? ok(node)
    : fail(`${node}; Portcullis needs ${MIN_NODE} or newer`);
};

const examineEnvoy: Examine = async () => checkEnvoy(environment());

const examineProto: Examine = async () => {
  loadServices();
  return ok('readable');
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const examineStore: Examine = async (config) => {
  if (!hasStore(config)) {
    const elsewhere = 'one that is elsewhere is named with --data-dir, or its configuration with --config';
    return warn(`none in ${dirname(storePath(config))}: the first start makes it; ${elsewhere}`);
  }
  const store = await openDatabase(config);
  try {
    const [records, keys] = [await store.count(), await store.listKeys()];
    const detail = `${counted(records, 'record')}, ${counted(keys.length, 'key')} in ${storeName(config)}`;
    return keys.length === 0 ? warn(`${detail}; make one with "portcullis keys create"`) : ok(detail);
  } finally {
    await store.close();
  }
};

/** The folder itself, or where it will be made: with PostgreSQL nobody has needed it before the first start. */
const existingPart = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : existingPart(dirname(folder));

const examineSpace: Examine = async (config) => {
  const { bavail, bsize } = await statfs(existingPart(resolve(config.dataDir)));
  const free = bavail * bsize;
  const detail = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
  return free < MIN_FREE_BYTES ? warn(detail) : ok(detail);
};

const examineUpstream: Examine = async (config) => {
  const upstream = chooseUpstream(config.proxy.upstream, environment());
  if (upstream === null) return warn('none set: "start" uses the built-in sample provider');
  await lookup(upstream.host);
  const where = `${upstream.host}:${upstream.port}`;
  if (!(await canConnect(upstream.host, upstream.port))) return fail(`${where} does not answer`);
  const lacksCas = upstream.isTls && (config.proxy.upstreamCaFile ?? systemCaFile()) === null;
  return lacksCas
    ? warn(`${where} answers; no CA file of the system was found, Node's is used`)
    : ok(`${where} answers`);
};

const examineGateway: Examine = async (config) => {
  if (!(await isGateway(config.metrics.address))) return warn(`not running on ${config.metrics.address}`);
  try {
    const response = await fetch(`http://${config.metrics.address}/readyz`, {
      signal: AbortSignal.timeout(CONNECT_MS),
    });
    return response.ok ? ok('running and ready') : warn(`running, not ready: ${await response.text()}`);
  } catch {
    return warn(`not running on ${config.metrics.address}`);
  }
};

const examineModel: Examine = async ({ scan }) => checkModel(scan);

const examineSecondTier: Examine = async ({ scan }) => checkSecondTier(scan);

const examineClock: Examine = async () => checkClock(Date.now(), installedAtMs());

const CHECKS: readonly (readonly [name: string, examine: Examine])[] = [
  ['Node', examineNode],
  ['proto files', examineProto],
  ['Envoy', examineEnvoy],
  ['model', examineModel],
  ['second tier', examineSecondTier],
  ['store', examineStore],
  ['entities', checkEntities],
  ['disk', examineSpace],
  ['provider', examineUpstream],
  ['ports', checkPorts],
  ['clock', examineClock],
  ['gateway', examineGateway],
];

const examineAll = async (config: Config, layer: PolicyDocument): Promise<readonly Check[]> => {
  const checks: Check[] = [];
  for (const [name, examine] of CHECKS) {
    try {
      checks.push({ name, ...(await examine(config, layer)) });
    } catch (error) {
      checks.push({ name, ...fail(error instanceof Error ? error.message : String(error)) });
    }
  }
  return checks;
};

export const doctorCommand: CliCommand = {
  usage: 'doctor [--json] [--config FILE] [--data-dir DIR]',
  run: async (args) => {
    const { values } = readOptions(args, { ...CONFIG_OPTIONS, json: { type: 'boolean', default: false } });
    const checks = await examineAll(configFrom(values), readPolicyLayer(sourcesFrom(values)));
    if (values.json) print(JSON.stringify(checks));
    else
      for (const { name, state, detail } of checks) print(`${state.padEnd(5)} ${name.padEnd(12)} ${detail}`);
    return checks.some(({ state }) => state === 'fail') ? 1 : 0;
  },
};
