import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { type SampleProvider, startSampleProvider } from '../../src/sample-provider/server.ts';
import { type RunningEnvoy, runEnvoy } from '../contract/envoy-runner.ts';
import { portcullis } from '../contract/program.ts';
import { readiness, serve } from '../contract/serving.ts';
import {
  type Answer,
  ATTACK,
  answering,
  BENIGN,
  chat,
  errorOf,
  eventually,
  send,
} from '../contract/stack.ts';
import { freePort } from '../free-port.ts';

/** Envoy as a pod runs it: `envoy-config` writes its configuration, and nothing else knows of it. */

const TLS = new URL('../fixtures/tls/processor/', import.meta.url).pathname;

let folder = '';
let key = '';
let provider: SampleProvider;
let envoy: RunningEnvoy | null = null;
let gateway: ChildProcess | null = null;
let ports: Readonly<{ proxy: number; status: number; admin: number }>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-traffic-'));
  key = (await portcullis(['keys', 'create', '--data-dir', folder])).stdout.trim();
  provider = await startSampleProvider({ host: '127.0.0.1', port: 0 });
  ports = { proxy: await freePort(), status: await freePort(), admin: await freePort() };
});

const stopGateway = async (): Promise<void> => {
  if (gateway === null || gateway.exitCode !== null || gateway.signalCode !== null) return;
  gateway.kill('SIGKILL');
  await once(gateway, 'exit');
};

afterEach(async () => {
  await envoy?.stop();
  await stopGateway();
  await provider.close();
  await rm(folder, { recursive: true, force: true });
});

type Link = Readonly<{
  /** As grpc and Envoy write it. */
  extProc: string;
  serverEnv?: Readonly<Record<string, string>>;
  envoyEnv?: Readonly<Record<string, string>>;
}>;

/** @returns The port of its metrics and health. */
const startGateway = async ({ extProc, serverEnv = {} }: Link): Promise<number> => {
  const metricsPort = await freePort();
  gateway = serve(
    { folder, drainMs: 1, env: { ...serverEnv, PORTCULLIS_EXT_PROC_ADDRESS: extProc } },
    { kind: 'tcp', host: '127.0.0.1', port: 0 },
    metricsPort,
  );
  return metricsPort;
};

const statusOf = async (path: string, method = 'GET'): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${ports.status}${path}`, { method }).catch(() => null);
  await response?.body?.cancel();
  return response?.status ?? 0;
};

/** @param change Made to the configuration before Envoy reads it. @throws Where Envoy ends, with what it printed. */
const startEnvoy = async (
  { extProc, envoyEnv = {} }: Link,
  change: (yaml: string) => string = (yaml) => yaml,
): Promise<void> => {
  const out = join(folder, 'envoy.yaml');
  const { code, stderr } = await portcullis(
    [
      ...['envoy-config', '--upstream', provider.url, '--ext-proc', extProc, '--out', out],
      ...['--listen', `127.0.0.1:${ports.proxy}`, '--admin', `127.0.0.1:${ports.admin}`],
      ...['--status', `127.0.0.1:${ports.status}`],
    ],
    { env: envoyEnv },
  );
  expect(stderr).toBe('');
  expect(code).toBe(0);
  await writeFile(out, change(await readFile(out, 'utf8')));
  const started = await runEnvoy(out);
  envoy = started;
  await eventually(
    () => statusOf('/ready'),
    (status) => status !== 0 || started.child.exitCode !== null,
    60_000,
  );
  expect([started.child.exitCode, started.output()]).toEqual([null, expect.any(String)]);
};

const untilReady = (): Promise<number> =>
  eventually(
    () => statusOf('/ready'),
    (status) => status === 200,
    60_000,
  );

const ask = (content: string): Promise<Answer> =>
  send(`http://127.0.0.1:${ports.proxy}`, {
    headers: { authorization: 'Bearer x', 'x-gateway-key': key, 'content-type': 'application/json' },
    body: chat(content),
  });

