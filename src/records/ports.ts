// What the dashboard and the running policy ask of the store, besides `store.ts`. All calls reject with GatewayError
// `STORE_FAILED`; times are Unix milliseconds; none of them is on the request path.
import type { Direction } from '../chat/segment.ts';
import type { Category } from '../detection/detector.ts';
import type { Sensitivity } from '../policy/settings.ts';
import type { Outcome, ScanRecord, StoredKey } from './store.ts';

/** A page of at most `limit` items, newest first; `cursor` is what an earlier page gave as `nextCursor`. */
export type Paging = Readonly<{ cursor: string | null; limit: number }>;
/**
 * `nextCursor` is null on the last page. A page of requests may hold fewer items than its limit, even none, while
 * `nextCursor` is not null: no index served the filter, and the time for one page was over. The next page goes on there.
 */
export type Page<T> = Readonly<{ items: readonly T[]; nextCursor: string | null }>;

// --- requests -------------------------------------------------------------------------------------------------------

export type FeedbackLabel = 'not_attack' | 'missed_attack';

export type RequestFilter = Readonly<{
  fromMs?: number;
  /** Exclusive. */
  toMs?: number;
  /** An empty list is no filter. */
  outcomes?: readonly Outcome[];
  /** Like `subType` and `minConfidence`, of the finding that weighs most, which the list shows. */
  categories?: readonly Category[];
  subType?: string;
  keyIds?: readonly string[];
  model?: string;
  stream?: boolean;
  wouldBlock?: boolean;
  hasUnjudged?: boolean;
  minConfidence?: number;
  /** Only those with a finding that is a threat at some sensitivity. */
  threatsOnly?: boolean;
  /** The label of the newest feedback that was not undone. */
  feedback?: 'any' | 'none' | FeedbackLabel;
  /**
   * Text in ids (request, Envoy's), model, path, and findings' excerpts, rule ids and sub-types. `%` and `_` stand for
   * themselves. Case does not matter; with SQLite it does for letters beyond ASCII. A whole request id finds that request.
   */
  search?: string;
  conversation?: string;
}>;

/**
 * A record as a list shows it: findings stay behind, but for the excerpt of the one that weighs most: threats weigh more
 * than others, by the loosest sensitivity, then by confidence; what an exclusion took out weighs least.
 */
export type RequestSummary = Omit<ScanRecord, 'findings' | 'redactions' | 'unjudged'> &
  Readonly<{
    category: Category | null;
    subType: string | null;
    confidence: number | null;
    findingCount: number;
    excerpt: string | null;
    unjudgedCount: number;
    feedback: FeedbackLabel | null;
  }>;

export type Totals = Readonly<{
  requests: number;
  outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** As recorded: those that were blocked included. */
  wouldBlock: number;
  unjudged: number;
  failOpen: number;
}>;

export type Bucket = Readonly<{
  atMs: number;
  outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** Requests by the category of the finding that weighs most. */
  categories: Readonly<Partial<Record<Category, number>>>;
}>;

export type Quantiles = Readonly<{ p50: number; p95: number; p99: number; count: number }>;
export type LatencyBucket = Readonly<{ atMs: number; scan: Quantiles | null; added: Quantiles | null }>;

/**
 * Counted when records are written. Times are rounded outwards to whole minutes, beyond some seven days to whole hours; buckets
 * begin at multiples of their length since 1970 (UTC).
 */
