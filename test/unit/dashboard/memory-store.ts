import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { totalUnjudged } from '../../../src/chat/segment.ts';
import { ROLES } from '../../../src/dashboard/api/access.ts';
import type { DashboardData } from '../../../src/dashboard/context.ts';
import { CATEGORIES, type Category } from '../../../src/detection/findings.ts';
import { GatewayError } from '../../../src/errors.ts';
import { SENSITIVITIES, type Sensitivity } from '../../../src/policy/settings.ts';
import { eventOf } from '../../../src/records/events.ts';
import type { StoredSession, StoredTicket, StoredUser } from '../../../src/records/ports/accounts.ts';
import type { StoredAudit, StoredView } from '../../../src/records/ports/audit.ts';
import type { Erasable } from '../../../src/records/ports/erasure.ts';
import type { StoredFeedback } from '../../../src/records/ports/feedback.ts';
import type { SettingsRevision, StoredExclusion } from '../../../src/records/ports/policy.ts';
import type { Quantiles } from '../../../src/records/ports/statistics.ts';
import type { StoredDelivery, StoredWebhook } from '../../../src/records/ports/webhooks.ts';
import type {
  FeedbackLabel,
  Page,
  Paging,
  RequestFilter,
  RequestSummary,
  StoredText,
} from '../../../src/records/ports.ts';
import { type Outcome, type ScanRecord, type StoredKey, wouldRemove } from '../../../src/records/store.ts';
import { createMemoryAttempts } from './memory-attempts.ts';

/** The store's ports over plain maps, for tests of the dashboard. What a real store must do atomically is one turn here. */
export type MemoryStore = DashboardData &
  Readonly<{
    addRecord: (record: ScanRecord) => void;
    addText: (text: StoredText) => void;
    audits: () => readonly StoredAudit[];
    sessions: () => readonly StoredSession[];
    deliveries: () => readonly StoredDelivery[];
  }>;

type Sorted = Readonly<{ atMs: number; id: string }>;

const newestFirst = (a: Sorted, b: Sorted): number =>
  b.atMs - a.atMs || (a.id === b.id ? 0 : a.id < b.id ? 1 : -1);

const paged = <T>(items: readonly T[], place: (item: T) => Sorted, { cursor, limit }: Paging): Page<T> => {
  const [atMs = '', id = ''] = (cursor ?? '').split('~');
  const sorted = items.toSorted((a, b) => newestFirst(place(a), place(b)));
  const rest =
    cursor === null
      ? sorted
      : sorted.filter((item) => newestFirst({ atMs: Number(atMs), id }, place(item)) < 0);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const next = last === undefined || rest.length <= limit ? null : place(last);
  return { items: page, nextCursor: next === null ? null : `${next.atMs}~${next.id}` };
};

const within = (value: number, fromMs: number, toMs: number): boolean => value >= fromMs && value < toMs;

