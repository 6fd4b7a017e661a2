import { expect, it } from 'vitest';
import { decodeRuns, forgetRuns } from '../../../../src/detection/decoding/runs/alphabet-runs.ts';
import { readFacts } from '../../../../src/detection/facts/text-facts.ts';
import { decodedViews } from '../../../../src/detection/views/views.ts';

const SECRET = 'nobody may feed the gulls behind the mill';
const CODED = Buffer.from(SECRET).toString('base64');
const base64In = (text: string): string | undefined =>
  decodedViews(text).find(({ name }) => name === 'base64')?.text;

it('reads a long run as it stands, wherever the same one stands once more', () => {
  expect(base64In(`see ${CODED} and ${CODED}, too`)).toBe(`${SECRET}\n${SECRET}\n`);
});

it('reads a run that is cut where the text begins, and not the same one further on', () => {
  const cut = CODED.slice(5);
  expect(base64In(`${cut} and ${cut}, too`)?.split('\n').filter(Boolean)).toHaveLength(1);
  expect(base64In(`see ${cut} and ${cut}, too`)).toBeUndefined();
});

it('reads what a view has of the same runs', () => {
  const names = decodedViews(`see%20this ${CODED} and%20that`).map(({ name, text }) => [name, text]);
  expect(names).toEqual(
    expect.arrayContaining([
      ['base64', `${SECRET}\n`],
      ['url', `see this ${CODED} and that`],
    ]),
  );
});

it.each([
  { before: 'a text', asked: 0 },
  { before: 'ein Täxt', asked: 1 },
  { before: undefined, asked: 1 },
])('is not asked about a run that was a text of ASCII for somebody before: $before', ({ before, asked }) => {
  const facts = readFacts(`see ${CODED} there`);
  const first = { begins: () => true, read: () => before };
  let asks = 0;
  const second = {
    begins: () => true,
    read: () => {
      asks++;
      return undefined;
    },
  };
  decodeRuns(facts, first);
  decodeRuns(facts, second, [first]);
  forgetRuns();
  expect(asks).toBe(asked);
});

it('reads a run backwards whatever ends its lines', () => {
  const reversed = [...CODED].reverse().join('');
  const broken = `${reversed.slice(0, 20)}\u2028${reversed.slice(20)}`;
  const read = decodedViews(`see ${broken} there`).find(({ name }) => name === 'base64-reversed');
  expect(read?.text).toBe(`${SECRET}\n`);
});
