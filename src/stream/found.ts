import type { Span, Unjudged } from '../chat/segment.ts';
import { type Finding, isEntity, namesValue } from '../detection/findings.ts';
import type { SegmentFinding } from '../detection/scan-segments.ts';
import { isUnread, tooManyReadings, withoutUnread } from '../detection/views/unread.ts';
import type { Inspection } from '../inspect.ts';
import {
  decide,
  isThreat,
  markExcluded,
  type Policy,
  relevantFindings,
  replacementOf,
  unheededValues,
} from '../policy/decide.ts';
import type { Replacement } from '../policy/settings.ts';
import type { IsOwn } from '../redaction/own-values.ts';
import { type HashValue, placeholderFor } from '../redaction/placeholder.ts';
import type { Changes } from './changes.ts';
import type { Channel } from './channel.ts';
import { createHiddenValues } from './hidden-values.ts';

/** Findings and unjudged parts that are kept for the record; past it only what weighs more than all of its kind. */
const MAX_KEPT = 1000;

export type FoundDeps = Readonly<{
  policy: Policy;
  /** What the caller himself had written; absent: nothing. */
  isOwn?: IsOwn;
  hashValue: HashValue;
}>;

type ValueIn = (finding: Pick<Finding, 'span'>) => string;

const holds = (a: Span, b: Span): boolean => a.start <= b.start && b.end <= a.end;

/** Whether a finding is one that was there already, made longer by more text. Values that overlap in part are two. */
const isSamePlace = (a: SegmentFinding, b: SegmentFinding): boolean =>
  a.segment === b.segment &&
  a.ruleId === b.ruleId &&
  (namesValue(a.category)
    ? holds(a.span, b.span) || holds(b.span, a.span)
    : a.span.start < b.span.end && b.span.start < a.span.end);

const valueInText = (channel: Channel): ValueIn => {
  const { text, start } = channel.kept();
  return ({ span }) => text.slice(Math.max(0, span.start - start), span.end - start);
};

/**
 * What was found in the texts of one streamed answer, and what is done there for it.
 *
 * @param isRepeat Whether a text repeats others: it is judged so that it may be withheld, and in no record.
 */
