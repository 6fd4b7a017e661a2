import { describe, expect, it } from 'vitest';
import { isFew } from '../../../../src/detection/entities/number-lists.ts';
import { unitsOf } from '../../../../src/detection/text/code-units.ts';

/** Of a text with one number between brackets: whether nothing that is looked for can begin with it, whatever is announced. */
const isRuledOut = (marked: string): boolean => {
  const start = marked.indexOf('<');
  const end = marked.indexOf('>') - 1;
  return isFew(unitsOf(marked.replace(/[<>]/g, '')), start, end);
};

describe('digits that are too few for a value', () => {
  it.each([
    '| <58> | 40.5 | open |',
    '| 58 | <40>.5 | open |',
    '| 58 | 40.<5> | open |',
    'total = (<12> + 7) * x',
    'page <3> / 12, as before',
    'in <2026>',
  ])('are ruled out: %s', (text) => {
    expect(isRuledOut(text)).toBe(true);
  });

  it.each([
    ['digits go on behind blanks', '<4111> 1111 1111 1111'],
    ['an address has three dots', '<10>.0.0.1 |'],
    ['a letter makes a code of them', '<12>345 AB 12 |'],
    ['capitals stand in front', 'AB <12> 34 |'],
    ['other digits do', '4111 <1111> |'],
    ['a hyphen does', '00-1a-<55> |'],
    ['they are the last group with dots', '1a2b.3c4d.<5678> |'],
    ['they stand within a name', 'card_<12> |'],
    ['a letter beyond ASCII follows', '<12> é'],
  ])('are not where %s: %s', (_, text) => {
    expect(isRuledOut(text)).toBe(false);
  });
});
