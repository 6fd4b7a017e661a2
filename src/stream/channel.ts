import { isInToolCall, type Segment, type Span } from '../chat/segment.ts';
import { prepareFor } from '../detection/answers/protected-texts.ts';
import type { RequestAddresses } from '../detection/answers/request-addresses.ts';
import type { DetectionContext, Pipeline } from '../detection/detector.ts';
import type { TextFacts } from '../detection/facts/facts.ts';
import { readFacts } from '../detection/facts/text-facts.ts';
import { type Finding, isEntity } from '../detection/findings.ts';
import { openAddressFrom, openFrom } from '../detection/matching/open-text.ts';
import type { OpenRules } from '../detection/operator-rules/definition.ts';
import { openTableAt } from '../detection/secrets/secret-columns.ts';
import type { OpenTable } from '../detection/secrets/table.ts';
import { normalize } from '../detection/text/normalize.ts';
import { isUnread } from '../detection/views/unread.ts';
import { createGrowingText } from './growing-text.ts';
import { createKnownFindings } from './known-findings.ts';

/** Text before what is undecided that is scanned again with it: rules look back for words such as `password`. */
const CONTEXT_CHARS = 512;
/** Words within so many characters may announce a value. */
const LEAD_CHARS = 128;
/** A text this long is scanned as a whole, and all but its end is let go, so that no stream grows without bound. */
const BLOCK_CHARS = 65_536;
/** What is kept of a block: long enough for any finding that crosses the border. */
const KEPT_CHARS = 8192;
/** What is open and at most so long is looked at with each event. */
const SHORT_OPEN_CHARS = 256;
/** What is longer is looked at anew once a sixteenth more has come, so that a character is looked at so often and no more. */
const GROWTH = 16;
/** So much text without values is let go before it is scanned with its context; less where a passage of another text may be hidden in it. */
const UNSCANNED_CHARS = 192;
const UNSCANNED_BESIDE_PROTECTED = 32;
const NOTHING: readonly Finding[] = [];
/**
 * One text that grows with the events of a stream, such as the content of a choice. Offsets count UTF-16 code units
 * from its beginning, in findings too.
 */
export type Channel = Readonly<{
  /** Adds a piece. @returns Where it stands. */
  append: (text: string) => Span;
  /**
   * Scans what became decided since the last time.
   *
   * @param isClosed Nothing more will come, or nothing more is waited for: then all of it is decided.
   * @returns What was not found before.
   */
  judge: (isClosed: boolean) => readonly Finding[];
  /** Text before this may leave, as far as this channel is concerned. */
  safeUntil: () => number;
  /** Scans the whole text once more, so far as it is still there. @returns What was not found before. */
  judgeWhole: () => readonly Finding[];
  /** The text as one segment for verdict and record; `text` is what is still there and decided, blanks stand for the rest. */
  segment: Segment;
  /** What is still there of the text, and where it begins. */
  kept: () => Readonly<{ text: string; start: number }>;
  /** Characters held in memory. */
  chars: () => number;
  /** Characters that have come since the last look. */
  freshChars: () => number;
}>;

export type ChannelDeps = Readonly<{
  pipeline: Pipeline;
  protectedTexts: readonly string[];
  request?: RequestAddresses;
  /** Whether secrets and PII are redacted or blocked, so that text waits for them. */
  holdsEntities: boolean;
  /** The operator's rules that text waits for. */
  openRules: OpenRules;
}>;

const OUTPUT = { role: 'output', trust: 'output', direction: 'output' } as const;

const lengthOf = ({ length }: string): number => length;

/** Before all findings that reach over an offset: from the last end on, so that one's border is held against all that reach over it. */
const beforeAll = (findings: readonly Finding[], offset: number): number => {
  let until = offset;
  for (const { span } of findings.toSorted((a, b) => b.span.end - a.span.end))
    if (span.start < until && span.end > until) until = span.start;
  return until;
};

