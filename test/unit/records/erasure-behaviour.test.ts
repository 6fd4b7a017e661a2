import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { recordsCommand } from '../../../src/cli/records.ts';
import { SQLITE_TRAITS } from '../../../src/records/dialect.ts';
import { auditedTarget, eraseRecords } from '../../../src/records/erase.ts';
import { migrate } from '../../../src/records/migrations/migrate.ts';
import { ERASABLE_BY, type Erasable } from '../../../src/records/ports/erasure.ts';
import type { StoredFeedback } from '../../../src/records/ports/feedback.ts';
import type { StoredWebhook } from '../../../src/records/ports/webhooks.ts';
import { createStoreQueries } from '../../../src/records/queries.ts';
import type { Store } from '../../../src/records/running-store.ts';
import type { Database } from '../../../src/records/schema.ts';
import { createNodeSqliteDialect } from '../../../src/records/sqlite/sqlite-dialect.ts';
import { openSqliteFile } from '../../../src/records/sqlite/sqlite-file.ts';
import { createSqliteInsert } from '../../../src/records/sqlite/sqlite-insert.ts';
import { type Engine, type Engines, startEngines } from './engines.ts';
import { temporaryFolder } from './open-store.ts';
import { START_MS, sampleFinding, sampleRecord } from './samples.ts';

const DAY_MS = 86_400_000;
const TEXT_KEY = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
const FINGERPRINT = 'f'.repeat(32);
const MANY = 40;
/** More than one step takes. */
const TOO_MANY = 603;

let engines: Engines;
beforeAll(async () => {
  engines = await startEngines();
});
afterAll(() => engines.close());

const engineOf = (name: 'sqlite' | 'postgres'): Engine => engines[name];

const feedback = (id: string, requestId: string): StoredFeedback => ({
  id,
  requestId,
  label: 'not_attack',
  comment: 'Ms Miller wrote that',
  author: 'ann@example.com',
  createdAtMs: START_MS,
  undoneAtMs: null,
  status: 'open',
});

const WEBHOOK: StoredWebhook = {
  id: 'whk_1',
  name: 'Chat',
  url: 'https://hook.invalid/',
  secret: 'whsec_test',
  retired: [],
  events: ['threat.blocked'],
  isEnabled: true,
  createdAtMs: START_MS - DAY_MS,
};

/** Of `key_a` many, over several days; of `key_b` four, of which two are of one conversation and one has another text's finding. */
const fill = async (store: Store): Promise<void> => {
  for (let index = 0; index < MANY; index += 1)
    store.write(sampleRecord(index, { receivedAtMs: START_MS + (index % 3) * DAY_MS }));
  const mine = {
    keyId: 'key_b',
    texts: [{ direction: 'input', pointer: '/x', role: 'user', text: 'a' }],
  } as const;
  const other = { ...sampleFinding, fingerprint: FINGERPRINT };
  store.write(sampleRecord(MANY, { ...mine, conversation: 'talk' }));
  store.write(sampleRecord(MANY + 1, { ...mine, conversation: 'talk', receivedAtMs: START_MS + DAY_MS }));
  store.write(sampleRecord(MANY + 2, { ...mine, findings: [sampleFinding, other, other] }));
  store.write(sampleRecord(MANY + 3, mine));
  await store.flush();
};

const fillMore = async (store: Store): Promise<void> => {
  for (let index = 0; index < TOO_MANY; index += 1)
    store.write(sampleRecord(1000 + index, { keyId: 'key_d' }));
  await store.flush();
};

const idOf = (index: number): string => sampleRecord(index).requestId;

