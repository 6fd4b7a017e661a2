import { hash, type KeyObject } from 'node:crypto';
import type { Direction } from '../../chat/segment.ts';
import type { FullText } from '../../config/text-keys.ts';
import { type KeptSecret, orderedSecretsIn } from '../../detection/answers/kept-secrets.ts';
import { keptValuesIn, LONGEST_KEPT_CHARS } from '../../detection/detectors/kept-secret.ts';
import { isHiddenValue } from '../../detection/findings.ts';
import type { SegmentFinding } from '../../detection/scan-segments.ts';
import type { FingerprintOf } from '../../detection/text/fingerprint.ts';
import type { Inspection, StageTimes } from '../../inspect.ts';
import { copyText } from '../../platform/copy-text.ts';
import { keyedHash } from '../../platform/keyed-hash.ts';
import {
  byWeight,
  isToldByText,
  loosestFor,
  type Policy,
  type RedactedFinding,
} from '../../policy/decide.ts';
import { excerptAround, overlapping, withoutOverlaps } from '../../policy/redact.ts';
import { type Mode, SENSITIVITIES, type Sensitivity } from '../../policy/settings.ts';
import type { RecordedFinding, RecordedRedaction, ScanRecord } from '../../records/store.ts';
import { countUnjudged, NOT_REACHED, toldStatus } from '../session/legs.ts';
import type { Ending, Leg } from '../session/session-types.ts';
import { conversationOf, textsOf } from './record-texts.ts';
import { MAX_NAME_CHARS, toldModel, toldPath } from './told-names.ts';

export type RecordOptions = Readonly<{
  excerptChars: number;
  /** Keys the hash of the content, so that nobody can look up a guess. */
  hashSecret: KeyObject;
  /** The same on every replica, so that a conversation has one name wherever its turns go. */
  sharedSecret: KeyObject;
  fingerprintOf: FingerprintOf;
  fullText: FullText;
  defaults: Readonly<{ mode: Mode; sensitivity: Sensitivity }>;
}>;

/** An operator may have some hundred rules; more kinds than this in one request are nobody's. */
const MAX_RECORDED_REDACTIONS = 100;
/** More findings than this are counted by the verdict but not kept one by one. */
const MAX_RECORDED_FINDINGS = 100;

/** A record may wait for its store long after its request is gone, which must not wait along. */
const nameFrom = (given: string | null | undefined): string | null =>
  given == null ? null : copyText(given.slice(0, MAX_NAME_CHARS));

/** As keys are named by people who write programs; any other key is a text of the caller's, or a number of somebody's. */
const NAME = /^(?!(?:[^\d]*\d){6})[\w.$-]{0,24}$/;

/** A place in the body, without what a caller wrote into the keys on the way. */
const toPlace = (pointer: string): string =>
  pointer
    .split('/')
    .map((name) => (NAME.test(name) ? name : '…'))
    .join('/')
    .slice(0, MAX_NAME_CHARS);

type Thresholds = Pick<Policy, 'injectionThresholds'>;

/** @param entities All that an excerpt of this segment must not show. */
const toRecorded = (
  finding: SegmentFinding,
  entities: readonly SegmentFinding[],
  { excerptChars, fingerprintOf }: RecordOptions,
  policy: Thresholds,
): RecordedFinding => {
  const excerpt = excerptAround(finding, entities, excerptChars);
  return {
    direction: finding.segment.direction,
    category: finding.category,
    subType: finding.subType,
    confidence: Math.round(finding.score * 1000) / 1000,
    ruleId: finding.ruleId,
    view: finding.view,
    pointer: toPlace(finding.segment.pointer),
    role: finding.segment.role,
    trust: finding.segment.trust,
    start: finding.span.start,
    end: finding.span.end,
    loosest: loosestFor(finding, policy),
    excerpt: excerpt === null ? null : copyText(excerpt.text),
    excerptSpan: excerpt?.span ?? null,
    // Of what was kept of a growing text it would be another text's, which nobody has looked at, and of half an attack a harmless one's.
    fingerprint: isToldByText(finding) ? fingerprintOf(finding.segment) : '',
    exclusionId: finding.exclusionId ?? null,
  };
};

/** What else the texts hold that an excerpt of them must not show. */
const valuesIn = (legs: readonly Leg[]): ReadonlyMap<SegmentFinding['segment'], readonly SegmentFinding[]> =>
  Map.groupBy(
    legs
      .flatMap(({ inspection }) => [inspection?.findings ?? [], inspection?.unheeded ?? []])
      .flatMap((found) => found.filter(isHiddenValue)),
    ({ segment }) => segment,
  );

