import { readFileSync } from 'node:fs';
import { unreachable } from '../errors.ts';
import { CONFIG_KEYS, type ConfigKey, type ValueKind } from './keys.ts';
import { didYouMean } from './suggest.ts';

export type EnvironmentValue = Readonly<{ key: ConfigKey; variable: string; value: unknown }>;
export type Environment = Readonly<{ values: readonly EnvironmentValue[]; problems: readonly string[] }>;

const PREFIX = 'PORTCULLIS_';
const FILE_SUFFIX = '_FILE';

/** Not settings: read by tests, measurements and the command line. */
const OTHER_VARIABLES: readonly string[] = [
  'PORTCULLIS_FUZZ_SECONDS',
  'PORTCULLIS_FUZZ_SEED',
  'PORTCULLIS_CACHE_DIR',
];
/** For measuring: `1` keeps the second model tier out, `2` changes nothing. Stronger than `scan.secondTier`. */
const MODEL_TIERS = 'PORTCULLIS_MODEL_TIERS';
const TEST_PREFIX = 'PORTCULLIS_TEST_';
/**
 * Kubernetes tells every pod about the services of its namespace by such variables, so a service called `portcullis`
 * or `portcullis-dashboard` must not keep the gateway from starting.
 */
const SERVICE_LINK =
  /^PORTCULLIS_(?:[A-Z0-9_]{1,250}_)?(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]{1,63})?|PORT(?:_\d{1,5}_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$/;

type Read = Readonly<{ ok: true; value: unknown }> | Readonly<{ ok: false; problem: string }>;

const isOther = (variable: string): boolean =>
  OTHER_VARIABLES.includes(variable) ||
  variable === MODEL_TIERS ||
  variable.startsWith(TEST_PREFIX) ||
  SERVICE_LINK.test(variable);

const parseJson = (text: string): Read => {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, problem: 'is not valid JSON' };
  }
};

const parseList = (text: string): Read => {
  if (text.startsWith('[')) return parseJson(text);
  const items = text.split(',').map((item) => item.trim());
  return { ok: true, value: items.filter((item) => item !== '') };
};

/** What doesn't look like a number or a boolean stays text, which the schema refuses in its own words. */
const parseValue = (kind: ValueKind, text: string): Read => {
  const trimmed = text.trim();
  switch (kind) {
    case 'json':
      return parseJson(trimmed);
    case 'list':
      return parseList(trimmed);
    case 'number':
      return { ok: true, value: /^-?\d{1,20}(?:\.\d{1,20})?$/.test(trimmed) ? Number(trimmed) : text };
    case 'boolean':
      return { ok: true, value: trimmed === 'true' || trimmed === 'false' ? trimmed === 'true' : text };
    case 'text':
      return { ok: true, value: text };
    default:
      return unreachable(kind);
  }
};

const readSecretFile = (file: string): Read => {
  try {
    // Editors and `echo` end a file with a line feed, which belongs to no value.
    return { ok: true, value: readFileSync(file, 'utf8').replace(/\r?\n$/, '') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { ok: false, problem: `can't read the file ${file} (${code})` };
  }
};

const byVariable: ReadonlyMap<string, ConfigKey> = new Map(CONFIG_KEYS.map((key) => [key.env, key]));

/** The key whose value stands in a file: unless a key has just this name, as `proxy.upstreamCaFile` does. */
const keyOfFile = (variable: string): ConfigKey | undefined =>
  variable.endsWith(FILE_SUFFIX) ? byVariable.get(variable.slice(0, -FILE_SUFFIX.length)) : undefined;

/** Whoever knows `--upstream` tries `PORTCULLIS_UPSTREAM`. */
const meantBy = (variable: string): string => {
  const end = `_${variable.slice(PREFIX.length)}`;
  const elsewhere = [...byVariable.keys()].find((known) => known.endsWith(end));
  return elsewhere === undefined ? didYouMean(variable, byVariable.keys()) : `; did you mean ${elsewhere}?`;
};

const readModelTiers = ({
  [MODEL_TIERS]: text = '',
}: NodeJS.ProcessEnv): readonly (EnvironmentValue | string)[] => {
  if (text === '' || text === '2') return [];
  const key = CONFIG_KEYS.find(({ name }) => name === 'scan.secondTier');
  if (text !== '1' || key === undefined) return [`${MODEL_TIERS}: must be 1 or 2`];
  return [{ key, variable: MODEL_TIERS, value: 'off' }];
};

const readVariable = (variable: string, text: string, env: NodeJS.ProcessEnv): EnvironmentValue | string => {
  const direct = byVariable.get(variable);
  const key = direct ?? keyOfFile(variable);
  if (key === undefined) return `${variable}: unknown variable${meantBy(variable)}`;
  if (direct === undefined && (env[key.env] ?? '') !== '') return `${variable}: ${key.env} is set as well`;
  const content: Read = direct === undefined ? readSecretFile(text) : { ok: true, value: text };
  const read = content.ok ? parseValue(key.kind, String(content.value)) : content;
  return read.ok ? { key, variable, value: read.value } : `${variable}: ${read.problem}`;
};

/** Reads all `PORTCULLIS_*` variables. An empty one counts as not set: compose files and charts pass such on. */
export const readEnvironment = (env: NodeJS.ProcessEnv): Environment => {
  const results = Object.entries(env).flatMap(([variable, text]) =>
    variable.startsWith(PREFIX) && text !== undefined && text !== '' && !isOther(variable)
      ? [readVariable(variable, text, env)]
      : [],
  );
  // Last, so that it wins.
  results.push(...readModelTiers(env));
  return {
    values: results.filter((result) => typeof result !== 'string'),
    problems: results.filter((result) => typeof result === 'string'),
  };
};
