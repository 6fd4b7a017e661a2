import type { Role, Span } from '../chat/segment.ts';
import type { Passage } from './model/passage.ts';

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
  /** Where a text is put together from texts of several roles: whose of them an operator's rule looks at; never recorded. */
  ofRoles?: readonly Role[];
  /** What no second opinion may lower the score below; never recorded. */
  least?: number;
  /** What the second tier should be asked about; never recorded. */
  passage?: Passage;
}>;
