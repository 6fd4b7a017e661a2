import { z } from 'zod';
import { ConfigSchema } from './schema.ts';

/** How the text of an environment variable becomes a value; the schema then judges the value. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'list' | 'json';

export type ConfigKey = Readonly<{
  path: readonly string[];
  /** The path with dots. */
  name: string;
  /** Its environment variable. */
  env: string;
  kind: ValueKind;
}>;

const envName = (path: readonly string[]): string =>
  ['PORTCULLIS', ...path.map((part) => part.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase())].join(
    '_',
  );

const unwrap = (schema: unknown): unknown =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional
    ? unwrap(schema.unwrap())
    : schema;

const kindOf = (schema: unknown): ValueKind => {
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  if (schema instanceof z.ZodArray) return 'list';
  if (schema instanceof z.ZodRecord) return 'json';
  return 'text';
};

const collect = (path: readonly string[], schema: unknown): readonly ConfigKey[] => {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject) {
    return Object.entries(inner.shape).flatMap(([key, child]) => collect([...path, key], child));
  }
  return [{ path, name: path.join('.'), env: envName(path), kind: kindOf(inner) }];
};

/** Every key that has a value of its own, in the order of the schema. */
export const CONFIG_KEYS: readonly ConfigKey[] = collect([], ConfigSchema);

/** The names, with dots, of what only holds other keys; '' is the whole. */
export const SECTIONS: ReadonlySet<string> = new Set(
  CONFIG_KEYS.flatMap(({ path }) => path.map((_, length) => path.slice(0, length).join('.'))),
);
