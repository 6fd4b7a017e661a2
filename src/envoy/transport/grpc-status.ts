/** Status codes of gRPC that we send. */
export const GRPC_STATUS = {
  OK: 0,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  RESOURCE_EXHAUSTED: 8,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
} as const;
export type GrpcStatus = (typeof GRPC_STATUS)[keyof typeof GRPC_STATUS];

/** How a call ends that is none of OK. The message is written for whoever called. */
export class GrpcError extends Error {
  override readonly name = 'GrpcError';
  readonly status: GrpcStatus;

  constructor(status: GrpcStatus, message: string) {
    super(message);
    this.status = status;
  }
}

/** As `grpc-message` carries a text: UTF-8, with everything but printable ASCII as %XX. */
export const percentEncoded = (text: string): string =>
  Array.from(Buffer.from(text), (byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x25
      ? `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
      : String.fromCharCode(byte),
  ).join('');

const UNIT_MS: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};
const TIMEOUT = /^(\d{1,8})([HMSmun])$/;
/** Longer than Node's timers run; nobody means to wait for so long. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * @param headers `grpc-timeout`, as it came; more than one say nothing.
 * @returns Null where the call may take as long as it likes.
 * @throws GrpcError INTERNAL where the header says nothing that gRPC knows.
 */
export const timeoutOf = (headers: readonly string[]): number | null => {
  if (headers.length === 0) return null;
  const [, digits, unit = ''] = TIMEOUT.exec(headers.join(', ')) ?? [];
  const factor = UNIT_MS[unit];
  if (digits === undefined || factor === undefined) {
    throw new GrpcError(GRPC_STATUS.INTERNAL, 'The header grpc-timeout is not valid.');
  }
  const ms = Math.ceil(Number(digits) * factor);
  return ms > LONGEST_MS ? null : ms;
};
