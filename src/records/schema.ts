import type { ColumnType } from 'kysely';
import type { Direction, Role, Trust } from '../chat/segment.ts';
import type { Category } from '../detection/findings.ts';
import type { Mode, Override, Sensitivity } from '../policy/settings.ts';
import type { StoredTicket, UserRole } from './ports/accounts.ts';
import type { FeedbackStatus } from './ports/feedback.ts';
import type { StoredDelivery } from './ports/webhooks.ts';
import type { FeedbackLabel } from './ports.ts';
import type { InputStatus, Outcome, OutputStatus, StoredKey } from './store.ts';

/** 0 or 1: node:sqlite binds no booleans, and PostgreSQL indexes an integer as well. */
type Flag = number;
/** Written as JSON text. SQLite gives the text back, PostgreSQL (jsonb) the parsed value. */
type Json = ColumnType<unknown, string, string>;

/** Times are Unix milliseconds. */
export type RequestTable = {
  request_id: string;
  received_at: number;
  envoy_request_id: string | null;
  key_id: string | null;
  path: string;
  model: string | null;
  stream: Flag;
  mode: Mode;
  sensitivity: Sensitivity;
  outcome: Outcome;
  input_status: InputStatus;
  /** `none` in older records, which is `skipped`. */
  output_status: OutputStatus | 'none';
  http_status: number | null;
  error_code: string | null;
  would_block: Flag;
  loosest: Sensitivity | null;
  /** Of the finding with the highest confidence, so that a list needs no join. */
  top_category: Category | null;
  top_sub_type: string | null;
  top_confidence: number | null;
  finding_count: number;
  unjudged: Json;
  segment_count: number;
  input_chars: number;
  output_chars: number;
  input_scan_us: number;
  output_scan_us: number;
  policy_revision: string;
  content_hash: string | null;
  redactions: Json;
  would_redact: Flag;
  conversation: string | null;
  added_us: number | null;
  stages: Json;
  failed_open: Flag;
  /** Without what passed through by the settings. */
  unjudged_count: number;
  /** Of the same finding as `top_category`. */
  top_excerpt: string | null;
  /** What people think of it now: the label of the newest feedback that was not undone. */
  feedback: FeedbackLabel | null;
  trace_id: string | null;
  /** Of the records that were written about the same time; see `queries/conversations.ts`. SQLite only. */
  run: number | null;
};

export type FindingTable = {
  request_id: string;
  /** Position among the request's findings. */
  seq: number;
  direction: Direction;
  category: Category;
  sub_type: string;
  confidence: number;
  rule_id: string;
  view_name: string;
  pointer: string;
  role: Role;
  trust: Trust;
  span_start: number;
  span_end: number;
  loosest: Sensitivity | null;
  excerpt: string | null;
  /** The request's, by which PostgreSQL keeps each day's findings together. */
  received_at: number;
  excerpt_start: number | null;
  excerpt_end: number | null;
  /** '' for texts of streams, for what only several texts tell, and where a record is older than fingerprints. */
  fingerprint: string;
  exclusion_id: string | null;
};

/** See `texts.ts`. */
export type TextTable = {
  request_id: string;
  received_at: number;
  key_id: string;
  nonce: Uint8Array;
  ciphertext: Uint8Array;
};

export type KeyTable = {
  id: string;
  name: string;
  sha256: string;
  display_prefix: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  mode: Mode | null;
  sensitivity: Sensitivity | null;
  override: Override;
  rate_limit_per_minute: number | null;
  entities: ColumnType<unknown, string | null, string | null>;
  origin: StoredKey['origin'];
  rollout_percent: number;
  /** Which key took its place when it was rotated last. */
  successor_id: ColumnType<string | null, never, string>;
};

/** Counters: `keys_revision` and `policy_revision` rise with every change; the others are only locked. */
type MetaTable = { name: string; value: number };

/** Secrets that all replicas share, base64; made by whoever needs one first. */
type SecretTable = { name: string; value: string };

/**
 * Requests of one span of time by what became of them. `key_id` is '' in the row that counts all requests, those without
 * a key included.
 */
export type TrafficTable = {
  /** Length of the span: a minute, an hour or a day. Each record counts in all three. */
  span_ms: number;
  key_id: string;
  /** The span's beginning. */
  at_ms: number;
  requests: number;
  pass: number;
  flagged: number;
  redacted: number;
  blocked: number;
  refused: number;
  error: number;
  would_block: number;
  unjudged: number;
  fail_open: number;
  prompt_injection: number;
  data_leak: number;
  secret: number;
  pii: number;
  policy: number;
  low: number;
  medium: number;
  high: number;
  paranoid: number;
};

