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
