import { remembered } from '../answer/remembered.ts';
import { BODY_MODE, type HttpHeaders, type ProcessingRequest } from '../proto.ts';

/** What the gateway reads of a request's headers. Names are lower case, as Envoy sends them. */
export type RequestHead = Readonly<{
  method: string;
  /** With query, as Envoy sends it after its own normalisation. */
  path: string;
  contentType: string | null;
  contentEncoding: string | null;
  authorization: string | null;
  /** Values of each `x-gateway-*` header, in order; a list longer than one means that it was repeated. */
  gateway: ReadonlyMap<string, readonly string[]>;
  endOfStream: boolean;
  /** Envoy's id of the request; null where it sent none. */
  envoyRequestId: string | null;
  /** Bodies that Envoy is configured not to send at all, so that they would pass unseen; absent where there are none. */
  unsentBodies?: readonly ('request' | 'answer')[];
}>;

/** What the gateway reads of an answer's headers. */
export type ResponseHead = Readonly<{
  status: number;
  contentType: string | null;
  contentEncoding: string | null;
  hasRequestId: boolean;
  /** `x-gateway-request-id` as it came: the provider's invention, or Envoy's own in a reply of its own. */
  gatewayRequestId: string | null;
  /** Names of the `x-gateway-*` headers that the provider sent; none of them may reach the caller. */
  spoofed: readonly string[];
  endOfStream: boolean;
}>;

const GATEWAY_PREFIX = 'x-gateway-';
/** Headers of which every value counts. */
const LISTED: ReadonlySet<string> = new Set(['content-encoding', 'content-type']);
const ATTRIBUTES_KEY = 'envoy.filters.http.ext_proc';

const READ_HEADERS: ReadonlySet<string> = new Set([
  ':method',
  ':path',
  ':status',
  'authorization',
  'content-encoding',
  'content-type',
  'traceparent',
  'x-request-id',
]);

/** Whether anything here asks for a header. @param key In any case. */
export const readsHeader = (key: string): boolean => {
  const name = key.toLowerCase();
  return READ_HEADERS.has(name) || name.startsWith(GATEWAY_PREFIX);
};

/** By their length: what is read nearly always, in the case in which Envoy sends it. */
const USUAL_NAMES: ReadonlyMap<number, readonly string[]> = Map.groupBy(
  [...READ_HEADERS, 'x-gateway-key', 'x-gateway-mode', 'x-gateway-sensitivity', 'x-gateway-stream-status'],
  ({ length }) => length,
);
const NONE: readonly string[] = [];

/** Names that are read and have this length in bytes; not all of those that `readsHeader` takes. */
export const usualNames = (length: number): readonly string[] => USUAL_NAMES.get(length) ?? NONE;

const READ_LENGTHS: ReadonlySet<number> = new Set([...READ_HEADERS].map(({ length }) => length));
const LOWER_CASE = 0x20;
const FIRST_OF_PREFIX = GATEWAY_PREFIX.charCodeAt(0);

/**
 * Whether a header could be one that is read, by what is seen of its name before that is made a string.
 *
 * @param length Of the name in bytes.
 * @param first Its first byte.
 */
export const couldRead = (length: number, first: number): boolean =>
  READ_LENGTHS.has(length) || (length >= GATEWAY_PREFIX.length && (first | LOWER_CASE) === FIRST_OF_PREFIX);

const forEachHeader = (message: HttpHeaders, visit: (name: string, value: string) => void): void => {
  for (const { key, value, raw_value: raw } of message.headers?.headers ?? []) {
    if (key === undefined) continue;
    visit(key.toLowerCase(), raw === undefined ? (value ?? '') : raw.toString('latin1'));
  }
};

/** Every value that was sent under a name, in order. @param name In lower case. */
export const headerValues = (message: HttpHeaders, name: string): readonly string[] => {
  const values: string[] = [];
  forEachHeader(message, (each, value) => {
    if (each === name) values.push(value);
  });
  return values;
};

/** The media type without parameters, lower case. */
export const mediaType = (contentType: string | null): string =>
  (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * What may stand behind the media type. No charset but UTF-8: a server that heeds the header would read other text out
 * of bytes that are valid UTF-8, such as `+AEk-gnore` in UTF-7; some find `charset=` wherever it stands. No comma: of two
 * values in one each server picks its own. Blanks around the `=` of UTF-8, which some clients send and no grammar allows,
 * hide nothing: who does not see through them falls back on UTF-8.
 */
const JSON_PARAMETER =
  /^(?:charset[ \t]*=[ \t]*(?:utf-?8|"utf-?8")|(?!.*charset)[\w.-]+=(?:[\w.:/+-]+|"[\w .:/+-]*"))?$/i;

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t';

/** Without the blanks of RFC 9110 §5.6.3 at its ends; `trim` takes others away as well, which no server does. */
const withoutBlanks = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
};

