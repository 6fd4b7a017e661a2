import { readFileSync } from 'node:fs';
import { GatewayError } from '../errors.ts';
import { createKeyFilter, searchedText } from '../keys/search.ts';
import { createKey, importKey, type NewKey, rotateKey } from '../keys/service.ts';
import { unsoughtEntities } from '../policy/entity-names.ts';
import { MODES, OVERRIDES, SENSITIVITIES } from '../policy/settings.ts';
import { openExistingDatabase } from '../records/open.ts';
import type { AuditStore } from '../records/ports/audit.ts';
import type { KeyStore, StoredKey } from '../records/store.ts';
import { noteAudit } from './audit.ts';
import {
  type CliCommand,
  CONFIG_OPTIONS,
  configFrom,
  isDay,
  print,
  readChoice,
  readInteger,
  readOptions,
  tell,
} from './command.ts';
import { readEntities } from './key-entities.ts';
import { openOrMakeDatabase } from './new-store.ts';

const OPTIONS = {
  ...CONFIG_OPTIONS,
  json: { type: 'boolean', default: false },
  name: { type: 'string' },
  mode: { type: 'string' },
  sensitivity: { type: 'string' },
  override: { type: 'string' },
  'rate-limit': { type: 'string' },
  entities: { type: 'string' },
  rollout: { type: 'string' },
  expires: { type: 'string' },
  overlap: { type: 'string' },
  'key-file': { type: 'string' },
  search: { type: 'string' },
} as const;

type Values = Readonly<ReturnType<typeof readOptions<typeof OPTIONS>>['values']>;
type Keys = KeyStore & Pick<AuditStore, 'insertAudit'>;
type Action = (store: Keys, values: Values, id: string | undefined) => Promise<void>;

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DEFAULT_OVERLAP = '24h';

/** `90s`, `15m`, `24h`, `30d` → milliseconds. */
const readDuration = (name: string, value: string): number => {
  const match = /^(\d{1,6})([smhd])$/.exec(value);
  const unit = (['s', 'm', 'h', 'd'] as const).find((letter) => letter === match?.[2]);
  if (match === null || unit === undefined) {
    const dates = name === 'expires' ? ', or a date such as 2027-03-31' : '';
    throw new GatewayError(
      'USAGE',
      `--${name} takes a time such as 90s, 15m, 24h or 30d${dates}, not "${value}".`,
    );
  }
  return Number(match[1]) * UNIT_MS[unit];
};

/** A time from now, or a date. */
const readExpiry = (value: string, nowMs: number): number => {
  const day = /^\d{4}-\d\d-\d\d/.exec(value)?.[0];
  if (day === undefined) return nowMs + readDuration('expires', value);
  const at = Date.parse(value);
  // 31 February would be some day of March.
  if (Number.isNaN(at) || !isDay(day))
    throw new GatewayError('USAGE', `--expires: "${value}" is no date; one is 2027-03-31.`);
  return at;
};

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const stateOf = ({ revokedAtMs, expiresAtMs }: StoredKey, nowMs: number): string => {
  if (revokedAtMs !== null && revokedAtMs <= nowMs) return 'revoked';
  return expiresAtMs !== null && expiresAtMs <= nowMs ? 'expired' : 'valid';
};

/** What may be shown of a key: everything but its hash. */
const describe = (key: StoredKey) => ({
  id: key.id,
  name: key.name,
  prefix: key.displayPrefix,
  state: stateOf(key, Date.now()),
  createdAt: iso(key.createdAtMs),
  expiresAt: iso(key.expiresAtMs),
  revokedAt: iso(key.revokedAtMs),
  lastUsedAt: iso(key.lastUsedAtMs),
  mode: key.mode,
  sensitivity: key.sensitivity,
  override: key.override,
  rateLimitPerMinute: key.rateLimitPerMinute,
  entities: key.entities,
  rolloutPercent: key.rolloutPercent,
});

const needId = (id: string | undefined): string => {
  if (id === undefined) throw new GatewayError('USAGE', 'Name the key by its id, as "keys list" shows it.');
  return id;
};

