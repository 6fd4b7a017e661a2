import { describe, expect, it } from 'vitest';
import { FOREIGN_WORDS } from '../../../../src/detection/decoding/words/foreign-words.ts';
import {
  columnOf,
  costAt,
  costInAnyAt,
  DEAD_END,
  eachWord,
  mayGoOnFromThree,
  ROOT,
  stepInto,
  stepIntoThree,
} from '../../../../src/detection/decoding/words/vocabulary.ts';

const nodeOf = (letters: string): number => {
  let node = ROOT;
  for (let at = 0; at < letters.length && node !== DEAD_END; at++)
    node = stepInto(node, letters.charCodeAt(at));
  return node;
};

describe('the trie of words', () => {
  const ranks = new Map<string, number>();
  eachWord((word, rank) => {
    if (!ranks.has(word)) ranks.set(word, rank);
  });
  const foreign = new Set(FOREIGN_WORDS.trim().split(/\s+/u));

  it('has each word with what its rank costs, more for compounds', () => {
    for (const [word, rank] of ranks) {
      const extra = costAt(nodeOf(word)) - Math.log(rank + 1) - 2.5;
      expect(Math.min(Math.abs(extra), Math.abs(extra - 6)), word).toBeLessThan(1e-5);
    }
  });

  it('has words of other languages, which cost something only where any are looked for', () => {
    for (const word of foreign) {
      if (ranks.has(word) || word.length < 4) continue;
      expect(costAt(nodeOf(word)), word).toBe(0);
      expect(costInAnyAt(nodeOf(word)), word).toBeGreaterThan(0);
    }
  });

  it('has nothing that is only a beginning of words', () => {
    const begins = new Set(
      [...ranks.keys(), ...foreign].flatMap((word) => [word.slice(0, -1), word.slice(0, 3)]),
    );
    for (const begin of begins)
      if (!ranks.has(begin) && !foreign.has(begin)) expect(costInAnyAt(nodeOf(begin)), begin).toBe(0);
    expect(costInAnyAt(ROOT)).toBe(0);
    expect(costInAnyAt(DEAD_END)).toBe(0);
  });

  it('leads three letters of any alphabet to where they lead one by one, and never ends a word behind them', () => {
    const words = [...ranks.keys(), ...foreign].filter(({ length }) => length > 3);
    for (const word of words) {
      const [first = 0, second = 0, third = 0, fourth = 0] = Array.from(word.slice(0, 4), (letter) =>
        columnOf(letter.charCodeAt(0)),
      );
      expect(stepIntoThree(first, second, third), word).toBe(nodeOf(word.slice(0, 3)));
      expect(mayGoOnFromThree(first, second, third, fourth), word).toBe(true);
    }
    const columns = Array.from('qxzvы', (letter) => columnOf(letter.charCodeAt(0)));
    for (const first of columns)
      for (const second of columns) expect(stepIntoThree(first, second, columns[1] ?? 0)).toBe(DEAD_END);
  });

  it('has no other letters', () => {
    expect(nodeOf('xqzv')).toBe(DEAD_END);
    expect(nodeOf('a7')).toBe(DEAD_END);
  });
});
