import { hash } from 'node:crypto';
import type { RequestSummary, StoredDelivery, StoredWebhook, WebhookStore } from '../../records/ports.ts';
import { newId } from '../auth/tokens.ts';
import { post, signatureOf } from './post.ts';

export type WebhookSender = Readonly<{
  /** Puts an event into the queues of all who want it. @param onceKey The same key is delivered once. */
  publish: (event: string, data: object, onceKey: string) => Promise<void>;
  /** For records as they come in. */
  publishRecords: (items: readonly RequestSummary[]) => Promise<void>;
  /** One event for one webhook, whatever it wants to hear. */
  test: (webhook: StoredWebhook) => Promise<void>;
  /** Sends what is due; runs by itself after `start`. @returns How many were tried. */
  sendDue: () => Promise<number>;
  start: () => void;
  /** Ends the timer and waits for what is under way. */
  close: () => Promise<void>;
}>;

type SenderOptions = Readonly<{
  store: WebhookStore;
  allowPrivate: boolean;
  publicUrl: string;
  now: () => number;
  onError: (error: unknown) => void;
  timeoutMs?: number;
}>;

const EVERY_MS = 2000;
const LEASE_MS = 60_000;
const AT_ONCE = 8;
/** Waits between attempts: half a day in all; then the delivery is dead, until somebody tries it again. */
const WAITS_MS = [5000, 30_000, 120_000, 600_000, 3_600_000, 7_200_000, 14_400_000, 14_400_000] as const;
/** Of a wait, so that receivers are not asked in waves. */
const JITTER = 0.2;

const eventOf = (record: RequestSummary): string | null => {
  if (record.outcome === 'error' || record.failedOpen) return 'scan.failed';
  if (record.outcome === 'blocked') return 'threat.blocked';
  if (record.outcome === 'flagged') return 'threat.flagged';
  return record.wouldBlock ? 'threat.would_block' : null;
};

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

export const createWebhookSender = ({
  store,
  allowPrivate,
  publicUrl,
  now,
  onError,
  timeoutMs,
}: SenderOptions): WebhookSender => {
  let timer: NodeJS.Timeout | null = null;
  let underWay: Promise<number> | null = null;

  const deliveryFor = (webhook: StoredWebhook, event: string, data: object, id: string): StoredDelivery => ({
    id,
    webhookId: webhook.id,
    event,
    payload: JSON.stringify({ id, event, createdAtMs: now(), data }),
    createdAtMs: now(),
    attempts: 0,
    status: 'pending',
    nextAttemptAtMs: now(),
    lastError: null,
  });

  /** Every replica of the dashboard sees the same record; the id makes one delivery of it. */
  const idOf = (webhook: StoredWebhook, event: string, onceKey: string): string =>
    `dlv_${hash('sha256', `${webhook.id}\0${event}\0${onceKey}`, 'hex').slice(0, 32)}`;

  const wanting = async (): Promise<readonly StoredWebhook[]> =>
    (await store.listWebhooks()).filter(({ isEnabled }) => isEnabled);

  const attempt = async (delivery: StoredDelivery, webhook: StoredWebhook | undefined): Promise<void> => {
    const attempts = delivery.attempts + 1;
    const reason =
      webhook === undefined
        ? 'the webhook is gone'
        : await post({
            url: webhook.url,
            body: delivery.payload,
            headers: {
              'x-portcullis-event': delivery.event,
              'x-portcullis-delivery': delivery.id,
              'x-portcullis-signature': signatureOf(webhook.secret, delivery.payload, now()),
              'user-agent': 'portcullis-webhooks',
            },
            allowPrivate,
            ...(timeoutMs === undefined ? {} : { timeoutMs }),
          });
    if (reason === null) {
      const end = { status: 'delivered', attempts, nextAttemptAtMs: null, lastError: null } as const;
      await store.finishDelivery(delivery.id, end);
      return;
    }
    const waitMs = webhook === undefined ? undefined : WAITS_MS[attempts - 1];
    const nextAttemptAtMs =
      waitMs === undefined ? null : Math.round(now() + waitMs * (1 + JITTER * Math.random()));
    await store.finishDelivery(delivery.id, {
      status: nextAttemptAtMs === null ? 'dead' : 'pending',
      attempts,
      nextAttemptAtMs,
      lastError: reason.slice(0, 200),
    });
  };

  const sendBatch = async (): Promise<number> => {
    const due = await store.claimDeliveries(now(), LEASE_MS, AT_ONCE);
    if (due.length === 0) return 0;
    const webhooks = new Map((await store.listWebhooks()).map((webhook) => [webhook.id, webhook]));
    await Promise.all(due.map((delivery) => attempt(delivery, webhooks.get(delivery.webhookId))));
    return due.length;
  };

  const sendDue = async (): Promise<number> => {
    underWay ??= sendBatch().finally(() => {
      underWay = null;
    });
    return underWay;
  };

  return {
    publish: async (event, data, onceKey) => {
      const webhooks = (await wanting()).filter(({ events }) => events.includes(event));
      if (webhooks.length === 0) return;
      await store.insertDeliveries(
        webhooks.map((webhook) => deliveryFor(webhook, event, data, idOf(webhook, event, onceKey))),
      );
    },
    publishRecords: async (items) => {
      const told = items.flatMap((record) => {
        const event = eventOf(record);
        return event === null ? [] : [{ record, event }];
      });
      const webhooks = told.length === 0 ? [] : await wanting();
      // A webhook that was made just now is not told of what was before it.
      const deliveries = webhooks.flatMap((webhook) =>
        told
          .filter(
            ({ event, record }) =>
              webhook.events.includes(event) && record.receivedAtMs >= webhook.createdAtMs,
          )
          .map(({ event, record }) =>
            deliveryFor(webhook, event, describe(record, publicUrl), idOf(webhook, event, record.requestId)),
          ),
      );
      if (deliveries.length > 0) await store.insertDeliveries(deliveries);
    },
    test: async (webhook) => {
      const data = { message: 'This is a test.' };
      await store.insertDeliveries([deliveryFor(webhook, 'test', data, newId('dlv'))]);
    },
    sendDue,
    start: () => {
      timer ??= setInterval(() => {
        sendDue().catch(onError);
      }, EVERY_MS).unref();
    },
    close: async () => {
      if (timer !== null) clearInterval(timer);
      timer = null;
      await underWay?.catch(onError);
    },
  };
};
