import { totalUnjudged } from '../../chat/segment.ts';
import type { StoredUser } from '../../records/ports/accounts.ts';
import type { RequestSummary } from '../../records/ports.ts';
import { topOf } from '../../records/rows.ts';
import { type KeyStore, type ScanRecord, wasRemoved, wouldRemove } from '../../records/store.ts';
import type { User } from '../api/access.ts';
import type { RequestRow } from '../api/requests.ts';

/** What may be shown of an account. */
export const toUser = (user: StoredUser): User => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  createdAtMs: user.createdAtMs,
  lastSignInAtMs: user.lastSignInAtMs,
  disabledAtMs: user.disabledAtMs,
  hasPassword: user.passwordHash !== null,
  usesOidc: user.oidcSubject !== null,
});

export type KeyNames = ReadonlyMap<string, string>;

/** Of these keys alone: there may be a hundred thousand. One that is gone has none. */
export const keyNames = async (
  store: Pick<KeyStore, 'keysById'>,
  ids: readonly (string | null)[],
): Promise<KeyNames> => {
  const wanted = new Set(ids.filter((id) => id !== null));
  return new Map((await store.keysById([...wanted])).map(({ id, name }) => [id, name]));
};

/** Of the keys that these requests came with. */
export const namesFor = (
  store: Pick<KeyStore, 'keysById'>,
  requests: readonly Pick<ScanRecord, 'keyId'>[],
): Promise<KeyNames> =>
  keyNames(
    store,
    requests.map(({ keyId }) => keyId),
  );

export const toRow = (summary: RequestSummary, names: KeyNames): RequestRow => ({
  requestId: summary.requestId,
  receivedAtMs: summary.receivedAtMs,
  keyId: summary.keyId,
  keyName: summary.keyId === null ? null : (names.get(summary.keyId) ?? null),
  path: summary.path,
  model: summary.model,
  stream: summary.stream,
  mode: summary.mode,
  sensitivity: summary.sensitivity,
  outcome: summary.outcome,
  inputStatus: summary.inputStatus,
  outputStatus: summary.outputStatus,
  httpStatus: summary.httpStatus,
  errorCode: summary.errorCode,
  wouldBlock: summary.wouldBlock,
  wouldRemove: wouldRemove(summary),
  removed: wasRemoved(summary),
  loosest: summary.loosest,
  category: summary.category,
  subType: summary.subType,
  confidence: summary.confidence,
  findingCount: summary.findingCount,
  excerpt: summary.excerpt,
  unjudgedCount: summary.unjudgedCount,
  scanUs: summary.inputScanUs + summary.outputScanUs,
  addedUs: summary.addedUs,
  feedback: summary.feedback,
});

/** The row of a whole record, with the same finding that the list shows of it. */
export const rowOfRecord = (
  record: ScanRecord,
  names: KeyNames,
  feedback: RequestRow['feedback'],
): RequestRow => {
  const top = topOf(record.findings);
  return toRow(
    {
      ...record,
      category: top?.category ?? null,
      subType: top?.subType ?? null,
      confidence: top?.confidence ?? null,
      findingCount: record.findings.length,
      excerpt: top?.excerpt ?? null,
      unjudgedCount: totalUnjudged(record.unjudged),
      feedback,
    },
    names,
  );
};
