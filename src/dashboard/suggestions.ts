import { namesValue } from '../detection/findings.ts';
import type { ExclusionScope } from '../policy/exclusions.ts';
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

type About = Readonly<{ keyId: string | null; key: string; isOnlyRule: boolean }>;

/** For this very text: of one rule where no other would block it all the same, else of every rule that judges texts. */
const scopesForText = (
  { ruleId, subType, fingerprint }: RecordedFinding,
  { keyId, key, isOnlyRule }: About,
): readonly Suggestion[] => {
  if (fingerprint === '') return [];
  const scope = isOnlyRule ? { ...NOTHING, ruleId, subType, fingerprint } : { ...NOTHING, fingerprint };
  const what = isOnlyRule ? `${ruleId} in this very text` : 'This very text, whatever rule finds it';
  return [
    ...(keyId === null ? [] : [{ title: `${what}, for key ${key}`, scope: { ...scope, keyId } }]),
    { title: `${what}, for all keys`, scope },
  ];
};

/** From one key's texts of this kind to the rule wherever it is found. */
const scopesForRule = (finding: RecordedFinding, { keyId, key }: About): readonly Suggestion[] => {
  const { ruleId, subType, role, direction } = finding;
  const rule = { ...NOTHING, ruleId, subType };
  const place = placeOf(finding);
  return [
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
 * Exclusions that would answer a request, the narrowest first; of the findings that weigh most. Where several rules found
 * something, an exclusion of one of them would change nothing for this text, so the text itself is suggested. Nothing wider
 * than one rule is.
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
  const found = [...rules.values()];
  // "This text is no attack" says nothing about the values in it.
  const isOnlyRule = found.length === 1 || found.some(({ category }) => namesValue(category));
  const { keyId } = record;
  const about = { keyId, key: keyNames.get(keyId ?? '') ?? keyId ?? '', isOnlyRule };
  const texts = new Map(found.map((finding) => [isOnlyRule ? finding.ruleId : finding.fingerprint, finding]));
  return [
    ...[...texts.values()].slice(0, MAX_FINDINGS).flatMap((finding) => scopesForText(finding, about)),
    ...found.slice(0, MAX_FINDINGS).flatMap((finding) => scopesForRule(finding, about)),
  ].toSorted((a, b) => widthOf(a) - widthOf(b));
};
