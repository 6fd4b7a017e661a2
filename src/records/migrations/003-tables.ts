import { type Kysely, sql } from 'kysely';
import type { DialectTraits } from '../dialect.ts';

const trafficTables = ({ longType: long, clustered }: DialectTraits): readonly string[] => {
  const counts = [
    'requests',
    ...['pass', 'flagged', 'redacted', 'blocked', 'refused', 'error'],
    ...['would_block', 'unjudged', 'fail_open'],
    ...['prompt_injection', 'data_leak', 'secret', 'pii', 'policy'],
    ...['low', 'medium', 'high', 'paranoid'],
  ];
  return [
    `create table traffic (
      span_ms ${long} not null, key_id text not null, at_ms ${long} not null,
      ${counts.map((name) => `${name} ${long} not null`).join(', ')},
      primary key (span_ms, key_id, at_ms)) ${clustered}`,
    'create index traffic_times on traffic (span_ms, at_ms)',
    `create table traffic_values (
      span_ms ${long} not null, kind text not null, at_ms ${long} not null, value text not null,
      requests ${long} not null, primary key (span_ms, kind, at_ms, value)) ${clustered}`,
    `create table latency (
      span_ms ${long} not null, kind text not null, at_ms ${long} not null, bucket integer not null,
      requests ${long} not null, primary key (span_ms, kind, at_ms, bucket)) ${clustered}`,
  ];
};

const policyTables = ({ longType: long, jsonType: json }: DialectTraits): readonly string[] => [
  `create table settings (
    revision ${long} not null primary key, created_at ${long} not null, author text not null,
    comment text not null, own ${json} not null)`,
  `create table exclusions (
    id text not null primary key, rule_id text, sub_type text, key_id text, role text, direction text,
    fingerprint text, comment text not null, owner text not null, created_at ${long} not null,
    expires_at ${long}, ended_at ${long}, feedback_id text, hit_count ${long} not null, last_hit_at ${long})`,
  `create table feedback (
    id text not null primary key, request_id text not null, request_received_at ${long},
    request_loosest text, label text not null, comment text not null, author text not null,
    created_at ${long} not null, undone_at ${long}, status text not null)`,
  'create index feedback_request on feedback (request_id)',
  'create index feedback_newest on feedback (created_at, id)',
  'create index feedback_received on feedback (request_received_at)',
];

const accountTables = ({ longType: long }: DialectTraits): readonly string[] => [
  `create table users (
    id text not null primary key, email text not null unique, name text not null, role text not null,
    password_hash text, oidc_subject text unique, created_at ${long} not null, last_sign_in_at ${long},
    disabled_at ${long})`,
  `create table sessions (
    id text not null primary key, token_sha256 text not null unique, user_id text not null,
    created_at ${long} not null, last_seen_at ${long} not null, expires_at ${long} not null,
    user_agent text not null, address text not null)`,
  'create index sessions_user on sessions (user_id)',
  `create table tickets (
    id text not null primary key, token_sha256 text not null unique, kind text not null, email text, role text,
    user_id text, created_by text not null, created_at ${long} not null, expires_at ${long} not null)`,
  `create table views (
    id text not null primary key, user_id text not null, name text not null, query text not null,
    is_shared integer not null)`,
];

const otherTables = ({ longType: long, jsonType: json }: DialectTraits): readonly string[] => [
  `create table audit (
    id text not null primary key, at ${long} not null, actor text not null, action text not null, target text,
    details ${json} not null, address text)`,
  'create index audit_newest on audit (at, id)',
  'create index audit_actor_newest on audit (actor, at, id)',
  'create index audit_action_newest on audit (action, at, id)',
  `create table webhooks (
    id text not null primary key, name text not null, url text not null, secret text not null,
    events ${json} not null, is_enabled integer not null, created_at ${long} not null)`,
  `create table deliveries (
    id text not null primary key, webhook_id text not null, event text not null, payload text not null,
    created_at ${long} not null, attempts integer not null, status text not null, next_attempt_at ${long},
    last_error text, finished_at ${long})`,
  'create index deliveries_newest on deliveries (webhook_id, created_at, id)',
  `create index deliveries_due on deliveries (next_attempt_at) where status = 'pending'`,
  'create table secrets (name text not null primary key, value text not null)',
  `insert into meta (name, value) values ('policy_revision', 0), ('accounts', 0)`,
];

/** Everything that is no record. */
export const createDashboardTables = async <T>(db: Kysely<T>, traits: DialectTraits): Promise<void> => {
  const statements = [trafficTables, policyTables, accountTables, otherTables].flatMap((make) =>
    make(traits),
  );
  for (const statement of statements) await sql.raw(statement).execute(db);
};
