import { describe, expect, it } from 'vitest';
import { secrets } from '../../../src/detection/detectors/secrets.ts';
import { readFacts } from '../../../src/detection/facts/text-facts.ts';
import { createPipeline } from '../../../src/detection/pipeline.ts';
import { hex, lower, mixed } from '../../../src/detection/rulesets/secrets/tokens.ts';
import { markedRuns } from '../../../src/detection/secrets/marked-runs.ts';
import { expectCheap } from '../cost.ts';
import { USER } from './samples.ts';

const pipeline = createPipeline([secrets]);
const foundIn = (text: string): string[] =>
  [...pipeline.scan(text, USER)]
    .flat()
    .map(({ subType, span }) => `${subType} ${text.slice(span.start, span.end)}`);

const KEYS = [
  ['azure_key', `${mixed(52)}${'JQQ'}J99${mixed(26)}`],
  ['azure_devops_token', `${mixed(76)}${'AZ'}DO${mixed(4)}`],
  ['azure_key', `${mixed(42)}${'Az'}Se${mixed(6)}`],
  ['azure_key', `${mixed(44)}${'Az'}Fu${mixed(6)}==`],
  ['azure_key', `${mixed(76)}${'+A'}St${mixed(6)}==`],
  ['azure_key', `${mixed(76)}${'AC'}Db${mixed(6)}==`],
  ['azure_key', `${mixed(33)}${'+A'}Sb${mixed(6)}=`],
  ['service_token', `${lower(10)}${'ms'}h${lower(15)}p${hex(6)}${'js'}n${hex(12)}`],
  ['mailgun_api_key', `${hex(32)}-${hex(8)}-${hex(8)}`],
  ['service_token', `${hex(32)}.${mixed(16)}`],
  ['asana_token', `2/7392018465539201/1207392018465539:${hex(32)}`],
] as const;

describe('a key that its service marks in the middle', () => {
  it.each(KEYS)('is found whatever stands around it: %s %s', (subType, key) => {
    for (const text of [
      key,
      `here is my key ${key}, does it work?`,
      `{"a":{"value":"${key}"}}`,
      `X=${key}\nY=1`,
      `curl https://x.corp.dev/?q=${key}&b=2`,
    ])
      expect(foundIn(text), text).toEqual([`${subType} ${key}`]);
  });

  it.each([
    `${mixed(52)}JQQJ99${mixed(25)}`,
    `${mixed(50)}JQQJ99${mixed(28)}`,
    `${mixed(44)}${'Az'}Fu${mixed(6)}`,
    `${'x'.repeat(76)}${'AC'}Db${'x'.repeat(6)}==`,
    `${hex(32)}-${hex(8)}-${hex(7)}`,
    `app.${hex(32)}.chunk.js`,
    `${hex(32)}.${lower(15)}`,
    `md5:${hex(32)}`,
    `7/2026:${hex(32)}`,
    `${lower(10)}msh${lower(37)}`,
  ])('is none of another length or with its mark elsewhere: %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });

  it('costs little in a text of nothing but such runs', () => {
    const facts = readFacts(`${KEYS.map(([, key]) => key).join('\n')}\n`.repeat(500));
    markedRuns(facts);
    expectCheap(40, () => markedRuns(facts));
  });
});
