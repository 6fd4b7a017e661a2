import type { Insertable, Selectable } from 'kysely';
import { z } from 'zod';
import { totalUnjudged, UNJUDGED_REASONS } from '../chat/segment.ts';
import { ENTITY_ACTIONS } from '../policy/settings.ts';
import type { RequestSummary } from './ports.ts';
import type { FindingTable, KeyTable, RequestTable } from './schema.ts';
import { CHANGES, type RecordedFinding, type ScanRecord, type StoredKey } from './store.ts';

/** Callers choose model names, paths and JSON keys (which end up in pointers): no row may grow without bound. */
const MAX_TEXT_CHARS = 4096;
/** `finding_count` still says how many there were. */
const MAX_FINDINGS = 1000;

/** Text from outside, as both databases take it: PostgreSQL refuses U+0000, and a lone surrogate has no UTF-8. */
const text = (value: string): string =>
  (value.length > MAX_TEXT_CHARS ? value.slice(0, MAX_TEXT_CHARS) : value)
    .toWellFormed()
    .replaceAll('\0', '\uFFFD');

const textOrNull = (value: string | null): string | null => (value === null ? null : text(value));

export const parseJson = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);

const unjudgedSchema = z.partialRecord(z.enum(UNJUDGED_REASONS), z.int().min(0));
const parseUnjudged = (value: unknown): ScanRecord['unjudged'] => unjudgedSchema.parse(parseJson(value));

const redactionsSchema = z.array(
  z.object({
    direction: z.enum(['input', 'output']),
    entity: z.string(),
    action: z.enum(CHANGES),
    count: z.int().min(1),
  }),
);

const action = z.enum(ENTITY_ACTIONS).optional();
const entitiesSchema = z.record(z.string(), z.object({ input: action, output: action })).nullable();

const stagesSchema = z.record(z.string(), z.number());

/**
 * The finding that a list shows of a request. Findings stand in the order in which they decided the verdict; what is a
 * threat by its score goes before what is none, and what an exclusion took out stays behind.
 */
export const topOf = (findings: readonly RecordedFinding[]): RecordedFinding | null => {
  const counted = findings.filter(({ exclusionId }) => exclusionId === null);
  return counted.find(({ loosest }) => loosest !== null) ?? counted[0] ?? findings[0] ?? null;
};

/** Always the same columns in the same order: the statement is prepared once. */
export const toRequestRow = (record: ScanRecord, run: number | null = null): Insertable<RequestTable> => {
  const top = topOf(record.findings);
  return {
    request_id: record.requestId,
    received_at: record.receivedAtMs,
    envoy_request_id: textOrNull(record.envoyRequestId),
    key_id: record.keyId,
    path: text(record.path),
    model: textOrNull(record.model),
    stream: Number(record.stream),
    mode: record.mode,
    sensitivity: record.sensitivity,
    outcome: record.outcome,
    input_status: record.inputStatus,
    output_status: record.outputStatus,
    http_status: record.httpStatus,
    error_code: record.errorCode,
    would_block: Number(record.wouldBlock),
    loosest: record.loosest,
    top_category: top?.category ?? null,
    top_sub_type: top?.subType ?? null,
    top_confidence: top?.confidence ?? null,
    finding_count: record.findings.length,
    unjudged: JSON.stringify(record.unjudged),
    segment_count: record.segmentCount,
    input_chars: record.inputChars,
    output_chars: record.outputChars,
    input_scan_us: record.inputScanUs,
    output_scan_us: record.outputScanUs,
    policy_revision: record.policyRevision,
    content_hash: record.contentHash,
    redactions: JSON.stringify(record.redactions),
    would_redact: Number(record.wouldRedact),
    conversation: record.conversation,
    added_us: record.addedUs,
    stages: JSON.stringify(record.stages),
    failed_open: Number(record.failedOpen),
    unjudged_count: totalUnjudged(record.unjudged),
    top_excerpt: textOrNull(top?.excerpt ?? null),
    feedback: null,
    trace_id: record.traceId,
    run,
  };
};

const toFindingRow = (
  { requestId, receivedAtMs }: ScanRecord,
  finding: RecordedFinding,
  seq: number,
): Insertable<FindingTable> => ({
  request_id: requestId,
  seq,
  direction: finding.direction,
  category: finding.category,
  sub_type: finding.subType,
  confidence: finding.confidence,
  rule_id: finding.ruleId,
  view_name: finding.view,
  pointer: text(finding.pointer),
  role: finding.role,
  trust: finding.trust,
  span_start: finding.start,
  span_end: finding.end,
  loosest: finding.loosest,
  excerpt: textOrNull(finding.excerpt),
  received_at: receivedAtMs,
  excerpt_start: finding.excerptSpan?.start ?? null,
  excerpt_end: finding.excerptSpan?.end ?? null,
  fingerprint: finding.fingerprint,
  exclusion_id: finding.exclusionId,
});

