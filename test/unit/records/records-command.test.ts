import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { recordsCommand } from '../../../src/cli/records.ts';
import { openSqliteFile } from '../../../src/records/sqlite/sqlite-file.ts';
import type { ScanRecord } from '../../../src/records/store.ts';
import { temporaryFolder } from './open-store.ts';
import { sampleFinding, sampleRecord } from './samples.ts';

const linesOf = async (records: readonly ScanRecord[], ...args: string[]): Promise<readonly string[]> => {
  const dataDir = temporaryFolder();
  const file = await openSqliteFile(join(dataDir, 'portcullis.db'));
  await file.insertRecords(records);
  await file.close();
  const written: string[] = [];
  const stdout = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => written.push(String(text)) > 0);
  try {
    await recordsCommand.run([...args, '--data-dir', dataDir]);
  } finally {
    stdout.mockRestore();
  }
  return written.join('').trimEnd().split('\n');
};

it('lists as many as were asked for, newest first, whatever the store gives at once', async () => {
  // Three in each millisecond, so that a page ends among equals.
  const records = Array.from({ length: 2100 }, (_, index) =>
    sampleRecord(index, { receivedAtMs: 1_700_000_000_000 + Math.floor(index / 3) }),
  );
  const expected = records
    .toSorted((a, b) => b.receivedAtMs - a.receivedAtMs || (a.requestId < b.requestId ? 1 : -1))
    .map(({ requestId }) => requestId);
  const idsOf = (lines: readonly string[]) =>
    lines.map((line): unknown => JSON.parse(line)).map((record) => Object(record).requestId);
  expect(idsOf(await linesOf(records, '--limit', '2001', '--json'))).toEqual(expected.slice(0, 2001));
  expect(idsOf(await linesOf(records, '--limit', '50000', '--json'))).toEqual(expected);
});

it('says of what passed and failed all the same why there was no answer', async () => {
  const gone = { httpStatus: null, errorCode: 'client_closed_request', unjudged: {} } as const;
  const [blocked = '', refused = '', flagged = '', passed = ''] = await linesOf([
    sampleRecord(1, { ...gone, outcome: 'pass', findings: [] }),
    sampleRecord(2, { ...gone, outcome: 'flagged', findings: [sampleFinding] }),
    sampleRecord(3, {
      outcome: 'refused',
      httpStatus: 404,
      errorCode: 'unknown_path',
      findings: [],
      unjudged: {},
    }),
    sampleRecord(4, { outcome: 'blocked', errorCode: 'secret_detected', findings: [sampleFinding] }),
  ]);
  const found = `${sampleFinding.category}/${sampleFinding.subType}`;
  expect(passed).toMatch(/ pass .* {2}client_closed_request$/u);
  expect(flagged).toContain(found);
  expect(flagged).toMatch(/ flagged .* {2}client_closed_request$/u);
  expect(refused).toMatch(/ refused .* {2}unknown_path$/u);
  expect(blocked).toContain(found);
  expect(blocked).not.toContain('secret_detected');
});
