import { openExistingDatabase } from '../records/open.ts';
import { OUTCOMES, type ScanRecord } from '../records/store.ts';
import {
  type CliCommand,
  CONFIG_OPTIONS,
  configFrom,
  print,
  readChoice,
  readInteger,
  readOptions,
} from './command.ts';

/** A caller chose this text, and a terminal would act on its control characters. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');

const toLine = (record: ScanRecord): string => {
  const top = record.findings[0];
  return [
    new Date(record.receivedAtMs).toISOString(),
    record.requestId,
    record.outcome.padEnd(8),
    String(record.httpStatus ?? '-'),
    record.mode,
    printable(record.model ?? '-'),
    top === undefined ? '' : `${top.category}/${top.subType} ${top.confidence.toFixed(3)}`,
  ].join('  ');
};

export const recordsCommand: CliCommand = {
  usage:
    'records [--limit N] [--outcome pass|flagged|redacted|blocked|refused|error] [--json] [--config FILE] [--data-dir DIR]',
  run: async (args) => {
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
      for (const record of await store.list({ limit, ...outcome })) {
        print(values.json ? JSON.stringify(record) : toLine(record));
      }
      return 0;
    } finally {
      await store.close();
    }
  },
};