const countBy = <T, K extends string>(items: readonly T[], key: (item: T) => readonly K[]) => {
  const counts = new Map<K, number>();
  for (const name of items.flatMap(key)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

const quantiles = (values: readonly number[]): Quantiles | null => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return sorted.length === 0 ? null : { p50: at(0.5), p95: at(0.95), p99: at(0.99), count: sorted.length };
};

const topOf = ({ findings }: ScanRecord) => findings.toSorted((a, b) => b.confidence - a.confidence)[0];

const categoriesOf = ({ findings }: ScanRecord): readonly Category[] =>
  CATEGORIES.filter((category) => findings.some((finding) => finding.category === category));

type Test = (record: ScanRecord, label: FeedbackLabel | null) => boolean;

const testsOf = (filter: RequestFilter): readonly Test[] => {
  const tests: [unknown, Test][] = [
    [filter.fromMs, ({ receivedAtMs }) => receivedAtMs >= (filter.fromMs ?? 0)],
    [filter.toMs, ({ receivedAtMs }) => receivedAtMs < (filter.toMs ?? 0)],
    [filter.outcomes, ({ outcome }) => filter.outcomes?.includes(outcome) === true],
    [
      filter.categories,
      (record) => categoriesOf(record).some((name) => filter.categories?.includes(name) === true),
    ],
    [filter.subType, ({ findings }) => findings.some(({ subType }) => subType === filter.subType)],
    [filter.keyIds, ({ keyId }) => keyId !== null && filter.keyIds?.includes(keyId) === true],
    [
      filter.errorCodes,
      ({ errorCode }) => errorCode !== null && filter.errorCodes?.includes(errorCode) === true,
    ],
    [filter.model, ({ model }) => model === filter.model],
    [filter.stream, ({ stream }) => stream === filter.stream],
    [filter.wouldBlock, ({ wouldBlock }) => wouldBlock === filter.wouldBlock],
    [filter.wouldRemove, (record) => wouldRemove(record) === filter.wouldRemove],
    [filter.hasUnjudged, ({ unjudged }) => totalUnjudged(unjudged) > 0 === filter.hasUnjudged],
    [filter.passedThrough, ({ unjudged }) => (unjudged.pass_through !== undefined) === filter.passedThrough],
    [
      filter.minConfidence,
      ({ findings }) => findings.some(({ confidence }) => confidence >= (filter.minConfidence ?? 0)),
    ],
    [filter.threatsOnly, ({ loosest }) => loosest !== null],
    [filter.conversation, ({ conversation }) => conversation === filter.conversation],
    [
      filter.search,
      (record) =>
        JSON.stringify([
          record.requestId,
          record.envoyRequestId,
          record.traceId,
          record.model,
          record.path,
          record.findings.map(({ ruleId, excerpt }) => [ruleId, excerpt]),
        ])
          .toLowerCase()
          .includes((filter.search ?? '').toLowerCase()),
    ],
    [
      filter.feedback,
      (_record, label) => {
        if (filter.feedback === 'any') return label !== null;
        return filter.feedback === 'none' ? label === null : label === filter.feedback;
      },
    ],
  ];
  return tests.filter(([wanted]) => wanted !== undefined).map(([, test]) => test);
};

const createRecords = (labelOf: (requestId: string) => FeedbackLabel | null) => {
  const records = new Map<string, ScanRecord>();
  const texts = new Map<string, StoredText>();
  const all = (): readonly ScanRecord[] => [...records.values()];
  const place = ({ receivedAtMs, requestId }: Pick<ScanRecord, 'receivedAtMs' | 'requestId'>): Sorted => ({
    atMs: receivedAtMs,
    id: requestId,
  });
  const inTime = (fromMs: number, toMs: number, keyId: string | null = null): readonly ScanRecord[] =>
    all().filter(
      (record) => within(record.receivedAtMs, fromMs, toMs) && (keyId === null || record.keyId === keyId),
    );
  const matching = (filter: RequestFilter): readonly ScanRecord[] => {
    const tests = testsOf(filter);
    return all().filter((record) => tests.every((test) => test(record, labelOf(record.requestId))));
  };
  const summary = (record: ScanRecord): RequestSummary => {
    const { findings, unjudged, ...rest } = record;
    const top = topOf(record);
    return {
      ...rest,
      category: top?.category ?? null,
      subType: top?.subType ?? null,
      confidence: top?.confidence ?? null,
      findingCount: findings.length,
      excerpt: top?.excerpt ?? null,
      unjudgedCount: totalUnjudged(unjudged),
      feedback: labelOf(record.requestId),
    };
  };
  const outcomesOf = (items: readonly ScanRecord[]) =>
    Object.fromEntries(countBy(items, ({ outcome }) => [outcome])) as Partial<Record<Outcome, number>>;
  const bySensitivity = (items: readonly ScanRecord[]) =>
    Object.fromEntries(
      SENSITIVITIES.map((name, at) => [
        name,
        items.filter(({ loosest }) => loosest !== null && SENSITIVITIES.indexOf(loosest) <= at).length,
      ]),
    ) as Record<Sensitivity, number>;
  const bucketsOf = (items: readonly ScanRecord[], bucketMs: number) =>
    [...Map.groupBy(items, ({ receivedAtMs }) => Math.floor(receivedAtMs / bucketMs) * bucketMs)].toSorted(
      ([a], [b]) => a - b,
    );
  const latencyOf = (items: readonly ScanRecord[]) => ({
    scan: quantiles(items.map(({ inputScanUs, outputScanUs }) => inputScanUs + outputScanUs)),
    added: quantiles(items.flatMap(({ addedUs }) => (addedUs === null ? [] : [addedUs]))),
  });
  const facet = (items: readonly ScanRecord[], key: (record: ScanRecord) => readonly string[]) =>
    [...countBy(items, key)]
      .map(([value, count]) => ({ value, count }))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, 50);

  const erasable = ({ by, value }: Erasable): readonly ScanRecord[] =>
    all().filter(({ requestId, keyId, conversation, findings }) => {
      if (by === 'fingerprint') return findings.some(({ fingerprint }) => fingerprint === value);
      return { request: requestId, key: keyId, conversation }[by] === value;
    });

  const ports = {
    countErasable: async (which) => erasable(which).length,
    eraseBatch: async (which) => {
      const gone = erasable(which);
      for (const { requestId } of gone) {
        records.delete(requestId);
        texts.delete(requestId);
      }
      return gone.length;
    },
    settleErasure: async () => true,
    get: async (id) => records.get(id) ?? null,
    search: async (filter, paging) => {
      const page = paged(matching(filter), place, paging);
      return { items: page.items.map(summary), nextCursor: page.nextCursor };
    },
    records: async (filter, paging) => paged(matching(filter), place, paging),
    since: async (afterMs, afterId, limit) =>
      all()
        .filter((record) => newestFirst({ atMs: afterMs, id: afterId }, place(record)) > 0)
        .toSorted((a, b) => newestFirst(place(b), place(a)))
        .slice(-limit)
        .map(summary),
    facets: async (fromMs, toMs) => {
      const items = inTime(fromMs, toMs);
      return {
        outcome: facet(items, ({ outcome }) => [outcome]),
        category: facet(items, categoriesOf),
        model: facet(items, ({ model }) => (model === null ? [] : [model])),
        key: facet(items, ({ keyId }) => (keyId === null ? [] : [keyId])),
        errorCode: facet([...records.values()], ({ errorCode }) =>
          errorCode === null ? [] : [errorCode],
        ).map(({ value }) => value),
      };
    },
    totals: async (fromMs, toMs, keyId) => {
      const items = inTime(fromMs, toMs, keyId);
      return {
        requests: items.length,
        outcomes: outcomesOf(items),
        wouldBlock: items.filter(({ wouldBlock }) => wouldBlock).length,
        unjudged: items.filter(({ unjudged }) => totalUnjudged(unjudged) > 0).length,
        passedThrough: items.filter(({ unjudged }) => unjudged.pass_through !== undefined).length,
        failOpen: items.filter(({ failedOpen }) => failedOpen).length,
      };
    },
    series: async (fromMs, toMs, bucketMs, keyId) =>
      bucketsOf(inTime(fromMs, toMs, keyId), bucketMs).map(([atMs, items]) => ({
        atMs,
        outcomes: outcomesOf(items),
        categories: Object.fromEntries(countBy(items, categoriesOf)) as Partial<Record<Category, number>>,
      })),
    topKeys: async (fromMs, toMs, limit) =>
      [...Map.groupBy(inTime(fromMs, toMs), ({ keyId }) => keyId ?? '')]
        .filter(([keyId]) => keyId !== '')
        .map(([keyId, items]) => ({
          keyId,
          requests: items.length,
          blocked: items.filter(({ outcome }) => outcome === 'blocked').length,
          wouldBlock: items.filter(({ wouldBlock }) => wouldBlock).length,
        }))
        .toSorted((a, b) => b.requests - a.requests)
        .slice(0, limit),
    topSubTypes: async (fromMs, toMs, limit) => {
      const tops = inTime(fromMs, toMs).flatMap((record) => topOf(record) ?? []);
      return [...Map.groupBy(tops, ({ category, subType }) => `${category} ${subType}`).values()]
        .flatMap((items) => {
          const [first] = items;
          return first === undefined
            ? []
            : [{ category: first.category, subType: first.subType, count: items.length }];
        })
        .toSorted((a, b) => b.count - a.count)
        .slice(0, limit);
    },
    topErrorCodes: async (fromMs, toMs, limit) =>
      [...countBy(inTime(fromMs, toMs), ({ errorCode }) => (errorCode === null ? [] : [errorCode]))]
        .map(([code, count]) => ({ code, count }))
        .toSorted((a, b) => b.count - a.count)
        .slice(0, limit),
    bySensitivity: async (fromMs, toMs, keyId) => bySensitivity(inTime(fromMs, toMs, keyId)),
    notAttackBySensitivity: async (fromMs, toMs) =>
      bySensitivity(inTime(fromMs, toMs).filter(({ requestId }) => labelOf(requestId) === 'not_attack')),
    latency: async (fromMs, toMs, bucketMs) =>
      bucketsOf(inTime(fromMs, toMs), bucketMs).map(([atMs, items]) => ({ atMs, ...latencyOf(items) })),
    latencyTotal: async (fromMs, toMs) => latencyOf(inTime(fromMs, toMs)),
    getText: async (requestId) => texts.get(requestId) ?? null,
  } satisfies Partial<DashboardData>;
  return {
    ...ports,
    addRecord: (record: ScanRecord): void => {
      records.set(record.requestId, record);
    },
    addText: (text: StoredText): void => {
      texts.set(text.requestId, text);
    },
  };
};

