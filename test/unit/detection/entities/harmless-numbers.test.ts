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
    '{"id":4543657231606,"variant_id":39834600347048}',
    '"admin_graphql_api_id":"gid://shopify/Order/4543657231606"',
    '{"name":"Hand","ean":"4722571329262","price":1.99}',
    '4722571329262  Hand cream  1.99',
    'GLN: 4260747025183',
    '{"network_transaction_id":"875826644817675"}',
    '{"checkout_id":11549424546439}',
    '{"text":"Café","location":{"latitude":52.55898,"longitude":13.44064}}',
    '{"text":"Café","x":225.713292}',
    'signal 57.23160 68.35853 46.66547',
    '{"message":{"DOI":"10.9663/friend.2026.913243"}}',
    '{"level":"info","message":"job 5853466654 done"}',
    '{"level":"info","message":"user 574952027 logged in"}',
    '{"phoneCalls":"398","impressions":"2480242"}',
    '{"deviceCategory": "mobile", "revenue": "1234567"}',
    '[{"value":"mobile"}],"metricValues":[{"value":"6359132"}]',
    'BenchmarkCall/education-8   66359132   434.3 ns/op',
    'call community 63591324 ns/op, calls: 3436572',
    'Cell B4: 7550367',
    'call\tdefault\t66\t2026-06-16 10:11:12',
    '<loc>https://a.dev/work-257</loc><lastmod>2026-02-13</lastmod>',
    '9663591 Work around the bug of the month',
  ])('%s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });

  it('are those of people where the word touches them', () => {
    expect(
      ['AFM 094259216', 'IRD number: 049-098-576', 'sort code 20-00-00 account 12345678'].flatMap(foundIn),
    ).toEqual(['GR_AFM 094259216', 'NZ_IRD 049-098-576', 'US_BANK_NUMBER 12345678']);
  });

  it('are those of people where the record or the notation says so', () => {
    expect(
      [
        '{"card_id":4543657231606}',
        'order_id 7, card 4543657231606',
        '{"id":"4111111111111111"}',
        '39834600347048 is what I pay with',
        '{"type":"mobile","value":"5551234567"}',
        '{"phone":{"country":"US","number":"4155552671"}}',
        '{"channel":"sms","to":"4155552671"}',
        '{"message":"call me on 4155552671"}',
        'reach me on 467.3395',
        'Tel. 089.1234567',
        'calls on 5552671',
        '5552671 mobile',
        '030 901820 office hours',
        '185057800608491',
        '11222333000181',
      ].map((text) => foundIn(text).length),
    ).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
  });

  it.each([
    ...['20240101A', '20240102B', '20240630C', '20240715L', '20241231M', '20260101X'].map((day) => ({ day })),
  ])('batches of a day: $day', ({ day }) => {
    const batches = Array.from({ length: 1000 }, (_, i) => `${day}${String(i).padStart(3, '0')}`);
    expect(batches.flatMap(foundIn)).toEqual([]);
  });
});