/**
 * Looks up values by their place: a text of a megabyte may hold a hundred thousand, and each of a hundred excerpts needs
 * the few in it.
 */
const createValuesNear = (legs: readonly Leg[], excerptChars: number) => {
  const all = valuesIn(legs);
  const apart = new Map<SegmentFinding['segment'], readonly SegmentFinding[]>();
  return ({ segment, span }: SegmentFinding): readonly SegmentFinding[] => {
    let values = apart.get(segment);
    if (values === undefined) {
      values = withoutOverlaps(all.get(segment) ?? []);
      apart.set(segment, values);
    }
    return overlapping(values, span.start - excerptChars, span.start + 2 * excerptChars);
  };
};

/** What a system message forbids to tell and an excerpt around a finding would, be it of that message. */
const keptValuesNear = (
  { segment, span }: SegmentFinding,
  secrets: readonly KeptSecret[],
  excerptChars: number,
): readonly SegmentFinding[] => {
  const from = Math.max(0, span.start - excerptChars - LONGEST_KEPT_CHARS);
  const near = segment.text.slice(from, span.start + 2 * excerptChars + LONGEST_KEPT_CHARS);
  return keptValuesIn(near, secrets).map((value) => ({
    ...value,
    segment,
    span: { start: from + value.span.start, end: from + value.span.end },
  }));
};

const trustedTextsOf = (legs: readonly Leg[]): readonly string[] =>
  legs.flatMap(({ inspection }) =>
    (inspection?.segments ?? []).filter(({ trust }) => trust === 'trusted').map(({ text }) => text),
  );

/** Those that decided the verdict first, so that no crowd of others can push them out. */
const findingsOf = (
  legs: readonly Leg[],
  options: RecordOptions,
  policy: Policy,
): readonly RecordedFinding[] => {
  const kept = legs.flatMap(({ inspection }) =>
    byWeight(inspection?.findings ?? [], policy).slice(0, MAX_RECORDED_FINDINGS),
  );
  if (kept.length === 0) return [];
  const { excerptChars } = options;
  const valuesNear = createValuesNear(legs, excerptChars);
  const secrets = excerptChars === 0 ? [] : orderedSecretsIn(trustedTextsOf(legs));
  return byWeight(kept, policy).map((finding) => {
    const others = [...valuesNear(finding), ...keptValuesNear(finding, secrets, excerptChars)];
    return toRecorded(finding, others, options, policy);
  });
};

/** The loosest sensitivity at which something in these directions is a threat; null where at none. */
export const loosestOf = (input: Leg, output: Leg): Sensitivity | null => {
  const one = input.inspection?.verdict.loosest ?? null;
  const other = output.inspection?.verdict.loosest ?? null;
  if (one === null || other === null) return one ?? other;
  return SENSITIVITIES.indexOf(one) < SENSITIVITIES.indexOf(other) ? one : other;
};

/** Nothing of a blocked text went anywhere. */
const replacedIn = ({ inspection, status }: Leg): readonly RedactedFinding[] =>
  status === 'blocked' ? [] : (inspection?.verdict.redactions ?? []);

/** Characters that were scanned. */
export const charsOf = (inspection: Inspection | null): number => {
  let chars = 0;
  for (const { text } of inspection?.segments ?? []) chars += text.length;
  return chars;
};

/** Of the body's own hash: to copy all of it behind the key took as long as hashing it. */
const contentHash = (inspection: Inspection | null, secret: KeyObject): string | null =>
  inspection === null ? null : keyedHash(secret, `content\0${hash('sha256', inspection.text, 'hex')}`);

/** What was removed of a request that went on, or would have been; nothing of what was blocked. */
const removedIn = ({ inspection }: Leg): readonly SegmentFinding[] =>
  inspection === null || inspection.verdict.action === 'block' ? [] : inspection.verdict.removals;

/** What was replaced or removed, or would have been: entities and how many, never a value. */
const redactionsOf = (...legs: readonly Leg[]): readonly RecordedRedaction[] => {
  const removed = legs.flatMap(removedIn).map((each) => ({ ...each, replacement: 'remove' as const }));
  const replaced = legs.flatMap(replacedIn);
  if (replaced.length + removed.length === 0) return [];
  const counts = new Map<string, RecordedRedaction>();
  for (const { segment, subType, replacement } of [...removed, ...replaced]) {
    const key = `${segment.direction} ${subType} ${replacement}`;
    const count = (counts.get(key)?.count ?? 0) + 1;
    counts.set(key, { direction: segment.direction, entity: subType, action: replacement, count });
  }
  return [...counts.values()].slice(0, MAX_RECORDED_REDACTIONS);
};

