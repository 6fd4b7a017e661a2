import { z } from 'zod';
import { ERASABLE_BY } from '../../records/ports/erasure.ts';
import { Category, Cursor, Direction, Mode, Outcome, page, Sensitivity, timeMs } from './common.ts';

export const Redaction = z.object({
  direction: Direction,
  entity: z.string(),
  /** `remove`: a whole text, for the injection that `entity` names. */
  action: z.enum(['mask', 'hash', 'tokenize', 'remove']),
  count: z.int(),
});

/**
 * `left` is what there is of them still: of a dry run all, and more than none where there are too many for one call. `isSettled` tells, once
 * none is left, whether the bytes are gone from a SQLite file and its log too: not while somebody (a backup, a copy) reads what was there
 * before. It is false before that, and true of PostgreSQL, which overwrites when it vacuums.
 */
export const Erased = z.object({ erased: z.int(), left: z.int(), isSettled: z.boolean() });
export const EraseRequests = z.strictObject({
  by: z.enum(ERASABLE_BY),
  value: z.string().min(1).max(200),
  dryRun: z.boolean().default(false),
});

/** A row of the table. */
export const RequestRow = z.object({
  requestId: z.string(),
  receivedAtMs: timeMs,
  keyId: z.string().nullable(),
  /** Null where the key was deleted or never known. */
  keyName: z.string().nullable(),
  path: z.string(),
  model: z.string().nullable(),
  stream: z.boolean(),
  mode: Mode,
  sensitivity: Sensitivity,
  outcome: Outcome,
  inputStatus: z.string(),
  outputStatus: z.string(),
  httpStatus: z.int().nullable(),
  errorCode: z.string().nullable(),
  wouldBlock: z.boolean(),
  wouldRemove: z.boolean(),
  /** It went on without a text in which an injection was found. */
  removed: z.boolean(),
  loosest: Sensitivity.nullable(),
  /** Of the finding that weighs most. */
  category: Category.nullable(),
  subType: z.string().nullable(),
  confidence: z.number().nullable(),
  findingCount: z.int(),
  excerpt: z.string().nullable(),
  unjudgedCount: z.int(),
  scanUs: z.int(),
  /** Time that Envoy waited for us, all messages together; null for records of older versions. */
  addedUs: z.int().nullable(),
  feedback: z.enum(['not_attack', 'missed_attack']).nullable(),
});
export type RequestRow = z.output<typeof RequestRow>;

/**
 * GET /requests and /threats (the same with at least one finding that is a threat at some sensitivity). Lists are
 * given by repeating the parameter.
 */
export const RequestQuery = z.object({
  fromMs: timeMs.optional(),
  toMs: timeMs.optional(),
  outcome: z.array(Outcome).max(6).optional(),
  category: z.array(Category).max(5).optional(),
  subType: z.string().max(64).optional(),
  keyId: z.array(z.string().max(64)).max(50).optional(),
  /** What the caller was told (`invalid_json`), or why the exchange ended (`provider_timeout`). */
  errorCode: z.array(z.string().max(64)).max(50).optional(),
  model: z.string().max(256).optional(),
  stream: z.boolean().optional(),
  wouldBlock: z.boolean().optional(),
  /** In mode `blocking` a text would have been removed for what was found in it, and the rest gone on. */
  wouldRemove: z.boolean().optional(),
  hasUnjudged: z.boolean().optional(),
  /** By a path of `policy.passThrough`, unscanned. */
  passedThrough: z.boolean().optional(),
  minConfidence: z.number().min(0).max(1).optional(),
  feedback: z.enum(['any', 'none', 'not_attack', 'missed_attack']).optional(),
  /** In ids (request, Envoy's), model, path, rule ids and excerpts; case does not matter. */
  search: z.string().max(200).optional(),
  /** Of the conversation of one request: its hash. */
  conversation: z.string().max(64).optional(),
  cursor: Cursor.optional(),
  limit: z.int().min(1).max(200).default(50),
});
export type RequestQuery = z.output<typeof RequestQuery>;
export const RequestPage = page(RequestRow);

/** GET /requests/facets: what the filters offer, with counts in the time of the query (at most 50 of each). */
export const Facets = z.object({
  outcome: z.array(z.object({ value: z.string(), count: z.int() })),
  category: z.array(z.object({ value: z.string(), count: z.int() })),
  model: z.array(z.object({ value: z.string(), count: z.int() })),
  key: z.array(z.object({ value: z.string(), name: z.string().nullable(), count: z.int() })),
  /** All that were ever recorded, in order of the alphabet; not counted. */
  errorCode: z.array(z.string()),
});

export const Finding = z.object({
  /** Position in the record; with the request's id it names the finding. */
  seq: z.int(),
  direction: Direction,
  category: Category,
  subType: z.string(),
  confidence: z.number(),
  ruleId: z.string(),
  /** In words for people: the rule's title, or that the model scored it. */
  ruleTitle: z.string(),
  /** `raw`, `normalized`, or the decoder's name. */
  view: z.string(),
  pointer: z.string(),
  role: z.string(),
  trust: z.string(),
  start: z.int(),
  end: z.int(),
  loosest: Sensitivity.nullable(),
  /** The four thresholds that such a finding is measured against now: the operator’s own, and the model’s. */
  thresholds: z.record(Sensitivity, z.number()),
  excerpt: z.string().nullable(),
  /** Where the finding itself stands in the excerpt; null where there is no excerpt. */
  excerptSpan: z.object({ start: z.int(), end: z.int() }).nullable(),
  /** The exclusion that took it out of the verdict; null where none did. */
  exclusionId: z.string().nullable(),
});

