import type {
  CommonResponse,
  HeaderMutation,
  HeaderValueOption,
  ProcessingMode,
  ProcessingResponse,
  Struct,
  StructValue,
} from '../proto.ts';
import { ProtobufWriter, type Written } from './writer.ts';

// Everything is written from its end: what stands first here comes last on the wire. Bodies are last.

const writeHeader = (writer: ProtobufWriter, { header, append_action: action }: HeaderValueOption): void => {
  writer.number(3, action);
  const begun = writer.begin();
  writer.bytes(3, header.raw_value);
  writer.string(1, header.key);
  writer.close(1, begun);
};

const NONE: readonly never[] = [];

const writeHeaders = (
  writer: ProtobufWriter,
  { set_headers: set = NONE, remove_headers: removed = NONE }: HeaderMutation,
): void => {
  for (let i = removed.length - 1; i >= 0; i -= 1) writer.string(2, removed[i] ?? '');
  for (let i = set.length - 1; i >= 0; i -= 1) {
    const header = set[i];
    if (header === undefined) continue;
    const begun = writer.begin();
    writeHeader(writer, header);
    writer.close(1, begun);
  }
};

type BodyMutation = NonNullable<CommonResponse['body_mutation']>;

const writeBody = (writer: ProtobufWriter, mutation: BodyMutation): void => {
  if ('body' in mutation) {
    writer.bytes(1, mutation.body);
    return;
  }
  const { body, end_of_stream: isLast } = mutation.streamed_response;
  const begun = writer.begin();
  writer.bytes(1, body);
  writer.bool(2, isLast);
  writer.close(3, begun);
};

const writeCommon = (
  writer: ProtobufWriter,
  { header_mutation: headers, body_mutation: body }: CommonResponse,
): void => {
  if (body !== undefined) {
    const begun = writer.begin();
    writeBody(writer, body);
    writer.close(3, begun);
  }
  if (headers !== undefined) {
    const begun = writer.begin();
    writeHeaders(writer, headers);
    writer.close(2, begun);
  }
};

type Immediate = NonNullable<ProcessingResponse['immediate_response']>;

const writeImmediate = (writer: ProtobufWriter, { status, headers, body, details }: Immediate): void => {
  writer.bytes(3, body);
  writer.string(5, details);
  const headersBegun = writer.begin();
  writeHeaders(writer, headers);
  writer.close(2, headersBegun);
  const statusBegun = writer.begin();
  writer.number(1, status.code);
  writer.close(1, statusBegun);
};

const writeValue = (writer: ProtobufWriter, { stringValue, structValue }: StructValue): void => {
  if (stringValue !== undefined) writer.string(3, stringValue);
  else if (structValue !== undefined) {
    const begun = writer.begin();
    writeStruct(writer, structValue);
    writer.close(5, begun);
  }
};

const writeStruct = (writer: ProtobufWriter, { fields = {} }: Struct): void => {
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value === undefined) continue;
    const begun = writer.begin();
    const valueBegun = writer.begin();
    writeValue(writer, value);
    writer.close(2, valueBegun);
    writer.string(1, name);
    writer.close(1, begun);
  }
};

const writeMode = (writer: ProtobufWriter, mode: ProcessingMode): void => {
  writer.number(6, mode.response_trailer_mode);
  writer.number(5, mode.request_trailer_mode);
  writer.number(4, mode.response_body_mode);
  writer.number(3, mode.request_body_mode);
  writer.number(2, mode.response_header_mode);
  writer.number(1, mode.request_header_mode);
};

const writeAnswer = (writer: ProtobufWriter, field: number, common: CommonResponse): void => {
  const begun = writer.begin();
  const commonBegun = writer.begin();
  writeCommon(writer, common);
  writer.close(1, commonBegun);
  writer.close(field, begun);
};

const writeKind = (writer: ProtobufWriter, message: ProcessingResponse): void => {
  if (message.request_headers !== undefined) writeAnswer(writer, 1, message.request_headers.response);
  else if (message.response_headers !== undefined) writeAnswer(writer, 2, message.response_headers.response);
  else if (message.request_body !== undefined) writeAnswer(writer, 3, message.request_body.response);
  else if (message.response_body !== undefined) writeAnswer(writer, 4, message.response_body.response);
  else if (message.immediate_response !== undefined) {
    const begun = writer.begin();
    writeImmediate(writer, message.immediate_response);
    writer.close(7, begun);
  } else if (message.request_trailers !== undefined) writer.close(5, writer.begin());
  else if (message.response_trailers !== undefined) writer.close(6, writer.begin());
};

const write = (writer: ProtobufWriter, message: ProcessingResponse): Written => {
  const { dynamic_metadata: metadata, mode_override: mode } = message;
  writeKind(writer, message);
  if (mode !== undefined) {
    const begun = writer.begin();
    writeMode(writer, mode);
    writer.close(9, begun);
  }
  if (metadata !== undefined) {
    const begun = writer.begin();
    writeStruct(writer, metadata);
    writer.close(8, begun);
  }
  return writer.finish();
};

/**
 * Makes gRPC's bytes of replies, their prefix included.
 *
 * @param constants Replies that are the same each time; their bytes are made once.
 */
export const createReplyEncoder = (
  constants: readonly ProcessingResponse[],
): ((message: ProcessingResponse) => Written) => {
  const writer = new ProtobufWriter();
  const ready = new Map(constants.map((message) => [message, write(writer, message)]));
  return (message) => {
    const known = ready.get(message);
    if (known !== undefined) return known;
    try {
      return write(writer, message);
    } catch (error) {
      writer.abandon();
      throw error;
    }
  };
};

/** gRPC's bytes of a `HealthCheckResponse`. */
export const encodeHealth = (status: number): Buffer => {
  const writer = new ProtobufWriter();
  writer.number(1, status);
  return writer.finish().head;
};
