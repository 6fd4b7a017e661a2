import { z } from 'zod';
import { KEY_STATUSES } from '../../keys/search.ts';
import { Mode, page, Sensitivity, timeMs } from './common.ts';

export const Key = z.object({
  id: z.string(),
  name: z.string(),
  displayPrefix: z.string(),
  status: z.enum(KEY_STATUSES),
  createdAtMs: timeMs,
  expiresAtMs: timeMs.nullable(),
  revokedAtMs: timeMs.nullable(),
  lastUsedAtMs: timeMs.nullable(),
  mode: Mode.nullable(),
  sensitivity: Sensitivity.nullable(),
  override: z.enum(['allow', 'tighten', 'ignore']),
  rateLimitPerMinute: z.int().nullable(),
  entities: z.record(z.string(), z.unknown()).nullable(),
  /** Share of this key's requests on which its own mode is enforced; the rest goes by `advisory`. 100 where absent. */
  rolloutPercent: z.int().min(0).max(100),
  origin: z.enum(['cli', 'dashboard', 'start']),
});
/** GET /keys?search&status&id&cursor&limit; `total` is how many keys agree, on all pages. */
export const KeyPage = page(Key).extend({ total: z.int() });
const settings = z.object({
  name: z.string().trim().min(1).max(100),
  mode: Mode.nullable(),
  sensitivity: Sensitivity.nullable(),
  override: z.enum(['allow', 'tighten', 'ignore']),
  rateLimitPerMinute: z.int().min(1).max(1_000_000_000).nullable(),
  expiresAtMs: timeMs.nullable(),
  entities: z.record(z.string(), z.unknown()).nullable(),
  rolloutPercent: z.int().min(0).max(100),
});
/**
 * POST /keys → 201 {key: Key, secret} (the secret is in this answer and nowhere else).
 * `attempt` is made up by whoever asks, and sent again where no answer came: 409 `made_already` where that has made a key, which is not
 * shown again.
 */
export const NewKey = settings.extend({
  attempt: z
    .string()
    .regex(/^[\w-]{16,64}$/, { error: 'must be 16 to 64 letters, digits, - or _' })
    .optional(),
  mode: settings.shape.mode.default(null),
  sensitivity: settings.shape.sensitivity.default(null),
  override: settings.shape.override.default('allow'),
  rateLimitPerMinute: settings.shape.rateLimitPerMinute.default(null),
  expiresAtMs: settings.shape.expiresAtMs.default(null),
  entities: settings.shape.entities.default(null),
  rolloutPercent: settings.shape.rolloutPercent.default(100),
});
/**
 * PATCH /keys/{id}: any of these, the others stay; POST /keys/{id}/revoke; POST /keys/{id}/rotate {overlapMs} → {key, secret}.
 * `expected` is what they were when they were looked at: 409 `stale` where somebody else has changed one of them.
 */
export const KeyChange = settings.partial().extend({ expected: settings.partial().default({}) });
