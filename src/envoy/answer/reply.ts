import type { UnjudgedCounts } from '../../chat/segment.ts';
import {
  BODY_MODE,
  type CommonResponse,
  HEADER_MODE,
  type HeaderMutation,
  type HeaderValueOption,
  OVERWRITE,
  type ProcessingMode,
  type ProcessingResponse,
  type Struct,
  type StructValue,
} from '../proto.ts';
import type { Detection, ErrorReply } from './error-body.ts';

/** Dynamic metadata namespace: Envoy's access log and its mapping of local replies read it. */
export const METADATA_NAMESPACE = 'portcullis';

export type Header = readonly [name: string, value: string];

/** Statuses and times as the four headers carry them. */
export type GatewayHeaders = Readonly<{
  requestId: string;
  /** Null where a scan was never meant for the request: then the request id is the only one of the four. */
  scan: Readonly<{ timeMs: number; inputStatus: string; outputStatus: string }> | null;
  /** Advisory mode's detection; null where there is none. */
  detection: Detection | null;
  /** Parts of what was scanned that nobody could read, by reason; null where there are none, or nobody is told. */
  unjudged: UnjudgedCounts | null;
  /** True where the provider sent an `x-request-id` of its own, which stays. */
  keepsRequestId: boolean;
}>;

/** Control characters and anything outside Latin-1 would turn the answer into a 500. */
const headerValue = (value: string): Buffer => Buffer.from(value.replace(/[^\x20-\x7e]/g, '?'), 'latin1');

const setHeader = ([key, value]: Header): HeaderValueOption => ({
  header: { key, raw_value: headerValue(value) },
  append_action: OVERWRITE,
});

const MAX_KNOWN_VALUES = 100;

/** Makes a header whose values are few and come again with each answer. */
const createKnown = <Value extends string | number>(key: string): ((value: Value) => HeaderValueOption) => {
  const known = new Map<Value, HeaderValueOption>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const made = setHeader([key, String(value)]);
    if (known.size < MAX_KNOWN_VALUES) known.set(value, made);
    return made;
  };
};

const scanTimeHeader = createKnown<number>('x-gateway-scan-time-ms');
const inputStatusHeader = createKnown<string>('x-gateway-input-status');
const outputStatusHeader = createKnown<string>('x-gateway-output-status');

const toHeaders = ({
  requestId,
  scan,
  detection,
  unjudged,
  keepsRequestId,
}: GatewayHeaders): readonly HeaderValueOption[] => {
  const header = { key: 'x-gateway-request-id', raw_value: headerValue(requestId) };
  const headers: HeaderValueOption[] = [{ header, append_action: OVERWRITE }];
  if (!keepsRequestId) {
    headers.push({ header: { key: 'x-request-id', raw_value: header.raw_value }, append_action: OVERWRITE });
  }
  if (scan !== null) {
    headers.push(
      scanTimeHeader(scan.timeMs),
      inputStatusHeader(scan.inputStatus),
      outputStatusHeader(scan.outputStatus),
    );
  }
  if (detection !== null) {
    const { category, sub_type: subType, confidence } = detection;
    const value = `${category}/${subType};confidence=${confidence.toFixed(3)}`;
    headers.push(setHeader(['x-gateway-detection', value]));
  }
  if (unjudged !== null) {
    const value = Object.entries(unjudged).map(([reason, parts]) => `${reason}=${parts}`);
    headers.push(setHeader(['x-gateway-unjudged', value.join(', ')]));
  }
  return headers;
};

const mutation = (headers: readonly HeaderValueOption[], removed: readonly string[]): HeaderMutation => ({
  set_headers: headers,
  remove_headers: removed,
});

/** Names among `sent` that the mutation does not overwrite. */
const notOverwritten = (sent: readonly string[], headers: readonly HeaderValueOption[]): readonly string[] =>
  sent.filter((name) => !headers.some(({ header }) => header.key === name));

const inNamespace = (fields: Readonly<Record<string, StructValue>>): Struct => ({
  fields: { [METADATA_NAMESPACE]: { structValue: { fields } } },
});

/** A mode override replaces all modes, and an unset one means NONE: so each of them is written out, always. */
const mode = (requestBody: number, responseBody: number): ProcessingMode => ({
  request_header_mode: HEADER_MODE.SEND,
  response_header_mode: HEADER_MODE.SEND,
  request_body_mode: requestBody,
  response_body_mode: responseBody,
  request_trailer_mode: HEADER_MODE.SKIP,
  response_trailer_mode: HEADER_MODE.SKIP,
});

/** The modes that Envoy is configured with, and those that we may switch to. `bootstrap.ts` writes them down. */
export const MODES = {
  base: mode(BODY_MODE.BUFFERED, BODY_MODE.BUFFERED),
  /** Neither body: a path that is passed through. */
  headersOnly: mode(BODY_MODE.NONE, BODY_MODE.NONE),
  /** The answer's body is not read. The request's body is over by then; its mode repeats the base. */
  answerUnread: mode(BODY_MODE.BUFFERED, BODY_MODE.NONE),
  /** The answer's body comes and goes piece by piece, and may end before the provider's does. */
  stream: {
    ...mode(BODY_MODE.BUFFERED, BODY_MODE.FULL_DUPLEX_STREAMED),
    response_trailer_mode: HEADER_MODE.SEND,
  },
} as const;

