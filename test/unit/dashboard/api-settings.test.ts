import { describe, expect, it } from 'vitest';
import { codeOf, createTestDashboard, type TestDashboard } from './harness.ts';

describe('settings', () => {
  const put = ({ ask }: TestDashboard, cookie: string, own: object, expectedRevision: number) =>
    ask('/settings', { method: 'PUT', cookie, json: { own, expectedRevision, comment: 'try' } });

  it('take one of two who change them at the same time', async () => {
    const dashboard = await createTestDashboard();
    const cookie = await dashboard.cookieOf('admin');
    const both = await Promise.all([
      put(dashboard, cookie, { sensitivity: 'low' }, 0),
      put(dashboard, cookie, { sensitivity: 'high' }, 0),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('name every fault at once, in the words of the configuration', async () => {
    const dashboard = await createTestDashboard();
    const response = await put(
      dashboard,
      await dashboard.cookieOf('admin'),
      { mode: 'blocked', sensitivty: 'low', rules: [{ id: 'a', pattern: '(' }] },
      0,
    );
    const { error } = await response.json();
    expect([response.status, error.code]).toEqual([422, 'invalid_settings']);
    const paths = error.issues.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(expect.arrayContaining(['mode', 'sensitivty', 'rules.0.pattern']));
  });

  it('let nothing by that is always scanned, but keep what is stored', async () => {
    const dashboard = await createTestDashboard();
    const cookie = await dashboard.cookieOf('admin');
    const put = async (expectedRevision: number, own: object) => {
      const response = await dashboard.ask('/settings', {
        cookie,
        method: 'PUT',
        json: { expectedRevision, own },
      });
      return [response.status, (await response.json()).error?.param];
    };
    const passThrough = ['POST /v1/chat/completions', 'POST /v1/chat/*'];
    expect(await put(0, { passThrough })).toEqual([422, 'passThrough.0']);
    expect(await put(0, { passThrough: ['POST /v1/chat/*'] })).toEqual([200, undefined]);
    const { store } = dashboard;
    await store.insertSettings({ createdAtMs: 1, author: 'a', comment: '', own: { passThrough } }, 1);
    expect(await put(2, { passThrough, mode: 'shadow' })).toEqual([200, undefined]);
  });

  it('leave alone what the file says, and what is in force is the file’s', async () => {
    const dashboard = await createTestDashboard({ locked: { mode: 'shadow' } });
    const cookie = await dashboard.cookieOf('admin');
    const refused = await put(dashboard, cookie, { mode: 'blocking' }, 0);
    expect([refused.status, await codeOf(refused)]).toEqual([409, 'locked']);
    expect((await put(dashboard, cookie, { sensitivity: 'high' }, 0)).status).toBe(200);
    const { effective, locked } = await (await dashboard.ask('/settings', { cookie })).json();
    expect([effective.mode, effective.sensitivity, locked]).toEqual(['shadow', 'high', ['mode']]);
  });

  it('are locked by what the file says now, without a restart', async () => {
    const dashboard = await createTestDashboard();
    const cookie = await dashboard.cookieOf('admin');
    expect((await put(dashboard, cookie, { mode: 'advisory' }, 0)).status).toBe(200);
    dashboard.lock({ mode: 'shadow', entities: { EMAIL_ADDRESS: { input: 'block' } } });
    const { effective, locked, file } = await (await dashboard.ask('/settings', { cookie })).json();
    expect([effective.mode, locked, file.mode]).toEqual(['shadow', ['mode', 'entities'], 'shadow']);
    expect(await codeOf(await put(dashboard, cookie, { mode: 'blocking' }, 1))).toBe('locked');
    const rules = await (await dashboard.ask('/pii-rules', { cookie })).json();
    expect(rules.isLocked).toBe(true);
    dashboard.lock({});
    expect((await put(dashboard, cookie, { mode: 'blocking' }, 1)).status).toBe(200);
  });

  it('go back to an older revision by a new one, and come out as the file takes them', async () => {
    const dashboard = await createTestDashboard({ locked: { mode: 'shadow' } });
    const cookie = await dashboard.cookieOf('admin');
    await put(dashboard, cookie, { sensitivity: 'high' }, 0);
    await put(dashboard, cookie, { sensitivity: 'low' }, 1);
    const back = await dashboard.ask('/settings/revisions/1/revert', {
      method: 'POST',
      cookie,
      json: { expectedRevision: 2 },
    });
    expect((await back.json()).own).toEqual({ sensitivity: 'high' });
    const { items } = await (await dashboard.ask('/settings/revisions?limit=2', { cookie })).json();
    expect(
      items.map(({ revision, comment }: { revision: number; comment: string }) => [revision, comment]),
    ).toEqual([
      [3, 'back to revision 1'],
      [2, 'try'],
    ]);
    const yaml = await (await dashboard.ask('/settings/export', { cookie })).text();
    expect(yaml).toContain('policy:\n  sensitivity: high\n  mode: shadow\n');
  });
});
