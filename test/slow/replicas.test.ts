import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EnvoyProcess } from '../../src/envoy/process.ts';
import { at, type DashboardClient, listOf, signIn, type Told } from '../contract/dashboard-client.ts';
import { portcullis } from '../contract/program.ts';
import { type RecordingProvider, startRecordingProvider } from '../contract/recording-provider.ts';
import { envoyFor, readiness, serve } from '../contract/serving.ts';
import { aSecondMs } from '../contract/soon.ts';
import { type Answer, ATTACK, BENIGN, chat, eventually, send } from '../contract/stack.ts';
import { freePort } from '../free-port.ts';
import { type PostgresServer, startPostgres } from '../unit/records/postgres-server.ts';

/** Two processors, each behind an Envoy, and two dashboards, all as processes on one PostgreSQL. */

const server: PostgresServer | null = await startPostgres();
if (server === null && process.env['CI'] === 'true') {
  throw new Error('No PostgreSQL: install its server, or name one in TEST_DATABASE_URL');
}
process.stderr.write(`PostgreSQL of these tests: ${server?.name ?? 'none, skipped'}\n`);
afterAll(() => server?.close());

const EMAIL = 'ann@example.com';
const PASSWORD = 'a long enough password';
const START_MS = 60_000;
const QUEUE_LENGTH = 30;
const HOUR_MS = 3_600_000;

type Processor = Readonly<{
  ask: (content: string) => Promise<Answer>;
  metric: (name: string) => Promise<number>;
  metricsPort: number;
}>;

const children = new Set<ChildProcess>();
const envoys: EnvoyProcess[] = [];

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
};

type Running = Readonly<{ child: ChildProcess; metricsPort: number; extProcPort: number; url: string }>;

const launch = async (
  folder: string,
  role: 'all' | 'processor' | 'dashboard',
  env: Readonly<Record<string, string>>,
): Promise<Running> => {
  const [metricsPort, extProcPort, pagePort] = [await freePort(), await freePort(), await freePort()];
  const child = serve(
    {
      folder,
      role,
      drainMs: 1,
      env: {
        PORTCULLIS_DASHBOARD_ADDRESS: `127.0.0.1:${pagePort}`,
        PORTCULLIS_DASHBOARD_WEBHOOKS_ALLOW_PRIVATE: 'true',
        PORTCULLIS_LOG_LEVEL: 'silent',
        ...env,
      },
    },
    { kind: 'tcp', host: '127.0.0.1', port: extProcPort },
    metricsPort,
  );
  children.add(child);
  return { child, metricsPort, extProcPort, url: `http://127.0.0.1:${pagePort}` };
};

/** @throws Error where the process has ended. */
const alive = <T>({ child }: Running, ask: () => Promise<T>): Promise<T> => {
  if (child.exitCode !== null) throw new Error(`it ended with exit code ${child.exitCode}`);
  return ask();
};

const untilReady = (running: Running): Promise<number> =>
  eventually(
    async () => alive(running, () => readiness(running.metricsPort)),
    (status) => status === 200,
    START_MS,
  );

/** The status of a page that needs nobody to be signed in, and the store; 0 where nobody answers. */
const pageStatus = async (url: string): Promise<number> => {
  const response = await fetch(`${url}/api/v1/session`).catch(() => null);
  await response?.arrayBuffer();
  return response?.status ?? 0;
};

const untilShown = (running: Running): Promise<number> =>
  eventually(
    async () => alive(running, () => pageStatus(running.url)),
    (status) => status === 200,
    START_MS,
  );

const readMetric = async (metricsPort: number, name: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith(`portcullis_${name}{`) || line.startsWith(`portcullis_${name} `))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
};

const withEnvoy = async (
  folder: string,
  provider: RecordingProvider,
  key: () => string,
  running: Running,
): Promise<Processor> => {
  const envoy = await envoyFor(
    folder,
    { kind: 'tcp', host: '127.0.0.1', port: running.extProcPort },
    provider.url,
  );
  envoys.push(envoy);
  return {
    metricsPort: running.metricsPort,
    metric: (name) => readMetric(running.metricsPort, name),
    ask: (content) =>
      send(envoy.proxyUrl, {
        headers: {
          authorization: 'Bearer sk-test-provider-key',
          'x-gateway-key': key(),
          'content-type': 'application/json',
        },
        body: chat(content),
      }),
  };
};

const requestIdOf = ({ headers }: Answer): string => String(headers['x-gateway-request-id']);

