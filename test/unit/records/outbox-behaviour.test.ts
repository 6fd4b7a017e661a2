import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createThrottle } from '../../../src/dashboard/auth/throttle.ts';
import { createWebhookSender } from '../../../src/dashboard/webhooks/sender.ts';
import { GatewayError } from '../../../src/errors.ts';
import type { StoredWebhook } from '../../../src/records/ports/webhooks.ts';
import type { Store } from '../../../src/records/running-store.ts';
import type { ScanRecord } from '../../../src/records/store.ts';
import { createDeliveryCounts } from '../dashboard/delivery-counts.ts';
import { createMemoryAttempts } from '../dashboard/memory-attempts.ts';
import { type Engine, type Engines, startEngines } from './engines.ts';
import { temporaryFolder } from './open-store.ts';
import { START_MS, sampleRecord } from './samples.ts';

// A machine that builds other things beside this may take seconds for what takes milliseconds.
const SLOW_MS = 120_000;
const POLL = { timeout: 30_000 };
const DAY_MS = 86_400_000;
const SIGNER = fileURLToPath(new URL('./failing-signer.ts', import.meta.url));

let engines: Engines;
beforeAll(async () => {
  engines = await startEngines();
}, SLOW_MS);
afterAll(() => engines.close(), SLOW_MS);

const engineOf = (name: 'sqlite' | 'postgres'): Engine => engines[name];

const webhook: StoredWebhook = {
  id: 'whk_1',
  name: 'Chat',
  url: 'https://hook.invalid/',
  secret: 'whsec_test',
  retired: [],
  events: ['threat.blocked', 'threat.flagged', 'threat.would_block', 'scan.failed'],
  isEnabled: true,
  createdAtMs: START_MS - DAY_MS,
};

const removed = { direction: 'input', entity: 'jailbreak', action: 'remove', count: 1 } as const;

