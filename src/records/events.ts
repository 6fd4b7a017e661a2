import { type ScanRecord, wasRemoved, wouldRemove } from './store.ts';

/** What webhooks are told of a record; null where it is no news. */
export const eventOf = (
  record: Pick<ScanRecord, 'outcome' | 'failedOpen' | 'wouldBlock' | 'redactions' | 'wouldRedact'>,
): string | null => {
  const { outcome, failedOpen, wouldBlock } = record;
  if (outcome === 'error' || failedOpen) return 'scan.failed';
  if (outcome === 'blocked') return 'threat.blocked';
  if (outcome === 'flagged') return 'threat.flagged';
  if (wasRemoved(record)) return 'threat.removed';
  if (wouldBlock) return 'threat.would_block';
  return wouldRemove(record) ? 'threat.would_remove' : null;
};
