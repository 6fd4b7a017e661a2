import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigSchema } from '../../src/config/schema.ts';
import { openSqliteFile } from '../../src/records/sqlite/sqlite-file.ts';
import { kindOf, startLoad, tally } from '../contract/callers.ts';
import { ENVOYS_REQUEST_ID, expectError } from '../contract/shapes.ts';
import { BENIGN, chat, errorOf, eventually, type Stack, send, startStack } from '../contract/stack.ts';

const LAUNCHER = new URL('../../src/portcullis.mjs', import.meta.url).pathname;

let stack: Stack | null = null;
const start = async (...options: Parameters<typeof startStack>): Promise<Stack> => {
  stack = await startStack(...options);
  return stack;
};
afterEach(async () => {
  await stack?.stop();
  stack = null;
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const until = (isDone: () => boolean, limitMs: number): Promise<boolean> =>
  eventually(
    async () => isDone(),
    (done) => done,
    limitMs,
  );

describe('the gateway is killed under load', () => {
  it('fails closed with a JSON error, comes back by itself, and loses no acknowledged record', async () => {
    const own = await start();
    const load = startLoad(own, 8);
    await sleep(1500);
    const acknowledged = await own.metric('records_written_total');
    process.kill(own.ready.gatewayPid, 'SIGKILL');
    const killedAtMs = Date.now();
    // Back: an answer that was asked for after the kill and was scanned.
    await until(
      () => load.samples.some((sample) => sample.atMs > killedAtMs && kindOf(sample) === '200 pass'),
      20_000,
    );
    await sleep(500);
    const samples = await load.stop();

    const allowed = [
      'benign: 200 pass',
      'attack: 403 blocked',
      'benign: 503 error',
      'attack: 503 error',
      'benign: 503 pass',
    ];
    expect(Object.keys(tally(samples)).filter((kind) => !allowed.includes(kind))).toEqual([]);
    const refused = samples.flatMap(({ result }) =>
      result instanceof Error || result.status !== 503 ? [] : [result],
    );
    expect(refused.length, 'the kill was felt').toBeGreaterThan(0);
    for (const answer of refused) {
      expect(errorOf(answer)).toMatchObject({ type: 'gateway_error', code: 'scan_unavailable' });
      expect(answer.headers['content-type']).toBe('application/json');
      expect(answer.headers['x-gateway-request-id']).toMatch(/^req_/);
      expect(answer.headers['x-request-id']).toBe(answer.headers['x-gateway-request-id']);
    }
    const file = await openSqliteFile(join(own.dataDir, 'portcullis.db'));
    expect(await file.count()).toBeGreaterThanOrEqual(acknowledged);
    await file.close();
  });

  it('answers 503 while the gateway hangs, within its own deadline, and nothing passes unscanned', async () => {
    const own = await start({
      env: { PORTCULLIS_EXT_PROC_MESSAGE_TIMEOUT_MS: '700', PORTCULLIS_SCAN_TIMEOUT_MS: '300' },
    });
    const before = own.provider.requests().chat;
    process.kill(own.ready.gatewayPid, 'SIGSTOP');
    const answer = await own.call({ body: chat(BENIGN) });
    process.kill(own.ready.gatewayPid, 'SIGCONT');
    expectError(answer, {
      status: 503,
      type: 'gateway_error',
      code: 'scan_unavailable',
      statuses: ['error', 'skipped'],
      id: ENVOYS_REQUEST_ID,
    });
    expect(own.provider.requests().chat).toBe(before);
    await eventually(
      () => own.call({ body: chat(BENIGN) }),
      ({ status }) => status === 200,
    );
  });
});

/** Of Envoy, where nothing else is said. */
const WORKERS = ConfigSchema.parse({}).proxy.concurrency;

describe('SIGTERM under load', () => {
  it('ends every request that was taken, and only then stops', async () => {
    const own = await start();
    const callers = 8;
    const load = startLoad(own, callers);
    await sleep(1000);
    const exited = once(own.child, 'exit');
    own.child.kill('SIGTERM');
    const termAtMs = Date.now();
    const [code] = await exited;
    const samples = await load.stop();
    expect(code).toBe(0);
    const counts = tally(samples);
    // Once the port is closed callers are refused. The kernel resets what stood in the listener's queue at that very
    // moment, before Envoy knew of it, and no request of it was ever read. Each worker has a queue of its own and closes it in
    // its own time: whoever was reset at one may come to the next.
    const { 'benign: ECONNRESET': benign = 0, 'attack: ECONNRESET': attack = 0, ...rest } = counts;
    expect(benign + attack).toBeLessThanOrEqual(callers * WORKERS);
    const expected = [
      'benign: 200 pass',
      'attack: 403 blocked',
      'benign: ECONNREFUSED',
      'attack: ECONNREFUSED',
    ];
    expect(Object.keys(rest).filter((kind) => !expected.includes(kind))).toEqual([]);
    // What reached the provider also reached its caller.
    expect(own.provider.requests().chat).toBe(counts['benign: 200 pass']);
    // And whatever Envoy had read of a request was answered: each has its record, and none broke off.
    const file = await openSqliteFile(join(own.dataDir, 'portcullis.db'));
    expect(await file.count()).toBe((counts['benign: 200 pass'] ?? 0) + (counts['attack: 403 blocked'] ?? 0));
    expect(await file.list({ outcome: 'error', limit: 10 })).toEqual([]);
    await file.close();
    const servedWhileDraining = samples.filter((each) => each.atMs > termAtMs && kindOf(each) === '200 pass');
    expect(servedWhileDraining.length).toBeGreaterThan(0);
    expect(isAlive(own.ready.envoyPid)).toBe(false);
    expect(isAlive(own.ready.gatewayPid)).toBe(false);
  });

  it('lets a slow answer end', async () => {
    const own = await start();
    const answer = own.call({ body: chat(BENIGN), headers: { 'x-sample-delay-ms': '4000' } });
    await sleep(500);
    const exited = once(own.child, 'exit');
    own.child.kill('SIGTERM');
    expect((await answer).status).toBe(200);
    const [code] = await exited;
    expect(code).toBe(0);
  });

  it('lets a slow stream end', async () => {
    const own = await start();
    const answer = own.call({
      body: chat(BENIGN, { stream: true }),
      headers: { 'x-sample-chunk-delay-ms': '500' },
    });
    await sleep(500);
    own.child.kill('SIGTERM');
    expect((await answer).text.trimEnd().endsWith('data: [DONE]')).toBe(true);
  });

  it('reaches everything that npm start has started', async () => {
    const own = await start({ viaNpm: true });
    expect((await own.call({ body: chat(BENIGN) })).status).toBe(200);
    own.child.kill('SIGTERM');
    await once(own.child, 'exit');
    const { pid, gatewayPid, envoyPid } = own.ready;
    await until(() => ![pid, gatewayPid, envoyPid].some(isAlive), 15_000);
  });

  it('keeps all records', async () => {
    const own = await start();
    for (let sent = 0; sent < 20; sent += 1) await own.call({ body: chat(BENIGN) });
    own.child.kill('SIGTERM');
    await once(own.child, 'exit');
    expect(await own.records(20)).toHaveLength(20);
  });
});

/** `portcullis start`, of whose start nobody is told. */
const launch = (dataDir: string, stdio: StdioOptions): ChildProcess =>
  spawn(
    process.execPath,
    [
      ...[LAUNCHER, 'start', '--no-dashboard', '--port', '0'],
      ...['--ready-file', join(dataDir, 'ready.json')],
    ],
    {
      env: {
        ...process.env,
        PORTCULLIS_DATA_DIR: dataDir,
        PORTCULLIS_EXT_PROC_ADDRESS: '127.0.0.1:0',
        PORTCULLIS_METRICS_ADDRESS: '127.0.0.1:0',
        PORTCULLIS_PROXY_ADMIN_ADDRESS: '127.0.0.1:0',
      },
      stdio,
    },
  );

/** Of all processes that were started with a variable. */
const commandsWith = async (variable: string): Promise<readonly string[]> => {
  const found = await Promise.all(
    (await readdir('/proc')).map(async (pid) => {
      const variables = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      return variables.split('\0').includes(variable) ? readFile(`/proc/${pid}/cmdline`, 'utf8') : '';
    }),
  );
  return found.filter((command) => command !== '');
};

describe('what else may end', () => {
  it('stops with an error where Envoy dies', async () => {
    const own = await start();
    process.kill(own.ready.envoyPid, 'SIGKILL');
    const [code] = await once(own.child, 'exit');
    expect(code).toBe(1);
    expect(own.output()).toContain('Envoy ended unexpectedly');
    expect(isAlive(own.ready.gatewayPid)).toBe(false);
  });

  it('leaves no process behind where start itself is killed', async () => {
    const own = await start();
    own.child.kill('SIGKILL');
    await until(() => !isAlive(own.ready.envoyPid) && !isAlive(own.ready.gatewayPid), 10_000);
    await expect(send(own.ready.proxyUrl, { body: chat(BENIGN) })).rejects.toThrow();
  });

  it('leaves no Envoy behind where start is killed while the gateway is between two lives', async () => {
    const own = await start();
    process.kill(own.ready.gatewayPid, 'SIGKILL');
    own.child.kill('SIGKILL');
    await until(() => !isAlive(own.ready.envoyPid), 10_000);
  });

  it.runIf(process.platform === 'linux')(
    'ends within seconds, and leaves nothing behind, whenever in its start it is told to',
    async () => {
      const delays = fc.sample(fc.integer({ min: 0, max: 5000 }), 8);
      for (const delayMs of delays) {
        const dataDir = await mkdtemp(join(tmpdir(), 'portcullis-told-'));
        const child = launch(dataDir, 'ignore');
        const exited = once(child, 'exit');
        await sleep(delayMs);
        const toldAtMs = performance.now();
        child.kill('SIGTERM');
        // Before it listens to signals there is nothing to end.
        expect(
          [
            [0, null],
            [null, 'SIGTERM'],
          ],
          `told after ${delayMs} ms`,
        ).toContainEqual(await exited);
        expect(performance.now() - toldAtMs, `told after ${delayMs} ms`).toBeLessThan(10_000);
        await expect
          .poll(() => commandsWith(`PORTCULLIS_DATA_DIR=${dataDir}`), { timeout: 5000 })
          .toEqual([]);
        await rm(dataDir, { recursive: true, force: true });
      }
    },
    180_000,
  );

  it.runIf(process.platform === 'linux')(
    'restarts the gateway and ends where nobody empties the pipe that start prints to',
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'portcullis-unread-'));
      const path = join(dataDir, 'pipe');
      execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
      const pipe = await open(path, 'r+');
      execFileSync('sh', ['-c', 'timeout 1 head -c 1000000 /dev/zero >&3 || true'], {
        stdio: ['ignore', 'ignore', 'ignore', pipe.fd],
      });
      const child = launch(dataDir, ['ignore', pipe.fd, pipe.fd]);
      const readReady = () => readFile(join(dataDir, 'ready.json'), 'utf8').catch(() => '');
      await expect.poll(readReady, { timeout: 60_000 }).not.toBe('');
      const { gatewayPid, metricsUrl }: { gatewayPid: number; metricsUrl: string } = JSON.parse(
        await readReady(),
      );
      process.kill(gatewayPid, 'SIGKILL');
      await until(() => !isAlive(gatewayPid), 10_000);
      const isReady = () =>
        fetch(`${metricsUrl}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), 30_000);
      expect(await exited).toEqual([0, null]);
      clearTimeout(killer);
      await pipe.close();
      await rm(dataDir, { recursive: true, force: true });
    },
    180_000,
  );

  it.runIf(process.platform === 'linux')(
    'leaves no Envoy behind where start is killed while that comes up',
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'portcullis-killed-'));
      const child = launch(dataDir, 'ignore');
      const envoys = async (): Promise<readonly string[]> => {
        const lines = await Promise.all(
          (await readdir('/proc')).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
        );
        return lines.filter((line) => line.includes(join(dataDir, 'envoy', 'envoy.yaml')));
      };
      // Of Envoy and the shell that guards it, whichever is there first.
      await expect.poll(envoys, { timeout: 60_000, interval: 10 }).not.toEqual([]);
      child.kill('SIGKILL');
      await expect.poll(envoys, { timeout: 20_000 }).toEqual([]);
      await rm(dataDir, { recursive: true, force: true });
    },
  );

  it('removes what its ready file leads to, and leaves the link', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portcullis-link-'));
    const [link, file] = [join(dataDir, 'ready.json'), join(dataDir, 'file.json')];
    await symlink('file.json', link);
    const child = launch(dataDir, 'ignore');
    await expect.poll(() => existsSync(file), { timeout: 60_000 }).toBe(true);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect([existsSync(file), await readlink(link)]).toEqual([false, 'file.json']);
    await rm(dataDir, { recursive: true, force: true });
  });

  it('goes on at a hang-up without a terminal, as under nohup', async () => {
    const own = await start();
    own.child.kill('SIGHUP');
    await eventually(
      () => Promise.resolve(own.output()),
      (text) => text.includes('SIGHUP'),
    );
    expect((await own.call({ body: chat(BENIGN) })).status).toBe(200);
  });

  it('says which port is taken, and leaves the one who has it alone', async () => {
    const own = await start();
    const { port } = new URL(own.ready.proxyUrl);
    await expect(startStack({ args: ['--port', port] })).rejects.toThrow(/is in use/);
    expect((await own.call({ body: chat(BENIGN) })).status).toBe(200);
  });
});
