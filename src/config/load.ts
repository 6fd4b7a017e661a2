import type { z } from 'zod';
import { GatewayError } from '../errors.ts';
import { type Environment, type EnvironmentValue, readEnvironment } from './environment.ts';
import { type ConfigFile, readConfigFile } from './file.ts';
import { issueWords } from './issue-words.ts';
import { CONFIG_KEYS, SECTIONS } from './keys.ts';
import { ALL_PARTS, type Part, sameListeners } from './listeners.ts';
import { readOtelEnvironment } from './otel-environment.ts';
import { scannedPathIssues } from './scanned-path.ts';
import { type Config, ConfigSchema } from './schema.ts';
import { didYouMean } from './suggest.ts';
import { unknownEntities } from './unknown-entities.ts';

export type ConfigSources = Readonly<{
  /** A YAML file; absent: none is read. */
  file?: string;
  env: NodeJS.ProcessEnv;
  /** What the command line says, in the shape of the configuration; `undefined` in it says nothing. */
  overrides?: object;
  /** Which parts listen in one place, so that none may have another's port; absent: all of them, as under `start`. */
  together?: readonly Part[];
}>;

const isMapping = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sections are merged key by key; a key's value, be it a list or a mapping, is replaced as a whole. */
const merge = (base: unknown, over: unknown, path: readonly string[] = []): unknown => {
  if (over === undefined) return base;
  if (base === undefined || !isMapping(over) || !SECTIONS.has(path.join('.'))) return over;
  // A mistake in the lower layer must stay visible.
  if (!isMapping(base)) return base;
  const below = new Map(Object.entries(base));
  const merged = Object.entries(over).map(([key, value]) => [
    key,
    merge(below.get(key), value, [...path, key]),
  ]);
  // Not by assignment: a key `__proto__` would set the prototype.
  return Object.fromEntries([...below, ...merged]);
};

const nest = ({ key, value }: EnvironmentValue): unknown =>
  key.path.reduceRight<unknown>((inner, part) => Object.fromEntries([[part, inner]]), value);

const hasPath = (value: unknown, path: readonly PropertyKey[]): boolean => {
  const [first, ...rest] = path;
  if (first === undefined) return value !== undefined;
  if (!isMapping(value)) return false;
  const entry = Object.entries(value).find(([key]) => key === String(first));
  return entry !== undefined && hasPath(entry[1], rest);
};

type Layers = Readonly<{ file: ConfigFile; env: readonly EnvironmentValue[]; overrides: object }>;

const isWithin = (path: readonly PropertyKey[], prefix: readonly string[]): boolean =>
  prefix.every((part, index) => path[index] === part);

/** Names the layer that a value came from, as whoever made the mistake knows it. */
const place = ({ file, env, overrides }: Layers, path: readonly PropertyKey[]): string => {
  const name = path.map(String).join('.');
  const key = CONFIG_KEYS.find((candidate) => isWithin(path, candidate.path));
  if (hasPath(overrides, key?.path ?? path)) return `command line: ${name}`;
  const variable = env.find((value) => value.key === key)?.variable;
  if (variable !== undefined)
    return path.length > (key?.path.length ?? 0) ? `${variable}: ${name}` : variable;
  const line = file.locate(path);
  return line === null ? name : `${line}: ${name}`;
};

const KEY_NAMES = [...CONFIG_KEYS.map(({ name }) => name), ...SECTIONS].filter((name) => name !== '');

const describeUnknown = (layers: Layers, path: readonly PropertyKey[]): string => {
  const name = path.map(String).join('.');
  const last = String(path.at(-1));
  // What an item of a list lacks or has too much is not to be found anywhere else.
  const isInList = path.some((part) => typeof part === 'number');
  const elsewhere = isInList ? undefined : CONFIG_KEYS.find((key) => key.path.at(-1) === last)?.name;
  const hint = elsewhere === undefined ? didYouMean(name, KEY_NAMES) : `; did you mean ${elsewhere}?`;
  return `${place(layers, path)}: unknown key${hint}`;
};

