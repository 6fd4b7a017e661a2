/** Kinds of frames (RFC 9113, section 6). */
export const FRAME = {
  DATA: 0,
  HEADERS: 1,
  PRIORITY: 2,
  RST_STREAM: 3,
  SETTINGS: 4,
  PUSH_PROMISE: 5,
  PING: 6,
  GOAWAY: 7,
  WINDOW_UPDATE: 8,
  CONTINUATION: 9,
} as const;

/** Flags of frames; which of them a frame may have depends on its kind. */
export const FLAG = { ACK: 1, END_STREAM: 1, END_HEADERS: 4, PADDED: 8, PRIORITY: 32 } as const;

/** Settings (RFC 9113, section 6.5.2). */
export const SETTING = {
  HEADER_TABLE_SIZE: 1,
  ENABLE_PUSH: 2,
  MAX_CONCURRENT_STREAMS: 3,
  INITIAL_WINDOW_SIZE: 4,
  MAX_FRAME_SIZE: 5,
  MAX_HEADER_LIST_SIZE: 6,
} as const;

/** Why a stream or a connection ends (RFC 9113, section 7). */
export const CODE = {
  NO_ERROR: 0,
  PROTOCOL_ERROR: 1,
  INTERNAL_ERROR: 2,
  FLOW_CONTROL_ERROR: 3,
  STREAM_CLOSED: 5,
  FRAME_SIZE_ERROR: 6,
  REFUSED_STREAM: 7,
  COMPRESSION_ERROR: 9,
  ENHANCE_YOUR_CALM: 11,
} as const;
export type Code = (typeof CODE)[keyof typeof CODE];

export const FRAME_HEAD_BYTES = 9;
export const PREFACE: Buffer = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
/** Of every window before anybody says otherwise. */
export const DEFAULT_WINDOW_BYTES = 65_535;
export const MAX_WINDOW_BYTES = 2 ** 31 - 1;
/** Numbers of streams have 31 bits. */
export const MAX_STREAM_ID = 2 ** 31 - 1;
/** What any peer takes as one frame, and the most that any may allow. */
export const SMALLEST_MAX_FRAME_BYTES = 16_384;
export const LARGEST_MAX_FRAME_BYTES = 2 ** 24 - 1;

/** What the peer did that no connection can go on from. The message says it in the GOAWAY frame. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}
