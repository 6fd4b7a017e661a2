import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';

export type SecretStore = Readonly<{
  /**
   * A secret that all replicas share and that outlives them; made where there is none of this name. Of two that ask at the
   * same time both get the same.
   *
   * @param bytes How long one that is made shall be.
   */
  getOrCreateSecret: (name: string, bytes: number) => Promise<Uint8Array>;
}>;

export const createSecretStore = (db: Kysely<Database>): SecretStore => ({
  getOrCreateSecret: async (name, bytes) => {
    await db
      .insertInto('secrets')
      .values({ name, value: randomBytes(bytes).toString('base64') })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { value } = await db
      .selectFrom('secrets')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return Uint8Array.from(Buffer.from(value, 'base64'));
  },
});