const createPolicy = () => {
  const revisions: SettingsRevision[] = [];
  const exclusions = new Map<string, StoredExclusion>();
  let changes = 0;
  const change = (
    id: string,
    isAsExpected: (old: StoredExclusion) => boolean,
    next: Partial<StoredExclusion>,
  ) => {
    const old = exclusions.get(id);
    if (old === undefined || !isAsExpected(old)) return false;
    exclusions.set(id, { ...old, ...next });
    changes += 1;
    return true;
  };
  return {
    policyVersion: async () => `${revisions.length}-${changes}`,
    currentSettings: async () => revisions.at(-1) ?? null,
    listExclusions: async (includeEnded) =>
      [...exclusions.values()].filter(({ endedAtMs }) => includeEnded || endedAtMs === null),
    insertSettings: async (next, expected) => {
      if (revisions.length !== expected) return null;
      revisions.push({ ...next, revision: expected + 1 });
      return expected + 1;
    },
    listSettings: async (paging) => paged(revisions, ({ revision }) => ({ atMs: revision, id: '' }), paging),
    getSettings: async (revision) => revisions[revision - 1] ?? null,
    insertExclusion: async (exclusion) => {
      exclusions.set(exclusion.id, exclusion);
      changes += 1;
    },
    endExclusion: async (id, endedAtMs) => change(id, (old) => old.endedAtMs === null, { endedAtMs }),
    reviveExclusion: async (id) => change(id, (old) => old.endedAtMs !== null, { endedAtMs: null }),
    addExclusionHits: async (hits) => {
      for (const [id, { count, lastAtMs }] of hits) {
        const old = exclusions.get(id);
        if (old === undefined) continue;
        exclusions.set(id, { ...old, hitCount: old.hitCount + count, lastHitAtMs: lastAtMs });
      }
    },
  } satisfies Partial<DashboardData>;
};

