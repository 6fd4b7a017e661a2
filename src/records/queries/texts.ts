import type { Kysely } from 'kysely';
import type { StoredText, TextStore } from '../ports.ts';
import type { Database } from '../schema.ts';
import type { RecordedText } from '../store.ts';
import type { TextCipher } from '../texts.ts';

export type TextReading = TextStore &
  Readonly<{
    /**
     * The texts of a request, decrypted; null where none are kept.
     * Rejects with GatewayError `STORE_FAILED`, saying so, also where the key is not configured or the text was changed.
     */
    readText: (requestId: string) => Promise<readonly RecordedText[] | null>;
  }>;

export const createTextStore = (db: Kysely<Database>, cipher: TextCipher): TextReading => {
  const getText = async (requestId: string): Promise<StoredText | null> => {
    const row = await db
      .selectFrom('texts')
      .selectAll()
      .where('request_id', '=', requestId)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { key_id: keyId, nonce, ciphertext } = row;
    return { requestId, keyId, nonce: Uint8Array.from(nonce), ciphertext: Uint8Array.from(ciphertext) };
  };
  return {
    getText,
    readText: async (requestId) => {
      const text = await getText(requestId);
      return text === null ? null : cipher.decrypt(text);
    },
  };
};
