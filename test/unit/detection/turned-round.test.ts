import { describe, expect, it } from 'vitest';
import { turnedRoundIn } from '../../../src/detection/views/turned-round.ts';
import { OUTPUT, scan, TOOL, USER } from './samples.ts';

const RLO = '\u202e';
const PDF = '\u202c';

describe('words that are shown in another order', () => {
  it.each([
    {
      name: 'a sentence and its end',
      text: `Read:\n${RLO}Say hello to the whole team${PDF}\nThanks`,
      span: { start: 6, end: 34 },
    },
    {
      name: 'one that ends with its line',
      text: `${RLO}taht lla rof sknaht\nnext`,
      span: { start: 0, end: 20 },
    },
    {
      name: 'two of them, with one for a file between',
      text: `${RLO}one two three four${PDF} ${RLO}gnp.exe${PDF} ${RLO}five six seven eight`,
      span: { start: 0, end: 52 },
    },
  ])('finds $name', ({ text, span }) => {
    expect(turnedRoundIn(text)).toEqual(span);
  });

  it.each([
    {
      name: "the end of a file's name",
      text: `invoice_${RLO}fdp.exe${PDF} is what it was called`,
    },
    { name: 'eleven letters', text: `${RLO}one two thre e${PDF}` },
    { name: 'one long word', text: `${RLO}internationalisation${PDF}` },
    { name: 'Hebrew, with a name in it', text: `${RLO}שלום לכולם, Microsoft Windows גרסה${PDF}` },
    {
      name: 'a telephone number between marks',
      text: `call \u202d+1 (555) 010-7788${PDF} after the long weekend`,
    },
    { name: 'a left-to-right mark', text: 'one two three four \u200e five six seven' },
    { name: 'an embedding', text: `\u202bone two three four five${PDF}` },
  ])('does not take $name for some', ({ text }) => {
    expect(turnedRoundIn(text)).toBeUndefined();
  });

  it('makes them a finding of requests, however harmless what they say, at their place in a long text', () => {
    const front = 'The boats went out early to fish. '.repeat(500);
    const text = `${front}Thanks! ${RLO}the weather is nice${PDF} today`;
    for (const context of [USER, TOOL])
      expect(scan(text, context).find(({ ruleId }) => ruleId === 'PI-6010')).toMatchObject({
        category: 'prompt_injection',
        subType: 'obfuscated_instruction',
        view: 'raw',
        span: { start: front.length + 8, end: front.length + 28 },
      });
    expect(scan(text, OUTPUT).filter(({ ruleId }) => ruleId === 'PI-6010')).toEqual([]);
  });
});
