import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createGate } from '../gate.ts';

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
/** Of two at once the thread pool has threads left for everything else. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 32;
/** Bounds what a stored string can make us do. */
const MAX_MEMORY_KIB = 1_048_576;
const MAX_PASSES = 20;

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{16,128})\$([A-Za-z0-9+/]{22,128})$/;

const derive = promisify(
  (parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void): void =>
    argon2('argon2id', parameters, done),
);

/** A flood of sign-ins must not take memory or the thread pool. */
const gate = createGate({ atOnce: MAX_AT_ONCE, waiting: MAX_WAITING, what: 'sign-ins' });

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');

/** The same password is the same however a keyboard composes it. */
const toMessage = (password: string): Buffer => Buffer.from(password.normalize('NFC'), 'utf8');

/** @returns A PHC string: algorithm, cost, salt and hash. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(SALT_BYTES);
  const hash = await gate(() =>
    derive({
      message: toMessage(password),
      nonce,
      memory: MEMORY_KIB,
      passes: PASSES,
      parallelism: LANES,
      tagLength: TAG_BYTES,
    }),
  );
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(nonce)}$${encode(hash)}`;
};

/** Of nobody's password: unknown people cost the same time as known ones. */
const DUMMY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(randomBytes(SALT_BYTES))}$${encode(randomBytes(TAG_BYTES))}`;

/**
 * @param stored Null where there is no account or no password; takes as long and is false.
 * @throws ApiFailure `busy` where too many wait already.
 */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const match = PHC.exec(stored ?? DUMMY) ?? PHC.exec(DUMMY);
  const [, memory, passes, lanes, salt, hash] = match ?? [];
  const wanted = Buffer.from(hash ?? '', 'base64');
  const given = await gate(() =>
    derive({
      message: toMessage(password),
      nonce: Buffer.from(salt ?? '', 'base64'),
      memory: Math.min(Number(memory), MAX_MEMORY_KIB),
      passes: Math.min(Number(passes), MAX_PASSES),
      parallelism: Number(lanes),
      tagLength: wanted.length,
    }),
  );
  return timingSafeEqual(given, wanted) && stored !== null && PHC.test(stored);
};