const expectScanned = async (): Promise<void> => {
  const benign = await ask(BENIGN);
  expect(benign.status).toBe(200);
  expect(benign.headers['x-gateway-input-status']).toBe('pass');
  const attack = await ask(ATTACK);
  expect(attack.status).toBe(403);
  expect(errorOf(attack)).toMatchObject({ code: 'prompt_injection_detected' });
};

const SERVER_TLS = {
  PORTCULLIS_EXT_PROC_TLS_CERT_FILE: `${TLS}server.pem`,
  PORTCULLIS_EXT_PROC_TLS_KEY_FILE: `${TLS}server.key`,
  PORTCULLIS_EXT_PROC_TLS_CLIENT_CA_FILE: `${TLS}ca.pem`,
};

const envoyTls = (files: Readonly<{ certificate: string; name?: string; ca?: string }>) => ({
  PORTCULLIS_PROXY_EXT_PROC_TLS_CERT_FILE: `${files.certificate}.pem`,
  PORTCULLIS_PROXY_EXT_PROC_TLS_KEY_FILE: `${files.certificate}.key`,
  PORTCULLIS_PROXY_EXT_PROC_TLS_CA_FILE: `${TLS}${files.ca ?? 'ca'}.pem`,
  PORTCULLIS_PROXY_EXT_PROC_TLS_SERVER_NAME: files.name ?? 'portcullis.test',
});

describe('an Envoy with a configuration of `envoy-config --out`', () => {
  it('reaches the processor over a Unix socket, and tells probes of both', async () => {
    const link = { extProc: `unix:${join(folder, 'ext-proc.sock')}` };
    await startEnvoy(link);
    // Envoy is there before the processor: not ready, and nothing passes.
    await eventually(
      () => statusOf('/ready'),
      (status) => status === 503,
      20_000,
    );
    expect((await ask(BENIGN)).status).toBe(503);
    await startGateway(link);
    await untilReady();
    await expectScanned();

    const metrics = await fetch(`http://127.0.0.1:${ports.status}/stats/prometheus`);
    expect(await metrics.text()).toContain('envoy_cluster_name="portcullis_ext_proc"');
    // What else the admin interface can do is not to be had here.
    for (const path of ['/quitquitquit', '/config_dump', '/', '/stats/prometheus/../../quitquitquit']) {
      expect([path, await statusOf(path)]).toEqual([path, 404]);
      expect([path, await statusOf(path, 'POST')]).toEqual([path, 404]);
    }
    expect(await statusOf('/stats/prometheus', 'POST')).toBe(404);

    await stopGateway();
    await eventually(
      () => statusOf('/ready'),
      (status) => status === 503,
      20_000,
    );
    const refused = await ask(BENIGN);
    expect([refused.status, errorOf(refused)['code']]).toEqual([503, 'scan_unavailable']);
  });

  it('reaches the processor over TLS with its own certificate, and goes on with a rotated one', async () => {
    /** As a Secret's folder changes: whole files take the place of others. */
    const rotateTo = async (name: string): Promise<void> => {
      for (const kind of ['key', 'pem']) {
        await copyFile(`${TLS}${name}.${kind}`, join(folder, 'next'));
        await rename(join(folder, 'next'), join(folder, `envoy.${kind}`));
      }
    };
    await rotateTo('client');
    const link = {
      extProc: `127.0.0.1:${await freePort()}`,
      serverEnv: SERVER_TLS,
      envoyEnv: envoyTls({ certificate: join(folder, 'envoy') }),
    };
    await startGateway(link);
    await startEnvoy(link);
    await untilReady();
    await expectScanned();

    // A certificate that the processor does not take, which new connections must bring.
    await rotateTo('stranger');
    await stopGateway();
    const metricsPort = await startGateway(link);
    await eventually(
      () => readiness(metricsPort),
      (status) => status === 200,
      60_000,
    );
    expect((await ask(BENIGN)).status).toBe(503);
    // Envoy's checks of the processor, by which it says whether it is ready, come seconds apart.
    await eventually(
      () => statusOf('/ready'),
      (status) => status === 503,
      20_000,
    );
    expect((await ask(BENIGN)).status).toBe(503);
    await rotateTo('client');
    await untilReady();
    await expectScanned();
  });

  it.each([
    { name: 'no TLS', envoyEnv: {} },
    { name: 'a certificate of another CA', envoyEnv: envoyTls({ certificate: `${TLS}stranger` }) },
    {
      name: 'another name for the processor',
      envoyEnv: envoyTls({ certificate: `${TLS}client`, name: 'elsewhere.test' }),
    },
    {
      name: 'another CA for the processor',
      envoyEnv: envoyTls({ certificate: `${TLS}client`, ca: 'other-ca' }),
    },
  ])('with $name gets no answer, and lets nothing pass', async ({ envoyEnv }) => {
    const extProc = `127.0.0.1:${await freePort()}`;
    const good = { extProc, serverEnv: SERVER_TLS, envoyEnv: envoyTls({ certificate: `${TLS}client` }) };
    await startGateway(good);
    await startEnvoy(good);
    await untilReady();
    await envoy?.stop();
    await startEnvoy({ ...good, envoyEnv });
    await eventually(
      () => statusOf('/ready'),
      (status) => status === 503,
      20_000,
    );
    const answer = await ask(BENIGN);
    expect([answer.status, errorOf(answer)['code']]).toEqual([503, 'scan_unavailable']);
  });
});

