import { GatewayError } from '../errors.ts';
import { auditedTarget, eraseRecords, settleErasure } from '../records/erase.ts';
import { openExistingDatabase } from '../records/open.ts';
import { ERASABLE_BY, type Erasable } from '../records/ports/erasure.ts';
import { giveBackSpace } from '../records/sqlite/vacuum.ts';
import { OUTCOMES, type RecordFilter, type RecordReader, type ScanRecord } from '../records/store.ts';
import { noteAudit } from './audit.ts';
import {
  type CliCommand,
  CONFIG_OPTIONS,
  configFrom,
  print,
  readChoice,
  readInteger,
  readOptions,
  tell,
} from './command.ts';
import { recordLine } from './record-line.ts';

/** As many as were asked for: the store gives only so many at once. */
async function* newest(store: RecordReader, filter: RecordFilter): AsyncGenerator<ScanRecord> {
  let page = filter;
  while (page.limit > 0) {
    const records = await store.list(page);
    yield* records;
    const last = records.at(-1);
    if (last === undefined) return;
    page = {
      ...filter,
      beforeMs: last.receivedAtMs,
      beforeId: last.requestId,
      limit: page.limit - records.length,
    };
  }
}

/** @throws GatewayError `USAGE` unless exactly one thing says whose records. */
const readErasable = (values: Readonly<Partial<Record<Erasable['by'], string | undefined>>>): Erasable => {
  const given = ERASABLE_BY.flatMap((by) => {
    const { [by]: value } = values;
    return value === undefined ? [] : [{ by, value }];
  });
  const [which] = given;
  if (which === undefined || which.value === '' || given.length > 1) {
    const options = ERASABLE_BY.map((by) => `--${by}`).join(', ');
    throw new GatewayError('USAGE', `Say whose records, by one of ${options}.`);
  }
  return which;
};

const SETTLE_TRIES = 20;

const erase = async (args: readonly string[]): Promise<void> => {
  const { values } = readOptions(args, {
    ...CONFIG_OPTIONS,
    request: { type: 'string' },
    key: { type: 'string' },
    conversation: { type: 'string' },
    fingerprint: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    compact: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  const which = readErasable(values);
  if (values['dry-run'] && values.compact)
    throw new GatewayError(
      'USAGE',
      '--dry-run changes nothing, and --compact writes the file anew: give one of them.',
    );
  const config = configFrom(values);
  if (values.compact && config.store.url !== undefined)
    throw new GatewayError(
      'USAGE',
      '--compact is for SQLite: PostgreSQL overwrites what is deleted when it vacuums.',
    );
  const store = await openExistingDatabase(config);
  const say = (records: number, text: string): void =>
    print(values.json ? JSON.stringify({ records, isErased: !values['dry-run'] }) : `${records} ${text}`);
  try {
    if (values['dry-run']) {
      say(await store.countErasable(which), 'records would be erased');
      return;
    }
    const records = await eraseRecords(store, which, {
      isEnough: () => false,
      onDone: (count) =>
        noteAudit(
          store,
          {
            action: 'records.erase',
            target: auditedTarget(which),
            details: { by: which.by, records: count },
          },
          Date.now(),
        ),
    });
    // The file gives back what it no longer needs.
    await giveBackSpace(store.vacuumStep);
    if (values.compact) await store.rewrite();
    const isSettled = await settleErasure(store, SETTLE_TRIES);
    say(records, 'records are erased');
    if (!isSettled)
      throw new GatewayError(
        'STORE_FAILED',
        'But their bytes still lie in the file and in its log: somebody (a backup, a copy) goes on reading what was there before. Run this again afterwards.',
      );
  } finally {
    await store.close();
  }
};

export const recordsCommand: CliCommand = {
  usage: [
    'records [--limit N] [--outcome pass|flagged|redacted|blocked|refused|error]',
    '       portcullis records erase --request ID | --key ID | --conversation HASH | --fingerprint HASH  [--dry-run|--compact]',
    '                        deletes all that is kept of them: findings, texts and feedback, too; --compact then writes the',
    '                        SQLite file anew, which also takes copies that it has in free parts of its pages',
    '       with [--json] [--config FILE] [--data-dir DIR]',
  ].join('\n'),
  run: async (args) => {
    if (args[0] === 'erase') {
      await erase(args.slice(1));
      return 0;
    }
    const { values } = readOptions(args, {
      ...CONFIG_OPTIONS,
      limit: { type: 'string', default: '20' },
      outcome: { type: 'string' },
      json: { type: 'boolean', default: false },
    });
    const limit = readInteger('limit', values.limit, 1, 100_000);
    const outcome =
      values.outcome === undefined ? {} : { outcome: readChoice('outcome', values.outcome, OUTCOMES) };
    const store = await openExistingDatabase(configFrom(values));
    try {
      let shown = 0;
      for await (const record of newest(store, { limit, ...outcome })) {
        print(values.json ? JSON.stringify(record) : recordLine(record));
        shown += 1;
      }
      if (shown === 0 && !values.json)
        tell(
          values.outcome === undefined ? 'No requests are recorded yet.' : 'No such requests are recorded.',
        );
      return 0;
    } finally {
      await store.close();
    }
  },
};
