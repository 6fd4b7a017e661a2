import { hash } from 'node:crypto';
import { CHAT_PATH } from '../../config/scanned-path.ts';
import { GatewayError, unreachable } from '../../errors.ts';
import type { KeyLookup } from '../../keys/directory.ts';
import { isWellFormed } from '../../keys/format.ts';
import type { RateDecision } from '../../keys/rate-limit.ts';
import type { Policy } from '../../policy/decide.ts';
import { effectivePolicy, type PolicySettings, parseMode, parseSensitivity } from '../../policy/effective.ts';
import type { Exclusions } from '../../policy/exclusions.ts';
import type { StoredKey } from '../../records/store.ts';
import { isUtf8Json, type RequestHead } from './headers.ts';
import { type Route, routeOf } from './paths.ts';

/** What is known of a request once it was let in. */
export type Admitted = Readonly<{
  type: 'admitted';
  keyId: string;
  policy: Policy;
  route: Exclude<Route, 'unknown'>;
  /** Whether the caller asks for a chunk with the final status at the end of a stream. */
  wantsStreamStatus: boolean;
  streamOnBlock: StreamOnBlock;
  /** More come than can be scanned: nothing of it is scanned, and policy says whether it goes on all the same. */
  isShed: boolean;
}>;

export type Refused = Readonly<{
  type: 'refused';
  error: GatewayError;
  keyId: string | null;
  policy: Policy | null;
}>;

export type AdmissionDeps = Readonly<{
  findKey: (secret: string) => KeyLookup | Promise<KeyLookup>;
  streamOnBlock: StreamOnBlock;
  takeToken: (keyId: string, limitPerMinute: number) => RateDecision;
}>;

/** What was in force when a request began; it stays in force for that request. */
export type PolicyInForce = Readonly<{
  settings: PolicySettings & Readonly<{ passThrough: readonly string[] }>;
  exclusions: Exclusions;
}>;

export type AdmissionCall = Readonly<{
  requestId: string;
  inForce: PolicyInForce;
  /** True: it must not be scanned, for there is too much to do. */
  isShed: boolean;
}>;

/** How a cut stream ends: with an error event behind the content_filter chunk, or without. */
export type StreamOnBlock = 'error' | 'content_filter';

const KEY_HEADER = 'x-gateway-key';
/** Methods whose bodies mean nothing (RFC 9110 §9.3). */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);
/** With the token. */
const BEARER = /^bearer[ \t]+([^ \t].*)$/is;

const KEY_ERRORS = {
  unknown: ['INVALID_GATEWAY_KEY', 'The key in X-Gateway-Key is not known here.'],
  malformed: ['INVALID_GATEWAY_KEY', 'The value of X-Gateway-Key is not a gateway key.'],
  revoked: ['REVOKED_GATEWAY_KEY', 'The key in X-Gateway-Key was revoked.'],
  expired: ['EXPIRED_GATEWAY_KEY', 'The key in X-Gateway-Key has expired.'],
} as const;

const singleHeader = (head: RequestHead, name: string): string | null => head.gateway.get(name)?.[0] ?? null;

/** As the other errors spell a header: a client compares `param` with one name. */
const inTitleCase = (name: string): string =>
  name.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase());

/** Two values of one gateway header could be read differently by us and by whoever set the other one. */
const refuseRepeated = (head: RequestHead): void => {
  for (const [name, values] of head.gateway) {
    if (values.length > 1) {
      const param = inTitleCase(name);
      throw new GatewayError('REPEATED_GATEWAY_HEADER', `The header ${param} was sent more than once.`, {
        param,
      });
    }
  }
};

const keyOf = (lookup: KeyLookup): StoredKey => {
  if (lookup.status === 'valid') return lookup.key;
  const [code, message] = KEY_ERRORS[lookup.status];
  throw new GatewayError(code, message, { param: 'X-Gateway-Key' });
};

/** A wrong content type is a fault of the body, and shadow refuses nothing for its body's sake. */
const checkContentType = (head: RequestHead, policy: Policy): void => {
  if (policy.mode === 'shadow' || isUtf8Json(head.contentType)) return;
  throw new GatewayError('UNSUPPORTED_CONTENT_TYPE', 'The content type must be application/json, in UTF-8.', {
    param: 'Content-Type',
  });
};

/** What nobody scans and some servers do not read either is the next request on their connection. */
const refuseHiddenBody = (head: RequestHead): void => {
  if (!BODILESS.has(head.method) || head.endOfStream) return;
  throw new GatewayError('INVALID_CHAT_REQUEST', `A ${head.method} has no body here.`);
};

/** Thrown with a 429; says when the next request may come. */
export class RateLimitError extends GatewayError {
  readonly retryAfterMs: number;

