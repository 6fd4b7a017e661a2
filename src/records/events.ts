import { type ScanRecord, wasRemoved } from './store.ts';

/** What webhooks are told of a record; null where it is no news. */
export const eventOf = (
  record: Pick<ScanRecord, 'outcome' | 'failedOpen' | 'wouldBlock' | 'redactions'>,
): string | null => {
  const { outcome, failedOpen, wouldBlock } = record;
  if (outcome === 'error' || failedOpen) return 'scan.failed';
  if (outcome === 'blocked') return 'threat.blocked';
  if (outcome === 'flagged') return 'threat.flagged';
  if (wasRemoved(record)) return 'threat.removed';
  return wouldBlock ? 'threat.would_block' : null;
};
