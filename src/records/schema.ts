import type { ColumnType } from 'kysely';
import type { Direction, Role, Trust } from '../chat/segment.ts';
import type { Category } from '../detection/detector.ts';
import type { Mode, Override, Sensitivity } from '../policy/settings.ts';
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
  output_status: OutputStatus;
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
};

/** Facts about the database itself; `keys_revision` counts the changes of keys. */
type MetaTable = { name: string; value: number };

export type Database = {
  requests: RequestTable;
  findings: FindingTable;
  gateway_keys: KeyTable;
  meta: MetaTable;
};
