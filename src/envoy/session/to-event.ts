import { GatewayError } from '../../errors.ts';
import { readRequestHead, readResponseHead } from '../begin/headers.ts';
import { BODY_MODE, type ProcessingRequest } from '../proto.ts';
import type { Event } from './session-types.ts';

/** What the first message of a call says about all later ones. */
export type BodyModes = NonNullable<ProcessingRequest['protocol_config']>;

/** What Envoy waits for an answer to. */
export type Phase = 'request_headers' | 'request_body' | 'response_headers' | 'response_body';

export const PHASE_OF: Readonly<Partial<Record<Event['type'], Phase>>> = {
  'request-headers': 'request_headers',
  'request-body': 'request_body',
  'response-headers': 'response_headers',
  'response-body': 'response_body',
};

/** BUFFERED hands over the whole body in one message; `end_of_stream` is missing from it where trailers follow. */
const isWhole = (endOfStream: boolean | undefined, mode: number | undefined): boolean =>
  endOfStream === true || mode === BODY_MODE.BUFFERED;

/** @throws GatewayError `PROTOCOL_VIOLATION` for a message that is none of those we know. */
export const toEvent = (message: ProcessingRequest, modes: BodyModes = {}): Event => {
  const { request_headers: requestHeaders, response_headers: responseHeaders } = message;
  if (requestHeaders) return { type: 'request-headers', head: readRequestHead(requestHeaders, message) };
  if (responseHeaders) return { type: 'response-headers', head: readResponseHead(responseHeaders) };
  const body = message.request_body ?? message.response_body;
  if (body) {
    return {
      type: message.request_body ? 'request-body' : 'response-body',
      // The last message of a body may carry no bytes at all.
      bytes: body.body ?? Buffer.alloc(0),
      endOfStream: isWhole(
        body.end_of_stream,
        message.request_body ? modes.request_body_mode : modes.response_body_mode,
      ),
    };
  }
  if (message.request_trailers) return { type: 'request-trailers' };
  if (message.response_trailers) return { type: 'response-trailers' };
  throw new GatewayError('PROTOCOL_VIOLATION', 'Envoy sent a message of an unknown kind.');
};
