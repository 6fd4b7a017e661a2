import type { ExclusionScope } from '../records/ports.ts';
import type { RecordedFinding, ScanRecord } from '../records/store.ts';

type Suggestion = Readonly<{ title: string; scope: ExclusionScope }>;

const MAX_FINDINGS = 3;
const NOTHING: ExclusionScope = {
  ruleId: null,
  subType: null,
  keyId: null,
  role: null,
  direction: null,
  fingerprint: null,
};

const placeOf = ({ role, direction }: RecordedFinding): string =>
  direction === 'output' ? 'answers' : `${role} texts`;

/** For one finding, from this very text of this very key to the rule wherever it is found. */
const scopesFor = (
  finding: RecordedFinding,
  keyId: string | null,
  keyName: string | null,
): readonly Suggestion[] => {
  const { ruleId, subType, role, direction, fingerprint } = finding;
  const rule = { ...NOTHING, ruleId, subType };
  const key = keyName ?? keyId ?? '';
  const text = fingerprint === '' ? null : fingerprint;
  const place = placeOf(finding);
  return [
    ...(text === null || keyId === null
      ? []
      : [
          {
            title: `${ruleId} in this very text, for key ${key}`,
            scope: { ...rule, fingerprint: text, keyId },
          },
        ]),
    ...(text === null
      ? []
      : [{ title: `${ruleId} in this very text, for all keys`, scope: { ...rule, fingerprint: text } }]),
    ...(keyId === null
      ? []
      : [{ title: `${ruleId} in ${place} of key ${key}`, scope: { ...rule, keyId, role, direction } }]),
    { title: `${ruleId} in ${place} of all keys`, scope: { ...rule, role, direction } },
    { title: `${ruleId} everywhere`, scope: rule },
  ];
};

const widthOf = ({ scope }: Suggestion): number => {
  const { fingerprint, keyId, role } = scope;
  return (fingerprint === null ? 4 : 0) + (keyId === null ? 2 : 0) + (role === null ? 1 : 0);
};

/**
 * Exclusions that would have let a request through, the narrowest first; of the findings that weigh most. Nothing wider
 * than one rule is ever suggested.
 */
export const suggestScopes = (
  record: Pick<ScanRecord, 'findings' | 'keyId'>,
  keyNames: ReadonlyMap<string, string>,
): readonly Suggestion[] => {
  const rules = new Map<string, RecordedFinding>();
  for (const finding of record.findings.toSorted((a, b) => b.confidence - a.confidence)) {
    if (finding.loosest !== null && finding.exclusionId === null && !rules.has(finding.ruleId)) {
      rules.set(finding.ruleId, finding);
    }
  }
  const keyName = record.keyId === null ? null : (keyNames.get(record.keyId) ?? null);
  return [...rules.values()]
    .slice(0, MAX_FINDINGS)
    .flatMap((finding) => scopesFor(finding, record.keyId, keyName))
    .toSorted((a, b) => widthOf(a) - widthOf(b));
};
