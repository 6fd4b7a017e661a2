import { expect, it } from 'vitest';
import { mergedOver } from '../../../src/dashboard/ui/policy/merge.ts';

const rule = (id: string, pattern = id) => ({ id, pattern, action: 'block' });

it.each([
  { name: 'nobody else did anything', seen: 1, mine: 2, theirs: 1, merged: 2 },
  { name: 'both changed one value', seen: 'low', mine: 'high', theirs: 'medium', merged: 'high' },
  { name: 'given back to its default', seen: { a: 1 }, mine: undefined, theirs: { a: 2 }, merged: undefined },
  {
    name: 'members of a mapping, one of which is taken away',
    seen: { card: { input: 'mask', output: 'mask' }, mail: { input: 'mask' } },
    mine: { card: { input: 'block', output: 'mask' } },
    theirs: { card: { input: 'mask', output: 'off' }, mail: { input: 'mask' }, iban: { input: 'mask' } },
    merged: { card: { input: 'block', output: 'off' }, iban: { input: 'mask' } },
  },
  {
    name: 'rules, of which both have added one and they have removed one',
    seen: [rule('a'), rule('b')],
    mine: [rule('a'), rule('b'), rule('mine')],
    theirs: [rule('a'), rule('theirs')],
    merged: [rule('a'), rule('mine'), rule('theirs')],
  },
  {
    name: 'a rule that they removed and that was changed here stays',
    seen: [rule('a'), rule('b')],
    mine: [rule('a', 'other'), rule('b')],
    theirs: [rule('b')],
    merged: [rule('a', 'other'), rule('b')],
  },
  {
    name: 'a rule that was removed here and that they changed is gone, as the review says',
    seen: [rule('a'), rule('b')],
    mine: [rule('b')],
    theirs: [rule('a', 'other'), rule('b'), rule('c')],
    merged: [rule('b'), rule('c')],
  },
  {
    name: 'different fields of one rule',
    seen: [rule('a')],
    mine: [{ ...rule('a'), action: 'detect' }],
    theirs: [rule('a', 'other')],
    merged: [{ ...rule('a', 'other'), action: 'detect' }],
  },
  {
    name: 'rules where there were none',
    seen: [],
    mine: [rule('a')],
    theirs: [rule('b')],
    merged: [rule('a'), rule('b')],
  },
  { name: 'a list of words is one value', seen: ['a'], mine: ['a', 'b'], theirs: ['c'], merged: ['a', 'b'] },
])('keeps what two people changed: $name', ({ seen, mine, theirs, merged }) => {
  expect(mergedOver(seen, mine, theirs)).toEqual(merged);
});
