import type { Config } from '../../config/schema.ts';
import { createOutage } from '../../records/outage.ts';
import {
  type Outbox,
  type StoredDelivery,
  type StoredWebhook,
  TEST_EVENT,
  type WebhookStore,
} from '../../records/ports/webhooks.ts';
import type { DashboardMetrics } from '../../telemetry/dashboard-metrics.ts';
import { newId } from '../auth/tokens.ts';
import { deliveryFor, onceId, tellPage } from './deliveries.ts';
import { post, signatureOf } from './post.ts';
import { createRests } from './rests.ts';
import { signingSecrets } from './secrets.ts';

export type WebhookSender = Readonly<{
  /** Puts an event into the queues of all who want it. @param onceKey The same key is delivered once. */
  publish: (event: string, data: object, onceKey: string) => Promise<void>;
  /** Queues deliveries for records that came in; runs by itself after `start`. @returns How many records were gone through. */
  tellRecords: () => Promise<number>;
  /** One event for one webhook, whatever it wants to hear, and also while it is switched off. */
  test: (webhook: StoredWebhook) => Promise<void>;
  /** Sends what is due; runs by itself after `start`. @returns How many were tried. */
  sendDue: () => Promise<number>;
  start: () => void;
  /** Ends the timer and waits for what is under way. */
  close: () => Promise<void>;
}>;

type SenderOptions = Readonly<{
  store: WebhookStore & Outbox;
  /** Of `dashboard.webhooks` in the configuration. */
  settings: Config['dashboard']['webhooks'];
  publicUrl: string;
  now: () => number;
  metrics: Pick<DashboardMetrics, 'deliveries' | 'untoldRecords'>;
  onError: (error: unknown) => void;
  timeoutMs?: number;
}>;

const EVERY_MS = 1000;
const LEASE_MS = 60_000;
const AT_ONCE = 8;
/** Waits between attempts: half a day in all; then the delivery is dead, until somebody tries it again. */
const WAITS_MS = [5000, 30_000, 120_000, 600_000, 3_600_000, 7_200_000, 14_400_000, 14_400_000] as const;
/** Of a wait, so that receivers are not asked in waves. */
const JITTER = 0.2;

/** Runs `work` once at a time: whoever asks meanwhile waits for the same. */
const sharing = (work: () => Promise<number>) => {
  let underWay: Promise<number> | null = null;
  return {
    run: (): Promise<number> => {
      underWay ??= work().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    settled: async (): Promise<void> => {
      await underWay?.catch(() => undefined);
    },
  };
};

export const createWebhookSender = ({
  store,
  settings,
  publicUrl,
  now,
  metrics,
  onError,
  timeoutMs,
}: SenderOptions): WebhookSender => {
  const outage = createOutage(onError);
  const rests = createRests(now);
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  /** @returns Null where it was taken; else why not, in words. */
  const send = (delivery: StoredDelivery, webhook: StoredWebhook): Promise<string | null> => {
    const nowMs = now();
    return post({
      url: webhook.url,
      body: delivery.payload,
      headers: {
        'x-portcullis-event': delivery.event,
        'x-portcullis-delivery': delivery.id,
        'x-portcullis-signature': signatureOf(signingSecrets(webhook, nowMs), delivery.payload, nowMs),
        'user-agent': 'portcullis-webhooks',
      },
      allowPrivate: settings.allowPrivate,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  };

  const fail = (delivery: StoredDelivery, reason: string, waitMs: number | undefined): Promise<void> => {
    const nextAttemptAtMs =
      waitMs === undefined ? null : Math.round(now() + waitMs * (1 + JITTER * Math.random()));
    return store.finishDelivery(delivery.id, {
      status: nextAttemptAtMs === null ? 'dead' : 'pending',
      attempts: delivery.attempts + 1,
      nextAttemptAtMs,
      lastError: reason.slice(0, 200),
    });
  };

  const attempt = async (delivery: StoredDelivery, webhook: StoredWebhook | undefined): Promise<void> => {
    if (webhook === undefined) return fail(delivery, 'the webhook is gone', undefined);
    const reason = await send(delivery, webhook);
    if (reason !== null) {
      rests.failed(webhook.id);
      const waitMs = WAITS_MS[delivery.attempts];
      metrics.deliveries.inc({ result: waitMs === undefined ? 'dead' : 'failed' });
      return fail(delivery, reason, waitMs);
    }
    rests.worked(webhook.id);
    metrics.deliveries.inc({ result: 'delivered' });
    const attempts = delivery.attempts + 1;
    return store.finishDelivery(delivery.id, {
      status: 'delivered',
      attempts,
      nextAttemptAtMs: null,
      lastError: null,
    });
  };

  const sendBatch = async (): Promise<number> => {
    const webhooks = new Map((await store.listWebhooks()).map((webhook) => [webhook.id, webhook]));
    const switchedOff = [...webhooks.values()].filter(({ isEnabled }) => !isEnabled).map(({ id }) => id);
    const due = await store.claimDeliveries(now(), LEASE_MS, AT_ONCE, {
      resting: rests.resting(),
      switchedOff,
    });
    if (due.length === 0) return 0;
    const ended = await Promise.allSettled(
      due.map((delivery) => attempt(delivery, webhooks.get(delivery.webhookId))),
    );
    const fault = ended.find(({ status }) => status === 'rejected');
    // What was sent and could not be written down comes again after its lease, under the same id.
    if (fault?.status === 'rejected') throw fault.reason;
    return due.length;
  };

  const repeat = async (step: () => Promise<number>, least: number): Promise<number> => {
    let total = 0;
    for (;;) {
      const count = await step();
      total += count;
      if (count < least || isClosed) return total;
    }
  };

  const telling = sharing(() =>
    repeat(() => tellPage({ store, limits: settings, publicUrl, now, metrics }), 1),
  );
  const sending = sharing(() => repeat(sendBatch, AT_ONCE));

  const tick = async (): Promise<void> => {
    try {
      // Neither waits for the other: a flood of news must not keep the older ones from being sent.
      const [told] = await Promise.all([telling.run(), sending.run()]);
      if (told > 0) await sending.run();
      outage.worked();
    } catch (error) {
      outage.failed(error);
    }
  };

  return {
    publish: async (event, data, onceKey) => {
      const webhooks = (await store.listWebhooks()).filter(
        ({ isEnabled, events }) => isEnabled && events.includes(event),
      );
      if (webhooks.length === 0) return;
      await store.insertDeliveries(
        webhooks.map((webhook) =>
          deliveryFor(webhook, event, data, { id: onceId(webhook, event, onceKey), nowMs: now() }),
        ),
      );
    },
    tellRecords: telling.run,
    test: async (webhook) => {
      const data = { message: 'This is a test.' };
      await store.insertDeliveries([
        deliveryFor(webhook, TEST_EVENT, data, { id: newId('dlv'), nowMs: now() }),
      ]);
    },
    sendDue: sending.run,
    start: () => {
      timer ??= setInterval(() => void tick(), EVERY_MS).unref();
    },
    close: async () => {
      isClosed = true;
      if (timer !== null) clearInterval(timer);
      timer = null;
      await telling.settled();
      await sending.settled();
    },
  };
};