/** Answers as it is told, and keeps what it was sent. */
const receiver = async (answer: () => number | null) => {
  const got: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      body += piece;
    });
    request.on('end', () => {
      const status = answer();
      if (status === null) return;
      got.push(body);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
};

type Limits = Readonly<{
  maxWaiting?: number;
  maxBacklog?: number;
  nowMs?: () => number;
  metrics?: ReturnType<typeof createDeliveryCounts>['metrics'];
}>;

const senderOf = (
  store: Store,
  { maxWaiting = 1000, maxBacklog = 1000, nowMs, metrics = createDeliveryCounts().metrics }: Limits = {},
) =>
  createWebhookSender({
    store,
    settings: { allowPrivate: true, maxWaiting, maxBacklog },
    publicUrl: 'https://guard.example',
    now: nowMs ?? (() => START_MS + DAY_MS),
    metrics,
    onError: (error) => {
      throw error;
    },
    timeoutMs: 2000,
  });

const write = async (store: Store, records: readonly ScanRecord[]): Promise<void> => {
  for (const record of records) store.write(record);
  await store.flush();
};

const series = (count: number, change: Partial<ScanRecord> = {}): readonly ScanRecord[] =>
  Array.from({ length: count }, (_, index) => sampleRecord(index, change));

const idsIn = (bodies: readonly string[]): readonly string[] =>
  bodies.map((body) => String(JSON.parse(body).data.requestId)).sort();

const deliveriesOf = async (store: Store) =>
  (await store.listDeliveries(webhook.id, { cursor: null, limit: 1000 })).items;

describe.each(['sqlite', 'postgres'] as const)('webhooks, with %s', (name) => {
  it(
    'are told of every record once, however late it was stored and however many replicas look',
    async () => {
      const place = await engineOf(name).newPlace();
      const { store } = await place.open();
      const { got, url } = await receiver(() => 200);
      await store.putWebhook({ ...webhook, url });
      // A day of traffic for which no dashboard was there; the oldest came in last, as after an outage of the database.
      const records = [...series(450)].reverse();
      await write(store, records.slice(0, 300));
      await write(store, records.slice(300));
      // Sent again by a writer in doubt.
      await write(store, records.slice(200, 350));
      const replicas = [senderOf(store), senderOf((await place.open()).store)];
      let told = 1;
      while (told > 0) {
        told = (await Promise.all(replicas.map((replica) => replica.tellRecords()))).reduce((a, b) => a + b);
      }
      await Promise.all(replicas.map((replica) => replica.sendDue()));
      expect(idsIn(got)).toEqual(records.map(({ requestId }) => requestId).sort());
      expect(await store.listUntold(10)).toEqual([]);
      expect((await store.webhookCounts()).get(webhook.id)).toMatchObject({ pending: 0, dead: 0 });
    },
    SLOW_MS,
  );

  it(
    'are told of what is news to them, and of nothing where none is enabled',
    async () => {
      const { store } = await (await engineOf(name).newPlace()).open();
      await store.putWebhook({ ...webhook, isEnabled: false });
      await write(store, [sampleRecord(0)]);
      expect(await store.listUntold(10)).toEqual([]);
      const events = ['threat.flagged', 'scan.failed', 'threat.would_block', 'threat.removed'];
      await store.putWebhook({ ...webhook, events });
      await write(store, [
        sampleRecord(1, { outcome: 'flagged' }),
        sampleRecord(2, { outcome: 'pass', wouldBlock: false }),
        sampleRecord(3, { outcome: 'pass', wouldBlock: false, failedOpen: true }),
        sampleRecord(4, { outcome: 'pass' }),
        // Not asked for, and before its time.
        sampleRecord(5, { outcome: 'blocked' }),
        sampleRecord(6, { outcome: 'flagged', receivedAtMs: webhook.createdAtMs - 1 }),
        sampleRecord(7, { outcome: 'redacted', wouldBlock: false, redactions: [removed] }),
        // The provider's failure, and no scan's.
        sampleRecord(8, { outcome: 'error', wouldBlock: false, errorCode: 'provider_timeout' }),
      ]);
      expect(await store.listUntold(10)).toHaveLength(6);
      expect(await senderOf(store).tellRecords()).toBe(6);
      expect((await deliveriesOf(store)).map(({ event }) => event).sort()).toEqual([
        'scan.failed',
        'threat.flagged',
        'threat.removed',
        'threat.would_block',
      ]);
    },
    SLOW_MS,
  );

  it(
    'lets what is beyond the queue of one receiver be seen as dead letters, which can be tried again',
    async () => {
      const { store } = await (await engineOf(name).newPlace()).open();
      const { got, url } = await receiver(() => 200);
      await store.putWebhook({ ...webhook, url });
      await write(store, series(12));
      const { metrics, counts } = createDeliveryCounts();
      const sender = senderOf(store, { maxWaiting: 10, metrics });
      expect(await sender.tellRecords()).toBe(12);
      const dead = (await deliveriesOf(store)).filter(({ status }) => status === 'dead');
      expect(dead.map(({ lastError }) => lastError)).toEqual([
        '10 deliveries were waiting already',
        '10 deliveries were waiting already',
      ]);
      expect((await store.webhookCounts()).get(webhook.id)).toMatchObject({ pending: 10, dead: 2 });
      expect(await sender.sendDue()).toBe(10);
      for (const { id } of dead) expect(await store.retryDelivery(id, START_MS)).toBe(true);
      expect(await sender.sendDue()).toBe(2);
      expect(new Set(idsIn(got)).size).toBe(12);
      expect(await counts()).toEqual({ dead: 2, delivered: 12 });
    },
    SLOW_MS,
  );

  it(
    'are told how many records they are not told of, where too many came in while nobody was there',
    async () => {
      const place = await engineOf(name).newPlace();
      const { store } = await place.open();
      const { got, url } = await receiver(() => 200);
      await store.putWebhook({ ...webhook, url });
      await write(store, series(250));
      const { metrics, counts } = createDeliveryCounts();
      const replicas = [
        senderOf(store, { maxBacklog: 220, metrics }),
        senderOf((await place.open()).store, { maxBacklog: 220, metrics }),
      ];
      await Promise.all(replicas.map((replica) => replica.tellRecords()));
      await replicas[0]?.tellRecords();
      await replicas[0]?.sendDue();
      const notices = got.map((body) => JSON.parse(body)).filter(({ event }) => event === 'records.dropped');
      expect(notices.map(({ data }) => data)).toEqual([{ count: 30, fromMs: START_MS, toMs: START_MS + 29 }]);
      expect(got).toHaveLength(221);
      // At the bound exactly nothing is dropped.
      await write(
        store,
        Array.from({ length: 220 }, (_, index) => sampleRecord(1000 + index)),
      );
      await replicas[0]?.tellRecords();
      await replicas[0]?.sendDue();
      expect(got).toHaveLength(441);
      expect(await counts()).toEqual({ delivered: 441, untold: 30 });
    },
    SLOW_MS,
  );

  it(
    'go on for others while one receiver says nothing, and not at all for one that is switched off',
    async () => {
      const { store } = await (await engineOf(name).newPlace()).open();
      const silent = await receiver(() => null);
      const lively = await receiver(() => 200);
      const off = await receiver(() => 200);
      await store.putWebhook({ ...webhook, id: 'whk_silent', url: silent.url });
      await store.putWebhook({ ...webhook, id: 'whk_off', url: off.url });
      await write(store, series(30));
      const sender = createWebhookSender({
        store,
        settings: { allowPrivate: true, maxWaiting: 1000, maxBacklog: 1000 },
        publicUrl: 'https://guard.example',
        now: () => START_MS + DAY_MS,
        metrics: createDeliveryCounts().metrics,
        onError: () => undefined,
        timeoutMs: 1000,
      });
      await sender.tellRecords();
      await store.putWebhook({ ...webhook, id: 'whk_off', url: off.url, isEnabled: false });
      await store.putWebhook({ ...webhook, id: 'whk_lively', url: lively.url });
      await write(store, [sampleRecord(100)]);
      await sender.tellRecords();
      // One batch waits for the silent one, the rest does not.
      expect(await sender.sendDue()).toBe(9);
      expect([lively.got.length, off.got.length]).toEqual([1, 0]);
      expect((await store.webhookCounts()).get('whk_off')).toMatchObject({ pending: 30 });
    },
    SLOW_MS,
  );

  it(
    'keep what two people change at once, and stay deleted',
    async () => {
      const place = await engineOf(name).newPlace();
      const [a, b] = [(await place.open()).store, (await place.open()).store];
      await a.putWebhook(webhook);
      await Promise.all([
        a.updateWebhook(webhook.id, { name: 'Pager', events: undefined }),
        b.updateWebhook(webhook.id, { isEnabled: false, events: ['scan.failed'] }),
      ]);
      const changed = { ...webhook, name: 'Pager', isEnabled: false, events: ['scan.failed'] };
      expect(await a.updateWebhook(webhook.id, {})).toEqual(changed);
      expect(await a.listWebhooks()).toEqual([changed]);
      const { name: seen, url, events, isEnabled } = changed;
      const renamed = await Promise.all(
        ['Siren', 'Bell'].map((next, at) =>
          (at === 0 ? a : b).updateWebhook(
            webhook.id,
            { name: next },
            { name: seen, url, events, isEnabled },
          ),
        ),
      );
      const [winner, ...others] = renamed.filter((each) => each !== null);
      expect([winner?.name === 'Siren' || winner?.name === 'Bell', others]).toEqual([true, []]);
      expect(await a.updateWebhook(webhook.id, { name: 'Pager' }, { events: ['other'] })).toBeNull();
      expect(await a.updateWebhook(webhook.id, { name: 'Pager' }, { isEnabled, events })).toEqual(changed);
      expect(await b.deleteWebhook(webhook.id)).toBe(true);
      expect(await a.updateWebhook(webhook.id, { name: 'back' })).toBeNull();
      expect(await a.listWebhooks()).toEqual([]);
    },
    SLOW_MS,
  );

  it(
    'keep a secret that was replaced until it ends, also over a restart',
    async () => {
      const place = await engineOf(name).newPlace();
      const [a, b] = [await place.open(), await place.open()];
      await a.store.putWebhook(webhook);
      const retired = [
        { secret: webhook.secret, endsAtMs: Date.now() + DAY_MS },
        { secret: 'whsec_older', endsAtMs: Date.now() - 1000 },
      ];
      const won = await Promise.all(
        [a, b].map(({ store }, at) =>
          store.replaceSecret(webhook.id, webhook.secret, { secret: `whsec_${at}`, retired }),
        ),
      );
      const [next, ...others] = won.filter((each) => each !== null);
      expect([next, others]).toEqual([{ ...webhook, secret: next?.secret, retired }, []]);
      expect(next?.secret).toMatch(/^whsec_[01]$/);
      expect(await a.store.replaceSecret('whk_none', webhook.secret, { secret: 's', retired })).toBeNull();
      expect(await a.store.updateWebhook(webhook.id, { name: 'Pager' })).toMatchObject({
        secret: next?.secret,
      });
      const { store } = await place.open();
      // Whatever opens a store deletes what has ended: the older one alone.
      await expect
        .poll(async () => (await store.listWebhooks()).map((each) => [each.secret, each.retired]), POLL)
        .toEqual([[next?.secret, retired.slice(0, 1)]]);
    },
    SLOW_MS,
  );

  it(
    'are not told of records that retention has deleted, and the list forgets those',
    async () => {
      const place = await engineOf(name).newPlace();
      const { store } = await place.open();
      await store.putWebhook(webhook);
      await write(store, [sampleRecord(0, { receivedAtMs: START_MS - 5 * DAY_MS }), sampleRecord(1)]);
      expect(await store.deleteBefore(START_MS - DAY_MS)).toBe(1);
      expect((await store.listUntold(10)).map(({ record }) => record?.requestId ?? null)).toEqual([
        null,
        sampleRecord(1).requestId,
      ]);
      expect(await senderOf(store).tellRecords()).toBe(2);
      expect(await deliveriesOf(store)).toHaveLength(1);
    },
    SLOW_MS,
  );
});

const MINUTES = 60_000;

describe.each(['sqlite', 'postgres'] as const)('failed sign-ins, with %s', (name) => {
  const open = async () => {
    const place = await engineOf(name).newPlace();
    let nowMs = START_MS;
    const replica = async () => createThrottle((await place.open()).store, () => nowMs);
    return {
      replica,
      pass: (ms: number) => {
        nowMs += ms;
      },
    };
  };

  it(
    'count together at all replicas and after a restart, until a quarter of an hour is over',
    async () => {
      const { replica, pass } = await open();
      const [one, two] = [await replica(), await replica()];
      const attempts = Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? one : two).attempt('192.0.2.1', 'ann@example.com', false),
      );
      const waits = await Promise.all(attempts);
      expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(5);
      expect(Math.max(...waits)).toBe(15 * MINUTES);
      const restarted = await replica();
      pass(15 * MINUTES - 1);
      expect(await restarted.attempt('192.0.2.1', 'ann@example.com', false)).toBe(1);
      expect(await restarted.attempt('::ffff:192.0.2.1', 'ann@example.com', false)).toBe(1);
      // Another account at the same address, and another address, are not at their limits.
      expect(await restarted.attempt('192.0.2.1', 'bob@example.com', false)).toBe(0);
      expect(await restarted.attempt('192.0.2.2', 'ann@example.com', false)).toBe(0);
      pass(1);
      expect(await restarted.attempt('192.0.2.1', 'ann@example.com', false)).toBe(0);
    },
    SLOW_MS,
  );

  it(
    'lock strangers out of an account after fifty, and spare an address that every replica knows',
    async () => {
      const { replica } = await open();
      const [one, two] = [await replica(), await replica()];
      expect(await one.isKnown('198.51.100.9', 'ann@example.com')).toBe(false);
      expect(await one.attempt('198.51.100.9', 'ann@example.com', false)).toBe(0);
      await one.succeed('198.51.100.9', 'ann@example.com');
      expect(await two.isKnown('198.51.100.9', 'ann@example.com')).toBe(true);
      expect(await two.isKnown('198.51.100.9', 'bob@example.com')).toBe(false);
      for (let index = 0; index < 50; index += 1) {
        const throttle = index % 2 === 0 ? one : two;
        expect(await throttle.attempt(`203.0.113.${index}`, 'ann@example.com', false)).toBe(0);
      }
      expect(await two.attempt('203.0.113.99', 'ann@example.com', false)).toBeGreaterThan(0);
      expect(await two.attempt('198.51.100.9', 'ann@example.com', true)).toBe(0);
    },
    SLOW_MS,
  );

  it(
    'are taken back by a success, but for what others failed',
    async () => {
      const { replica } = await open();
      const throttle = await replica();
      for (let index = 0; index < 4; index += 1)
        await throttle.attempt('192.0.2.1', 'ann@example.com', false);
      await throttle.attempt('192.0.2.1', 'ann@example.com', false);
      await throttle.succeed('192.0.2.1', 'ann@example.com');
      for (let index = 0; index < 5; index += 1) {
        expect(await throttle.attempt('192.0.2.1', 'ann@example.com', false)).toBe(0);
      }
      expect(await throttle.attempt('192.0.2.1', 'ann@example.com', false)).toBeGreaterThan(0);
      // By address: four of the first five, and these five.
      for (let index = 0; index < 21; index += 1) {
        expect(await throttle.attempt('192.0.2.1', `person-${index}@example.com`, false)).toBe(0);
      }
      expect(await throttle.attempt('192.0.2.1', 'last@example.com', false)).toBeGreaterThan(0);
    },
    SLOW_MS,
  );

  it(
    'do not lock longer than their window where a clock was ahead',
    async () => {
      const { replica, pass } = await open();
      const throttle = await replica();
      for (let index = 0; index < 5; index += 1)
        await throttle.attempt('192.0.2.1', 'ann@example.com', false);
      pass(-24 * 60 * MINUTES);
      const restarted = await replica();
      expect(await restarted.attempt('192.0.2.1', 'ann@example.com', false)).toBe(15 * MINUTES);
    },
    SLOW_MS,
  );
});

