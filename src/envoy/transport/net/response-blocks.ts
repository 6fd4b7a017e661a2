import { CONTENT_TYPE } from '../grpc-methods.ts';
import { GRPC_STATUS, type GrpcStatus, percentEncoded } from '../grpc-status.ts';

/** One byte stands for `:status: 200` (RFC 7541, Appendix A). */
const STATUS_200 = Buffer.from([0x88]);
/** A header that no table keeps, with a name of its own (RFC 7541, section 6.2.2). */
const LITERAL = 0;
const LARGEST_SHORT = 126;
/** Our own messages are far shorter; with them no block is longer than any peer's frames. */
const MAX_MESSAGE_CHARS = 2048;

/** A length below 127 is one byte, others are what is over it in groups of seven bits (RFC 7541, section 5.1). */
const lengthBytes = (length: number): Buffer => {
  if (length <= LARGEST_SHORT) return Buffer.from([length]);
  const bytes = [0x7f];
  let rest = length - 0x7f;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
  return Buffer.from(bytes);
};

const literal = (name: string, value: string): Buffer =>
  Buffer.concat([
    Buffer.from([LITERAL]),
    ...[name, value].flatMap((text) => [lengthBytes(text.length), Buffer.from(text, 'latin1')]),
  ]);

/**
 * Says that our table of headers is empty, and stays so. It has to stand in the first block where a peer wants a smaller
 * table than HTTP/2's own, and does no harm elsewhere.
 */
export const NO_TABLE: Buffer = Buffer.from([0x20]);

/** Headers of an answer that goes on. */
export const RESPONSE_BLOCK: Buffer = Buffer.concat([STATUS_200, literal('content-type', CONTENT_TYPE)]);

const OK_TRAILERS = literal('grpc-status', '0');

/** How a call ended. */
export const trailersBlock = (status: GrpcStatus, message: string): Buffer => {
  if (status === GRPC_STATUS.OK && message === '') return OK_TRAILERS;
  const head = literal('grpc-status', String(status));
  if (message === '') return head;
  return Buffer.concat([head, literal('grpc-message', percentEncoded(message.slice(0, MAX_MESSAGE_CHARS)))]);
};

/** Answers what is no gRPC. */
export const httpStatusBlock = (status: 405 | 415): Buffer => literal(':status', String(status));
