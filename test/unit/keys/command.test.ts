import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keysCommand } from '../../../src/cli/keys.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { createKeySecret } from '../../../src/keys/format.ts';
import { openDatabase } from '../../../src/records/open.ts';

const startCommand = () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portcullis-keys-'));
  const written: string[] = [];
  const stdout = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => written.push(String(text)) > 0);
  onTestFinished(() => {
    stdout.mockRestore();
    rmSync(dataDir, { recursive: true });
  });
  const run = async (...args: string[]) => {
    written.splice(0);
    await keysCommand.run([...args, '--json', '--data-dir', dataDir]);
    return JSON.parse(written.join(''));
  };
  const audit = async () => {
    const database = await openDatabase(loadConfig({ env: {}, overrides: { dataDir } }));
    const { items } = await database.listAudit({}, { cursor: null, limit: 100 });
    await database.close();
    return items;
  };
  return { dataDir, run, audit };
};

it('writes down in the audit log what it does to keys, and never a key', async () => {
  const { dataDir, run, audit } = startCommand();
  const made = await run('create', '--name', 'ci', '--mode', 'shadow');
  const next = await run('rotate', made.id, '--overlap', '1h');
  await run('revoke', next.id);
  const file = join(dataDir, 'key');
  const secret = createKeySecret();
  writeFileSync(file, secret);
  const brought = await run('import', '--key-file', file);
  // Changes nothing.
  await run('import', '--key-file', file);
  await run('list');
  const entries = await audit();
  const seen = entries.map(({ actor, action, target }) => [actor, action, target]);
  expect(seen.toSorted()).toEqual([
    ['cli', 'key.create', made.id],
    ['cli', 'key.import', brought.id],
    ['cli', 'key.revoke', next.id],
    ['cli', 'key.rotate', made.id],
  ]);
  const detailsOf = (wanted: string) => entries.find(({ action }) => action === wanted)?.details;
  expect(detailsOf('key.create')).toMatchObject({ name: 'ci', mode: 'shadow', origin: 'cli' });
  expect(detailsOf('key.rotate')).toEqual({ successor: next.id, overlapMs: 3_600_000 });
  for (const text of [made.key, next.key, secret]) expect(JSON.stringify(entries)).not.toContain(text);
});

it('makes no key for entities that nothing is found by', async () => {
  const { run } = startCommand();
  await expect(run('create', '--entities', '{"EMAIL_ADDRES":{"input":"mask"}}')).rejects.toThrow(
    '--entities: EMAIL_ADDRES: nothing is found by this name; did you mean EMAIL_ADDRESS?',
  );
});

it('makes a key for entities that nothing looks for, and says that this does nothing', async () => {
  const { dataDir, run } = startCommand();
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => stderr.mockRestore());
  const told = () =>
    stderr.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('nothing looks'));
  const entities = { PERSON: { input: 'mask' }, CREDIT_CARD: { input: 'block' } };
  expect(await run('create', '--entities', JSON.stringify(entities))).toMatchObject({ entities });
  const note = '--entities: nothing looks for PERSON; what is set there does nothing.\n';
  expect(told()).toEqual([note]);
  const file = join(dataDir, 'key');
  writeFileSync(file, createKeySecret());
  await run('import', '--key-file', file, '--entities', JSON.stringify(entities));
  expect(told()).toEqual([note, note]);
  await run('create', '--entities', '{"CREDIT_CARD":{"input":"block"}}');
  expect(told()).toHaveLength(2);
});

it('says so where it makes a store, and not again', async () => {
  const { dataDir, run } = startCommand();
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => stderr.mockRestore());
  const note = `There was no store in ${dataDir}, so a new one is made.`;
  await run('create');
  expect(stderr.mock.calls.map(([text]) => text)).toEqual([expect.stringContaining(note)]);
  await run('create');
  expect(stderr).toHaveBeenCalledTimes(1);
});

it.each([
  [
    '{"EMAIL_ADDRESS":{"input":"nope","output":"tokenize"},"IBAN_CODE":7}',
    '--entities: EMAIL_ADDRESS.input: Invalid option: expected one of "off"|"detect"|"mask"|"hash"|"tokenize"|"redact"|"block"; EMAIL_ADDRESS.output: ',
  ],
  ['[]', '--entities: expected record, received array'],
  ['{"EMAIL":{},"IBAN":{}}', '--entities: EMAIL: nothing is found by this name; IBAN: '],
  ['{bad', '--entities takes JSON such as '],
])('says in one line all that is wrong with the entities %s', async (entities, words) => {
  const { run } = startCommand();
  const error: unknown = await run('create', '--entities', entities).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'USAGE', message: expect.stringContaining(words) });
  expect(String(error)).not.toContain('\n');
});

it('finds keys by a piece of name, id or beginning', async () => {
  const { run } = startCommand();
  const made = [];
  for (const name of ['Billing', 'Café', 'billing of old']) made.push(await run('create', '--name', name));
  const found = async (text: string) => {
    const keys: readonly { name: string }[] = await run('list', '--search', text);
    return keys.map(({ name }) => name).toSorted();
  };
  expect(await found('BILL')).toEqual(['Billing', 'billing of old']);
  expect(await found('cafe\u0301')).toEqual(['Café']);
  expect(await found(made[1].id)).toEqual(['Café']);
  // A whole key, of which only the beginning is stored.
  expect(await found(made[2].key)).toEqual(['billing of old']);
  expect(await found('nothing')).toEqual([]);
});
