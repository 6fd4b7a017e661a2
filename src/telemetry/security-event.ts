import { scanFailed } from '../records/events.ts';
import { topOf } from '../records/rows.ts';
import { type ScanRecord, wasRemoved, wouldRemove } from '../records/store.ts';

/** A Detection Finding (class 2004) of OCSF 1.5. */
export type SecurityEvent = Readonly<Record<string, unknown>> &
  Readonly<{ severity_id: number; time: number }>;

const CLASS_UID = 2004;
const CREATE = 1;

const SEVERITIES = ['Unknown', 'Informational', 'Low', 'Medium', 'High', 'Critical'] as const;

/** OCSF's `action_id` and `disposition_id` by what became of the request. */
const ACTIONS = {
  blocked: { action_id: 2, action: 'Denied', disposition_id: 2, disposition: 'Blocked' },
  refused: { action_id: 2, action: 'Denied', disposition_id: 2, disposition: 'Blocked' },
  redacted: { action_id: 4, action: 'Modified', disposition_id: 11, disposition: 'Corrected' },
  flagged: { action_id: 3, action: 'Observed', disposition_id: 15, disposition: 'Detected' },
  pass: { action_id: 3, action: 'Observed', disposition_id: 16, disposition: 'No Action' },
  error: { action_id: 2, action: 'Denied', disposition_id: 18, disposition: 'Error' },
} as const;
const ALLOWED = { action_id: 1, action: 'Allowed' } as const;

/** Refusals that are more than a mistake: hardly anybody hides a text so deep, and no policy refuses parts without a reason. */
const TOLD_REFUSALS: ReadonlySet<string | null> = new Set(['too_many_readings', 'unreadable_part']);

/** Whether an attack was stopped, or would have been in mode `blocking`. */
const isAlert = (record: ScanRecord): boolean =>
  record.outcome === 'blocked' || record.wouldBlock || wasRemoved(record) || wouldRemove(record);

/** Whether a security team should hear of a request at all. */
const isTold = (record: ScanRecord): boolean => {
  const { outcome, errorCode } = record;
  return isAlert(record) || outcome === 'flagged' || scanFailed(record) || TOLD_REFUSALS.has(errorCode);
};

const severityOf = (record: ScanRecord): number => {
  const { loosest } = record;
  if (scanFailed(record)) return 4;
  if (loosest === 'low') return 4;
  return loosest === 'medium' ? 3 : 2;
};

const untitled = ({ outcome }: ScanRecord): string =>
  outcome === 'refused'
    ? 'a request was refused for what cannot be scanned'
    : 'a request could not be scanned';

/**
 * What is told of a request: ids, rules and places, and never a text.
 *
 * @returns Null for a request in which nothing happened.
 */
export const toSecurityEvent = (record: ScanRecord, version: string): SecurityEvent | null => {
  if (!isTold(record)) return null;
  // What an exclusion took out decided nothing.
  const counted = record.findings.filter(({ exclusionId }) => exclusionId === null);
  const top = topOf(counted);
  const severityId = severityOf(record);
  const title = top === null ? untitled(record) : `${top.category}/${top.subType}`;
  return {
    activity_id: CREATE,
    activity_name: 'Create',
    category_uid: 2,
    category_name: 'Findings',
    class_uid: CLASS_UID,
    class_name: 'Detection Finding',
    type_uid: CLASS_UID * 100 + CREATE,
    time: record.receivedAtMs,
    severity_id: severityId,
    severity: SEVERITIES[severityId],
    status_id: 1,
    status: 'New',
    ...ACTIONS[record.outcome],
    ...(record.outcome === 'error' && record.failedOpen ? ALLOWED : {}),
    is_alert: isAlert(record),
    ...(top === null ? {} : { confidence_score: Math.round(top.confidence * 100) }),
    message: `${title}: ${record.outcome}`,
    metadata: {
      version: '1.5.0',
      uid: record.requestId,
      product: { name: 'Portcullis', vendor_name: 'Portcullis', version },
    },
    finding_info: {
      uid: record.requestId,
      title,
      created_time: record.receivedAtMs,
      types: [...new Set(counted.map(({ category, subType }) => `${category}/${subType}`))],
      ...(top === null ? {} : { analytic: { type_id: 1, type: 'Rule', uid: top.ruleId } }),
    },
    unmapped: {
      key_id: record.keyId,
      model: record.model,
      mode: record.mode,
      sensitivity: record.sensitivity,
      loosest: record.loosest,
      would_block: record.wouldBlock,
      would_remove: wouldRemove(record),
      failed_open: record.failedOpen,
      unjudged: record.unjudged,
      error_code: record.errorCode,
      http_status: record.httpStatus,
      policy_revision: record.policyRevision,
      rules: [...new Set(counted.map(({ ruleId }) => ruleId))],
    },
  };
};
