import { isNobodysJson } from '../../chat/json.ts';
import { GatewayError } from '../../errors.ts';
import { blockReply, errorReply, withoutRetry } from '../answer/error-body.ts';
import { remembered } from '../answer/remembered.ts';
import { acknowledge, finishAtResponseBody, finishAtResponseHeaders, MODES } from '../answer/reply.ts';
import { isOtherThanUtf8, mediaType, type ResponseHead } from '../begin/headers.ts';
import { OVERLOADED } from '../begin/overload.ts';
import {
  answer,
  askedFor,
  endingOf,
  failedLeg,
  gatewayHeaders,
  isBodyFault,
  leg,
  passesUnscanned,
  record,
  reply,
  scannedLeg,
  scanTimeMs,
  unjudged,
} from './legs.ts';
import {
  DECIDED,
  type Ending,
  type Leg,
  type OpenExchange,
  type ScanResult,
  type Step,
} from './session-types.ts';
import { onStreamHeaders } from './stream-phase.ts';

const STREAM_TYPE = 'text/event-stream';

/** Other streams of JSON. */
const LINE_TYPE = /^application\/(?:(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines)|json-seq|stream\+json)$/;

const typesIn = remembered((contentType): readonly string[] => [
  ...new Set(contentType.split(',').map(mediaType)),
]);

const typesOf = ({ contentType }: ResponseHead): readonly string[] => typesIn(contentType ?? '');

/** Clients parse more than they should: one all that ends like this, another all that begins so. */
const isJson = (type: string): boolean => type.endsWith('json') || type.includes('application/json');

/** What servers call their JSON that say nothing better of it (`new Response(text)`, PHP); many a client parses it all the same. */
const ANY_TEXT = /^(?:text\/.*|(?:application|binary)\/octet-stream|application\/(?:x-)?javascript)$/;

/** Read, and judged where it turns out to be JSON. */
const mayBeJson = ({ contentType }: ResponseHead, type: string): boolean =>
  ANY_TEXT.test(type) && !isOtherThanUtf8(contentType);

/** Clients that asked for a stream read what comes as one, whatever it calls itself; but many a server answers with JSON. */
const isStream = (input: Leg, head: ResponseHead): boolean => {
  const types = typesOf(head);
  // Of several types each client picks its own.
  const isNamed = types.length === 1 && types.some((type) => type === STREAM_TYPE || LINE_TYPE.test(type));
  return isNamed || (input.inspection?.stream === true && !types.some(isJson));
};

/** Null: read the body. Otherwise why it stays unread; no reason where there is nothing to judge in it. */
const whyUnread = (exchange: OpenExchange, input: Leg, head: ResponseHead): Partial<Leg> | null => {
  // Its request has said so: alerts count it once for each.
  if (exchange.admission.route === 'pass-through') return {};
  if (head.endOfStream || head.status < 200 || head.status > 299) return {};
  const [type = '', ...others] = typesOf(head);
  // An answer without a type is read: better judged and found to be nothing than not judged. Several are no reason not to read.
  return others.length > 0 || type === '' || isJson(type) || isStream(input, head) || mayBeJson(head, type)
    ? null
    : unjudged('content_type');
};

/** An answer of Envoy's own bears our id already, which no provider knows: the provider was not there, or silent. */
const providerFailure = (exchange: OpenExchange, head: ResponseHead): Partial<Ending> =>
  head.gatewayRequestId === exchange.requestId && head.status >= 500
    ? { outcome: 'error', errorCode: head.status === 504 ? 'provider_timeout' : 'provider_unavailable' }
    : {};

/** Its body was never asked for, since more come than can be scanned and neither direction is refused for that. */
const isLeftAlone = ({ admission: { isShed, policy } }: OpenExchange): boolean =>
  isShed && policy.onScanError.output === 'allow';

/** A compressed stream cannot be read piece by piece; the provider was not asked for one. */
const isCoded = ({ contentEncoding }: ResponseHead): boolean =>
  !['', 'identity'].includes((contentEncoding ?? '').trim().toLowerCase());

/**
 * What the caller must not be told. A client follows a redirect with all that it sent us: our key, and the values that
 * the provider never saw.
 */
const withheld = ({ status, spoofed }: ResponseHead): readonly string[] =>
  status >= 300 && status <= 399 ? [...spoofed, 'location'] : spoofed;

const letPassUnread = (exchange: OpenExchange, input: Leg, output: Leg, head: ResponseHead): Step => {
  const headers = gatewayHeaders(exchange, input, output, head.hasRequestId);
  const isSent = exchange.admission.route === 'scan' && !isLeftAlone(exchange) && !head.endOfStream;
  const override = isSent ? MODES.answerUnread : null;
  return [
    DECIDED,
    [
      reply(finishAtResponseHeaders(headers, withheld(head), override)),
      record(
        endingOf(exchange, input, output, { httpStatus: head.status, ...providerFailure(exchange, head) }),
      ),
    ],
  ];
};

