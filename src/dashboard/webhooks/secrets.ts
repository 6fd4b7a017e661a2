import type { RetiredSecret, StoredWebhook } from '../../records/ports/webhooks.ts';

type Secrets = Pick<StoredWebhook, 'secret' | 'retired'>;

/** Retired secrets that may sign at once: each is 68 characters of a header. */
export const MAX_RETIRED = 4;

const inForce = (retired: readonly RetiredSecret[], nowMs: number): readonly RetiredSecret[] =>
  retired.filter(({ endsAtMs }) => endsAtMs > nowMs);

/** All that a delivery is signed with, the newest first. */
export const signingSecrets = ({ secret, retired }: Secrets, nowMs: number): readonly string[] => [
  secret,
  ...inForce(retired, nowMs).map((each) => each.secret),
];

/** What is retired once the secret is replaced, the newest first: none outlives the one that took its place. */
export const retire = (
  { secret, retired }: Secrets,
  overlapMs: number,
  nowMs: number,
): readonly RetiredSecret[] => {
  const latestMs = nowMs + overlapMs;
  const before = retired.map((each) => ({ ...each, endsAtMs: Math.min(each.endsAtMs, latestMs) }));
  return inForce([{ secret, endsAtMs: latestMs }, ...before], nowMs);
};

/** Until when anything but the newest secret signs; null where nothing does. */
export const overlapEnd = ({ retired }: Secrets, nowMs: number): number | null => {
  const ends = inForce(retired, nowMs).map(({ endsAtMs }) => endsAtMs);
  return ends.length === 0 ? null : Math.max(...ends);
};
