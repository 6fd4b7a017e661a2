import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dashboardUrl, findDashboard, runUsers, usersCommand } from '../../../src/cli/users.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { verifyPassword } from '../../../src/dashboard/auth/password.ts';
import { createAddressNote } from '../../../src/start/dashboard-address.ts';
import { freePort } from '../../free-port.ts';
import { createMemoryStore } from './memory-store.ts';

const start = (password = '', addressNote: string | null = null) => {
  const store = createMemoryStore();
  const lines: string[] = [];
  const told: string[] = [];
  let closed = 0;
  const io = {
    publicUrl: 'http://localhost:3000',
    addressNote,
    readPassword: async () => password,
    print: (line: string) => {
      lines.push(line);
    },
    tell: (line: string) => {
      told.push(line);
    },
    now: () => 1000,
  };
  const close = async () => {
    closed += 1;
  };
  const run = (...args: string[]) => runUsers(args, async () => ({ store, io, close }));
  return { store, lines, told, run, closed: () => closed };
};

describe('users', () => {
  it('makes an account with a password from standard input', async () => {
    const { store, run, lines, closed } = start('a password of some length\n');
    expect(await run('create', '--email', 'Ann@Example.com', '--password-stdin', '--json')).toBe(0);
    const user = await store.findUserByEmail('ann@example.com');
    expect([user?.role, closed()]).toEqual(['owner', 1]);
    expect(await verifyPassword(user?.passwordHash ?? null, 'a password of some length')).toBe(true);
    expect(JSON.parse(lines[0] ?? '')).toEqual({ id: user?.id, email: 'ann@example.com', role: 'owner' });
    await expect(run('create', '--email', 'ann@example.com')).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('makes nobody but the first an owner unless that is said', async () => {
    const { store, run, lines } = start('a password of some length');
    await run('create', '--email', 'ann@example.com', '--password-stdin');
    for (const way of [[], ['--password-stdin']])
      await expect(run('create', '--email', 'bo@example.com', ...way)).rejects.toMatchObject({
        code: 'USAGE',
        message: expect.stringContaining('--role owner|admin|analyst|viewer'),
      });
    expect(await store.listTickets('invitation')).toEqual([]);
    await run('create', '--email', 'bo@example.com', '--role', 'owner', '--password-stdin');
    expect(lines.at(-1)).toBe('bo@example.com has an account (owner)');
  });

  it('makes a link where no password is given', async () => {
    const { store, run, lines, told } = start();
    await run('create', '--email', 'bo@example.com', '--role', 'viewer');
    expect(told).toEqual(['With this link, which works once, bo@example.com becomes viewer.']);
    expect(lines[0]).toMatch(/^http:\/\/localhost:3000\/join#token=[\w-]{43}$/);
    expect(await store.listTickets('invitation')).toMatchObject([
      { email: 'bo@example.com', role: 'viewer' },
    ]);
  });

  it('sets a new password, which ends all sessions', async () => {
    const { store, run, lines } = start('a password of some length');
    await run('create', '--email', 'ann@example.com', '--password-stdin', '--name', 'Ann');
    const user = await store.findUserByEmail('ann@example.com');
    const session = {
      id: 's',
      tokenSha256: 'x',
      userId: user?.id ?? '',
      createdAtMs: 0,
      lastSeenAtMs: 0,
      expiresAtMs: 9,
      userAgent: '',
      address: '',
    };
    await store.insertSession(session);
    await run('reset-password', '--email', 'ann@example.com', '--password-stdin');
    expect(store.sessions()).toEqual([]);
    expect(lines).toEqual(['ann@example.com has an account (owner)', 'ann@example.com has a new password']);
    await run('reset-password', '--email', 'ann@example.com');
    expect(await store.listTickets('password_reset')).toHaveLength(1);
    expect(store.audits().map(({ actor, action }) => [actor, action])).toEqual([
      ['cli', 'user.create'],
      ['cli', 'password.reset'],
      ['cli', 'user.reset_link'],
    ]);
  });

  it('gives the link for the first account only while there is none', async () => {
    const { run, lines } = start('a password of some length');
    await run('setup-link');
    expect(lines[0]).toContain('/setup#token=');
    await run('create', '--email', 'ann@example.com', '--password-stdin');
    await expect(run('setup-link')).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('makes no store in which nobody can have lost his password', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portcullis-users-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const dataDir = join(folder, 'of-nobody');
    await expect(
      usersCommand.run(['reset-password', '--email', 'ann@example.com', '--data-dir', dataDir]),
    ).rejects.toMatchObject({ code: 'STORE_FAILED', message: expect.stringContaining(dataDir) });
    expect(existsSync(dataDir)).toBe(false);
  });

  it.each([
    { dashboard: {}, url: 'http://localhost:3000' },
    { dashboard: {}, port: '13000', url: 'http://localhost:13000' },
    { dashboard: { address: '0.0.0.0:3001' }, url: 'http://localhost:3001' },
    { dashboard: { address: '[::1]:3000' }, url: 'http://localhost:3000' },
    { dashboard: { address: '192.0.2.7:3000' }, port: '81', url: 'http://192.0.2.7:81' },
    { dashboard: { publicUrl: 'https://guard.example.com/' }, url: 'https://guard.example.com' },
  ])('makes links to $url, as the dashboard does', ({ dashboard, port, url }) => {
    expect(dashboardUrl(loadConfig({ env: {}, overrides: { dashboard } }), port)).toBe(url);
  });

  it('makes links to the dashboard that runs on the same data folder, whatever its port', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portcullis-users-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const server = createServer((_, response) =>
      response.end(JSON.stringify({ info: { title: 'Portcullis dashboard' } })),
    );
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const said: string[] = [];
    const note = createAddressNote({ dataDir }, (line) => said.push(line));
    const free = `127.0.0.1:${await freePort()}`;
    const find = (dashboard: object = {}, wanted?: string) =>
      findDashboard(
        loadConfig({ env: {}, overrides: { dataDir, dashboard: { address: free, ...dashboard } } }),
        wanted,
      );
    const asConfigured = {
      publicUrl: `http://localhost:${free.split(':')[1]}`,
      addressNote: expect.stringMatching(/^No dashboard answers at http:.* Say --dashboard-port /),
    };
    expect(await find()).toEqual(asConfigured);
    note.write(`127.0.0.1:${port}`);
    expect(await find()).toEqual({ publicUrl: `http://localhost:${port}`, addressNote: null });
    expect(await find({}, '81')).toEqual({ publicUrl: 'http://localhost:81', addressNote: null });
    const publicUrl = 'https://guard.example.com';
    expect(await find({ publicUrl })).toEqual({ publicUrl, addressNote: null });
    // Where another one has noted its own since, that stays; and one that was killed could not take its own back.
    const other = createAddressNote({ dataDir }, (line) => said.push(line));
    other.write('127.0.0.1:9');
    note.clear();
    expect(readdirSync(dataDir)).toEqual(['dashboard-address']);
    expect(await find()).toEqual(asConfigured);
    other.clear();
    expect(readdirSync(dataDir)).toEqual([]);
    expect(await find({ address: `127.0.0.1:${port}` })).toMatchObject({ addressNote: null });
    expect(said).toEqual([]);
    createAddressNote({ dataDir: join(dataDir, 'none') }, (line) => said.push(line)).write('127.0.0.1:9');
    expect(said).toEqual([expect.stringContaining('where the dashboard listens could not be noted')]);
  });

  it('says beside a link, and beside nothing else, that no dashboard answers there', async () => {
    const { run, told } = start('a password of some length', 'No dashboard answers.');
    await run('create', '--email', 'ann@example.com', '--password-stdin');
    await run('create', '--email', 'bo@example.com', '--role', 'viewer', '--json');
    expect(told).toEqual([]);
    await run('create', '--email', 'cy@example.com', '--role', 'viewer');
    expect(told[0]).toBe('No dashboard answers.');
  });

  it('takes no port that is none', () => {
    expect(() => dashboardUrl(loadConfig({ env: {} }), '0')).toThrow('--dashboard-port takes a whole number');
  });

  it('takes no password in another coding, which nobody could type', async () => {
    const { store, run } = start('a pass\uFFFDword of some length');
    await expect(run('create', '--email', 'ann@example.com', '--password-stdin')).rejects.toMatchObject({
      code: 'USAGE',
      message: 'The password is not UTF-8.',
    });
    expect(await store.findUserByEmail('ann@example.com')).toBeNull();
  });

  it.each([
    { name: 'no action', args: [] },
    { name: 'an unknown one', args: ['delete'] },
    { name: 'no e-mail', args: ['create'], message: 'Say --email ADDRESS.' },
    {
      name: 'what is no e-mail',
      args: ['create', '--email', 'ann'],
      message: '--email takes an address, not "ann".',
    },
    { name: 'an unknown role', args: ['create', '--email', 'a@example.com', '--role', 'god'] },
    { name: 'a short password', args: ['create', '--email', 'a@example.com', '--password-stdin'] },
    {
      name: 'a role for who has an account, which would be ignored',
      args: ['reset-password', '--email', 'a@example.com', '--role', 'viewer'],
      message: 'users reset-password takes no --role.',
    },
    {
      name: 'an e-mail for a link that anybody may use',
      args: ['setup-link', '--email', 'a@example.com'],
      message: 'users setup-link takes no --email.',
    },
    {
      name: 'a name of who is invited',
      args: ['create', '--email', 'a@example.com', '--name', 'Ann'],
      message: expect.stringContaining('--name goes with --password-stdin'),
    },
    { name: 'nobody', args: ['reset-password', '--email', 'a@example.com'] },
  ])('refuses $name', async ({ args, message = expect.any(String) }) => {
    await expect(start('short').run(...args)).rejects.toMatchObject({ code: 'USAGE', message });
  });
});
