import type { SegmentFinding } from '../../detection/scan-segments.ts';
import { type ErrorCode, GatewayError } from '../../errors.ts';
import { RateLimitError } from '../begin/admission.ts';

/** How an error looks on the wire (contract §4). */
type WireError = Readonly<{ status: number; type: string; code: string }>;

const AUTHENTICATION = { status: 401, type: 'authentication_error' } as const;
const INVALID_REQUEST = { status: 400, type: 'invalid_request_error' } as const;
const UNAVAILABLE = { status: 503, type: 'gateway_error', code: 'scan_unavailable' } as const;
const INTERNAL = { status: 500, type: 'gateway_error', code: 'internal_error' } as const;

const WIRE_ERRORS: Readonly<Record<ErrorCode, WireError>> = {
  MISSING_GATEWAY_KEY: { ...AUTHENTICATION, code: 'missing_gateway_key' },
  INVALID_GATEWAY_KEY: { ...AUTHENTICATION, code: 'invalid_gateway_key' },
  REVOKED_GATEWAY_KEY: { ...AUTHENTICATION, code: 'revoked_gateway_key' },
  EXPIRED_GATEWAY_KEY: { ...AUTHENTICATION, code: 'expired_gateway_key' },
  MISSING_PROVIDER_KEY: { ...AUTHENTICATION, code: 'missing_provider_key' },
  INVALID_GATEWAY_MODE: { ...INVALID_REQUEST, code: 'invalid_gateway_mode' },
  INVALID_GATEWAY_SENSITIVITY: { ...INVALID_REQUEST, code: 'invalid_gateway_sensitivity' },
  REPEATED_GATEWAY_HEADER: { ...INVALID_REQUEST, code: 'repeated_gateway_header' },
  INVALID_JSON: { ...INVALID_REQUEST, code: 'invalid_json' },
  INVALID_CHAT_REQUEST: { ...INVALID_REQUEST, code: 'invalid_chat_request' },
  INVALID_ENCODING: { ...INVALID_REQUEST, code: 'invalid_encoding' },
  UNSUPPORTED_CONTENT_TYPE: { ...INVALID_REQUEST, status: 415, code: 'unsupported_content_type' },
  REQUEST_TOO_LARGE: { ...INVALID_REQUEST, status: 413, code: 'request_too_large' },
  TOO_MANY_READINGS: { ...INVALID_REQUEST, status: 413, code: 'too_many_readings' },
  UNREADABLE_PART: { ...INVALID_REQUEST, status: 415, code: 'unreadable_part' },
  RATE_LIMIT_EXCEEDED: { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  SCAN_UNAVAILABLE: UNAVAILABLE,
  SCAN_TIMEOUT: UNAVAILABLE,
  OVERLOADED: UNAVAILABLE,
  UNKNOWN_PATH: { ...INVALID_REQUEST, status: 404, code: 'unknown_path' },
  PROTOCOL_VIOLATION: INTERNAL,
  CONFIG_INVALID: INTERNAL,
  USAGE: INTERNAL,
  STORE_FAILED: INTERNAL,
  ENVOY_UNAVAILABLE: INTERNAL,
};

/** The detection object of the specification. */
export type Detection = Readonly<{
  category: string;
  sub_type: string;
  confidence: number;
  scan_time_ms: number;
  request_id: string;
  policy: string;
}>;

/** An answer that the gateway gives itself. */
export type ErrorReply = Readonly<{
  status: number;
  code: string;
  body: Buffer;
  /** Further headers, such as `retry-after`. */
  headers: readonly (readonly [name: string, value: string])[];
}>;

const NO_RETRY = ['x-should-retry', 'false'] as const;

/** The same reply, after which no client asks again by itself. */
export const withoutRetry = (reply: ErrorReply): ErrorReply => ({
  ...reply,
  headers: [...reply.headers, NO_RETRY],
});

const toBody = (error: object): Buffer => Buffer.from(JSON.stringify({ error }));

/**
 * The reply to a refusal or a failure. What is not a GatewayError becomes a 503 without any detail: its message was
 * not written for callers.
 */
export const errorReply = (error: unknown, requestId: string): ErrorReply => {
  const known = error instanceof GatewayError ? error : null;
  const { status, type, code } = known === null ? UNAVAILABLE : WIRE_ERRORS[known.code];
  const message = known === null || status >= 500 ? 'The security scan is not available.' : known.message;
  const headers: (readonly [string, string])[] = [];
  if (error instanceof RateLimitError) {
    headers.push(['retry-after', String(Math.max(1, Math.ceil(error.retryAfterMs / 1000)))]);
  }
  if (known?.code === 'OVERLOADED') headers.push(['retry-after', '1']);
  // A fault of the gateway itself comes back the same way; an overload or a time-out does not.
  if (status === 500) headers.push(NO_RETRY);
  return {
    status,
    code,
    headers,
    body: toBody({
      type,
      code,
      message: `${message} (request id: ${requestId})`,
      param: known?.param ?? null,
      request_id: requestId,
    }),
  };
};

const DETECTION_CODES = {
  prompt_injection: 'prompt_injection_detected',
  data_leak: 'data_leak_detected',
  secret: 'secret_detected',
  pii: 'pii_detected',
  policy: 'policy_violation',
} as const;

const BLOCK_MESSAGES = {
  prompt_injection: 'a prompt injection was detected',
  data_leak: 'a data leak was detected',
  secret: 'a secret was detected',
  pii: 'personal data was detected',
  policy: "it violates the operator's policy",
} as const;

const codeOf = ({ category, subType }: SegmentFinding): string =>
  subType === 'exfiltration_link' ? 'unsafe_link_detected' : DETECTION_CODES[category];

/** @returns `confidence` with at most three decimals. */
export const toDetection = (threat: SegmentFinding, requestId: string, scanTimeMs: number): Detection => ({
  category: threat.category,
  sub_type: threat.subType,
  confidence: Math.round(threat.score * 1000) / 1000,
  scan_time_ms: scanTimeMs,
  request_id: requestId,
  policy: threat.category === 'policy' ? threat.ruleId : 'auto',
});

/** The 403 for a threat; the matched text is never in it. */
export const blockReply = (threat: SegmentFinding, requestId: string, scanTimeMs: number): ErrorReply => {
  const isInput = threat.segment.direction === 'input';
  const code = codeOf(threat);
  const what = isInput ? 'The request was blocked' : 'The answer was blocked';
  return {
    status: 403,
    code,
    headers: [],
    body: toBody({
      type: isInput ? 'request_blocked' : 'response_blocked',
      code,
      message: `${what}: ${BLOCK_MESSAGES[threat.category]}. (request id: ${requestId})`,
      param: null,
      request_id: requestId,
      detection: toDetection(threat, requestId, scanTimeMs),
    }),
  };
};
