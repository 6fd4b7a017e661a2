import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { createKey } from '../../src/keys/service.ts';
import { openSqliteFile } from '../../src/records/sqlite/sqlite-file.ts';
import {
  ATTACK,
  BENIGN,
  chat,
  eventually,
  type Stack,
  type StackOptions,
  startStack,
} from '../contract/stack.ts';
import { AS_EVER, settled, traffic } from './steady-traffic.ts';

/** The gateway's machine runs short of something: requests go on or are refused, and each is counted. */

const TEST_MS = 180_000;
const run = promisify(execFile);

let stack: Stack | null = null;
let folder: string | null = null;
afterEach(async () => {
  await stack?.stop();
  stack = null;
  if (folder !== null) await rm(folder, { recursive: true, force: true });
  folder = null;
});

const start = async (options: StackOptions = {}): Promise<Stack> => {
  stack = await startStack({ ...options, env: { PORTCULLIS_LOG_LEVEL: 'warn', ...options.env } });
  return stack;
};

const hasPrlimit = await run('prlimit', ['--version']).then(
  () => true,
  () => false,
);

describe('a disk that is full', () => {
  it.skipIf(!hasPrlimit)(
    'costs no request and no record: all wait until there is room',
    {
      timeout: TEST_MS,
    },
    async () => {
      const own = await start();
      const limit = (bytes: number | 'unlimited'): Promise<unknown> =>
        run('prlimit', ['--pid', String(own.ready.gatewayPid), `--fsize=${bytes}:unlimited`]);
      const before = await traffic(own, 500);
      await settled(own, before.sent);
      // No file of this process may grow any more.
      await limit(4096);
      const during = await traffic(own, 3000);
      expect(during.seen).toEqual(AS_EVER);
      // For longer than a fault of another kind is waited for.
      await eventually(
        async () => own.output(),
        (said) => said.includes('Records wait until there is room for them: disk I/O error'),
      );
      expect(await own.metric('records_written_total')).toBe(before.sent);
      await limit('unlimited');
      const after = await traffic(own, 500);
      expect(after.seen).toEqual(AS_EVER);
      const sent = before.sent + during.sent + after.sent;
      const { written, dropped } = await settled(own, sent);
      expect({ written, dropped }).toEqual({ written: sent, dropped: 0 });
      expect(await own.records(written)).toHaveLength(written);
    },
  );
});

describe('a gateway with little memory', () => {
  it('lets nothing pass unscanned, whether it survives or not', { timeout: TEST_MS }, async () => {
    // Above what it has at its start, and below what the bodies need together.
    const own = await start({ env: { NODE_OPTIONS: '--max-old-space-size=96' } });
    const attack = chat(`${'The harbour lay quiet. '.repeat(200_000)} ${ATTACK}`);
    const before = own.provider.requests().chat;
    const statuses = await Promise.all(
      Array.from({ length: 24 }, () =>
        own.call({ body: attack }).then(
          ({ status }) => status,
          () => 0,
        ),
      ),
    );
    expect(statuses.filter((status) => status === 200)).toEqual([]);
    expect(own.provider.requests().chat).toBe(before);
    await eventually(
      () => own.call({ body: chat(BENIGN) }).catch(() => ({ status: 0 })),
      ({ status }) => status === 200,
      60_000,
    );
    expect((await own.call({ body: chat(ATTACK) })).status).toBe(403);
  });
});

describe('a configuration file that is written a hundred times a second', () => {
  it('changes no answer meanwhile, and its last content is in force', { timeout: TEST_MS }, async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-storm-'));
    const file = join(folder, 'portcullis.yaml');
    const write = (mode: string): void => writeFileSync(file, `policy:\n  mode: ${mode}\n`);
    write('blocking');
    const own = await start({ args: ['--config', file] });
    let count = 0;
    // Every third is no configuration; all that are block attacks.
    const storm = setInterval(() => {
      count += 1;
      write(count % 3 === 0 ? 'wild' : 'blocking');
    }, 10);
    const during = await traffic(own, 5000);
    clearInterval(storm);
    expect(count).toBeGreaterThan(100);
    expect(during.seen).toEqual(AS_EVER);
    write('advisory');
    await eventually(
      () => own.call({ body: chat(ATTACK) }),
      ({ status }) => status === 200,
    );
    expect(await own.metric('config_last_reload_successful')).toBe(1);
  });
});

describe('ten thousand keys', () => {
  const KEYS = 10_000;

  it('are all known within seconds, and one that is revoked is not', { timeout: TEST_MS }, async () => {
    const own = await start();
    const file = await openSqliteFile(join(own.dataDir, 'portcullis.db'));
    let last = '';
    for (let i = 0; i < KEYS; i++) {
      last = (await createKey(file, { name: `key ${i}`, origin: 'cli' }, Date.now())).secret;
    }
    const withKey = (): Promise<{ status: number }> =>
      own.call({ body: chat(BENIGN), headers: { 'x-gateway-key': last } });
    await eventually(withKey, ({ status }) => status === 200);
    expect((await own.call({ body: chat(ATTACK), headers: { 'x-gateway-key': last } })).status).toBe(403);
    const stored = (await file.listKeys()).find(({ name }) => name === `key ${KEYS - 1}`);
    await file.revokeKey(stored?.id ?? '', Date.now());
    await file.close();
    await eventually(withKey, ({ status }) => status === 401, 5000);
  });
});