export type Statistics = Readonly<{
  totals: (fromMs: number, toMs: number, keyId: string | null) => Promise<Totals>;
  /** Buckets without traffic are missing. */
  series: (
    fromMs: number,
    toMs: number,
    bucketMs: number,
    keyId: string | null,
  ) => Promise<readonly Bucket[]>;
  /** By requests. */
  topKeys: (
    fromMs: number,
    toMs: number,
    limit: number,
  ) => Promise<readonly Readonly<{ keyId: string; requests: number; blocked: number; wouldBlock: number }>[]>;
  topSubTypes: (
    fromMs: number,
    toMs: number,
    limit: number,
  ) => Promise<readonly Readonly<{ category: Category; subType: string; count: number }>[]>;
  /** How many requests of that time are threats from this sensitivity on, whatever was in force. */
  bySensitivity: (
    fromMs: number,
    toMs: number,
    keyId: string | null,
  ) => Promise<Readonly<Record<Sensitivity, number>>>;
  /** Of those of all keys, how many people marked "not an attack". */
  notAttackBySensitivity: (fromMs: number, toMs: number) => Promise<Readonly<Record<Sensitivity, number>>>;
  latency: (fromMs: number, toMs: number, bucketMs: number) => Promise<readonly LatencyBucket[]>;
  latencyTotal: (fromMs: number, toMs: number) => Promise<Omit<LatencyBucket, 'atMs'>>;
}>;

export type RequestSearch = Readonly<{
  search: (filter: RequestFilter, paging: Paging) => Promise<Page<RequestSummary>>;
  facets: (
    fromMs: number,
    toMs: number,
  ) => Promise<
    Readonly<
      Record<'outcome' | 'category' | 'model' | 'key', readonly Readonly<{ value: string; count: number }>[]>
    >
  >;
  /** Records with their findings, newest first, for replays and exports; not more than `limit` at once. */
  records: (filter: RequestFilter, paging: Paging) => Promise<Page<ScanRecord>>;
  /**
   * What came in since a record was the newest; for the live view. Oldest first, at most `limit` of the newest. By the time
   * at which requests arrived: one whose answer took long may be stored after newer ones, and then is not told of.
   */
  since: (afterMs: number, afterId: string, limit: number) => Promise<readonly RequestSummary[]>;
}>;

/** A text as it is kept, where the operator keeps texts: encrypted, `keyId` names the key. */
export type StoredText = Readonly<{
  requestId: string;
  keyId: string;
  nonce: Uint8Array;
  /** zstd, then AES-256-GCM over JSON of the segments; the tag is at the end. */
  ciphertext: Uint8Array;
}>;
export type TextStore = Readonly<{
  getText: (requestId: string) => Promise<StoredText | null>;
}>;

// --- policy ---------------------------------------------------------------------------------------------------------

export type SettingsRevision = Readonly<{
  revision: number;
  createdAtMs: number;
  author: string;
  comment: string;
  /** What the dashboard sets under `policy:`; everything else is the file's or a default. */
  own: Readonly<Record<string, unknown>>;
}>;

export type ExclusionScope = Readonly<{
  ruleId: string | null;
  subType: string | null;
  keyId: string | null;
  role: string | null;
  direction: Direction | null;
  fingerprint: string | null;
}>;

export type StoredExclusion = Readonly<{
  id: string;
  scope: ExclusionScope;
  comment: string;
  owner: string;
  createdAtMs: number;
  expiresAtMs: number | null;
  endedAtMs: number | null;
  feedbackId: string | null;
  hitCount: number;
  lastHitAtMs: number | null;
}>;

/** What a running processor follows. */
export type PolicyStore = Readonly<{
  /** Changes with every change of settings or exclusions by anyone; cheap enough to ask every second. */
  policyVersion: () => Promise<string>;
  /** The newest; null before the first change. */
  currentSettings: () => Promise<SettingsRevision | null>;
  /** Those that were not ended, expired ones included. */
  listExclusions: (includeEnded: boolean) => Promise<readonly StoredExclusion[]>;
  /** @returns The new revision; null where `expected` is not the newest (0: there is none). */
  insertSettings: (next: Omit<SettingsRevision, 'revision'>, expected: number) => Promise<number | null>;
  listSettings: (paging: Paging) => Promise<Page<SettingsRevision>>;
  getSettings: (revision: number) => Promise<SettingsRevision | null>;
  insertExclusion: (exclusion: StoredExclusion) => Promise<void>;
  /** False where none has this id or it was ended before. */
  endExclusion: (id: string, atMs: number) => Promise<boolean>;
  /** Takes an end back. */
  reviveExclusion: (id: string) => Promise<boolean>;
  addExclusionHits: (
    hits: ReadonlyMap<string, Readonly<{ count: number; lastAtMs: number }>>,
  ) => Promise<void>;
}>;

