import type { webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { ROLES } from '../chat/segment.ts';
import { type FullText, parseTextKey } from '../config/text-keys.ts';
import { GatewayError } from '../errors.ts';
import type { StoredText } from './ports.ts';
import type { RecordedText, ScanRecord } from './store.ts';

/** `id:base64` of 32 bytes each; see `parseTextKey`. */
export type TextOptions = Readonly<{ fullText: FullText; textKeys: readonly string[] }>;

export const NO_TEXTS: TextOptions = { fullText: 'off', textKeys: [] };

export type TextCipher = Readonly<{
  /** Null where the record's texts are not to be kept. */
  encrypt: (record: ScanRecord) => Promise<StoredText | null>;
  /** @throws GatewayError `STORE_FAILED`: its key is not configured, or it is not what was stored. */
  decrypt: (text: StoredText) => Promise<readonly RecordedText[]>;
}>;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const NONCE_BYTES = 12;
/** No request is longer, decoded or not; what claims to be is no text of ours. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;

const textsSchema = z.array(
  z.object({
    direction: z.enum(['input', 'output']),
    pointer: z.string(),
    role: z.enum(ROLES),
    text: z.string(),
  }),
);

const importKeys = async (texts: readonly string[]): Promise<ReadonlyMap<string, webcrypto.CryptoKey>> => {
  const keys = new Map<string, webcrypto.CryptoKey>();
  for (const text of texts) {
    const key = parseTextKey(text);
    if (key === null) throw new GatewayError('CONFIG_INVALID', 'store.textKeys: not id:base64 of 32 bytes');
    keys.set(
      key.id,
      await crypto.subtle.importKey('raw', key.bytes, 'AES-GCM', false, ['encrypt', 'decrypt']),
    );
  }
  return keys;
};

const keeps = (fullText: FullText, { findings, texts }: ScanRecord): boolean => {
  if (texts === null || texts.length === 0 || fullText === 'off') return false;
  return fullText === 'all' || findings.some(({ loosest }) => loosest !== null);
};

/** The request's id is bound in: a text that somebody moved to another record is refused. */
const algorithm = (requestId: string, nonce: Uint8Array) => ({
  name: 'AES-GCM',
  iv: Uint8Array.from(nonce),
  additionalData: new TextEncoder().encode(requestId),
});

const damaged = (requestId: string, cause: unknown): GatewayError =>
  new GatewayError(
    'STORE_FAILED',
    `The text of ${requestId} was changed since it was stored, or its key has another value now.`,
    { cause },
  );

/**
 * Texts as they are kept: zstd, then AES-256-GCM. The first key encrypts, all decrypt, so that a new key is put in front
 * and the old one stays until the last text under it has expired. All of it runs in Node's thread pool.
 *
 * @throws GatewayError `CONFIG_INVALID` for a key that is none.
 */
export const createTextCipher = async ({ fullText, textKeys }: TextOptions): Promise<TextCipher> => {
  const keys = await importKeys(textKeys);
  const [first] = keys;
  return {
    encrypt: async (record) => {
      const { requestId, texts } = record;
      if (first === undefined || !keeps(fullText, record)) return null;
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const packed = await compress(Buffer.from(JSON.stringify(texts)));
      const sealed = await crypto.subtle.encrypt(
        algorithm(requestId, nonce),
        first[1],
        Uint8Array.from(packed),
      );
      return { requestId, keyId: first[0], nonce, ciphertext: new Uint8Array(sealed) };
    },
    decrypt: async ({ requestId, keyId, nonce, ciphertext }) => {
      const key = keys.get(keyId);
      if (key === undefined) {
        throw new GatewayError(
          'STORE_FAILED',
          `The text of ${requestId} is encrypted with the key "${keyId}", which store.textKeys does not name.`,
        );
      }
      try {
        const packed = await crypto.subtle.decrypt(
          algorithm(requestId, nonce),
          key,
          Uint8Array.from(ciphertext),
        );
        const bytes = await decompress(Buffer.from(packed), { maxOutputLength: MAX_TEXT_BYTES });
        return textsSchema.parse(JSON.parse(bytes.toString('utf8')));
      } catch (error) {
        throw damaged(requestId, error);
      }
    },
  };
};