const createKeys = () => {
  const keys = new Map<string, StoredKey>();
  const successors = new Map<string, string>();
  let version = 0;
  const change = (id: string, next: Partial<StoredKey>): boolean => {
    const old = keys.get(id);
    if (old === undefined) return false;
    version += 1;
    keys.set(id, { ...old, ...next });
    return true;
  };
  return {
    listKeys: async () => [...keys.values()],
    keysById: async (ids) => [...new Set(ids)].flatMap((id) => keys.get(id) ?? []),
    insertKey: async (key) => {
      if (keys.has(key.id)) throw new GatewayError('STORE_FAILED', 'UNIQUE constraint failed');
      version += 1;
      keys.set(key.id, key);
    },
    revokeKey: async (id, revokedAtMs) => change(id, { revokedAtMs }),
    replaceKey: async (old, successor, expiresAtMs) => {
      const next = keys.get(successors.get(old.id) ?? '');
      if (next?.revokedAtMs === null) return { successorId: next.id };
      if (!isDeepStrictEqual(keys.get(old.id), old)) return 'changed';
      if ((old.expiresAtMs ?? Infinity) <= successor.createdAtMs) return 'expired';
      change(old.id, { expiresAtMs });
      keys.set(successor.id, successor);
      successors.set(old.id, successor.id);
      return 'done';
    },
    deleteKey: async (id) => keys.delete(id),
    touchKeys: async (usedAtMs) => {
      for (const [id, lastUsedAtMs] of usedAtMs) change(id, { lastUsedAtMs });
    },
    keysVersion: async () => String(version),
    updateKey: async (id, changes, expected = {}) => {
      const current: Readonly<Record<string, unknown>> = { ...keys.get(id) };
      const isAsExpected = Object.entries(expected).every(([name, value]) =>
        isDeepStrictEqual(current[name], value),
      );
      return isAsExpected && change(id, changes as Partial<StoredKey>);
    },
  } satisfies Partial<DashboardData>;
};

