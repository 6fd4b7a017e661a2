import { describe, expect, it } from 'vitest';
import { mayBegin, NUMBERS, noteFirsts } from '../../../src/detection/matching/first-places.ts';
import { loosen } from '../../../src/detection/matching/loose-pattern.ts';

const firstsOf = (exact: boolean, ...sources: readonly string[]): Int32Array => {
  const firsts = new Int32Array(NUMBERS);
  for (const source of sources) noteFirsts(loosen(source), exact, firsts);
  return firsts;
};

describe('the first characters behind a literal', () => {
  it.each([
    { source: ' ab', text: ' ac', may: true, why: 'of a third one nobody asks' },
    { source: ' ab', text: ' bb', may: false, why: 'the second one is another' },
    { source: ' ab', text: '-ab', may: false, why: 'the first one is' },
    { source: ' ab', text: ' AB', may: true, why: 'capitals are read as small letters' },
    { source: '[@`]b', text: '`b', may: true, why: 'signs beside the letters are none' },
    { source: '[@`]b', text: ' b', may: false, why: 'they have no capitals' },
    { source: ' [^a-z]', text: ' A', may: false, why: 'what is no small letter is no capital, either' },
    { source: ' ', text: ' b', may: true, why: 'a match may end before it' },
    { source: '(?: a)?', text: 'xb', may: true, why: 'a match may be empty' },
    { source: '(?: a|-b)', text: ' b', may: true, why: 'each place is asked about by itself' },
    { source: 'é', text: 'éa', may: true, why: 'of what is beyond ASCII nothing is known' },
    { source: 'ab', text: 'éb', may: true, why: 'a letter beyond ASCII may be one of it in lower case' },
    { source: 'ab', text: 'a', may: true, why: 'the text ends' },
    { source: '(?! )[ a]b', text: ' b', may: true, why: 'an assertion says nothing' },
  ])('of /$source/ may be "$text": $may, since $why', ({ source, text, may }) => {
    expect(mayBegin(firstsOf(false, source), 0, text, 0)).toBe(may);
  });

  it('tell capitals apart where the pattern does', () => {
    expect(mayBegin(firstsOf(true, 'ab'), 0, 'Ab', 0)).toBe(false);
    expect(mayBegin(firstsOf(true, '[A-Z]b'), 0, 'Ab', 0)).toBe(true);
  });

  it('are those of any of several patterns', () => {
    const firsts = firstsOf(false, ' a', '-b');
    expect([' a', '-b', '+a'].map((text) => mayBegin(firsts, 0, text, 0))).toEqual([true, true, false]);
  });
});
