import type { Page, Paging, RequestSummary } from '../ports.ts';

/** A secret that was replaced: it signs, too, until then. */
export type RetiredSecret = Readonly<{ secret: string; endsAtMs: number }>;

export type StoredWebhook = Readonly<{
  id: string;
  name: string;
  url: string;
  /** Signs deliveries. */
  secret: string;
  /** The newest first. */
  retired: readonly RetiredSecret[];
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

export type WebhookChanges = Readonly<{
  [Name in 'name' | 'url' | 'events' | 'isEnabled']?: StoredWebhook[Name] | undefined;
}>;

export type WebhookStore = Readonly<{
  listWebhooks: () => Promise<readonly StoredWebhook[]>;
  putWebhook: (webhook: StoredWebhook) => Promise<void>;
  /**
   * What is not given stays, also where somebody else is just changing it.
   *
   * @returns Null where none has this id, or where it is not as expected any more.
   */
  updateWebhook: (
    id: string,
    changes: WebhookChanges,
    expected?: WebhookChanges,
  ) => Promise<StoredWebhook | null>;
  /**
   * @param before The secret that is replaced.
   * @returns Null where none has this id, or another secret by now.
   */
  replaceSecret: (
    id: string,
    before: string,
    next: Pick<StoredWebhook, 'secret' | 'retired'>,
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