const createFeedback = () => {
  const items = new Map<string, StoredFeedback>();
  const standing = (requestId: string): StoredFeedback | undefined =>
    [...items.values()].findLast((item) => item.requestId === requestId && item.undoneAtMs === null);
  const change = (id: string, next: Partial<StoredFeedback>): boolean => {
    const old = items.get(id);
    if (old === undefined || (next.undoneAtMs !== undefined && old.undoneAtMs !== null)) return false;
    items.set(id, { ...old, ...next });
    return true;
  };
  const ports = {
    insertFeedback: async (item) => {
      const before = [...items.values()].filter(
        ({ requestId, undoneAtMs }) => requestId === item.requestId && undoneAtMs === null,
      );
      if (before.some(({ label }) => label === item.label)) return 'labelled';
      for (const { id } of before) change(id, { undoneAtMs: item.createdAtMs });
      items.set(item.id, item);
      return 'added';
    },
    getFeedback: async (id) => items.get(id) ?? null,
    feedbackOf: async (requestId) => [...items.values()].filter((item) => item.requestId === requestId),
    listFeedback: async ({ status, label }, paging) => {
      const wanted = [...items.values()].filter(
        (item) =>
          item.undoneAtMs === null &&
          (status === undefined || item.status === status) &&
          (label === undefined || item.label === label),
      );
      return paged(wanted, ({ createdAtMs, id }) => ({ atMs: createdAtMs, id }), paging);
    },
    undoFeedback: async (id, undoneAtMs) => change(id, { undoneAtMs }),
    setFeedbackStatus: async (id, status) => change(id, { status }),
    countFeedback: async (fromMs, toMs) => {
      const counted = [...items.values()].filter(
        ({ createdAtMs, undoneAtMs }) => undoneAtMs === null && within(createdAtMs, fromMs, toMs),
      );
      return {
        notAttack: counted.filter(({ label }) => label === 'not_attack').length,
        missedAttack: counted.filter(({ label }) => label === 'missed_attack').length,
        open: counted.filter(({ status }) => status === 'open').length,
      };
    },
    feedbackGiven: async (fromMs) => {
      const given = [...items.values()].filter(({ createdAtMs }) => createdAtMs >= fromMs);
      return {
        not_attack: given.filter(({ label }) => label === 'not_attack').length,
        missed_attack: given.filter(({ label }) => label === 'missed_attack').length,
      };
    },
  } satisfies Partial<DashboardData>;
  return { ports, labelOf: (requestId: string) => standing(requestId)?.label ?? null };
};