const isJsonInUtf8 = remembered((contentType) => {
  const [type, ...parameters] = contentType.split(';').map(withoutBlanks);
  return type?.toLowerCase() === 'application/json' && parameters.every((each) => JSON_PARAMETER.test(each));
});

/** Whether every server takes the body for JSON in UTF-8. */
export const isUtf8Json = (contentType: string | null): boolean => isJsonInUtf8(contentType ?? '');

/** Wherever it stands, as some readers look for it. */
const CHARSET = /charset(?:\s{0,8}=\s{0,8}["']?([^\s;,"']{0,64}))?/gi;
/** UTF-8, and those in which the bytes of ASCII are its letters and nothing else is. */
const LIKE_ASCII = /^(?:utf-?8|(?:us-)?ascii|iso-?8859-\d{1,2}|latin-?\d{1,2}|windows-125\d)$/i;

const namesOtherCharset = remembered((contentType) =>
  [...contentType.matchAll(CHARSET)].some(([, charset = '']) => !LIKE_ASCII.test(charset)),
);

/** Whether some client reads other text out of an answer than UTF-8 has in it, such as UTF-16 or UTF-7. */
export const isOtherThanUtf8 = (contentType: string | null): boolean => namesOtherCharset(contentType ?? '');

/** A policy of somebody else's making may say nothing about bodies, and then Envoy sends none. */
const unsentBodies = ({ protocol_config: modes }: ProcessingRequest): Pick<RequestHead, 'unsentBodies'> => {
  if (modes === undefined) return {};
  const isUnsent = (mode: number = BODY_MODE.NONE): boolean => mode === BODY_MODE.NONE;
  const unsent = [
    ...(isUnsent(modes.request_body_mode) ? (['request'] as const) : []),
    ...(isUnsent(modes.response_body_mode) ? (['answer'] as const) : []),
  ];
  return unsent.length === 0 ? {} : { unsentBodies: unsent };
};

/** @param message Absent fields read as empty: Envoy checks that `:method` and `:path` are there. */
export const readRequestHead = (message: HttpHeaders, request: ProcessingRequest): RequestHead => {
  const single = new Map<string, string>();
  const gateway = new Map<string, string[]>();
  forEachHeader(message, (name, value) => {
    if (!name.startsWith(GATEWAY_PREFIX)) {
      // The first of several counts, except that a second content-encoding is applied on top of the first, and of two
      // types each server picks its own.
      const before = LISTED.has(name) ? single.get(name) : undefined;
      if (before !== undefined) single.set(name, `${before}, ${value}`);
      else if (!single.has(name)) single.set(name, value);
      return;
    }
    const values = gateway.get(name);
    if (values === undefined) gateway.set(name, [value]);
    else values.push(value);
  });
  const attributes = request.attributes?.[ATTRIBUTES_KEY]?.fields;
  return {
    method: single.get(':method') ?? '',
    path: single.get(':path') ?? '',
    contentType: single.get('content-type') ?? null,
    contentEncoding: single.get('content-encoding') ?? null,
    authorization: single.get('authorization') ?? null,
    gateway,
    endOfStream: message.end_of_stream === true,
    envoyRequestId: attributes?.['request.id']?.stringValue ?? single.get('x-request-id') ?? null,
    ...unsentBodies(request),
  };
};

export const readResponseHead = (message: HttpHeaders): ResponseHead => {
  const single = new Map<string, string>();
  const spoofed = new Set<string>();
  forEachHeader(message, (name, value) => {
    if (name.startsWith(GATEWAY_PREFIX)) spoofed.add(name);
    const before = LISTED.has(name) ? single.get(name) : undefined;
    single.set(name, before === undefined ? value : `${before}, ${value}`);
  });
  return {
    status: Number(single.get(':status') ?? 0),
    contentType: single.get('content-type') ?? null,
    contentEncoding: single.get('content-encoding') ?? null,
    hasRequestId: single.has('x-request-id'),
    gatewayRequestId: single.get('x-gateway-request-id') ?? null,
    spoofed: [...spoofed],
    endOfStream: message.end_of_stream === true,
  };
};
