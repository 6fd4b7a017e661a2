import type { Direction, Role, Span, Trust } from '../chat/segment.ts';
import type { Passage } from './model/second-tier.ts';
import type { RequestAddresses } from './request-addresses.ts';
import type { Table } from './secret-columns.ts';
import type { TextFacts } from './text-facts.ts';
import type { Readings } from './views.ts';

export const CATEGORIES = ['prompt_injection', 'data_leak', 'secret', 'pii', 'policy'] as const;
export type Category = (typeof CATEGORIES)[number];

/** How a text tries to take over the model (contract §5). */
export const INJECTION_SUB_TYPES = [
  'instruction_override',
  'jailbreak',
  'role_hijack',
  'system_prompt_extraction',
  'delimiter_injection',
  'obfuscated_instruction',
  'indirect_injection',
  'tool_poisoning',
] as const;
export type InjectionSubType = (typeof INJECTION_SUB_TYPES)[number];

/** Findings that name a value, which can be replaced, rather than an intent. */
export const isEntity = (category: Category): boolean => category === 'pii' || category === 'secret';

/** What an operator's rule finds is a value as well: it may be redacted, and it is never shown in an excerpt. */
export const namesValue = (category: Category): boolean => isEntity(category) || category === 'policy';

/** A value that a trusted message forbids to tell. */
export const KEPT_SECRET_RULE = 'DL-1002';

/** Whether what was found is itself what nobody may see, so that no excerpt shows it. */
export const isHiddenValue = ({ category, ruleId }: Pick<Finding, 'category' | 'ruleId'>): boolean =>
  namesValue(category) || ruleId === KEPT_SECRET_RULE;

/** Which reading of the text gave a finding: as sent, normalised, or the name of the decoder (nested: joined by `+`). */
export type ViewName = string;

/** Evidence, not yet a judgement. */
export type Finding = Readonly<{
  /** Stable and never used again for something else, such as `PI-1001`. */
  ruleId: string;
  category: Category;
  /**
   * One of the sub-types of the contract, §5; for `pii` Presidio's entity name, for `secret` the kind, for `policy` the
   * rule's id.
   */
  subType: string;
  /** 0..1. */
  score: number;
  /** Points into the segment's text as sent, whatever view gave the finding. */
  span: Span;
  view: ViewName;
  /** What no second opinion may lower the score below; never recorded. */
  least?: number;
  /** What the second tier should be asked about; never recorded. */
  passage?: Passage;
}>;

/** What a detector may know besides the text. */
export type DetectionContext = Readonly<{
  role: Role;
  trust: Trust;
  direction: Direction;
  /** Texts of the request that the answer must not repeat: its trusted segments. Empty for input. */
  protectedTexts: readonly string[];
  /** What the texts of the request name; for answers only. */
  request?: RequestAddresses;
  /** Whether the text is part of a tool call in an answer. */
  isToolCall?: boolean;
  /** Whether it is put together from parts of longer texts at their border, which are scanned by themselves, too. */
  isCutOut?: boolean;
  /** A table of secrets whose next row the text begins with. */
  table?: Table;
}>;

/**
 * Finds things in one window of one view of a text. Pure, never throws, linear in the text. What it needs to know of the
 * whole text should come from `facts`, so that the text is passed over once and not once for each detector.
 *
 * @returns Findings whose spans point into `text` (the view's window); the pipeline maps them back to the original.
 */
export type Detector = Readonly<{
  id: string;
  /** Which readings of a text it is asked about; absent: all. */
  readings?: Exclude<Readings, 'all'>;
  /** False: the detector is not asked about this text at all. */
  applies: (context: DetectionContext) => boolean;
  detect: (text: string, context: DetectionContext, facts?: TextFacts) => readonly Omit<Finding, 'view'>[];
}>;

/**
 * Scans one text in all its views.
 *
 * A generator, so that whoever drives it can look at the clock and let other requests in between two yields;
 * the work between two yields is bounded (about 16 KB of text in all its views). Findings are yielded as they come.
 */
export type Pipeline = Readonly<{
  scan: (text: string, context: DetectionContext) => Generator<readonly Finding[], void, void>;
  /** Names the rules and detectors in force; part of the policy revision and of cache keys. */
  revision: string;
}>;
