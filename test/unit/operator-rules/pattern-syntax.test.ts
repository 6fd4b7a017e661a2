import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { embed, readPattern } from '../../../src/detection/operator-rules/pattern-syntax.ts';

const openAt = (pattern: string, text: string): number => {
  const { open } = readPattern(embed(pattern, false));
  if (open === null) return text.length;
  const matcher = RE2JS.compile(open).matcher(text);
  return matcher.find() ? matcher.start() : text.length;
};

describe('where a pattern is open', () => {
  it.each([
    { pattern: 'acme-\\d{3}', text: 'see acme', at: 4 },
    { pattern: 'acme-\\d{3}', text: 'see ACME-12', at: 4 },
    { pattern: 'acme-\\d{3}', text: 'see acme-123', at: 12 },
    { pattern: 'acme-\\d{3}', text: 'see acme-x', at: 10 },
    { pattern: 'acme-\\d{3}\\b', text: 'see acme-123', at: 4 },
    { pattern: 'acme-\\d{3}\\b', text: 'see acme-123 ', at: 13 },
    { pattern: 'acme-\\d+', text: 'acme-123', at: 0 },
    { pattern: 'abc|ab', text: 'x ab', at: 2 },
    { pattern: 'ab|abc', text: 'x abc', at: 5 },
    { pattern: 'a.*b', text: 'xx a 1 b 2', at: 3 },
    { pattern: 'a.*b', text: 'xx a 1 b\n2', at: 10 },
    { pattern: '(?s)a.*b', text: 'xx a 1 b\n2', at: 3 },
    { pattern: '(?P<name>foo)(?:bar)?baz', text: 'a foob', at: 2 },
    { pattern: '\\Qa.b\\E!', text: 'axb a.', at: 4 },
    { pattern: 'x{2,3}y{,5}z', text: 'xxxy{,', at: 0 },
    { pattern: '[]a]b', text: 'b ]', at: 2 },
    { pattern: '[[:digit:]]{2}€', text: '€ 12', at: 2 },
    { pattern: '\\x{1F600}!', text: 'ok 😀', at: 3 },
    { pattern: '', text: 'ok', at: 2 },
    { pattern: 'a{0}b', text: 'a', at: 1 },
  ])('$pattern in "$text"', ({ pattern, text, at }) => {
    expect(openAt(pattern, text)).toBe(at);
  });
});

describe('what a pattern can match', () => {
  it.each([
    { pattern: 'acme-\\d{3}', shortest: 8, longest: 8 },
    { pattern: 'a?b{2,4}', shortest: 2, longest: 5 },
    { pattern: 'a*', shortest: 0, longest: Infinity },
    { pattern: '(?:ab|c){3}', shortest: 3, longest: 6 },
    { pattern: '\\bfoo\\b', shortest: 3, longest: 3 },
    { pattern: '\\b*', shortest: 0, longest: 0 },
    { pattern: 'a|', shortest: 0, longest: 1 },
    { pattern: '.', shortest: 1, longest: 2 },
    { pattern: '\\.\\/', shortest: 2, longest: 2 },
    { pattern: '[a-z\\d]{4}', shortest: 4, longest: 4 },
    { pattern: '\\pL{4}', shortest: 4, longest: 8 },
    { pattern: '(?i)\\Q(*\\E', shortest: 2, longest: 2 },
  ])('$pattern: $shortest to $longest', ({ pattern, shortest, longest }) => {
    expect(readPattern(embed(pattern, true))).toMatchObject({ shortest, longest });
  });

  it.each(['^a', 'a$', '\\Aa', 'a\\z', 'a(?i)b', '(?:(?i)a)'])('%s is refused', (pattern) => {
    expect(() => readPattern(embed(pattern, true))).toThrow(/no meaning here|a group of their own/);
  });
});

const atom = fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '\\b', '\\d', '\\w', 'é', '\\.');
const quantifier = fc.constantFrom('', '', '', '?', '*', '+', '{2}', '{1,3}', '{2,}', '*?', '+?', '??');
const { pattern: anyPattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  piece: fc
    .tuple(
      fc.oneof(
        { maxDepth: 3 },
        atom,
        tie('pattern').map((inner) => `(?:${inner})`),
      ),
      quantifier,
    )
    .map(([piece, times]) => `${piece}${piece === '\\b' ? '' : times}`),
  pattern: fc.oneof(
    fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
    fc.array(tie('piece'), { minLength: 2, maxLength: 3 }).map((pieces) => pieces.join('|')),
  ),
}));
const anyText = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'A', ' ', '1', 'é', '.', '\n'),
  maxLength: 12,
});

it('a match is open at each place within it, and as long as the syntax says', () => {
  let matches = 0;
  fc.assert(
    fc.property(anyPattern, anyText, (pattern, text) => {
      const { shortest, longest } = readPattern(embed(pattern, false));
      const matcher = RE2JS.compile(embed(pattern, false)).matcher(text);
      while (matcher.find()) {
        const [start, end] = [matcher.start(), matcher.end()];
        expect(end - start).toBeGreaterThanOrEqual(shortest);
        expect(end - start).toBeLessThanOrEqual(longest);
        for (let cut = start + 1; cut < end; cut += 1) {
          expect(openAt(pattern, text.slice(0, cut)), `cut at ${cut}`).toBeLessThanOrEqual(start);
          matches += 1;
        }
      }
    }),
    { numRuns: 3000 },
  );
  expect(matches).toBeGreaterThan(300);
});

it('where nothing is open no further text changes a match', () => {
  fc.assert(
    fc.property(anyPattern, anyText, anyText, (pattern, text, more) => {
      if (openAt(pattern, text) < text.length) return;
      const spansOf = (whole: string): string[] => {
        const matcher = RE2JS.compile(embed(pattern, false)).matcher(whole);
        const spans: string[] = [];
        while (matcher.find()) {
          if (matcher.end() > matcher.start() && matcher.start() < text.length) {
            spans.push(`${matcher.start()}-${matcher.end()}`);
          }
        }
        return spans;
      };
      if (readPattern(embed(pattern, false)).shortest > 0)
        expect(spansOf(text + more)).toEqual(spansOf(text));
    }),
    { numRuns: 3000 },
  );
});
