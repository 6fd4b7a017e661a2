import type { Direction, Role, RoleSet, Span, Trust } from '../chat/segment.ts';
import type { Keeps } from './answers/keeping.ts';
import type { RequestAddresses } from './answers/request-addresses.ts';
import type { TextFacts } from './facts/facts.ts';
import type { Finding } from './findings.ts';
import type { Table } from './secrets/table.ts';
import type { Readings } from './views/views.ts';

/** What a detector may know besides the text. */
export type DetectionContext = Readonly<{
  /** Of a text that is put together from others: the first one's. */
  role: Role;
  /** Of one that is put together from texts of several roles: all of them. */
  roles?: RoleSet;
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
  /** What the trusted texts of the request keep; absent where that is nothing, and for texts that are no caller's. */
  keeps?: Keeps;
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
  /** Set where it finds nothing but what `matchRules` gives: it is not asked where no rule begins. */
  isOfRules?: true;
  /** Whatever it finds in an answer lies in no few words without signs, whole, unless something announces it (`plain-words.ts`). */
  sparesPlainWords?: true;
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
  /**
   * Whether nothing that it finds lies within a stretch of a text, whole; absent: no.
   *
   * @param facts Of a normalised text, with all that may announce something in the stretch.
   */
  spares?: (stretch: Span, facts: TextFacts, context: DetectionContext) => boolean;
  /** Names the rules and detectors in force; part of the policy revision and of cache keys. */
  revision: string;
}>;
