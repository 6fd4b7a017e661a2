import { couldRead, readsHeader, usualNames } from '../begin/headers.ts';
import type { HeaderValue, HttpBody, HttpHeaders, ProcessingRequest, Struct, StructValue } from '../proto.ts';
import { malformed, ProtobufReader, WIRE } from './reader.ts';

/** Attributes are flat; a structure in a structure is somebody's metadata. */
const MAX_STRUCT_DEPTH = 32;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** @returns Null where nobody reads the header; most are told by their names' lengths alone. */
const readName = (reader: ProtobufReader): string | null => {
  const length = reader.peekLength();
  if (!couldRead(length, reader.peekByte())) {
    reader.skip();
    return null;
  }
  const usual = reader.oneOf(usualNames(length));
  if (usual !== null) return usual;
  const name = reader.string();
  return readsHeader(name) ? name : null;
};

/** A header that nobody reads is not made a value of. */
const readHeader = (reader: ProtobufReader): HeaderValue | null => {
  const header: Mutable<HeaderValue> = {};
  let isRead = true;
  while (reader.next()) {
    if (reader.is(1, WIRE.BYTES)) {
      const key = readName(reader);
      isRead = key !== null;
      if (key !== null) header.key = key;
    } else if (isRead && reader.is(2, WIRE.BYTES)) header.value = reader.string();
    else if (isRead && reader.is(3, WIRE.BYTES)) header.raw_value = reader.bytes();
    else reader.skip();
  }
  return isRead ? header : null;
};

const readHeaderMap = (reader: ProtobufReader): HeaderValue[] => {
  const headers: HeaderValue[] = [];
  while (reader.next()) {
    if (!reader.is(1, WIRE.BYTES)) {
      reader.skip();
      continue;
    }
    const header = reader.message(readHeader);
    if (header !== null) headers.push(header);
  }
  return headers;
};

const readHeaders = (reader: ProtobufReader): HttpHeaders => {
  const message: Mutable<HttpHeaders> = {};
  while (reader.next()) {
    if (reader.is(1, WIRE.BYTES)) message.headers = { headers: reader.message(readHeaderMap) };
    else if (reader.is(3, WIRE.VARINT)) message.end_of_stream = reader.bool();
    else reader.skip();
  }
  return message;
};

const readBody = (reader: ProtobufReader): HttpBody => {
  const message: Mutable<HttpBody> = {};
  while (reader.next()) {
    if (reader.is(1, WIRE.BYTES)) message.body = reader.bytes();
    else if (reader.is(2, WIRE.VARINT)) message.end_of_stream = reader.bool();
    else reader.skip();
  }
  return message;
};

/** Trailers decide nothing, so what is in them is only checked for being protobuf. */
const readTrailers = (reader: ProtobufReader): object => {
  while (reader.next()) reader.skip();
  return {};
};

const readValue = (reader: ProtobufReader, depth: number): StructValue => {
  let value: StructValue = {};
  while (reader.next()) {
    if (reader.is(3, WIRE.BYTES)) value = { stringValue: reader.string() };
    else if (reader.is(5, WIRE.BYTES)) {
      value = { structValue: reader.message((inner) => readStruct(inner, depth + 1)) };
    } else reader.skip();
  }
  return value;
};

const readStruct = (reader: ProtobufReader, depth = 0): Struct => {
  if (depth > MAX_STRUCT_DEPTH) throw malformed('structures nested too deep');
  // Without a prototype, so that no key means anything else than a name.
  const fields: Record<string, StructValue> = Object.create(null);
  while (reader.next()) {
    if (reader.is(1, WIRE.BYTES)) {
      reader.message((entry) => readEntry(entry, fields, (inner) => readValue(inner, depth)));
    } else reader.skip();
  }
  return { fields };
};

/** One entry of a map. */
const readEntry = <T>(
  reader: ProtobufReader,
  into: Record<string, T | Record<string, never>>,
  readOne: (reader: ProtobufReader) => T,
): void => {
  let key = '';
  let value: T | Record<string, never> = {};
  while (reader.next()) {
    if (reader.is(1, WIRE.BYTES)) key = reader.string();
    else if (reader.is(2, WIRE.BYTES)) value = reader.message(readOne);
    else reader.skip();
  }
  into[key] = value;
};

const readBodyModes = (reader: ProtobufReader): NonNullable<ProcessingRequest['protocol_config']> => {
  const modes: Mutable<NonNullable<ProcessingRequest['protocol_config']>> = {};
  while (reader.next()) {
    if (reader.is(1, WIRE.VARINT)) modes.request_body_mode = reader.int32();
    else if (reader.is(2, WIRE.VARINT)) modes.response_body_mode = reader.int32();
    else reader.skip();
  }
  return modes;
};

/** What a message is about: of several that only a broken sender writes, the last counts. */
const readKind = (reader: ProtobufReader): ProcessingRequest | null => {
  if (reader.wire !== WIRE.BYTES) return null;
  switch (reader.field) {
    case 2:
      return { request_headers: reader.message(readHeaders) };
    case 3:
      return { response_headers: reader.message(readHeaders) };
    case 4:
      return { request_body: reader.message(readBody) };
    case 5:
      return { response_body: reader.message(readBody) };
    case 6:
      return { request_trailers: reader.message(readTrailers) };
    case 7:
      return { response_trailers: reader.message(readTrailers) };
    default:
      return null;
  }
};

/**
 * Reads a `ProcessingRequest`; of headers only those that `readsHeader` names. A body is a view of `bytes`.
 *
 * @throws GatewayError `PROTOCOL_VIOLATION` where the bytes are none.
 */
export const decodeProcessingRequest = (bytes: Buffer): ProcessingRequest => {
  const reader = new ProtobufReader(bytes);
  let kind: ProcessingRequest = {};
  const rest: Mutable<Pick<ProcessingRequest, 'attributes' | 'protocol_config'>> = {};
  let attributes: Record<string, Struct> | null = null;
  while (reader.next()) {
    if (reader.is(9, WIRE.BYTES)) {
      const into: Record<string, Struct> = attributes ?? Object.create(null);
      attributes = into;
      reader.message((entry) => readEntry(entry, into, readStruct));
    } else if (reader.is(11, WIRE.BYTES)) rest.protocol_config = reader.message(readBodyModes);
    else {
      const found = readKind(reader);
      if (found === null) reader.skip();
      else kind = found;
    }
  }
  if (attributes !== null) rest.attributes = attributes;
  return Object.assign(kind, rest);
};

/** Reads a `HealthCheckRequest`. @returns The service asked about. @throws GatewayError as above. */
export const decodeHealthRequest = (bytes: Buffer): string => {
  const reader = new ProtobufReader(bytes);
  let service = '';
  while (reader.next()) {
    if (reader.is(1, WIRE.BYTES)) service = reader.string();
    else reader.skip();
  }
  return service;
};
