import { z } from 'zod';
import { CONFIG_KEYS } from './keys.ts';
import { ConfigSchema } from './schema.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

const at = (schema: JsonSchema, path: readonly string[]): JsonSchema | null => {
  const [first, ...rest] = path;
  if (first === undefined) return schema;
  const inner = schema.properties?.[first];
  return isSchema(inner) ? at(inner, rest) : null;
};

/** JSON Schema (2020-12) of a configuration file; `x-env` names the environment variable of each key. */
export const configJsonSchema = (): JsonSchema => {
  const schema = z.toJSONSchema(ConfigSchema, { io: 'input' });
  for (const { path, env } of CONFIG_KEYS) {
    const target = at(schema, path);
    if (target !== null) target['x-env'] = env;
  }
  return { ...schema, title: 'Portcullis configuration' };
};
