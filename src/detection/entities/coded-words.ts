import type { Span } from '../../chat/segment.ts';
import { loosen } from '../matching/loose-pattern.ts';
import { codeAt } from '../text/code-units.ts';
import { FOLLOWERS, followersOf, letterWithin, widthsOf } from './code-heads.ts';
import type { Candidate, CodedEntity } from './entity.ts';
import { isWord, sticky } from './letters.ts';

const MAX_LETTERS = 7;
export const MAX_DIGITS = 18;

const keyOf = (letters: number, digits: number, isDivided: boolean): number =>
  (letters * (MAX_DIGITS + 1) + digits) * 2 + (isDivided ? 1 : 0);

export type Headed = Readonly<{
  entity: CodedEntity;
  /** Among how many of its first characters there is a letter. */
  letterWithin: number;
  /** What may stand behind such a head. */
  followers: Uint8Array;
  /** How long the words are that it may be; none where it may be more than a word. */
  widths: readonly [least: number, most: number] | undefined;
  /** Whether it is nothing without a word in front: there is no checksum, and no notation that is sure by itself. */
  isBare: boolean;
}>;

const isBare = ({ scores, check }: CodedEntity): boolean =>
  check === null && scores.written === undefined && scores.bare === undefined;

/** Whether it may be a word of so many characters, whose end is its own. */
export const mayBeWord = ({ widths }: Headed, width: number): boolean =>
  widths === undefined || (width >= widths[0] && width <= widths[1]);

/** For each head the entities that begin with it. */
export type Heads = readonly (readonly Headed[] | undefined)[];

export const indexHeads = (entities: readonly CodedEntity[]): Heads => {
  const index = Array.from(
    { length: keyOf(MAX_LETTERS, MAX_DIGITS, true) + 1 },
    (): readonly Headed[] | undefined => undefined,
  );
  for (const entity of entities) {
    const pattern = loosen(entity.pattern.source);
    const known = {
      entity,
      letterWithin: letterWithin(pattern),
      widths: widthsOf(pattern),
      isBare: isBare(entity),
    };
    for (const { letters, digits, isDivided } of entity.heads) {
      for (let count = digits[0]; count <= digits[1]; count++) {
        const key = keyOf(letters, count, isDivided === true);
        const head = `${'L'.repeat(letters)}${isDivided === true ? '-' : ''}${'D'.repeat(count)}`;
        index[key] = [...(index[key] ?? []), { ...known, followers: followersOf(pattern, head) }];
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

/**
 * For each character that may stand behind a head (as in the tables of `followersOf`) within how many characters of some entity
 * there has to be a letter: infinity where one of them needs none, 0 where none goes on so.
 */
export const reachesOf = (entities: readonly Headed[]): Float64Array => {
  const reaches = new Float64Array(FOLLOWERS);
  for (const { followers, letterWithin: reach } of entities)
    for (let code = 0; code < FOLLOWERS; code++)
      if (followers[code] === 1) reaches[code] = Math.max(reaches[code] ?? 0, reach);
  return reaches;
};

const SEPARATORS = /[ ./-]/g;

/** What base64 is made of. */
const IN_BASE64 = /[A-Za-z0-9+/]/;
/** So long a run of it is no path and no list. */
const BLOB = 64;

/** Whether a value is a piece of a signature, a token or a picture, in which words of two letters stand by chance. */
const isInBlob = (text: string, { start, end }: Span): boolean => {
  let from = start;
  while (from > end - BLOB && from > 0 && IN_BASE64.test(text.charAt(from - 1))) from--;
  let to = end;
  while (to < from + BLOB && IN_BASE64.test(text.charAt(to))) to++;
  return to - from >= BLOB;
};

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
  const span = { start, end };
  if (score === undefined || (check === null && isInBlob(text, span))) return undefined;
  return { name: entity.name, score, span, isChecked: check !== null };
};
