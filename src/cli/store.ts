import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config/schema.ts';
import { GatewayError } from '../errors.ts';
import { backUpFile } from '../records/backup.ts';
import { copyStore } from '../records/copy.ts';
import { hasStore, noStore } from '../records/open.ts';
import { storePath } from '../records/path.ts';
import { type Restored, restoreFile } from '../records/sqlite/restore.ts';
import { noteAudit } from './audit.ts';
import { type CliCommand, CONFIG_OPTIONS, configFrom, print, readOptions, tell } from './command.ts';

const OPTIONS = {
  ...CONFIG_OPTIONS,
  json: { type: 'boolean', default: false },
  to: { type: 'string' },
  'to-url-file': { type: 'string' },
  out: { type: 'string' },
} as const;

type Values = Readonly<ReturnType<typeof readOptions<typeof OPTIONS>>['values']>;

const readUrl = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new GatewayError('USAGE', `--to-url-file: can't read ${file} (${reason})`, { cause });
  }
};

/** The same configuration with another store. */
const targetOf = (values: Values, source: Config): Config => {
  const { to, 'to-url-file': urlFile } = values;
  if (to !== undefined && urlFile === undefined) {
    const { url: _, ...store } = source.store;
    return { ...source, store: { ...store, path: resolve(to) } };
  }
  // By a file, since it holds a password, which everybody on the machine could read on the command line.
  if (urlFile !== undefined && to === undefined)
    return configFrom(values, { store: { url: readUrl(urlFile) } });
  throw new GatewayError(
    'USAGE',
    'Say where to: --to FILE for SQLite, or --to-url-file FILE with the URL of a PostgreSQL database.',
  );
};

const copy = async (values: Values): Promise<void> => {
  const source = configFrom(values);
  const copied = await copyStore(source, targetOf(values, source));
  if (values.json) {
    print(JSON.stringify(copied));
    return;
  }
  for (const [table, count] of Object.entries(copied.rows)) print(`${table.padEnd(16)}${count}`);
  print(`${copied.source} is copied to ${copied.target}`);
};

const backUp = (values: Values, file: string | undefined): void => {
  const config = configFrom(values);
  const out = values.out ?? file;
  if (out === undefined) throw new GatewayError('USAGE', 'Say where to: --out FILE.');
  if (values.out !== undefined && file !== undefined)
    throw new GatewayError('USAGE', `Say where to once: --out ${values.out}, or ${file}.`);
  // As `store restore -` reads one.
  if (out === '-') throw new GatewayError('USAGE', 'A backup is written into a file, not to the output.');
  if (config.store.url !== undefined)
    throw new GatewayError('USAGE', 'This store is PostgreSQL: back it up with pg_dump.');
  if (!hasStore(config)) throw noStore(config);
  const made = backUpFile(storePath(config), resolve(out));
  print(
    values.json ? JSON.stringify(made) : `${made.file} has ${made.records} records and ${made.keys} keys`,
  );
};

const tellRestored = ({ store, records, keys, version, isOld, kept, warnings }: Restored): void => {
  print(`${store} has now what the backup has: ${records} records and ${keys} keys, at ${version}`);
  if (kept !== null) print(`the database before is kept as ${kept}; delete it when nobody needs it any more`);
  print(
    'everybody signs in to the dashboard anew, with the password of then; invitations and links that set a password have ended',
  );
  for (const warning of warnings) tell(`Warning: ${warning}`);
  print(`now start gateway and dashboard${isOld ? '; the first to start brings the tables up to date' : ''}`);
};

const restore = async (values: Values, file: string | undefined): Promise<void> => {
  const config = configFrom(values);
  if (file === undefined)
    throw new GatewayError('USAGE', 'Say which backup: store restore FILE, or - for standard input.');
  if (config.store.url !== undefined)
    throw new GatewayError(
      'USAGE',
      'This store is PostgreSQL: stop gateways and dashboards, and use pg_restore into an empty database.',
    );
  const nowMs = Date.now();
  const restored = await restoreFile({
    path: storePath(config),
    source: file === '-' ? process.stdin : resolve(file),
    texts: config.store,
    nowMs,
    note: (store, { records, keys }) =>
      noteAudit(store, { action: 'store.restore', target: null, details: { records, keys } }, nowMs),
  });
  if (values.json) print(JSON.stringify(restored));
  else tellRestored(restored);
};

/** What each action takes besides `--json` and where the store is. */
const ACTIONS: ReadonlyMap<
  string,
  Readonly<{
    run: (values: Values, file: string | undefined) => Promise<void> | void;
    options: readonly (keyof typeof OPTIONS)[];
    /** Whether a file is named without an option. */
    takesFile?: boolean;
  }>
> = new Map([
  ['copy', { run: copy, options: ['to', 'to-url-file'] }],
  ['backup', { run: backUp, options: ['out'], takesFile: true }],
  ['restore', { run: restore, options: [], takesFile: true }],
] as const);

const COMMON = ['config', 'data-dir', 'json'];

export const storeCommand: CliCommand = {
  usage: [
    'store backup [--out] FILE                     the SQLite store as one file, also while gateways write to it',
    '       portcullis store restore FILE|-               puts a backup in the place of the SQLite store, after a look through it;',
    '                        stop gateways and dashboards first. The database before is kept beside it',
    '       portcullis store copy --to FILE | --to-url-file FILE      to an empty SQLite file or PostgreSQL database;',
    '                        stop gateways and dashboards first: what they write meanwhile is not copied',
    '       with [--json] [--config FILE] [--data-dir DIR]',
  ].join('\n'),
  run: async (args) => {
    const { values, positionals } = readOptions(args, OPTIONS, 2);
    const [name = '', file] = positionals;
    const action = ACTIONS.get(name);
    if (action === undefined)
      throw new GatewayError('USAGE', 'Say one of: store backup, store restore, store copy.');
    const known: readonly string[] = [...COMMON, ...action.options];
    const extra = Object.keys(values).find((option) => !known.includes(option));
    if (extra !== undefined) throw new GatewayError('USAGE', `store ${name} takes no --${extra}.`);
    if (file !== undefined && action.takesFile !== true)
      throw new GatewayError('USAGE', `Unexpected argument '${file}'`);
    await action.run(values, file);
    return 0;
  },
};