export type KeyChanges = Partial<
  Pick<
    StoredKey,
    | 'name'
    | 'mode'
    | 'sensitivity'
    | 'override'
    | 'rateLimitPerMinute'
    | 'expiresAtMs'
    | 'entities'
    | 'rolloutPercent'
  >
>;
export type KeyEditing = Readonly<{ updateKey: (id: string, changes: KeyChanges) => Promise<boolean> }>;

// --- the loop -------------------------------------------------------------------------------------------------------

export type FeedbackStatus = 'open' | 'excluded' | 'dismissed';
export type StoredFeedback = Readonly<{
  id: string;
  requestId: string;
  label: FeedbackLabel;
  comment: string;
  author: string;
  createdAtMs: number;
  undoneAtMs: number | null;
  status: FeedbackStatus;
}>;
export type FeedbackStore = Readonly<{
  insertFeedback: (feedback: StoredFeedback) => Promise<void>;
  getFeedback: (id: string) => Promise<StoredFeedback | null>;
  feedbackOf: (requestId: string) => Promise<readonly StoredFeedback[]>;
  listFeedback: (
    filter: Readonly<{ status?: FeedbackStatus; label?: FeedbackLabel }>,
    paging: Paging,
  ) => Promise<Page<StoredFeedback>>;
  /** Undone items leave the queue and stay in the record. */
  undoFeedback: (id: string, atMs: number) => Promise<boolean>;
  setFeedbackStatus: (id: string, status: FeedbackStatus) => Promise<boolean>;
  /** Labels by when they were given; `open` is the whole queue, whatever the time. Undone ones count nowhere. */
  countFeedback: (
    fromMs: number,
    toMs: number,
  ) => Promise<Readonly<{ notAttack: number; missedAttack: number; open: number }>>;
  /** All that was given since a time, undone or not: a number that only retention makes smaller. */
  feedbackGiven: (fromMs: number) => Promise<Readonly<Record<FeedbackLabel, number>>>;
}>;

// --- people ---------------------------------------------------------------------------------------------------------