const STAGES = ['decode', 'segment', 'rules', 'decide'] as const satisfies readonly (keyof StageTimes)[];

type Stage = (typeof STAGES)[number];

const namesOf = (direction: Direction): readonly (readonly [Stage, string])[] =>
  STAGES.map((stage) => [stage, `${direction}.${stage}`]);
const STAGE_NAMES = { input: namesOf('input'), output: namesOf('output') } as const;

/** Time in each stage of each direction, in µs; what took none is left out. */
const stagesOf = (legs: Readonly<Record<Direction, Leg>>): Readonly<Record<string, number>> => {
  const stages: Record<string, number> = {};
  for (const direction of ['input', 'output'] as const) {
    const { inspection } = legs[direction];
    if (inspection === null) continue;
    for (const [stage, name] of STAGE_NAMES[direction]) {
      const us = Math.round(inspection.stages[stage] * 1000);
      if (us > 0) stages[name] = us;
    }
  }
  return stages;
};

const isKept = (fullText: FullText, loosest: Sensitivity | null): boolean =>
  fullText === 'all' || (fullText === 'threats' && loosest !== null);

/**
 * What is kept of a request (contract §9): never its provider key or its gateway key, and its texts only where the
 * operator wants them.
 *
 * @param addedMs Time that callers waited for us; null where unknown.
 * @param traceId Of the trace that the request belongs to; null where nobody traces.
 */
export const toRecord = (
  ending: Ending,
  options: RecordOptions,
  addedMs: number | null = null,
  traceId: string | null = null,
): ScanRecord => {
  const { exchange, head, input, output, policy } = ending;
  const { mode, sensitivity, revision } = policy ?? { ...options.defaults, revision: '' };
  const loosest = loosestOf(input, output);
  const redactions = redactionsOf(input, output);
  // A request that is without what is a threat in it is not blocked for that.
  const stopped = removedIn(input).length > 0 ? loosestOf(NOT_REACHED, output) : loosest;
  const wouldBlock = stopped !== null && SENSITIVITIES.indexOf(stopped) <= SENSITIVITIES.indexOf(sensitivity);
  return {
    requestId: exchange.requestId,
    receivedAtMs: exchange.receivedAtMs,
    envoyRequestId: nameFrom(head?.envoyRequestId),
    traceId,
    keyId: ending.keyId,
    path: copyText(toldPath(head)),
    model: nameFrom(toldModel(input.inspection)),
    stream: input.inspection?.stream ?? false,
    mode,
    sensitivity,
    outcome: ending.outcome,
    inputStatus: input.status === 'none' || input.status === 'streaming' ? 'skipped' : input.status,
    outputStatus: toldStatus(output),
    httpStatus: ending.httpStatus,
    errorCode: ending.errorCode,
    wouldBlock,
    loosest,
    findings: policy === null ? [] : findingsOf([input, output], options, policy),
    redactions,
    wouldRedact: policy !== null && policy.mode !== 'blocking' && redactions.length > 0,
    unjudged: countUnjudged(input, output),
    segmentCount: (input.inspection?.segments.length ?? 0) + (output.inspection?.segments.length ?? 0),
    inputChars: charsOf(input.inspection),
    outputChars: charsOf(output.inspection),
    inputScanUs: Math.round(input.scanMs * 1000),
    outputScanUs: Math.round(output.scanMs * 1000),
    policyRevision: revision,
    contentHash: contentHash(input.inspection, options.hashSecret),
    conversation: conversationOf(input.inspection, ending.keyId, options.sharedSecret),
    addedUs: addedMs === null ? null : Math.round(addedMs * 1000),
    stages: stagesOf({ input, output }),
    failedOpen: input.failure?.effect === 'open' || output.failure?.effect === 'open',
    texts: isKept(options.fullText, loosest) ? textsOf([input, output], toPlace) : null,
  };
};

/** A short name for what is in force: changes whenever rules or settings do. */
export const policyRevision = (pipelineRevision: string, settings: object): string =>
  hash('sha256', `${pipelineRevision}\0${JSON.stringify(settings)}`, 'hex').slice(0, 12);