const endAll = async (): Promise<void> => {
  await Promise.all(envoys.splice(0).map((envoy) => envoy.stop(0)));
  await Promise.all([...children].map((child) => end(child, 'SIGKILL')));
};

describe.skipIf(server === null)('replicas on PostgreSQL', () => {
  let folder: string;
  let url = '';
  let provider: RecordingProvider;
  let key = '';
  let keyId = '';
  let revision = 0;
  const processors: Processor[] = [];
  const dashboards: Running[] = [];
  const clients: DashboardClient[] = [];

  const folderOf = (name: string): string => join(folder, name);
  const storeEnv = (): Record<string, string> => ({ PORTCULLIS_STORE_URL: url });
  const command = (...args: string[]) =>
    portcullis([...args, '--data-dir', folderOf('cli')], { env: storeEnv() });
  const client = (index = 0): DashboardClient => {
    const found = clients[index];
    if (found === undefined) throw new Error('nobody is signed in');
    return found;
  };
  const first = (): Processor => {
    const [found] = processors;
    if (found === undefined) throw new Error('no processor');
    return found;
  };

  const created = (told: Told, status: number): unknown => {
    expect(told, JSON.stringify(told.body)).toMatchObject({ status });
    return told.body;
  };

  const query = async (text: string): Promise<readonly unknown[]> => {
    const database = new pg.Client({ connectionString: url });
    await database.connect();
    const { rows } = await database.query<Record<string, unknown>>(text);
    await database.end();
    return rows;
  };

  const untilListening = (): Promise<readonly unknown[]> =>
    eventually(
      () => query("select 1 from pg_stat_activity where query = 'listen portcullis_policy'"),
      (rows) => rows.length === processors.length,
      START_MS,
    );

  /** Until every processor does; whatever it takes. */
  const everywhere = async (isSo: (processor: Processor) => Promise<boolean>): Promise<void> => {
    await Promise.all(processors.map((processor) => eventually(() => isSo(processor), Boolean, START_MS)));
  };
  const answersWith =
    (content: string, status: number) =>
    async ({ ask }: Processor): Promise<boolean> =>
      (await ask(content)).status === status;
  const hasRevision = async ({ metric }: Processor): Promise<boolean> =>
    (await metric('config_revision')) === revision;

  /** Sets all that the dashboard says anew. @returns How long it took to reach every processor. */
  const set = async (own: Readonly<Record<string, unknown>>, index = 0): Promise<number> => {
    const told = await client(index).put('/settings', { expectedRevision: revision, own });
    created(told, 200);
    const startMs = performance.now();
    revision += 1;
    await everywhere(hasRevision);
    const ms = performance.now() - startMs;
    process.stderr.write(`revision ${revision} is everywhere after ${ms.toFixed(0)} ms\n`);
    return ms;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-replicas-'));
    url = (await server?.newDatabase()) ?? '';
    provider = await startRecordingProvider();
  });
  afterAll(async () => {
    await endAll();
    await provider.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is made ready, and looked after, by commands', async () => {
    const migrated = await command('migrate');
    expect(migrated).toMatchObject({ code: 0, stderr: '' });
    expect(migrated.stdout).toMatch(/is now at \S+ \(before: nothing\)/);
    expect((await command('migrate')).stdout).toContain('is up to date');
    const doctor = await command('doctor', '--json');
    const checks = listOf(JSON.parse(doctor.stdout));
    expect(checks).toContainEqual(
      expect.objectContaining({ name: 'store', state: 'warn', detail: expect.stringContaining('0 records') }),
    );
    expect(checks).toContainEqual(expect.objectContaining({ name: 'disk', state: 'ok' }));
    const made = await command('keys', 'create', '--name', 'by command');
    expect(made.code).toBe(0);
    expect(JSON.parse((await command('keys', 'list', '--json')).stdout)).toMatchObject([
      { name: 'by command', state: 'valid' },
    ]);
    const user = await portcullis(
      ['users', 'create', '--email', EMAIL, '--password-stdin', '--data-dir', folderOf('cli')],
      { env: storeEnv(), input: PASSWORD },
    );
    expect(user).toMatchObject({ code: 0, stderr: '' });
    expect((await command('users', 'create', '--email', EMAIL)).stderr).toContain('has an account already');
    expect((await command('users', 'setup-link')).code).toBe(2);
  });

  it('starts, processors and dashboards by themselves', async () => {
    const running = await Promise.all([
      launch(folderOf('p0'), 'processor', storeEnv()),
      launch(folderOf('p1'), 'processor', {
        ...storeEnv(),
        PORTCULLIS_STORE_QUEUE_LENGTH: String(QUEUE_LENGTH),
      }),
    ]);
    // Nobody hears what the second dashboard changes: its notices go to a function of its own that does nothing.
    const deaf = new URL(url);
    deaf.searchParams.set('options', '-c search_path=public,pg_catalog');
    await query(
      "create function public.pg_notify(text, text) returns void language sql as 'select null::void'",
    );
    dashboards.push(
      await launch(folderOf('d0'), 'dashboard', storeEnv()),
      await launch(folderOf('d1'), 'dashboard', { ...storeEnv(), PORTCULLIS_STORE_URL: deaf.href }),
    );
    for (const each of running) await untilReady(each);
    for (const each of dashboards) await untilShown(each);
    for (const [index, each] of running.entries()) {
      processors.push(await withEnvoy(folderOf(`p${index}`), provider, () => key, each));
    }
    for (const each of dashboards) clients.push(await signIn(each.url, EMAIL, PASSWORD));
    for (const each of running) {
      const answer = await fetch(`http://127.0.0.1:${each.metricsPort}/readyz`);
      expect(await answer.text()).not.toContain('starting');
    }
  });

  it('takes a key made in the dashboard at every processor, and refuses a revoked one', async () => {
    const body = created(await client().post('/keys', { name: 'replicas' }), 201);
    key = String(at(body, 'secret'));
    keyId = String(at(body, 'key', 'id'));
    for (const { ask } of processors) expect((await ask(BENIGN)).status).toBe(200);
    const other = created(await client(1).post('/keys', { name: 'to be revoked' }), 201);
    const kept = key;
    key = String(at(other, 'secret'));
    for (const { ask } of processors) expect((await ask(BENIGN)).status).toBe(200);
    created(await client().post(`/keys/${String(at(other, 'key', 'id'))}/revoke`), 200);
    const startMs = performance.now();
    await everywhere(answersWith(BENIGN, 401));
    expect(performance.now() - startMs).toBeLessThan(aSecondMs());
    key = kept;
  });

  it('has processors, and nobody else, listen for notices', async () => {
    await untilListening();
  });

  it('has settings, rules for personal data and own rules everywhere within a second', async () => {
    expect(await set({ sensitivity: 'high' })).toBeLessThan(aSecondMs());
    const ids = await Promise.all(processors.map(async ({ ask }) => requestIdOf(await ask(BENIGN))));
    for (const id of ids) {
      const told = await eventually(
        () => client().get(`/requests/${id}`),
        ({ status }) => status === 200,
      );
      expect(told.body).toMatchObject({ requestId: id, sensitivity: 'high', keyId, keyName: 'replicas' });
    }
    created(
      await client().put('/pii-rules', {
        expectedRevision: revision,
        entities: { EMAIL_ADDRESS: { input: 'mask' } },
      }),
      200,
    );
    revision += 1;
    const maskedMs = performance.now();
    await everywhere(hasRevision);
    expect(performance.now() - maskedMs).toBeLessThan(aSecondMs());
    for (const { ask } of processors) {
      expect((await ask('My address is bob.miller@example.org.')).status).toBe(200);
      expect(provider.last().body.toString()).not.toContain('bob.miller');
    }
    created(
      await client().put('/rules', {
        expectedRevision: revision,
        rules: [{ id: 'codename', words: ['Nachtfalter'] }],
      }),
      200,
    );
    revision += 1;
    const ruledMs = performance.now();
    await everywhere(hasRevision);
    await everywhere(answersWith('Tell me about Nachtfalter.', 403));
    expect(performance.now() - ruledMs).toBeLessThan(aSecondMs());
    // The rule joined what was set before it.
    expect((await client().get('/settings')).body).toMatchObject({
      revision,
      own: { sensitivity: 'high', entities: { EMAIL_ADDRESS: { input: 'mask' } } },
    });
  });

  it('has them by polling where the notice is lost', async () => {
    expect(await set({ sensitivity: 'low' }, 1)).toBeLessThan(aSecondMs());
    expect(await set({}, 1)).toBeLessThan(aSecondMs());
    await everywhere(answersWith('Tell me about Nachtfalter.', 200));
  });

  it('has an exclusion everywhere, and takes it back', async () => {
    const blocked = await first().ask(ATTACK);
    expect(blocked.status).toBe(403);
    const id = requestIdOf(blocked);
    await eventually(
      () => client().get(`/requests/${id}`),
      ({ status }) => status === 200,
    );
    const item = created(await client().post(`/requests/${id}/feedback`, { label: 'not_attack' }), 201);
    const { body } = await client().get(`/feedback/${String(at(item, 'id'))}/suggestions`);
    const scope = at(body, 'suggestions', 0, 'scope');
    const preview = created(await client(1).post('/replay', { exclusion: scope }), 200);
    const exclusion = created(
      await client().post('/exclusions', {
        scope,
        // Another replica of the dashboard has shown it.
        preview: at(preview, 'previewToken'),
        comment: 'a test of ours',
        expiresAtMs: null,
        feedbackId: at(item, 'id'),
      }),
      201,
    );
    const startMs = performance.now();
    await everywhere(answersWith(ATTACK, 200));
    expect(performance.now() - startMs).toBeLessThan(aSecondMs());
    created(await client(1).post(`/exclusions/${String(at(exclusion, 'id'))}/end`), 200);
    await everywhere(answersWith(ATTACK, 403));
  });

  it('lists the records of all processors on every dashboard', async () => {
    const ids = await Promise.all(processors.map(async ({ ask }) => requestIdOf(await ask(BENIGN))));
    expect([ids.length, clients.length]).toEqual([2, 2]);
    for (const each of clients) {
      await eventually(
        async () => listOf(at((await each.get('/requests?limit=50')).body, 'items')),
        (rows) => ids.every((id) => rows.some((row) => at(row, 'requestId') === id)),
      );
    }
  });

  it('tells a webhook once, however many dashboards there are', async () => {
    const told: string[] = [];
    const receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        told.push(String(at(JSON.parse(Buffer.concat(parts).toString()), 'data', 'requestId')));
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    const listening = await Promise.all(clients.map((each) => each.listen()));
    try {
      const body = created(
        await client().post('/webhooks', {
          name: 'receiver',
          url: `http://127.0.0.1:${port}/`,
          events: ['threat.blocked'],
        }),
        201,
      );
      const ids: string[] = [];
      for (const { ask } of [...processors, ...processors, ...processors]) {
        ids.push(requestIdOf(await ask(ATTACK)));
      }
      // Both dashboards have seen them.
      for (const each of listening) {
        await eventually(async () => ids.every((id) => each.text().includes(id)), Boolean, START_MS);
      }
      const deliveries = await eventually(
        async () =>
          listOf(
            at(
              (await client().get(`/webhooks/${String(at(body, 'webhook', 'id'))}/deliveries`)).body,
              'items',
            ),
          ),
        (items) => items.length >= ids.length && items.every((item) => at(item, 'status') === 'delivered'),
        START_MS,
      );
      expect(deliveries.map((item) => at(item, 'attempts'))).toEqual(ids.map(() => 1));
      expect([...told].sort()).toEqual([...ids].sort());
    } finally {
      for (const each of listening) each.close();
      receiver.close();
      receiver.closeAllConnections();
    }
  });

  const recordedCount = async (): Promise<number> => {
    const toMs = Date.now() + 60_000;
    const told = await client().get(`/overview?fromMs=${toMs - HOUR_MS}&toMs=${toMs}`);
    return Number(at(created(told, 200), 'totals', 'requests'));
  };

  const settled = async ({ metric }: Processor): Promise<boolean> =>
    (await metric('record_queue_length')) === 0;

  it.skipIf(server?.restarting === null)(
    'goes on while the database is away, and heals by itself',
    async () => {
      await set({ rules: [{ id: 'codename', words: ['Nachtfalter'] }] });
      await everywhere(settled);
      const before = await Promise.all(processors.map(({ metric }) => metric('records_written_total')));
      const countBefore = await recordedCount();
      const listening = await client(1).listen();
      await server?.restarting?.stop();
      let asked = 0;
      // Enough for the second processor's queue to overflow.
      for (let round = 0; round < 2 * QUEUE_LENGTH; round += 1) {
        const answers = await Promise.all(processors.map(({ ask }) => ask(`${BENIGN} ${round}`)));
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        asked += 1;
      }
      for (const { ask, metricsPort } of processors) {
        expect((await ask('Tell me about Nachtfalter.')).status, 'the last settings are in force').toBe(403);
        expect((await ask(ATTACK)).status).toBe(403);
        expect(await readiness(metricsPort)).toBe(200);
      }
      asked += 2;
      for (const each of clients) {
        const refused = await each.get('/requests');
        expect(refused.status).toBe(503);
        expect(refused.body).toMatchObject({
          error: { type: 'server_error', code: 'store_unavailable', message: 'The store does not answer.' },
        });
      }
      for (const each of dashboards) expect(await pageStatus(each.url)).toBe(503);
      const waiting = await Promise.all(processors.map(({ metric }) => metric('record_queue_length')));
      expect(waiting).toEqual([asked, QUEUE_LENGTH]);
      const dropped = await Promise.all(processors.map(({ metric }) => metric('records_dropped_total')));
      expect(dropped).toEqual([0, asked - QUEUE_LENGTH]);

      // One that starts meanwhile waits, and opens nothing.
      const late = await launch(folderOf('p2'), 'processor', storeEnv());
      expect(await readiness(late.metricsPort)).toBe(0);
      await server?.restarting?.start();

      await everywhere(settled);
      const after = await Promise.all(processors.map(({ metric }) => metric('records_written_total')));
      expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([asked, QUEUE_LENGTH]);
      for (const each of dashboards) await untilShown(each);
      expect((await client(1).get('/requests')).status).toBe(200);
      expect((await recordedCount()) - countBefore).toBe(asked + QUEUE_LENGTH);
      expect(await set({}), 'changes arrive again').toBeLessThan(aSecondMs());
      const news = requestIdOf(await first().ask(BENIGN));
      await eventually(async () => listening.text().includes(news), Boolean, START_MS);
      listening.close();
      await untilReady(late);
      await end(late.child, 'SIGTERM');
      // Notices, too, once the listeners have connected anew.
      await untilListening();
    },
  );

  it('ends within bounds and says why where the database does not come', async () => {
    const port = await freePort();
    const own = folderOf('p3');
    const password = 'not-to-be-told';
    const { code, stdout, stderr } = await portcullis(['serve', '--role', 'processor', '--data-dir', own], {
      env: {
        PORTCULLIS_STORE_URL: `postgres://ann:${password}@127.0.0.1:${port}/gateway`,
        PORTCULLIS_EXT_PROC_ADDRESS: `127.0.0.1:${await freePort()}`,
        PORTCULLIS_METRICS_ADDRESS: '127.0.0.1:0',
      },
    });
    expect(code).toBe(1);
    expect(stderr).toContain(`Can't use the store postgres://127.0.0.1:${port}/gateway: `);
    expect(stderr).toContain('ECONNREFUSED');
    expect(`${stdout}${stderr}`).not.toContain(password);
    expect(existsSync(own) ? await readdir(own) : []).toEqual([]);
  });

  it('ends in order at SIGTERM', async () => {
    await Promise.all(
      [...children].map(async (child) => {
        await end(child, 'SIGTERM');
        expect([child.exitCode, child.signalCode]).toEqual([0, null]);
      }),
    );
  });
});

