import { z } from 'zod';
import { ThresholdsSchema } from '../../config/thresholds.ts';
import { Direction, Mode, page, Sensitivity, timeMs } from './common.ts';
import { FeedbackItem, RequestRow } from './requests.ts';

/** POST /requests/{id}/feedback → 201 FeedbackItem. It records an opinion; nothing else changes. */
export const NewFeedback = z.object({
  label: z.enum(['not_attack', 'missed_attack']),
  comment: z.string().trim().max(2000).default(''),
});
/** GET /feedback?status&cursor; DELETE /feedback/{id} undoes; PATCH /feedback/{id} {status: open|dismissed} */
export const FeedbackPage = page(FeedbackItem.extend({ request: RequestRow.nullable() }));

/**
 * What is no longer a threat. All that is given must agree; at least `ruleId` or `fingerprint` is. Never widens by
 * itself: `null` stands for "any" and must be chosen by a person.
 */
export const ExclusionScope = z
  .object({
    /** A rule's id, e.g. `PI-1001`, or `ML-1001` for the model. */
    ruleId: z.string().max(64).nullable(),
    subType: z.string().max(64).nullable(),
    keyId: z.string().max(64).nullable(),
    role: z.string().max(32).nullable(),
    direction: Direction.nullable(),
    /** Keyed hash of the normalised text of the segment, hex. */
    fingerprint: z
      .string()
      .regex(/^[\da-f]{32}$/)
      .nullable(),
  })
  .refine(({ ruleId, fingerprint }) => ruleId !== null || fingerprint !== null, {
    error: 'name a rule, or the text by its fingerprint',
  });

/** From the answer to `POST /replay`. */
export const PreviewToken = z
  .string()
  .max(200)
  .describe(
    'previewToken of a POST /replay of the same scope, asked by the same user within dashboard.previewMinutes',
  );

/** POST /exclusions: 422 `preview_required`, `preview_mismatch` or `preview_expired` where nobody looked first. */
export const NewExclusion = z.object({
  scope: ExclusionScope,
  preview: PreviewToken.optional(),
  comment: z.string().trim().min(1).max(2000),
  /** Null: until somebody ends it. The page suggests 30 days. */
  expiresAtMs: timeMs.nullable(),
  /** The item that it answers; null where none does. */
  feedbackId: z.string().max(64).nullable().default(null),
});
/** POST /exclusions/{id}/revive: what widens again is looked at again. */
export const ExclusionRevival = z.object({ preview: PreviewToken.optional() });
export const Exclusion = z.object({
  id: z.string(),
  scope: ExclusionScope,
  comment: z.string(),
  owner: z.string(),
  createdAtMs: timeMs,
  expiresAtMs: timeMs.nullable(),
  /** When somebody ended it. */
  endedAtMs: timeMs.nullable(),
  feedbackId: z.string().nullable(),
  hitCount: z.int(),
  lastHitAtMs: timeMs.nullable(),
});
/** GET /feedback/{id}/suggestions: from the narrowest scope to the widest, each with its words. */
export const Suggestions = z.object({
  suggestions: z.array(z.object({ title: z.string(), scope: ExclusionScope })),
});

/**
 * POST /replay: what stored traffic would have come to. With `exclusion` the findings that it matches are left out;
 * with `sensitivity`, `mode` or `thresholds` the stored scores are judged anew. Writes nothing.
 */
export const ReplayRequest = z.object({
  fromMs: timeMs.optional().describe('Default: 7 days before the end'),
  toMs: timeMs.optional().describe('Default: now'),
  exclusion: ExclusionScope.nullable().default(null),
  sensitivity: Sensitivity.nullable().default(null),
  mode: Mode.nullable().default(null),
  thresholds: ThresholdsSchema.nullable()
    .default(null)
    .describe('In place of policy.thresholds; {} stands for the model’s alone'),
  limit: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('Most requests that are looked at, the newest first; never more than dashboard.replayLimit'),
});
export const Replay = z.object({
  /** Requests of that time that were looked at. */
  examined: z.int(),
  /** False where more traffic was stored than the replay's limit; the newest was looked at. */
  isComplete: z.boolean(),
  changed: z.int(),
  /** Blocked (or would have been) → not, and the other way round. */
  loosened: z.int(),
  tightened: z.int(),
  /** Of the loosened, those that were blocked; of the tightened, those that would be. */
  noLongerStopped: z.int(),
  newlyStopped: z.int(),
  /** Of those looked at: how many each sensitivity would block, whatever their mode; as it was, and with the change. */
  bySensitivity: z.record(Sensitivity, z.object({ before: z.int(), after: z.int() })),
  byKey: z
    .array(
      z.object({
        keyId: z.string().nullable(),
        keyName: z.string().nullable(),
        examined: z.int(),
        loosened: z.int(),
        tightened: z.int(),
        noLongerStopped: z.int(),
        newlyStopped: z.int(),
      }),
    )
    .describe('The keys with requests that change, those with most first, at most 50'),
  previewToken: z
    .string()
    .nullable()
    .describe(
      'For POST /exclusions and POST /exclusions/{id}/revive. Null where no exclusion was tried, something else was tried with it, ' +
        'or it was not tried on all of at least the last 24 hours (up to dashboard.replayLimit)',
    ),
  /** At most 100, newest first. */
  samples: z.array(z.object({ request: RequestRow, before: z.string(), after: z.string() })),
});