/** Always the same columns in the same order. */
export const toFindingRows = (record: ScanRecord): readonly Insertable<FindingTable>[] =>
  record.findings.slice(0, MAX_FINDINGS).map((finding, seq) => toFindingRow(record, finding, seq));

const toFinding = (row: Selectable<FindingTable>): RecordedFinding => ({
  direction: row.direction,
  category: row.category,
  subType: row.sub_type,
  confidence: row.confidence,
  ruleId: row.rule_id,
  view: row.view_name,
  pointer: row.pointer,
  role: row.role,
  trust: row.trust,
  start: row.span_start,
  end: row.span_end,
  loosest: row.loosest,
  excerpt: row.excerpt,
  excerptSpan:
    row.excerpt_start === null || row.excerpt_end === null
      ? null
      : { start: row.excerpt_start, end: row.excerpt_end },
  fingerprint: row.fingerprint,
  exclusionId: row.exclusion_id,
});

/** What a list and a whole record have in common. */
const toCommon = (row: Selectable<RequestTable>) => ({
  requestId: row.request_id,
  receivedAtMs: row.received_at,
  envoyRequestId: row.envoy_request_id,
  traceId: row.trace_id,
  keyId: row.key_id,
  path: row.path,
  model: row.model,
  stream: row.stream === 1,
  mode: row.mode,
  sensitivity: row.sensitivity,
  outcome: row.outcome,
  inputStatus: row.input_status,
  outputStatus: row.output_status === 'none' ? 'skipped' : row.output_status,
  httpStatus: row.http_status,
  errorCode: row.error_code,
  wouldBlock: row.would_block === 1,
  loosest: row.loosest,
  redactions: redactionsSchema.parse(parseJson(row.redactions)),
  wouldRedact: row.would_redact === 1,
  segmentCount: row.segment_count,
  inputChars: row.input_chars,
  outputChars: row.output_chars,
  inputScanUs: row.input_scan_us,
  outputScanUs: row.output_scan_us,
  policyRevision: row.policy_revision,
  contentHash: row.content_hash,
  conversation: row.conversation,
  addedUs: row.added_us,
  stages: stagesSchema.parse(parseJson(row.stages)),
  failedOpen: row.failed_open === 1,
  texts: null,
});

/** @param findings The request's rows, in order of `seq`. */
export const toRecord = (
  row: Selectable<RequestTable>,
  findings: readonly Selectable<FindingTable>[],
): ScanRecord => ({
  ...toCommon(row),
  findings: findings.map(toFinding),
  unjudged: parseUnjudged(row.unjudged),
});

export const toSummary = (row: Selectable<RequestTable>): RequestSummary => ({
  ...toCommon(row),
  category: row.top_category,
  subType: row.top_sub_type,
  confidence: row.top_confidence,
  findingCount: row.finding_count,
  excerpt: row.top_excerpt,
  unjudgedCount: row.unjudged_count,
  feedback: row.feedback,
});

export const toKeyRow = (key: StoredKey): Insertable<KeyTable> => ({
  id: key.id,
  name: key.name,
  sha256: key.sha256,
  display_prefix: key.displayPrefix,
  created_at: key.createdAtMs,
  expires_at: key.expiresAtMs,
  revoked_at: key.revokedAtMs,
  last_used_at: key.lastUsedAtMs,
  mode: key.mode,
  sensitivity: key.sensitivity,
  override: key.override,
  rate_limit_per_minute: key.rateLimitPerMinute,
  entities: key.entities === null ? null : JSON.stringify(key.entities),
  origin: key.origin,
  rollout_percent: key.rolloutPercent,
});

export const toKey = (row: Selectable<KeyTable>): StoredKey => ({
  id: row.id,
  name: row.name,
  sha256: row.sha256,
  displayPrefix: row.display_prefix,
  createdAtMs: row.created_at,
  expiresAtMs: row.expires_at,
  revokedAtMs: row.revoked_at,
  lastUsedAtMs: row.last_used_at,
  mode: row.mode,
  sensitivity: row.sensitivity,
  override: row.override,
  rateLimitPerMinute: row.rate_limit_per_minute,
  entities: entitiesSchema.parse(parseJson(row.entities)),
  origin: row.origin,
  rolloutPercent: row.rollout_percent,
});
