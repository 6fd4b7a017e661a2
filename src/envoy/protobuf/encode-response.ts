import type {
  CommonResponse,
  HeaderMutation,
  HeaderValueOption,
  ProcessingMode,
  ProcessingResponse,
  Struct,
} from '../proto.ts';
import { ProtobufWriter, type Written } from './writer.ts';

// Everything is written from its end: what stands first here comes last on the wire. Bodies are last.

const writeHeader = (writer: ProtobufWriter, { header, append_action: action }: HeaderValueOption): void => {
  writer.number(3, action);
  writer.message(1, () => {
    writer.bytes(3, header.raw_value);
    writer.string(1, header.key);
  });
};

const writeHeaders = (
  writer: ProtobufWriter,
  { set_headers: set = [], remove_headers: removed = [] }: HeaderMutation,
) => {
  for (const name of removed.toReversed()) writer.string(2, name);
  for (const header of set.toReversed()) writer.message(1, () => writeHeader(writer, header));
};

type BodyMutation = NonNullable<CommonResponse['body_mutation']>;

const writeBody = (writer: ProtobufWriter, mutation: BodyMutation): void => {
  if ('body' in mutation) {
    writer.bytes(1, mutation.body);
    return;
  }
  const { body, end_of_stream: isLast } = mutation.streamed_response;
  writer.message(3, () => {
    writer.bytes(1, body);
    writer.bool(2, isLast);
  });
};

const writeCommon = (
  writer: ProtobufWriter,
  { header_mutation: headers, body_mutation: body }: CommonResponse,
): void => {
  if (body !== undefined) writer.message(3, () => writeBody(writer, body));
  if (headers !== undefined) writer.message(2, () => writeHeaders(writer, headers));
};

type Immediate = NonNullable<ProcessingResponse['immediate_response']>;

const writeImmediate = (writer: ProtobufWriter, { status, headers, body, details }: Immediate): void => {
  writer.bytes(3, body);
  writer.string(5, details);
  writer.message(2, () => writeHeaders(writer, headers));
  writer.message(1, () => writer.number(1, status.code));
};

const writeStruct = (writer: ProtobufWriter, { fields = {} }: Struct): void => {
  for (const [name, value] of Object.entries(fields)) {
    writer.message(1, () => {
      writer.message(2, () => {
        const { stringValue, structValue } = value;
        if (stringValue !== undefined) writer.string(3, stringValue);
        else if (structValue !== undefined) writer.message(5, () => writeStruct(writer, structValue));
      });
      writer.string(1, name);
    });
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

const COMMON_FIELDS = [
  [1, 'request_headers'],
  [2, 'response_headers'],
  [3, 'request_body'],
  [4, 'response_body'],
] as const;

const writeKind = (writer: ProtobufWriter, message: ProcessingResponse): void => {
  for (const [field, name] of COMMON_FIELDS) {
    const part = message[name];
    if (part !== undefined) {
      writer.message(field, () => writer.message(1, () => writeCommon(writer, part.response)));
      return;
    }
  }
  const { immediate_response: immediate } = message;
  if (immediate !== undefined) writer.message(7, () => writeImmediate(writer, immediate));
  else if (message.request_trailers !== undefined) writer.message(5, () => undefined);
  else if (message.response_trailers !== undefined) writer.message(6, () => undefined);
};

const write = (writer: ProtobufWriter, message: ProcessingResponse): Written => {
  const { dynamic_metadata: metadata, mode_override: mode } = message;
  writeKind(writer, message);
  if (mode !== undefined) writer.message(9, () => writeMode(writer, mode));
  if (metadata !== undefined) writer.message(8, () => writeStruct(writer, metadata));
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
