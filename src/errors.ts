/**
 * Every way in which the gateway itself fails or refuses; a closed set, since a code is a public metric label.
 * What a caller sees for a code stands in `envoy/answer/reply.ts`.
 */
export const ERROR_CODES = [
  'MISSING_GATEWAY_KEY',
  'INVALID_GATEWAY_KEY',
  'REVOKED_GATEWAY_KEY',
  'EXPIRED_GATEWAY_KEY',
  'MISSING_PROVIDER_KEY',
  'INVALID_GATEWAY_MODE',
  'INVALID_GATEWAY_SENSITIVITY',
  'REPEATED_GATEWAY_HEADER',
  'INVALID_JSON',
  'INVALID_CHAT_REQUEST',
  'INVALID_ENCODING',
  'UNSUPPORTED_CONTENT_TYPE',
  'REQUEST_TOO_LARGE',
  'TOO_MANY_READINGS',
  'UNREADABLE_PART',
  'RATE_LIMIT_EXCEEDED',
  'SCAN_UNAVAILABLE',
  'SCAN_TIMEOUT',
  'OVERLOADED',
  'UNKNOWN_PATH',
  'PROTOCOL_VIOLATION',
  'CONFIG_INVALID',
  'USAGE',
  'STORE_FAILED',
  'ENVOY_UNAVAILABLE',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * The one error class. `message` is written for whoever caused the error and may be shown to them; what must
 * stay inside goes into `cause`.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: ErrorCode;
  /** The request field or header at fault, in the caller's own terms; null where there is none. */
  readonly param: string | null;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; param?: string } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.param = options.param ?? null;
  }
}

/** Fails to compile where a union gained a member that a switch does not handle. */
export const unreachable = (value: never): never => {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
};
