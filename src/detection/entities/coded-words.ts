import { codeAt } from '../code-units.ts';
import type { Candidate, CodedEntity } from './entity.ts';
import { isWord, sticky } from './letters.ts';

const MAX_LETTERS = 7;
const MAX_DIGITS = 18;

const keyOf = (letters: number, digits: number, isDivided: boolean): number =>
  (letters * (MAX_DIGITS + 1) + digits) * 2 + (isDivided ? 1 : 0);

/** For each head the entities that begin with it. */
export type Heads = readonly (readonly CodedEntity[] | undefined)[];

export const indexHeads = (entities: readonly CodedEntity[]): Heads => {
  const index = Array.from(
    { length: keyOf(MAX_LETTERS, MAX_DIGITS, true) + 1 },
    (): readonly CodedEntity[] | undefined => undefined,
  );
  for (const entity of entities) {
    for (const { letters, digits, isDivided } of entity.heads) {
      for (let count = digits[0]; count <= digits[1]; count++) {
        const key = keyOf(letters, count, isDivided === true);
        index[key] = [...(index[key] ?? []), entity];
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
): readonly CodedEntity[] | undefined =>
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
  const matched = sticky(text, entity.pattern, start);
  if (matched === undefined) return undefined;
  const end = start + matched.length;
  if (isWord(codeAt(text, end))) return undefined;
  // Without a checksum it takes a word, or a notation that is sure by itself.
  const needsWord = entity.scores.written === undefined && entity.scores.bare === undefined;
  if (needsWord && entity.check === null && !isAnnounced(start)) return undefined;
  if (entity.check !== null && !entity.check(matched.replace(SEPARATORS, '').toUpperCase())) return undefined;
  const score = scoreOf(entity, matched, isAnnounced(end));
  if (score === undefined) return undefined;
  return { name: entity.name, score, span: { start, end }, isChecked: entity.check !== null };
};
