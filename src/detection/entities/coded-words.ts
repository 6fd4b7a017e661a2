import type { CharRanges } from '../char-ranges.ts';
import { codeAt } from '../code-units.ts';
import { END, type LoosePattern, loosen } from '../loose-pattern.ts';
import type { Candidate, CodedEntity } from './entity.ts';
import { isLetter, isUpper, isWord, sticky } from './letters.ts';

const MAX_LETTERS = 7;
const MAX_DIGITS = 18;

const keyOf = (letters: number, digits: number, isDivided: boolean): number =>
  (letters * (MAX_DIGITS + 1) + digits) * 2 + (isDivided ? 1 : 0);

export type Headed = Readonly<{
  entity: CodedEntity;
  /** Among how many of its first characters there is a letter. */
  letterWithin: number;
  /** Whether it is nothing without a word in front: there is no checksum, and no notation that is sure by itself. */
  isBare: boolean;
}>;

const isBare = ({ scores, check }: CodedEntity): boolean =>
  check === null && scores.written === undefined && scores.bare === undefined;

/** For each head the entities that begin with it. */
export type Heads = readonly (readonly Headed[] | undefined)[];

const isLetters = (ranges: CharRanges): boolean =>
  ranges.every(
    ([first, last]) => (isUpper(first) && isUpper(last)) || (isLetter(first) && last <= LAST_LETTER),
  );
const LAST_LETTER = 0x7a;

/** Among how many of the first characters of each match there is a letter of ASCII; infinity where there may be none. */
export const letterWithin = ({ first, steps }: LoosePattern): number => {
  const known = new Map<number, number>();
  const from = (number: number): number => {
    const step = steps[number];
    const before = known.get(number);
    if (before !== undefined || number === END || step === undefined)
      return before ?? Number.POSITIVE_INFINITY;
    // What leads back here may take any number of characters without a letter.
    known.set(number, Number.POSITIVE_INFINITY);
    const chars =
      'forks' in step ? Math.max(...step.forks.map(from)) : isLetters(step.ranges) ? 1 : 1 + from(step.to);
    known.set(number, chars);
    return chars;
  };
  return from(first);
};

export const indexHeads = (entities: readonly CodedEntity[]): Heads => {
  const index = Array.from(
    { length: keyOf(MAX_LETTERS, MAX_DIGITS, true) + 1 },
    (): readonly Headed[] | undefined => undefined,
  );
  for (const entity of entities) {
    const headed = {
      ...{ entity, isBare: isBare(entity) },
      letterWithin: letterWithin(loosen(entity.pattern.source)),
    };
    for (const { letters, digits, isDivided } of entity.heads) {
      for (let count = digits[0]; count <= digits[1]; count++) {
        const key = keyOf(letters, count, isDivided === true);
        index[key] = [...(index[key] ?? []), headed];
      }
    }
  }
  return index;
};

/** @returns What {@link indexHeads} put there. */
export const entitiesWith = (
  index: Heads,
  letters: number,
  digits: number,
  isDivided: boolean,
): readonly Headed[] | undefined =>
  letters > MAX_LETTERS || digits > MAX_DIGITS ? undefined : index[keyOf(letters, digits, isDivided)];

const SEPARATORS = /[ ./-]/g;

const scoreOf = ({ scores }: CodedEntity, matched: string, isAnnounced: boolean): number | undefined => {
  if (isAnnounced) return scores.announced;
  return matched === matched.toUpperCase() ? scores.written : scores.bare;
};

/** @param isAnnounced Whether a word near the value at this end announces the entity. */
export const codedAt = (
  text: string,
  start: number,
  entity: CodedEntity,
  isAnnounced: (end: number) => boolean,
): Candidate | undefined => {
  const { check } = entity;
  const matched = sticky(text, entity.pattern, start);
  if (matched === undefined) return undefined;
  const end = start + matched.length;
  if (isWord(codeAt(text, end)) || (isBare(entity) && !isAnnounced(start))) return undefined;
  if (check !== null && !check(matched.replace(SEPARATORS, '').toUpperCase())) return undefined;
  const score = scoreOf(entity, matched, isAnnounced(end));
  if (score === undefined) return undefined;
  return { name: entity.name, score, span: { start, end }, isChecked: check !== null };
};