const onUnreadable = (exchange: OpenExchange, input: Leg, head: ResponseHead, message: string): Step => {
  const error = new GatewayError('INVALID_ENCODING', message);
  return exchange.admission.policy.onScanError.output === 'allow'
    ? letPassUnread(exchange, input, failedLeg('error', error, 0, 'open'), head)
    : onResponseScanned(exchange, input, head, { type: 'failed', error, scanMs: 0 });
};

/** Whether Envoy would send the body of a stream or take an override for it is not known, so neither is hoped for. */
const onUnsentBody = (exchange: OpenExchange, input: Leg, head: ResponseHead): Step => {
  const error = new GatewayError('SCAN_UNAVAILABLE', 'Envoy is configured to send no bodies of answers.');
  return exchange.admission.policy.onScanError.output === 'allow'
    ? letPassUnread(exchange, input, failedLeg('error', error, 0, 'open'), head)
    : onResponseScanned(exchange, input, head, { type: 'failed', error, scanMs: 0 });
};

export const onResponseHeaders = (exchange: OpenExchange, input: Leg, head: ResponseHead): Step => {
  const unread = whyUnread(exchange, input, head);
  if (unread !== null) return letPassUnread(exchange, input, leg('skipped', unread), head);
  if (isLeftAlone(exchange))
    return letPassUnread(exchange, input, failedLeg('error', OVERLOADED, 0, 'open'), head);
  if (exchange.head.unsentBodies?.includes('answer') === true) return onUnsentBody(exchange, input, head);
  if (isOtherThanUtf8(head.contentType))
    return onUnreadable(exchange, input, head, 'The answer is not in UTF-8.');
  if (!isStream(input, head)) {
    return [
      { phase: 'awaiting-response-body', exchange, input, answer: head },
      [reply(acknowledge.responseHeaders)],
    ];
  }
  return isCoded(head)
    ? onUnreadable(exchange, input, head, 'The stream is compressed.')
    : onStreamHeaders(exchange, input, head);
};

export const onResponseBody = (
  exchange: OpenExchange,
  input: Leg,
  head: ResponseHead,
  { bytes, endOfStream }: Readonly<{ bytes: Uint8Array; endOfStream: boolean }>,
): Step => {
  if (!endOfStream) {
    // Only a part of the answer: the rest would pass unseen.
    const error = new GatewayError('REQUEST_TOO_LARGE', 'The answer is larger than the gateway reads.');
    return onResponseScanned(exchange, input, head, { type: 'failed', error, scanMs: 0 });
  }
  // Envoy cannot tell at the headers whether a chunked answer has a body.
  if (bytes.length === 0) return finishResponse(exchange, input, leg('skipped'), head, null);
  const { policy } = exchange.admission;
  return [
    { phase: 'scanning-response', exchange, input, answer: head },
    [
      {
        type: 'scan-response',
        body: { bytes, contentEncoding: head.contentEncoding },
        policy,
        asked: askedFor(input, policy),
      },
    ],
  ];
};

const finishResponse = (
  exchange: OpenExchange,
  input: Leg,
  output: Leg,
  head: ResponseHead,
  changedBody: Buffer | null,
): Step => {
  const headers = gatewayHeaders(exchange, input, output, head.hasRequestId);
  return [
    DECIDED,
    [
      reply(finishAtResponseBody(headers, head.spoofed, changedBody)),
      record(endingOf(exchange, input, output, { httpStatus: head.status })),
    ],
  ];
};

/** It says that it is a text, and is one: no client finds JSON in it, in whatever coding or encoding, or of whatever size. */
const isPlainText = (error: unknown, input: Leg, head: ResponseHead): boolean => {
  const [type = '', ...others] = typesOf(head);
  const isText = others.length === 0 && !isJson(type) && !isStream(input, head) && mayBeJson(head, type);
  return isText && isNobodysJson(error);
};

export const onResponseScanned = (
  exchange: OpenExchange,
  input: Leg,
  head: ResponseHead,
  result: ScanResult,
): Step => {
  if (result.type === 'failed') {
    if (isPlainText(result.error, input, head)) {
      return finishResponse(exchange, input, leg('skipped', unjudged('content_type')), head, null);
    }
    const isOpen = passesUnscanned(result.error, exchange.admission.policy);
    const output = failedLeg('error', result.error, result.scanMs, isOpen ? 'open' : 'closed');
    if (isOpen) return finishResponse(exchange, input, output, head, null);
    // Whatever is wrong with the answer is no fault of the caller's.
    const unavailable = new GatewayError('SCAN_UNAVAILABLE', 'The answer could not be scanned.');
    const refusal = errorReply(unavailable, exchange.requestId);
    // What the provider wrote cannot be read; whoever asked again would pay for the next one like it.
    const last = isBodyFault(result.error) ? withoutRetry(refusal) : refusal;
    return answer(exchange, input, output, last, 'error');
  }
  const { verdict, changedBody } = result.inspection;
  const output = scannedLeg(result.inspection, result.scanMs);
  if (verdict.action === 'block' && verdict.threat !== null) {
    const blocked = blockReply(verdict.threat, exchange.requestId, scanTimeMs(input, output));
    return answer(exchange, input, output, blocked, 'blocked');
  }
  return finishResponse(exchange, input, output, head, changedBody);
};
