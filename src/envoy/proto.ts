/**
 * The messages of `envoy.service.ext_proc.v3` that we use, as @grpc/proto-loader gives and takes them under
 * the options of `services.ts`: absent fields are undefined, enums are numbers, bytes are Buffers (views, not copies).
 */
export type HeaderValue = Readonly<{ key?: string; value?: string; raw_value?: Buffer }>;
export type HeaderMap = Readonly<{ headers?: readonly HeaderValue[] }>;
export type HttpHeaders = Readonly<{ headers?: HeaderMap; end_of_stream?: boolean }>;
export type HttpBody = Readonly<{ body?: Buffer; end_of_stream?: boolean }>;
export type Struct = Readonly<{ fields?: Readonly<Record<string, StructValue>> }>;
export type StructValue = Readonly<{ stringValue?: string; structValue?: Struct }>;

export type ProcessingRequest = Readonly<{
  request_headers?: HttpHeaders;
  response_headers?: HttpHeaders;
  request_body?: HttpBody;
  response_body?: HttpBody;
  request_trailers?: object;
  response_trailers?: object;
  attributes?: Readonly<Record<string, Struct>>;
  /** In the first message of a call only: how Envoy is configured to send the bodies. */
  protocol_config?: Readonly<{ request_body_mode?: number; response_body_mode?: number }>;
}>;

export type HeaderValueOption = Readonly<{
  header: Readonly<{ key: string; raw_value: Buffer }>;
  append_action: number;
}>;
export type HeaderMutation = Readonly<{
  set_headers?: readonly HeaderValueOption[];
  remove_headers?: readonly string[];
}>;
export type CommonResponse = Readonly<{
  header_mutation?: HeaderMutation;
  body_mutation?:
    | Readonly<{ body: Buffer }>
    | Readonly<{ streamed_response: Readonly<{ body: Buffer; end_of_stream: boolean }> }>;
}>;
export type ProcessingMode = Readonly<{
  request_header_mode: number;
  response_header_mode: number;
  request_body_mode: number;
  response_body_mode: number;
  request_trailer_mode: number;
  response_trailer_mode: number;
}>;
export type ProcessingResponse = Readonly<{
  request_headers?: Readonly<{ response: CommonResponse }>;
  response_headers?: Readonly<{ response: CommonResponse }>;
  request_body?: Readonly<{ response: CommonResponse }>;
  response_body?: Readonly<{ response: CommonResponse }>;
  request_trailers?: object;
  response_trailers?: object;
  immediate_response?: Readonly<{
    status: Readonly<{ code: number }>;
    headers: HeaderMutation;
    body: Buffer;
    details: string;
  }>;
  dynamic_metadata?: Struct;
  mode_override?: ProcessingMode;
}>;

export const HEADER_MODE = { SEND: 1, SKIP: 2 } as const;
export const BODY_MODE = { NONE: 0, STREAMED: 1, BUFFERED: 2, FULL_DUPLEX_STREAMED: 4 } as const;
/** `OVERWRITE_IF_EXISTS_OR_ADD`; Envoy ignores it and overwrites anyway, proxies that honour it do the same. */
export const OVERWRITE = 2;

const EXT_PROC = 'envoy.service.ext_proc.v3.ExternalProcessor';
const HEALTH = 'grpc.health.v1.Health';

/** The full name that Envoy's gRPC health check asks about. */
export const EXT_PROC_SERVICE_NAME = EXT_PROC;
export const HEALTH_SERVICE_NAME = HEALTH;

/** Paths of the methods that we serve. */
export const EXT_PROC_METHOD = `/${EXT_PROC}/Process`;
export const HEALTH_CHECK_METHOD = `/${HEALTH}/Check`;
export const HEALTH_WATCH_METHOD = `/${HEALTH}/Watch`;
