import { LET_IN, rate, sum } from './alert-queries.ts';
import type { Recording } from './rules.ts';

export const BLOCKED = 'requests_total{outcome="blocked"}';

export const blockedShare = (window: string): string =>
  `${sum(rate(BLOCKED, window))} / ${sum(rate(LET_IN, window))}`;

const OF_A_DAY = 'portcullis:blocked:ratio_rate1d';

/** The share of no traffic is no number, and so left out. */
export const BLOCKED_SHARE_OF_A_DAY: Recording = { record: OF_A_DAY, expr: `${blockedShare('1d')} >= 0` };

/**
 * Over a week, in which every day with traffic counts as much as another: after a night or a weekend without any the day before says
 * nothing, and soon knows nothing but the attack.
 */
export const USUAL_BLOCKED_SHARE = `avg_over_time(${OF_A_DAY}[7d] offset 15m)`;