describe.each(['sqlite', 'postgres'] as const)('erasing on %s', (name) => {
  const open = async (prepare: (store: Store) => Promise<void> = async () => undefined) => {
    const { store } = await (await engineOf(name).newPlace()).open({ fullText: 'all', textKeys: [TEXT_KEY] });
    await prepare(store);
    await fill(store);
    return store;
  };
  const erase = async (store: Store, which: Erasable) => {
    const told: number[] = [];
    const done = { isEnough: () => false, onDone: async (count: number) => void told.push(count) };
    expect(await eraseRecords(store, which, done)).toBe(told[0]);
    return told;
  };

  it.each([
    { by: 'request', value: idOf(MANY + 3), gone: [MANY + 3] },
    { by: 'conversation', value: 'talk', gone: [MANY, MANY + 1] },
    { by: 'fingerprint', value: FINGERPRINT, gone: [MANY + 2] },
    { by: 'key', value: 'key_b', gone: [MANY, MANY + 1, MANY + 2, MANY + 3] },
    { by: 'key', value: 'key_c', gone: [] },
    { by: 'request', value: "x' or 1=1 --", gone: [] },
  ] as const)('takes what is told by $by, $value, and nothing else', async ({ by, value, gone }) => {
    const store = await open();
    const all = MANY + 4;
    expect(await store.countErasable({ by, value })).toBe(gone.length);
    expect(await store.count()).toBe(all);
    expect(await erase(store, { by, value })).toEqual([gone.length]);
    expect(await store.count()).toBe(all - gone.length);
    expect(await store.countErasable({ by, value })).toBe(0);
    for (const index of [MANY, MANY + 1, MANY + 2, MANY + 3]) {
      const isGone = gone.some((each) => each === index);
      const record = await store.get(idOf(index));
      expect(record === null, String(index)).toBe(isGone);
      expect((await store.getText(idOf(index))) === null, String(index)).toBe(isGone);
      if (!isGone) expect(record?.findings.length).toBeGreaterThan(0);
    }
  });

  it('takes more than fit into one step, and what charts are made of stays', async () => {
    const store = await open();
    await fillMore(store);
    expect(await erase(store, { by: 'key', value: 'key_d' })).toEqual([TOO_MANY]);
    expect(await store.count()).toBe(MANY + 4);
    const { requests } = await store.totals(START_MS, START_MS + 4 * DAY_MS, null);
    expect(requests).toBe(TOO_MANY + MANY + 4);
  });

  it('takes feedback, also about a record that retention has deleted, and what no webhook was told of', async () => {
    // Without one that listens nobody is to be told of anything.
    const store = await open((empty) => empty.putWebhook(WEBHOOK));
    store.write(sampleRecord(0, { requestId: 'req_gone', receivedAtMs: START_MS - 9 * DAY_MS }));
    await store.flush();
    await store.insertFeedback(feedback('f1', idOf(MANY)));
    await store.insertFeedback(feedback('f2', 'req_gone'));
    expect(await store.deleteBefore(START_MS - 7 * DAY_MS)).toBe(1);
    await store.insertFeedback(feedback('f3', idOf(1)));
    const untold = async () => (await store.listUntold(2000)).length;
    const before = await untold();
    expect(before).toBe(MANY + 5);
    expect(await erase(store, { by: 'conversation', value: 'talk' })).toEqual([2]);
    expect(await erase(store, { by: 'request', value: 'req_gone' })).toEqual([0]);
    expect([await store.getFeedback('f1'), await store.getFeedback('f2')]).toEqual([null, null]);
    expect(await store.getFeedback('f3')).not.toBeNull();
    expect(await untold()).toBe(before - 3);
  });

  it('ends where it is enough, and tells how much it was also where it fails', async () => {
    const store = await open();
    await fillMore(store);
    const told: number[] = [];
    const onDone = async (count: number) => void told.push(count);
    await eraseRecords(store, { by: 'key', value: 'key_d' }, { isEnough: () => true, onDone });
    expect(told).toEqual([500]);
    let calls = 0;
    const failing = {
      ...store,
      eraseBatch: async (which: Erasable) => {
        calls += 1;
        if (calls > 1) throw new Error('away');
        return store.eraseBatch(which);
      },
    };
    const which = { by: 'key', value: 'key_d' } as const;
    await expect(eraseRecords(failing, which, { isEnough: () => false, onDone })).rejects.toThrow('away');
    expect(told).toEqual([500, 103]);
  });
});

it.each(ERASABLE_BY.map((by) => ({ by })))('what the audit log names of $by tells no text', ({ by }) => {
  const isId = by === 'request' || by === 'key';
  expect(auditedTarget({ by, value: 'x' })).toBe(isId ? 'x' : null);
});

