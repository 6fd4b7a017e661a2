import { METADATA_NAMESPACE } from '../answer/reply.ts';

/**
 * How Envoy's own answers look: it speaks for itself when the processor is down, a body is too large, or the provider
 * cannot be reached, and callers get the same JSON from it as from us (contract §4).
 */
type LocalReply = Readonly<{
  name: string;
  /** Which replies: a status, or everything at or above one. */
  when: Readonly<{ op: 'EQ' | 'GE'; status: number }>;
  /** True: only where the provider's side failed, by Envoy's response flags. */
  byProvider: boolean;
  /** Sent in place of the status that Envoy chose; null keeps it. */
  status: number | null;
  type: string;
  code: string;
  message: string;
  headers: readonly (readonly [name: string, value: string])[];
}>;

const NO_RETRY = [['x-should-retry', 'false']] as const;
const DEFAULTS = { byProvider: false, status: null, headers: [] } as const;
const SCAN_UNAVAILABLE = {
  type: 'gateway_error',
  code: 'scan_unavailable',
  message: 'The security scan is not available.',
} as const;

const BAD_REQUEST = {
  type: 'invalid_request_error',
  code: 'bad_request',
  message: 'This is not a valid HTTP request.',
} as const;

/** The first that fits is used. */
const LOCAL_REPLIES: readonly LocalReply[] = [
  {
    ...DEFAULTS,
    name: 'too_large',
    when: { op: 'EQ', status: 413 },
    type: 'invalid_request_error',
    code: 'request_too_large',
    message: 'The request body is larger than the gateway takes.',
  },
  {
    ...DEFAULTS,
    name: 'provider_timeout',
    when: { op: 'EQ', status: 504 },
    byProvider: true,
    type: 'gateway_error',
    code: 'provider_timeout',
    message: 'The provider did not answer in time.',
  },
  {
    ...DEFAULTS,
    name: 'provider_unavailable',
    when: { op: 'GE', status: 500 },
    byProvider: true,
    type: 'gateway_error',
    code: 'provider_unavailable',
    message: 'The provider cannot be reached.',
  },
  { ...DEFAULTS, ...SCAN_UNAVAILABLE, name: 'processor_down', when: { op: 'EQ', status: 503 } },
  // The processor missed Envoy's own deadline.
  { ...DEFAULTS, ...SCAN_UNAVAILABLE, name: 'processor_slow', when: { op: 'EQ', status: 504 }, status: 503 },
  {
    ...DEFAULTS,
    name: 'internal',
    when: { op: 'GE', status: 500 },
    type: 'gateway_error',
    code: 'internal_error',
    message: 'The gateway could not handle this exchange.',
    headers: NO_RETRY,
  },
  {
    ...DEFAULTS,
    name: 'unknown_path',
    when: { op: 'EQ', status: 404 },
    type: 'invalid_request_error',
    code: 'unknown_path',
    message: 'There is nothing on this path here.',
  },
  {
    ...DEFAULTS,
    ...BAD_REQUEST,
    name: 'request_timeout',
    when: { op: 'EQ', status: 408 },
    message: 'The request did not arrive in time.',
  },
  // Envoy refuses upgrades so; but 403 always means that something was detected.
  { ...DEFAULTS, ...BAD_REQUEST, name: 'forbidden', when: { op: 'EQ', status: 403 }, status: 400 },
  { ...DEFAULTS, ...BAD_REQUEST, name: 'bad_request', when: { op: 'GE', status: 400 } },
];

/**
 * Where no request has been read yet. HTTP/1.0 is what nginx speaks to those behind it unless told otherwise. It is not
 * served: it knows no chunks, so that servers differ in where such a request ends, and its answers may end anywhere.
 */
const EARLY_REPLIES: readonly LocalReply[] = [
  {
    ...DEFAULTS,
    ...BAD_REQUEST,
    name: 'http_10',
    when: { op: 'EQ', status: 426 },
    message: 'HTTP/1.0 is not served here, only HTTP/1.1 and HTTP/2.',
  },
  {
    ...DEFAULTS,
    ...BAD_REQUEST,
    name: 'headers_too_large',
    when: { op: 'EQ', status: 431 },
    message: 'The request has too many headers, or too large ones.',
  },
  ...LOCAL_REPLIES,
];

/** Upstream connect failure, no healthy host, overflow, connection ended, reset, time-out, protocol or DNS error. */
const PROVIDER_FLAGS = ['UF', 'UH', 'UO', 'UC', 'LR', 'UR', 'UT', 'SI', 'URX', 'UPE', 'DF'];

const fromProcessor = (key: string): string => `%DYNAMIC_METADATA(${METADATA_NAMESPACE}:${key})%`;

/**
 * Who names a request: the processor, which may have gone before it said what it found; before it has spoken Envoy, by the
 * number that it gives what it could read; and nobody where there is nothing to read, so that an id is made up.
 */
const NAMERS = ['processor-gone', 'processor', 'envoy', 'nobody'] as const;
type NamedBy = (typeof NAMERS)[number];
const IDS: Readonly<Record<NamedBy, string>> = {
  'processor-gone': fromProcessor('request_id'),
  processor: fromProcessor('request_id'),
  envoy: 'req_%REQ(x-request-id)%',
  nobody: '%RESP(x-gateway-request-id)%',
};

