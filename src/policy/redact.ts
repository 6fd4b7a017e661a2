import type { Span } from '../chat/segment.ts';
import { type Finding, isHiddenValue } from '../detection/findings.ts';
import type { SegmentFinding } from '../detection/scan-segments.ts';

/** What a finding's placeholder is called: `EMAIL_ADDRESS`, or an operator's rule in capitals, `NO-CODENAMES`. */
export const nameOf = ({ category, subType }: Pick<Finding, 'category' | 'subType'>): string =>
  category === 'policy' ? subType.toUpperCase() : subType;

const byPlace = (a: SegmentFinding, b: SegmentFinding): number =>
  a.span.start - b.span.start || b.span.end - a.span.end;

/**
 * The same places of one text in order, none within or across another: what overlaps is one, named after what begins
 * first, as it is masked.
 */
export const withoutOverlaps = (findings: readonly SegmentFinding[]): readonly SegmentFinding[] => {
  const apart: SegmentFinding[] = [];
  for (const finding of findings.toSorted(byPlace)) {
    const last = apart.at(-1);
    if (last === undefined || finding.span.start >= last.span.end) apart.push(finding);
    else if (finding.span.end > last.span.end)
      apart[apart.length - 1] = { ...last, span: { start: last.span.start, end: finding.span.end } };
  }
  return apart;
};

/** Those that reach into a piece of the text. @param apart As `withoutOverlaps` returns them. */
export const overlapping = (
  apart: readonly SegmentFinding[],
  from: number,
  to: number,
): readonly SegmentFinding[] => {
  let low = 0;
  let high = apart.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((apart[middle]?.span.end ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while ((apart[end]?.span.start ?? to) < to) end += 1;
  return apart.slice(low, end);
};

type Masked = Readonly<{ text: string; span: Span }>;

/** @param own A span of the text; where it touches what is masked it is made to hold the placeholder. */
const maskSpans = (text: string, findings: readonly SegmentFinding[], own: Span): Masked => {
  const sorted = findings.toSorted(byPlace);
  let masked = '';
  let from = 0;
  let start: number | null = null;
  let end = 0;
  /** Takes over text up to `to`, and what stands for the text from there up to `until`. */
  const take = (to: number, placeholder: string, until: number): void => {
    const at = masked.length;
    masked += text.slice(from, to) + placeholder;
    if (start === null && own.start < until) start = at + Math.min(Math.max(own.start, from), to) - from;
    if (own.end > from) end = own.end > to ? masked.length : at + own.end - from;
    from = until;
  };
  for (const finding of sorted) {
    const { span } = finding;
    // Overlapping spans melt into one placeholder, named after the one that begins first.
    if (span.start >= from) take(span.start, `<${nameOf(finding)}>`, span.end);
    else from = Math.max(from, span.end);
  }
  if (from < text.length) take(text.length, '', text.length);
  return {
    text: masked,
    span: { start: start ?? masked.length, end: Math.max(start ?? masked.length, end) },
  };
};

/** A text with a placeholder for each value that these findings of it name. */
export const maskValues = (text: string, findings: readonly SegmentFinding[]): string =>
  maskSpans(text, findings, { start: 0, end: 0 }).text;

/** A short piece of text, and where in it the finding stands; UTF-16 code units. */
export type Excerpt = Masked;

/**
 * A short piece of text around a finding for the record, with every value in it masked that a finding names.
 *
 * @param others All findings of the same segment.
 * @param chars Most characters to keep, placeholders not counted; 0 gives null.
 */
export const excerptAround = (
  finding: SegmentFinding,
  others: readonly SegmentFinding[],
  chars: number,
): Excerpt | null => {
  if (chars === 0) return null;
  const { text } = finding.segment;
  const middle = Math.floor(
    (finding.span.start + Math.min(finding.span.end, finding.span.start + chars)) / 2,
  );
  const start = Math.max(0, Math.min(middle - Math.floor(chars / 2), text.length - chars));
  const end = Math.min(text.length, start + chars);
  const within = ({ span }: Pick<SegmentFinding, 'span'>): Span => ({
    start: Math.min(Math.max(span.start, start), end) - start,
    end: Math.max(Math.min(span.end, end), start) - start,
  });
  const masked = others
    .filter((each) => isHiddenValue(each) && each.span.start < end && each.span.end > start)
    .map((entity) => ({ ...entity, span: within(entity) }));
  const excerpt = maskSpans(text.slice(start, end), masked, within(finding));
  return { ...excerpt, text: excerpt.text.toWellFormed() };
};
