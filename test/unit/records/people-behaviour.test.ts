import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, createKeyOnce, rotateKey } from '../../../src/keys/service.ts';
import type { StoredSession, StoredTicket, StoredUser } from '../../../src/records/ports/accounts.ts';
import type { StoredFeedback } from '../../../src/records/ports/feedback.ts';
import type { StoredExclusion } from '../../../src/records/ports/policy.ts';
import { type StoredDelivery, TEST_EVENT } from '../../../src/records/ports/webhooks.ts';
import type { StoredKey } from '../../../src/records/store.ts';
import { type Engine, type Engines, startEngines } from './engines.ts';
import { START_MS, sampleRecord } from './samples.ts';

const DAY_MS = 86_400_000;

let engines: Engines;
beforeAll(async () => {
  engines = await startEngines();
});
afterAll(() => engines.close(), 60_000);

const engineOf = (name: 'sqlite' | 'postgres'): Engine => engines[name];

const user = (id: string, change: Partial<StoredUser> = {}): StoredUser => ({
  id,
  email: `${id}@example.com`,
  name: id,
  role: 'owner',
  passwordHash: '$argon2id$x',
  oidcSubject: null,
  createdAtMs: START_MS,
  lastSignInAtMs: null,
  disabledAtMs: null,
  ...change,
});

const session = (id: string, userId: string, change: Partial<StoredSession> = {}): StoredSession => ({
  id,
  tokenSha256: `sha-${id}`,
  userId,
  createdAtMs: START_MS,
  lastSeenAtMs: START_MS,
  expiresAtMs: START_MS + 1000,
  userAgent: 'Browser/1 “é”',
  address: '::1',
  ...change,
});

const feedback = (id: string, change: Partial<StoredFeedback> = {}): StoredFeedback => ({
  id,
  requestId: sampleRecord(1).requestId,
  label: 'not_attack',
  comment: '',
  author: 'a@example.com',
  createdAtMs: START_MS,
  undoneAtMs: null,
  status: 'open',
  ...change,
});

const NONE_HELD = { resting: [], switchedOff: [] };
const delivery = (id: string, change: Partial<StoredDelivery> = {}): StoredDelivery => ({
  id,
  webhookId: 'hook',
  event: 'threat.blocked',
  payload: '{}',
  createdAtMs: START_MS,
  attempts: 0,
  status: 'pending',
  nextAttemptAtMs: START_MS,
  lastError: null,
  ...change,
});

const exclusion: StoredExclusion = {
  id: 'excl_1',
  scope: {
    ruleId: 'PI-1001',
    subType: null,
    keyId: null,
    role: 'user',
    direction: 'input',
    fingerprint: null,
  },
  comment: 'a test suite',
  owner: 'a@example.com',
  createdAtMs: START_MS,
  expiresAtMs: START_MS + 5,
  endedAtMs: null,
  feedbackId: null,
  hitCount: 0,
  lastHitAtMs: null,
};

const firstPage = { cursor: null, limit: 50 };

