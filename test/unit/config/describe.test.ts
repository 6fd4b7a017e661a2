import { describe, expect, it } from 'vitest';
import { configJsonSchema } from '../../../src/config/describe.ts';
import { CONFIG_KEYS } from '../../../src/config/keys.ts';

describe('the schema of the configuration', () => {
  it('names an environment variable, a type and a default for every key', () => {
    const schema: unknown = configJsonSchema();
    expect(CONFIG_KEYS.length).toBeGreaterThan(25);
    for (const { path, env } of CONFIG_KEYS) {
      const property = path.flatMap((part) => ['properties', part]);
      expect(schema).toHaveProperty([...property, 'x-env'], env);
      expect(schema).toHaveProperty([...property, 'type']);
    }
    expect(schema).toMatchObject({ additionalProperties: false, title: 'Portcullis configuration' });
    expect(schema).not.toHaveProperty('required');
  });

  it('gives no two keys the same variable, nor one that Kubernetes sets by itself', () => {
    const names = CONFIG_KEYS.map(({ env }) => env);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => /_(?:PORT|SERVICE_HOST|SERVICE_PORT)(?:_|$)/.test(name))).toEqual([]);
    expect(names).toContain('PORTCULLIS_PROXY_UPSTREAM_CA_FILE');
  });
});