const describe = (layers: Layers, issue: z.core.$ZodIssue): readonly string[] => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => describeUnknown(layers, [...issue.path, key]));
  }
  return [`${place(layers, issue.path)}: ${issueWords(issue)}`];
};

const isSame = (one: z.core.$ZodIssue, other: z.core.$ZodIssue): boolean =>
  one.code === other.code && one.path.join('\0') === other.path.join('\0');

/** Of a number beyond all bounds the schema says two, that of whole numbers first: its own tells more. */
const withoutOuter = (issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] =>
  issues.filter(
    (issue, at) => issue.code !== 'too_big' || !issues.slice(at + 1).some((later) => isSame(issue, later)),
  );

const isName = (issue: z.core.$ZodIssue, path: readonly PropertyKey[]): boolean =>
  path.every((part, index) => issue.path[index] === part);

/** Of names that the schema has refused already nothing more is said. */
const describeNames = (
  layers: Layers,
  input: unknown,
  issues: readonly z.core.$ZodIssue[],
): readonly string[] => {
  const policy = isMapping(input) ? new Map<string, unknown>(Object.entries(input)).get('policy') : undefined;
  if (!isMapping(policy)) return [];
  return [...unknownEntities(policy), ...scannedPathIssues(policy)]
    .map(({ path, message }) => ({ path: ['policy', ...path], message }))
    .filter(({ path }) => !issues.some((issue) => isName(issue, path)))
    .map(({ path, message }) => `${place(layers, path)}: ${message}`);
};

const deepFreeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner);
    Object.freeze(value);
  }
  return value;
};

/** What OpenTelemetry's own variables say, where nothing of ours says where traces go. */
const withOtel = (own: Environment, file: ConfigFile, env: NodeJS.ProcessEnv): Environment => {
  const isSaid =
    hasPath(file.values, ['telemetry', 'traces', 'endpoint']) ||
    own.values.some(({ key }) => key.name === 'telemetry.traces.endpoint');
  if (isSaid) return own;
  const otel = readOtelEnvironment(env);
  const said = new Set(own.values.map(({ key }) => key));
  return {
    values: [...otel.values.filter(({ key }) => !said.has(key)), ...own.values],
    problems: [...own.problems, ...otel.problems],
  };
};

/**
 * Defaults, over them the file, over that the environment, over all the command line.
 *
 * @throws GatewayError `CONFIG_INVALID`, whose message lists all problems of all sources, one a line, each with the
 *   place where it was made: `file:line: key`, the variable's name, or the command line. Values are never repeated.
 * @param fromFile What the file said when it was read, for whoever reads more of it than this.
 */
export const loadConfig = (
  { file, env, overrides = {}, together = ALL_PARTS }: ConfigSources,
  fromFile: ConfigFile = readConfigFile(file),
): Config => {
  const fromEnv = withOtel(readEnvironment(env), fromFile, env);
  const layers: Layers = { file: fromFile, env: fromEnv.values, overrides };
  const input = [...fromEnv.values.map(nest), overrides].reduce(
    (base: unknown, over) => merge(base, over),
    fromFile.values,
  );
  const result = ConfigSchema.safeParse(input);
  const issues = result.success ? [] : withoutOuter(result.error.issues);
  const isSaid = (name: string): boolean => hasPath(input, name.split('.'));
  const shared = result.success ? sameListeners(result.data, isSaid, together) : [];
  const problems = [
    ...fromFile.problems,
    ...fromEnv.problems,
    ...issues.flatMap((issue) => describe(layers, issue)),
    ...describeNames(layers, input, issues),
    ...shared.map(({ name, other }) => `${place(layers, name.split('.'))}: ${other} listens there already`),
  ];
  if (result.success && problems.length === 0) return deepFreeze(result.data);
  const title = problems.length === 1 ? 'The configuration has a problem:' : `${problems.length} problems:`;
  throw new GatewayError(
    'CONFIG_INVALID',
    [title, ...problems.map((problem) => `  - ${problem}`)].join('\n'),
  );
};
