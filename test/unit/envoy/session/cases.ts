import type { Event } from '../../../../src/envoy/session/session-types.ts';
import type { Mode } from '../../../../src/policy/settings.ts';
import {
  ANSWER,
  admitted,
  BODY,
  EXCHANGE,
  type Failure,
  type Found,
  type policyOf,
  requestHead,
  responseHead,
  resultOf,
} from '../fixtures.ts';

export type Case = Readonly<{
  mode: Mode;
  onScanError?: 'auto' | 'block' | 'allow';
  found: Found | Failure;
}>;

export const OF_THE_OLD_BODY = [
  'content-encoding',
  'content-md5',
  'digest',
  'content-digest',
  'repr-digest',
  'etag',
];
export const ID = { 'x-gateway-request-id': EXCHANGE.requestId, 'x-request-id': EXCHANGE.requestId };
export const scanHeaders = (ms: number, input: string, output: string) => ({
  ...ID,
  'x-gateway-scan-time-ms': String(ms),
  'x-gateway-input-status': input,
  'x-gateway-output-status': output,
});
export const JSON_TYPE = { 'content-type': 'application/json' };
export const CHANGED = { body: '{"changed":true}', headers: { 'content-length': '16' } };

export const upTo = (
  policy: ReturnType<typeof policyOf>,
  route: 'scan' | 'pass-through' = 'scan',
): Event[] => [
  { type: 'request-headers', head: requestHead() },
  { type: 'admission', admission: admitted(policy, route) },
];

export const requestScanned = (policy: ReturnType<typeof policyOf>, found: Found | Failure): Event[] => [
  ...upTo(policy),
  BODY,
  { type: 'request-scanned', result: resultOf(policy, 'input', found) },
];

export const answered = (
  policy: ReturnType<typeof policyOf>,
  input: Found,
  found: Found | Failure,
): Event[] => [
  ...requestScanned(policy, input),
  { type: 'response-headers', head: responseHead({ spoofed: ['x-gateway-input-status', 'x-gateway-x'] }) },
  ANSWER,
  { type: 'response-scanned', result: resultOf(policy, 'output', found) },
];