/** Left out by Envoy where the processor has said nothing yet; it then sets them itself. */
const SCAN_HEADERS = [
  ['x-gateway-scan-time-ms', fromProcessor('scan_time_ms')],
  ['x-gateway-input-status', fromProcessor('input_status')],
  ['x-gateway-output-status', fromProcessor('output_status')],
] as const;
/** A processor that is down or too slow says nothing, neither now nor later. */
const UNSCANNED_HEADERS = [
  ['x-gateway-scan-time-ms', '0'],
  ['x-gateway-input-status', 'error'],
  ['x-gateway-output-status', 'skipped'],
] as const;

const metadataFilter = (key: string): object => ({
  metadata_filter: {
    matcher: { filter: METADATA_NAMESPACE, path: [{ key }], value: { present_match: true } },
    match_if_key_not_found: false,
  },
});

/** No metadata is null: what is there does not fit. */
const noMetadataFilter = (key: string): object => ({
  metadata_filter: {
    matcher: { filter: METADATA_NAMESPACE, path: [{ key }], value: { null_match: {} } },
    match_if_key_not_found: true,
  },
});

const statusFilter = ({ name, when }: LocalReply): object => ({
  status_code_filter: {
    comparison: {
      op: when.op,
      value: { default_value: when.status, runtime_key: `portcullis.local_reply.${name}` },
    },
  },
});

/** Envoy's own: what it refuses before it has numbered it still has the caller's, who might write anything there. */
const NUMBER_OF_ENVOY = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const NAMED_FILTERS: Readonly<Record<NamedBy, readonly object[]>> = {
  'processor-gone': [metadataFilter('request_id'), noMetadataFilter('input_status')],
  processor: [metadataFilter('request_id')],
  envoy: [
    {
      header_filter: {
        header: { name: 'x-request-id', string_match: { safe_regex: { regex: NUMBER_OF_ENVOY } } },
      },
    },
  ],
  nobody: [],
};

const idHeaders = (namedBy: NamedBy): readonly (readonly [name: string, value: string])[] =>
  // Each %UNIQUE_ID% is another one, so that a made-up id stands in one header alone.
  namedBy === 'nobody'
    ? [['x-gateway-request-id', 'req_%UNIQUE_ID%']]
    : [
        ['x-gateway-request-id', IDS[namedBy]],
        ['x-request-id', IDS[namedBy]],
      ];

const scanHeaders = (
  { code }: LocalReply,
  namedBy: NamedBy,
): readonly (readonly [name: string, value: string])[] => {
  if (namedBy === 'processor') return SCAN_HEADERS;
  return namedBy !== 'nobody' && code === SCAN_UNAVAILABLE.code ? UNSCANNED_HEADERS : [];
};

const REPLIES: Readonly<Record<NamedBy, readonly LocalReply[]>> = {
  'processor-gone': LOCAL_REPLIES.filter(
    ({ byProvider, code }) => byProvider || code === SCAN_UNAVAILABLE.code,
  ),
  processor: LOCAL_REPLIES,
  envoy: LOCAL_REPLIES,
  nobody: EARLY_REPLIES,
};

const toMapper = (localReply: LocalReply, namedBy: NamedBy): object => {
  const id = IDS[namedBy];
  const filters = [
    statusFilter(localReply),
    ...NAMED_FILTERS[namedBy],
    ...(localReply.byProvider ? [{ response_flag_filter: { flags: PROVIDER_FLAGS } }] : []),
  ];
  const headers = [...idHeaders(namedBy), ...scanHeaders(localReply, namedBy), ...localReply.headers];
  return {
    filter: filters.length === 1 ? filters[0] : { and_filter: { filters } },
    ...(localReply.status === null ? {} : { status_code: localReply.status }),
    headers_to_add: headers.map(([key, value]) => ({
      header: { key, value },
      append_action: 'OVERWRITE_IF_EXISTS_OR_ADD',
    })),
    body_format_override: {
      content_type: 'application/json',
      json_format: {
        error: {
          type: localReply.type,
          code: localReply.code,
          message: `${localReply.message} (request id: ${id})`,
          param: null,
          request_id: id,
        },
      },
    },
  };
};

/**
 * The value of Envoy's `local_reply_config`.
 *
 * @param onlyOfKnownRequests True: replies to requests that the processor has not seen stay as Envoy makes them, for
 *   proxies that serve others, too.
 */
export const localReplyConfig = ({
  onlyOfKnownRequests = false,
}: Readonly<{ onlyOfKnownRequests?: boolean }> = {}): object => ({
  mappers: [
    // What the processor answers passes through here too, and is right already.
    {
      filter: metadataFilter('reply'),
      body_format_override: {
        content_type: 'application/json',
        text_format_source: { inline_string: '%LOCAL_REPLY_BODY%' },
      },
    },
    ...NAMERS.slice(0, onlyOfKnownRequests ? 2 : undefined).flatMap((namedBy) =>
      REPLIES[namedBy].map((each) => toMapper(each, namedBy)),
    ),
  ],
});