describe('failed sign-ins', () => {
  it(
    'count together in two processes',
    async () => {
      const targets = [join(temporaryFolder(), 'store.db')];
      if (engines.server !== null) targets.push(await engines.server.newDatabase());
      for (const target of targets) {
        const started = await Promise.all(
          [1, 2].map(() => promisify(execFile)(process.execPath, [SIGNER, target])),
        );
        const allowed = started.map(({ stdout }) => Number(stdout));
        expect([target, allowed.reduce((a, b) => a + b)]).toEqual([target, 5]);
      }
    },
    SLOW_MS,
  );

  it.each([
    { what: 'sign-ins with the right password', most: 5, way: 'password' },
    { what: 'starts at the provider', most: 30, way: 'start' },
  ] as const)('refuse nobody once $what went well that came at once', async ({ most, way }) => {
    const throttle = createThrottle(createMemoryAttempts(), () => START_MS);
    const ask = () =>
      way === 'start'
        ? throttle.start.attempt('192.0.2.1')
        : throttle.attempt('192.0.2.1', 'ann@example.com', false);
    const waits = await Promise.all(Array.from({ length: most + 1 }, ask));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(most);
    await (way === 'start'
      ? throttle.start.succeed('192.0.2.1')
      : throttle.succeed('192.0.2.1', 'ann@example.com'));
    expect(await ask()).toBe(0);
  });

  it('let nobody in while the store is away', async () => {
    const away = () => Promise.reject(new GatewayError('STORE_FAILED', 'gone'));
    const throttle = createThrottle(
      { countAttempt: away, forgiveAttempt: away, isKnownName: away },
      () => START_MS,
    );
    await expect(throttle.attempt('192.0.2.1', 'ann@example.com', true)).rejects.toThrow('gone');
    await expect(throttle.isKnown('192.0.2.1', 'ann@example.com')).rejects.toThrow('gone');
  });

  it('cost the store nothing once they are refused', async () => {
    let asked = 0;
    const throttle = createThrottle(
      {
        countAttempt: async () => {
          asked += 1;
          return 1000;
        },
        forgiveAttempt: async () => undefined,
        isKnownName: async () => false,
      },
      () => START_MS,
    );
    for (let index = 0; index < 9; index += 1) await throttle.attempt('192.0.2.1', 'ann@example.com', false);
    expect(asked).toBe(1);
  });
});