const showSecret = ({ secret, key }: { secret: string; key: StoredKey }, { json }: Values): void => {
  if (json) {
    print(JSON.stringify({ key: secret, ...describe(key) }));
    return;
  }
  print(secret);
  process.stderr.write(`${key.id} (${key.name}); the key itself is shown only now.\n`);
};

const readNewKey = (values: Values): NewKey => ({
  name: values.name ?? 'unnamed',
  origin: 'cli',
  mode: values.mode === undefined ? null : readChoice('mode', values.mode, MODES),
  sensitivity:
    values.sensitivity === undefined ? null : readChoice('sensitivity', values.sensitivity, SENSITIVITIES),
  override: values.override === undefined ? 'allow' : readChoice('override', values.override, OVERRIDES),
  rateLimitPerMinute:
    values['rate-limit'] === undefined
      ? null
      : readInteger('rate-limit', values['rate-limit'], 1, 1_000_000_000),
  entities: values.entities === undefined ? null : readEntities(values.entities),
  rolloutPercent: values.rollout === undefined ? 100 : readInteger('rollout', values.rollout, 0, 100),
  expiresAtMs: values.expires === undefined ? null : readExpiry(values.expires, Date.now()),
});

/** To people, beside the key: it is made all the same. */
const tellOfUnsought = ({ entities }: NewKey): void => {
  const unsought = unsoughtEntities(entities ?? {});
  if (unsought.length > 0)
    tell(`--entities: nothing looks for ${unsought.join(', ')}; what is set there does nothing.`);
};

const create: Action = async (store, values) => {
  const details = readNewKey(values);
  const created = await createKey(store, details, Date.now());
  await noteAudit(store, { action: 'key.create', target: created.key.id, details }, Date.now());
  showSecret(created, values);
  tellOfUnsought(details);
};

const readKeyFile = (file: string | undefined): string => {
  if (file === undefined)
    throw new GatewayError('USAGE', 'Name the file that holds the key: --key-file FILE.');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new GatewayError('USAGE', `--key-file: can't read ${file} (${reason})`, { cause });
  }
};

const bringIn: Action = async (store, values) => {
  const secret = readKeyFile(values['key-file']);
  const details = readNewKey(values);
  const { key, isNew } = await importKey(store, secret, details, Date.now());
  if (isNew) await noteAudit(store, { action: 'key.import', target: key.id, details }, Date.now());
  if (values.json) print(JSON.stringify({ ...describe(key), isNew }));
  else print(`${key.id} (${key.name}) ${isNew ? 'is stored' : `was there: ${stateOf(key, Date.now())}`}`);
  if (isNew) tellOfUnsought(details);
};

/** What differs from a key that was made without options. */
const ownSettings = (key: ReturnType<typeof describe>): string => {
  const { expiresAt, mode, sensitivity, override, rateLimitPerMinute, entities, rolloutPercent } = key;
  return [
    ['expires', expiresAt],
    ['mode', mode],
    ['sensitivity', sensitivity],
    ['override', override === 'allow' ? null : override],
    ['a minute', rateLimitPerMinute],
    ['entities', entities === null ? null : 'own'],
    ['enforced', rolloutPercent === 100 ? null : `${rolloutPercent} %`],
  ]
    .map(([name, value]) => (value === null ? '' : `  ${name}: ${value}`))
    .join('');
};

const list: Action = async (store, { json, search }) => {
  const isWanted = createKeyFilter({ search }, Date.now());
  const found = (await store.listKeys()).filter((key) => isWanted({ ...key, searched: searchedText(key) }));
  const keys = found.map(describe);
  if (json) {
    print(JSON.stringify(keys));
    return;
  }
  if (keys.length === 0) {
    tell(
      search === undefined
        ? 'There are no keys yet: "portcullis keys create" makes one.'
        : `No key has "${search}" in its name, its id or its beginning.`,
    );
  }
  for (const key of keys) {
    const { id, name, prefix, state, lastUsedAt } = key;
    const rest = ownSettings(key);
    print(`${id}  ${prefix}…  ${state.padEnd(7)}  ${name}  last used: ${lastUsedAt ?? 'never'}${rest}`);
  }
};