describe.each(['sqlite', 'postgres'] as const)('what people do, in %s', (name) => {
  it('one of many who ask at once becomes the first user', async () => {
    const place = await engineOf(name).newPlace();
    const [a, b] = [await place.open(), await place.open()];
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? a : b).store.insertFirstUser(user(`u${index}`)),
      ),
    );
    expect(results.filter((isFirst) => isFirst)).toHaveLength(1);
    expect(await a.store.countUsers()).toBe(1);
  });

  it('owners cannot be locked out, not even by two at once', async () => {
    const place = await engineOf(name).newPlace();
    const [a, b] = [await place.open(), await place.open()];
    for (const id of ['one', 'two']) expect(await a.store.insertUser(user(id))).toBe(true);
    expect(await a.store.insertUser(user('three', { email: 'one@example.com' }))).toBe(false);
    const results = await Promise.all([
      a.store.updateUser('one', { role: 'viewer' }),
      b.store.deleteUser('two'),
      a.store.updateUser('two', { disabledAtMs: START_MS }),
      b.store.updateUser('one', { disabledAtMs: START_MS }),
    ]);
    expect(results).toContain(false);
    const ruling = (await a.store.listUsers()).filter(
      ({ role, disabledAtMs }) => role === 'owner' && disabledAtMs === null,
    );
    expect(ruling).toHaveLength(1);
    const last = ruling[0]?.id ?? '';
    expect(await a.store.deleteUser(last)).toBe(false);
    expect(await a.store.updateUser(last, { role: 'admin' })).toBe(false);
    expect(await a.store.updateUser(last, { disabledAtMs: 1 })).toBe(false);
    expect(await a.store.updateUser(last, { name: 'Zoë', oidcSubject: 'https://i s' })).toBe(true);
    expect(await a.store.findUserByOidc('https://i s')).toMatchObject({ name: 'Zoë', role: 'owner' });
    expect(await a.store.insertUser(user('four', { role: 'viewer' }))).toBe(true);
    expect(await a.store.updateUser('four', { oidcSubject: 'https://i s' })).toBe(false);
    expect(await a.store.updateUser('none', { name: 'x' })).toBe(false);
    expect(await a.store.updateUser('four', { name: 'Vi' }, 'viewer')).toBe(true);
    expect(await a.store.updateUser('four', { role: 'analyst' }, 'admin')).toBe(true);
    expect(await a.store.updateUser('four', { name: 'Violet' }, 'viewer')).toBe(false);
    expect(await a.store.getUser('four')).toMatchObject({ name: 'Vi', role: 'analyst' });
  });

  it('sessions and links are found, used once, and go with their user or their time', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    const ann = user('ann');
    await store.insertUser(ann);
    await store.insertUser(user('bob', { role: 'viewer' }));
    for (const id of ['s1', 's2', 's3']) await store.insertSession(session(id, 'ann'));
    await store.insertSession(session('s4', 'bob', { expiresAtMs: START_MS + 9000 }));
    expect(await store.findSession('sha-s1')).toEqual({ session: session('s1', 'ann'), user: ann });
    expect(await store.findSession('sha-none')).toBeNull();
    expect(await store.countSessions(START_MS)).toBe(4);
    expect(await store.countSessions(START_MS + 1000)).toBe(1);
    await store.touchSession('s1', START_MS + 7, START_MS + 8000);
    expect(await store.deleteSessions('ann', { onlyId: 's2' })).toBe(1);
    expect(await store.deleteSessions('bob', { onlyId: 's1' })).toBe(0);
    expect(
      (await store.listSessions('ann')).map(({ id, expiresAtMs }) => [id, expiresAtMs - START_MS]),
    ).toEqual([
      ['s3', 1000],
      ['s1', 8000],
    ]);
    const ticket: StoredTicket = {
      id: 't1',
      tokenSha256: 'tok',
      kind: 'invitation',
      email: 'x@example.com',
      role: 'analyst',
      userId: null,
      createdBy: 'ann@example.com',
      createdAtMs: START_MS,
      expiresAtMs: START_MS + 100,
    };
    await store.insertTicket(ticket);
    expect(await store.listTickets('invitation')).toEqual([ticket]);
    expect(await store.listTickets('setup')).toEqual([]);
    expect(await store.findTicket('tok')).toEqual(ticket);
    const redeemed = await Promise.all([1, 2, 3].map(() => store.redeemTicket('tok')));
    expect(redeemed.filter((each) => each !== null)).toEqual([ticket]);
    await store.insertTicket(ticket);
    await store.deleteExpired(START_MS + 5000);
    expect(await store.deleteTicket('t1')).toBe(false);
    expect((await store.listSessions('ann')).map(({ id }) => id)).toEqual(['s1']);
    expect(await store.deleteUser('bob')).toBe(true);
    expect(await store.listSessions('bob')).toEqual([]);
  });

  it.each([
    { name: 'is removed', lose: 'delete', left: [] },
    { name: 'is switched off', lose: { disabledAtMs: START_MS }, left: [] },
    { name: 'gets a lower role', lose: { role: 'analyst' }, left: [] },
    { name: 'gets a higher role', lose: { role: 'owner' }, left: ['by-eve'] },
    { name: 'gets another name', lose: { name: 'Evelyn' }, left: ['by-eve'] },
  ] as const)('the links that somebody issued end where he $name', async ({ lose, left }) => {
    const { store } = await (await engineOf(name).newPlace()).open();
    await store.insertUser(user('ann'));
    await store.insertUser(user('eve', { role: 'admin' }));
    for (const by of ['ann', 'eve']) {
      await store.insertTicket({
        id: `by-${by}`,
        tokenSha256: `token-${by}`,
        kind: 'invitation',
        email: `friend-of-${by}@example.com`,
        role: 'viewer',
        userId: null,
        createdBy: `${by}@example.com`,
        createdAtMs: START_MS,
        expiresAtMs: START_MS + 100,
      });
    }
    expect(await (lose === 'delete' ? store.deleteUser('eve') : store.updateUser('eve', lose))).toBe(true);
    expect((await store.listTickets('invitation')).map(({ id }) => id).sort()).toEqual(['by-ann', ...left]);
  });

  it.each([
    { name: 'gets a higher role', change: { role: 'admin' }, left: ['of-bob'] },
    { name: 'gets another password', change: { passwordHash: '$argon2id$y' }, left: ['of-bob'] },
    { name: 'is removed', change: 'delete', left: ['of-bob'] },
    { name: 'gets a lower role', change: { role: 'viewer' }, left: ['of-bob', 'of-eve'] },
    { name: 'gets another name', change: { name: 'Evelyn' }, left: ['of-bob', 'of-eve'] },
    { name: 'signs in', change: { lastSignInAtMs: START_MS }, left: ['of-bob', 'of-eve'] },
  ] as const)('links to a new password end where their owner $name', async ({ change, left }) => {
    const { store } = await (await engineOf(name).newPlace()).open();
    for (const id of ['ann', 'bob', 'eve'])
      await store.insertUser(user(id, id === 'eve' ? { role: 'analyst' } : {}));
    for (const id of ['bob', 'eve']) {
      await store.insertTicket({
        id: `of-${id}`,
        tokenSha256: `token-${id}`,
        kind: 'password_reset',
        email: `${id}@example.com`,
        role: null,
        userId: id,
        createdBy: 'ann@example.com',
        createdAtMs: START_MS,
        expiresAtMs: START_MS + 100,
      });
    }
    expect(await (change === 'delete' ? store.deleteUser('eve') : store.updateUser('eve', change))).toBe(
      true,
    );
    expect((await store.listTickets('password_reset')).map(({ id }) => id).sort()).toEqual(left);
  });

  it('an invitation that was left over lets nobody in again who was removed', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    for (const id of ['ann', 'eve']) await store.insertUser(user(id));
    await store.insertTicket({
      id: 'left-over',
      tokenSha256: 'token',
      kind: 'invitation',
      email: 'eve@example.com',
      role: 'admin',
      userId: null,
      createdBy: 'ann@example.com',
      createdAtMs: START_MS,
      expiresAtMs: START_MS + 100,
    });
    expect(await store.updateUser('eve', { name: 'Evelyn' })).toBe(true);
    expect(await store.listTickets('invitation')).toHaveLength(1);
    expect(await store.deleteUser('eve')).toBe(true);
    expect(await store.listTickets('invitation')).toEqual([]);
  });

  it('of two who mark a request differently at once one mark stands, and it is the one that is shown', async () => {
    const place = await engineOf(name).newPlace();
    const [a, b] = [await place.open(), await place.open()];
    const ids = Array.from({ length: 20 }, (_, index) => sampleRecord(index).requestId);
    for (const index of ids.keys()) a.store.write(sampleRecord(index));
    await a.store.flush();
    const marks = ids.flatMap((requestId, index) => [
      a.store.insertFeedback(feedback(`attack-${index}`, { requestId, label: 'missed_attack' })),
      b.store.insertFeedback(feedback(`none-${index}`, { requestId, createdAtMs: START_MS + 1 })),
    ]);
    expect(new Set(await Promise.all(marks))).toEqual(new Set(['added']));
    const { items } = await a.store.search({ feedback: 'any' }, { cursor: null, limit: 100 });
    expect(items).toHaveLength(20);
    for (const { requestId, feedback: shown } of items) {
      const given = await a.store.feedbackOf(requestId);
      expect(given).toHaveLength(2);
      const standing = given.filter(({ undoneAtMs }) => undoneAtMs === null);
      expect(standing.map(({ label }) => label)).toEqual([shown]);
    }
    const queue = await a.store.listFeedback({}, { cursor: null, limit: 100 });
    await Promise.all(
      queue.items.map(({ id }, index) => (index % 2 === 0 ? a : b).store.undoFeedback(id, START_MS + 2)),
    );
    expect((await a.store.search({ feedback: 'any' }, { cursor: null, limit: 100 })).items).toEqual([]);
  });

  it('of many who give a request the same label at once one does, and the others learn that it has it', async () => {
    const place = await engineOf(name).newPlace();
    const [a, b] = [await place.open(), await place.open()];
    const ids = Array.from({ length: 10 }, (_, index) => sampleRecord(index).requestId);
    for (const index of ids.keys()) a.store.write(sampleRecord(index));
    await a.store.flush();
    for (const requestId of ids) {
      const given = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          (index % 2 === 0 ? a : b).store.insertFeedback(feedback(`${requestId}-${index}`, { requestId })),
        ),
      );
      expect(given.toSorted()).toEqual(['added', ...Array.from({ length: 5 }, () => 'labelled')]);
      expect(await a.store.feedbackOf(requestId)).toHaveLength(1);
    }
    expect(await a.store.countFeedback(START_MS, START_MS + 1)).toMatchObject({ notAttack: 10, open: 10 });
  });

  it('a request that is erased while it is labelled takes no label with it', async () => {
    const place = await engineOf(name).newPlace();
    const [a, b] = [await place.open(), await place.open()];
    const ids = Array.from({ length: 20 }, (_, index) => sampleRecord(index).requestId);
    for (const index of ids.keys()) a.store.write(sampleRecord(index));
    await a.store.flush();
    await Promise.all(
      ids.flatMap((requestId) => [
        b.store.eraseBatch({ by: 'request', value: requestId }),
        a.store.insertFeedback(feedback(`f-${requestId}`, { requestId })),
      ]),
    );
    expect(await a.store.count()).toBe(0);
    expect((await a.store.listFeedback({}, { cursor: null, limit: 100 })).items).toEqual([]);
  });

  it('settings have one history, of two who change them at once one learns that he is late', async () => {
    const place = await engineOf(name).newPlace();
    const [a, b] = [await place.open(), await place.open()];
    const next = (comment: string) => ({
      createdAtMs: START_MS,
      author: 'a@example.com',
      comment,
      own: { sensitivity: 'high', rules: [{ id: 'x', pattern: String.raw`\d "é"` }] },
    });
    expect(await a.store.currentSettings()).toBeNull();
    const before = await b.store.policyVersion();
    const results = await Promise.all([
      a.store.insertSettings(next('a'), 0),
      b.store.insertSettings(next('b'), 0),
      a.store.insertSettings(next('c'), 0),
    ]);
    expect(results.filter((revision) => revision === 1)).toHaveLength(1);
    expect(results.filter((revision) => revision === null)).toHaveLength(2);
    const after = await b.store.policyVersion();
    expect(after).not.toBe(before);
    expect(await a.store.insertSettings(next('late'), 0)).toBeNull();
    expect(await b.store.policyVersion()).toBe(after);
    expect(await b.store.insertSettings(next('two'), 1)).toBe(2);
    expect(await a.store.currentSettings()).toEqual({ revision: 2, ...next('two') });
    const first = await a.store.listSettings({ cursor: null, limit: 1 });
    expect(first.items.map(({ revision }) => revision)).toEqual([2]);
    const second = await a.store.listSettings({ cursor: first.nextCursor, limit: 1 });
    expect(second).toMatchObject({ items: [{ revision: 1 }], nextCursor: null });
    expect(await a.store.getSettings(3)).toBeNull();
  });

  it('exclusions end and come back, which replicas see, and count their hits, which they don’t', async () => {
    const place = await engineOf(name).newPlace();
    const [a, b] = [await place.open(), await place.open()];
    const versions = new Set([await b.store.policyVersion()]);
    const sees = async (): Promise<boolean> => {
      const version = await b.store.policyVersion();
      const isNew = !versions.has(version);
      versions.add(version);
      return isNew;
    };
    await a.store.insertExclusion(exclusion);
    expect(await sees()).toBe(true);
    await a.store.addExclusionHits(new Map([['excl_1', { count: 3, lastAtMs: START_MS + 9 }]]));
    await b.store.addExclusionHits(
      new Map([
        ['excl_1', { count: 2, lastAtMs: START_MS + 4 }],
        ['excl_none', { count: 1, lastAtMs: 1 }],
      ]),
    );
    expect(await sees()).toBe(false);
    const counted = { ...exclusion, hitCount: 5, lastHitAtMs: START_MS + 9 };
    expect(await b.store.listExclusions(false)).toEqual([counted]);
    expect(await a.store.endExclusion('excl_1', START_MS + 20)).toBe(true);
    expect(await sees()).toBe(true);
    expect(await a.store.endExclusion('excl_1', START_MS + 21)).toBe(false);
    expect(await sees()).toBe(false);
    expect(await b.store.listExclusions(false)).toEqual([]);
    expect(await b.store.listExclusions(true)).toEqual([{ ...counted, endedAtMs: START_MS + 20 }]);
    expect(await a.store.reviveExclusion('excl_1')).toBe(true);
    expect(await sees()).toBe(true);
    expect(await b.store.listExclusions(false)).toEqual([counted]);
  });

  it('feedback shows in lists and counts until it is undone', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    store.write(sampleRecord(1, { loosest: 'medium' }));
    store.write(sampleRecord(2, { loosest: 'medium' }));
    store.write(sampleRecord(3, { requestId: 'req_gone', receivedAtMs: START_MS - 5 * DAY_MS }));
    await store.flush();
    const shown = async () =>
      (await store.search({ feedback: 'any' }, firstPage)).items.map(({ feedback: label }) => label);
    expect(await store.insertFeedback(feedback('f1'))).toBe('added');
    const again = feedback('f1-again', { createdAtMs: START_MS + 1 });
    expect(await store.insertFeedback(again)).toBe('labelled');
    expect(await store.insertFeedback(feedback('f4', { requestId: 'req_none' }))).toBe('gone');
    expect(await store.getFeedback('f4')).toBeNull();
    await store.insertFeedback(feedback('f3', { requestId: 'req_gone', createdAtMs: START_MS + 2 }));
    expect(await store.deleteBefore(START_MS - DAY_MS)).toBe(1);
    expect(await shown()).toEqual(['not_attack']);
    const bySensitivity = { low: 0, medium: 1, high: 1, paranoid: 1 };
    expect(await store.notAttackBySensitivity(START_MS, START_MS + 10)).toEqual(bySensitivity);
    const both = { notAttack: 2, missedAttack: 0, open: 2 };
    expect(await store.countFeedback(START_MS, START_MS + 10)).toEqual(both);

    const other = feedback('f2', { label: 'missed_attack', createdAtMs: START_MS + 3 });
    expect(await store.insertFeedback(other)).toBe('added');
    expect(await shown()).toEqual(['missed_attack']);
    expect((await store.search({ feedback: 'not_attack' }, firstPage)).items).toEqual([]);
    expect((await store.search({ feedback: 'none' }, firstPage)).items).toHaveLength(1);
    const oneEach = { notAttack: 1, missedAttack: 1, open: 2 };
    expect(await store.countFeedback(START_MS, START_MS + 10)).toEqual(oneEach);
    expect(
      (await store.feedbackOf(sampleRecord(1).requestId)).map(({ id, undoneAtMs }) => [id, undoneAtMs]),
    ).toEqual([
      ['f2', null],
      ['f1', START_MS + 3],
    ]);
    expect(await store.undoFeedback('f1', START_MS + 4)).toBe(false);
    expect(await store.setFeedbackStatus('f1', 'dismissed')).toBe(false);
    expect(await store.setFeedbackStatus('f2', 'excluded')).toBe(true);
    expect(await store.listFeedback({ status: 'open' }, firstPage)).toEqual({
      items: [feedback('f3', { requestId: 'req_gone', createdAtMs: START_MS + 2 })],
      nextCursor: null,
    });

    expect(await store.undoFeedback('f2', START_MS + 5)).toBe(true);
    expect(await store.undoFeedback('f2', START_MS + 6)).toBe(false);
    expect(await shown()).toEqual([]);
    expect(await store.getFeedback('f2')).toMatchObject({ status: 'excluded', undoneAtMs: START_MS + 5 });
    expect(await store.feedbackGiven(START_MS)).toEqual({ not_attack: 2, missed_attack: 1 });
    expect(await store.feedbackGiven(START_MS + 1)).toEqual({ not_attack: 1, missed_attack: 1 });
    expect(await store.feedbackGiven(START_MS + 4)).toEqual({ not_attack: 0, missed_attack: 0 });
  });

  it('the audit log is read page by page and filtered', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    for (let index = 0; index < 5; index += 1) {
      await store.insertAudit({
        id: `a${index}`,
        atMs: START_MS + Math.floor(index / 2),
        actor: index === 3 ? 'cli' : 'ann@example.com',
        action: 'settings.change',
        target: null,
        details: { from: { a: [1, null] }, index },
        address: '127.0.0.1',
      });
    }
    const first = await store.listAudit({}, { cursor: null, limit: 3 });
    const second = await store.listAudit({}, { cursor: first.nextCursor, limit: 3 });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(['a4', 'a3', 'a2', 'a1', 'a0']);
    expect(second.nextCursor).toBeNull();
    expect((await store.listAudit({ actor: 'cli' }, firstPage)).items).toMatchObject([
      { id: 'a3', details: { from: { a: [1, null] }, index: 3 } },
    ]);
    expect((await store.listAudit({ action: 'none' }, firstPage)).items).toEqual([]);
  });

  it('the audit log is found by pieces in which % and _ mean themselves, whatever the case', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    const entries = [
      ['ann_lee@example.com', 'key.create'],
      ['annXlee@example.com', 'key.rotate'],
      ['100%@example.com', 'settings.change'],
      ['cli', 'session.end_all'],
    ] as const;
    for (const [index, [actor, action]] of entries.entries()) {
      const entry = { id: `a${index}`, atMs: START_MS + index, actor, action };
      await store.insertAudit({ ...entry, target: null, details: {}, address: null });
    }
    const cases = [
      [{ actor: 'ANN_' }, ['a0']],
      [{ actor: 'EXAMPLE.com' }, ['a2', 'a1', 'a0']],
      [{ actor: '%' }, ['a2']],
      [{ actor: '\\' }, []],
      [{ actor: "' or 1=1 --" }, []],
      [{ action: 'key.' }, ['a1', 'a0']],
      [{ action: 'end_' }, ['a3']],
      [{ actor: 'lee', action: 'Rotate' }, ['a1']],
      [{ actor: '', action: '' }, ['a3', 'a2', 'a1', 'a0']],
    ] as const;
    for (const [filter, ids] of cases) {
      const { items } = await store.listAudit(filter, firstPage);
      expect({ filter, ids: items.map(({ id }) => id) }).toEqual({ filter, ids });
    }
  });

  it('views are one’s own, or shared, and nobody else changes them', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    const view = { id: 'v1', userId: 'ann', name: 'A', query: 'x=1', isShared: false };
    await store.putView(view);
    expect(await store.listViews('bob')).toEqual([]);
    await store.putView({ ...view, isShared: true });
    expect(await store.listViews('bob')).toEqual([{ ...view, isShared: true }]);
    await store.putView({ ...view, userId: 'bob', name: 'mine now' });
    expect(await store.listViews('ann')).toEqual([{ ...view, isShared: true }]);
    expect(await store.deleteView('v1', 'bob')).toBe(false);
    expect(await store.deleteView('v1', 'ann')).toBe(true);
  });

  it('a delivery is claimed by one replica alone, and again when its lease is over', async () => {
    const place = await engineOf(name).newPlace();
    const replicas = await Promise.all([place.open(), place.open(), place.open()]);
    const { store } = replicas[0] ?? (await place.open());
    const hook = {
      id: 'hook',
      name: 'Chat',
      url: 'https://example.com/x',
      secret: 's',
      retired: [],
      events: ['threat.blocked'],
      isEnabled: true,
      createdAtMs: START_MS,
    };
    await store.putWebhook({ ...hook, name: 'old' });
    await store.putWebhook(hook);
    expect(await store.listWebhooks()).toEqual([hook]);
    const ids = Array.from({ length: 40 }, (_, index) => `d${String(index).padStart(2, '0')}`);
    await store.insertDeliveries(ids.map((id) => delivery(id)));
    await store.insertDeliveries([delivery('later', { nextAttemptAtMs: START_MS + 10_000 })]);
    const claimed = await Promise.all(
      [0, 1, 2, 0, 1, 2].map(
        (index) => replicas[index]?.store.claimDeliveries(START_MS + 1, 5000, 10, NONE_HELD) ?? [],
      ),
    );
    const all = claimed.flat().map(({ id }) => id);
    expect(new Set(all).size).toBe(all.length);
    const rest = await store.claimDeliveries(START_MS + 1, 5000, 100, NONE_HELD);
    expect([...all, ...rest.map(({ id }) => id)].sort()).toEqual(ids);
    expect(await store.claimDeliveries(START_MS + 4999, 5000, 100, NONE_HELD)).toEqual([]);
    expect(await store.claimDeliveries(START_MS + 5001, 5000, 100, NONE_HELD)).toHaveLength(40);
    const end = { attempts: 1, nextAttemptAtMs: null, lastError: null };
    await store.finishDelivery('d00', { ...end, status: 'delivered' });
    await store.finishDelivery('d01', { ...end, status: 'dead', lastError: 'HTTP 500' });
    expect((await store.webhookCounts()).get('hook')).toMatchObject({ pending: 39, dead: 1 });
    expect((await store.webhookCounts()).get('hook')?.lastDeliveredAtMs).toBeGreaterThan(START_MS - 1e12);
    expect(await store.retryDelivery('d00', START_MS)).toBe(false);
    expect(await store.retryDelivery('d01', START_MS)).toBe(true);
    const page = await store.listDeliveries('hook', { cursor: null, limit: 40 });
    expect([page.items.length, page.nextCursor !== null]).toEqual([40, true]);
    await store.insertDeliveries([delivery('try', { event: TEST_EVENT })]);
    const held = { resting: [], switchedOff: ['hook'] };
    const tests = await store.claimDeliveries(START_MS + 90_000, 5000, 100, held);
    expect(tests.map(({ id }) => id)).toEqual(['try']);
    const resting = { resting: ['hook'], switchedOff: ['hook'] };
    expect(await store.claimDeliveries(START_MS + 99_000, 5000, 100, resting)).toEqual([]);
    expect(await store.deleteWebhook('hook')).toBe(true);
    expect((await store.listDeliveries('hook', firstPage)).items).toEqual([]);
  });

  it('keys are read by their ids, each once, whatever ids are asked for', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    const names = ['a', 'b', 'c'];
    const keys: StoredKey[] = [];
    for (const each of names)
      keys.push((await createKey(store, { name: each, origin: 'cli' }, START_MS)).key);
    const [a, , c] = keys.map(({ id }) => id);
    const wanted = [c, 'key_none', a, c, "'"].filter((id) => id !== undefined);
    const found = await store.keysById(wanted);
    expect(found.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual([keys[0], keys[2]]);
    expect(await store.keysById([])).toEqual([]);
    expect(await store.keysById(Array.from({ length: 1000 }, (_, at) => `key_${at}`))).toEqual([]);
  });

  it('keys are changed in part', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    const { key } = await createKey(store, { name: 'a', origin: 'dashboard', mode: 'shadow' }, START_MS);
    const version = await store.keysVersion();
    const changes = { rolloutPercent: 25, mode: null, entities: { IBAN_CODE: { input: 'mask' } } } as const;
    expect(await store.updateKey(key.id, changes)).toBe(true);
    expect(await store.keysVersion()).not.toBe(version);
    expect(await store.listKeys()).toEqual([{ ...key, ...changes }]);
    expect(await store.updateKey(key.id, {})).toBe(true);
    expect(await store.updateKey(key.id, { entities: null, expiresAtMs: 5 })).toBe(true);
    expect(await store.listKeys()).toEqual([{ ...key, ...changes, entities: null, expiresAtMs: 5 }]);
    expect(await store.updateKey('key_none', { name: 'b' })).toBe(false);
  });

  it('keys are changed only while they are as expected, by one of two at once', async () => {
    const place = await engineOf(name).newPlace();
    const [a, b] = [(await place.open()).store, (await place.open()).store];
    const entities = { IBAN_CODE: { output: 'mask', input: 'block' } } as const;
    const { key } = await createKey(a, { name: 'a', origin: 'dashboard', entities }, START_MS);
    const expected = { name: 'a', mode: null, entities: { IBAN_CODE: { input: 'block', output: 'mask' } } };
    const done = await Promise.all([
      a.updateKey(key.id, { mode: 'shadow' }, expected),
      b.updateKey(key.id, { mode: 'blocking' }, expected),
    ]);
    expect(done.toSorted()).toEqual([false, true]);
    expect(await a.listKeys()).toEqual([{ ...key, mode: done[0] ? 'shadow' : 'blocking' }]);
    expect(await a.updateKey(key.id, { name: 'b' }, { name: 'a' })).toBe(true);
    expect(await a.updateKey(key.id, { name: 'c' }, { name: 'a' })).toBe(false);
    expect(await a.updateKey('key_none', { name: 'c' }, { name: 'a' })).toBe(false);
  });

  it('a key is rotated by one of many at once, and ends when that one was told', async () => {
    const place = await engineOf(name).newPlace();
    const [a, b] = [await place.open(), await place.open()];
    for (let round = 0; round < 5; round += 1) {
      const old = await createKey(a.store, { name: `app ${round}`, origin: 'cli' }, START_MS);
      const version = await b.store.keysVersion();
      const rotations = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          rotateKey((index % 2 === 0 ? a : b).store, old.key.id, 1000 * index, START_MS + 1),
        ),
      );
      const done = rotations.flatMap((rotation, index) => (rotation.ok ? [{ ...rotation, index }] : []));
      expect(done).toHaveLength(1);
      const [first] = done;
      expect(await a.store.keysById([first?.created.key.id ?? ''])).toEqual([first?.created.key]);
      expect(await b.store.keysById([old.key.id])).toEqual([
        { ...old.key, expiresAtMs: START_MS + 1 + 1000 * (first?.index ?? 0) },
      ]);
      const codes = rotations.flatMap((rotation) => (rotation.ok ? [] : [rotation.conflict.code]));
      expect(new Set(codes)).toEqual(new Set(['rotated_already']));
      expect(await b.store.keysVersion()).not.toBe(version);
    }
    expect(await a.store.listKeys()).toHaveLength(10);
  });

  it('a key that is revoked again ended when it ended', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    const { key } = await createKey(store, { name: 'app', origin: 'cli' }, START_MS);
    expect(await store.revokeKey(key.id, START_MS + 1)).toBe(true);
    expect(await store.revokeKey(key.id, START_MS + 2)).toBe(true);
    expect(await store.keysById([key.id])).toEqual([{ ...key, revokedAtMs: START_MS + 1 }]);
  });

  it('a key that one try asks for many times at once is made once', async () => {
    const place = await engineOf(name).newPlace();
    const [a, b] = [await place.open(), await place.open()];
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        createKeyOnce(
          (index % 2 === 0 ? a : b).store,
          ['usr_1', 'try-1'],
          { name: 'app', origin: 'dashboard' },
          START_MS + index,
        ),
      ),
    );
    const [first, ...others] = made.flatMap((each) => ('earlier' in each ? [] : [each.key]));
    expect(others).toEqual([]);
    expect(made.flatMap((each) => ('earlier' in each ? [each.earlier] : []))).toEqual(
      Array.from({ length: 5 }, () => first),
    );
    expect(await b.store.listKeys()).toEqual([first]);
  });

  it('a key whose successor is gone, revoked or expired can be rotated again, one that was changed cannot', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    const old = await createKey(store, { name: 'app', origin: 'cli' }, START_MS);
    const rotate = (nowMs: number) => rotateKey(store, old.key.id, 1000, nowMs);
    const successor = async (nowMs: number): Promise<StoredKey> => {
      const rotation = await rotate(nowMs);
      if (!rotation.ok) throw new Error(rotation.conflict.message);
      return rotation.created.key;
    };
    const first = await successor(START_MS + 1);
    expect(await rotate(START_MS + 2)).toMatchObject({ ok: false, conflict: { code: 'rotated_already' } });
    await store.touchKeys(new Map([[old.key.id, START_MS + 2]]));
    expect(await store.deleteKey(first.id)).toBe(true);
    const second = await successor(START_MS + 3);
    expect(await store.revokeKey(second.id, START_MS + 4)).toBe(true);
    const third = await successor(START_MS + 5);
    expect(await store.updateKey(third.id, { expiresAtMs: START_MS + 6 })).toBe(true);
    await successor(START_MS + 6);

    const [seen] = await store.keysById([old.key.id]);
    if (seen === undefined) throw new Error('the key is gone');
    const another = { ...seen, id: 'key_another', sha256: 'another' };
    await store.revokeKey((await store.listKeys()).at(-1)?.id ?? '', START_MS + 7);
    expect(await store.updateKey(old.key.id, { mode: 'shadow' })).toBe(true);
    expect(await store.replaceKey(seen, another, START_MS + 8)).toBe('changed');
    expect(await store.replaceKey({ ...seen, id: 'key_none' }, another, START_MS + 8)).toBe('changed');
    expect(await store.keysById(['key_another'])).toEqual([]);
  });

  it('a key that takes the place of another has its exclusions in force', async () => {
    const { store } = await (await engineOf(name).newPlace()).open();
    const old = await createKey(store, { name: 'app', origin: 'cli' }, START_MS);
    const of = (id: string, keyId: string | null, changes: Partial<StoredExclusion> = {}) =>
      store.insertExclusion({ ...exclusion, id, scope: { ...exclusion.scope, keyId }, ...changes });
    await of('exc_kept', old.key.id, { expiresAtMs: null, hitCount: 7, lastHitAtMs: START_MS });
    await of('exc_expired', old.key.id, { expiresAtMs: START_MS + 1 });
    await of('exc_ended', old.key.id, { endedAtMs: START_MS });
    await of('exc_any', null);
    await of('exc_other', 'key_other');
    const [before, version] = [await store.listExclusions(true), await store.policyVersion()];

    const rotation = await rotateKey(store, old.key.id, 1000, START_MS + 1);
    if (!rotation.ok) throw new Error(rotation.conflict.message);
    const keyId = rotation.created.key.id;
    const after = await store.listExclusions(true);
    const isOld = ({ id }: StoredExclusion) => before.some((known) => known.id === id);
    expect(after.filter(isOld)).toEqual(before);
    expect(after.filter((each) => !isOld(each))).toEqual([
      {
        ...exclusion,
        id: expect.stringMatching(/^exc_\w{20}$/),
        scope: { ...exclusion.scope, keyId },
        createdAtMs: START_MS + 1,
        expiresAtMs: null,
      },
    ]);
    expect(await store.policyVersion()).not.toBe(version);
    const refused = await rotateKey(store, old.key.id, 1000, START_MS + 2);
    expect(refused.ok).toBe(false);
    expect(await store.listExclusions(true)).toEqual(after);
  });

  it('a secret is the same for all who ask', async () => {
    const place = await engineOf(name).newPlace();
    const [a, b] = [await place.open(), await place.open()];
    const secrets = await Promise.all(
      [a, b, a, b].map(({ store }) => store.getOrCreateSecret('fingerprints', 32)),
    );
    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
    expect(secrets[0]).toHaveLength(32);
    expect(await a.store.getOrCreateSecret('other', 16)).toHaveLength(16);
  });
});
