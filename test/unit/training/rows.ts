import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrainingRow } from '../../../src/training/rows.ts';

export const rowOf = (text: string, rest: Partial<TrainingRow> = {}): TrainingRow => ({
  text,
  attack: false,
  subType: null,
  lang: 'fi',
  side: 'direct',
  source: 'toys',
  licence: 'CC0-1.0',
  family: text,
  payload: null,
  weight: 1,
  ...rest,
});

const folder = mkdtempSync(join(tmpdir(), 'portcullis-'));

export const fileOf = (name: string, ...lines: readonly (string | object)[]): string => {
  const file = join(folder, name);
  writeFileSync(
    file,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  );
  return file;
};