export type UserRole = 'owner' | 'admin' | 'analyst' | 'viewer';
export type StoredUser = Readonly<{
  id: string;
  /** In lower case; unique. */
  email: string;
  name: string;
  role: UserRole;
  /** PHC string of argon2id; null for those who only come through OIDC. */
  passwordHash: string | null;
  /** `issuer subject` of the OIDC account; null where there is none; unique. */
  oidcSubject: string | null;
  createdAtMs: number;
  lastSignInAtMs: number | null;
  disabledAtMs: number | null;
}>;
export type StoredSession = Readonly<{
  /** Public id, to name it by; not the token. */
  id: string;
  tokenSha256: string;
  userId: string;
  createdAtMs: number;
  lastSeenAtMs: number;
  expiresAtMs: number;
  userAgent: string;
  address: string;
}>;
/** A link that works once: a set-up, an invitation, a new password. */
export type StoredTicket = Readonly<{
  id: string;
  tokenSha256: string;
  kind: 'setup' | 'invitation' | 'password_reset';
  /** Null for `setup`. */
  email: string | null;
  role: UserRole | null;
  userId: string | null;
  createdBy: string;
  createdAtMs: number;
  expiresAtMs: number;
}>;
export type AccountStore = Readonly<{
  countUsers: () => Promise<number>;
  listUsers: () => Promise<readonly StoredUser[]>;
  getUser: (id: string) => Promise<StoredUser | null>;
  findUserByEmail: (email: string) => Promise<StoredUser | null>;
  findUserByOidc: (subject: string) => Promise<StoredUser | null>;
  /** False where the e-mail or the OIDC account is taken. */
  insertUser: (user: StoredUser) => Promise<boolean>;
  /** The first user of all: false where there is one already, whoever was faster. */
  insertFirstUser: (user: StoredUser) => Promise<boolean>;
  /**
   * Whoever loses a role or is switched off loses the links that he issued, too. False where the change would leave no enabled
   * owner, no user has this id, or somebody else has the OIDC account.
   */
  updateUser: (
    id: string,
    changes: Partial<
      Pick<StoredUser, 'name' | 'role' | 'passwordHash' | 'oidcSubject' | 'disabledAtMs' | 'lastSignInAtMs'>
    >,
  ) => Promise<boolean>;
  /** Like `updateUser`; sessions go with the user, and the links that he issued. */
  deleteUser: (id: string) => Promise<boolean>;
  insertSession: (session: StoredSession) => Promise<void>;
  findSession: (
    tokenSha256: string,
  ) => Promise<Readonly<{ session: StoredSession; user: StoredUser }> | null>;
  touchSession: (id: string, atMs: number, expiresAtMs: number) => Promise<void>;
  listSessions: (userId: string) => Promise<readonly StoredSession[]>;
  /** All of a user's but one, where `exceptId` is given; one, where `onlyId` is. */
  deleteSessions: (
    userId: string,
    which: Readonly<{ exceptId?: string; onlyId?: string }>,
  ) => Promise<number>;
  deleteExpired: (beforeMs: number) => Promise<void>;
  insertTicket: (ticket: StoredTicket) => Promise<void>;
  listTickets: (kind: StoredTicket['kind']) => Promise<readonly StoredTicket[]>;
  findTicket: (tokenSha256: string) => Promise<StoredTicket | null>;
  /** Takes the ticket away: null where it was used by somebody else in between. */
  redeemTicket: (tokenSha256: string) => Promise<StoredTicket | null>;
  deleteTicket: (id: string) => Promise<boolean>;
}>;

export type StoredAudit = Readonly<{
  id: string;
  atMs: number;
  actor: string;
  action: string;
  target: string | null;
  details: Readonly<Record<string, unknown>>;
  address: string | null;
}>;
export type AuditStore = Readonly<{
  insertAudit: (entry: StoredAudit) => Promise<void>;
  listAudit: (
    filter: Readonly<{ actor?: string; action?: string }>,
    paging: Paging,
  ) => Promise<Page<StoredAudit>>;
}>;

export type StoredView = Readonly<{
  id: string;
  userId: string;
  name: string;
  query: string;
  isShared: boolean;
}>;
export type ViewStore = Readonly<{
  /** One's own and those that others share. */
  listViews: (userId: string) => Promise<readonly StoredView[]>;
  /** Changes nothing where somebody else owns a view of this id. */
  putView: (view: StoredView) => Promise<void>;
  deleteView: (id: string, userId: string) => Promise<boolean>;
}>;

export type StoredWebhook = Readonly<{
  id: string;
  name: string;
  url: string;
  /** Signs deliveries. */
  secret: string;
  events: readonly string[];
  isEnabled: boolean;
  createdAtMs: number;
}>;
/** The event that somebody asks for to see whether a webhook works: sent also while it is switched off. */
export const TEST_EVENT = 'test';

