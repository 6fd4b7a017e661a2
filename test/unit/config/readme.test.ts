import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONFIG_KEYS } from '../../../src/config/keys.ts';
import { ConfigSchema } from '../../../src/config/schema.ts';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const begin = readme.indexOf('\n## Settings\n');
const section = readme.slice(begin, readme.indexOf('\n## ', begin + 1));

const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** `.syslog` behind `securityEvents.file` is its neighbour, `tls.*` is what the row's last cell names. */
const namesIn = (keys: string, meaning: string): readonly string[] => {
  const all = quoted(keys);
  const prefix = (all[0] ?? '').replace(/[^.]+$/, '');
  return all.flatMap((name) =>
    name.endsWith('.*')
      ? quoted(meaning)
          .map((last) => name.replace('*', last))
          .filter((full) => CONFIG_KEYS.some((key) => key.name === full))
      : [name.startsWith('.') ? prefix + name.slice(1) : name],
  );
};

const ROWS = section.split('\n').flatMap((line) => {
  const [, keys, defaults, meaning] = /^\| (`[^|]+) \| ([^|]+) \|(.*)\|$/.exec(line) ?? [];
  if (keys === undefined || defaults === undefined || meaning === undefined) return [];
  const names = [...new Set(namesIn(keys, meaning))];
  const each = defaults.split(', ');
  return names.map((name, index) => ({ name, told: each.length === names.length ? each[index] : defaults }));
});

const MULTIPLES = { Ki: 1024, Mi: 1024 ** 2 } as const;

/** The value that a default in the table stands for; null for one in words. */
const meant = (told: string): string | null => {
  const [, count, unit] = /^(\d+) (Ki|Mi)B?$/.exec(told) ?? [];
  if (count !== undefined && (unit === 'Ki' || unit === 'Mi')) return String(Number(count) * MULTIPLES[unit]);
  return /^(?:\d+|true|false)$/.test(told) ? told : (/^`([^`]+)`$/.exec(told)?.[1] ?? null);
};

const defaultOf = (name: string): unknown =>
  name.split('.').reduce<unknown>((value, part) => Object(value)[part], ConfigSchema.parse({}));

describe('the tables of settings in README.md', () => {
  it('has every setting once, and no other', () => {
    expect(ROWS.map(({ name }) => name).sort()).toEqual(CONFIG_KEYS.map(({ name }) => name).sort());
  });

  it.each(ROWS)('says the default of $name: $told', ({ name, told = '' }) => {
    const value = meant(told);
    const own = defaultOf(name);
    if (value !== null) expect(typeof own === 'object' ? JSON.stringify(own) : String(own)).toBe(value);
    // In words only what has none, or none that fits into a cell.
    else if (told !== 'off') expect(Object.keys(own ?? {})).toEqual([]);
  });
});
