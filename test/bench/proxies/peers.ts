import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from '../../cluster/command.ts';
import { toolsFolder } from '../../cluster/tools/folder.ts';
import { ATTACK, chat, eventually, send } from '../../contract/stack.ts';
import { freePort } from '../../free-port.ts';
import { endChild, startProgram } from './children.ts';
import { AUTHORIZATION, type Candidate, CHAT_PATH, type Place, type Target } from './targets.ts';

/** Other gateways, in the versions that were compared: installed once, into the folder for tools. */

const LITELLM = '1.106.2';
const PORTKEY = '1.15.2';
const INSTALL_TIMEOUT_MS = 900_000;
/** LiteLLM takes half a minute on a busy machine. */
const READY_MS = 180_000;
const HOST = '127.0.0.1';
const LOG_CHARS = 1000;

/** @returns The folder, where the steps have been carried out to their end once. */
const installOnce = async (
  name: string,
  place: Place,
  steps: (folder: string) => Promise<void>,
): Promise<string> => {
  const folder = join(toolsFolder(), 'bench', name);
  const done = join(folder, 'installed');
  if (existsSync(done)) return folder;
  place.log(`installing ${name} into ${folder} (once, some minutes)`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await steps(folder);
  await writeFile(done, '');
  return folder;
};

const installLitellm = (place: Place): Promise<string> =>
  installOnce(`litellm-${LITELLM}`, place, async (folder) => {
    await command('python3', ['-m', 'venv', folder], { timeoutMs: INSTALL_TIMEOUT_MS });
    const pip = ['-m', 'pip', 'install', '--no-input', '--disable-pip-version-check', '--quiet'];
    await command(join(folder, 'bin', 'python'), [...pip, `litellm[proxy]==${LITELLM}`], {
      timeoutMs: INSTALL_TIMEOUT_MS,
    });
  });

const installPortkey = (place: Place): Promise<string> =>
  installOnce(`portkey-${PORTKEY}`, place, async (folder) => {
    const args = ['install', '--no-fund', '--no-audit', '--ignore-scripts', '--prefix', folder];
    await command('npm', [...args, `@portkey-ai/gateway@${PORTKEY}`], {
      cwd: folder,
      timeoutMs: INSTALL_TIMEOUT_MS,
    });
  });

const untilUp = async (url: string, child: ChildProcess, logFile: string): Promise<void> => {
  const isUp = await eventually(
    async () => {
      if (child.exitCode !== null || child.pid === undefined) return 'ended';
      const response = await fetch(url).catch(() => null);
      return response?.ok === true ? 'up' : 'not yet';
    },
    (state) => state !== 'not yet',
    READY_MS,
  );
  if (isUp === 'ended') {
    const said = (await readFile(logFile, 'utf8')).trim().slice(-LOG_CHARS);
    throw new Error(`it ended at its start:\n${said}`);
  }
};

type Peer = Readonly<{
  id: string;
  label: string;
  start: (
    place: Place,
    folder: string,
    port: number,
  ) => Promise<Readonly<{ child: ChildProcess; readyPath: string; headers?: Target['headers'] }>>;
  /** The status that an attack gets; absent: it looks for none. */
  refusesWith?: number;
  /** Takes seconds for a request: one is enough. */
  isAskedOnce?: boolean;
}>;

const PATTERNS = ['us_ssn', 'email', 'us_phone', 'credit_card', 'iban'];
const CATEGORIES = [
  'prompt_injection_jailbreak',
  'prompt_injection_system_prompt',
  'prompt_injection_data_exfiltration',
];

/** LiteLLM reads JSON as the YAML that it is. */
const litellm = (extra: object): Peer['start'] => {
  return async (place, folder, port) => {
    const installed = await installLitellm(place);
    const config = {
      model_list: [
        {
          model_name: 'bench',
          litellm_params: { model: 'openai/bench', api_base: `${place.providerUrl}/v1`, api_key: 'bench' },
        },
      ],
      ...extra,
    };
    const configFile = join(folder, 'config.yaml');
    await writeFile(configFile, JSON.stringify(config));
    // It does not start without one.
    const masterKey = `sk-${randomUUID()}`;
    const child = startProgram(
      join(installed, 'bin', 'litellm'),
      [...['--config', configFile, '--host', HOST, '--port', String(port), '--num_workers', '1']],
      {
        logFile: join(folder, 'log'),
        env: {
          LITELLM_LOCAL_MODEL_COST_MAP: 'True',
          LITELLM_TELEMETRY: 'False',
          LITELLM_MASTER_KEY: masterKey,
        },
      },
    );
    return { child, readyPath: '/health/liveliness', headers: { authorization: `Bearer ${masterKey}` } };
  };
};

const FILTER = {
  guardrails: [
    {
      guardrail_name: 'filter',
      litellm_params: {
        guardrail: 'litellm_content_filter',
        mode: 'pre_call',
        default_on: true,
        patterns: PATTERNS.map((name) => ({ pattern_type: 'prebuilt', pattern_name: name, action: 'BLOCK' })),
        categories: CATEGORIES.map((category) => ({
          category,
          enabled: true,
          action: 'BLOCK',
          severity_threshold: 'medium',
        })),
      },
    },
  ],
};

const HEURISTICS = {
  litellm_settings: {
    callbacks: ['detect_prompt_injection'],
    prompt_injection_params: { heuristics_check: true, reject_as_response: false },
  },
};

const portkey = (guardrails: object): Peer['start'] => {
  return async (place, folder, port) => {
    const installed = await installPortkey(place);
    const program = join(installed, 'node_modules', '@portkey-ai', 'gateway', 'build', 'start-server.js');
    const child = startProgram(process.execPath, [program, `--port=${port}`, '--headless'], {
      logFile: join(folder, 'log'),
    });
    const config = {
      provider: 'openai',
      api_key: 'bench',
      custom_host: `${place.providerUrl}/v1`,
      ...guardrails,
    };
    return { child, readyPath: '/', headers: { 'x-portkey-config': JSON.stringify(config) } };
  };
};

const ONE_GUARDRAIL = {
  input_guardrails: [
    {
      'default.regexMatch': { rule: '[Ii]gnore (?:all )?(?:previous|prior|above) instructions', not: true },
      deny: true,
    },
  ],
};

const PEERS: readonly Peer[] = [
  { id: 'litellm', label: `LiteLLM ${LITELLM}, one worker`, start: litellm({}) },
  {
    id: 'litellm-filter',
    label: 'LiteLLM + litellm_content_filter (3 injection categories, 5 patterns)',
    start: litellm(FILTER),
    refusesWith: 400,
  },
  {
    id: 'litellm-heuristics',
    label: 'LiteLLM + detect_prompt_injection (heuristics), one request',
    start: litellm(HEURISTICS),
    isAskedOnce: true,
  },
  { id: 'portkey', label: `Portkey ${PORTKEY}`, start: portkey({}) },
  {
    id: 'portkey-guard',
    label: 'Portkey + one regex guardrail',
    start: portkey(ONE_GUARDRAIL),
    refusesWith: 446,
  },
];

/** That the guard is on is seen by what it refuses. */
const checkGuard = async (peer: Peer, port: number, headers: Target['headers']): Promise<void> => {
  if (peer.refusesWith === undefined) return;
  const answer = await send(`http://${HOST}:${port}`, {
    path: CHAT_PATH,
    headers: { ...headers, 'content-type': 'application/json' },
    body: { ...chat(ATTACK), model: 'bench' },
  });
  if (answer.status !== peer.refusesWith) {
    throw new Error(`its guard let an attack pass: ${answer.status} ${answer.text.slice(0, 300)}`);
  }
};

const startPeer = async (peer: Peer, place: Place): Promise<Target> => {
  const folder = join(place.folder, peer.id);
  await mkdir(folder);
  const port = await freePort();
  const { child, readyPath, headers: own = {} } = await peer.start(place, folder, port);
  const headers = { ...AUTHORIZATION, ...own };
  try {
    await untilUp(`http://${HOST}:${port}${readyPath}`, child, join(folder, 'log'));
    await checkGuard(peer, port, headers);
  } catch (error) {
    await endChild(child);
    throw error;
  }
  return {
    id: peer.id,
    label: peer.label,
    host: HOST,
    port,
    path: CHAT_PATH,
    headers,
    expected: [],
    parts: [{ name: 'gateway', pid: child.pid ?? 0 }],
    pace: peer.isAskedOnce === true ? 'once' : 'slow',
    stop: () => endChild(child),
  };
};

export const PEER_CANDIDATES: readonly Candidate[] = PEERS.map((peer) => ({
  id: peer.id,
  start: (place) =>
    startPeer(peer, place).catch((error: unknown) => {
      place.log(`${peer.label} is left out: ${error instanceof Error ? error.message : error}`);
      return null;
    }),
}));
