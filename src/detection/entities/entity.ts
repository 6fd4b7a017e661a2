import type { Span } from '../../chat/segment.ts';
import type { EntityName } from './names.ts';

/** A value that was found, before it is compared with others that overlap it. */
export type Candidate = Readonly<{
  name: EntityName;
  score: number;
  span: Span;
  /** Whether a checksum, or a grammar that chance does not meet, says that it is what it looks like. */
  isChecked: boolean;
}>;

/**
 * How sure each notation makes us. `medium` enforces from 0.8 on.
 *
 * - `announced`: a word of `words` stands in front of it or behind it;
 * - `written`: a number is divided as people divide it and stands alone, a code is in capitals;
 * - `bare`: neither. What has no score is not found in that notation.
 */
export type Scores = Readonly<{ announced: number; written?: number; bare?: number }>;

/** Values that an entity must find and must not find, as they stand in a text. */
export type Samples = Readonly<{ match: readonly string[]; noMatch: readonly string[] }>;

type EntityBase = Readonly<{
  name: EntityName;
  /** Words that announce it, in the languages in which it is spoken of; two words as `social security`. */
  words: readonly string[];
  /** Such as mean something else elsewhere: they announce it where they touch it alone. */
  nearWords?: readonly string[];
  /** Where the words are about something else: near in front of a value it says that nothing announces it. */
  unless?: RegExp;
  scores: Scores;
  samples: Samples;
}>;

/** Digits of a candidate, one a place; only the first `length` count. */
export type Digits = Readonly<ArrayLike<number>>;

/** An entity of nothing but digits, with single separators between groups of them. */
export type NumberEntity = EntityBase &
  Readonly<{
    kind: 'number';
    /** How many digits it has. */
    lengths: readonly number[];
    /** Groups as people write them: `3-2-4`, `3.3.3-2`, `4 4 4`. */
    layouts: readonly string[];
    /** Null where nothing can be checked. */
    check: ((digits: Digits, length: number) => boolean) | null;
    /** What nearly all of them are beyond that: in one piece and without a word others are met by chance. */
    isUsual?: (digits: Digits) => boolean;
    /** Numbers of goods and papers are divided in the same way. */
    mayBeOfGoods?: true;
    /** Amounts have as many digits: with a word, too, it is in one piece or divided as in `layouts`, and no currency stands behind it. */
    mayBeMoney?: true;
  }>;

/** What a coded entity begins with: some letters, perhaps one separator, and a run of digits. */
export type Head = Readonly<{
  letters: number;
  digits: readonly [least: number, most: number];
  isDivided?: boolean;
}>;

/** An entity with letters at fixed places. */
export type CodedEntity = EntityBase &
  Readonly<{
    kind: 'coded';
    heads: readonly Head[];
    /** Sticky and blind to case; matches the whole of it without what stands around it. */
    pattern: RegExp;
    /** Of the value in capitals, without separators. */
    check: ((value: string) => boolean) | null;
  }>;

export type Entity = NumberEntity | CodedEntity;