  constructor(limitPerMinute: number, retryAfterMs: number) {
    super('RATE_LIMIT_EXCEEDED', `This key may send ${limitPerMinute} requests a minute.`);
    this.retryAfterMs = retryAfterMs;
  }
}

const limitRate = (key: StoredKey, deps: AdmissionDeps): void => {
  if (key.rateLimitPerMinute === null) return;
  const rate = deps.takeToken(key.id, key.rateLimitPerMinute);
  if (!rate.allowed) throw new RateLimitError(key.rateLimitPerMinute, rate.retryAfterMs);
};

const checkProviderKey = ({ authorization }: RequestHead): void => {
  const [, token] = BEARER.exec(authorization ?? '') ?? [];
  const param = { param: 'Authorization' };
  if (token === undefined) {
    const message = 'Send your provider key in the header Authorization as a bearer token.';
    throw new GatewayError('MISSING_PROVIDER_KEY', message, param);
  }
  // Whoever sets one key in both places would hand it to the provider, who has no business with it.
  if (isWellFormed(token.trimEnd())) {
    const message =
      'Authorization holds a gateway key, which would go on to the provider; send your provider key there.';
    throw new GatewayError('MISSING_PROVIDER_KEY', message, param);
  }
};

const findKey = async (head: RequestHead, deps: AdmissionDeps): Promise<StoredKey> => {
  refuseRepeated(head);
  const secret = singleHeader(head, KEY_HEADER);
  if (secret === null || secret === '') {
    throw new GatewayError('MISSING_GATEWAY_KEY', 'Send your gateway key in the header X-Gateway-Key.', {
      param: 'X-Gateway-Key',
    });
  }
  const key = keyOf(await deps.findKey(secret));
  checkProviderKey(head);
  return key;
};

const DRAWS = 2 ** 32;

/** From 0 up to 1, the same for one request whoever asks; only drawn where a key is not enforced on all requests. */
const drawFor = (requestId: string, { rolloutPercent }: StoredKey): number =>
  rolloutPercent >= 100 ? 0 : hash('sha256', `rollout\0${requestId}`, 'buffer').readUInt32BE(0) / DRAWS;

const policyFor = (
  head: RequestHead,
  key: StoredKey,
  { requestId, inForce: { settings, exclusions } }: AdmissionCall,
): Policy => {
  const mode = singleHeader(head, 'x-gateway-mode');
  const sensitivity = singleHeader(head, 'x-gateway-sensitivity');
  const policy = effectivePolicy(
    settings,
    key,
    {
      mode: mode === null ? null : parseMode(mode),
      sensitivity: sensitivity === null ? null : parseSensitivity(sensitivity),
    },
    drawFor(requestId, key),
  );
  const excludedBy = exclusions.forKey(key.id);
  return excludedBy === null ? policy : { ...policy, excludedBy };
};

const checkRoute = (head: RequestHead, policy: Policy, passThrough: readonly string[]): Admitted['route'] => {
  const route = routeOf(head.method, head.path, passThrough);
  switch (route) {
    case 'unknown':
      // Some clients take another API by default, or a base address without its version.
      throw new GatewayError(
        'UNKNOWN_PATH',
        `There is no ${head.method} on this path here; chat completions are at POST ${CHAT_PATH}.`,
      );
    case 'scan':
      checkContentType(head, policy);
      return route;
    case 'pass-through':
      refuseHiddenBody(head);
      return route;
    default:
      return unreachable(route);
  }
};

/**
 * Decides by the headers alone whether a request may go on: credentials, gateway headers, rate, path, content type.
 *
 * @returns A refusal carries a GatewayError with a code of contract §4, and what was known of the request by then.
 */
export const admit = async (
  head: RequestHead,
  deps: AdmissionDeps,
  call: AdmissionCall,
): Promise<Admitted | Refused> => {
  let keyId: string | null = null;
  let policy: Policy | null = null;
  try {
    const key = await findKey(head, deps);
    keyId = key.id;
    policy = policyFor(head, key, call);
    const { passThrough } = call.inForce.settings;
    const isShed = call.isShed && routeOf(head.method, head.path, passThrough) === 'scan';
    // Who is turned away for others' sake has not used his share; what goes on unscanned has.
    if (!isShed || policy.onScanError.input === 'allow') limitRate(key, deps);
    const route = checkRoute(head, policy, passThrough);
    return {
      type: 'admitted',
      keyId,
      policy,
      route,
      wantsStreamStatus: singleHeader(head, 'x-gateway-stream-status')?.trim().toLowerCase() === 'include',
      streamOnBlock: deps.streamOnBlock,
      isShed,
    };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { type: 'refused', error, keyId, policy };
  }
};
