import type { Insertable, Kysely, Transaction } from 'kysely';
import type { DialectTraits } from '../dialect.ts';
import { eventOf } from '../events.ts';
import { type RollUp, rollUp } from '../roll-up.ts';
import { toFindingRows, toRequestRow } from '../rows.ts';
import type { Database, RequestTable, TextTable } from '../schema.ts';
import type { ScanRecord } from '../store.ts';
import type { TextCipher } from '../texts.ts';
import type { BulkInsert } from './bulk.ts';
import { createRuns } from './conversations.ts';

export type RecordInserting = Readonly<{
  /** In one transaction. A record that is there already stays as it is, so a doubtful batch may be sent again. */
  insertRecords: (records: readonly ScanRecord[]) => Promise<void>;
}>;

const adding = (table: string, key: string, columns: readonly string[]): string =>
  `on conflict (${key}) do update set ${columns
    .map((column) => `${column} = ${table}.${column} + excluded.${column}`)
    .join(', ')}`;

const TRAFFIC_KEY: readonly string[] = ['span_ms', 'key_id', 'at_ms'];

/** Last in the transaction: other writers wait for the rows of the same minute until its end. */
const addRollUp = async (
  insert: BulkInsert,
  transaction: Transaction<Database>,
  { traffic, values, latency }: RollUp,
): Promise<void> => {
  const counts = Object.keys(traffic[0] ?? {}).filter((column) => !TRAFFIC_KEY.includes(column));
  await insert.all(transaction, 'traffic', traffic, adding('traffic', TRAFFIC_KEY.join(', '), counts));
  await insert.all(
    transaction,
    'traffic_values',
    values,
    adding('traffic_values', 'span_ms, kind, at_ms, value', ['requests']),
  );
  await insert.all(
    transaction,
    'latency',
    latency,
    adding('latency', 'span_ms, kind, at_ms, bucket', ['requests']),
  );
};

/** Where no webhook is enabled nobody would ever read it. */
const addToOutbox = async (
  insert: BulkInsert,
  transaction: Transaction<Database>,
  records: readonly ScanRecord[],
): Promise<void> => {
  const told = records.filter((record) => eventOf(record) !== null);
  if (told.length === 0) return;
  const listening = await transaction
    .selectFrom('webhooks')
    .select('id')
    .where('is_enabled', '=', 1)
    .limit(1)
    .executeTakeFirst();
  if (listening === undefined) return;
  const rows = told.map((record) => ({ request_id: record.requestId, received_at: record.receivedAtMs }));
  await insert.all(transaction, 'outbox', rows, 'on conflict do nothing');
};

const asHex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;

type RowMakers = Readonly<{
  requestRow: (row: Insertable<RequestTable>, record: ScanRecord) => Readonly<Record<string, unknown>>;
  textRow: (row: TextTable) => Readonly<Record<string, unknown>>;
}>;

/** JSON columns take JSON text with SQLite; PostgreSQL gets whole rows as JSON, in which they are values like others. */
const createRowMakers = ({ name }: DialectTraits): RowMakers =>
  name === 'sqlite'
    ? { requestRow: (row) => row, textRow: (row) => row }
    : {
        requestRow: (row, record) => ({
          ...row,
          unjudged: record.unjudged,
          redactions: record.redactions,
          stages: record.stages,
        }),
        textRow: (row) => ({
          ...row,
          nonce: asHex(row.nonce),
          ciphertext: asHex(row.ciphertext),
        }),
      };

/** Encrypted before the transaction begins, so that none is held open meanwhile. */
const encryptTexts = async (
  records: readonly ScanRecord[],
  cipher: TextCipher,
): Promise<readonly TextTable[]> => {
  const rows = await Promise.all(
    records.map(async (record) => {
      const text = await cipher.encrypt(record);
      if (text === null) return [];
      const { requestId, keyId, nonce, ciphertext } = text;
      return [{ request_id: requestId, received_at: record.receivedAtMs, key_id: keyId, nonce, ciphertext }];
    }),
  );
  return rows.flat();
};

export const createRecordInserting = (
  db: Kysely<Database>,
  traits: DialectTraits,
  cipher: TextCipher,
  insert: BulkInsert,
): RecordInserting => {
  const { requestRow, textRow } = createRowMakers(traits);
  const runOf = createRuns(traits);
  return {
    insertRecords: async (records) => {
      const texts = await encryptTexts(records, cipher);
      await db.transaction().execute(async (transaction) => {
        const run = await runOf(transaction, records.length);
        const made = records.map((record) => ({ record, row: toRequestRow(record, run) }));
        const stored = made.map(({ record, row }) => requestRow(row, record));
        const isNew = await insert.missing(transaction, 'requests', stored, 'request_id');
        const added = made.filter(({ record }) => isNew.has(record.requestId));
        await insert.all(
          transaction,
          'findings',
          added.flatMap(({ record }) => toFindingRows(record)),
          'on conflict do nothing',
        );
        await insert.all(
          transaction,
          'texts',
          texts.filter(({ request_id }) => isNew.has(request_id)).map(textRow),
          'on conflict do nothing',
        );
        await addToOutbox(
          insert,
          transaction,
          added.map(({ record }) => record),
        );
        await addRollUp(insert, transaction, rollUp(added.map(({ row }) => row)));
      });
    },
  };
};
