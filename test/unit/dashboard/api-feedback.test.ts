import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  codeOf,
  createTestDashboard,
  LOST_KEY,
  previewOf,
  RULE_SCOPE,
  START_MS,
  sampleFinding,
  sampleRecord,
  type TestDashboard,
} from './harness.ts';

const anything = z.any();

describe('feedback', () => {
  const start = async () => {
    const dashboard = await createTestDashboard();
    const record = sampleRecord({
      findings: [sampleFinding(), sampleFinding({ ruleId: 'ML-1001', confidence: 0.9 })],
    });
    dashboard.store.addRecord(record);
    const cookie = await dashboard.cookieOf('admin');
    const give = (label: string) =>
      dashboard.ask(`/requests/${record.requestId}/feedback`, { method: 'POST', cookie, json: { label } });
    return { dashboard, record, cookie, give };
  };

  it('records an opinion and changes nothing else', async () => {
    const { dashboard, give, cookie, record } = await start();
    const item = await (await give('not_attack')).json();
    expect(await codeOf(await give('not_attack'))).toBe('already_labelled');
    expect(await dashboard.store.listExclusions(true)).toEqual([]);
    expect((await (await dashboard.ask('/requests', { cookie })).json()).items[0].feedback).toBe(
      'not_attack',
    );
    expect((await dashboard.ask(`/feedback/${item.id}`, { method: 'DELETE', cookie })).status).toBe(204);
    expect((await (await dashboard.ask('/feedback', { cookie })).json()).items).toEqual([]);
    const detail = await (await dashboard.ask(`/requests/${record.requestId}`, { cookie })).json();
    expect([detail.feedback, detail.feedbackItems.length]).toEqual([null, 1]);
  });

  it('of two who give the same label at once one does, and the other is told', async () => {
    const { dashboard, give, cookie } = await start();
    const answers = await Promise.all([give('not_attack'), give('not_attack')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const other = await give('missed_attack');
    expect(other.status).toBe(201);
    const { items } = await (await dashboard.ask('/feedback', { cookie })).json();
    expect(items).toMatchObject([{ label: 'missed_attack' }]);
  });

  it('suggests exclusions from the narrowest to the widest, none without a rule or a text', async () => {
    const { dashboard, give, cookie } = await start();
    const { id } = await (await give('not_attack')).json();
    const { suggestions } = await (await dashboard.ask(`/feedback/${id}/suggestions`, { cookie })).json();
    type Scope = { ruleId: string | null; fingerprint: string | null; keyId: string | null };
    const scopes: Scope[] = suggestions.map(({ scope }: { scope: Scope }) => scope);
    expect(scopes[0]).toMatchObject({ fingerprint: expect.any(String), keyId: 'key_1' });
    expect(scopes.at(-1)).toMatchObject({ fingerprint: null, keyId: null });
    expect(scopes.every(({ ruleId, fingerprint }) => ruleId !== null || fingerprint !== null)).toBe(true);
    // Both rules find the same text: an exclusion of one alone would leave it blocked.
    expect(scopes[0]?.ruleId).toBeNull();
    const created = await dashboard.ask('/exclusions', {
      method: 'POST',
      cookie,
      json: {
        scope: scopes[0],
        preview: await previewOf(dashboard, cookie, scopes[0]),
        comment: 'a test of ours',
        expiresAtMs: null,
        feedbackId: id,
      },
    });
    expect(created.status).toBe(201);
    expect((await (await dashboard.ask('/feedback?status=excluded', { cookie })).json()).items).toHaveLength(
      1,
    );
  });

  describe('an exclusion', () => {
    const exclude = async (
      dashboard: TestDashboard,
      cookie: string,
      preview?: unknown,
      scope: object = RULE_SCOPE,
    ) =>
      dashboard.ask('/exclusions', {
        method: 'POST',
        cookie,
        json: { scope, comment: 'known', expiresAtMs: null, ...(preview === undefined ? {} : { preview }) },
      });

    it('is not made without a preview of it', async () => {
      const { dashboard, cookie } = await start();
      const refused = await exclude(dashboard, cookie);
      expect(refused.status).toBe(422);
      expect((await refused.json()).error).toMatchObject({
        code: 'preview_required',
        param: 'preview',
        message: expect.stringContaining('POST /api/v1/replay'),
      });
      expect(await dashboard.store.listExclusions(true)).toEqual([]);
      expect((await exclude(dashboard, cookie, await previewOf(dashboard, cookie, RULE_SCOPE))).status).toBe(
        201,
      );
      const audits = dashboard.store.audits();
      expect(audits.find(({ action }) => action === 'exclusion.create')).toMatchObject({
        details: { preview: { examined: 1, changed: 0, atMs: START_MS } },
      });
    });

    it.each([
      { name: 'of another rule', scope: { ...RULE_SCOPE, ruleId: 'PI-1002' } },
      { name: 'of something narrower', scope: { ...RULE_SCOPE, keyId: 'key_1' } },
      { name: 'of one text', scope: { ...RULE_SCOPE, fingerprint: 'a'.repeat(32) } },
    ])('is not made by a preview $name', async ({ scope }) => {
      const { dashboard, cookie } = await start();
      const preview = await previewOf(dashboard, cookie, scope);
      expect(preview).toEqual(expect.any(String));
      expect(await codeOf(await exclude(dashboard, cookie, preview))).toBe('preview_mismatch');
      expect((await exclude(dashboard, cookie, preview, scope)).status).toBe(201);
    });

    it('is not made by what somebody else was shown, nor by a token that nobody gave', async () => {
      const { dashboard, cookie } = await start();
      const other = await previewOf(dashboard, await dashboard.cookieOf('admin'), RULE_SCOPE);
      const own = await previewOf(dashboard, cookie, RULE_SCOPE);
      const [atMs = '', examined = '', , signature = ''] = own.split('.');
      const forged = [
        other,
        '',
        'x',
        [atMs, examined, '5', signature].join('.'),
        [String(Number(atMs) + 1), examined, '0', signature].join('.'),
        own.slice(0, -1),
        `${own}A`,
      ];
      for (const each of forged) {
        expect(await codeOf(await exclude(dashboard, cookie, each))).toBe('preview_mismatch');
      }
      expect((await exclude(dashboard, cookie, 'x'.repeat(201))).status).toBe(422);
    });

    it('is made by a preview as old as the limit, and by none that is older', async () => {
      const { dashboard, cookie } = await start();
      const preview = await previewOf(dashboard, cookie, RULE_SCOPE);
      dashboard.pass(30 * 60_000);
      expect((await exclude(dashboard, cookie, preview)).status).toBe(201);
      dashboard.pass(1);
      expect(await codeOf(await exclude(dashboard, cookie, preview))).toBe('preview_expired');
    });

    it.each([
      { name: 'less than a day', over: { fromMs: START_MS - 86_400_000 + 1, toMs: START_MS } },
      {
        name: 'days to come, in which there is nothing to be seen',
        over: { fromMs: START_MS + 1, toMs: START_MS + 8 * 86_400_000 },
      },
      { name: 'days long gone', over: { fromMs: 0, toMs: START_MS - 300_001 } },
      { name: 'a few requests only', over: { limit: 1000 } },
      { name: 'another mode as well', over: { mode: 'shadow' } },
      { name: 'another sensitivity as well', over: { sensitivity: 'low' } },
      { name: 'other thresholds as well', over: { thresholds: {} } },
    ])('takes a preview of more than $name', async ({ over }) => {
      const { dashboard, cookie } = await start();
      const json = { exclusion: RULE_SCOPE, ...over };
      const answer = await (await dashboard.ask('/replay', { method: 'POST', cookie, json })).json();
      expect(answer).toMatchObject({ examined: expect.any(Number), previewToken: null });
    });

    it('comes back only after another look at what it changes', async () => {
      const { dashboard, cookie } = await start();
      const preview = await previewOf(dashboard, cookie, RULE_SCOPE);
      const { id } = await (await exclude(dashboard, cookie, preview)).json();
      expect((await dashboard.ask(`/exclusions/${id}/end`, { method: 'POST', cookie })).status).toBe(200);
      const revive = (json: object) =>
        dashboard.ask(`/exclusions/${id}/revive`, { method: 'POST', cookie, json });
      expect(await codeOf(await revive({}))).toBe('preview_required');
      dashboard.pass(31 * 60_000);
      expect(await codeOf(await revive({ preview }))).toBe('preview_expired');
      expect((await revive({ preview: await previewOf(dashboard, cookie, RULE_SCOPE) })).status).toBe(200);
      expect(await dashboard.store.listExclusions(false)).toHaveLength(1);
    });
  });

  it('never excludes everything', async () => {
    const { dashboard, cookie } = await start();
    const scope = {
      ruleId: null,
      subType: 'jailbreak',
      keyId: null,
      role: null,
      direction: null,
      fingerprint: null,
    };
    const json = { scope, comment: 'x', expiresAtMs: null };
    expect((await dashboard.ask('/exclusions', { method: 'POST', cookie, json })).status).toBe(422);
  });

  it('goes out for training although the text of one does not open any more', async () => {
    const { dashboard, give, cookie, record } = await start();
    await give('not_attack');
    dashboard.store.addText({
      requestId: record.requestId,
      keyId: LOST_KEY,
      nonce: new Uint8Array(),
      ciphertext: new Uint8Array(),
    });
    const exported = await dashboard.ask('/feedback/export', { cookie });
    expect(JSON.parse(await exported.text())).toMatchObject({ text: null, label: 0 });
    const shown = await dashboard.ask(`/requests/${record.requestId}/text`, { cookie });
    expect(shown.status).toBe(409);
    expect((await shown.json()).error).toMatchObject({
      code: 'text_unreadable',
      message: 'store.textKeys does not name its key.',
    });
  });

  it('goes out for training with texts where they are kept, else by ids', async () => {
    const { dashboard, give, cookie, record } = await start();
    await give('not_attack');
    const read = async (query = '') => {
      const text = await (await dashboard.ask(`/feedback/export${query}`, { cookie })).text();
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => anything.parse(JSON.parse(line)));
    };
    expect(await read()).toEqual([
      expect.objectContaining({ text: null, label: 0, fingerprints: [expect.any(String)] }),
    ]);
    expect(await read('?withText=true')).toEqual([]);
    dashboard.store.addText({
      requestId: record.requestId,
      keyId: 'k',
      nonce: new Uint8Array(),
      ciphertext: Buffer.from(
        JSON.stringify([{ direction: 'input', pointer: '/messages/0/content', role: 'user', text: 'hello' }]),
      ),
    });
    expect(await read('?withText=true')).toEqual([
      expect.objectContaining({ text: 'hello', label: 0, direction: 'user' }),
    ]);
  });
});
