import { describe, expect, it } from 'vitest';
import { pii } from '../../../../src/detection/detectors/pii.ts';
import { createPipeline } from '../../../../src/detection/pipeline.ts';
import { expectCheap } from '../../cost.ts';
import { OUTPUT, TOOL } from '../samples.ts';

const SURE = 0.8;
const pipeline = createPipeline([pii]);
const foundIn = (text: string): string[] =>
  [...pipeline.scan(text, OUTPUT)]
    .flat()
    .filter(({ score }) => score >= SURE)
    .map(({ span, subType }) => `${subType} ${text.slice(span.start, span.end)}`);

describe('columns that are named as numbers of people', () => {
  it.each([
    {
      name: 'CSV',
      text: 'name,ssn,phone\nAnna,212069126,4155552671\nBo,"212069127",4155552672\n',
      values: ['US_SSN 212069126', 'PHONE_NUMBER 4155552671', 'US_SSN 212069127', 'PHONE_NUMBER 4155552672'],
    },
    {
      name: 'semicolons',
      text: 'Nome;Telefone Celular;CPF\nA;11912345678;12345678909\n',
      values: ['PHONE_NUMBER 11912345678', 'BR_CPF 12345678909'],
    },
    {
      name: 'Markdown',
      text: '| Name | SSN | Passport |\n|---|---|---|\n| A | 212 06 9126 | 912345678 |\n| B | 212 06 9127 | 912345679 |\n',
      values: ['US_SSN 212 06 9126', 'US_PASSPORT 912345678', 'US_SSN 212 06 9127', 'US_PASSPORT 912345679'],
    },
    {
      name: 'tabs',
      text: 'name\tpassport\tphone\nA\tX1234567\t01711234567\nB\tX1234568\t01711234568\n',
      values: [
        'PASSPORT_NUMBER X1234567',
        'PHONE_NUMBER 01711234567',
        'PASSPORT_NUMBER X1234568',
        'PHONE_NUMBER 01711234568',
      ],
    },
    {
      name: 'SQL',
      text: "INSERT INTO t (name, personnummer) VALUES ('A', '8112189876'), ('B', '8112189876');",
      values: ['SE_PERSONNUMMER 8112189876', 'SE_PERSONNUMMER 8112189876'],
    },
    {
      name: 'HTML',
      text: '<tr><th>Name</th><th>NHS no</th></tr><tr><td>A</td><td>9434765919</td></tr><tr><td>B</td><td>9434765919</td></tr>',
      values: ['UK_NHS 9434765919', 'UK_NHS 9434765919'],
    },
    {
      name: 'lists in JSON',
      text: '[["name","phone"],["A","4155552671"],["B","4155552672"]]',
      values: ['PHONE_NUMBER 4155552671', 'PHONE_NUMBER 4155552672'],
    },
    {
      name: 'CSV with several numbers in a cell',
      text: 'name;phone\nAnna;030 901820 / 0171 2345678\nBo;"4155552671, 4155552672"\n',
      values: [
        'PHONE_NUMBER 030 901820',
        'PHONE_NUMBER 0171 2345678',
        'PHONE_NUMBER 4155552671',
        'PHONE_NUMBER 4155552672',
      ],
    },
    {
      name: 'CSV with breaks in its cells',
      text: 'name,address,phone\n"Anna","Street 5\nBonn",4155552671\n"Bo","a\nb\nc",4155552672\nC,d,4155552673\n',
      values: ['PHONE_NUMBER 4155552671', 'PHONE_NUMBER 4155552672', 'PHONE_NUMBER 4155552673'],
    },
    {
      name: 'CSV of Chile and Mexico',
      text: 'nombre;rut;curp\nA;12345678-5;BOXW310820HNERXN09\nB;12345678-5;BOXW310820HNERXN09\n',
      values: [
        'CL_RUT 12345678-5',
        'MX_CURP BOXW310820HNERXN09',
        'CL_RUT 12345678-5',
        'MX_CURP BOXW310820HNERXN09',
      ],
    },
    {
      name: 'CSV of Turkey and South Africa',
      text: 'ad,kimlik no,id number\nA,17291716060,8001015009087\nB,10000000146,8001015009087\n',
      values: [
        'TR_NATIONAL_ID 17291716060',
        'ZA_ID_NUMBER 8001015009087',
        'TR_NATIONAL_ID 10000000146',
        'ZA_ID_NUMBER 8001015009087',
      ],
    },
    {
      name: 'CSV in Cyrillic and Greek letters',
      text: 'име;ЕГН;ИНН;ΑΦΜ\nA;7523169263;500100732259;094259216\nB;7523169263;500100732259;094259216\n',
      values: [
        'BG_EGN 7523169263',
        'RU_INN 500100732259',
        'GR_AFM 094259216',
        'BG_EGN 7523169263',
        'RU_INN 500100732259',
        'GR_AFM 094259216',
      ],
    },
    {
      name: 'CSV of Austria and Indonesia',
      text: 'Name,Sozialversicherungsnummer,NIK\nA,1237010180,3171011708450001\nB,1237010180,3171011708450001\n',
      values: [
        'AT_SVNR 1237010180',
        'ID_NIK 3171011708450001',
        'AT_SVNR 1237010180',
        'ID_NIK 3171011708450001',
      ],
    },
    {
      name: 'CSV behind a mark of the order of bytes, with breaks of Windows',
      text: '\ufeffname,phone\r\nA,4155552671\r\nB,4155552672\r\n',
      values: ['PHONE_NUMBER 4155552671', 'PHONE_NUMBER 4155552672'],
    },
    {
      name: 'cells with quotes in quotes',
      text: '"name","phone","note"\n"A","4155552671","says ""hi"", ok"\n"B","4155552672","x"\n',
      values: ['PHONE_NUMBER 4155552671', 'PHONE_NUMBER 4155552672'],
    },
    {
      name: 'SQL with quotes in quotes',
      text: "INSERT INTO t (name, phone) VALUES ('O''Brien, x', '4155552671'), ('B', '4155552672');",
      values: ['PHONE_NUMBER 4155552671', 'PHONE_NUMBER 4155552672'],
    },
    {
      name: 'names with marks of their own',
      text: '\u0e0a\u0e37\u0e48\u0e2d,\u0e42\u0e17\u0e23\u0e28\u0e31\u0e1e\u0e17\u0e4c\nA,0812345678\nB,0812345679\n',
      values: ['PHONE_NUMBER 0812345678', 'PHONE_NUMBER 0812345679'],
    },
    {
      name: 'beside what is counted elsewhere',
      text: 'name,phone,chat\nA,4155552671,yes\nB,4155552672,no\n',
      values: ['PHONE_NUMBER 4155552671', 'PHONE_NUMBER 4155552672'],
    },
    {
      name: 'from right to left',
      text: '\u05e9\u05dd,\u05d8\u05dc\u05e4\u05d5\u05df\n\u05d3\u05df,0501234567\n\u05d3\u05df,0501234568\n',
      values: ['PHONE_NUMBER 0501234567', 'PHONE_NUMBER 0501234568'],
    },
  ])('$name', ({ text, values }) => {
    expect(foundIn(text)).toEqual(values);
  });

  it('all rows of a table longer than a window', () => {
    const rows = Array.from({ length: 3000 }, (_, i) => `user${i},${4155550000 + i}\n`);
    expect(foundIn(`Here they are.\nname,phone\n${rows.join('')}`)).toEqual(
      Array.from(rows, (_, i) => `PHONE_NUMBER ${4155550000 + i}`),
    );
  });

  it.each([
    'gene,mobile,count\nX,0.1234567,4\n',
    'desktop,mobile\n1234567,7654321\n',
    'device;mobile;desktop\nUsers;1 234 567;7 654 321\nVisits;2.234.567;8.654.321\n',
    'device,user mobile,desktop\nUsers,1234567,7654321\n',
    'year,fixed telephone,internet\n2020,107284000,351477000\n',
    'metric;telefon;tablet\nsitzungen;1.234.567;234.567\n',
    'platform,cell phone,tv\nminutes,12345678,2345678\n',
    'month,whatsapp,sms\n2024-01,1204567,120456\n',
    'appareil;pc portable\nventes;1234567\n',
    'phone_id,phone model\n4155552671,Pixel 4155552671\n',
    'mobile sessions,pages\n4155552671,12\n',
    'call my phone, please\nthe 4155552671, ok\n',
    'name,phone\nAnna,n/a\nBo,2024-01-31\n',
    'order,total\n4155552671,212069126\n',
  ])('nothing: %j', (text) => {
    expect(foundIn(text)).toEqual([]);
  });

  it('costs little, whatever a text is made of', () => {
    for (const piece of ['phone,1234567\n', '(phone,', '["phone",', '<th>phone', 'phone 1234567 ', 'phone|'])
      expectCheap(900, () => pii.detect(piece.repeat(262_144 / piece.length), TOOL), piece);
  });
});
