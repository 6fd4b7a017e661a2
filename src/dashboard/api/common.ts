import { z } from 'zod';
import { MODES, SENSITIVITIES } from '../../policy/settings.ts';
import { CURSOR } from '../../records/cursor-pattern.ts';

/** Unix time in milliseconds. */
export const timeMs = z.int().min(0).max(8_640_000_000_000_000);
export const Mode = z.enum(MODES);
export const Sensitivity = z.enum(SENSITIVITIES);
export const Category = z.enum(['prompt_injection', 'data_leak', 'secret', 'pii', 'policy']);
export const Direction = z.enum(['input', 'output']);
export const Outcome = z.enum(['pass', 'flagged', 'redacted', 'blocked', 'refused', 'error']);

/** POST /keys/{id}/rotate and /webhooks/{id}/rotate: how long the old secret goes on beside the new one. */
export const Rotation = z.object({ overlapMs: z.int().min(0).max(31_536_000_000).default(86_400_000) });

/** The shape of every error of the dashboard's API; `code` is for programs, `message` for people. */
export const ApiError = z.object({
  error: z.object({
    type: z.enum([
      'invalid_request_error',
      'authentication_error',
      'permission_error',
      'conflict',
      'rate_limit_error',
      'server_error',
    ]),
    code: z.string(),
    message: z.string(),
    /** The field that is wrong; null where none is. */
    param: z.string().nullable(),
    /** One for each field, where a form has several faults at once. */
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
});

/** Where a page ended, as `nextCursor` gave it. */
export const Cursor = z.string().max(200).regex(CURSOR, 'not one that a page ended with');

/** A page of a list that is read from the newest to the oldest; `nextCursor` is null on the last. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });
