import { expect, it, vi } from 'vitest';
import { codeOf, createTestDashboard, sampleFinding, sampleRecord } from './harness.ts';

const FINGERPRINT = 'f'.repeat(32);

const prepare = async () => {
  const dashboard = await createTestDashboard();
  const mine = { keyId: 'key_b', findings: [sampleFinding({ fingerprint: FINGERPRINT })] };
  for (const requestId of ['req_1', 'req_2']) dashboard.store.addRecord(sampleRecord({ requestId, ...mine }));
  dashboard.store.addRecord(sampleRecord({ requestId: 'req_3', keyId: 'key_a' }));
  const cookie = await dashboard.cookieOf('admin');
  const erase = (json: unknown) => dashboard.ask('/requests/erase', { method: 'POST', cookie, json });
  const noted = () => dashboard.store.audits().filter(({ action }) => action === 'records.erase');
  return { dashboard, erase, noted };
};

it('counts in a dry run, and touches and writes down nothing', async () => {
  const { dashboard, erase, noted } = await prepare();
  const answer = await erase({ by: 'key', value: 'key_b', dryRun: true });
  expect([answer.status, await answer.json()]).toEqual([200, { erased: 0, left: 2, isSettled: false }]);
  expect(await dashboard.store.get('req_1')).not.toBeNull();
  expect(noted()).toEqual([]);
});

it.each([
  { by: 'key', value: 'key_b', gone: 2, target: 'key_b' },
  { by: 'request', value: 'req_3', gone: 1, target: 'req_3' },
  { by: 'fingerprint', value: FINGERPRINT, gone: 2, target: null },
  { by: 'key', value: 'key_c', gone: 0, target: 'key_c' },
])('erases by $by and says who did, but not of which text: $value', async ({ by, value, gone, target }) => {
  const { dashboard, erase, noted } = await prepare();
  expect(await (await erase({ by, value })).json()).toEqual({ erased: gone, left: 0, isSettled: true });
  const [entry] = noted();
  expect(entry).toMatchObject({
    target,
    details: { by, records: gone },
    actor: expect.stringMatching(/^admin-/),
  });
  expect(JSON.stringify(noted())).not.toContain(FINGERPRINT);
  const left = await dashboard.store.countErasable({ by: 'key', value: 'key_a' });
  expect(left).toBe(by === 'request' ? 0 : 1);
});

it.each([
  { readsFor: 2, isSettled: true },
  { readsFor: 1000, isSettled: false },
])(
  'tries for a while to overwrite what somebody reads, and says whether it is: $isSettled',
  async (sample) => {
    const { dashboard, erase, noted } = await prepare();
    let tries = 0;
    vi.spyOn(dashboard.store, 'settleErasure').mockImplementation(async () => {
      tries += 1;
      return tries > sample.readsFor;
    });
    const answer = await erase({ by: 'key', value: 'key_b' });
    expect(await answer.json()).toEqual({ erased: 2, left: 0, isSettled: sample.isSettled });
    expect(tries).toBeGreaterThan(1);
    expect(noted()).toHaveLength(1);
    // Asked again, when nothing is left, it still sees to the bytes.
    tries = 1000;
    expect(await (await erase({ by: 'key', value: 'key_b' })).json()).toMatchObject({ isSettled: true });
  },
);

it.each([
  {},
  { by: 'key' },
  { by: 'key', value: '' },
  { by: 'text', value: 'x' },
  { by: 'key', value: 'key_b', all: true },
])('refuses what does not say whose: %j', async (json) => {
  const { dashboard, erase, noted } = await prepare();
  const answer = await erase(json);
  expect([answer.status, await codeOf(answer)]).toEqual([422, 'invalid_request']);
  expect(await dashboard.store.get('req_1')).not.toBeNull();
  expect(noted()).toEqual([]);
});