const createAccounts = () => {
  const users = new Map<string, StoredUser>();
  const sessions = new Map<string, StoredSession>();
  const tickets = new Map<string, StoredTicket>();
  const all = (): readonly StoredUser[] => [...users.values()];
  const isOwner = ({ role, disabledAtMs }: StoredUser): boolean => role === 'owner' && disabledAtMs === null;
  const keepsOwner = (id: string, next: StoredUser | null): boolean =>
    all().some(
      (user) => isOwner(user.id === id && next !== null ? next : user) && (user.id !== id || next !== null),
    );
  const isTaken = (user: StoredUser): boolean =>
    all().some(
      ({ email, oidcSubject }) =>
        email === user.email || (oidcSubject !== null && oidcSubject === user.oidcSubject),
    );
  const dropSessions = (isMeant: (session: StoredSession) => boolean): number => {
    const gone = [...sessions.values()].filter(isMeant);
    for (const { id } of gone) sessions.delete(id);
    return gone.length;
  };
  const ticketOf = (tokenSha256: string): StoredTicket | null =>
    [...tickets.values()].find((ticket) => ticket.tokenSha256 === tokenSha256) ?? null;
  const ports = {
    countUsers: async () => users.size,
    listUsers: async () => all(),
    getUser: async (id) => users.get(id) ?? null,
    findUserByEmail: async (email) => all().find((user) => user.email === email) ?? null,
    findUserByOidc: async (subject) => all().find(({ oidcSubject }) => oidcSubject === subject) ?? null,
    insertUser: async (user) => {
      if (isTaken(user)) return false;
      users.set(user.id, user);
      return true;
    },
    insertFirstUser: async (user) => {
      if (users.size > 0) return false;
      users.set(user.id, user);
      return true;
    },
    updateUser: async (id, changes, atMost = 'owner') => {
      const old = users.get(id);
      if (old === undefined || ROLES.indexOf(old.role) < ROLES.indexOf(atMost)) return false;
      const next = { ...old, ...changes } as StoredUser;
      if (!keepsOwner(id, next)) return false;
      users.set(id, next);
      return true;
    },
    deleteUser: async (id) => {
      if (!users.has(id) || !keepsOwner(id, null)) return false;
      users.delete(id);
      dropSessions(({ userId }) => userId === id);
      return true;
    },
    insertSession: async (session) => {
      sessions.set(session.id, session);
    },
    findSession: async (tokenSha256) => {
      const session = [...sessions.values()].find((candidate) => candidate.tokenSha256 === tokenSha256);
      const user = session === undefined ? undefined : users.get(session.userId);
      return session === undefined || user === undefined ? null : { session, user };
    },
    touchSession: async (id, lastSeenAtMs, expiresAtMs) => {
      const old = sessions.get(id);
      if (old !== undefined) sessions.set(id, { ...old, lastSeenAtMs, expiresAtMs });
    },
    countSessions: async (nowMs) =>
      [...sessions.values()].filter(({ expiresAtMs }) => expiresAtMs > nowMs).length,
    listSessions: async (userId) => [...sessions.values()].filter((session) => session.userId === userId),
    deleteSessions: async (userId, { onlyId }) =>
      dropSessions((session) => session.userId === userId && (onlyId === undefined || session.id === onlyId)),
    deleteExpired: async (beforeMs) => {
      dropSessions(({ expiresAtMs }) => expiresAtMs < beforeMs);
      for (const { id, expiresAtMs } of tickets.values()) if (expiresAtMs < beforeMs) tickets.delete(id);
    },
    insertTicket: async (ticket) => {
      tickets.set(ticket.id, ticket);
    },
    listTickets: async (kind) => [...tickets.values()].filter((ticket) => ticket.kind === kind),
    findTicket: async (tokenSha256) => ticketOf(tokenSha256),
    redeemTicket: async (tokenSha256) => {
      const ticket = ticketOf(tokenSha256);
      if (ticket !== null) tickets.delete(ticket.id);
      return ticket;
    },
    deleteTicket: async (id) => tickets.delete(id),
  } satisfies Partial<DashboardData>;
  return { ...ports, sessions: () => [...sessions.values()] };
};

