import { describe, expect, it } from 'vitest';
import { pii } from '../../../../src/detection/detectors/pii.ts';
import { createPipeline } from '../../../../src/detection/pipeline.ts';
import { TOOL } from '../samples.ts';

/** Enforced at `medium`. */
const SURE = 0.8;
const pipeline = createPipeline([pii]);
const foundIn = (text: string): string[] =>
  [...pipeline.scan(text, TOOL)]
    .flat()
    .filter(({ score }) => score >= SURE)
    .map(({ span, subType }) => `${subType} ${text.slice(span.start, span.end)}`);

describe('numbers of nobody that look like those of people', () => {
  it.each([
    // The checksum of each is right.
    'workflow run 20240652 failed',
    'Run #31582857 failed after 3m',
    'run 12345678-5 of the job',
    'Part number 12.345.678-5 is out of stock',
    'Código de producto: 12.345.678-5',
    'Plano n.º 12.345.678-5 rev. B',
    'Artículo 12.345.678-5',
    'RUT 76.086.428-5 of a firm',
    'SKU A123456(3) in stock: 20',
    'return A123456(3);',
    'Smith J. 2019;12:G123456(A)',
    'BACK-240101-XY9.tar',
    'RC 125114002',
    'took 5086us rc=1 0006178788',
    'exit rc 12, 0006178788',
    'lots 251204/0883 and 221123/5158',
    'v2.0.0-rc 247921786',
    'Objednávka 710319/2745',
    'zakázka č. 710319/2745',
    'sp. zn. 710319/2019',
    'lot 240101-12345',
    'Batch 290831-11725',
    '112-233-445-95',
    'eth0 25 88192661 2',
    'lib 26.60807483.9',
    'AFM topography 094259216 nm',
    'svn commit -r 1237010180',
    'The gasket 34201-0891231-8 fits both pumps.',
    'NIC firmware, kit 34201-0891231-8',
    'id card printer 34201-1234567-1',
    'ribbons for ID card printers: 34201-1234567-1',
    'identity card reader, 34201-1234567-1',
    '34201-0891231-8; 42101-1234567-9; 35202-7654321-3',
    'IRD model 49-098-576',
    'This sort code handles 10000000 elements in 12345678 ns.',
    'nik 4111111111111112',
    '2024-01-15 lot 20240115A008',
  ])('%s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });

  it('are those of people where the word touches them', () => {
    expect(
      ['AFM 094259216', 'IRD number: 049-098-576', 'sort code 20-00-00 account 12345678'].flatMap(foundIn),
    ).toEqual(['GR_AFM 094259216', 'NZ_IRD 049-098-576', 'US_BANK_NUMBER 12345678']);
  });

  it.each([
    ...['20240101A', '20240102B', '20240630C', '20240715L', '20241231M', '20260101X'].map((day) => ({ day })),
  ])('batches of a day: $day', ({ day }) => {
    const batches = Array.from({ length: 1000 }, (_, i) => `${day}${String(i).padStart(3, '0')}`);
    expect(batches.flatMap(foundIn)).toEqual([]);
  });
});
