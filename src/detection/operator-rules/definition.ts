import { type Direction, type Role, roleSetOf, type Span } from '../../chat/segment.ts';
import type { DetectionContext } from '../detector.ts';
import type { RawFinding } from '../matching/matcher.ts';

/** Most rules of an operator. */
export const MAX_RULES = 200;
/** Longest pattern as written, in UTF-16 code units. */
export const MAX_PATTERN_CHARS = 1000;
/**
 * Most instructions of a compiled pattern. RE2 takes at most so many steps for each character of a text, whatever the
 * text, so this bounds the cost of a rule the same way on every machine.
 */
export const MAX_PATTERN_STEPS = 250;
/** Most instructions of all patterns together. */
export const MAX_ALL_STEPS = 3000;
/** Most phrases of one deny list, and the longest of them in UTF-16 code units. */
export const MAX_WORDS = 2000;
export const MAX_PHRASE_CHARS = 200;
/** Most characters of all phrases together, for each of them takes memory. */
export const MAX_ALL_PHRASE_CHARS = 100_000;
/** The longest match that a rule may ask a stream to wait for, in UTF-16 code units. */
export const MAX_MATCH_CHARS = 2000;

/** One rule of the operator's: a pattern in RE2's syntax, or a list of phrases; never both. */
export type RuleDefinition = Readonly<{
  id: string;
  pattern?: string | undefined;
  words?: readonly string[] | undefined;
  caseSensitive: boolean;
  direction: Direction | 'both';
  /** Whose texts of a request it looks at; absent: everybody's. */
  roles?: readonly Role[] | undefined;
  /** The longest match that is surely found, and that a stream waits for, in UTF-16 code units. */
  maxChars: number;
}>;

type Author = Pick<DetectionContext, 'role' | 'roles'>;

const isOfAny = (asked: readonly Role[], { role, roles }: Author): boolean =>
  roles === undefined ? asked.includes(role) : asked.some((each) => (roles & roleSetOf(each)) !== 0);

/** Whether a rule looks at a text, or at some of those that it is put together from. */
export const appliesTo = ({ direction, roles }: RuleDefinition, context: DetectionContext): boolean =>
  (direction === 'both' || direction === context.direction) &&
  (context.direction === 'output' || roles === undefined || isOfAny(roles, context));

/** A rule of the operator's is certain of what it finds: its score is 1, and so is the confidence on the wire. */
export const ruleFinding = (
  { id, roles: asked }: RuleDefinition,
  { start, end }: Span,
  { roles }: Pick<DetectionContext, 'roles'>,
): RawFinding => ({
  ruleId: id,
  category: 'policy',
  subType: id,
  score: 1,
  span: { start, end },
  ...(asked === undefined || roles === undefined ? {} : { ofRoles: asked }),
});

/** Says where in a growing text a match may begin that more text could still complete or change. */
export type OpenRules = Readonly<{
  /** @returns An index `0..text.length`; `text.length` where nothing is open. Never throws. */
  openFrom: (text: string) => number;
}>;

/** Nothing is ever open. */
export const NO_OPEN_RULES: OpenRules = { openFrom: (text) => text.length };