const createIntegrations = () => {
  const audits: StoredAudit[] = [];
  const views = new Map<string, StoredView>();
  const webhooks = new Map<string, StoredWebhook>();
  const deliveries = new Map<string, StoredDelivery>();
  const ports = {
    insertAudit: async (entry) => {
      audits.push(entry);
    },
    listAudit: async ({ actor, action }, paging) =>
      paged(
        audits.filter(
          (entry) =>
            (actor === undefined || entry.actor.toLowerCase().includes(actor.toLowerCase())) &&
            (action === undefined || entry.action.toLowerCase().includes(action.toLowerCase())),
        ),
        ({ atMs, id }) => ({ atMs, id }),
        paging,
      ),
    listViews: async (userId) =>
      [...views.values()].filter((view) => view.isShared || view.userId === userId),
    putView: async (view) => {
      views.set(view.id, view);
    },
    deleteView: async (id, userId) => views.get(id)?.userId === userId && views.delete(id),
    listWebhooks: async () => [...webhooks.values()],
    putWebhook: async (webhook) => {
      webhooks.set(webhook.id, webhook);
    },
    updateWebhook: async (id, changes, expected = {}) => {
      const old = webhooks.get(id);
      if (old === undefined || !isDeepStrictEqual(old, { ...old, ...expected })) return null;
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      webhooks.set(id, { ...old, ...given });
      return webhooks.get(id) ?? null;
    },
    replaceSecret: async (id, before, next) => {
      const old = webhooks.get(id);
      if (old?.secret !== before) return null;
      const webhook = { ...old, ...next };
      webhooks.set(id, webhook);
      return webhook;
    },
    deleteWebhook: async (id) => {
      for (const delivery of deliveries.values()) {
        if (delivery.webhookId === id) deliveries.delete(delivery.id);
      }
      return webhooks.delete(id);
    },
    webhookCounts: async () =>
      new Map(
        [...webhooks.keys()].map((id) => {
          const own = [...deliveries.values()].filter(({ webhookId }) => webhookId === id);
          const delivered = own.filter(({ status }) => status === 'delivered');
          return [
            id,
            {
              pending: own.filter(({ status }) => status === 'pending').length,
              dead: own.filter(({ status }) => status === 'dead').length,
              lastDeliveredAtMs: delivered.at(-1)?.createdAtMs ?? null,
            },
          ];
        }),
      ),
    insertDeliveries: async (made) => {
      for (const delivery of made) if (!deliveries.has(delivery.id)) deliveries.set(delivery.id, delivery);
    },
    claimDeliveries: async (nowMs, leaseMs, limit, { resting, switchedOff }) => {
      const due = [...deliveries.values()]
        .filter(
          ({ webhookId, status, nextAttemptAtMs, event }) =>
            status === 'pending' &&
            (nextAttemptAtMs ?? 0) <= nowMs &&
            !resting.includes(webhookId) &&
            (event === 'test' || !switchedOff.includes(webhookId)),
        )
        .slice(0, limit);
      for (const each of due) deliveries.set(each.id, { ...each, nextAttemptAtMs: nowMs + leaseMs });
      return due;
    },
    finishDelivery: async (id, end) => {
      const old = deliveries.get(id);
      if (old !== undefined) deliveries.set(id, { ...old, ...end });
    },
    listDeliveries: async (webhookId, paging) =>
      paged(
        [...deliveries.values()].filter((delivery) => delivery.webhookId === webhookId),
        ({ createdAtMs, id }) => ({ atMs: createdAtMs, id }),
        paging,
      ),
    retryDelivery: async (id, atMs) => {
      const old = deliveries.get(id);
      if (old?.status !== 'dead') return false;
      deliveries.set(id, { ...old, status: 'pending', attempts: 0, nextAttemptAtMs: atMs });
      return true;
    },
  } satisfies Partial<DashboardData>;
  return { ...ports, audits: () => audits, deliveries: () => [...deliveries.values()] };
};

/** What the transaction of a record does is done here by `note`. */
const createOutbox = (
  { listWebhooks, insertDeliveries, deliveries }: ReturnType<typeof createIntegrations>,
  since: DashboardData['since'],
) => {
  const untold = new Set<string>();
  const ports = {
    listUntold: async (limit) => {
      const all = await since(0, '', Number.MAX_SAFE_INTEGER);
      return all
        .filter(({ requestId }) => untold.has(requestId))
        .slice(0, limit)
        .map((record) => ({ requestId: record.requestId, record }));
    },
    waitingDeliveries: async () => {
      const waiting = deliveries().filter(({ status }) => status === 'pending');
      return countBy(waiting, ({ webhookId }) => [webhookId]);
    },
    // No test of the dashboard's has so many.
    untoldSurplus: async () => null,
    settleUntold: async (settled, made) => {
      for (const id of 'count' in settled ? [] : settled) untold.delete(id);
      await insertDeliveries(made);
      return true;
    },
  } satisfies Partial<DashboardData>;
  return {
    ports,
    note: async (record: ScanRecord): Promise<void> => {
      if (eventOf(record) !== null && (await listWebhooks()).some(({ isEnabled }) => isEnabled)) {
        untold.add(record.requestId);
      }
    },
  };
};

const createSecrets = () => {
  const secrets = new Map<string, Uint8Array>();
  return {
    getOrCreateSecret: async (name, bytes) => {
      const secret = secrets.get(name) ?? randomBytes(bytes);
      secrets.set(name, secret);
      return secret;
    },
  } satisfies Partial<DashboardData>;
};

export const createMemoryStore = (): MemoryStore => {
  const { ports: feedback, labelOf } = createFeedback();
  const records = createRecords(labelOf);
  const integrations = createIntegrations();
  const { ports: outbox, note } = createOutbox(integrations, records.since);
  return {
    ...records,
    ...createPolicy(),
    ...createKeys(),
    ...createAccounts(),
    ...createMemoryAttempts(),
    ...integrations,
    ...outbox,
    ...createSecrets(),
    ...feedback,
    addRecord: (record) => {
      records.addRecord(record);
      void note(record);
    },
  };
};