export const createChannel = (
  pointer: string,
  { pipeline, protectedTexts, request, holdsEntities, openRules }: ChannelDeps,
): Channel => {
  const isToolCall = isInToolCall(pointer);
  if (protectedTexts.length > 0) prepareFor(protectedTexts);
  const context: DetectionContext = {
    ...{ ...OUTPUT, protectedTexts },
    ...(request === undefined ? {} : { request, isToolCall }),
  };
  /** Where an address begins that more text may make another one, in the part of the text that is asked about. */
  const addressFrom = isToolCall && request?.hasUntrusted === true ? openAddressFrom : lengthOf;
  /** How much of the text may leave before a scan has seen it, where none would find anything in it by itself. */
  const mostUnscanned = protectedTexts.length === 0 ? UNSCANNED_CHARS : UNSCANNED_BESIDE_PROTECTED;
  const text = createGrowingText();
  const known = createKnownFindings();
  /** Text before this is decided. */
  let safe = 0;
  let lookedUntil = 0;
  let scannedUntil = 0;
  /** How much of the text was scanned as a whole. */
  let wholeUntil = 0;
  /** How long the text has to be for what is open in it to be looked at again. */
  let nextLookAt = 0;
  /** A table of secrets, and the row of it from which on the text is scanned again. */
  let row: OpenTable | undefined;

  /** @returns What was not found before. */
  const judge = (isClosed: boolean): readonly Finding[] => {
    if (!isClosed && text.end() < nextLookAt) return [];
    const fresh = look(isClosed);
    const open = text.end() - safe;
    nextLookAt = open > SHORT_OPEN_CHARS ? text.end() + Math.ceil(open / GROWTH) : 0;
    if (fresh === null || text.kept().length <= BLOCK_CHARS) return fresh ?? [];
    const ofBlock = judgeWhole();
    shorten();
    return [...fresh, ...ofBlock];
  };

  /** @returns What was not found before; null where nothing more is decided. */
  const look = (isClosed: boolean): readonly Finding[] | null => {
    lookedUntil = text.end();
    const from = row?.start ?? scanFrom();
    // Whatever is open in front of half a character stays open.
    const readable = isClosed ? text.end() : text.wholeEnd();
    const facts = isClosed ? null : readFacts(text.slice(from, readable).replaceAll('\t', ' '));
    const openAt = facts === null ? text.end() : openAfter(from, readable, facts);
    // Nothing more was decided, so nothing more can leave: the scan can wait.
    if (openAt <= safe) return null;
    if (facts !== null && mayPass(from, readable, facts)) {
      safe = openAt;
      return NOTHING;
    }
    const fresh = scanUntil(openAt, from, readable);
    row = facts === null ? undefined : rowAt(scanFrom(), from, facts);
    return fresh;
  };

  const scanFrom = (): number => text.wordStart(safe - CONTEXT_CHARS);

  /** From where on something is open. A row of a table may turn out to be none as long as it goes on. */
  const openAfter = (from: number, until: number, facts: TextFacts): number => {
    const part = text.slice(from, until);
    const openIn = Math.min(openFrom(part, protectedTexts, holdsEntities, openRules), addressFrom(part));
    const openAt = from + openIn;
    return holdsEntities ? Math.min(openAt, rowAt(until, from, facts)?.start ?? openAt) : openAt;
  };

  /** The row of a table of secrets that an offset is in. @param facts Of the text from `from` on. */
  const rowAt = (offset: number, from: number, facts: TextFacts): OpenTable | undefined => {
    const begun = row?.start === from ? row.table : undefined;
    const open = openTableAt(facts, offset - from, begun);
    return open === undefined ? undefined : { table: open.table, start: from + open.start };
  };

  /**
   * Whether a scan would find nothing new: what waits for values is asked where one may have begun, so one that was not found yet
   * lies behind what is decided, whole.
   *
   * @param facts Of the text from `from` on.
   */
  const mayPass = (from: number, until: number, facts: TextFacts): boolean =>
    holdsEntities &&
    row === undefined &&
    until - scannedUntil <= mostUnscanned &&
    // Elsewhere it reads otherwise.
    normalize(facts.text).text === facts.text &&
    pipeline.spares?.({ start: safe - from, end: until - from }, facts, context) === true;

  /** Scans what is decided before an offset. @returns What was not found before. */
  const scanUntil = (openAt: number, from: number, readable: number): readonly Finding[] => {
    scannedUntil = readable;
    const findings = scan(from, readable);
    const until = beforeAll(findings, openAt);
    const fresh = known.add(
      findings.filter((finding) => finding.span.end <= until && !isDecided(from, finding)),
    );
    safe = Math.max(safe, until);
    if (from === text.start() && safe === text.end()) wholeUntil = safe;
    return fresh;
  };

  /** What is not decided yet is found again, with more text behind it. */
  const judgeWhole = (): readonly Finding[] => {
    if (wholeUntil === text.end()) return [];
    wholeUntil = safe;
    const from = text.start();
    return known.add(
      scan(from, text.end()).filter((finding) => finding.span.end <= safe && !isDecided(from, finding)),
    );
  };

  const scan = (from: number, until: number): Finding[] => {
    const found: Finding[] = [];
    const table = row?.start === from ? row.table : undefined;
    const inTable = table === undefined ? context : { ...context, table };
    for (const findings of pipeline.scan(text.wellFormed(from, until), inTable)) {
      for (const finding of findings) {
        const start = finding.span.start + from;
        // That not all of a text is read is said at once, whatever is still open in it.
        const span = { start, end: isUnread(finding) ? start + 1 : finding.span.end + from };
        found.push({ ...finding, span });
      }
    }
    return found;
  };

  /**
   * The scan begins anew behind words that may have announced a value: one that was decided with them in sight must not be
   * found once more without them, as another entity.
   */
  const isDecided = (from: number, { category, span }: Finding): boolean =>
    from > 0 && isEntity(category) && span.start < from + LEAD_CHARS && span.end <= safe;

  /** Lets go of what was scanned as a whole. */
  const shorten = (): void => {
    const from = text.wordStart(Math.min(safe, text.end() - KEPT_CHARS));
    if (from <= text.start()) return;
    text.forget(from);
    if (row !== undefined && row.start < text.start()) row = undefined;
    known.forget(text.start());
  };

  return {
    append: text.append,
    judge,
    judgeWhole,
    safeUntil: () => safe,
    segment: {
      ...OUTPUT,
      pointer,
      source: { start: 0, end: 0 },
      /**
       * Read once the stream is over, for excerpts: spans point into the text from its beginning. What no scan has decided,
       * since the stream was cut, is blank: nobody knows what is in it.
       */
      get text() {
        return text.shown(safe);
      },
    },
    kept: () => ({ text: text.kept(), start: text.start() }),
    chars: () => text.kept().length,
    freshChars: () => text.end() - lookedUntil,
  };
};
