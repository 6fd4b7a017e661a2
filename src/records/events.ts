import type { ScanRecord } from './store.ts';

/** What webhooks are told of a record; null where it is no news. */
export const eventOf = ({
  outcome,
  failedOpen,
  wouldBlock,
}: Pick<ScanRecord, 'outcome' | 'failedOpen' | 'wouldBlock'>): string | null => {
  if (outcome === 'error' || failedOpen) return 'scan.failed';
  if (outcome === 'blocked') return 'threat.blocked';
  if (outcome === 'flagged') return 'threat.flagged';
  return wouldBlock ? 'threat.would_block' : null;
};
