import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { configCommand } from '../../../src/cli/config.ts';

const check = async (yaml: string): Promise<readonly string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-config-'));
  const written: string[] = [];
  const stdout = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => written.push(String(text)) > 0);
  onTestFinished(() => {
    stdout.mockRestore();
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'portcullis.yaml');
  writeFileSync(file, yaml);
  expect(await configCommand.run(['check', file])).toBe(0);
  return written.map((line) => line.replaceAll(`${folder}/`, '').trimEnd());
};

it('says of ports that two parts share where that is wrong, and calls the file valid', async () => {
  expect(await check('proxy: { address: 0.0.0.0:8443 }\ndashboard: { address: 0.0.0.0:8443 }\n')).toEqual([
    'portcullis.yaml: valid',
    'But not where processor, dashboard and Envoy share a machine or a pod:',
    '  - portcullis.yaml:1: proxy.address: dashboard.address listens there already',
  ]);
  expect(await check('proxy: { address: 0.0.0.0:8443 }\n')).toEqual(['portcullis.yaml: valid']);
});

it('refuses ports that one part would want twice', async () => {
  await expect(
    check('metrics: { address: 0.0.0.0:9000 }\nextProc: { address: 0.0.0.0:9000 }\n'),
  ).rejects.toThrow(/metrics\.address: extProc\.address listens there already/);
});

it('calls a file valid that sets something for entities that nothing looks for, and says that it does nothing', async () => {
  const yaml = (person: string) =>
    `policy:\n  entities:\n    EMAIL_ADDRESS: { input: mask }\n    PERSON: { input: ${person} }\n`;
  expect(await check(yaml('mask'))).toEqual([
    'portcullis.yaml: valid',
    'But nothing looks for these entities, and what is set for them does nothing:',
    '  - portcullis.yaml:4: policy.entities.PERSON',
  ]);
  expect(await check(yaml('off'))).toEqual(['portcullis.yaml: valid']);
});