/** GET /requests/{id} */
export const RequestDetail = RequestRow.extend({
  envoyRequestId: z.string().nullable(),
  /** The trace that the request belonged to; null where nobody traced. */
  traceId: z.string().nullable(),
  findings: z.array(Finding),
  redactions: z.array(Redaction),
  wouldRedact: z.boolean(),
  unjudged: z.record(z.string(), z.int()),
  segmentCount: z.int(),
  inputChars: z.int(),
  outputChars: z.int(),
  inputScanUs: z.int(),
  outputScanUs: z.int(),
  /** Stage (decode, segment, rules, decide, of each direction) → µs; null for records of older versions. */
  stages: z.record(z.string(), z.int()).nullable(),
  policyRevision: z.string(),
  /** Groups the turns of one conversation; null where nothing was read. */
  conversation: z.string().nullable(),
  /** Families of detectors that ran and found nothing. */
  clearedBy: z.array(z.object({ category: Category, subType: z.string() })),
  feedbackItems: z.array(z.lazy(() => FeedbackItem)),
  /** Whether full text is kept for this request; it is read by GET /requests/{id}/text, which is audited. */
  hasText: z.boolean(),
});

/** GET /requests/{id}/text (analyst and up) */
export const RequestText = z.object({
  segments: z.array(
    z.object({ direction: Direction, pointer: z.string(), role: z.string(), text: z.string() }),
  ),
});

export const FeedbackItem = z.object({
  id: z.string(),
  requestId: z.string(),
  label: z.enum(['not_attack', 'missed_attack']),
  comment: z.string(),
  author: z.string(),
  createdAtMs: timeMs,
  undoneAtMs: timeMs.nullable(),
  /** `open` waits in the queue, `excluded` has an exclusion, `dismissed` was looked at and left alone. */
  status: z.enum(['open', 'excluded', 'dismissed']),
});

/** GET /overview?fromMs&toMs&keyId */
export const Overview = z.object({
  totals: z.object({
    requests: z.int(),
    blocked: z.int(),
    flagged: z.int(),
    redacted: z.int(),
    /** Let go because of the mode; those that were blocked are not among them. */
    wouldBlock: z.int(),
    refused: z.int(),
    errors: z.int(),
    /** With parts that should have been judged and were not; what passed through is none of them. */
    unjudged: z.int(),
    passedThrough: z.int(),
    /** Requests that went on although their scan had failed. */
    failOpen: z.int(),
  }),
  /** The same totals of the time before, of the same length. */
  before: z.object({
    requests: z.int(),
    blocked: z.int(),
    flagged: z.int(),
    redacted: z.int(),
    wouldBlock: z.int(),
    unjudged: z.int(),
    passedThrough: z.int(),
    failOpen: z.int(),
  }),
  bucketMs: z.int(),
  /** Every bucket of the time asked for, empty ones too. */
  series: z.array(
    z.object({
      atMs: timeMs,
      outcomes: z.record(z.string(), z.int()),
      categories: z.record(z.string(), z.int()),
    }),
  ),
  topKeys: z.array(
    z.object({
      keyId: z.string(),
      name: z.string().nullable(),
      requests: z.int(),
      blocked: z.int(),
      wouldBlock: z.int(),
    }),
  ),
  topSubTypes: z.array(z.object({ category: z.string(), subType: z.string(), count: z.int() })),
  /** What callers were told in place of an answer, or how an exchange ended; of all keys together. */
  topErrorCodes: z.array(z.object({ code: z.string(), count: z.int() })),
  /** What each sensitivity would have blocked, whatever was in force. */
  bySensitivity: z.record(Sensitivity, z.int()),
  feedback: z.object({ notAttack: z.int(), missedAttack: z.int(), open: z.int() }),
  newestAtMs: timeMs.nullable(),
});

/** GET /metrics/latency?fromMs&toMs: µs; quantiles come from histograms, within 5 %. */
export const Latency = z.object({
  bucketMs: z.int(),
  series: z.array(
    z.object({
      atMs: timeMs,
      scan: z.object({ p50: z.number(), p95: z.number(), p99: z.number(), count: z.int() }).nullable(),
      added: z.object({ p50: z.number(), p95: z.number(), p99: z.number(), count: z.int() }).nullable(),
    }),
  ),
  total: z.object({
    scan: z.object({ p50: z.number(), p95: z.number(), p99: z.number(), count: z.int() }).nullable(),
    added: z.object({ p50: z.number(), p95: z.number(), p99: z.number(), count: z.int() }).nullable(),
  }),
});

/** GET /events (server-sent events): `event: requests` data RequestRow[] (newest last), `event: totals`, `event: revision`. */
export const SavedView = z.object({
  id: z.string(),
  name: z.string().trim().min(1).max(80),
  /** The query string of the requests page, columns included. */
  query: z.string().max(2000),
  isShared: z.boolean(),
  owner: z.string(),
});
