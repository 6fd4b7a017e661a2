import type { Category } from '../findings.ts';

/**
 * One rule. It is tried only where one of its `starts` stands, so a text without them costs nothing.
 */
export type Rule = Readonly<{
  /** Stable, and never used again for something else. */
  id: string;
  /** One of the grades of `policy/settings.ts`: 0.97 and up, 0.85, 0.65, 0.4. */
  score: number;
  /** Literals that begin a match, regardless of case unless `exact`. */
  starts: readonly string[];
  /**
   * Source of a regular expression for what follows the literal, in lower case (the text is lower-cased before, unless
   * `exact`). Every quantifier is bounded; of property classes there are `\p{L}` and `\p{N}`. A blank stands for a gap between two words; a real one is written `\x20`.
   * A capturing group, of which there is one at most, is the value: the finding points at it alone, so that what gives it
   * away (`"password": "`) stays when it is redacted.
   */
  rest: string;
  /** Source of an expression, of bounded quantifiers, for what belongs to the match and stands before the literal. */
  lead?: string;
  /** Literals are matched in this very case and as they are. */
  exact?: boolean;
  /** A look at the whole match, or at the value, that a pattern cannot take: checksums, entropy. */
  verify?: (matched: string) => boolean;
  /** Sub-type of this rule's findings where it is not the rule set's. */
  subType?: string;
  /** See `Ruleset`. */
  isEveryday?: boolean;
  /** Texts that the rule must find, and texts that it must not. */
  match: readonly string[];
  noMatch: readonly string[];
}>;

export type Ruleset = Readonly<{
  id: string;
  category: Category;
  subType: string;
  /** Whether a text that quotes or discusses such wording is let off with a lower score. */
  discussable: boolean;
  /** Whether its wordings may be said of instructions and texts that are not the model's, which lowers the score, too. */
  ownable?: boolean;
  /**
   * Its literals and samples are everyday speech of other languages, whose words are near to too many: none is what a mistyped word
   * may have meant (`decoding/words/nearest-word.ts`), as `kaum` is no `kamu`. A single rule may be so, too.
   */
  isEveryday?: boolean;
  rules: readonly Rule[];
}>;