export const createFound = (
  { policy, isOwn: isOwnValue, hashValue }: FoundDeps,
  changes: Changes,
  isRepeat: (channel: Channel) => boolean,
) => {
  const findings: SegmentFinding[] = [];
  const hidden = createHiddenValues();
  /** The highest score of each sub-type, excluded ones apart. */
  const gravest = new Map<string, number>();
  const threats: SegmentFinding[] = [];
  const unjudged: Unjudged[] = [];
  /** Whether a text that is not read to the end ends the stream. */
  let refusesUnread = policy.onScanError.output === 'block';
  /** Only here anything is held that could be masked or cut off. */
  const isBlocking = policy.mode === 'blocking';

  /** What was read as well as may be, and may be more to some client, is counted once. */
  const countUnread = (): void => {
    if (unjudged.some(({ reason }) => reason === 'invalid_body')) return;
    unjudged.push({ reason: 'invalid_body', pointer: '' });
  };

  /** Of a text that has more readings than are scanned. @throws GatewayError `TOO_MANY_READINGS` where it must not pass. */
  const noteUnread = (pointer: string): void => {
    const isKnown = unjudged.some((each) => each.reason === 'too_many_readings' && each.pointer === pointer);
    if (!isKnown && unjudged.length < MAX_KEPT) unjudged.push({ reason: 'too_many_readings', pointer });
    if (refusesUnread && threats.length === 0) throw tooManyReadings();
  };

  /** @returns Whether it is kept as it is. */
  const keep = (finding: SegmentFinding): boolean => {
    // What is excluded must not keep out what is not.
    const kind = `${finding.subType} ${finding.exclusionId ?? ''}`;
    const isGravest = finding.score > (gravest.get(kind) ?? -1);
    if (isGravest) gravest.set(kind, finding.score);
    const grownFrom = findings.findLastIndex((each) => isSamePlace(each, finding));
    if (grownFrom === -1) {
      const isKept = isGravest || findings.length < MAX_KEPT;
      if (isKept) findings.push(finding);
      return isKept;
    }
    const isGraver = (findings[grownFrom]?.score ?? 0) <= finding.score;
    if (isGraver) findings[grownFrom] = finding;
    return isGraver;
  };

  const enforce = (
    channel: Channel,
    finding: SegmentFinding,
    valueIn: (finding: SegmentFinding) => string,
  ): void => {
    const replacement = replacementOf(finding, policy);
    if (replacement !== null) {
      const placeholder = (value: string, strictest: Replacement): string =>
        placeholderFor(
          { finding: { ...finding, replacement: strictest }, value, replacement: strictest },
          hashValue,
        );
      changes.mask(channel, finding.span, placeholder(valueIn(finding), replacement), {
        replacement,
        of: (span, strictest) => placeholder(valueInText(channel)({ span }), strictest),
      });
    }
    if (isThreat(finding, policy)) threats.push(finding);
  };

  /** Whatever comes of it, tokens that may not be shown go without a word. */
  const withhold = (channel: Channel, found: readonly SegmentFinding[]): void => {
    for (const finding of found) {
      if (replacementOf(finding, policy) !== null || isThreat(finding, policy))
        changes.mask(channel, finding.span, '');
    }
  };

  const accept = (
    channel: Channel,
    found: readonly Finding[],
    valueIn: ValueIn = valueInText(channel),
  ): void => {
    if (found.length === 0) return;
    const marked = withoutUnread(found).map((finding): SegmentFinding => {
      const isOwn = isEntity(finding.category) && isOwnValue?.(finding.subType, valueIn(finding)) === true;
      return { ...finding, segment: channel.segment, isGrowing: true, ...(isOwn ? { isOwn } : {}) };
    });
    // A text that still grows has no fingerprint, and where nothing is held none is pretended: shadow must say what blocking would do.
    const here = markExcluded(marked, policy);
    const relevant = relevantFindings(here, policy, valueIn);
    if (isRepeat(channel)) {
      withhold(channel, relevant);
      return;
    }
    hidden.add(channel, unheededValues(here, relevant));
    for (const finding of relevant) {
      if (isBlocking) enforce(channel, finding, valueIn);
      if (!keep(finding)) hidden.add(channel, [finding]);
    }
    if (found.some(isUnread)) noteUnread(channel.segment.pointer);
  };

  return {
    /** Takes in what was found in a text. @throws GatewayError `TOO_MANY_READINGS` where it may not pass. */
    accept,
    count: (): number => findings.length,
    countUnread,
    noteUnjudged: (parts: readonly Unjudged[]): void => {
      unjudged.push(...parts.slice(0, Math.max(0, MAX_KEPT - unjudged.length)));
    },
    /** From now on nobody is there to be refused anything. */
    passUnread: (): void => {
      refusesUnread = false;
    },
    /** Whether no threat of a text begins before the end of a piece. */
    isBeforeThreats: (channel: Channel, end: number): boolean =>
      threats.every(({ segment, span: { start } }) => segment !== channel.segment || end <= start),
    hasThreat: (): boolean => threats.length > 0,
    /** The gravest threat so far. */
    threat: (): SegmentFinding | null =>
      threats.reduce<SegmentFinding | null>(
        (worst, each) => (worst === null || each.score > worst.score ? each : worst),
        null,
      ),
    /** Memory that hidden values of a text take. */
    bytes: hidden.bytes,
    /** All of it. @param channels The texts that a record may show. */
    summary: (
      channels: readonly Channel[],
    ): Pick<Inspection, 'verdict' | 'findings' | 'unheeded' | 'unjudged'> => ({
      verdict: decide(findings, policy),
      findings,
      unheeded: channels.flatMap(hidden.of),
      unjudged,
    }),
  };
};

export type Found = ReturnType<typeof createFound>;
