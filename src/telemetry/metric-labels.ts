export const DIRECTIONS = ['input', 'output'] as const;
export const STATUSES = ['pass', 'flagged', 'redacted', 'blocked', 'skipped', 'error', 'streaming'] as const;
/** What a scan may come to. */
export const SCAN_RESULTS = ['pass', 'flagged', 'redacted', 'blocked', 'error'] as const;
export const ACTIONS = [
  'blocked',
  'removed',
  'flagged',
  'would_block',
  'would_remove',
  'redacted',
  'would_redact',
] as const;
/** What became of a part that nobody saw. */
export const UNJUDGED_EFFECTS = ['passed', 'refused'] as const;
export const STAGES = ['decode', 'segment', 'rules', 'model', 'pii', 'decide', 'total'] as const;
export const PHASES = ['request_headers', 'request_body', 'response_headers', 'response_body'] as const;
/** Why something passed, or was refused, without a scan. */
export const FAIL_REASONS = [
  'timeout',
  'scan_error',
  'overload',
  'too_large',
  'undecodable',
  'protocol',
] as const;
/** Wire codes of refusals for credentials. */
export const AUTH_CODES = [
  'missing_gateway_key',
  'invalid_gateway_key',
  'revoked_gateway_key',
  'expired_gateway_key',
  'missing_provider_key',
] as const;
/** Wire codes of all other refusals, and of failures that a caller was told of. */
const OTHER_REFUSALS = [
  'invalid_gateway_mode',
  'invalid_gateway_sensitivity',
  'repeated_gateway_header',
  'invalid_json',
  'invalid_chat_request',
  'invalid_encoding',
  'unsupported_content_type',
  'request_too_large',
  'too_many_readings',
  'unreadable_part',
  'rate_limit_exceeded',
  'unknown_path',
  'scan_unavailable',
  'internal_error',
] as const;
export const REFUSAL_CODES = [...AUTH_CODES, ...OTHER_REFUSALS] as const;
/** Why exchanges failed that were let in: nobody was refused, and no verdict stopped them. */
export const FAILURE_CODES = [
  'provider_timeout',
  'provider_unavailable',
  'client_closed_request',
  'answer_interrupted',
  'stream_interrupted',
  'protocol_violation',
  'local_reply',
  'other',
] as const;
export const DROP_REASONS = ['queue_full', 'store_failed', 'closed'] as const;
/** What there was too much of where requests were not scanned for it. */
export const SHED_REASONS = ['queue', 'in_flight'] as const;

/** How long the texts of a scan are together, in thousands of characters. */
export const SIZES = ['under_1k', 'under_4k', 'under_16k', 'under_64k', 'over_64k'] as const;
/** In how many days a key ends. */
export const KEY_EXPIRY_DAYS = [1, 7, 30] as const;

export type DetectionAction = (typeof ACTIONS)[number];
export type FailReason = (typeof FAIL_REASONS)[number];

/** The class that a scan of so many characters is counted in. */
export const sizeOf = (chars: number): (typeof SIZES)[number] => {
  if (chars < 1000) return 'under_1k';
  if (chars < 4000) return 'under_4k';
  if (chars < 16_000) return 'under_16k';
  return chars < 64_000 ? 'under_64k' : 'over_64k';
};
