import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page, RequestFilter, RequestSummary } from '../../../src/records/ports.ts';
import type { Store } from '../../../src/records/running-store.ts';
import type { ScanRecord } from '../../../src/records/store.ts';
import { type Engine, type Engines, startEngines } from './engines.ts';
import { sampleFinding, sampleRecord } from './samples.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Near the present, since counts by the minute are kept for some days only. */
const TODAY_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS;

let engines: Engines;
beforeAll(async () => {
  engines = await startEngines();
});
afterAll(() => engines.close());

const engineOf = (name: 'sqlite' | 'postgres'): Engine => engines[name];

const plain: Partial<ScanRecord> = {
  outcome: 'pass',
  inputStatus: 'pass',
  httpStatus: 200,
  errorCode: null,
  wouldBlock: false,
  loosest: null,
  findings: [],
  redactions: [],
  unjudged: {},
};

const write = async (store: Store, records: readonly ScanRecord[]): Promise<void> => {
  for (const record of records) store.write(record);
  await store.flush();
};

const readAll = async (
  store: Store,
  filter: RequestFilter,
  limit: number,
): Promise<readonly RequestSummary[]> => {
  const items: RequestSummary[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<RequestSummary> = await store.search(filter, { cursor, limit });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
};

const idsOf = (rows: readonly { requestId: string }[]): readonly number[] =>
  rows.map(({ requestId }) => Number(requestId.slice('req_'.length)));

const at = (index: number, receivedAtMs: number, change: Partial<ScanRecord> = {}): ScanRecord =>
  sampleRecord(index, { ...plain, receivedAtMs, ...change });

const RANKS = ['low', 'medium', 'high', 'paranoid'] as const;

/** How many of them are threats from each sensitivity on. */
const threatsOf = (records: readonly ScanRecord[]) =>
  Object.fromEntries(
    RANKS.map((sensitivity, rank) => {
      const upTo: readonly unknown[] = RANKS.slice(0, rank + 1);
      return [sensitivity, records.filter(({ loosest }) => upTo.includes(loosest)).length];
    }),
  );

describe.each(['sqlite', 'postgres'] as const)('records in %s', (name) => {
  it('come back with every field, as a summary too, and are stored once', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    const record = sampleRecord(1, {
      findings: [
        { ...sampleFinding, category: 'pii', subType: 'EMAIL_ADDRESS', confidence: 1, loosest: null },
        { ...sampleFinding, exclusionId: 'excl_1', confidence: 0.99, excerptSpan: null, fingerprint: '' },
        { ...sampleFinding, excerpt: '100% ünsafe \u{1f600} "quotes" \\ and \n' },
      ],
      failedOpen: true,
    });
    await write(store, [record]);
    await write(store, [record]);
    expect(await store.get(record.requestId)).toEqual(record);
    expect((await store.records({}, { cursor: null, limit: 5 })).items).toEqual([record]);
    const { findings, unjudged: _parts, ...common } = record;
    expect(await readAll(store, {}, 5)).toEqual([
      {
        ...common,
        // Of the threat that no exclusion took out, though another finding is surer.
        category: 'prompt_injection',
        subType: 'instruction_override',
        confidence: 0.973,
        findingCount: findings.length,
        excerpt: findings[2]?.excerpt,
        unjudgedCount: 3,
        feedback: null,
      },
    ]);
    expect(await store.totals(0, Number.MAX_SAFE_INTEGER, null)).toMatchObject({ requests: 1, failOpen: 1 });
  });

  it('are found by each filter, and by several at once', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    const removed = {
      direction: 'input',
      entity: 'instruction_override',
      action: 'remove',
      count: 2,
    } as const;
    // An operator's name that says what a removal looks like.
    const deceiving = '"action":"remove"';
    const changes: Partial<ScanRecord>[] = [
      {},
      { outcome: 'flagged', findings: [sampleFinding], loosest: 'high', wouldBlock: true, keyId: 'key_b' },
      { outcome: 'blocked', findings: [{ ...sampleFinding, confidence: 0.7 }], loosest: 'low', stream: true },
      { keyId: 'key_b', model: 'o9', unjudged: { image: 1 } },
      {
        outcome: 'redacted',
        findings: [{ ...sampleFinding, category: 'pii', subType: 'IBAN_CODE', loosest: null }],
      },
      { conversation: 'beef', keyId: null, model: null },
      { outcome: 'refused', errorCode: 'invalid_json' },
      { outcome: 'error', errorCode: 'provider_timeout' },
      { keyId: 'key_c', inputStatus: 'skipped', unjudged: { pass_through: 2 } },
      { model: 'shadowed', wouldRedact: true, redactions: [removed] },
      {
        model: 'shadowed',
        wouldRedact: true,
        redactions: [{ ...removed, action: 'mask', entity: deceiving }],
      },
      { model: 'shadowed', wouldRedact: true, redactions: [] },
      { model: 'cut', redactions: [removed] },
    ];
    await write(
      store,
      changes.map((change, index) => at(index, TODAY_MS + index, change)),
    );
    const all = changes.map((_, index) => index).toReversed();
    const cases: readonly (readonly [RequestFilter, readonly number[]])[] = [
      [{}, all],
      [{ outcomes: ['blocked'] }, [2]],
      [{ outcomes: ['blocked', 'flagged', 'pass'] }, [12, 11, 10, 9, 8, 5, 3, 2, 1, 0]],
      [{ outcomes: ['blocked', 'flagged', 'blocked'] }, [2, 1]],
      [{ keyIds: ['key_b', 'key_b'] }, [3, 1]],
      [{ outcomes: [] }, all],
      [{ categories: ['pii', 'prompt_injection'] }, [4, 2, 1]],
      [{ subType: 'IBAN_CODE' }, [4]],
      [{ keyIds: ['key_b'] }, [3, 1]],
      [{ keyIds: ['key_b', 'key_none'], outcomes: ['flagged'] }, [1]],
      [{ errorCodes: ['invalid_json'] }, [6]],
      [{ errorCodes: ['invalid_json', 'provider_timeout', 'none'] }, [7, 6]],
      [{ errorCodes: ['invalid_json', 'provider_timeout'], outcomes: ['error', 'pass'] }, [7]],
      [{ errorCodes: [], outcomes: ['refused'] }, [6]],
      [{ errorCodes: ['INVALID_JSON'] }, []],
      [{ model: 'o9' }, [3]],
      [{ stream: true }, [2]],
      [{ stream: false, outcomes: ['blocked'] }, []],
      [{ wouldBlock: true }, [1]],
      [{ wouldBlock: false }, all.filter((id) => id !== 1)],
      [{ wouldRemove: true }, [9]],
      [{ wouldRemove: false }, all.filter((id) => id !== 9)],
      [{ wouldRemove: true, wouldBlock: false, model: 'shadowed' }, [9]],
      [{ wouldRemove: false, model: 'shadowed' }, [11, 10]],
      [{ hasUnjudged: true }, [3]],
      [{ hasUnjudged: false, keyIds: ['key_c'] }, [8]],
      [{ passedThrough: true }, [8]],
      [{ passedThrough: false, keyIds: ['key_b', 'key_c'] }, [3, 1]],
      [{ hasUnjudged: false, keyIds: ['key_b'] }, [1]],
      [{ minConfidence: 0.9 }, [4, 1]],
      [{ threatsOnly: true }, [2, 1]],
      [{ conversation: 'beef' }, [5]],
      [{ fromMs: TODAY_MS + 1, toMs: TODAY_MS + 3 }, [2, 1]],
      [{ fromMs: TODAY_MS + 1, toMs: TODAY_MS + 3, stream: false }, [1]],
      [{ feedback: 'none', threatsOnly: true }, [2, 1]],
      [{ feedback: 'any' }, []],
    ];
    for (const [filter, ids] of cases) {
      for (const limit of [1, 2, 50]) {
        expect({ filter, ids: idsOf(await readAll(store, filter, limit)) }).toEqual({ filter, ids });
      }
    }
  });

  it('offer each error code once, whatever its time', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    const codes = ['unknown_path', null, 'invalid_json', 'invalid_json', null, 'client_closed_request'];
    expect((await store.facets(0, TODAY_MS)).errorCode).toEqual([]);
    await write(
      store,
      codes.map((errorCode, index) => at(index, TODAY_MS + index, { errorCode })),
    );
    expect((await store.facets(0, 1)).errorCode).toEqual([
      'client_closed_request',
      'invalid_json',
      'unknown_path',
    ]);
  });

  it('are found by texts in which % and _ mean themselves, whatever the case', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    const withExcerpt = (excerpt: string) => ({
      findings: [{ ...sampleFinding, excerpt }],
      loosest: 'low' as const,
    });
    await write(store, [
      at(0, TODAY_MS, withExcerpt('give me 100% of it')),
      at(1, TODAY_MS + 1, withExcerpt('give me 1000 of it')),
      at(2, TODAY_MS + 2, {
        model: 'my_model',
        envoyRequestId: 'ABC-def',
        traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      }),
      at(3, TODAY_MS + 3, { model: 'my-model', path: String.raw`/v1/back\slash` }),
      at(4, TODAY_MS + 4, { findings: [{ ...sampleFinding, ruleId: 'PI-4711', excerpt: null }] }),
    ]);
    const cases: readonly (readonly [string, readonly number[]])[] = [
      ['100%', [0]],
      ['GIVE ME 100', [1, 0]],
      ['my_model', [2]],
      ['y_m', [2]],
      ['%', [0]],
      ['_', [4, 3, 2, 1, 0]],
      [String.raw`back\s`, [3]],
      ['abc-DEF', [2]],
      ['4bf92f3577b34da6a3ce929d0e0e4736', [2]],
      ['pi-4711', [4]],
      [sampleRecord(3).requestId, [3]],
      [`req_${'9'.repeat(26)}`, []],
      ["' or 1=1 --", []],
    ];
    for (const [search, ids] of cases) {
      expect({ search, ids: idsOf(await readAll(store, { search }, 50)) }).toEqual({ search, ids });
    }
  });

  it('are seen once and in order, page by page, while others come in', async () => {
    const place = await engineOf(name).newPlace();
    const { store } = await place.open();
    let next = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ offset: fc.nat(5), passes: fc.boolean() }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom<RequestFilter>({}, { outcomes: ['pass'] }, { stream: false, keyIds: ['key_a'] }),
        async (arrivals, limit, shape) => {
          const fromMs = TODAY_MS + next * 100;
          const records = arrivals.map(({ offset, passes }, index) =>
            at(next + index, fromMs + offset, { outcome: passes ? 'pass' : 'blocked' }),
          );
          next += records.length + 10;
          await write(store, records);
          const filter = { ...shape, fromMs };
          const expected = records
            .filter(({ outcome }) => shape.outcomes === undefined || outcome === 'pass')
            .sort((a, b) => b.receivedAtMs - a.receivedAtMs || (a.requestId < b.requestId ? 1 : -1))
            .map(({ requestId }) => requestId);
          const seen: string[] = [];
          let cursor: string | null = null;
          do {
            const page: Page<RequestSummary> = await store.search(filter, { cursor, limit });
            seen.push(...page.items.map(({ requestId }) => requestId));
            cursor = page.nextCursor;
            // Newer than all: on no later page.
            if (cursor !== null) await write(store, [at(1_000_000 + next, fromMs + 50)]);
            next += 1;
          } while (cursor !== null);
          expect(seen).toEqual(expected);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('refuse a cursor that is none', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    await expect(store.search({}, { cursor: "1~'; --", limit: 5 })).rejects.toMatchObject({
      code: 'STORE_FAILED',
    });
  });

  it('that are new come oldest first, and only the newest of many', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    await write(
      store,
      Array.from({ length: 6 }, (_, index) => at(index, TODAY_MS + Math.floor(index / 2))),
    );
    const after = sampleRecord(1).requestId;
    expect(idsOf(await store.since(TODAY_MS, after, 10))).toEqual([2, 3, 4, 5]);
    expect(idsOf(await store.since(TODAY_MS, after, 2))).toEqual([4, 5]);
    expect(await store.since(TODAY_MS + 2, sampleRecord(5).requestId, 2)).toEqual([]);
    // More than a page of a list has: what took long to answer is looked for behind all that came meanwhile.
    const many = Array.from({ length: 1500 }, (_, index) => at(10 + index, TODAY_MS + 10));
    await write(store, many);
    expect(await store.since(TODAY_MS + 10, '', 5000)).toHaveLength(many.length);
  });

  it('are counted for charts as they would be one by one', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    const outcomes = ['pass', 'flagged', 'redacted', 'blocked', 'refused', 'error'] as const;
    const loosest = [null, 'low', 'medium', 'high', 'paranoid'] as const;
    const records = Array.from({ length: 400 }, (_, index) =>
      at(index, TODAY_MS - index * 17 * MINUTE_MS - (index % 60_000), {
        outcome: outcomes[index % 6] ?? 'pass',
        keyId: index % 7 === 0 ? null : `key_${index % 3}`,
        loosest: loosest[index % 5] ?? null,
        wouldBlock: index % 5 === 1,
        failedOpen: index % 11 === 0,
        unjudged: index % 13 === 0 ? { image: 2 } : {},
        findings:
          index % 5 === 0
            ? []
            : [{ ...sampleFinding, loosest: loosest[index % 5] ?? null, subType: `s${index % 4}` }],
        model: index % 10 === 0 ? null : `model-${index % 4}`,
      }),
    );
    await write(store, records);
    const total = (test: (record: ScanRecord) => boolean): number => records.filter(test).length;
    for (const [fromMs, toMs] of [
      [0, TODAY_MS + DAY_MS],
      [TODAY_MS - 3 * DAY_MS - 5 * HOUR_MS - 7 * MINUTE_MS, TODAY_MS - 13 * MINUTE_MS],
      [TODAY_MS - 90 * MINUTE_MS, TODAY_MS - 31 * MINUTE_MS],
    ] as const) {
      const isIn = ({ receivedAtMs }: ScanRecord): boolean => receivedAtMs >= fromMs && receivedAtMs < toMs;
      for (const keyId of [null, 'key_1']) {
        const isOf = (record: ScanRecord): boolean =>
          isIn(record) && (keyId === null || record.keyId === keyId);
        const totals = await store.totals(fromMs, toMs, keyId);
        expect(totals.requests).toBe(total(isOf));
        expect(totals.outcomes.blocked ?? 0).toBe(
          total((record) => isOf(record) && record.outcome === 'blocked'),
        );
        expect(totals.failOpen).toBe(total((record) => isOf(record) && record.failedOpen));
        expect(totals.wouldBlock).toBe(total((record) => isOf(record) && record.wouldBlock));
        expect(totals.unjudged).toBe(total((record) => isOf(record) && record.unjudged.image === 2));
        expect(await store.bySensitivity(fromMs, toMs, keyId)).toEqual(threatsOf(records.filter(isOf)));
        for (const bucketMs of [15 * MINUTE_MS, HOUR_MS, DAY_MS]) {
          const series = await store.series(fromMs, toMs, bucketMs, keyId);
          const sum = series.flatMap((bucket) => Object.values(bucket.outcomes)).reduce((a, b) => a + b, 0);
          expect(sum).toBe(totals.requests);
          for (const bucket of series) expect(bucket.atMs % bucketMs).toBe(0);
        }
      }
    }
    expect(await store.topKeys(0, TODAY_MS + DAY_MS, 2)).toHaveLength(2);
    const [top] = await store.topSubTypes(0, TODAY_MS + DAY_MS, 1);
    expect(top).toMatchObject({ category: 'prompt_injection', count: 80 });
    const facets = await store.facets(0, TODAY_MS + DAY_MS);
    expect(facets.category).toEqual([{ value: 'prompt_injection', count: 320 }]);
    expect(facets.model.map(({ count }) => count).reduce((a, b) => a + b, 0)).toBe(360);
    expect(facets.key).toHaveLength(3);
  });

  it('count the codes that they ended with, the most frequent first', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    const codes = [
      'invalid_json',
      'provider_timeout',
      'invalid_json',
      'invalid_json',
      'provider_timeout',
      null,
    ];
    await write(
      store,
      codes.map((errorCode, index) => at(index, TODAY_MS - index * HOUR_MS, { errorCode })),
    );
    const [invalid, timeout] = [
      { code: 'invalid_json', count: 3 },
      { code: 'provider_timeout', count: 2 },
    ];
    expect(await store.topErrorCodes(0, TODAY_MS + DAY_MS, 5)).toEqual([invalid, timeout]);
    expect(await store.topErrorCodes(0, TODAY_MS + DAY_MS, 1)).toEqual([invalid]);
    expect(await store.topErrorCodes(TODAY_MS - HOUR_MS, TODAY_MS - MINUTE_MS, 5)).toEqual([
      { code: 'provider_timeout', count: 1 },
    ]);
  });

  it('say their latency within five per cent', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    const times = Array.from({ length: 1000 }, (_, index) => 50 + index * index);
    await write(
      store,
      times.map((us, index) =>
        at(index, TODAY_MS + (index % 3) * HOUR_MS, { inputScanUs: us, outputScanUs: 0, addedUs: us * 3 }),
      ),
    );
    const { scan, added } = await store.latencyTotal(TODAY_MS, TODAY_MS + DAY_MS);
    for (const [share, name] of [
      [0.5, 'p50'],
      [0.95, 'p95'],
      [0.99, 'p99'],
    ] as const) {
      const exact = times[Math.ceil(times.length * share) - 1] ?? 0;
      expect(Math.abs((scan?.[name] ?? 0) / exact - 1)).toBeLessThan(0.05);
      expect(Math.abs((added?.[name] ?? 0) / (exact * 3) - 1)).toBeLessThan(0.05);
    }
    const series = await store.latency(TODAY_MS, TODAY_MS + DAY_MS, HOUR_MS);
    expect(series.map(({ atMs, scan: each }) => [atMs, each?.count])).toEqual([
      [TODAY_MS, 334],
      [TODAY_MS + HOUR_MS, 333],
      [TODAY_MS + 2 * HOUR_MS, 333],
    ]);
    expect(await store.latencyTotal(0, TODAY_MS - DAY_MS)).toEqual({ scan: null, added: null });
  });

  it('go when they are too old, with all that belongs to them', async () => {
    // Of this moment, a day from what is deleted: a midnight may pass meanwhile.
    const nowMs = Date.now();
    const place = await engineOf(name).newPlace();
    const textKeys = [`a:${Buffer.alloc(32, 7).toString('base64')}`];
    const { store } = await place.open({ fullText: 'all', textKeys });
    const texts = [{ direction: 'input', pointer: '/x', role: 'user', text: 'hello' }] as const;
    await write(
      store,
      [0, 1, 2, 5, 9].map((days) => at(days, nowMs - days * DAY_MS, { findings: [sampleFinding], texts })),
    );
    const audit = { actor: 'a@b.c', action: 'key.create', target: null, details: {}, address: null };
    await store.insertAudit({ id: 'old', atMs: nowMs - 400 * DAY_MS, ...audit });
    await store.insertAudit({ id: 'new', atMs: nowMs - 300 * DAY_MS, ...audit });
    const waiting = {
      webhookId: 'off',
      event: 'threat.blocked',
      payload: '{}',
      attempts: 0,
      status: 'pending',
      nextAttemptAtMs: nowMs,
      lastError: null,
    } as const;
    await store.insertDeliveries([
      { id: 'late', createdAtMs: nowMs - 5 * DAY_MS, ...waiting },
      { id: 'due', createdAtMs: nowMs - DAY_MS, ...waiting },
    ]);
    expect(await store.readText(sampleRecord(9).requestId)).toEqual(texts);
    const second = await place.open({ retentionDays: 3, auditDays: 365 });
    await expect.poll(() => second.store.count(), { timeout: 10_000 }).toBe(3);
    expect(idsOf(await readAll(second.store, {}, 10))).toEqual([0, 1, 2]);
    await expect.poll(() => second.store.getText(sampleRecord(9).requestId), { timeout: 10_000 }).toBeNull();
    await expect
      .poll(async () => (await second.store.listAudit({}, { cursor: null, limit: 9 })).items.length, {
        timeout: 10_000,
      })
      .toBe(1);
    const told = await second.store.listDeliveries('off', { cursor: null, limit: 9 });
    expect(told.items.map(({ id }) => id)).toEqual(['due']);
    expect(await second.store.totals(0, nowMs + DAY_MS, null)).toMatchObject({ requests: 3 });
    expect(second.seen.errors).toEqual([]);
    // Also into a day that was dropped.
    await write(store, [at(100, nowMs - 5 * DAY_MS)]);
    expect(await store.get(sampleRecord(100).requestId)).not.toBeNull();
  });
});
