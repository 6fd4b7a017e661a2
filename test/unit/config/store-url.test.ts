import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { ConfigSchema } from '../../../src/config/schema.ts';

const urlOf = (query: string, base = 'postgres://u:geheim@db.example/portcullis') => `${base}${query}`;
const problemsOf = (url: string): readonly string[] =>
  ConfigSchema.safeParse({ store: { url } }).error?.issues.map(({ message }) => message) ?? [];

describe('TLS to PostgreSQL', () => {
  it.each([
    ['?sslmode=requir', 'did you mean require?'],
    ['?sslmode=allow', 'must be one of disable, no-verify, prefer, require, verify-ca, verify-full'],
    ['?sslmode=', 'must be one of'],
    ['?sslmode=verify-full&sslmode=non', 'must be one of'],
  ])('is refused: %s', (query, says) => {
    const problems = [problemsOf(urlOf(query)), problemsOf(urlOf(query, 'postgres://u:geheim@/portcullis'))];
    for (const [problem] of problems) expect(problem).toContain(says);
    expect(problems.join()).not.toContain('geheim');
  });

  it.each([
    ['', undefined],
    ['?sslmode=disable', false],
    ['?sslmode=no-verify', { rejectUnauthorized: false }],
    ['?sslmode=prefer', {}],
    ['?sslmode=require', {}],
    ['?sslmode=verify-ca', {}],
    ['?sslmode=verify-full', {}],
    ['?sslmode=require&uselibpqcompat=true', { rejectUnauthorized: false }],
  ])('is what the driver makes of it: %s', (query, ssl) => {
    expect(problemsOf(urlOf(query))).toEqual([]);
    // No more than `{}` is all of Node's own checks.
    const { ssl: used } = new pg.Client({ connectionString: urlOf(query) });
    if (ssl === undefined) expect(used).toBe(false);
    else expect(used).toEqual(ssl);
  });
});
