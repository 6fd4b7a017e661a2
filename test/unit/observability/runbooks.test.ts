import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { configJsonSchema } from '../../../src/config/describe.ts';

const RUNBOOKS = readFileSync(
  new URL('../../../helm/portcullis/RUNBOOKS.md', import.meta.url).pathname,
  'utf8',
);

/** Every line of shell: of the blocks, and what is quoted in between. */
const COMMANDS = [
  ...Array.from(RUNBOOKS.matchAll(/```bash\n([\s\S]*?)```/g), ([, block = '']) => block.split('\n')).flat(),
  ...Array.from(
    RUNBOOKS.matchAll(/`((?:kubectl|helm|logs|lines|run|ask) [^`]+)`/g),
    ([, command = '']) => command,
  ),
].filter((line) => line.trim() !== '');

type Schema = z.core.JSONSchema.BaseSchema;
const SETTINGS = configJsonSchema();

const has = (schema: Schema, [first, ...rest]: readonly string[]): boolean => {
  if (first === undefined || schema.properties === undefined) return true;
  const inner = schema.properties[first];
  return typeof inner === 'object' && has(inner, rest);
};

/** Names such as `policy.onInputScanError`, also with a value behind them. */
const NAMED = Array.from(
  RUNBOOKS.matchAll(/`([a-z]\w+)\.([\w.]+)(?:: [^`]*)?`/g),
  ([, first = '', rest = '']) => [first, ...rest.split('.')],
).filter(([first = '']) => SETTINGS.properties?.[first] !== undefined);

/** Messages are where parts are put together and where lines are written. */
const SOURCES = ['main.ts', 'dashboard/run.ts', 'envoy', 'keys', 'live', 'records', 'start']
  .flatMap((path) => {
    const at = new URL(`../../../src/${path}`, import.meta.url);
    const isFile = path.endsWith('.ts');
    const files = isFile
      ? [at.pathname]
      : readdirSync(at, { recursive: true }).map((name) => `${at.pathname}/${name}`);
    return files.filter((name) => name.endsWith('.ts')).map((name) => readFileSync(name, 'utf8'));
  })
  .join('\n');

/** A sentence, or the one word that a line is logged as. */
const MESSAGES = Array.from(
  SOURCES.matchAll(/'([^'\n]* [^'\n]*)'|logger\.\w+\((?:[^;']*, )?'(\w+)'\)/g),
  ([, sentence, word]) => sentence ?? word ?? '',
);

/** What is looked for in the log; levels and the names of system errors aside. */
const SOUGHT = COMMANDS.filter((line) => /^\s*logs /.test(line))
  .flatMap((line) => Array.from(line.matchAll(/grep -E '([^']+)'/g), ([, words = '']) => words.split('|')))
  .flat()
  .filter((words) => /^[a-z]/.test(words) && !words.includes('"'));

describe('the runbooks', () => {
  it('look for lines that the log has', () => {
    expect(SOUGHT.length).toBeGreaterThan(8);
    expect(SOUGHT.filter((words) => !MESSAGES.some((message) => message.includes(words)))).toEqual([]);
  });

  it('have commands and settings to look at', () => {
    expect(COMMANDS.length).toBeGreaterThan(80);
    expect(NAMED.length).toBeGreaterThan(8);
  });

  it.each(NAMED.map((path) => path.join('.')))('name a setting that exists: %s', (name) => {
    expect(has(SETTINGS, name.split('.'))).toBe(true);
  });

  it.each([
    { what: 'hand lines with a prefix to jq', pattern: /(--prefix|\blogs\b)[^\n]*\| *jq (?!-cR)/ },
    { what: 'hide what went wrong', pattern: /2>\/dev\/null/ },
    { what: 'look for levels by number, which are names in the log', pattern: /"level":\W*\d/ },
    { what: 'scale whatever has a label', pattern: /\bscale\b[^\n]*-l / },
    { what: 'take the first pod that comes', pattern: /get pods[^\n]*\| *head -1/ },
    { what: 'read the last ten lines alone', pattern: /kubectl[^\n]* logs -l (?![^\n]*--tail=-1)/ },
    {
      what: 'read logs by the labels that the dashboard and Envoy have, too',
      pattern: / logs [^\n]*-l "\$APP"/,
    },
  ])('never $what', ({ pattern }) => {
    expect(COMMANDS.filter((line) => pattern.test(line))).toEqual([]);
  });

  it('never leave the log of another file beside a backup', () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    const places = `${readme}\n${RUNBOOKS}`
      .split('\n')
      .filter((line) => /backup in (its|the file['’]s) place/.test(line));
    expect(places.length).toBeGreaterThan(1);
    for (const line of places) expect(line).toMatch(/-wal/);
  });

  it('say of every way back to an older release that its store may be too new', () => {
    const backs = RUNBOOKS.split('\n').filter((line) => /^- .*(roll back|rollback)/.test(line));
    expect(backs.length).toBeGreaterThan(2);
    for (const line of backs) expect(line).toMatch(/see above/);
  });
});
