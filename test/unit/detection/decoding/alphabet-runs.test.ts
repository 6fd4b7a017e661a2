import { expect, it } from 'vitest';
import { decodedViews } from '../../../../src/detection/views.ts';

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