/** What answers must not hold. */
const ADDRESS = 'jane.roe@corp.example';

const askFor = (rest: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  send(`http://127.0.0.1:${ports.proxy}`, {
    headers: {
      authorization: 'Bearer x',
      'x-gateway-key': key,
      'content-type': 'application/json',
      ...headers,
    },
    body: chat(BENIGN, rest),
  });

describe('`drain-envoy`', () => {
  it('waits for the streams that run, has others leave, and can be taken back', async () => {
    const link = { extProc: `unix:${join(folder, 'ext-proc.sock')}` };
    await startGateway(link);
    await startEnvoy(link);
    await untilReady();
    const drain = (args: readonly string[]) =>
      portcullis(['drain-envoy', '--admin', `127.0.0.1:${ports.admin}`, ...args], {
        env: { PORTCULLIS_SHUTDOWN_DRAIN_MS: '1' },
      });
    let isOver = false;
    const streamed = askFor({ stream: true }, { 'x-sample-chunk-delay-ms': '400' }).then((answer) => {
      isOver = true;
      return answer;
    });
    await eventually(
      async () => (await fetch(`${provider.url}/__sample/last`)).status,
      (status) => status === 200,
    );
    const draining = drain([]).then((result) => ({ ...result, wasOver: isOver }));
    await eventually(
      () => statusOf('/ready'),
      (status) => status === 503,
      20_000,
    );
    // Nobody restarts it for that.
    expect(await statusOf('/livez')).toBe(200);
    // Whoever has not heard of it is served, and told to leave.
    const late = await ask(BENIGN);
    expect([late.status, late.headers['connection']]).toEqual([200, 'close']);
    expect(await draining).toMatchObject({ code: 0, stderr: '', wasOver: true });
    const answer = await streamed;
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('[DONE]');

    expect((await drain(['--undo'])).code).toBe(0);
    await untilReady();
    expect(await drain(['--grace-ms', 'x'])).toMatchObject({ code: 2 });
  });

  it('says where nobody is to be drained', async () => {
    const args = ['drain-envoy', '--admin', `127.0.0.1:${ports.admin}`];
    const { code, stderr } = await portcullis(args);
    expect(code).toBe(1);
    expect(stderr).toContain('could not be drained');
    expect((await portcullis([...args, '--undo'])).code).toBe(0);
    expect(await portcullis(['drain-envoy', '--admin', 'unix:/admin.sock'])).toMatchObject({ code: 2 });
  });
});

/** What Envoy Gateway makes of an EnvoyExtensionPolicy: modes are fixed, and all overrides are allowed or none. */
const asEnvoyGateway =
  (allowsOverrides: boolean, modes: Readonly<Record<string, string>> = {}) =>
  (yaml: string): string => {
    const config = parseDocument(yaml);
    const path = ['static_resources', 'listeners', 0, 'filter_chains', 0, 'filters', 0, 'typed_config'];
    const filter = [...path, 'http_filters', 0, 'typed_config'];
    config.setIn([...filter, 'allow_mode_override'], allowsOverrides);
    config.deleteIn([...filter, 'allowed_override_modes']);
    for (const [mode, value] of Object.entries(modes)) {
      config.setIn([...filter, 'processing_mode', mode], value);
    }
    // It knows nothing of our replies either.
    config.deleteIn([...path, 'local_reply_config']);
    return config.toString();
  };

const startBoth = async (change: (yaml: string) => string): Promise<void> => {
  const link = {
    extProc: `unix:${join(folder, 'ext-proc.sock')}`,
    serverEnv: { PORTCULLIS_POLICY_ENTITIES: '{"EMAIL_ADDRESS":{"output":"redact"}}' },
  };
  await startGateway(link);
  await startEnvoy(link, change);
  await untilReady();
};

/** What a caller has of an answer, also where it is broken off. */
const receivedFor = async (
  rest: object,
  headers: Readonly<Record<string, string>>,
): Promise<Pick<Answer, 'status' | 'text'>> => {
  const response = await fetch(`http://127.0.0.1:${ports.proxy}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer x',
      'x-gateway-key': key,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(chat(BENIGN, rest)),
  }).catch(() => null);
  let text = '';
  try {
    const decoder = new TextDecoder();
    for await (const chunk of response?.body ?? []) text += decoder.decode(chunk, { stream: true });
  } catch {
    // Broken off: what came until then is what counts.
  }
  return { status: response?.status ?? 0, text };
};

describe('an Envoy that Envoy Gateway configures', () => {
  it('works as any other where the policy allows overrides of modes', async () => {
    await startBoth(asEnvoyGateway(true));
    await expectScanned();
    const streamed = await askFor({ stream: true });
    expect(streamed.status).toBe(200);
    expect(streamed.headers['x-gateway-output-status']).toBe('streaming');
    expect(streamed.text).toContain('[DONE]');
    for (const stream of [false, true]) {
      const answer = await askFor({ stream }, answering(`Write to ${ADDRESS}, please.`));
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('EMAIL');
      expect(answer.text).not.toContain(ADDRESS);
    }
    const passed = await send(`http://127.0.0.1:${ports.proxy}`, {
      method: 'GET',
      path: '/v1/models',
      headers: { authorization: 'Bearer x', 'x-gateway-key': key },
    });
    expect(passed.headers['x-gateway-input-status']).toBe('skipped');
  });

  it.each([
    { name: 'no override is allowed', change: asEnvoyGateway(false) },
    {
      name: 'bodies come in pieces',
      change: asEnvoyGateway(false, { request_body_mode: 'STREAMED', response_body_mode: 'STREAMED' }),
    },
    {
      name: 'answers come in pieces that may be held back',
      change: asEnvoyGateway(true, {
        response_body_mode: 'FULL_DUPLEX_STREAMED',
        response_trailer_mode: 'SEND',
      }),
    },
    {
      name: 'no bodies come',
      change: asEnvoyGateway(false, { request_body_mode: 'NONE', response_body_mode: 'NONE' }),
    },
  ])('lets nothing pass unscanned where $name', async ({ change }) => {
    await startBoth(change);
    const attack = await ask(ATTACK);
    expect(attack.status).not.toBe(200);
    for (const stream of [false, true]) {
      const answer = await receivedFor({ stream }, answering(`Write to ${ADDRESS}, please.`));
      expect([stream, answer.status, answer.text]).not.toEqual([
        stream,
        200,
        expect.stringContaining(ADDRESS),
      ]);
    }
  });
});
