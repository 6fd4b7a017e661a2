import { type ScanRecord, wasRemoved, wouldRemove } from './store.ts';

/** Failures of others: whatever was asked of the scan was done, or nobody waits for it any more. */
const FAILED_ELSEWHERE: ReadonlySet<string | null> = new Set([
  'provider_timeout',
  'provider_unavailable',
  'client_closed_request',
]);

/**
 * Whether a request or its answer did not get its scan, be it let pass or not. A provider that is down is no such thing:
 * whoever is woken by failed scans would be woken by every outage of somebody else's.
 */
export const scanFailed = ({
  outcome,
  failedOpen,
  errorCode,
}: Pick<ScanRecord, 'outcome' | 'failedOpen' | 'errorCode'>): boolean =>
  failedOpen || (outcome === 'error' && !FAILED_ELSEWHERE.has(errorCode));

/** What webhooks are told of a record; null where it is no news. */
export const eventOf = (
  record: Pick<
    ScanRecord,
    'outcome' | 'failedOpen' | 'errorCode' | 'wouldBlock' | 'redactions' | 'wouldRedact'
  >,
): string | null => {
  const { outcome, wouldBlock } = record;
  if (scanFailed(record)) return 'scan.failed';
  if (outcome === 'blocked') return 'threat.blocked';
  if (outcome === 'flagged') return 'threat.flagged';
  if (wasRemoved(record)) return 'threat.removed';
  if (wouldBlock) return 'threat.would_block';
  return wouldRemove(record) ? 'threat.would_remove' : null;
};
