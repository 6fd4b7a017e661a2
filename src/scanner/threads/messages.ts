import { z } from 'zod';
import { ROLES, TRUSTS } from '../../chat/segment.ts';
import type { Finding } from '../../detection/findings.ts';
import type { ScanPolicy } from '../pipeline-kit.ts';

/** What a thread is told: the rules of a policy, that nobody asks by them any more, or texts of a request to scan. */
export const OrderSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('policy'), id: z.int(), policy: z.custom<ScanPolicy>() }),
  z.object({ type: z.literal('forget'), id: z.int() }),
  z.object({
    type: z.literal('scan'),
    id: z.int(),
    policyId: z.int(),
    /** By `monotonicMs`. */
    deadlineMs: z.number(),
    /** Which of the shared flags says that nobody waits any more. */
    slot: z.int(),
    texts: z.array(
      z.object({
        text: z.string(),
        role: z.enum(ROLES),
        roles: z.int().optional(),
        trust: z.enum(TRUSTS),
        isCutOut: z.boolean(),
        keeps: z.int().optional(),
      }),
    ),
  }),
]);
export type Order = Readonly<z.output<typeof OrderSchema>>;

/** What was found in each of several texts, in their order. */
export type Found = readonly (readonly Finding[])[];

/**
 * What a thread says: that it is there (`id` 0), or what it found in each text of an order; null where it broke off. The findings
 * themselves are not looked through: the thread is our own.
 */
export const ReportSchema = z.object({ id: z.int(), found: z.custom<Found>(Array.isArray).nullable() });
export type Report = Readonly<z.output<typeof ReportSchema>>;

/** The same clock in every thread, and one that nobody sets; in milliseconds. */
export const monotonicMs = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
};
