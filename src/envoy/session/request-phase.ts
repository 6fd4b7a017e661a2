import { GatewayError } from '../../errors.ts';
import type { Body } from '../../inspect.ts';
import { blockReply, errorReply } from '../answer/error-body.ts';
import { continueRequestBody, continueRequestHeaders, immediate } from '../answer/reply.ts';
import type { Admitted, Refused } from '../begin/admission.ts';
import type { RequestHead } from '../begin/headers.ts';
import { OVERLOADED } from '../begin/overload.ts';
import type { ProcessingResponse } from '../proto.ts';
import {
  answer,
  failedLeg,
  faultyLeg,
  gatewayHeaders,
  isBodyFault,
  leg,
  NOT_REACHED,
  PASSED_THROUGH,
  record,
  reply,
  scannedLeg,
  scanTimeMs,
  unjudged,
} from './legs.ts';
import {
  CLOSED,
  type Exchange,
  type Leg,
  type OpenExchange,
  type ScanResult,
  type Step,
} from './session-types.ts';

/** Envoy has the provider compress nothing, since a compressed answer would have to be unpacked before its scan. */
const ALWAYS_REMOVED = ['accept-encoding'] as const;
/** A provider that honours one of these would run another method or path than the one that was let in. */
const METHOD_AND_PATH_OVERRIDES = [
  'x-http-method-override',
  'x-http-method',
  'x-method-override',
  'x-original-url',
  'x-rewrite-url',
] as const;

export const refuse = (exchange: Exchange, head: RequestHead, { error, keyId, policy }: Refused): Step => {
  const errorAnswer = errorReply(error, exchange.requestId);
  // Only a wrong content type is a fault of something that was meant to be scanned.
  const wasMeantForScan = error.code === 'UNSUPPORTED_CONTENT_TYPE';
  return [
    CLOSED,
    [
      reply(
        immediate(errorAnswer, {
          requestId: exchange.requestId,
          scan: wasMeantForScan ? { timeMs: 0, inputStatus: 'error', outputStatus: 'skipped' } : null,
          detection: null,
          unjudged: null,
          keepsRequestId: false,
        }),
      ),
      record({
        exchange,
        head,
        keyId,
        policy,
        route: null,
        outcome: 'refused',
        httpStatus: errorAnswer.status,
        errorCode: errorAnswer.code,
        input: wasMeantForScan ? leg('error', unjudged('content_type')) : NOT_REACHED,
        output: NOT_REACHED,
      }),
    ],
  ];
};

export const onAdmission = (exchange: Exchange, head: RequestHead, admission: Admitted | Refused): Step => {
  if (admission.type === 'refused') return refuse(exchange, head, admission);
  const open: OpenExchange = { ...exchange, head, admission };
  const removed = [...ALWAYS_REMOVED, ...METHOD_AND_PATH_OVERRIDES, ...head.gateway.keys()];
  if (admission.route === 'pass-through') {
    const message = continueRequestHeaders(exchange.requestId, removed, false);
    return [{ phase: 'awaiting-response-headers', exchange: open, input: PASSED_THROUGH }, [reply(message)]];
  }
  if (head.unsentBodies?.includes('request') === true && !head.endOfStream) {
    const error = new GatewayError('SCAN_UNAVAILABLE', 'Envoy is configured to send no request bodies.');
    return onRequestFailed(open, { type: 'failed', error, scanMs: 0 }, () =>
      continueRequestHeaders(exchange.requestId, removed, true),
    );
  }
  if (head.endOfStream) {
    // No body will come, so the verdict on the missing body has to be given here.
    const error = new GatewayError('INVALID_JSON', 'The body is empty.');
    return onRequestFailed(open, { type: 'failed', error, scanMs: 0 }, () =>
      continueRequestHeaders(exchange.requestId, removed, true),
    );
  }
  if (admission.isShed) return onShed(open, removed);
  return [
    { phase: 'awaiting-request-body', exchange: open },
    [reply(continueRequestHeaders(exchange.requestId, removed, true))],
  ];
};

/** Decided before the body is asked for: what is not scanned should not be sent to us either. */
const onShed = (exchange: OpenExchange, removed: readonly string[]): Step => {
  const { requestId, admission } = exchange;
  const { input, output } = admission.policy.onScanError;
  if (input === 'allow' && output === 'block') {
    // The answer has to be read, and Envoy has no mode in which it sends the answer's body and not the request's.
    return [
      { phase: 'awaiting-request-body', exchange },
      [reply(continueRequestHeaders(requestId, removed, true))],
    ];
  }
  return onRequestFailed(exchange, { type: 'failed', error: OVERLOADED, scanMs: 0 }, () =>
    continueRequestHeaders(requestId, removed, false),
  );
};

const goOn =
  (exchange: OpenExchange, changedBody: Buffer | null) =>
  (input: Leg): ProcessingResponse =>
    continueRequestBody(changedBody, gatewayHeaders(exchange, input, leg('error'), false));

export const onRequestBody = (exchange: OpenExchange, bytes: Uint8Array, endOfStream: boolean): Step => {
  const { policy } = exchange.admission;
  if (!endOfStream) {
    // BUFFERED_PARTIAL hands over the first part of a body that is too large, and would let the rest pass unseen.
    const error = new GatewayError('REQUEST_TOO_LARGE', 'The body is larger than the gateway reads.');
    return onRequestFailed(exchange, { type: 'failed', error, scanMs: 0 }, goOn(exchange, null));
  }
  if (exchange.admission.isShed) {
    return onRequestFailed(exchange, { type: 'failed', error: OVERLOADED, scanMs: 0 }, goOn(exchange, null));
  }
  const body: Body = { bytes, contentEncoding: exchange.head.contentEncoding };
  return [{ phase: 'scanning-request', exchange }, [{ type: 'scan-request', body, policy }]];
};

const onRequestFailed = (
  exchange: OpenExchange,
  { error, scanMs }: Extract<ScanResult, { type: 'failed' }>,
  letPass: (input: Leg) => ProcessingResponse,
): Step => {
  const { policy } = exchange.admission;
  const isFault = isBodyFault(error);
  const refuses = isFault ? policy.mode !== 'shadow' : policy.onScanError.input === 'block';
  if (refuses) {
    const input = isFault ? faultyLeg(error, scanMs) : failedLeg('error', error, scanMs, 'closed');
    const errorAnswer = errorReply(error, exchange.requestId);
    return answer(exchange, input, NOT_REACHED, errorAnswer, isFault ? 'refused' : 'error');
  }
  const input = failedLeg(isFault ? 'skipped' : 'error', error, scanMs, 'open');
  return [{ phase: 'awaiting-response-headers', exchange, input }, [reply(letPass(input))]];
};

export const onRequestScanned = (exchange: OpenExchange, result: ScanResult): Step => {
  if (result.type === 'failed') return onRequestFailed(exchange, result, goOn(exchange, null));
  const { verdict, changedBody } = result.inspection;
  const input = scannedLeg(result.inspection, result.scanMs);
  if (verdict.action === 'block' && verdict.threat !== null) {
    const blocked = blockReply(verdict.threat, exchange.requestId, scanTimeMs(input));
    return answer(exchange, input, NOT_REACHED, blocked, 'blocked');
  }
  return [
    { phase: 'awaiting-response-headers', exchange, input },
    [reply(goOn(exchange, changedBody)(input))],
  ];
};
