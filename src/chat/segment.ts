/** Who wrote a text, as far as the chat request or the answer says; a closed set, since it is a metric label. */
export const ROLES = [
  'system',
  'developer',
  'user',
  'tool',
  'assistant',
  'definition',
  'output',
  'other',
] as const;
export type Role = (typeof ROLES)[number];

/** Some roles, as bits in the order of `ROLES`. */
export type RoleSet = number;
export const roleSetOf = (role: Role): RoleSet => 1 << ROLES.indexOf(role);

/**
 * How far a text may steer the model; the thresholds hang on it.
 * `trusted` system and developer messages · `user` user messages and unknown roles · `untrusted` tool results and
 * files · `third-party` tool definitions and schemas · `model` assistant history · `output` the answer.
 */
export const TRUSTS = ['trusted', 'user', 'untrusted', 'third-party', 'model', 'output'] as const;
export type Trust = (typeof TRUSTS)[number];

/** Neither the operator wrote it nor the caller: tool results, files, tool definitions. */
export const isOfStrangers = (trust: Trust): boolean => trust === 'untrusted' || trust === 'third-party';

export type Direction = 'input' | 'output';

/** Half-open range in UTF-16 code units. */
export type Span = Readonly<{ start: number; end: number }>;

/** One text from a message: the unit that is scanned, cached and decided upon. */
export type Segment = Readonly<{
  /** As the model or the caller will read it: JSON escapes resolved, lone surrogates replaced by U+FFFD (same length). */
  text: string;
  /** JSON pointer (RFC 6901) to the string in the body, such as `/messages/0/content/1/text`. */
  pointer: string;
  role: Role;
  trust: Trust;
  direction: Direction;
  /** Where the JSON string token (both quotes included), or the number, stands in the decoded body; what redaction replaces. */
  source: Span;
  /** Set for a number outside of strings. Nobody reads it as a piece of a longer text, and what is replaced in it makes it a string. */
  isNumber?: true;
  /** Set for the text of a file in a `data:` address, which is the string at `source`. */
  isFile?: true;
  /** Set for a field by which the request hands the provider a credential. No model reads it. */
  isCredential?: true;
  /** The text with its lone surrogates, of which a neighbour may have the other half. Absent where there are none. */
  raw?: string;
  /** Under a repeated key: the readings of the body that have this text (bits of `readings.ts`). Absent: every one. */
  readings?: number;
}>;

/** By the names that providers have for it. */
const TOOL_CALL = /\/(?:tool_?calls?|tool_?use|function_?calls?|content\/\d{1,6}\/input)\//i;

/** Whether a text of an answer is part of a tool call. @param pointer As in `Segment`. */
export const isInToolCall = (pointer: string): boolean => TOOL_CALL.test(pointer);

/** Why a part of a body could not be judged; a closed set, since it is a metric label. */
export const UNJUDGED_REASONS = [
  'image',
  'audio',
  'video',
  'file',
  'unknown_part',
  'too_long',
  'too_many_readings',
  'timeout',
  'stream',
  'invalid_body',
  'content_type',
  'content_encoding',
  'pass_through',
  'scan_error',
] as const;
export type UnjudgedReason = (typeof UNJUDGED_REASONS)[number];

/** What a body may hold that no detector reads, whatever happens. */
export const UNREADABLE_KINDS = ['image', 'audio', 'video', 'file', 'unknown_part'] as const;
export type UnreadableKind = (typeof UNREADABLE_KINDS)[number];

/** How many parts were not judged, by reason. */
export type UnjudgedCounts = Readonly<Partial<Record<UnjudgedReason, number>>>;

/** How many parts should have been judged and were not: what the operator lets by is none of them. */
export const totalUnjudged = ({ pass_through: _meant, ...parts }: UnjudgedCounts): number =>
  Object.values(parts).reduce((sum, count) => sum + count, 0);

/** Something that the model or the caller will read and that no detector saw. */
export type Unjudged = Readonly<{ reason: UnjudgedReason; pointer: string }>;

/** The text with its lone surrogates, as it is sent on. */
export const asWritten = ({ text, raw }: Segment): string => raw?.slice(0, text.length) ?? text;
