import { describe, expect, it } from 'vitest';
import { createTestDashboard, START_MS } from './harness.ts';

describe('the audit log', () => {
  it.each([
    ['actor=ADMIN@', ['session.begin']],
    ['actor=nobody', []],
    ['action=BEGIN', ['session.begin']],
    ['action=session.b&actor=%25', []],
  ])('is filtered by %s', async (query, actions) => {
    const dashboard = await createTestDashboard();
    const cookie = await dashboard.cookieOf('admin');
    await dashboard.store.insertAudit({
      id: 'aud_1',
      atMs: START_MS,
      actor: 'admin@example.com',
      action: 'session.begin',
      target: null,
      details: {},
      address: null,
    });
    const { items } = await (await dashboard.ask(`/audit?${query}`, { cookie })).json();
    expect(items.map(({ action }: { action: string }) => action)).toEqual(actions);
  });
});

it('exports the audit log by its filters, as a spreadsheet and programs take it, and notes that', async () => {
  const dashboard = await createTestDashboard();
  const cookie = await dashboard.cookieOf('admin');
  for (let at = 0; at < 1200; at += 1)
    await dashboard.store.insertAudit({
      id: `aud_${at}`,
      atMs: START_MS - at,
      actor: at % 2 === 0 ? '=cmd@example.com' : 'cli',
      action: at % 2 === 0 ? 'webhook.create' : 'key.create',
      target: null,
      details: { name: 'Köln', url: 'https://hooks.example.com/services/T0KEN' },
      address: null,
    });
  const get = async (query: string) => (await dashboard.ask(`/audit/export?${query}`, { cookie })).text();
  const lines = (await get('format=jsonl&action=webhook')).trim().split('\n');
  expect(lines).toHaveLength(600);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    at: new Date(START_MS).toISOString(),
    action: 'webhook.create',
    details: { name: 'Köln', url: 'https://hooks.example.com/services/…' },
  });
  const csv = await get('actor=cmd');
  expect(csv.startsWith('"at","id","actor"')).toBe(true);
  expect(csv).toContain(`"'=cmd@example.com"`);
  expect(csv.trim().split('\r\n')).toHaveLength(601);
  expect(csv).not.toContain('T0KEN');
  const { items } = await (await dashboard.ask('/audit?action=audit.export', { cookie })).json();
  expect(items.map(({ details }: { details: unknown }) => details)).toContainEqual({
    format: 'jsonl',
    filter: { action: 'webhook' },
  });
  const asked = await dashboard.ask('/audit/export', { cookie: await dashboard.cookieOf('analyst') });
  expect(asked.status).toBe(403);
});
