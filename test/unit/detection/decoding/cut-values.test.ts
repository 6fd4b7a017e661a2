import { describe, expect, it } from 'vitest';
import { joinCutValues } from '../../../../src/detection/decoding/cut-values.ts';
import { pii } from '../../../../src/detection/detectors/pii.ts';
import { secrets } from '../../../../src/detection/detectors/secrets.ts';
import { readFacts } from '../../../../src/detection/facts/text-facts.ts';
import { openFrom } from '../../../../src/detection/matching/open-text.ts';
import { createPipeline } from '../../../../src/detection/pipeline.ts';
import { mixed } from '../../../../src/detection/rulesets/secrets/tokens.ts';
import { expectCheap } from '../../cost.ts';
import { maskWhole, policyOf, run, textsOf } from '../../stream/streams.ts';
import { DONE, say } from '../../stream/transcripts.ts';
import { OUTPUT } from '../samples.ts';

const pipeline = createPipeline([pii, secrets]);
const valuesIn = (text: string): string[] =>
  [...pipeline.scan(text, OUTPUT)]
    .flat()
    .filter(({ score }) => score >= 0.8)
    .map(({ subType, span }) => `${subType} ${text.slice(span.start, span.end)}`);

const KEY = `ghp_${mixed(36)}`;

const CUT: readonly (readonly [cut: string, subType: string, value: string])[] = [
  ['**4111** **1111** **1111** **1111**', 'CREDIT_CARD', '4111** **1111** **1111** **1111'],
  ['4111-`1111`-`1111`-`1111`', 'CREDIT_CARD', '4111-`1111`-`1111`-`1111'],
  ['*4111* *1111* *1111* *1111*', 'CREDIT_CARD', '4111* *1111* *1111* *1111'],
  ['_4111_ _1111_ _1111_ _1111_', 'CREDIT_CARD', '4111_ _1111_ _1111_ _1111'],
  ['4111 1111 **1111 1111**', 'CREDIT_CARD', '4111 1111 **1111 1111'],
  ['<b>4111</b> <b>1111</b> <b>1111</b> 1111', 'CREDIT_CARD', '4111</b> <b>1111</b> <b>1111</b> 1111'],
  ['| no. | 4111 | 1111 | 1111 | 1111 |\n|--|--|--|--|--|', 'CREDIT_CARD', '4111 | 1111 | 1111 | 1111'],
  ['- 4111\n- 1111\n- 1111\n- 1111', 'CREDIT_CARD', '4111\n- 1111\n- 1111\n- 1111'],
  ['1. 4111\n2. 1111\n3. 1111\n4. 1111', 'CREDIT_CARD', '4111\n2. 1111\n3. 1111\n4. 1111'],
  [
    '**DE89** **3704** **0044** **0532** **0130** **00**',
    'IBAN_CODE',
    'DE89** **3704** **0044** **0532** **0130** **00',
  ],
  ['SSN: `123`-`45`-`6788`', 'US_SSN', '123`-`45`-`6788'],
  [`${KEY.slice(0, 8)}**${KEY.slice(8, 20)}**${KEY.slice(20)}`, 'github_token', ''],
  [`${KEY.slice(0, 4)}\`${KEY.slice(4)}\``, 'github_token', ''],
  [`${KEY.slice(0, 10)}<b>${KEY.slice(10, 24)}</b>${KEY.slice(24)}`, 'github_token', ''],
];

describe('a value that markup cuts', () => {
  it.each(CUT)('is found: %j', (cut, subType, value) => {
    const found = valuesIn(`So here it is:\n${cut}\nand that was it.`);
    expect(found).toHaveLength(1);
    expect(found[0]).toBe(`${subType} ${value === '' ? cut.replace(/`$/u, '') : value}`);
  });

  it.each(CUT)('is masked in a stream, too: %j', (cut) => {
    const policy = policyOf({ entityAction: () => 'redact' });
    const text = `So here it is:\n${cut}\n\nand that was it, more or less.`;
    const whole = maskWhole('', text, policy);
    expect(whole).not.toBe(text);
    for (const size of [1, 4, 11]) {
      const events = [...say(text, { size }), DONE].map((event) => Buffer.from(event));
      const bytes = Buffer.from(run(events, { policy }).released, 'latin1');
      expect(textsOf(bytes).get('/choices/0/content'), `${size}`).toBe(whole);
    }
  });

  it.each([
    '| 2019 | 2020 |\n| 4111 | 1111 | 1111 | 1111 |\n| 4111 | 1111 | 1111 | 1111 |',
    'x = 4111*1111*1111*1111',
    'a_411_111_111_111_b',
    '- 4111 apples\n- 1111 pears\n- 1111 plums\n- 1111 figs',
    'In **2019**, **2020** and **2021** it rose.',
    'a1**2+b1**2+c1**2+d1**2',
    `commit \`${'0a1b2c3d4e'.repeat(4)}\``,
  ])('is not seen in %j', (text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it('is not waited for in prose', () => {
    for (const text of ['That is **bold** ', '`npm run build` ', 'a | b | ', '<b>So</b> ', '- one\n- two '])
      expect(openFrom(text, []), text).toBe(text.length);
  });

  it('costs little to look for, whatever a text is made of', () => {
    for (const piece of ['1** ', '1|', '12\n- ', '1<b>', 'a1`', '<', '1*', '1_ ']) {
      const text = piece.repeat(65_536 / piece.length);
      expectCheap(1500, () => [...pipeline.scan(text, OUTPUT)], piece);
      expectCheap(100, () => openFrom(text, []), `open ${piece}`);
    }
  });

  it.each([
    { name: 'signs in front of them', text: 'a1>'.repeat(66_000) },
    { name: 'rows of many groups', text: '1234|'.repeat(40_000) },
    {
      name: 'rows below a long row',
      text: `\n${'|1|'.repeat(33_000)}\n${'1234|5678|9012 x '.repeat(6000)}\n`,
    },
  ])('is looked for in a time that grows no faster than $name', ({ text }) => {
    const { marks } = readFacts(text);
    expectCheap(400, () => joinCutValues(text, marks));
  });

  it('costs little to wait for where nothing comes of it', () => {
    for (const piece of [
      '01010111 ',
      'AB12345678 ',
      '1234567ab12 ',
      '**12**-**3**',
      'ab-*`1*-`',
      '\n-   1234',
      '12 <b> 3 ',
    ])
      for (const end of ['<mongodb', '\u00e9', '<b <'])
        expectCheap(100, () => openFrom(piece.repeat(20) + end, []), `${piece}…${end}`);
  });
});