export type StoredDelivery = Readonly<{
  id: string;
  webhookId: string;
  event: string;
  payload: string;
  createdAtMs: number;
  attempts: number;
  status: 'pending' | 'delivered' | 'dead';
  nextAttemptAtMs: number | null;
  lastError: string | null;
}>;
export type WebhookStore = Readonly<{
  listWebhooks: () => Promise<readonly StoredWebhook[]>;
  putWebhook: (webhook: StoredWebhook) => Promise<void>;
  /** What is not given stays, also where somebody else is just changing it. @returns Null where none has this id. */
  updateWebhook: (
    id: string,
    changes: Readonly<{
      [Name in 'name' | 'url' | 'events' | 'isEnabled']?: StoredWebhook[Name] | undefined;
    }>,
  ) => Promise<StoredWebhook | null>;
  deleteWebhook: (id: string) => Promise<boolean>;
  webhookCounts: () => Promise<
    ReadonlyMap<string, Readonly<{ pending: number; dead: number; lastDeliveredAtMs: number | null }>>
  >;
  insertDeliveries: (deliveries: readonly StoredDelivery[]) => Promise<void>;
  /**
   * Claims what is due, so that no other replica sends it within `leaseMs`.
   *
   * @param held Webhooks of which nothing is claimed (`resting`), or tests alone (`switchedOff`).
   */
  claimDeliveries: (
    nowMs: number,
    leaseMs: number,
    limit: number,
    held: Readonly<{ resting: readonly string[]; switchedOff: readonly string[] }>,
  ) => Promise<readonly StoredDelivery[]>;
  /** The time of `lastDeliveredAtMs` is that of this call. */
  finishDelivery: (
    id: string,
    end: Readonly<{
      status: StoredDelivery['status'];
      attempts: number;
      nextAttemptAtMs: number | null;
      lastError: string | null;
    }>,
  ) => Promise<void>;
  listDeliveries: (webhookId: string, paging: Paging) => Promise<Page<StoredDelivery>>;
  /** Counts its attempts anew. False where it is no dead letter: what waits is perhaps being sent just now. */
  retryDelivery: (id: string, atMs: number) => Promise<boolean>;
}>;

/** A record of which no webhook has been told; null where retention was faster than the telling. */
export type Untold = Readonly<{ requestId: string; record: RequestSummary | null }>;

/** The oldest of what is still to be told. */
export type Surplus = Readonly<{ count: number; fromMs: number; toMs: number; lastId: string }>;

/**
 * Records that a webhook may want to hear of stand on a list from the transaction in which they are stored, where a webhook is
 * enabled then, until deliveries have been queued for them: so none is missed, whoever was away.
 */
export type Outbox = Readonly<{
  /** The oldest first. */
  listUntold: (limit: number) => Promise<readonly Untold[]>;
  /** Webhook → deliveries that wait for it. */
  waitingDeliveries: () => Promise<ReadonlyMap<string, number>>;
  /** What stands on the list beyond the newest `most`; null where nothing does. */
  untoldSurplus: (most: number) => Promise<Surplus | null>;
  /**
   * Queues deliveries and takes what they tell of from the list, both or neither.
   *
   * @param settled Ids of requests, or a whole surplus.
   * @returns False where another replica was at the same: nothing has happened.
   */
  settleUntold: (
    settled: readonly string[] | Surplus,
    deliveries: readonly StoredDelivery[],
  ) => Promise<boolean>;
}>;

/** Under a name `limit` attempts may be counted within a window; with null they are counted and limit nothing. */
export type AttemptLimit = Readonly<{ name: string; limit: number | null }>;

/** Attempts to sign in, in sliding windows. All replicas count together. */
export type AttemptStore = Readonly<{
  /**
   * Counts an attempt under all names at once, unless one of them has had its fill.
   *
   * @returns Milliseconds until the next may be made; 0 where this one was counted.
   */
  countAttempt: (names: readonly AttemptLimit[], nowMs: number, windowMs: number) => Promise<number>;
  /** It succeeded: forgets all attempts under `own`, which is known from now on, and the newest under each of `others`. */
  forgiveAttempt: (own: string, others: readonly string[], nowMs: number) => Promise<void>;
  /** Whether somebody has succeeded under this name, these last months. */
  isKnownName: (name: string) => Promise<boolean>;
}>;

export type DashboardStore = RequestSearch &
  Statistics &
  TextStore &
  PolicyStore &
  KeyEditing &
  FeedbackStore &
  AccountStore &
  AuditStore &
  ViewStore &
  WebhookStore &
  Outbox &
  AttemptStore;
