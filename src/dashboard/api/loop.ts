import { z } from 'zod';
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

export const NewExclusion = z.object({
  scope: ExclusionScope,
  comment: z.string().trim().min(1).max(2000),
  /** Null: until somebody ends it. The page suggests 30 days. */
  expiresAtMs: timeMs.nullable(),
  /** The item that it answers; null where none does. */
  feedbackId: z.string().max(64).nullable().default(null),
});
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
  fromMs: timeMs,
  toMs: timeMs,
  exclusion: ExclusionScope.nullable().default(null),
  sensitivity: Sensitivity.nullable().default(null),
  mode: Mode.nullable().default(null),
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
  /** At most 100, newest first. */
  samples: z.array(z.object({ request: RequestRow, before: z.string(), after: z.string() })),
});
