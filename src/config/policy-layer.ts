import type { z } from 'zod';
import { readEnvironment } from './environment.ts';
import { type ConfigFile, readConfigFile } from './file.ts';
import type { ConfigSources } from './load.ts';
import { type Config, ConfigSchema } from './schema.ts';

/** A part of the `policy:` section, as it is written. */
export type PolicyDocument = Readonly<Record<string, unknown>>;
export type PolicyIssue = Readonly<{ path: string; message: string }>;

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const policyOf = (value: unknown): PolicyDocument =>
  isMapping(value) && isMapping(value['policy']) ? value['policy'] : {};

/**
 * What file, environment and command line say under `policy`: those names are locked in the dashboard. The sources have
 * been checked by `loadConfig` before; what is wrong with them is left out here.
 */
export const readPolicyLayer = (
  { file, env, overrides = {} }: ConfigSources,
  fromFile: ConfigFile = readConfigFile(file),
): PolicyDocument => {
  const fromEnv = readEnvironment(env).values.flatMap(({ key, value }) => {
    const [section, name] = key.path;
    return section === 'policy' && name !== undefined ? [[name, value] as const] : [];
  });
  const merged = { ...policyOf(fromFile.values), ...Object.fromEntries(fromEnv), ...policyOf(overrides) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
};

type Read =
  | Readonly<{ ok: true; policy: Config['policy'] }>
  | Readonly<{ ok: false; issues: readonly PolicyIssue[] }>;

/** Defaults < the dashboard's document < file and environment; a name is taken as a whole. */
export const effectivePolicyDocument = (own: PolicyDocument, locked: PolicyDocument): Read => {
  const result = ConfigSchema.safeParse({ policy: { ...own, ...locked } });
  if (result.success) return { ok: true, policy: result.data.policy };
  return { ok: false, issues: result.error.issues.flatMap(toIssues) };
};

const toIssues = (issue: z.core.$ZodIssue): readonly PolicyIssue[] => {
  const path = issue.path.slice(1).map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'unknown key' }));
  }
  return [{ path: path.join('.'), message: issue.message.replace(/^Invalid input: /, '') }];
};
