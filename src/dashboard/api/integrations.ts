import { z } from 'zod';
import { page, timeMs } from './common.ts';

export const AuditEntry = z.object({
  id: z.string(),
  atMs: timeMs,
  /** The e-mail of who did it, or `system`, or `cli`. */
  actor: z.string(),
  /** e.g. `settings.change`, `key.create`, `feedback.add`, `text.view`, `session.failed`. */
  action: z.string(),
  target: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
});
/** GET /audit?actor&action&cursor: both are found anywhere in the value, whatever the case. */
export const AuditPage = page(AuditEntry);

export const WebhookEvent = z.enum([
  'threat.blocked',
  'threat.removed',
  'threat.flagged',
  'threat.would_block',
  'threat.would_remove',
  'scan.failed',
  'settings.changed',
  'feedback.added',
]);
const webhookSettings = z.object({
  name: z.string().trim().min(1).max(80),
  url: z.url({ protocol: /^https?$/ }).max(2000),
  events: z.array(WebhookEvent).min(1),
  isEnabled: z.boolean(),
});
export const NewWebhook = webhookSettings.extend({ isEnabled: z.boolean().default(true) });
/**
 * PATCH /webhooks/{id}: any of these, the others stay. `expected` is what they were when they were looked at: 409 `stale` where
 * somebody else has changed one of them.
 */
export const WebhookChange = webhookSettings.partial().extend({
  expected: webhookSettings
    .extend({ url: z.string().max(2000) })
    .partial()
    .default({}),
});
export const Webhook = z.object({
  id: z.string(),
  name: z.string(),
  /** Host and beginning of the path: the rest may be a token, and never comes back. */
  url: z.string(),
  events: z.array(WebhookEvent),
  isEnabled: z.boolean(),
  createdAtMs: timeMs,
  /** Until when deliveries are also signed with a secret that was replaced; null where none is. */
  overlapEndsAtMs: timeMs.nullable(),
  pending: z.int(),
  failed: z.int(),
  lastDeliveredAtMs: timeMs.nullable(),
});
/** POST /webhooks → 201 {webhook, secret} (shown once); POST /webhooks/{id}/rotate {overlapMs} → the same; POST /webhooks/{id}/test; DELETE; PATCH */
export const Delivery = z.object({
  id: z.string(),
  event: z.string(),
  createdAtMs: timeMs,
  attempts: z.int(),
  status: z.enum(['pending', 'delivered', 'dead']),
  nextAttemptAtMs: timeMs.nullable(),
  lastError: z.string().nullable(),
});
/** GET /webhooks/{id}/deliveries?cursor; POST /deliveries/{id}/retry */
export const DeliveryPage = page(Delivery);