/**
 * Lets the request's headers go on to the provider.
 *
 * @param removed Header names that the provider must not see.
 * @param readsBodies False for a path that is passed through.
 */
export const continueRequestHeaders = (
  requestId: string,
  removed: readonly string[],
  readsBodies: boolean,
): ProcessingResponse => ({
  request_headers: { response: { header_mutation: { remove_headers: removed } } },
  dynamic_metadata: inNamespace({ request_id: { stringValue: requestId } }),
  ...(readsBodies ? {} : { mode_override: MODES.headersOnly }),
});

/**
 * What names a body by its bytes. From a digest of what was sent, which many servers put into an `etag`, one could guess
 * what was taken out of it, a card's number for instance.
 */
export const DIGESTS = ['content-md5', 'digest', 'content-digest', 'repr-digest', 'etag'] as const;
/** What no longer fits a body that is another: we hand over plain text, whatever it was compressed with. */
const OF_THE_OLD_BODY = ['content-encoding', ...DIGESTS];

/** A changed body always brings its length: without it Envoy answers 500. */
const withBody = (
  headers: readonly HeaderValueOption[],
  removed: readonly string[],
  body: Buffer | null,
): CommonResponse =>
  body === null
    ? { header_mutation: mutation(headers, removed) }
    : {
        header_mutation: mutation(
          [...headers, setHeader(['content-length', String(body.length)])],
          [...removed, ...OF_THE_OLD_BODY],
        ),
        body_mutation: { body },
      };

/** For Envoy to repeat, should the answer break off: what it says itself then passes us by. */
const scanMetadata = ({ requestId, scan }: GatewayHeaders): Struct => {
  const id = { stringValue: requestId };
  return inNamespace(
    scan === null
      ? { request_id: id }
      : {
          request_id: id,
          scan_time_ms: { stringValue: String(scan.timeMs) },
          input_status: { stringValue: scan.inputStatus },
          output_status: { stringValue: scan.outputStatus },
        },
  );
};

/** @param ifItBreaksOff The headers of an answer that never comes, or not to its end. */
export const continueRequestBody = (
  changedBody: Buffer | null,
  ifItBreaksOff: GatewayHeaders | null = null,
): ProcessingResponse => ({
  request_body: { response: changedBody === null ? {} : withBody([], [], changedBody) },
  ...(ifItBreaksOff === null ? {} : { dynamic_metadata: scanMetadata(ifItBreaksOff) }),
});

/** Sets the headers now and lets the body pass unread. */
export const finishAtResponseHeaders = (
  headers: GatewayHeaders,
  spoofed: readonly string[],
  override: ProcessingMode | null,
): ProcessingResponse => {
  const set = toHeaders(headers);
  return {
    response_headers: { response: withBody(set, notOverwritten(spoofed, set), null) },
    ...(override === null ? {} : { mode_override: override }),
  };
};

export const finishAtResponseBody = (
  headers: GatewayHeaders,
  spoofed: readonly string[],
  changedBody: Buffer | null,
): ProcessingResponse => {
  const set = toHeaders(headers);
  return { response_body: { response: withBody(set, notOverwritten(spoofed, set), changedBody) } };
};

/** A piece of a streamed answer; any number of them may answer one message, or none. */
export const streamBody = (body: Buffer, endOfStream: boolean): ProcessingResponse => ({
  response_body: { response: { body_mutation: { streamed_response: { body, end_of_stream: endOfStream } } } },
});

/** A message that nobody waits for a decision on; Envoy wants an answer all the same. */
export const acknowledge = {
  /** The answer's body follows and decides about the headers. */
  responseHeaders: { response_headers: { response: {} } },
  responseBody: { response_body: { response: {} } },
  requestTrailers: { request_trailers: {} },
  responseTrailers: { response_trailers: {} },
} as const satisfies Record<string, ProcessingResponse>;

/** Answers the caller at once; the provider's answer, if there is one, is dropped with all its headers. */
export const immediate = (reply: ErrorReply, headers: GatewayHeaders): ProcessingResponse => ({
  immediate_response: {
    status: { code: reply.status },
    headers: mutation(
      [
        setHeader(['content-type', 'application/json']),
        ...toHeaders(headers),
        ...reply.headers.map(setHeader),
      ],
      [],
    ),
    body: reply.body,
    details: `portcullis_${reply.code}`,
  },
  // Envoy's mapping of its own local replies leaves alone what carries this mark.
  dynamic_metadata: inNamespace({
    request_id: { stringValue: headers.requestId },
    reply: { stringValue: reply.code },
  }),
});
