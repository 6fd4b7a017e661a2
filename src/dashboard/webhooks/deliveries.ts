import { hash } from 'node:crypto';
import type { Config } from '../../config/schema.ts';
import { eventOf } from '../../records/events.ts';
import type {
  Outbox,
  StoredDelivery,
  StoredWebhook,
  Untold,
  WebhookStore,
} from '../../records/ports/webhooks.ts';
import type { RequestSummary } from '../../records/ports.ts';
import type { DashboardMetrics } from '../../telemetry/dashboard-metrics.ts';

type Limits = Pick<Config['dashboard']['webhooks'], 'maxBacklog' | 'maxWaiting'>;

export type TellOptions = Readonly<{
  store: Pick<WebhookStore, 'listWebhooks'> & Outbox;
  limits: Limits;
  publicUrl: string;
  now: () => number;
  metrics: Pick<DashboardMetrics, 'deliveries' | 'untoldRecords'>;
}>;

/** Records that are gone through in one transaction. */
const PAGE = 200;
/** Tells a receiver that there was more than it will ever hear of. */
const DROPPED = 'records.dropped';

/** What a receiver is told of a request: where and why, and no text. */
const describe = (record: RequestSummary, publicUrl: string) => ({
  requestId: record.requestId,
  receivedAtMs: record.receivedAtMs,
  keyId: record.keyId,
  model: record.model,
  mode: record.mode,
  sensitivity: record.sensitivity,
  outcome: record.outcome,
  category: record.category,
  subType: record.subType,
  confidence: record.confidence,
  url: `${publicUrl}/requests/${record.requestId}`,
});

export const deliveryFor = (
  webhook: StoredWebhook,
  event: string,
  data: object,
  { id, nowMs }: Readonly<{ id: string; nowMs: number }>,
): StoredDelivery => ({
  id,
  webhookId: webhook.id,
  event,
  payload: JSON.stringify({ id, event, createdAtMs: nowMs, data }),
  createdAtMs: nowMs,
  attempts: 0,
  status: 'pending',
  nextAttemptAtMs: nowMs,
  lastError: null,
});

/** Every replica of the dashboard sees the same; the id makes one delivery of it. */
export const onceId = (webhook: StoredWebhook, event: string, onceKey: string): string =>
  `dlv_${hash('sha256', `${webhook.id}\0${event}\0${onceKey}`, 'hex').slice(0, 32)}`;

/** Beyond `maxWaiting` a delivery is a dead letter from the beginning: seen, counted, and tried when somebody says so. */
const createQueues = (pending: ReadonlyMap<string, number>, maxWaiting: number) => {
  const waiting = new Map(pending);
  return (delivery: StoredDelivery): StoredDelivery => {
    const before = waiting.get(delivery.webhookId) ?? 0;
    waiting.set(delivery.webhookId, before + 1);
    return before < maxWaiting
      ? delivery
      : {
          ...delivery,
          status: 'dead',
          nextAttemptAtMs: null,
          lastError: `${maxWaiting} deliveries were waiting already`,
        };
  };
};

/** A webhook that was made just now is not told of what was before it. */
const wants = (webhook: StoredWebhook, event: string, { receivedAtMs }: RequestSummary): boolean =>
  webhook.events.includes(event) && receivedAtMs >= webhook.createdAtMs;

const deliveriesOf = (
  untold: readonly Untold[],
  webhooks: readonly StoredWebhook[],
  { publicUrl, now }: TellOptions,
): readonly StoredDelivery[] =>
  untold.flatMap(({ record }) => {
    const event = record === null ? null : eventOf(record);
    if (record === null || event === null) return [];
    return webhooks
      .filter((webhook) => wants(webhook, event, record))
      .map((webhook) =>
        deliveryFor(webhook, event, describe(record, publicUrl), {
          id: onceId(webhook, event, record.requestId),
          nowMs: now(),
        }),
      );
  });

const enabled = async (store: TellOptions['store']): Promise<readonly StoredWebhook[]> =>
  (await store.listWebhooks()).filter(({ isEnabled }) => isEnabled);

/** Gives up the oldest of more than `maxBacklog` records, and says so. */
const dropSurplus = async ({ store, limits, now, metrics }: TellOptions): Promise<void> => {
  const surplus = await store.untoldSurplus(limits.maxBacklog);
  if (surplus === null) return;
  const { count, fromMs, toMs, lastId } = surplus;
  const notices = (await enabled(store)).map((webhook) =>
    deliveryFor(
      webhook,
      DROPPED,
      { count, fromMs, toMs },
      { id: onceId(webhook, DROPPED, `${toMs} ${lastId}`), nowMs: now() },
    ),
  );
  if (await store.settleUntold(surplus, notices)) metrics.untoldRecords.inc({}, count);
};

/**
 * Queues deliveries for a page of the records of which nobody has been told.
 *
 * @returns How many records that were; 0 where none is left, or another replica was faster.
 */
export const tellPage = async (options: TellOptions): Promise<number> => {
  const { store, limits, metrics } = options;
  let untold = await store.listUntold(PAGE);
  if (untold.length === PAGE) {
    await dropSurplus(options);
    untold = await store.listUntold(PAGE);
  }
  if (untold.length === 0) return 0;
  const queue = createQueues(await store.waitingDeliveries(), limits.maxWaiting);
  const deliveries = deliveriesOf(untold, await enabled(store), options).map(queue);
  const isSettled = await store.settleUntold(
    untold.map(({ requestId }) => requestId),
    deliveries,
  );
  if (!isSettled) return 0;
  metrics.deliveries.inc({ result: 'dead' }, deliveries.filter(({ status }) => status === 'dead').length);
  return untold.length;
};
