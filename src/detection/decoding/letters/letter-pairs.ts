import { eachWord } from '../words/vocabulary.ts';

/** How likely letters follow each other in sentences, with no blanks between words. */

const LETTERS = 26;
/** A blank is 0, `a` to `z` are 1 to 26. */
const SIZE = LETTERS + 1;
/** For pairs that no word has, of the weight of all that begin as they do. */
const LEAST_SHARE = 0.002;

const GAINS = new Float64Array(SIZE * SIZE);

const letterValue = (letter: string): number => {
  const value = letter.charCodeAt(0) - 96;
  return value >= 1 && value <= LETTERS ? value : 0;
};

const countPairs = (): Float64Array => {
  const weights = new Float64Array(SIZE * SIZE);
  eachWord((word, rank) => {
    let before = 0;
    for (const letter of `${word} `) {
      const value = letterValue(letter);
      const pair = before * SIZE + value;
      weights[pair] = (weights[pair] ?? 0) + 1 / (rank + 10);
      before = value;
    }
  });
  return weights;
};

const fillGains = (): void => {
  const weights = countPairs();
  const sums = Array.from({ length: SIZE }, (_, first) =>
    weights.subarray(first * SIZE, (first + 1) * SIZE).reduce((sum, weight) => sum + weight, 0),
  );
  const share = (first: number, second: number): number =>
    (weights[first * SIZE + second] ?? 0) / (sums[first] ?? 1);
  for (let first = 1; first < SIZE; first++)
    for (let second = 1; second < SIZE; second++) {
      const likely = share(first, second) + share(first, 0) * share(0, second);
      GAINS[first * SIZE + second] = Math.log(Math.max(LEAST_SHARE, likely));
    }
};
fillGains();

/**
 * The logarithm of how likely a letter follows another one.
 *
 * @param first From 1 for `a` to 26 for `z`; so is `second`.
 */
export const logOfPair = (first: number, second: number): number => GAINS[first * SIZE + second] ?? 0;