/** Requests of one span of time by values of which nobody knows the list: models, sub-types, keys of what passed through. */
export type TrafficValueTable = {
  span_ms: number;
  kind: 'model' | 'sub_type' | 'error_code' | 'passed_through';
  at_ms: number;
  /** The model, `category/sub_type`, the code, or the key's id. */
  value: string;
  requests: number;
};

/** A histogram for each span of time; see `histogram.ts`. */
export type LatencyTable = {
  span_ms: number;
  kind: 'scan' | 'added';
  at_ms: number;
  bucket: number;
  requests: number;
};

export type SettingsTable = {
  revision: number;
  created_at: number;
  author: string;
  comment: string;
  own: Json;
};

export type ExclusionTable = {
  id: string;
  rule_id: string | null;
  sub_type: string | null;
  key_id: string | null;
  role: string | null;
  direction: Direction | null;
  fingerprint: string | null;
  comment: string;
  owner: string;
  created_at: number;
  expires_at: number | null;
  ended_at: number | null;
  feedback_id: string | null;
  hit_count: number;
  last_hit_at: number | null;
};

export type FeedbackTable = {
  id: string;
  request_id: string;
  /** Of the request, which retention deletes sooner; null where it was not there. */
  request_received_at: number | null;
  request_loosest: Sensitivity | null;
  label: FeedbackLabel;
  comment: string;
  author: string;
  created_at: number;
  undone_at: number | null;
  status: FeedbackStatus;
};

export type UserTable = {
  id: string;
  email: string;
  name: string;
  role: UserRole;
  password_hash: string | null;
  oidc_subject: string | null;
  created_at: number;
  last_sign_in_at: number | null;
  disabled_at: number | null;
};

export type SessionTable = {
  id: string;
  token_sha256: string;
  user_id: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  user_agent: string;
  address: string;
};

export type TicketTable = {
  id: string;
  token_sha256: string;
  kind: StoredTicket['kind'];
  email: string | null;
  role: UserRole | null;
  user_id: string | null;
  created_by: string;
  created_at: number;
  expires_at: number;
};

export type AuditTable = {
  id: string;
  at: number;
  actor: string;
  action: string;
  target: string | null;
  details: Json;
  address: string | null;
};

export type ViewTable = { id: string; user_id: string; name: string; query: string; is_shared: Flag };

export type WebhookTable = {
  id: string;
  name: string;
  url: string;
  secret: string;
  events: Json;
  is_enabled: Flag;
  created_at: number;
  /** What was replaced and still signs; null where nothing does. */
  retired: ColumnType<unknown, string | null, string | null>;
};

export type DeliveryTable = {
  id: string;
  webhook_id: string;
  event: string;
  payload: string;
  created_at: number;
  attempts: number;
  status: StoredDelivery['status'];
  next_attempt_at: number | null;
  last_error: string | null;
  /** When it reached its present status, which is not `pending`. */
  finished_at: number | null;
};

/** Records of which no webhook has been told; written with the record, taken away with the deliveries that tell of it. */
export type OutboxTable = { request_id: string; received_at: number };

/** Attempts to sign in that failed, or have not succeeded yet. */
export type AttemptTable = {
  /** A hash of whose attempts: nobody should read here what was typed in place of an e-mail. */
  name: string;
  /** Unix milliseconds, joined by commas, the oldest first. */
  times: string;
  /** How many times there are. */
  failures: number;
  last_at: number;
  /** When somebody last signed in under this name; null where nobody did. */
  known_at: number | null;
};

export type Database = {
  requests: RequestTable;
  findings: FindingTable;
  texts: TextTable;
  gateway_keys: KeyTable;
  meta: MetaTable;
  secrets: SecretTable;
  traffic: TrafficTable;
  traffic_values: TrafficValueTable;
  latency: LatencyTable;
  settings: SettingsTable;
  exclusions: ExclusionTable;
  feedback: FeedbackTable;
  users: UserTable;
  sessions: SessionTable;
  tickets: TicketTable;
  audit: AuditTable;
  views: ViewTable;
  webhooks: WebhookTable;
  deliveries: DeliveryTable;
  outbox: OutboxTable;
  attempts: AttemptTable;
};
