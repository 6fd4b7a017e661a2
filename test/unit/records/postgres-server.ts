import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../free-port.ts';

export type PostgresServer = Readonly<{
  /** What runs, for people. */
  name: string;
  /** A new, empty database. */
  newDatabase: () => Promise<string>;
  /** Null where the server is not ours to stop. */
  restarting: Readonly<{ stop: () => Promise<void>; start: () => Promise<void> }> | null;
  close: () => Promise<void>;
}>;

const DEBIAN_ROOT = '/usr/lib/postgresql';
const START_MS = 30_000;

const findBinaries = (): string | null => {
  const versions = existsSync(DEBIAN_ROOT) ? readdirSync(DEBIAN_ROOT) : [];
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_ROOT, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
};

/** PostgreSQL refuses to run as root: an account without rights does it then. */
const unprivileged = (): { uid: number; gid: number } | null => {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = ['postgres', 'nobody']
    .map((name) => accounts.find(([known]) => known === name))
    .find((found) => found !== undefined);
  return { uid: Number(account?.[2] ?? 65534), gid: Number(account?.[3] ?? 65534) };
};

let databases = 0;

/** @param base URL of a database from which others may be made. */
const createDatabase = async (base: string): Promise<string> => {
  const client = new pg.Client({ connectionString: base });
  await client.connect();
  databases += 1;
  const name = `portcullis_test_${process.pid}_${Date.now()}_${databases}`;
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(base);
  url.pathname = `/${name}`;
  return url.href;
};

const untilReady = async (url: string): Promise<void> => {
  const deadlineMs = Date.now() + START_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadlineMs) throw error;
      await sleep(100);
    }
  }
};

const startOwn = async (binaries: string, settings: readonly string[]): Promise<PostgresServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-postgres-'));
  const account = unprivileged();
  if (account !== null) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const as = { ...(account ?? {}), cwd: folder };
  await promisify(execFile)(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'portcullis', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    as,
  );
  const port = await freePort();
  const url = `postgres://portcullis@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | null = null;
  const abandon = (): void => {
    child?.kill('SIGQUIT');
  };
  process.once('exit', abandon);
  const start = async (): Promise<void> => {
    const options = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', ...settings];
    child = spawn(join(binaries, 'postgres'), ['-D', data, ...options.flatMap((option) => ['-c', option])], {
      ...as,
      stdio: 'ignore',
    });
    await untilReady(url);
  };
  const stop = async (): Promise<void> => {
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    // Fast: open connections are cut, as in an outage.
    child.kill('SIGINT');
    await ended;
    child = null;
  };
  await start();
  return {
    name: `${binaries}/postgres`,
    newDatabase: () => createDatabase(url),
    restarting: { stop, start },
    close: async () => {
      process.off('exit', abandon);
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/**
 * A PostgreSQL server for tests: one of our own where Debian's packages are installed, else that of `TEST_DATABASE_URL`,
 * which must allow to make databases. Null where there is neither, or `PORTCULLIS_TEST_NO_POSTGRES` is `true`.
 */
export const startPostgres = async (
  settings: readonly string[] = ['fsync=off'],
): Promise<PostgresServer | null> => {
  if (process.env['PORTCULLIS_TEST_NO_POSTGRES'] === 'true') return null;
  const binaries = findBinaries();
  if (binaries !== null) return startOwn(binaries, settings);
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined || url === '') return null;
  return {
    name: 'TEST_DATABASE_URL',
    newDatabase: () => createDatabase(url),
    restarting: null,
    close: async () => undefined,
  };
};
