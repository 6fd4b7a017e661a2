import { createOutage } from '../records/outage.ts';
import type { FeedbackStore } from '../records/ports/feedback.ts';
import { createSeldom } from './seldom.ts';

export const FEEDBACK_LABELS = ['not_attack', 'missed_attack'] as const;
type FeedbackLabel = (typeof FEEDBACK_LABELS)[number];

export type FeedbackCounts = Readonly<{
  /** Asks the store, at most every few seconds; a store that is slow or away costs a scrape no more than a moment. */
  refresh: () => Promise<void>;
}>;

/**
 * Counts feedback for this process's metrics, though it is given in the dashboard's: what was given since the start,
 * undone or not. Where retention has deleted some of it, the count begins anew from what is left, and never goes back.
 */
export const createFeedbackCounts = (
  store: Pick<FeedbackStore, 'feedbackGiven'>,
  {
    onCount,
    onError,
    now,
    waitMs,
  }: Readonly<{
    onCount: (label: FeedbackLabel, more: number) => void;
    onError: (error: unknown) => void;
    now: () => number;
    waitMs?: number;
  }>,
): FeedbackCounts => {
  const sinceMs = now();
  const last: Record<FeedbackLabel, number> = { not_attack: 0, missed_attack: 0 };
  const outage = createOutage(onError);

  const ask = async (): Promise<void> => {
    try {
      const given = await store.feedbackGiven(sinceMs);
      for (const label of FEEDBACK_LABELS) {
        if (given[label] > last[label]) onCount(label, given[label] - last[label]);
        last[label] = given[label];
      }
      outage.worked();
    } catch (error) {
      outage.failed(error);
    }
  };

  return { refresh: createSeldom(ask, { now, ...(waitMs === undefined ? {} : { waitMs }) }) };
};
