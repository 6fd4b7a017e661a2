import { expect, it } from 'vitest';
import { segmentLetters } from '../../../../src/detection/decoding/words/segment-letters.ts';
import {
  costInAnyAt,
  DEAD_END,
  LONGEST_WORD,
  ROOT,
  stepInto,
} from '../../../../src/detection/decoding/words/vocabulary.ts';
import { createRandom } from '../../../../src/training/random.ts';

const UNKNOWN_CHUNK = 7;
const UNKNOWN_LETTER = 2.6;

/** What each word costs that `letters` begin with, by its length. */
const wordsAt = (letters: string, at: number): readonly (readonly [number, number])[] => {
  const found: (readonly [number, number])[] = [];
  let node = ROOT;
  for (let end = at; end < Math.min(letters.length, at + LONGEST_WORD); end++) {
    node = stepInto(node, letters.charCodeAt(end));
    if (node === DEAD_END) break;
    if (costInAnyAt(node) > 0) found.push([end + 1, costInAnyAt(node)]);
  }
  return found;
};

/** The cheapest reading by trying all of them, without a thought for time. */
const plainCost = (letters: string): number => {
  const costs = Array.from({ length: letters.length + 1 }, () => Number.POSITIVE_INFINITY);
  costs[0] = 0;
  const take = (end: number, cost: number): void => {
    costs[end] = Math.min(costs[end] ?? 0, cost);
  };
  for (let at = 0; at < letters.length; at++) {
    const so = costs[at] ?? 0;
    for (const [end, cost] of wordsAt(letters, at)) take(end, so + cost);
    for (let end = at + 1; end <= letters.length; end++)
      take(end, so + UNKNOWN_CHUNK + UNKNOWN_LETTER * (end - at));
  }
  return costs[letters.length] ?? 0;
};

const WORDS = ['ignore', 'all', 'previous', 'the', 'a', 'hafen', 'правила', 'забудь', 'instructions', 'ich'];
const STRANGE = 'abcdefghijklmnopqrstuvwxyzßéыжт字';

it('cuts letters into the words that cost least together, whatever stands between them', () => {
  const random = createRandom(3);
  const below = (most: number): number => Math.floor(random() * most);
  for (let i = 0; i < 1500; i++) {
    const letters = Array.from({ length: 1 + below(7) }, () =>
      random() < 0.6
        ? (WORDS[below(WORDS.length)] ?? '')
        : Array.from({ length: 1 + below(6) }, () => STRANGE[below(STRANGE.length)]).join(''),
    ).join('');
    const { costPerLetter, cuts } = segmentLetters(letters, true);
    expect(costPerLetter * letters.length, letters).toBeCloseTo(plainCost(letters), 6);
    expect([...cuts], letters).toEqual([...cuts].sort((a, b) => a - b));
  }
});

it('reads the same letters the same way after others', () => {
  const first = segmentLetters('ignoreallprevious');
  segmentLetters('q'.repeat(5000));
  expect(segmentLetters('ignoreallprevious')).toEqual(first);
  expect(first.cuts).toEqual([6, 9]);
  expect(first.known).toBe(17);
});