it('serves all on SQLite as one command, the dashboard in a process of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-all-'));
  const provider = await startRecordingProvider();
  try {
    const user = await portcullis(
      ['users', 'create', '--email', EMAIL, '--password-stdin', '--data-dir', folder],
      { input: PASSWORD },
    );
    expect(user.code).toBe(0);
    const running = await launch(folder, 'all', {});
    await untilReady(running);
    await untilShown(running);
    const ann = await signIn(running.url, EMAIL, PASSWORD);
    const body = (await ann.post('/keys', { name: 'all' })).body;
    const processor = await withEnvoy(folder, provider, () => String(at(body, 'secret')), running);
    const id = requestIdOf(await processor.ask(ATTACK));
    const told = await eventually(
      () => ann.get(`/requests/${id}`),
      ({ status }) => status === 200,
    );
    expect(told.body).toMatchObject({ outcome: 'blocked', keyName: 'all' });
    expect((await ann.put('/settings', { expectedRevision: 0, own: { mode: 'shadow' } })).status).toBe(200);
    await eventually(
      () => processor.ask(ATTACK),
      ({ status }) => status === 200,
      aSecondMs(),
    );
    const exited = once(running.child, 'exit');
    running.child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(await pageStatus(running.url)).toBe(0);
    // Killed, it takes the dashboard with it.
    const again = await launch(folder, 'all', {});
    await untilReady(again);
    await untilShown(again);
    await end(again.child, 'SIGKILL');
    await eventually(
      () => pageStatus(again.url),
      (status) => status === 0,
    );
  } finally {
    await endAll();
    await provider.close();
    await rm(folder, { recursive: true, force: true });
  }
});
