import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { command } from '../cluster/command.ts';
import { findProgram, program } from '../cluster/tools/programs.ts';
import { CHART } from './chart.ts';

const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const chart = parse(await readFile(join(CHART, 'Chart.yaml'), 'utf8')) as {
  appVersion: string;
  annotations: Record<string, string>;
};

describe('the chart’s documents', () => {
  it('name the version of the program', () => {
    expect(chart.appVersion).toBe(manifest.version);
    expect(chart.annotations['artifacthub.io/images']).toContain(`image: portcullis:${manifest.version}\n`);
  });

  it.skipIf(findProgram('helm-docs') === null)(
    'README.md is what helm-docs makes of the values',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'portcullis-docs-'));
      try {
        await cp(CHART, join(folder, 'portcullis'), { recursive: true });
        await command(program('helm-docs'), ['--chart-search-root', folder, '--log-level', 'warning']);
        const made = await readFile(join(folder, 'portcullis', 'README.md'), 'utf8');
        expect(await readFile(join(CHART, 'README.md'), 'utf8')).toBe(made);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});

describe.skipIf(findProgram('untt') === null || findProgram('helm') === null)('helm-unittest', () => {
  it('passes each suite of the chart', async () => {
    await command(program('untt'), ['--strict', CHART]);
  });
});
