import type { Kysely } from 'kysely';
import type { DialectTraits } from './dialect.ts';
import type { DashboardStore } from './ports/dashboard-store.ts';
import { createAccountStore } from './queries/accounts.ts';
import { createAttemptStore } from './queries/attempts.ts';
import { createAuditStore, createViewStore } from './queries/audit.ts';
import type { BulkInsert } from './queries/bulk.ts';
import { createErasure } from './queries/erasure.ts';
import { createFeedbackStore } from './queries/feedback.ts';
import { createKeyStore } from './queries/keys.ts';
import { createOutbox } from './queries/outbox.ts';
import { createPolicyStore } from './queries/policy.ts';
import { createReader } from './queries/reader.ts';
import { createRetention, type Retention } from './queries/retention.ts';
import { createSearch } from './queries/search.ts';
import { createSecretStore, type SecretStore } from './queries/secrets.ts';
import { createStatistics } from './queries/statistics.ts';
import { createTextStore, type TextReading } from './queries/texts.ts';
import { createWebhookStore } from './queries/webhooks.ts';
import { createRecordInserting, type RecordInserting } from './queries/write.ts';
import type { Database } from './schema.ts';
import type { KeyStore, RecordReader } from './store.ts';
import { createTextCipher, type TextOptions } from './texts.ts';

/** What callers may ask of a store, whichever database it is and wherever it runs. */
export type StoreReading = RecordReader & KeyStore & DashboardStore & SecretStore & TextReading;

/** What the store does in SQL; the same for every database. */
export type StoreQueries = StoreReading & RecordInserting & Retention;

/** @throws GatewayError `CONFIG_INVALID` for a key of texts that is none. */
export const createStoreQueries = async (
  db: Kysely<Database>,
  traits: DialectTraits,
  options: TextOptions,
  insert: BulkInsert,
): Promise<StoreQueries> => {
  const cipher = await createTextCipher(options);
  return {
    ...createReader(db),
    ...createKeyStore(db, traits),
    ...createSearch(db, traits),
    ...createStatistics(db),
    ...createTextStore(db, cipher),
    ...createPolicyStore(db, traits),
    ...createFeedbackStore(db),
    ...createAccountStore(db),
    ...createAuditStore(db, traits),
    ...createViewStore(db),
    ...createWebhookStore(db, traits),
    ...createOutbox(db),
    ...createAttemptStore(db),
    ...createErasure(db, traits),
    ...createSecretStore(db),
    ...createRetention(db),
    ...createRecordInserting(db, traits, cipher, insert),
  };
};
