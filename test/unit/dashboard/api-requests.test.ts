import { describe, expect, it } from 'vitest';
import { RequestDetail, RequestRow } from '../../../src/dashboard/api/requests.ts';
import { createTestDashboard, START_MS, sampleKey, sampleRecord } from './harness.ts';

describe('requests', () => {
  const fill = async (count: number, over: Parameters<typeof sampleRecord>[0] = {}) => {
    const dashboard = await createTestDashboard();
    await dashboard.store.insertKey(sampleKey());
    for (let at = 0; at < count; at += 1) {
      dashboard.store.addRecord(
        sampleRecord({ receivedAtMs: START_MS - Math.floor(at / 3) * 1000, ...over }),
      );
    }
    return { dashboard, cookie: await dashboard.cookieOf('viewer') };
  };

  it('are read page by page, none twice and none left out', async () => {
    const { dashboard, cookie } = await fill(25);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = await (await dashboard.ask(`/requests?limit=7${next}`, { cookie })).json();
      seen.push(...page.items.map(({ requestId }: { requestId: string }) => requestId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect([seen.length, new Set(seen).size]).toEqual([25, 25]);
  });

  it.each([
    ['outcome=blocked&outcome=pass', 2],
    ['outcome=blocked', 1],
    ['wouldBlock=false', 2],
    ['wouldRemove=true', 1],
    ['wouldRemove=false', 2],
    ['minConfidence=0.9', 1],
    ['search=IGNORE', 1],
    ['category=prompt_injection', 1],
    ['keyId=key_2', 1],
    ['errorCode=invalid_json&errorCode=overloaded', 1],
    ['errorCode=overloaded', 0],
    [`fromMs=${START_MS}`, 1],
  ])('are filtered by %s', async (query, count) => {
    const dashboard = await createTestDashboard();
    const calm = { findings: [], loosest: null, wouldBlock: false } as const;
    dashboard.store.addRecord(sampleRecord());
    dashboard.store.addRecord(sampleRecord({ ...calm, outcome: 'pass', receivedAtMs: START_MS }));
    dashboard.store.addRecord(
      sampleRecord({
        ...calm,
        outcome: 'refused',
        errorCode: 'invalid_json',
        keyId: 'key_2',
        wouldRedact: true,
        redactions: [{ direction: 'input', entity: 'instruction_override', action: 'remove', count: 1 }],
      }),
    );
    const cookie = await dashboard.cookieOf('viewer');
    const { items } = await (await dashboard.ask(`/requests?${query}`, { cookie })).json();
    expect(items).toHaveLength(count);
  });

  it('are offered by the error codes that were recorded', async () => {
    const { dashboard, cookie } = await fill(2, { errorCode: 'provider_timeout' });
    const facets = await (await dashboard.ask('/requests/facets?fromMs=0&toMs=1', { cookie })).json();
    expect(facets).toMatchObject({ outcome: [], errorCode: ['provider_timeout'] });
  });

  it('come back as JSON whatever they hold', async () => {
    const { dashboard, cookie } = await fill(1, { model: '<script>alert(1)</script>' });
    const response = await dashboard.ask('/requests', { cookie });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await response.json()).items[0].model).toBe('<script>alert(1)</script>');
  });

  it.each([
    ['=HYPERLINK("http://evil","x")', '\'=HYPERLINK("http://evil","x")'],
    ['+1+1', "'+1+1"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1+1', "'\t'=1+1"],
    ['\r\n=1+1', "'\r\n'=1+1"],
    ['\u0000=1', "'\u0000=1"],
    ['\uff1d1+1', "'\uff1d1+1"],
    // Where lists are divided by other signs than commas.
    ['gpt;=1+1;x', "gpt;'=1+1;x"],
    ['gpt\t"=1+1', 'gpt\t"\'=1+1'],
    ['gpt\n @SUM(A1)', "gpt\n '@SUM(A1)"],
    ['gpt; 4, a=b-c', 'gpt; 4, a=b-c'],
  ])('are no formulas in CSV: %j', async (model, cell) => {
    const { dashboard, cookie } = await fill(1, { model });
    const response = await dashboard.ask('/requests/export?format=csv', { cookie });
    // Spreadsheets take it for another character set without the mark of UTF-8.
    expect([...new Uint8Array(await response.clone().arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
    expect(response.headers.get('content-type')).toContain('text/csv');
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(await response.text()).toContain(`"${cell.replaceAll('"', '""')}"`);
  });

  it('are exported whole, in pages, and that is audited', async () => {
    const { dashboard, cookie } = await fill(1203);
    const lines = (await (await dashboard.ask('/requests/export?format=jsonl', { cookie })).text())
      .trim()
      .split('\n');
    expect(lines).toHaveLength(1203);
    expect(Object.keys(JSON.parse(lines[0] ?? ''))).not.toContain('contentHash');
    const csv = (await (await dashboard.ask('/requests/export?outcome=pass', { cookie })).text()).trim();
    expect(csv.split('\r\n')).toHaveLength(1);
    expect(dashboard.store.audits().map(({ action }) => action)).toEqual([
      'requests.export',
      'requests.export',
    ]);
  });

  it.each([
    { name: 'would be removed', wouldRedact: true, told: { wouldRemove: true, removed: false } },
    { name: 'was removed', wouldRedact: false, told: { wouldRemove: false, removed: true } },
  ])('are exported with all that the list says of them: a text that $name', async ({ wouldRedact, told }) => {
    const redactions = [
      { direction: 'input', entity: 'instruction_override', action: 'remove', count: 1 },
    ] as const;
    const { dashboard, cookie } = await fill(1, { wouldRedact, redactions, wouldBlock: false });
    const text = await (await dashboard.ask('/requests/export', { cookie })).text();
    const [names = [], cells = []] = text
      .trim()
      .split('\r\n')
      .map((line) => line.slice(1, -1).split('","'));
    const row = new Map(names.map((name, at) => [name, cells[at]]));
    expect(names.toSorted()).toEqual(['receivedAt', 'traceId', ...Object.keys(RequestRow.shape)].toSorted());
    expect(cells).toHaveLength(names.length);
    for (const [name, value] of Object.entries(told)) expect(row.get(name)).toBe(String(value));
    const line = await (await dashboard.ask('/requests/export?format=jsonl', { cookie })).json();
    expect(line).toMatchObject(told);
    // The rest is in its findings, or is no part of the record.
    const lacking = Object.keys(RequestDetail.shape).filter((name) => !(name in line));
    expect(lacking.toSorted()).toEqual(
      [
        ...['category', 'subType', 'confidence', 'excerpt', 'findingCount'],
        ...['unjudgedCount', 'scanUs', 'clearedBy'],
        ...['feedback', 'feedbackItems', 'hasText'],
      ].toSorted(),
    );
  });

  it('show their texts only to analysts, and note who read them', async () => {
    const { dashboard } = await fill(1);
    const cookie = await dashboard.cookieOf('analyst');
    const { items } = await (await dashboard.ask('/requests', { cookie })).json();
    const path = `/requests/${items[0].requestId}/text`;
    expect((await dashboard.ask(path, { cookie })).status).toBe(404);
    dashboard.store.addText({
      requestId: items[0].requestId,
      keyId: 'k',
      nonce: new Uint8Array(),
      ciphertext: Buffer.from('[]'),
    });
    expect(await (await dashboard.ask(path, { cookie })).json()).toEqual({ segments: [] });
    expect(dashboard.store.audits().at(-1)).toMatchObject({
      action: 'text.view',
      target: items[0].requestId,
    });
  });

  it('fill every bucket of the overview', async () => {
    const { dashboard, cookie } = await fill(9);
    const body = await (
      await dashboard.ask(`/overview?fromMs=${START_MS - 3_600_000}&toMs=${START_MS + 1}`, { cookie })
    ).json();
    expect([body.bucketMs, body.totals.requests, body.totals.blocked]).toEqual([60_000, 9, 9]);
    // What was blocked is not counted a second time.
    expect([body.totals.wouldBlock, body.topKeys[0].wouldBlock]).toEqual([0, 0]);
    expect(body.series).toHaveLength(61);
    expect(Object.keys(body.before).every((name) => name in body.totals)).toBe(true);
    expect(body.before).toMatchObject({ requests: 0, redacted: 0 });
    expect(body.topKeys[0]).toMatchObject({ keyId: 'key_1', name: 'checkout', requests: 9 });
    expect(body.topErrorCodes).toEqual([{ code: 'prompt_injection_detected', count: 9 }]);
    const of = async (keyId: string) =>
      (await dashboard.ask(`/overview?toMs=${START_MS + 1}&keyId=${keyId}`, { cookie })).json();
    expect((await of('key_1')).bySensitivity).toEqual(body.bySensitivity);
    expect((await of('key_2')).bySensitivity).toEqual({ low: 0, medium: 0, high: 0, paranoid: 0 });
  });

  it.each(['/overview', '/metrics/latency'])(
    'are charted by the hour where minutes are no longer kept, with each hour that totals count: %s',
    async (path) => {
      const { dashboard, cookie } = await fill(1);
      const hourMs = 3_600_000;
      const firstMs = Math.floor((START_MS - 10 * 24 * hourMs) / hourMs) * hourMs;
      const query = `fromMs=${firstMs + hourMs / 2}&toMs=${firstMs + 1.5 * hourMs}`;
      const { bucketMs, series } = await (await dashboard.ask(`${path}?${query}`, { cookie })).json();
      expect(bucketMs).toBe(hourMs);
      expect(series.map(({ atMs }: { atMs: number }) => atMs)).toEqual([firstMs, firstMs + hourMs]);
    },
  );

  it('show the finding that weighs most, in the list as on its page', async () => {
    const dashboard = await createTestDashboard();
    const cookie = await dashboard.cookieOf('viewer');
    const [attack] = sampleRecord({}).findings;
    if (attack === undefined) throw new Error('a sample without a finding');
    const address = {
      ...attack,
      category: 'pii',
      subType: 'EMAIL_ADDRESS',
      confidence: 1,
      loosest: null,
    } as const;
    const record = sampleRecord({ findings: [address, attack] });
    dashboard.store.addRecord(record);
    const shown = await (await dashboard.ask(`/requests/${record.requestId}`, { cookie })).json();
    expect(shown).toMatchObject({ category: 'prompt_injection', confidence: attack.confidence });
  });
});

it('measures a finding by the thresholds in force, the operator’s own among them', async () => {
  const thresholds = { user: { medium: 0.97 } };
  const dashboard = await createTestDashboard({ locked: { thresholds } });
  const record = sampleRecord();
  dashboard.store.addRecord(record);
  const cookie = await dashboard.cookieOf('viewer');
  const detail = await (await dashboard.ask(`/requests/${record.requestId}`, { cookie })).json();
  expect(detail.findings[0].thresholds.medium).toBe(0.97);
});