describe('the command', () => {
  const prepare = async () => {
    const dataDir = temporaryFolder();
    const path = join(dataDir, 'portcullis.db');
    const file = await openSqliteFile(path);
    const secret = `A letter of Ms Miller ${'.'.repeat(40)}`;
    await file.insertRecords(
      [1, 2, 3].map((index) =>
        sampleRecord(index, {
          keyId: index === 3 ? 'key_b' : 'key_a',
          findings: [{ ...sampleFinding, excerpt: secret }],
        }),
      ),
    );
    await file.close();
    const run = async (...args: string[]): Promise<string> => {
      const written: string[] = [];
      const stdout = vi
        .spyOn(process.stdout, 'write')
        .mockImplementation((text) => written.push(String(text)) > 0);
      try {
        await recordsCommand.run(['erase', ...args, '--data-dir', dataDir]);
      } finally {
        stdout.mockRestore();
      }
      return written.join('').trimEnd();
    };
    return { path, secret, run };
  };

  it('counts first, erases then, and writes it down without what it was about', async () => {
    const { path, run } = await prepare();
    const { fingerprint } = sampleFinding;
    expect(await run('--fingerprint', fingerprint, '--dry-run')).toBe('3 records would be erased');
    expect(await run('--key', 'key_b', '--json')).toBe('{"records":1,"isErased":true}');
    expect(await run('--fingerprint', fingerprint)).toBe('2 records are erased');
    const file = await openSqliteFile(path);
    onTestFinished(() => file.close());
    expect(await file.count()).toBe(0);
    const { items } = await file.listAudit({}, { cursor: null, limit: 10 });
    expect(items.map(({ actor, action, target, details }) => [actor, action, target, details])).toEqual(
      expect.arrayContaining([
        ['cli', 'records.erase', 'key_b', { by: 'key', records: 1 }],
        ['cli', 'records.erase', null, { by: 'fingerprint', records: 2 }],
      ]),
    );
    expect(items).toHaveLength(2);
    expect(JSON.stringify(items)).not.toContain(fingerprint);
  });

  it('leaves nothing of it in the file, nor beside it', async () => {
    const { path, secret, run } = await prepare();
    // Whoever has it open keeps the log beside it alive.
    const gateway = await openSqliteFile(path);
    onTestFinished(() => gateway.close());
    await gateway.insertRecords([sampleRecord(9, { findings: [{ ...sampleFinding, excerpt: secret }] })]);
    const holds = (text: string) => [path, `${path}-wal`].map((file) => readFileSync(file).includes(text));
    expect(holds(secret)).toEqual([true, true]);
    await run('--fingerprint', sampleFinding.fingerprint);
    expect(holds(secret)).toEqual([false, false]);
    expect(holds(sampleFinding.fingerprint)).toEqual([false, false]);
    expect(await gateway.count()).toBe(0);
  });

  it('leaves nothing of it in free parts of pages, either, where it writes the file anew', async () => {
    const { path, run } = await prepare();
    const gateway = await openSqliteFile(path);
    onTestFinished(() => gateway.close());
    const secret = 'That was Ms Miller';
    // So many that pages were divided: what went to another one still stands where it was.
    for (let from = 0; from < 3000; from += 200)
      await gateway.insertRecords(
        Array.from({ length: 200 }, (_, index) =>
          sampleRecord(100 + from + index, {
            keyId: (from + index) % 3 === 0 ? 'key_m' : 'key_b',
            findings: [{ ...sampleFinding, excerpt: (from + index) % 3 === 0 ? secret : 'other' }],
          }),
        ),
      );
    // By another process: a file that this one closes would take the database's locks with it.
    const grep = (): number | null => spawnSync('grep', ['-a', '-q', secret, path, `${path}-wal`]).status;
    expect(grep()).toBe(0);
    expect(await run('--key', 'key_m', '--compact')).toBe('1000 records are erased');
    expect(grep()).toBe(1);
    expect(await gateway.count()).toBe(2003);
    await gateway.insertRecords([sampleRecord(9000)]);
    expect(await gateway.count()).toBe(2004);
  });

  it('waits for whoever still reads what was there, and lets others write meanwhile', async () => {
    const { path, run } = await prepare();
    const gateway = await openSqliteFile(path);
    onTestFinished(() => gateway.close());
    await gateway.insertRecords([sampleRecord(5)]);
    const reader = new DatabaseSync(path);
    reader.exec('begin');
    reader.prepare('select count(*) from requests').get();
    const running = run('--key', 'key_a');
    await vi.waitFor(async () => expect(await gateway.count()).toBe(1), { timeout: 5000 });
    const startedMs = performance.now();
    expect(await gateway.settleErasure()).toBe(false);
    await gateway.insertRecords([sampleRecord(6)]);
    expect(performance.now() - startedMs).toBeLessThan(2500);
    reader.close();
    expect(await running).toBe('3 records are erased');
    expect(await gateway.settleErasure()).toBe(true);
  });

  it('overwrites all that several erase at once, and waits for others as long as before', async () => {
    const path = join(temporaryFolder(), 'portcullis.db');
    const database = new DatabaseSync(path);
    database.exec('pragma journal_mode = wal; pragma busy_timeout = 5000');
    const db = new Kysely<Database>({ dialect: createNodeSqliteDialect(database) });
    onTestFinished(() => db.destroy());
    await migrate(db, SQLITE_TRAITS);
    const settings: unknown[] = [];
    database.function('note_setting', () => {
      settings.push(database.prepare('pragma secure_delete').get()?.['secure_delete']);
      return 0;
    });
    database.exec('create trigger noted before delete on requests begin select note_setting(); end');
    const queries = await createStoreQueries(
      db,
      SQLITE_TRAITS,
      { fullText: 'off', textKeys: [] },
      createSqliteInsert(database),
    );
    const keys = Array.from({ length: 40 }, (_, index) => `key_${index}`);
    await queries.insertRecords(keys.map((keyId, index) => sampleRecord(index, { keyId })));
    // However far the others are when one begins.
    const together = (work: (keyId: string) => Promise<unknown>) =>
      Promise.all(
        keys.map(async (keyId, turns) => {
          for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
          return work(keyId);
        }),
      );
    await together((value) => queries.eraseBatch({ by: 'key', value }));
    expect(settings).toEqual(keys.map(() => 1));
    await together(() => queries.settleErasure());
    expect(database.prepare('pragma busy_timeout').get()).toEqual({ timeout: 5000 });
  });

  it.each([
    [[]],
    [['--key', 'a', '--request', 'b']],
    [['--fingerprint', '']],
    [['--key', 'a', '--limit', '5']],
    [['key_a']],
    [['--key', 'key_a', '--dry-run', '--compact']],
  ])('wants to be told exactly what, and whose: %j', async (args) => {
    const { run } = await prepare();
    await expect(run(...args)).rejects.toMatchObject({ code: 'USAGE' });
    expect(await run('--fingerprint', sampleFinding.fingerprint, '--dry-run')).toMatch(/^3 /);
  });
});
