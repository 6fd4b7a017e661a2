import type { FeedbackLabel, Page, Paging } from '../ports.ts';

export type FeedbackStatus = 'open' | 'excluded' | 'dismissed';

export type StoredFeedback = Readonly<{
  id: string;
  requestId: string;
  label: FeedbackLabel;
  comment: string;
  author: string;
  createdAtMs: number;
  undoneAtMs: number | null;
  status: FeedbackStatus;
}>;

export type FeedbackStore = Readonly<{
  /**
   * Takes back what the request was labelled before: the other label was a mistake then. Of several at once, at any replicas, one comes
   * after the other.
   *
   * @returns `labelled` where the request has this label already, `gone` where there is none: deleted or erased while it was labelled, say.
   *   Nothing changes then.
   */
  insertFeedback: (feedback: StoredFeedback) => Promise<'added' | 'labelled' | 'gone'>;
  getFeedback: (id: string) => Promise<StoredFeedback | null>;
  feedbackOf: (requestId: string) => Promise<readonly StoredFeedback[]>;
  listFeedback: (
    filter: Readonly<{ status?: FeedbackStatus; label?: FeedbackLabel }>,
    paging: Paging,
  ) => Promise<Page<StoredFeedback>>;
  /** Undone items leave the queue and stay in the record. */
  undoFeedback: (id: string, atMs: number) => Promise<boolean>;
  setFeedbackStatus: (id: string, status: FeedbackStatus) => Promise<boolean>;
  /** Labels by when they were given; `open` is the whole queue, whatever the time. Undone ones count nowhere. */
  countFeedback: (
    fromMs: number,
    toMs: number,
  ) => Promise<Readonly<{ notAttack: number; missedAttack: number; open: number }>>;
  /** All that was given since a time, undone or not: a number that only retention makes smaller. */
  feedbackGiven: (fromMs: number) => Promise<Readonly<Record<FeedbackLabel, number>>>;
}>;