const rotate: Action = async (store, values, id) => {
  const overlapMs = readDuration('overlap', values.overlap ?? DEFAULT_OVERLAP);
  const old = needId(id);
  const rotation = await rotateKey(store, old, overlapMs, Date.now());
  if (!rotation.ok) throw new GatewayError('USAGE', rotation.conflict.message);
  const { created, endsAtMs } = rotation;
  const details = { successor: created.key.id, overlapMs };
  await noteAudit(store, { action: 'key.rotate', target: old, details }, Date.now());
  showSecret(created, values);
  process.stderr.write(`${old} stays valid until ${iso(endsAtMs)}.\n`);
};

const revoke: Action = async (store, { json }, id) => {
  const wanted = needId(id);
  if (!(await store.revokeKey(wanted, Date.now()))) {
    throw new GatewayError('USAGE', `There is no key with the id "${wanted}".`);
  }
  await noteAudit(store, { action: 'key.revoke', target: wanted }, Date.now());
  print(json ? JSON.stringify({ id: wanted, state: 'revoked' }) : `${wanted} is revoked`);
};

/** What an action takes besides `--json` and where the store is; `opens` makes one, or does not. */
type Spec = Readonly<{
  action: Action;
  takesId: boolean;
  options: readonly (keyof typeof OPTIONS)[];
  opens: typeof openExistingDatabase;
}>;

const COMMON = ['config', 'data-dir', 'json'] as const;
const SETTINGS = [
  'name',
  'mode',
  'sensitivity',
  'override',
  'rate-limit',
  'entities',
  'rollout',
  'expires',
] as const;

const ACTIONS: ReadonlyMap<string, Spec> = new Map<string, Spec>([
  ['create', { action: create, takesId: false, options: SETTINGS, opens: openOrMakeDatabase }],
  [
    'import',
    { action: bringIn, takesId: false, options: [...SETTINGS, 'key-file'], opens: openOrMakeDatabase },
  ],
  ['list', { action: list, takesId: false, options: ['search'], opens: openExistingDatabase }],
  ['rotate', { action: rotate, takesId: true, options: ['overlap'], opens: openExistingDatabase }],
  ['revoke', { action: revoke, takesId: true, options: [], opens: openExistingDatabase }],
]);

/** @throws GatewayError `USAGE` for what was given and would be ignored. */
const checkGiven = (
  name: string,
  { takesId, options }: Spec,
  values: Values,
  id: string | undefined,
): void => {
  if (id !== undefined && !takesId) {
    const hint = name === 'create' ? '; a name is given with --name' : '';
    throw new GatewayError('USAGE', `keys ${name} takes no argument such as "${id}"${hint}.`);
  }
  const known: readonly string[] = [...COMMON, ...options];
  const extra = Object.keys(values).find((option) => !known.includes(option));
  if (extra !== undefined) throw new GatewayError('USAGE', `keys ${name} takes no --${extra}.`);
};

export const keysCommand: CliCommand = {
  usage: [
    'keys create [--name NAME] [--mode shadow|advisory|blocking] [--sensitivity low|medium|high|paranoid]',
    '                       [--override allow|tighten|ignore] [--rate-limit PER_MINUTE] [--expires 30d|DATE]',
    '                       [--entities JSON] [--rollout PERCENT]',
    '       portcullis keys import --key-file FILE [the same options]     a key that was made elsewhere; again changes nothing',
    '       portcullis keys list [--search TEXT] | keys rotate ID [--overlap 24h] | keys revoke ID',
    '       with [--json] [--config FILE] [--data-dir DIR]',
  ].join('\n'),
  run: async (args) => {
    const { values, positionals } = readOptions(args, OPTIONS, 2);
    const [name = '', id] = positionals;
    const spec = ACTIONS.get(name);
    if (spec === undefined) {
      throw new GatewayError(
        'USAGE',
        `Say one of: ${[...ACTIONS.keys()].map((each) => `keys ${each}`).join(', ')}.`,
      );
    }
    checkGiven(name, spec, values, id);
    const store = await spec.opens(configFrom(values));
    try {
      await spec.action(store, values, id);
      return 0;
    } finally {
      await store.close();
    }
  },
};
